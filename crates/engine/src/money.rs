//! Money: whole dollars, never negative (B7).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use serde::{Deserialize, Deserializer, Serialize};

/// An amount of money in dollars. It is unsigned: there is no debt (B7).
///
/// ```
/// use mergemaker_engine::Money;
/// assert_eq!(Money(12_300).to_string(), "$12,300");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize)]
pub struct Money(pub u32);

impl Money {
    /// No money.
    pub const ZERO: Money = Money(0);
    /// What every player starts with (S1).
    pub const START: Money = Money(6_000);
    /// The smallest banknote. Trades offered by bots and the interface use multiples of it (X1).
    pub const NOTE: Money = Money(100);

    /// The difference, or zero if `other` is more.
    ///
    /// ```
    /// use mergemaker_engine::Money;
    /// assert_eq!(Money(300).saturating_sub(Money(500)), Money::ZERO);
    /// ```
    #[must_use]
    pub fn saturating_sub(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

impl Add for Money {
    type Output = Money;
    #[inline]
    fn add(self, other: Money) -> Money {
        Money(self.0 + other.0)
    }
}

impl AddAssign for Money {
    #[inline]
    fn add_assign(&mut self, other: Money) {
        self.0 += other.0;
    }
}

impl Sub for Money {
    type Output = Money;
    #[inline]
    fn sub(self, other: Money) -> Money {
        Money(self.0 - other.0)
    }
}

impl SubAssign for Money {
    #[inline]
    fn sub_assign(&mut self, other: Money) {
        self.0 -= other.0;
    }
}

impl Mul<u8> for Money {
    type Output = Money;
    #[inline]
    fn mul(self, count: u8) -> Money {
        Money(self.0 * u32::from(count))
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        Money(amounts.map(|amount| amount.0).sum())
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::from("$");
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.pad(&text)
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
        crate::reading::parse_whole(
            deserializer,
            "a whole number of dollars from 0 to 1000000000",
            1_000_000_000,
        )
        .map(Money)
    }
}
