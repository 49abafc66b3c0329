//! Picking dead tiles to exchange.

use leptos::prelude::*;
use mergemaker_engine::{Action, Hand, Tile};
use mergemaker_web::scene::Scene;

use super::super::app::shared;

/// The dead tiles, each to be kept or exchanged; all are picked at first.
#[component]
pub(super) fn ExchangeMeans(scene: Scene, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let most = scene.view.most_exchanged();
    let exchangeable: Vec<Tile> = scene.view.exchangeable().iter().collect();
    let picked = RwSignal::new(exchangeable.iter().copied().take(most).collect::<Hand>());
    let press = move |tile: Tile| {
        picked.update(|picked| {
            let others = picked.iter().filter(|&other| other != tile && most > 1);
            *picked = if picked.contains(tile) { others.collect() } else { others.chain([tile]).collect() };
        });
    };
    let tiles = exchangeable.into_iter().map(|tile| {
        let is_picked = move || picked.get().contains(tile);
        view! {
            <button class="chip tile" data-tile=tile.to_string() class:picked=is_picked
                aria-pressed=move || is_picked().to_string() on:click=move |_| press(tile)>
                {tile.to_string()}
            </button>
        }
    });
    let exchange = move || {
        let count = picked.get().len();
        shared.fill("exchange-tiles", &[("count", count.into())])
    };
    view! {
        {tiles.collect_view()}
        <button class="primary" id="exchange" disabled=move || picked.get().is_empty()
            on:click=move |_| act.run(Action::Exchange { tiles: picked.get_untracked() })>
            <kbd aria-hidden="true">"↵"</kbd>{exchange}
        </button>
        <button id="keep-tiles" on:click=move |_| act.run(Action::Exchange { tiles: Hand::EMPTY })>
            {shared.say("keep-tiles")}
        </button>
    }
}
