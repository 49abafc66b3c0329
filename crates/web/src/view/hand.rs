//! The viewer's tiles, each coloured by what it would do.

use leptos::prelude::*;
use mergemaker_engine::{Action, Phase, Preview, Seat, Tile};
use mergemaker_web::scene::{Outlook, Scene};
use mergemaker_web::words::money;

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
                on:dragstart=move |_| draft.tile.set(Some(tile))>
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
    let name = || ("tile", tile.to_string().into());
    match scene.view.preview(&Action::Place { tile }) {
        Preview::Founds { size, .. } => shared.fill("outlook-found", &[name(), ("size", size.into())]),
        Preview::Grows { chain, size, price, .. } => {
            let gaps = [
                name(),
                ("chain", shared.chain(chain).into()),
                ("size", size.into()),
                ("price", money(price).into()),
            ];
            shared.fill("outlook-grow", &gaps)
        }
        Preview::Merges { survivors, dissolved, .. } => {
            let words = shared.words();
            let only = survivors.first().filter(|_| !survivors.has_several());
            let chains: Vec<String> = only
                .into_iter()
                .chain(dissolved.iter().map(|one| one.chain))
                .map(|chain| format!("{} ({})", shared.chain(chain), scene.view.size(chain)))
                .collect();
            let merges = shared.fill("outlook-merge", &[name(), ("chains", words.list(&chains).into())]);
            let paid = dissolved.iter().filter(|one| Some(one.chain) != only).flat_map(|one| {
                let payout = one.payout.as_ref();
                let amount = |seat: Seat| payout.map(|payout| (seat, payout.amount(seat)));
                let amounts: Vec<_> = scene.view.seats().filter_map(amount).collect();
                amounts.into_iter().filter(|(_, amount)| amount.0 > 0).map(|(seat, amount)| {
                    let gaps = [
                        ("who", scene.players[seat.index()].name.clone().into()),
                        ("amount", money(amount).into()),
                        ("chain", shared.chain(one.chain).into()),
                    ];
                    shared.fill("outlook-paid", &gaps)
                })
            });
            let paid: Vec<String> = paid.collect();
            if paid.is_empty() { merges } else { format!("{merges} {}.", paid.join("; ")) }
        }
        Preview::Dead => shared.fill("outlook-never", &[name()]),
        Preview::EighthChain => shared.fill("outlook-not-now", &[name()]),
        _ => shared.fill("outlook-alone", &[name()]),
    }
}
