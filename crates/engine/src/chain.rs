//! The seven chains, their tiers and prices (B3 to B6).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Money;

/// A chain of this size or more is safe: it is never absorbed (B4).
pub const SAFE_SIZE: u8 = 11;
/// A chain of this size or more lets a player declare the end (E1).
pub const WINNING_SIZE: u8 = 41;

/// One of the seven chains (B3), in the order of the rulebook.
///
/// ```
/// use mergemaker_engine::{Chain, Money};
/// assert_eq!("imperial".parse(), Ok(Chain::Imperial));
/// assert_eq!(Chain::Imperial.price(7), Money(800));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Chain {
    /// Cheap.
    Luxor,
    /// Cheap.
    Tower,
    /// Medium.
    American,
    /// Medium.
    Worldwide,
    /// Medium.
    Festival,
    /// Expensive.
    Imperial,
    /// Expensive.
    Continental,
}

impl Chain {
    /// How many chains there are.
    pub const COUNT: usize = 7;
    /// All chains, in the order of the rulebook.
    pub const ALL: [Chain; Chain::COUNT] = [
        Chain::Luxor,
        Chain::Tower,
        Chain::American,
        Chain::Worldwide,
        Chain::Festival,
        Chain::Imperial,
        Chain::Continental,
    ];

    /// The chain's number, from 0 (Luxor) to 6 (Continental).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The chain's id in records and commands: its lower-case name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Chain::Luxor => "luxor",
            Chain::Tower => "tower",
            Chain::American => "american",
            Chain::Worldwide => "worldwide",
            Chain::Festival => "festival",
            Chain::Imperial => "imperial",
            Chain::Continental => "continental",
        }
    }

    /// The letter that stands for the chain on drawn boards: the first of its id.
    #[must_use]
    pub const fn letter(self) -> char {
        self.id().as_bytes()[0].to_ascii_uppercase() as char
    }

    /// The chain whose [`letter`](Chain::letter) this is.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Chain> {
        Chain::ALL.into_iter().find(|chain| chain.letter() == letter)
    }

    /// The price tier (B3).
    #[must_use]
    pub const fn tier(self) -> Tier {
        match self {
            Chain::Luxor | Chain::Tower => Tier::Cheap,
            Chain::American | Chain::Worldwide | Chain::Festival => Tier::Medium,
            Chain::Imperial | Chain::Continental => Tier::Expensive,
        }
    }

    /// The price of one share when the chain has `size` tiles (B5); zero below two tiles.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Money};
    /// assert_eq!(Chain::Luxor.price(2), Money(200));
    /// assert_eq!(Chain::Continental.price(41), Money(1_200));
    /// assert_eq!(Chain::Luxor.price(0), Money::ZERO);
    /// ```
    #[inline]
    #[must_use]
    pub const fn price(self, size: u8) -> Money {
        Money(self.price_in_hundreds(size) as u32 * 100)
    }

    /// The price in hundreds of dollars: a whole number from 2 to 12.
    #[inline]
    pub(crate) const fn price_in_hundreds(self, size: u8) -> u8 {
        PRICES[self.index()][if size < 128 { size as usize } else { 127 }]
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Chain {
        Chain::ALL[index]
    }
}

/// [`Tier::price_in_hundreds`] of every chain at every size, as a look-up table.
static PRICES: [[u8; 128]; Chain::COUNT] = {
    let mut prices = [[0; 128]; Chain::COUNT];
    let mut chain = 0;
    while chain < Chain::COUNT {
        let mut size = 0;
        while size < 128 {
            prices[chain][size] = Chain::ALL[chain].tier().price_in_hundreds(size as u8);
            size += 1;
        }
        chain += 1;
    }
    prices
};

/// The three price tiers (B3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Luxor and Tower.
    Cheap,
    /// American, Worldwide and Festival: $100 more.
    Medium,
    /// Imperial and Continental: $200 more.
    Expensive,
}

impl Tier {
    /// All tiers, cheapest first.
    pub const ALL: [Tier; 3] = [Tier::Cheap, Tier::Medium, Tier::Expensive];

    /// The chains of the tier.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Tier};
    /// assert!(Tier::Cheap.chains().eq([Chain::Luxor, Chain::Tower]));
    /// ```
    pub fn chains(self) -> impl Iterator<Item = Chain> {
        Chain::ALL.into_iter().filter(move |chain| chain.tier() == self)
    }

    /// The price of one share of a chain of `size` tiles (B5).
    #[must_use]
    pub const fn price(self, size: u8) -> Money {
        Money(self.price_in_hundreds(size) as u32 * 100)
    }

    /// The table of B5.
    const fn price_in_hundreds(self, size: u8) -> u8 {
        let cheap = match size {
            0 | 1 => return 0,
            2..=5 => size,
            6..=10 => 6,
            11..=20 => 7,
            21..=30 => 8,
            31..=40 => 9,
            41.. => 10,
        };
        cheap
            + match self {
                Tier::Cheap => 0,
                Tier::Medium => 1,
                Tier::Expensive => 2,
            }
    }
}

impl fmt::Display for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Chain {
    type Err = crate::RuleError;

    fn from_str(text: &str) -> Result<Chain, Self::Err> {
        Chain::ALL.into_iter().find(|chain| chain.id() == text).ok_or(crate::RuleError::NoSuchChain)
    }
}

impl Serialize for Chain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for Chain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chain, D::Error> {
        crate::reading::parse_text(
            deserializer,
            "a chain: luxor, tower, american, worldwide, festival, imperial or continental",
        )
    }
}

/// A set of chains in one byte.
///
/// ```
/// use mergemaker_engine::{Chain, ChainSet};
/// let set: ChainSet = [Chain::Tower, Chain::Luxor].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Chain::Luxor, Chain::Tower]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct ChainSet(pub(crate) u8);

impl ChainSet {
    /// No chain.
    pub const EMPTY: ChainSet = ChainSet(0);
    /// All seven chains.
    pub const ALL: ChainSet = ChainSet(0x7f);

    /// The set of one chain.
    #[inline]
    #[must_use]
    pub const fn of(chain: Chain) -> ChainSet {
        ChainSet(1 << chain as u8)
    }

    /// Whether the chain is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, chain: Chain) -> bool {
        self.0 >> chain as u8 & 1 == 1
    }

    /// Adds a chain.
    #[inline]
    pub const fn insert(&mut self, chain: Chain) {
        self.0 |= 1 << chain as u8;
    }

    /// Removes a chain.
    #[inline]
    pub const fn remove(&mut self, chain: Chain) {
        self.0 &= !(1 << chain as u8);
    }

    /// How many chains are in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has two chains or more.
    #[inline]
    #[must_use]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The first chain of the set.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<Chain> {
        if self.0 == 0 { None } else { Some(Chain::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// The chains of the set, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Chain> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let chain = rest.first()?;
            rest.remove(chain);
            Some(chain)
        })
    }
}

impl FromIterator<Chain> for ChainSet {
    fn from_iter<I: IntoIterator<Item = Chain>>(chains: I) -> ChainSet {
        let mut set = ChainSet::EMPTY;
        chains.into_iter().for_each(|chain| set.insert(chain));
        set
    }
}

impl std::ops::BitAnd for ChainSet {
    type Output = ChainSet;
    #[inline]
    fn bitand(self, other: ChainSet) -> ChainSet {
        ChainSet(self.0 & other.0)
    }
}

impl std::ops::Sub for ChainSet {
    type Output = ChainSet;
    fn sub(self, other: ChainSet) -> ChainSet {
        ChainSet(self.0 & !other.0)
    }
}

impl fmt::Debug for ChainSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Serialize for ChainSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for ChainSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ChainSet, D::Error> {
        let chains = Vec::<Chain>::deserialize(deserializer)?;
        let set: ChainSet = chains.iter().copied().collect();
        if set.len() == chains.len() {
            Ok(set)
        } else {
            Err(serde::de::Error::custom("a chain is listed twice"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B3: seven chains in three tiers, with ids and letters that round-trip.
    #[test]
    fn chains_have_ids_letters_and_tiers() {
        for chain in Chain::ALL {
            assert_eq!(chain.id().parse(), Ok(chain));
            assert_eq!(Chain::from_letter(chain.letter()), Some(chain));
        }
        assert_eq!(Tier::ALL.map(|tier| tier.chains().count()), [2, 3, 2]);
    }

    /// B5: the printed price table, one row per size range: cheap, medium, expensive.
    #[test]
    fn prices_follow_the_table() {
        let rows: [(std::ops::RangeInclusive<u8>, [u32; 3]); 9] = [
            (2..=2, [200, 300, 400]),
            (3..=3, [300, 400, 500]),
            (4..=4, [400, 500, 600]),
            (5..=5, [500, 600, 700]),
            (6..=10, [600, 700, 800]),
            (11..=20, [700, 800, 900]),
            (21..=30, [800, 900, 1000]),
            (31..=40, [900, 1000, 1100]),
            (41..=108, [1000, 1100, 1200]),
        ];
        for (sizes, prices) in rows {
            for size in sizes {
                for chain in Chain::ALL {
                    assert_eq!(chain.price(size), Money(prices[chain.tier() as usize]), "{chain} at {size}");
                }
            }
        }
    }
}
