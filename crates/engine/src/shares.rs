//! Shares: a count for each chain. A player's holdings, the market's stock, a purchase.

use std::fmt;
use std::ops::{Add, AddAssign, Index, IndexMut, Sub, SubAssign};

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Chain, Money};

/// How many shares each chain has (B3).
pub const SHARES_PER_CHAIN: u8 = 25;

/// One byte in each lane of a `u64`.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each lane.
pub(crate) const HIGH: u64 = 0x80 * ONES;

/// A number of shares for each chain, 0 to 25 each.
///
/// ```
/// use mergemaker_engine::{Chain, Shares};
/// let mut shares = Shares::NONE;
/// shares[Chain::Tower] = 2;
/// assert_eq!((shares.total(), shares.to_string()), (2, "2 tower".to_string()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Shares([u8; 8]);

impl Shares {
    /// No share of any chain.
    pub const NONE: Shares = Shares([0; 8]);
    /// All 25 shares of every chain.
    pub const FULL: Shares = {
        let mut counts = [SHARES_PER_CHAIN; 8];
        counts[7] = 0;
        Shares(counts)
    };

    /// So many shares of one chain.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Shares};
    /// assert_eq!(Shares::of(Chain::Luxor, 3)[Chain::Luxor], 3);
    /// ```
    #[inline]
    #[must_use]
    pub const fn of(chain: Chain, count: u8) -> Shares {
        // Shifted rather than stored as a byte: a processor waits when it loads eight bytes of which
        // it has just stored one.
        Shares::from_lanes((count as u64) << (8 * chain.index()))
    }

    /// How many shares there are in all.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::Shares::FULL.total(), 7 * 25);
    /// ```
    #[must_use]
    pub fn total(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The chains with at least one share, with their counts, in order.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Shares};
    /// assert!(Shares::of(Chain::Tower, 2).iter().eq([(Chain::Tower, 2)]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = (Chain, u8)> {
        Chain::ALL.into_iter().map(move |chain| (chain, self[chain])).filter(|&(_, count)| count > 0)
    }

    /// Whether every count is at most that of `other`.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Shares};
    /// assert!(Shares::NONE.fits(Shares::FULL) && !Shares::FULL.fits(Shares::of(Chain::Tower, 25)));
    /// ```
    #[must_use]
    pub fn fits(self, other: Shares) -> bool {
        self.0.iter().zip(other.0).all(|(&count, most)| count <= most)
    }

    #[inline]
    pub(crate) const fn lanes(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    #[inline]
    const fn from_lanes(lanes: u64) -> Shares {
        Shares(lanes.to_le_bytes())
    }
}

/// Counts never pass 25, so that lanes never carry into each other.
impl Add for Shares {
    type Output = Shares;
    #[inline]
    fn add(self, other: Shares) -> Shares {
        Shares::from_lanes(self.lanes() + other.lanes())
    }
}

impl AddAssign for Shares {
    #[inline]
    fn add_assign(&mut self, other: Shares) {
        *self = *self + other;
    }
}

/// `other` must fit, see [`Shares::fits`].
impl Sub for Shares {
    type Output = Shares;
    #[inline]
    fn sub(self, other: Shares) -> Shares {
        debug_assert!(other.fits(self), "{other:?} does not fit {self:?}");
        Shares::from_lanes(self.lanes() - other.lanes())
    }
}

impl SubAssign for Shares {
    #[inline]
    fn sub_assign(&mut self, other: Shares) {
        *self = *self - other;
    }
}

impl Index<Chain> for Shares {
    type Output = u8;
    #[inline]
    fn index(&self, chain: Chain) -> &u8 {
        &self.0[chain.index()]
    }
}

impl IndexMut<Chain> for Shares {
    #[inline]
    fn index_mut(&mut self, chain: Chain) -> &mut u8 {
        &mut self.0[chain.index()]
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Shares::NONE {
            return f.write_str("nothing");
        }
        for (index, (chain, count)) in self.iter().enumerate() {
            write!(f, "{}{count} {chain}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Shares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `{"american": 2}`: chains without a share are left out.
impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (chain, count) in self.iter() {
            map.serialize_entry(&chain, &count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Shares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shares, D::Error> {
        deserializer.deserialize_map(SharesVisitor)
    }
}

struct SharesVisitor;

impl<'de> Visitor<'de> for SharesVisitor {
    type Value = Shares;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number of shares for each chain, such as {\"tower\": 2}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shares, A::Error> {
        let mut shares = Shares::NONE;
        let mut seen = crate::ChainSet::EMPTY;
        while let Some((chain, Count(count))) = map.next_entry::<Chain, Count>()? {
            if seen.contains(chain) {
                return Err(A::Error::custom(format_args!("{chain} is named twice")));
            }
            seen.insert(chain);
            shares[chain] = count;
        }
        Ok(shares)
    }
}

/// A count of shares, 0 to 25.
pub(crate) struct Count(pub(crate) u8);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Count, D::Error> {
        crate::reading::parse_whole(deserializer, "a number of shares from 0 to 25", 25)
            .map(|n| Count(n as u8))
    }
}

/// Prices of the active chains, in hundreds of dollars, a lane each; 0 for a chain that is not active.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Prices(u64);

impl Prices {
    #[inline]
    pub(crate) fn set(&mut self, chain: Chain, size: u8) {
        self.0 = with_lane(self.0, chain, chain.price_in_hundreds(size));
    }

    #[inline]
    pub(crate) fn of(self, chain: Chain) -> Money {
        Money(self.hundreds(chain) * 100)
    }

    #[inline]
    pub(crate) fn hundreds(self, chain: Chain) -> u32 {
        u32::from(lane(self.0, chain))
    }

    /// What these shares cost, or bring.
    #[inline]
    pub(crate) fn total(self, shares: Shares) -> Money {
        self.total_of_bits(shares, 5)
    }

    /// The cost of a purchase of at most three shares.
    #[inline]
    pub(crate) fn cost(self, purchase: Shares) -> Money {
        self.total_of_bits(purchase, 2)
    }

    /// For each bit of the counts, the prices of the chains whose count has it are added up in all
    /// lanes at once: no branch depends on what is held.
    #[inline]
    fn total_of_bits(self, shares: Shares, bits: u32) -> Money {
        let (prices, counts) = (self.0, shares.lanes());
        let mut hundreds = 0;
        for bit in 0..bits {
            let has_bit = (counts >> bit & ONES) * 0xff;
            hundreds += ((prices & has_bit).wrapping_mul(ONES) >> 56) << bit;
        }
        Money(hundreds as u32 * 100)
    }

    /// The chains of which one share can be bought with `cash` (T10): the highest bit of each lane.
    /// Three sums over all lanes at once; each leaves the highest bit set where its condition holds.
    #[inline]
    pub(crate) fn buyable(self, cash: Money, market: Shares) -> u64 {
        let prices = self.0;
        let budget = u64::from((cash.0 / 100).min(127));
        let affordable = ((budget * ONES) | HIGH) - prices;
        let active = prices + 0x7f * ONES;
        let stocked = market.lanes() + 0x7f * ONES;
        affordable & active & stocked & HIGH
    }
}

/// The byte of a chain.
#[inline]
pub(crate) const fn lane(lanes: u64, chain: Chain) -> u8 {
    (lanes >> (8 * chain.index())) as u8
}

/// The same lanes with another byte for a chain.
#[inline]
pub(crate) const fn with_lane(lanes: u64, chain: Chain, value: u8) -> u64 {
    let shift = 8 * chain.index();
    lanes & !(0xff << shift) | (value as u64) << shift
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T10: the sums over lanes say the same as the plain words of the rule.
    #[test]
    fn buyable_agrees_with_its_words() {
        let mut rng = crate::Dice::new(1);
        for _ in 0..20_000 {
            let (mut prices, mut market) = (Prices::default(), Shares::NONE);
            for chain in Chain::ALL {
                prices.set(chain, crate::below(&mut rng, 50) as u8);
                market[chain] = crate::below(&mut rng, 26) as u8 / (1 + crate::below(&mut rng, 9) as u8);
            }
            let cash = Money(crate::below(&mut rng, 1500) * (1 + 9 * crate::below(&mut rng, 2)));
            let lanes = prices.buyable(cash, market);
            for chain in Chain::ALL {
                let price = prices.of(chain);
                let expected = price > Money::ZERO && price <= cash && market[chain] > 0;
                assert_eq!(lanes >> (8 * chain.index() + 7) & 1 == 1, expected, "{prices:?} {market} {cash}");
            }
            assert_eq!(lanes >> 56, 0);
        }
    }

    #[test]
    fn counts_are_read_strictly() {
        let read = |text: &str| serde_json::from_str::<Shares>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"tower": 2, "luxor": 0}"#), Ok(Shares::of(Chain::Tower, 2)));
        for (text, message) in [
            (r#"{"tower": 2, "tower": 1}"#, "tower is named twice"),
            (r#"{"tower": -1}"#, "integer `-1`, expected a number of shares from 0 to 25"),
            (r#"{"tower": 26}"#, "integer `26`, expected a number of shares from 0 to 25"),
            (r#"{"tower": 1.5}"#, "floating point `1.5`, expected a number of shares from 0 to 25"),
            (r#"{"sackson": 1}"#, "string \"sackson\", expected a chain: luxor"),
            ("[2]", "expected a number of shares for each chain"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
