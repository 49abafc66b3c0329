//! Placing a tile or passing, and what may be done before it.

use leptos::prelude::*;
use mergemaker_engine::{Action, Event, SeenEvent};
use mergemaker_web::scene::Scene;

use super::super::app::shared;
use super::super::game::Draft;
use super::declare::Declare;
use super::offer::Offering;

/// The chosen tile, with a button to place it.
#[component]
pub(super) fn TileMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let can_pass = scene.view.check(&Action::Pass).is_ok();
    let playable: Vec<_> =
        scene.hand().into_iter().filter(|(_, outlook)| outlook.is_playable()).map(|(tile, _)| tile).collect();
    let chosen = move || draft.tile.get().filter(|tile| playable.contains(tile));
    // Show the answer to the viewer's own offer.
    let answer = scene.entries.iter().enumerate().next_back().and_then(|(index, entry)| match entry.event {
        SeenEvent::Whole(Event::TradeAnswer { .. }) => {
            let words = shared.words();
            scene.narrator(&words, shared.theme()).line(index, entry).map(|line| line.text)
        }
        _ => None,
    });
    view! {
        {answer.map(|answer| view! { <p class="whole" id="answered" role="status">{answer}</p> })}
        {if can_pass {
            view! {
                <button class="primary" id="pass" on:click=move |_| act.run(Action::Pass)>
                    <kbd aria-hidden="true">"↵"</kbd>{shared.say("pass")}</button>
            }.into_any()
        } else {
            (move || match chosen() {
                Some(tile) => view! {
                    <button class="primary" id="place" on:click=move |_| act.run(Action::Place { tile })>
                        <kbd aria-hidden="true">"↵"</kbd>{shared.fill("place-tile", &[("tile", tile.to_string().into())])}</button>
                }.into_any(),
                None => view! { <span class="quiet">{shared.say("tile-how")}</span> }.into_any(),
            }).into_any()
        }}
        <Offering scene=scene.clone() draft act/>
        <Declare scene draft act/>
    }
}
