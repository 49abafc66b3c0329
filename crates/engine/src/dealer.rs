//! Chance: who deals the tiles. The engine asks a dealer, and an event records the answer.

use std::convert::Infallible;

use rand_core::{Rng, TryRng};

use crate::{Tile, TileSet};

/// Deals the tiles of one game, from a pile of all tiles that are nowhere else.
///
/// A dealer is called only while the pile has tiles. The tile it returns must be in the pile.
pub trait Dealer {
    /// Takes the next tile off the pile.
    ///
    /// ```
    /// use mergemaker_engine::{Dealer, FixedDealer};
    /// assert_eq!(FixedDealer::new(["5E".parse().unwrap()]).draw().to_string(), "5E");
    /// ```
    fn draw(&mut self) -> Tile;

    /// Looks at a random tile of the pile, puts it back and shuffles the pile (P5).
    ///
    /// ```
    /// use mergemaker_engine::{Dealer, Dice, RandomDealer};
    /// let bank_shares = RandomDealer::new(Dice::new(1)).look().column();
    /// assert!((1..=12).contains(&bank_shares));
    /// ```
    fn look(&mut self) -> Tile;
}

/// Deals at random from any source of randomness, for simulations and playouts.
///
/// ```
/// use mergemaker_engine::{Dealer, Dice, RandomDealer, TileSet};
/// let mut dealer = RandomDealer::new(Dice::new(1));
/// let dealt: TileSet = (0..108).map(|_| dealer.draw()).collect();
/// assert_eq!(dealt, TileSet::ALL);
/// ```
#[derive(Clone)]
pub struct RandomDealer<R> {
    rng: R,
    left: u32,
    pile: [Tile; 128],
}

impl<R: Rng> RandomDealer<R> {
    /// A dealer with all 108 tiles.
    #[inline]
    pub fn new(rng: R) -> Self {
        RandomDealer { rng, left: Tile::COUNT as u32, pile: FULL_PILE }
    }

    /// A dealer that continues from the pile of a game.
    ///
    /// ```
    /// use mergemaker_engine::{Dealer, Dice, RandomDealer, Tile};
    /// let last: Tile = "12I".parse().unwrap();
    /// assert_eq!(RandomDealer::from_pile([last].into_iter().collect(), Dice::new(1)).draw(), last);
    /// ```
    pub fn from_pile(pile: TileSet, rng: R) -> Self {
        let mut dealer = RandomDealer { rng, left: 0, pile: FULL_PILE };
        for tile in pile {
            dealer.pile[dealer.left as usize] = tile;
            dealer.left += 1;
        }
        dealer
    }
}

/// All tiles in order, padded to a power of two: an index below 128 needs no bounds check.
const FULL_PILE: [Tile; 128] = {
    let mut pile = [Tile::ORDERED[0]; 128];
    let mut index = 0;
    while index < Tile::COUNT {
        pile[index] = Tile::ORDERED[index];
        index += 1;
    }
    pile
};

impl<R: Rng> Dealer for RandomDealer<R> {
    #[inline]
    fn draw(&mut self) -> Tile {
        let chosen = below(&mut self.rng, self.left) as usize % 128;
        let tile = self.pile[chosen];
        self.left -= 1;
        self.pile[chosen] = self.pile[self.left as usize % 128];
        tile
    }

    #[inline]
    fn look(&mut self) -> Tile {
        self.pile[below(&mut self.rng, self.left) as usize % 128]
    }
}

/// Deals given tiles in a given order, for tests and worked examples.
///
/// ```
/// use mergemaker_engine::{Dealer, FixedDealer};
/// let mut dealer = FixedDealer::new(["5E".parse().unwrap()]);
/// assert_eq!((dealer.look(), dealer.draw()), ("5E".parse().unwrap(), "5E".parse().unwrap()));
/// ```
#[derive(Clone, Debug)]
pub struct FixedDealer {
    draws: std::collections::VecDeque<Tile>,
    looks: std::collections::VecDeque<Tile>,
}

impl FixedDealer {
    /// A dealer that deals these tiles first, then the rest in order.
    pub fn new(draws: impl IntoIterator<Item = Tile>) -> Self {
        Self::with_looks(draws, [], TileSet::ALL)
    }

    /// The same from a given pile. [`Dealer::look`] returns each of `looks` once, then the next tile to draw.
    ///
    /// ```
    /// use mergemaker_engine::{Dealer, FixedDealer, TileSet};
    /// let mut dealer = FixedDealer::with_looks([], ["9C".parse().unwrap()], TileSet::ALL);
    /// assert_eq!((dealer.look().column(), dealer.look().column()), (9, 1));
    /// ```
    pub fn with_looks(
        draws: impl IntoIterator<Item = Tile>,
        looks: impl IntoIterator<Item = Tile>,
        pile: TileSet,
    ) -> Self {
        let mut draws: std::collections::VecDeque<Tile> = draws.into_iter().collect();
        let rest = pile - draws.iter().copied().collect();
        draws.extend(rest);
        FixedDealer { draws, looks: looks.into_iter().collect() }
    }
}

impl Dealer for FixedDealer {
    fn draw(&mut self) -> Tile {
        self.draws.pop_front().expect("a dealer is called only while the pile has tiles")
    }

    fn look(&mut self) -> Tile {
        self.looks
            .pop_front()
            .unwrap_or_else(|| *self.draws.front().expect("a dealer is called only while the pile has tiles"))
    }
}

/// Returns a random number below `bound`. Fast, with each probability within 2⁻³² of uniform: enough for
/// playouts. Real games are dealt with an exact method.
///
/// ```
/// use mergemaker_engine::{Dice, below};
/// assert!(below(&mut Dice::new(5), 6) < 6);
/// ```
#[inline]
pub fn below<R: Rng>(rng: &mut R, bound: u32) -> u32 {
    (((rng.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
}

/// A fast pseudo-random number generator for playouts and tests. Not for dealing to people, who could
/// predict it.
///
/// This is wyrand: a counter times a scrambled copy of itself, high half xor low half, in five instructions
/// per number.
///
/// ```
/// use mergemaker_engine::Dice;
/// use rand_core::Rng;
/// let (mut dice, mut same) = (Dice::new(7), Dice::new(7));
/// assert_eq!(dice.next_u64(), same.next_u64());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    #[inline]
    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = (self.0 as u128).wrapping_mul((self.0 ^ 0xe703_7ed1_a0b4_28db) as u128);
        (product >> 64) as u64 ^ product as u64
    }
}

impl TryRng for Dice {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next() >> 32) as u32)
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.next())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even enough for playouts: with every seed, each face comes up about equally often.
    #[test]
    fn dice_are_even() {
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut faces = [0_i32; 6];
            for _ in 0..60_000 {
                faces[below(&mut dice, 6) as usize] += 1;
            }
            assert!(faces.iter().all(|count| (count - 10_000).abs() < 450), "seed {seed}: {faces:?}");
        }
    }

    #[test]
    fn bytes_match_the_numbers() {
        let mut bytes = [0; 11];
        Dice::new(3).fill_bytes(&mut bytes);
        let mut dice = Dice::new(3);
        assert_eq!(bytes[..8], dice.next_u64().to_le_bytes());
        assert_eq!(bytes[8..], dice.next_u64().to_le_bytes()[..3]);
    }
}
