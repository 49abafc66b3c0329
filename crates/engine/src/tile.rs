//! Tiles and sets of tiles: 12 columns by 9 rows, 108 spaces (B1).
//!
//! A tile is stored as `row * 13 + column`. The thirteenth column is never a tile: the neighbours of a tile
//! are always ±1 and ±13, and nothing wraps from one row to the next (B2).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const COLUMNS: u8 = 12;
const ROWS: u8 = 9;
/// The distance between a tile and the one below it.
pub(crate) const STRIDE: u8 = COLUMNS + 1;

/// One of the 108 tiles, and its space. Tiles are ordered as in S2: by row letter, then by column number.
///
/// ```
/// use mergemaker_engine::Tile;
/// let tile: Tile = "7C".parse()?;
/// assert_eq!((tile.column(), tile.row_letter()), (7, 'C'));
/// assert!("9A".parse::<Tile>()? < "1B".parse::<Tile>()?);
/// # Ok::<(), mergemaker_engine::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// How many tiles there are (B1).
    pub const COUNT: usize = COLUMNS as usize * ROWS as usize;

    /// All tiles, in order.
    pub(crate) const ORDERED: [Tile; Self::COUNT] = {
        let mut tiles = [Tile(0); Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            tiles[index] = Tile((index / COLUMNS as usize) as u8 * STRIDE + (index % COLUMNS as usize) as u8);
            index += 1;
        }
        tiles
    };

    /// The tile at a column (1 to 12) and a row (0 for A to 8 for I).
    ///
    /// ```
    /// use mergemaker_engine::Tile;
    /// assert_eq!(Tile::new(12, 8).unwrap().to_string(), "12I");
    /// assert_eq!(Tile::new(13, 0), None);
    /// ```
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Tile> {
        if column >= 1 && column <= COLUMNS && row < ROWS {
            Some(Tile(row * STRIDE + column - 1))
        } else {
            None
        }
    }

    /// The tile with a number from 0 (1A) to 107 (12I), row by row.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Tile> {
        Self::ORDERED.get(index).copied()
    }

    /// The number of the tile, from 0 (1A) to 107 (12I), row by row.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.row() * COLUMNS + self.column() - 1) as usize
    }

    /// The column, 1 to 12.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE + 1
    }

    /// The row, 0 (A) to 8 (I).
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }

    /// The row's letter, A to I.
    #[must_use]
    pub const fn row_letter(self) -> char {
        (b'A' + self.row()) as char
    }

    /// All 108 tiles, in order.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + ExactSizeIterator {
        Self::ORDERED.into_iter()
    }

    /// The tiles above, left, right and below (B2).
    ///
    /// ```
    /// use mergemaker_engine::Tile;
    /// let corner: Tile = "12A".parse()?;
    /// let names: Vec<String> = corner.neighbours().map(|tile| tile.to_string()).collect();
    /// assert_eq!(names, ["11A", "12B"]);
    /// # Ok::<(), mergemaker_engine::RuleError>(())
    /// ```
    pub fn neighbours(self) -> impl Iterator<Item = Tile> {
        let (column, row) = (self.column(), self.row());
        [(column, row.wrapping_sub(1)), (column - 1, row), (column + 1, row), (column, row + 1)]
            .into_iter()
            .filter_map(|(column, row)| Tile::new(column, row))
    }

    /// The padded number that indexes boards and sets.
    #[inline]
    pub(crate) const fn raw(self) -> u8 {
        self.0
    }

    /// The tile with a padded number from [`Tile::raw`].
    #[inline]
    pub(crate) const fn from_raw(raw: u8) -> Tile {
        debug_assert!(raw % STRIDE < COLUMNS && raw / STRIDE < ROWS);
        Tile(raw)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", self.column(), self.row_letter()))
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Tile {
    type Err = crate::RuleError;

    fn from_str(text: &str) -> Result<Tile, Self::Err> {
        let parse = || {
            let (&letter, digits) = text.as_bytes().split_last()?;
            let column = match digits {
                [digit @ b'1'..=b'9'] => digit - b'0',
                [b'1', digit @ b'0'..=b'2'] => 10 + digit - b'0',
                _ => return None,
            };
            Tile::new(column, letter.checked_sub(b'A')?)
        };
        parse().ok_or(crate::RuleError::NoSuchTile)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Tile, D::Error> {
        crate::reading::parse_text(deserializer, "a tile from \"1A\" to \"12I\"")
    }
}

/// A set of tiles in one `u128`.
///
/// ```
/// use mergemaker_engine::{Tile, TileSet};
/// let a: Tile = "1A".parse()?;
/// let set: TileSet = [a].into_iter().collect();
/// assert!(set.contains(a) && set.len() == 1 && (TileSet::ALL - set).len() == 107);
/// # Ok::<(), mergemaker_engine::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct TileSet(u128);

impl TileSet {
    /// No tile.
    pub const EMPTY: TileSet = TileSet(0);
    /// All 108 tiles.
    pub const ALL: TileSet = {
        let mut bits = 0;
        let mut index = 0;
        while index < Tile::COUNT {
            bits |= 1 << Tile::ORDERED[index].0;
            index += 1;
        }
        TileSet(bits)
    };

    /// Whether the tile is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 >> tile.0 & 1 == 1
    }

    /// Adds a tile.
    #[inline]
    pub const fn insert(&mut self, tile: Tile) {
        self.0 |= 1 << tile.0;
    }

    /// Removes a tile.
    #[inline]
    pub const fn remove(&mut self, tile: Tile) {
        self.0 &= !(1 << tile.0);
    }

    /// How many tiles are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The neighbours of the tiles of the set, whether in the set or not.
    ///
    /// ```
    /// use mergemaker_engine::{Tile, TileSet};
    /// let corner: TileSet = ["1A".parse::<Tile>()?].into_iter().collect();
    /// assert_eq!(corner.around().iter().map(|tile| tile.to_string()).collect::<Vec<_>>(), ["2A", "1B"]);
    /// # Ok::<(), mergemaker_engine::RuleError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn around(self) -> TileSet {
        let near = self.0 << 1 | self.0 >> 1 | self.0 << STRIDE | self.0 >> STRIDE;
        TileSet(near & TileSet::ALL.0)
    }

    /// The set with these bits, one per padded number.
    pub(crate) const fn from_raw(bits: u128) -> TileSet {
        TileSet(bits)
    }

    /// The tiles of the set, in order.
    #[must_use]
    pub fn iter(self) -> TileSetIter {
        TileSetIter(self.0)
    }
}

impl std::ops::BitOr for TileSet {
    type Output = TileSet;
    fn bitor(self, other: TileSet) -> TileSet {
        TileSet(self.0 | other.0)
    }
}

impl std::ops::BitAnd for TileSet {
    type Output = TileSet;
    fn bitand(self, other: TileSet) -> TileSet {
        TileSet(self.0 & other.0)
    }
}

impl std::ops::Sub for TileSet {
    type Output = TileSet;
    fn sub(self, other: TileSet) -> TileSet {
        TileSet(self.0 & !other.0)
    }
}

impl FromIterator<Tile> for TileSet {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileSet {
        let mut set = TileSet::EMPTY;
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}

impl IntoIterator for TileSet {
    type Item = Tile;
    type IntoIter = TileSetIter;
    fn into_iter(self) -> TileSetIter {
        self.iter()
    }
}

impl fmt::Debug for TileSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for TileSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for TileSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TileSet, D::Error> {
        let tiles = Vec::<Tile>::deserialize(deserializer)?;
        let set: TileSet = tiles.iter().copied().collect();
        if set.len() == tiles.len() {
            Ok(set)
        } else {
            Err(serde::de::Error::custom("a tile is listed twice"))
        }
    }
}

/// The tiles of a [`TileSet`], in order.
#[derive(Clone)]
pub struct TileSetIter(u128);

impl Iterator for TileSetIter {
    type Item = Tile;

    fn next(&mut self) -> Option<Tile> {
        if self.0 == 0 {
            return None;
        }
        let tile = Tile::from_raw(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(tile)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B1: 108 tiles with unique names that round-trip.
    #[test]
    fn names_round_trip() {
        for (index, tile) in Tile::all().enumerate() {
            assert_eq!(tile.to_string().parse::<Tile>(), Ok(tile));
            assert_eq!(Tile::from_index(index), Some(tile));
            assert_eq!(tile.index(), index);
        }
        assert_eq!(TileSet::ALL.len(), 108);
        for text in ["", "A", "0A", "13A", "1J", "1a", "01A", "1AA", "A1", "-1A", "１A", "111A"] {
            assert!(text.parse::<Tile>().is_err(), "{text:?}");
        }
    }

    /// B2: neighbours share a side, never just a corner, and never across the edge.
    #[test]
    fn neighbours_differ_by_one_step() {
        for a in Tile::all() {
            for b in Tile::all() {
                let distance = a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
                assert_eq!(a.neighbours().any(|tile| tile == b), distance == 1, "{a} {b}");
            }
        }
    }
}
