//! Declaring the end, with what it would mean.

use leptos::html;
use leptos::prelude::*;
use mergemaker_engine::{Action, EndDeclaration, Money, Phase, Preview};
use mergemaker_web::scene::Scene;

use super::super::app::shared;
use super::super::game::Draft;

/// Where the end may be declared: first what it would mean, then the declaration.
#[component]
pub(super) fn Declare(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    if scene.is_my_turn() && scene.view.may_end_at_once() {
        return view! {
            <button id="end-at-once" on:click=move |_| act.run(Action::EndTurn)>{shared.say("end-at-once")}</button>
        }
        .into_any();
    }
    if scene.view.check(&Action::DeclareEnd).is_err() {
        return ().into_any();
    }
    let scene = StoredValue::new(scene);
    view! {
        <Show when=move || draft.declares.get() fallback=move || view! {
            <button id="declare" on:click=move |_| draft.declares.set(true)><kbd aria-hidden="true">"E"</kbd>{shared.say("declare-end")}</button>
        }>
            <Consequence scene=scene.get_value() draft act/>
        </Show>
    }.into_any()
}

#[component]
fn Consequence(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = &scene.view;
    let is_at_once =
        view.phase() == Phase::Close || view.rules().options().end_declaration == EndDeclaration::StartOrEnd;
    let when = if is_at_once { "declare-at-once" } else { "declare-after-turn" };
    let (standing, bank_competes) = match view.preview(&Action::DeclareEnd) {
        Preview::Ends { cash, bank_competes, .. } => (cash, bank_competes),
        _ => (None, false),
    };
    let note = match (&standing, bank_competes) {
        (None, _) => Some("declare-hidden"),
        (Some(_), true) => Some("declare-bank"),
        (Some(_), false) => None,
    };
    let table = standing.map(|cash| {
        let mut standing: Vec<(String, Money)> =
            scene.players.iter().map(|player| player.name.clone()).zip(cash).collect();
        standing.sort_by_key(|(_, cash)| std::cmp::Reverse(*cash));
        let most = standing.first().map(|(_, cash)| *cash);
        let lines = standing.into_iter().map(|(name, cash)| view! {
            <tr class:first=Some(cash) == most><th scope="row">{name}</th><td class="money">{cash.to_string()}</td></tr>
        });
        view! {
            <table class="standing"><caption>{shared.say("declare-means")}</caption><tbody>{lines.collect_view()}</tbody></table>
        }
    });
    let button = NodeRef::<html::Button>::new();
    Effect::new(move || {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    view! {
        <div class="whole panel-in declaring" role="group" aria-label=shared.say("declare-now")>
            <p>{shared.say(when)}</p>
            {table}
            {note.map(|note| view! { <p class="quiet">{shared.say(note)}</p> })}
            <div class="means">
                <button class="primary" id="declare-now" node_ref=button on:click=move |_| act.run(Action::DeclareEnd)>
                    <kbd aria-hidden="true">"E"</kbd>{shared.say("declare-now")}</button>
                <button id="declare-not" on:click=move |_| draft.declares.set(false)><kbd aria-hidden="true">"Esc"</kbd>{shared.say("not-yet")}</button>
            </div>
        </div>
    }
}
