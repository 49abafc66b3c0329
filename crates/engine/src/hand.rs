//! A hand: up to six tiles, kept in order in one `u64`.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::lanes::{HIGH, ONES};
use crate::{Tile, TileSet};

/// How many tiles a full hand has (S4).
pub const HAND_SIZE: usize = 6;

/// Up to six tiles, one per byte, lowest first; free bytes hold a value above every tile. Equal hands are
/// therefore equal numbers, and inserting a tile needs no loop.
///
/// ```
/// use mergemaker_engine::{Hand, Tile};
/// let hand: Hand = ["9A", "2A"].iter().map(|name| name.parse::<Tile>().unwrap()).collect();
/// assert_eq!(format!("{hand:?}"), "[2A, 9A]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand(u64);

/// The value of a byte without a tile.
const FREE: u8 = 0x7f;

impl Hand {
    /// A hand without tiles.
    pub const EMPTY: Hand = Hand(FREE as u64 * ONES);

    /// How many tiles are in the hand.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        // Adding one sets the highest bit in exactly the free bytes.
        let free = ((self.0 + ONES) & HIGH) >> 7;
        8 - (free.wrapping_mul(ONES) >> 56) as usize
    }

    /// Whether the hand is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == Hand::EMPTY.0
    }

    /// The tile at an index, counted from 0 in tile order.
    ///
    /// ```
    /// use mergemaker_engine::{Hand, Tile};
    /// let hand: Hand = Tile::all().take(3).collect();
    /// assert_eq!(hand.tile(1).unwrap().to_string(), "2A");
    /// ```
    #[must_use]
    pub fn tile(self, index: usize) -> Option<Tile> {
        (index < self.len()).then(|| self.nth(index))
    }

    /// Whether the tile is in the hand.
    #[must_use]
    pub fn contains(self, tile: Tile) -> bool {
        self.iter().any(|held| held == tile)
    }

    /// The tiles, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        self.0.to_le_bytes().into_iter().take_while(|&byte| byte != FREE).map(Tile::from_raw)
    }

    /// The tile at an index that is known to be in range.
    #[inline]
    pub(crate) fn nth(self, index: usize) -> Tile {
        Tile::from_raw((self.0 >> (8 * index)) as u8)
    }

    /// Adds a tile that is not in the hand, which has fewer than six.
    #[inline]
    pub(crate) fn insert(&mut self, tile: Tile) {
        debug_assert!(self.len() < HAND_SIZE && !self.contains(tile));
        let tile = u64::from(tile.raw());
        // The highest bit of each byte that is less than the tile. These bytes stay where they are.
        let less = (((tile * ONES) | HIGH) - self.0) & HIGH;
        let shift = ((less >> 7).wrapping_mul(ONES) >> 56) * 8;
        let below = (1 << shift) - 1;
        self.0 = self.0 & below | tile << shift | (self.0 & !below) << 8;
    }

    /// Removes a tile that is in the hand.
    #[inline]
    pub(crate) fn remove(&mut self, tile: Tile) {
        let less = (((u64::from(tile.raw()) * ONES) | HIGH) - self.0 - ONES) & HIGH;
        let shift = ((less >> 7).wrapping_mul(ONES) >> 56) * 8;
        debug_assert_eq!((self.0 >> shift) as u8, tile.raw());
        let below = (1 << shift) - 1;
        self.0 = self.0 & below | (self.0 >> 8) & !below | u64::from(FREE) << 56;
    }

    /// The tiles as a set.
    #[must_use]
    pub fn tiles(self) -> TileSet {
        self.iter().collect()
    }
}

impl Default for Hand {
    fn default() -> Hand {
        Hand::EMPTY
    }
}

/// Collects the first six distinct tiles.
impl FromIterator<Tile> for Hand {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Hand {
        let mut hand = Hand::EMPTY;
        for tile in tiles {
            if hand.len() < HAND_SIZE && !hand.contains(tile) {
                hand.insert(tile);
            }
        }
        hand
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hand, D::Error> {
        let tiles = TileSet::deserialize(deserializer)?;
        if tiles.len() <= HAND_SIZE {
            Ok(tiles.iter().collect())
        } else {
            Err(serde::de::Error::custom("a hand has at most six tiles"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, below};

    /// S4: a hand is an ordered set of up to six tiles.
    #[test]
    fn a_hand_is_a_small_ordered_set() {
        let mut rng = Dice::new(2);
        let (mut hand, mut set) = (Hand::EMPTY, TileSet::EMPTY);
        for _ in 0..100_000 {
            let tile = Tile::from_index(below(&mut rng, 108) as usize).unwrap();
            if set.contains(tile) {
                hand.remove(tile);
                set.remove(tile);
            } else if set.len() < HAND_SIZE {
                hand.insert(tile);
                set.insert(tile);
            } else {
                let out = hand.nth(below(&mut rng, 6) as usize);
                hand.remove(out);
                set.remove(out);
            }
            assert!(hand.iter().eq(set.iter()), "{hand:?} {set:?}");
            assert_eq!((hand.len(), hand.is_empty()), (set.len(), set.is_empty()));
            assert_eq!(hand, set.iter().collect());
        }
    }
}
