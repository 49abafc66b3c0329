//! The viewer's tiles, each coloured by what it would do.

use leptos::prelude::*;
use mergemaker_engine::{Action, Phase, Tile};
use mergemaker_web::log::Teller;
use mergemaker_web::scene::{Outlook, Scene};
use mergemaker_web::spoken::outlook;

use super::app::{Shared, shared};
use super::game::Draft;

/// The tiles, and what the chosen one would do.
#[component]
pub(crate) fn Hand(scene: Signal<Scene>, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let tiles = Memo::new(move |_| scene.with(|scene| (scene.hand(), scene.asked() == Some(Phase::Tile))));
    let button = move |(index, (tile, outlook)): (usize, (Tile, Outlook)), can_place: bool| {
        let chain = match outlook {
            Outlook::Grow(chain) => chain.id(),
            _ => "",
        };
        let press = move |_| {
            if draft.tile.get_untracked() == Some(tile) && can_place && outlook.is_playable() {
                act.run(Action::Place { tile });
            } else {
                draft.tile.set(Some(tile));
            }
        };
        view! {
            <button class=format!("tile {} {chain}", outlook.id()) data-tile=tile.to_string() draggable="true"
                aria-pressed=move || (draft.tile.get() == Some(tile)).to_string()
                aria-describedby="preview"
                on:click=press
                on:focus=move |_| draft.tile.set(Some(tile))
                on:pointerenter=move |_| draft.tile.set(Some(tile))
                on:dragstart=move |event: web_sys::DragEvent| {
                    draft.tile.set(Some(tile));
                    // Some browsers drag nothing that carries nothing.
                    if let Some(carried) = event.data_transfer() {
                        let _ = carried.set_data("text/plain", &tile.to_string());
                    }
                }>
                <kbd>{index + 1}</kbd>{tile.to_string()}
            </button>
        }
    };
    view! {
        <div class="hand" role="group" aria-label=shared.say("hand")>
            {move || {
                let (hand, can_place) = tiles.get();
                hand.into_iter().enumerate().map(|tile| button(tile, can_place)).collect_view()
            }}
        </div>
        <p id="preview" class="preview">
            {move || draft.tile.get().map(|tile| scene.with(|scene| preview(shared, scene, tile)))}
        </p>
    }
}

/// What a tile would do: sizes, prices and who would be paid what.
fn preview(shared: Shared, scene: &Scene, tile: Tile) -> String {
    let words = shared.words();
    outlook(scene, &Teller::of(scene, &words, shared.theme()), tile)
}
