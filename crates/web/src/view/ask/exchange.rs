//! Picking dead tiles to exchange.

use leptos::prelude::*;
use mergemaker_engine::{Action, Hand, Tile};
use mergemaker_web::scene::Scene;

use super::super::app::shared;
use super::super::game::Draft;

/// The dead tiles, each to be kept or exchanged. Initially all are picked.
#[component]
#[expect(clippy::needless_pass_by_value, reason = "a component owns what it is given")]
pub(super) fn ExchangeMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let picks = draft.picks;
    let tile = move |(index, (tile, _)): (usize, (Tile, bool))| {
        let is_picked = move || picks.get().tiles(&view).contains(tile);
        view! {
            <button class="tile pick" data-pick=tile.to_string() class:chosen=is_picked
                aria-pressed=move || is_picked().to_string()
                on:click=move |_| picks.update(|picks| *picks = picks.toggled(&view, tile))>
                <kbd aria-hidden="true">{index + 1}</kbd>{tile.to_string()}
            </button>
        }
    };
    let count = move || picks.get().tiles(&view).len();
    let exchange = move || shared.fill("exchange-tiles", &[("count", count().into())]);
    let about = if view.most_exchanged() == 1 { "exchange-about-one" } else { "exchange-about" };
    let choices = picks.get_untracked().choices(&view);
    view! {
        <p class="whole quiet" id="exchange-about">{shared.say(about)}</p>
        {choices.into_iter().enumerate().map(tile).collect_view()}
        <button class="primary" id="exchange" on:click=move |_| act.run(picks.get_untracked().action(&view))>
            <kbd aria-hidden="true">"↵"</kbd>{exchange}
        </button>
        <Show when=move || { count() > 0 }>
            <button id="keep-tiles" on:click=move |_| act.run(Action::Exchange { tiles: Hand::EMPTY })>
                {shared.say("keep-tiles")}
            </button>
        </Show>
    }
}
