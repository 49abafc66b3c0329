//! The board: 12 columns and 9 rows.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_engine::{Action, Cell, Chain, Phase, Tile};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::game::Draft;
use super::hand::{can_look, is_mouse};

/// A page may show several boards: each square needs a unique id.
static BOARDS: AtomicU32 = AtomicU32::new(0);

/// The board, marking the viewer's tiles.
#[component]
pub(crate) fn Board(scene: Signal<Scene>, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let number = BOARDS.fetch_add(1, Ordering::Relaxed);
    let cursor = RwSignal::new(None::<Tile>);
    let columns = (1..=12).map(|column| view! { <span class="axis" aria-hidden="true">{column}</span> });
    let row = move |row: u8| {
        let letter = Tile::new(1, row).map_or(' ', Tile::row_letter);
        let cells = (1..=12).filter_map(move |column| Tile::new(column, row));
        view! {
            <div class="row" role="row">
                <span class="axis" role="rowheader">{letter.to_string()}</span>
                {cells.map(|tile| view! { <Square tile scene draft act board=number cursor/> }).collect_view()}
            </div>
        }
    };
    let rows = Tile::all().map(Tile::row).max().unwrap_or(0);
    let first = Tile::all().map(Tile::row).min().unwrap_or(0);
    view! {
        <div class="board" role="grid" aria-label=shared.say("board") tabindex="0"
            aria-activedescendant=move || cursor.get().map(|tile| id(number, tile))
            on:focus=move |_| cursor.update(|cursor| *cursor = cursor.or(Tile::new(1, first)))
            on:blur=move |_| cursor.set(None)
            on:keydown=move |event: KeyboardEvent| walk(&event, cursor, scene, draft, act)>
            <div class="row" role="presentation"><span class="axis"></span>{columns.collect_view()}</div>
            {(first..=rows).map(row).collect_view()}
        </div>
    }
}

fn id(board: u32, tile: Tile) -> String {
    format!("board{board}-{tile}")
}

/// Arrow keys move the cursor; Enter chooses one of the viewer's tiles, then places it.
fn walk(
    event: &KeyboardEvent,
    cursor: RwSignal<Option<Tile>>,
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
) {
    let Some(here) = cursor.get_untracked() else { return };
    let (column, row) = (here.column(), here.row());
    let there = match event.key().as_str() {
        "ArrowLeft" => Tile::new(column.wrapping_sub(1), row),
        "ArrowRight" => Tile::new(column + 1, row),
        "ArrowUp" => Tile::new(column, row.wrapping_sub(1)),
        "ArrowDown" => Tile::new(column, row + 1),
        "Home" => Tile::new(1, row),
        "End" => Tile::new(12, row),
        // Placing a chosen tile takes a second press, not a held key.
        "Enter" | " " if event.repeat() => Some(here),
        "Enter" | " " => {
            let seen = scene.with_untracked(|scene| look(scene, here));
            if seen.is_site {
                choose_site(scene, draft, here);
            } else if seen.outlook.is_some() {
                if draft.tile.get_untracked() == Some(here) && seen.can_place {
                    act.run(Action::Place { tile: here });
                } else {
                    draft.tile.set(Some(here));
                }
            }
            Some(here)
        }
        _ => return,
    };
    // The key is handled.
    event.prevent_default();
    event.stop_propagation();
    if let Some(there) = there.filter(|&there| there != here) {
        cursor.set(Some(there));
        // The tile under the cursor is previewed, as under a mouse.
        if scene.with_untracked(|scene| look(scene, there)).outlook.is_some() {
            draft.tile.set(Some(there));
        }
    }
}

/// Chooses the place of a new chain's headquarters.
fn choose_site(scene: Signal<Scene>, draft: Draft, tile: Tile) {
    let founding = scene.with_untracked(Scene::founding_tile);
    draft.site.set(Some(tile).filter(|_| Some(tile) != founding));
}

/// The state of a square: everything its drawing depends on.
#[expect(clippy::struct_excessive_bools, reason = "each is a mark of its own on the square")]
#[derive(Clone, Copy, PartialEq)]
struct Seen {
    cell: Cell,
    is_last: bool,
    is_safe: bool,
    /// The size of the chain with headquarters here, if any.
    headquarters: Option<u8>,
    /// Whether the tile is out of play.
    is_out: bool,
    /// Whether the viewer is founding a chain and may put its headquarters here.
    is_site: bool,
    /// Whether this is the founding tile of the chain being founded.
    is_founding: bool,
    /// What placing it would do, if it is the viewer's tile.
    outlook: Option<&'static str>,
    can_place: bool,
}

#[component]
fn Square(
    tile: Tile,
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
    /// The board's number, for ids.
    board: u32,
    /// The square with the cursor.
    cursor: RwSignal<Option<Tile>>,
) -> impl IntoView {
    let shared = shared();
    let seen = Memo::new(move |_| scene.with(|scene| look(scene, tile)));
    let is_chosen = move || {
        let seen = seen.get();
        if seen.is_site {
            draft.site.get().map_or(seen.is_founding, |site| site == tile)
        } else {
            draft.tile.get() == Some(tile)
        }
    };
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
        let marks = [
            ("out", seen.is_out),
            ("site", seen.is_site),
            ("last", seen.is_last),
            ("safe", seen.is_safe),
            ("headquarters", seen.headquarters.is_some()),
            ("chosen", is_chosen()),
            ("hinted", draft.hint.get() == Some(tile)),
            ("cursor", cursor.get() == Some(tile)),
        ];
        for (name, is_so) in marks {
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
            Cell::Empty if seen.is_out => shared.fill("board-cell-out", &[("tile", name.into())]),
            Cell::Empty => shared.fill("board-cell-empty", &[("tile", name.into())]),
            Cell::Lone => shared.fill("board-cell-lone", &[("tile", name.into())]),
            Cell::Chain { chain } => {
                let gaps = [("tile", name.into()), ("chain", shared.chain(chain).into())];
                shared.fill("board-cell-chain", &gaps)
            }
        };
        let size = seen.headquarters.map(|size| shared.fill("board-headquarters", &[("size", size.into())]));
        let marks = [
            size,
            (seen.is_safe && seen.headquarters.is_some()).then(|| shared.fill("board-safe", &[])),
            seen.is_last.then(|| shared.fill("board-last", &[])),
            seen.outlook.map(|_| shared.fill("board-in-hand", &[])),
            (seen.is_site && is_chosen()).then(|| shared.fill("board-site", &[])),
        ];
        std::iter::once(what).chain(marks.into_iter().flatten()).collect::<Vec<_>>().join(", ")
    };
    let inside = move || {
        let seen = seen.get();
        match (seen.cell, seen.headquarters) {
            (Cell::Chain { chain }, Some(size)) => view! {
                <svg class="house" viewBox="0 0 16 16" aria-hidden="true"><path d=HOUSE fill-rule="evenodd"/></svg>
                <span class="letter">{shared.letter(chain)}</span>
                <span class="size">{size}</span>
                {seen.is_safe.then(shield)}
            }
            .into_any(),
            (Cell::Chain { chain }, None) => {
                view! { <span class="letter">{shared.letter(chain)}</span> }.into_any()
            }
            (Cell::Lone, _) => view! { <span class="letter">{tile.to_string()}</span> }.into_any(),
            (Cell::Empty, _) if seen.is_out => view! {
                <svg class="cross" viewBox="0 0 16 16" aria-hidden="true"><path d="M2 2l12 12M14 2L2 14"/></svg>
                <span class="coordinate">{tile.to_string()}</span>
            }
            .into_any(),
            (Cell::Empty, _) => view! { <span class="coordinate">{tile.to_string()}</span> }.into_any(),
        }
    };
    let press = move || {
        if seen.get_untracked().is_site {
            return choose_site(scene, draft, tile);
        }
        if seen.get_untracked().outlook.is_none() {
            return;
        }
        if draft.tile.get_untracked() == Some(tile) && seen.get_untracked().can_place {
            act.run(Action::Place { tile });
        } else {
            draft.tile.set(Some(tile));
        }
    };
    let look = move || {
        if seen.get_untracked().outlook.is_some() && can_look(scene) {
            draft.tile.set(Some(tile));
        }
    };
    view! {
        <div class=class role="gridcell" id=id(board, tile) data-tile=tile.to_string() aria-label=label
            on:click=move |_| press()
            on:pointerenter=move |event| if is_mouse(&event) { look() }>
            {inside}
        </div>
    }
}

/// The headquarters of a chain: a house of three storeys in a 16 × 16 view box.
const HOUSE: &str =
    "M3 15V4l5-3 5 3v11zM6 6h1.5v1.5H6zM8.5 6H10v1.5H8.5zM6 9h1.5v1.5H6zM8.5 9H10v1.5H8.5zM7 12h2v3H7z";

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
    let headquarters = chain.filter(|&chain| scene.headquarters.tile(chain) == Some(tile));
    let outlook = is_mine.then(|| scene.outlook(tile));
    Seen {
        cell,
        is_last: scene.last_tile() == Some(tile),
        is_safe: chain.is_some_and(|chain| scene.view.safe().contains(chain)),
        headquarters: headquarters.map(|chain| scene.view.size(chain)),
        is_out: scene.view.set_aside().contains(tile),
        is_site: scene.asked() == Some(Phase::Found) && scene.view.founding_tiles().contains(tile),
        is_founding: scene.founding_tile() == Some(tile),
        outlook: outlook.map(mergemaker_web::scene::Outlook::id),
        can_place: scene.asked() == Some(Phase::Tile)
            && outlook.is_some_and(mergemaker_web::scene::Outlook::is_playable),
    }
}
