//! Shares: a count for each chain. A player's holdings, the market's stock, a purchase.

use std::fmt;
use std::ops::{Add, AddAssign, Index, IndexMut, Sub, SubAssign};

use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Chain;

/// How many shares each chain has (B3).
pub const SHARES_PER_CHAIN: u8 = 25;

/// A number of shares for each chain. Deserializing allows at most 25 each; a sum that overflows a byte is a
/// bug.
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

    /// `count` shares of one chain.
    #[inline]
    #[must_use]
    pub const fn of(chain: Chain, count: u8) -> Shares {
        // Shifted rather than stored as a byte: loading eight bytes right after storing one of them stalls.
        Shares::from_lanes((count as u64) << (8 * chain.index()))
    }

    /// How many shares there are in all.
    #[must_use]
    pub fn total(self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    /// The chains with at least one share, with their counts, in order.
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

/// Counts never exceed 25: lanes never carry into each other.
impl Add for Shares {
    type Output = Shares;
    #[inline]
    fn add(self, other: Shares) -> Shares {
        debug_assert!(self.0.iter().zip(other.0).all(|(a, b)| a.checked_add(b).is_some()));
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
        debug_assert!(other.fits(self), "cannot subtract {other:?} from {self:?}");
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

impl Shares {
    /// Every chain with its count, 0 included.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference; not linted on 32 bits")]
    pub(crate) fn write_all<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Chain::ALL.map(|chain| (chain, self[chain])))
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
                return Err(A::Error::custom(format_args!("{chain} is listed twice")));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_strictly() {
        let read = |text: &str| serde_json::from_str::<Shares>(text).map_err(|error| error.to_string());
        assert_eq!(read(r#"{"tower": 2, "luxor": 0}"#), Ok(Shares::of(Chain::Tower, 2)));
        for (text, message) in [
            (r#"{"tower": 2, "tower": 1}"#, "tower is listed twice"),
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
