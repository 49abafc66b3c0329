//! The board: the contents of its 108 spaces.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::tile::STRIDE;
use crate::{Chain, ChainSet, Tile, TileSet};

/// The contents of one space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// No tile.
    Empty,
    /// An unincorporated tile: on the board, in no chain (S3, T3).
    Lone,
    /// A tile of this chain.
    Chain {
        /// The chain.
        chain: Chain,
    },
}

/// The contents of every space: one byte each, one bit per chain. What a tile touches is the four bytes
/// around it or-ed together. A border of empty bytes makes edge checks unnecessary; it is two rows deep
/// because joining tiles also looks at the neighbours' neighbours.
///
/// ```
/// use mergemaker_engine::{Board, Cell, Chain};
/// let board: Board = "LL..o".parse().unwrap();
/// assert_eq!(board.cell("2A".parse().unwrap()), Cell::Chain { chain: Chain::Luxor });
/// assert_eq!(board.tiles(Chain::Luxor).len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    cells: [u8; CELLS],
}

const BORDER: usize = STRIDE as usize;
const CELLS: usize = (9 + 4) * BORDER;
/// How many groups of eight cells cover all tiles, from the first row on.
const EIGHTS: usize = (9 * BORDER).div_ceil(8);
/// The bit of an unincorporated tile; the seven below it are the chains, in order.
const LONE: u8 = 0x80;

impl Board {
    /// A board without tiles.
    pub const EMPTY: Board = Board { cells: [0; CELLS] };

    /// The contents of a space.
    #[must_use]
    pub fn cell(&self, tile: Tile) -> Cell {
        match self.cells[cell_index(tile)] {
            0 => Cell::Empty,
            LONE => Cell::Lone,
            bit => Cell::Chain { chain: Chain::from_index(bit.trailing_zeros() as usize) },
        }
    }

    /// What a space touches (B2).
    ///
    /// ```
    /// use mergemaker_engine::{Board, Chain, ChainSet};
    /// let board: Board = "LL.TT/..o".parse().unwrap();
    /// let touch = board.touch("3A".parse().unwrap());
    /// assert_eq!(touch.chains(), ChainSet::from_iter([Chain::Luxor, Chain::Tower]));
    /// assert!(touch.has_lone());
    /// ```
    #[inline]
    #[must_use]
    pub fn touch(&self, tile: Tile) -> Touch {
        Touch(self.touching(cell_index(tile)))
    }

    /// The tiles of a chain.
    #[must_use]
    pub fn tiles(&self, chain: Chain) -> TileSet {
        Tile::all().filter(|&tile| self.cell(tile) == Cell::Chain { chain }).collect()
    }

    /// The unincorporated tiles.
    #[must_use]
    pub fn lone(&self) -> TileSet {
        Tile::all().filter(|&tile| self.cell(tile) == Cell::Lone).collect()
    }

    /// All tiles on the board.
    #[must_use]
    pub fn occupied(&self) -> TileSet {
        Tile::all().filter(|&tile| self.cell(tile) != Cell::Empty).collect()
    }

    /// The tiles of every chain, in the order of the rulebook, and the unincorporated tiles.
    #[must_use]
    pub fn sets(&self) -> ([TileSet; Chain::COUNT], TileSet) {
        let mut sets = [0_u128; Chain::COUNT + 1];
        let (eights, _) = self.cells[2 * BORDER..].as_chunks::<8>();
        // The border after the last row is empty.
        for (place, cells) in eights[..EIGHTS].iter().enumerate() {
            let cells = u64::from_le_bytes(*cells);
            for (bit, set) in sets.iter_mut().enumerate() {
                // The product moves one bit of each of the eight bytes into the highest byte.
                let bits = (cells >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *set |= u128::from(bits) << (8 * place);
            }
        }
        let [chains @ .., lone] = sets.map(TileSet::from_raw);
        (chains, lone)
    }

    /// Puts down a tile, unincorporated for now.
    #[inline]
    pub(crate) fn put(&mut self, tile: Tile) {
        self.cells[cell_index(tile)] = LONE;
    }

    /// Adds the tile, and the unincorporated tiles connected to it, to a chain. Returns how many were added.
    ///
    /// Unincorporated tiles never touch each other, except start tiles (S3), so nearly always only the
    /// neighbours join. There is no branch per neighbour: which of them join is unpredictable.
    #[inline]
    pub(crate) fn join(&mut self, tile: Tile, touch: Touch, chain: Chain) -> u8 {
        let (index, bit) = (cell_index(tile), 1 << chain as u8);
        self.cells[index] = bit;
        if !touch.has_lone() {
            return 1;
        }
        let neighbours = around(index);
        let mut further = 0;
        for next in neighbours {
            let mask = if self.cells[next] == LONE { LONE } else { 0 };
            further |= self.touching(next) & mask;
        }
        if further != 0 {
            return self.flood(index, bit);
        }
        let mut count = 1;
        for next in neighbours {
            let joins = self.cells[next] == LONE;
            self.cells[next] = if joins { bit } else { self.cells[next] };
            count += u8::from(joins);
        }
        count
    }

    /// The four neighbours of a cell or-ed together.
    #[inline]
    fn touching(&self, index: usize) -> u8 {
        let near = &self.cells[index - BORDER..=index + BORDER];
        near[0] | near[BORDER - 1] | near[BORDER + 1] | near[2 * BORDER]
    }

    /// How many tiles this one would add to a chain: itself and the unincorporated tiles connected to it
    /// (T4, T6, M4).
    ///
    /// ```
    /// use mergemaker_engine::{Board, Tile};
    /// let board: Board = "o..o........".parse()?;
    /// assert_eq!(board.joining("2A".parse()?), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn joining(&self, tile: Tile) -> u8 {
        let mut copy = *self;
        copy.put(tile);
        copy.flood(cell_index(tile), 1)
    }

    /// Adds a cell, and the unincorporated cells connected to it, to a chain. Returns how many were added.
    fn flood(&mut self, index: usize, bit: u8) -> u8 {
        self.cells[index] = bit;
        let mut count = 1;
        for next in around(index) {
            if self.cells[next] == LONE {
                count += self.flood(next, bit);
            }
        }
        count
    }

    /// Gives all tiles of some chains to another.
    #[inline]
    pub(crate) fn hand_over(&mut self, from: ChainSet, to: Chain) {
        let bit = 1 << to as u8;
        for cell in &mut self.cells {
            *cell = if *cell & from.0 == 0 { *cell } else { bit };
        }
    }

    fn set(&mut self, tile: Tile, cell: Cell) {
        self.cells[cell_index(tile)] = match cell {
            Cell::Empty => 0,
            Cell::Lone => LONE,
            Cell::Chain { chain } => 1 << chain as u8,
        };
    }

    /// The nine rows as text: a letter for a chain, `o` for an unincorporated tile, `.` for none.
    ///
    /// ```
    /// let board: mergemaker_engine::Board = "LL..o".parse().unwrap();
    /// assert_eq!(board.rows()[0], "LL..o.......");
    /// ```
    #[must_use]
    pub fn rows(&self) -> [String; 9] {
        std::array::from_fn(|row| {
            Tile::all()
                .filter(|tile| tile.row() as usize == row)
                .map(|tile| symbol(self.cell(tile)))
                .collect()
        })
    }
}

#[inline]
fn around(index: usize) -> [usize; 4] {
    [index - BORDER, index - 1, index + 1, index + BORDER]
}

#[inline]
fn cell_index(tile: Tile) -> usize {
    // The mask changes nothing: it proves to the compiler that a tile and its neighbours are in bounds.
    (tile.raw() & 0x7f) as usize + 2 * BORDER
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Lone => 'o',
        Cell::Chain { chain } => chain.letter(),
    }
}

/// The contents of the four neighbours of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch(u8);

impl Touch {
    /// The chains that touch the space.
    ///
    /// ```
    /// use mergemaker_engine::{Board, Chain, ChainSet};
    /// let board: Board = "LL".parse().unwrap();
    /// assert_eq!(board.touch("3A".parse().unwrap()).chains(), ChainSet::of(Chain::Luxor));
    /// ```
    #[inline]
    #[must_use]
    pub const fn chains(self) -> ChainSet {
        ChainSet(self.0 & !LONE)
    }

    /// Whether an unincorporated tile touches the space.
    #[inline]
    #[must_use]
    pub const fn has_lone(self) -> bool {
        self.0 & LONE != 0
    }

    /// Whether nothing touches the space.
    #[inline]
    #[must_use]
    pub const fn is_nothing(self) -> bool {
        self.0 == 0
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().join("/"))
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses rows A to I, separated by `/` or newlines, in the format of [`Board::rows`]. Missing rows and the
/// rest of short rows are empty. Whitespace is ignored.
impl std::str::FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let mut board = Board::EMPTY;
        let rows = text.split(['/', '\n']).map(|row| row.chars().filter(|symbol| !symbol.is_whitespace()));
        for (row, symbols) in rows.enumerate() {
            for (column, symbol) in symbols.enumerate() {
                let tile = u8::try_from(column + 1).ok().zip(u8::try_from(row).ok());
                let tile = tile
                    .and_then(|(column, row)| Tile::new(column, row))
                    .ok_or("the board has 9 rows of 12 spaces")?;
                let cell = match symbol {
                    '.' => Cell::Empty,
                    'o' => Cell::Lone,
                    letter => Cell::Chain {
                        chain: Chain::from_letter(letter).ok_or_else(|| {
                            format!("{letter:?} on {tile} is not a chain's letter, `o` or `.`")
                        })?,
                    },
                };
                board.set(tile, cell);
            }
        }
        Ok(board)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Board, D::Error> {
        crate::reading::parse_text(deserializer, "nine rows of twelve spaces separated by `/`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B2: what a space touches is the union of its neighbours, at corners and edges too.
    #[test]
    fn touch_and_sets_agree_with_the_cells() {
        let mut rng = crate::Dice::new(3);
        for _ in 0..2_000 {
            let mut board = Board::EMPTY;
            for tile in Tile::all() {
                board.set(
                    tile,
                    match crate::below(&mut rng, 14) {
                        chain @ 0..7 => Cell::Chain { chain: Chain::from_index(chain as usize) },
                        7 | 8 => Cell::Lone,
                        _ => Cell::Empty,
                    },
                );
            }
            assert_eq!(board.to_string().parse(), Ok(board));
            assert_eq!(board.sets(), (Chain::ALL.map(|chain| board.tiles(chain)), board.lone()));
            for tile in Tile::all() {
                let around: Vec<Cell> = tile.neighbours().map(|tile| board.cell(tile)).collect();
                let touch = board.touch(tile);
                assert_eq!(touch.has_lone(), around.contains(&Cell::Lone));
                for chain in Chain::ALL {
                    assert_eq!(touch.chains().contains(chain), around.contains(&Cell::Chain { chain }));
                }
            }
        }
    }

    #[test]
    fn a_wrong_drawing_is_refused() {
        for text in [".............", "X", "LLo.o,", "/////////."] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
    }
}
