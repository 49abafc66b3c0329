//! Fair chance: a seed fixed before the first tile deals the whole game and proves it afterwards.
//!
//! `docs/FAIR.md` specifies this for other programs. The algorithm must never change, or games already played
//! would no longer verify. Test vectors pin it.

use std::fmt;
use std::str::FromStr;

use mergemaker_engine::{Dealer, Tile, TileSet};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The 32 bytes that determine every draw of a game. They reveal every tile to come: `Debug` hides them,
/// `Display` shows them as 64 hexadecimal digits.
///
/// ```
/// use mergemaker_record::Seed;
/// let seed: Seed = "00".repeat(32).parse()?;
/// assert_eq!(format!("{seed:?}"), "Seed(..)");
/// assert_eq!(seed.to_string(), "00".repeat(32));
/// # Ok::<(), mergemaker_record::SeedError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed with these bytes. For a game between people they must come from the system's cryptographic
    /// random number generator.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed of one game of a simulation: the SHA-256 of the text `mergemaker seed S game N`, both numbers
    /// in decimal. Not for games between people, since anyone can compute it.
    ///
    /// ```
    /// use mergemaker_record::Seed;
    /// assert_ne!(Seed::for_simulation(7, 1), Seed::for_simulation(7, 2));
    /// ```
    #[must_use]
    pub fn for_simulation(seed: u64, game: u64) -> Seed {
        Seed(Sha256::digest(format!("mergemaker seed {seed} game {game}")).into())
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> [u8; 32] {
        self.0
    }

    /// A number to seed the decisions of bots in a game with this seed, different for each `which`. It is the
    /// start of a separate SHA-256 and reveals nothing about the tiles.
    ///
    /// ```
    /// use mergemaker_record::Seed;
    /// let seed = Seed::for_simulation(7, 1);
    /// assert_ne!(seed.for_decisions(0), seed.for_decisions(1));
    /// ```
    #[must_use]
    pub fn for_decisions(&self, which: u64) -> u64 {
        let digest =
            Sha256::new().chain_update("decisions").chain_update(self.0).chain_update(which.to_le_bytes());
        let digest: [u8; 32] = digest.finalize().into();
        digest[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// The commitment published before the first tile: the SHA-256 of the 32 bytes.
    ///
    /// ```
    /// use mergemaker_record::Seed;
    /// let commitment = Seed::from_bytes([0; 32]).commitment();
    /// assert!(commitment.to_string().starts_with("66687aadf862bd77"));
    /// ```
    #[must_use]
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// The fingerprint of a [`Seed`]: it commits the dealer to the seed without revealing it.
///
/// ```
/// use mergemaker_record::{Commitment, Seed};
/// let text = Seed::from_bytes([3; 32]).commitment().to_string();
/// assert_eq!(text.parse::<Commitment>()?, Seed::from_bytes([3; 32]).commitment());
/// # Ok::<(), mergemaker_record::SeedError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment([u8; 32]);

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

/// Text that is not a seed or a commitment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits in lower case")]
pub struct SeedError;

macro_rules! hexadecimal {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl FromStr for $name {
            type Err = SeedError;

            fn from_str(text: &str) -> Result<$name, SeedError> {
                bytes_of(text).map($name).ok_or(SeedError)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

hexadecimal!(Seed);
hexadecimal!(Commitment);

fn bytes_of(text: &str) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let mut bytes = [0; 32];
    if pairs.len() != bytes.len() {
        return None;
    }
    for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
        *byte = digit(*high)? << 4 | digit(*low)?;
    }
    Some(bytes)
}

/// The pile of one game, in the order determined by its seed.
///
/// The seed generates two independent streams of numbers. Stream 0 shuffles the 108 tiles. Stream 1 picks the
/// bank's tiles (P5): showing one never changes a draw.
///
/// - A stream is the keystream of `ChaCha20` (64-bit block counter from 0) with the seed as its key and
///   the stream's number as its 64-bit nonce, read as 32-bit numbers, lowest byte first.
/// - A number below `n`: take the next 32-bit number `w`; while `w` is `n` × ⌊2³² ÷ `n`⌋ or more, take the
///   next. The result is `w` modulo `n`, exactly uniform.
/// - The pile: the tiles in order, 1A, 2A … 12A, 1B … 12I, at indices 0 to 107. For `i` from 0 to 107 swap
///   index `i` with index `i` + (a number below 108 − `i`). Index `i` is then the `i`-th tile drawn.
/// - A bank tile: a number below the number of tiles left in the pile is the index of the tile among them,
///   counted from 0 in tile order.
///
/// ```
/// use mergemaker_engine::Dealer;
/// use mergemaker_record::{Deck, Seed};
/// let mut deck = Deck::new(&Seed::for_simulation(1, 1));
/// let same = Deck::new(&Seed::for_simulation(1, 1)).draw();
/// assert_eq!(deck.draw(), same);
/// ```
#[derive(Clone)]
pub struct Deck {
    /// Shuffled up to the last tile drawn: [`Deck::draw`] makes one swap per tile.
    tiles: Vec<Tile>,
    drawn: usize,
    left: TileSet,
    shuffle: ChaCha20Rng,
    bank: ChaCha20Rng,
}

impl Deck {
    /// The deck of a seed, with all its tiles.
    #[must_use]
    pub fn new(seed: &Seed) -> Deck {
        let shuffle = ChaCha20Rng::from_seed(seed.0);
        let mut bank = shuffle.clone();
        bank.set_stream(1);
        Deck { tiles: Tile::all().collect(), drawn: 0, left: TileSet::ALL, shuffle, bank }
    }
}

/// Like every dealer, it is called only while the pile has tiles.
impl Dealer for Deck {
    fn draw(&mut self) -> Tile {
        let left = (Tile::COUNT - self.drawn) as u32;
        let chosen = self.drawn + even_below(left, || self.shuffle.next_u32()) as usize;
        self.tiles.swap(self.drawn, chosen);
        let tile = self.tiles[self.drawn];
        self.drawn += 1;
        self.left.remove(tile);
        tile
    }

    fn look(&mut self) -> Tile {
        let index = even_below(self.left.len() as u32, || self.bank.next_u32()) as usize;
        self.left.iter().nth(index).expect("a dealer is called only while the pile has tiles")
    }
}

impl fmt::Debug for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({} tiles left)", self.left.len())
    }
}

/// A uniform random number below `bound`.
fn even_below(bound: u32, mut next: impl FnMut() -> u32) -> u32 {
    // The last 2³² mod `bound` numbers would make the result uneven and are rejected.
    let uneven = bound.wrapping_neg() % bound;
    loop {
        let number = next();
        if number <= u32::MAX - uneven {
            return number % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The streams are standard `ChaCha20`, as its first published test vectors show: key 0, nonces 0 and 1.
    #[test]
    fn streams_are_chacha20() {
        let deck = Deck::new(&Seed::from_bytes([0; 32]));
        let first = |mut rng: ChaCha20Rng| [rng.next_u32(), rng.next_u32()].map(u32::to_le_bytes).concat();
        assert_eq!(first(deck.shuffle), [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
        assert_eq!(first(deck.bank), [0xef, 0x3f, 0xdf, 0xd6, 0xc6, 0x15, 0x78, 0xfb]);
    }

    /// P5: numbers that would make the result uneven are rejected, and no others.
    #[test]
    fn numbers_below_a_bound_are_even() {
        for bound in 1..=108u32 {
            let limit = u64::from(bound) * ((1 << 32) / u64::from(bound));
            for number in [0, 1, limit - 1, limit, limit + 1, (1 << 32) - 1] {
                let Ok(word) = u32::try_from(number) else { continue };
                let mut words = [word, 5].into_iter();
                let answer = even_below(bound, || words.next().unwrap());
                let kept = if number < limit { word } else { 5 };
                assert_eq!(answer, kept % bound, "{number} below {bound}");
            }
        }
    }
}
