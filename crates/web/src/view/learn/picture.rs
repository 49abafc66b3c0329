//! A small picture of a board.

use leptos::prelude::*;
use mergemaker_engine::{Board, Cell, Tile};

/// A thumbnail of a board.
#[component]
pub(super) fn Picture(board: Board) -> impl IntoView {
    let first = Tile::all().map(Tile::row).min().unwrap_or(0);
    let square = |tile: Tile| {
        let class = match board.cell(tile) {
            Cell::Chain { chain } => format!("cell chain {}", chain.id()),
            Cell::Lone => "cell lone".to_owned(),
            Cell::Empty => "cell".to_owned(),
        };
        let (x, y) = (10 * (tile.column() - 1) + 1, 10 * (tile.row() - first) + 1);
        view! { <rect class=class x=x y=y width="8" height="8" rx="1.5"/> }
    };
    view! {
        <svg class="picture" viewBox="0 0 120 90" aria-hidden="true">{Tile::all().map(square).collect_view()}</svg>
    }
}
