//! The board: 12 columns and 9 rows.

use leptos::prelude::*;
use mergemaker_engine::{Action, Cell, Chain, Phase, Tile};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::game::Draft;
use super::hand::{is_by_keyboard, is_mouse};

/// The board, with the viewer's tiles on it.
#[component]
pub(crate) fn Board(scene: Signal<Scene>, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let columns = (1..=12).map(|column| view! { <span class="axis" aria-hidden="true">{column}</span> });
    let row = move |row: u8| {
        let letter = Tile::new(1, row).map_or(' ', Tile::row_letter);
        let cells = (1..=12).filter_map(move |column| Tile::new(column, row));
        view! {
            <div class="row" role="row">
                <span class="axis" role="rowheader">{letter.to_string()}</span>
                {cells.map(|tile| view! { <Square tile scene draft act/> }).collect_view()}
            </div>
        }
    };
    let rows = Tile::all().map(Tile::row).max().unwrap_or(0);
    let first = Tile::all().map(Tile::row).min().unwrap_or(0);
    view! {
        <div class="board" role="grid" aria-label=shared.say("board")>
            <div class="row" role="presentation"><span class="axis"></span>{columns.collect_view()}</div>
            {(first..=rows).map(row).collect_view()}
        </div>
    }
}

/// What lies on one square: everything that its drawing depends on.
#[derive(Clone, Copy, PartialEq)]
struct Seen {
    cell: Cell,
    is_last: bool,
    is_safe: bool,
    /// The size of the chain whose headquarters stand here.
    headquarters: Option<u8>,
    /// What it would do, where it is a tile of the viewer's.
    outlook: Option<&'static str>,
    can_place: bool,
}

#[component]
fn Square(tile: Tile, scene: Signal<Scene>, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let seen = Memo::new(move |_| scene.with(|scene| look(scene, tile)));
    let is_chosen = move || draft.tile.get() == Some(tile);
    let class = move || {
        let seen = seen.get();
        let mut class = String::from("square");
        match seen.cell {
            Cell::Chain { chain } => {
                class.push_str(" chain ");
                class.push_str(chain.id());
            }
            Cell::Lone => class.push_str(" lone"),
            Cell::Empty => {}
        }
        for (name, is_so) in [("last", seen.is_last), ("safe", seen.is_safe), ("chosen", is_chosen())] {
            if is_so {
                class.push(' ');
                class.push_str(name);
            }
        }
        if let Some(outlook) = seen.outlook {
            class.push_str(" mine ");
            class.push_str(outlook);
        }
        class
    };
    let label = move || {
        let name = tile.to_string();
        let seen = seen.get();
        let what = match seen.cell {
            Cell::Empty => shared.fill("board-cell-empty", &[("tile", name.into())]),
            Cell::Lone => shared.fill("board-cell-lone", &[("tile", name.into())]),
            Cell::Chain { chain } => {
                let gaps = [("tile", name.into()), ("chain", shared.chain(chain).into())];
                shared.fill("board-cell-chain", &gaps)
            }
        };
        if seen.outlook.is_some() { format!("{what}, {}", shared.fill("board-in-hand", &[])) } else { what }
    };
    let inside = move || {
        let seen = seen.get();
        match (seen.cell, seen.headquarters) {
            (Cell::Chain { chain }, Some(size)) => view! {
                <span class="letter">{chain.letter().to_string()}</span>
                <span class="size">{size}</span>
                {seen.is_safe.then(shield)}
            }
            .into_any(),
            (Cell::Chain { chain }, None) => {
                view! { <span class="letter">{chain.letter().to_string()}</span> }.into_any()
            }
            (Cell::Lone, _) => view! { <span class="letter">{tile.to_string()}</span> }.into_any(),
            (Cell::Empty, _) => view! { <span class="coordinate">{tile.to_string()}</span> }.into_any(),
        }
    };
    let press = move || {
        if seen.get_untracked().outlook.is_none() {
            return;
        }
        if draft.tile.get_untracked() == Some(tile) && seen.get_untracked().can_place {
            act.run(Action::Place { tile });
        } else {
            draft.tile.set(Some(tile));
        }
    };
    let is_mine = move || seen.get().outlook.is_some();
    let look = move || {
        if seen.get_untracked().outlook.is_some() {
            draft.tile.set(Some(tile));
        }
    };
    let key = move |event: web_sys::KeyboardEvent| {
        if ["Enter", " "].contains(&event.key().as_str()) && seen.get_untracked().outlook.is_some() {
            event.prevent_default();
            event.stop_propagation();
            press();
        }
    };
    view! {
        <div class=class role="gridcell" data-tile=tile.to_string() aria-label=label
            tabindex=move || is_mine().then_some("0")
            on:click=move |_| press()
            on:keydown=key
            on:focus=move |event| if is_by_keyboard(&event) { look() }
            on:pointerenter=move |event| if is_mouse(&event) { look() }>
            {inside}
        </div>
    }
}

fn shield() -> impl IntoView {
    view! { <svg class="shield" viewBox="0 0 12 14" aria-hidden="true"><path d="M6 0l6 2v5c0 4-3 6-6 7-3-1-6-3-6-7V2z"/></svg> }
}

fn look(scene: &Scene, tile: Tile) -> Seen {
    let board = scene.view.board();
    let cell = board.cell(tile);
    let chain: Option<Chain> = match cell {
        Cell::Chain { chain } => Some(chain),
        Cell::Lone | Cell::Empty => None,
    };
    let is_mine = scene.view.hand().is_some_and(|hand| hand.iter().any(|own| own == tile));
    let headquarters = chain.filter(|&chain| board.tiles(chain).iter().next() == Some(tile));
    let outlook = is_mine.then(|| scene.outlook(tile));
    Seen {
        cell,
        is_last: scene.last_tile() == Some(tile),
        is_safe: chain.is_some_and(|chain| scene.view.safe().contains(chain)),
        headquarters: headquarters.map(|chain| scene.view.size(chain)),
        outlook: outlook.map(mergemaker_web::scene::Outlook::id),
        can_place: scene.asked() == Some(Phase::Tile)
            && outlook.is_some_and(mergemaker_web::scene::Outlook::is_playable),
    }
}
