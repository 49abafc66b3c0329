//! The board: each tile is a letter in its chain's colour.

use mergemaker_engine::{Cell, Tile};

use super::palette;
use super::state::Screen;
use crate::text::{FAINT, Line, STRONG};

/// Ten lines: the column numbers, then the rows.
pub(super) fn draw(screen: &Screen<'_>) -> Vec<Line> {
    let mut numbers = Line::from("  ");
    (1..=12).for_each(|column| numbers.push(FAINT, format!("{column:>2} ")));
    let mut lines = vec![numbers];
    for row in 0..9 {
        let tiles = (1..=12).filter_map(|column| Tile::new(column, row));
        let mut line = Line::default();
        for tile in tiles {
            if tile.column() == 1 {
                line.push(FAINT, format!("{} ", tile.row_letter()));
            }
            line.append(space(screen, tile));
        }
        lines.push(line);
    }
    lines
}

/// One space, three characters wide: `>` before the letter marks the last tile placed, `°` after it a safe
/// chain.
fn space(screen: &Screen<'_>, tile: Tile) -> Line {
    let is_last = screen.last_tile() == Some(tile);
    let before = if is_last { '>' } else { ' ' };
    let (style, text) = match screen.game().board().cell(tile) {
        Cell::Empty => (FAINT, " · ".to_owned()),
        Cell::Lone => (palette::on_lone(), format!("{before}o ")),
        Cell::Chain { chain } => {
            let safe = if screen.game().safe().contains(chain) { '°' } else { ' ' };
            let letter = palette::letter(screen.theme, chain);
            (palette::on_chain(screen.theme, chain), format!("{before}{letter}{safe}"))
        }
    };
    Line::new(if is_last { style | STRONG.get_effects() } else { style }, text)
}
