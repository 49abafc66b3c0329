//! Current share prices of the active chains.

use crate::lanes::{HIGH, ONES, lane, with_lane};
use crate::{Chain, Money, Shares};

/// Prices of the active chains in hundreds of dollars, one lane per chain; 0 for a chain that is not active.
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

    /// The value of these shares.
    #[inline]
    pub(crate) fn total(self, shares: Shares) -> Money {
        self.total_of_bits(shares, 5)
    }

    /// The cost of a purchase of at most three shares.
    #[inline]
    pub(crate) fn cost(self, purchase: Shares) -> Money {
        self.total_of_bits(purchase, 2)
    }

    /// For each bit of the counts, adds up the prices of the chains whose count has that bit, in all lanes at
    /// once: no branch depends on the holdings.
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

    /// The chains of which one share can be bought with `cash` (T10), as the highest bit of each lane. Each
    /// of three sums over all lanes at once leaves that bit set where its condition holds.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// T10: the lane arithmetic agrees with the plain condition.
    #[test]
    fn buyable_agrees_with_the_plain_condition() {
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
}
