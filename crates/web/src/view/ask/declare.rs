//! Declaring the end, and ending the game at once after that, each with a preview.

use leptos::html;
use leptos::prelude::*;
use mergemaker_engine::{Action, EndDeclaration, Phase};
use mergemaker_web::ending::Ending;
use mergemaker_web::scene::Scene;

use super::super::app::shared;
use super::super::game::Draft;

/// An action about the end of the game.
#[derive(Clone, Copy)]
struct Declaration {
    action: Action,
    /// The ids of the buttons for preview, confirmation and cancellation.
    ids: [&'static str; 3],
    /// The text ids of the first two buttons.
    words: [&'static str; 2],
    /// The preview.
    about: &'static str,
}

impl Declaration {
    fn of(scene: &Scene) -> Option<Declaration> {
        let view = &scene.view;
        if !scene.is_my_turn() {
            return None;
        }
        if view.may_end_at_once() {
            return Some(Declaration {
                action: Action::EndTurn,
                ids: ["end-at-once", "end-now", "end-not"],
                words: ["end-at-once", "end-now"],
                about: "end-at-once-about",
            });
        }
        let about = match view.rules().options().end_declaration {
            EndDeclaration::StartOrEnd => "declare-at-once",
            EndDeclaration::MayFinish | EndDeclaration::DuringTurn if view.phase() == Phase::Close => {
                "declare-at-once"
            }
            EndDeclaration::MayFinish => "declare-may-finish",
            EndDeclaration::DuringTurn => "declare-after-turn",
        };
        view.check(&Action::DeclareEnd).is_ok().then_some(Declaration {
            action: Action::DeclareEnd,
            ids: ["declare", "declare-now", "declare-not"],
            words: ["declare-end", "declare-now"],
            about,
        })
    }
}

/// A button to declare the end or end the game at once, if allowed: first a preview, then the decision.
#[component]
pub(super) fn Declare(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let Some(declaration) = Declaration::of(&scene) else { return ().into_any() };
    let scene = StoredValue::new(scene);
    view! {
        <Show when=move || draft.declares.get() fallback=move || view! {
            <button id=declaration.ids[0] on:click=move |_| draft.declares.set(true)><kbd aria-hidden="true">"E"</kbd>{shared.say(declaration.words[0])}</button>
        }>
            <Consequence scene=scene.get_value() declaration draft act/>
        </Show>
    }.into_any()
}

#[component]
fn Consequence(scene: Scene, declaration: Declaration, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let Ending { standing, note } = scene.ending(&declaration.action);
    let table = (!standing.is_empty()).then(|| {
        let most = standing.first().map(|(_, cash)| *cash);
        let lines = standing.into_iter().map(|(seat, cash)| view! {
            <tr class:first=Some(cash) == most>
                <th scope="row">{scene.players[seat.index()].name.clone()}</th><td class="money">{cash.to_string()}</td></tr>
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
    let Declaration { action, ids, words, about } = declaration;
    view! {
        <div class="whole panel-in declaring" role="group" aria-label=shared.say(words[1])>
            <p>{shared.say(about)}</p>
            {table}
            {note.map(|note| view! { <p class="quiet">{shared.say(note)}</p> })}
            <div class="means">
                <button class="primary" id=ids[1] node_ref=button on:click=move |_| act.run(action)>
                    <kbd aria-hidden="true">"E"</kbd>{shared.say(words[1])}</button>
                <button id=ids[2] on:click=move |_| draft.declares.set(false)><kbd aria-hidden="true">"Esc"</kbd>{shared.say("not-yet")}</button>
            </div>
        </div>
    }
}
