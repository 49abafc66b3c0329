//! Bonuses: who is paid what when a chain is dissolved and at the end (B6, P1 to P6).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::lanes::{HIGH, ONES};
use crate::{Bonuses, Chain, MOST_PLAYERS, Money, Seat, Tile};

/// One chain's bonuses, explained: who was paid what, and why. In the final scoring the shares are sold at
/// the same price.
///
/// ```
/// use mergemaker_engine::{Bonuses, Chain, Money, Payout, Seat};
/// // Festival of 5 tiles: two hold four shares, one holds one.
/// let payout = Payout::new(Bonuses::Classic, Chain::Festival, 5, &[4, 1, 4], None);
/// let paid: Vec<Money> = Seat::all(3).map(|seat| payout.amount(seat)).collect();
/// assert_eq!(paid, [Money(4_500), Money::ZERO, Money(4_500)]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Payout {
    /// The chain.
    pub chain: Chain,
    /// Its size, without the merging tile (M1).
    pub size: u8,
    /// The price of a share at that size.
    pub price: Money,
    /// What each player held, in seat order.
    pub shares: ArrayVec<u8, MOST_PLAYERS>,
    /// The bank's tile, whose column is its shares (P5).
    pub bank_tile: Option<Tile>,
    /// Whether this is the final scoring, in which the shares are sold too (E4).
    pub is_final: bool,
    /// All holders and what each was paid, most shares first. Holders without a bonus are listed with zero.
    pub awards: ArrayVec<Award, MOST_HOLDERS>,
}

/// One holder's bonus for one chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Award {
    /// The holder.
    pub holder: Holder,
    /// How many shares they held.
    pub shares: u8,
    /// The places they cover, whose bonuses they compete for.
    pub place: Place,
    /// How many holders share these bonuses.
    pub shared_by: u8,
    /// The sum of these bonuses.
    pub pool: Money,
    /// This holder's part, rounded up to $100 (P3). The bank's part is not paid (P5).
    pub amount: Money,
}

/// A player, or the bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A player.
    Player(Seat),
    /// The bank, if it is a shareholder (P5).
    Bank,
}

/// The places that a holder covers, together with those they tie with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The only holder (P2).
    Sole,
    /// From place `from` to place `to`, counted from 1 (P3).
    Ranked {
        /// The first place covered.
        from: u8,
        /// The last place covered.
        to: u8,
    },
}

impl Payout {
    /// The bonuses of a chain of `size` tiles, for the shares of up to six players in seat order.
    ///
    /// This is the rule written out, to explain each dollar. The game itself uses a faster routine; a test
    /// checks that they agree.
    ///
    /// ```
    /// use mergemaker_engine::{Bonuses, Chain, Money, Payout, Seat};
    /// let sole = Payout::new(Bonuses::Tycoon, Chain::Tower, 2, &[0, 3, 0], None);
    /// assert_eq!(sole.amount(Seat::new(1).unwrap()), Money(3_000));
    /// ```
    #[must_use]
    pub fn new(bonuses: Bonuses, chain: Chain, size: u8, shares: &[u8], bank_tile: Option<Tile>) -> Payout {
        let price = chain.price(size);
        let shares = &shares[..shares.len().min(MOST_PLAYERS)];
        let players = Seat::all(shares.len()).zip(shares).map(|(seat, &count)| (Holder::Player(seat), count));
        let bank = bank_tile.map(|tile| (Holder::Bank, tile.column()));
        let mut holders: Vec<(Holder, u8)> = players.chain(bank).filter(|&(_, count)| count > 0).collect();
        holders.sort_by_key(|&(_, count)| std::cmp::Reverse(count));

        let places = bonuses.places(price);
        let mut awards = ArrayVec::new();
        let mut ahead = 0;
        for group in holders.chunk_by(|a, b| a.1 == b.1) {
            let covered = ahead..ahead + group.len();
            let (place, pool) = if holders.len() == 1 {
                (Place::Sole, price * 15)
            } else {
                let pool = covered.clone().filter_map(|place| places.get(place)).map(|place| place.1).sum();
                (Place::Ranked { from: covered.start as u8 + 1, to: covered.end as u8 }, pool)
            };
            let each = Money(pool.0.div_ceil(group.len() as u32).next_multiple_of(100));
            for &(holder, shares) in group {
                awards.push(Award {
                    holder,
                    shares,
                    place,
                    shared_by: group.len() as u8,
                    pool,
                    amount: each,
                });
            }
            ahead = covered.end;
        }
        Payout {
            chain,
            size,
            price,
            shares: shares.iter().copied().collect(),
            bank_tile,
            is_final: false,
            awards,
        }
    }

    /// What a player is paid.
    #[must_use]
    pub fn amount(&self, seat: Seat) -> Money {
        let award = self.awards.iter().find(|award| match award.holder {
            Holder::Player(player) => player == seat,
            Holder::Bank => false,
        });
        award.map_or(Money::ZERO, |award| award.amount)
    }

    /// The sale value of a player's shares at the chain's price (E4).
    #[must_use]
    pub fn sale(&self, seat: Seat) -> Money {
        self.price * self.shares.get(seat.index()).copied().unwrap_or(0)
    }
}

impl Bonuses {
    /// The name and bonus of each place when a share costs `price` (B6), first place first.
    ///
    /// ```
    /// use mergemaker_engine::{Bonuses, Money};
    /// let places = Bonuses::Classic.places(Money(600));
    /// assert_eq!(places[..], [("majority", Money(6_000)), ("minority", Money(3_000))]);
    /// ```
    #[must_use]
    pub fn places(self, price: Money) -> ArrayVec<(&'static str, Money), 3> {
        let names: &[&str] = match self {
            Bonuses::Classic => &["majority", "minority"],
            Bonuses::Tycoon => &["primary", "secondary", "tertiary"],
        };
        let amounts = places_in_hundreds(self, price.0 / 100).map(|hundreds| Money(100 * hundreds));
        names.iter().copied().zip(amounts).collect()
    }

    /// The bonus of each player for a chain with these holdings when a share costs `price` (P1 to P5): the
    /// amounts of a [`Payout`], for callers who need many of them fast.
    ///
    /// ```
    /// use mergemaker_engine::{Bonuses, Money};
    /// let paid = Bonuses::Classic.paid(Money(600), [4, 1, 4, 0, 0, 0], 0);
    /// assert_eq!(paid[..3], [Money(4_500), Money::ZERO, Money(4_500)]);
    /// ```
    #[must_use]
    pub fn paid(self, price: Money, shares: [u8; MOST_PLAYERS], bank: u8) -> [Money; MOST_PLAYERS] {
        let mut holders = Holders::default();
        shares.iter().enumerate().for_each(|(seat, &shares)| holders.set(seat, shares));
        holders.set(Holders::BANK, bank);
        holders.amounts(self, price.0 / 100)
    }
}

/// The bonus of each place in hundreds of dollars, for a price in hundreds (B6); 0 for a place that the rules
/// do not have.
pub(crate) const fn places_in_hundreds(bonuses: Bonuses, price: u32) -> [u32; 3] {
    match bonuses {
        Bonuses::Classic => [10 * price, 5 * price, 0],
        Bonuses::Tycoon => [10 * price, SECONDARY[if price < 13 { price as usize } else { 12 }], 5 * price],
    }
}

/// The printed secondary bonus in hundreds, by price in hundreds (B6).
const SECONDARY: [u32; 13] = [0, 0, 15, 22, 30, 37, 42, 50, 57, 62, 70, 77, 82];

/// The bonus of a sole holder in hundreds (P2): that of the first place plus that of the last.
#[inline]
fn sole_in_hundreds(price: u32) -> u32 {
    15 * price
}

/// The most holders that can compete for a bonus: six players, or two and the bank.
const MOST_HOLDERS: usize = MOST_PLAYERS + 1;

/// How many shares of one chain each player and the bank hold: a byte each in one number, to compare all at
/// once.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Holders(u64);

impl Holders {
    /// The index of the bank, after the players.
    pub(crate) const BANK: usize = MOST_PLAYERS;

    /// Sets the shares of a player, by seat, or of the bank. Call it at most once for each.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, shares: u8) {
        self.0 |= u64::from(shares) << (8 * index);
    }

    /// The bonus of each player. `price` is in hundreds.
    ///
    /// A holder's place is one more than the number who hold more. The `tied` holders of equally many shares
    /// cover as many places and split their bonuses (P3).
    #[inline]
    pub(crate) fn amounts(self, bonuses: Bonuses, price: u32) -> [Money; MOST_PLAYERS] {
        let [first, second, third] = places_in_hundreds(bonuses, price);
        let up_to = [0, first, first + second, first + second + third];
        let sole = self.at_least(1) == 1;
        std::array::from_fn(|seat| {
            let shares = (self.0 >> (8 * seat)) as u8;
            if shares == 0 {
                return Money::ZERO;
            }
            let more = self.at_least(shares + 1);
            let tied = self.at_least(shares) - more;
            let pool =
                if sole { sole_in_hundreds(price) } else { up_to[(more + tied).min(3)] - up_to[more.min(3)] };
            Money(if tied == 1 { pool } else { pool.div_ceil(tied as u32) } * 100)
        })
    }

    /// How many hold at least `shares`: the subtraction leaves the highest bit of their bytes set.
    #[inline]
    fn at_least(self, shares: u8) -> usize {
        let enough = ((self.0 | HIGH) - u64::from(shares) * ONES) & HIGH;
        ((enough >> 7).wrapping_mul(ONES) >> 56) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice, below};

    /// P1, P2, P3, P4: the routine that pays agrees with the one that explains.
    #[test]
    fn fast_amounts_agree_with_the_explanation() {
        let mut rng = Dice::new(4);
        for _ in 0..50_000 {
            let players = 2 + below(&mut rng, 5) as usize;
            let most = 1 + below(&mut rng, 8);
            let shares: Vec<u8> = (0..players).map(|_| below(&mut rng, most + 1) as u8).collect();
            let bonuses = Bonuses::ALL[below(&mut rng, 2) as usize];
            let chain = Chain::from_index(below(&mut rng, 7) as usize);
            let size = 2 + below(&mut rng, 50) as u8;
            let bank = (players == 2 && below(&mut rng, 2) == 0)
                .then(|| Tile::from_index(below(&mut rng, 108) as usize).unwrap());
            let payout = Payout::new(bonuses, chain, size, &shares, bank);
            let mut all = [0; MOST_PLAYERS];
            all[..players].copy_from_slice(&shares);
            let paid = bonuses.paid(chain.price(size), all, bank.map_or(0, Tile::column));
            for (seat, paid) in paid.into_iter().enumerate() {
                assert_eq!(payout.amount(Seat::new(seat).unwrap()), paid, "{payout:?}");
            }
        }
    }

    /// B6: bonuses by price, as printed: primary, secondary (tycoon), minority or tertiary.
    #[test]
    fn bonus_tables() {
        let rows = [
            (200, 2000, 1500, 1000),
            (300, 3000, 2200, 1500),
            (400, 4000, 3000, 2000),
            (500, 5000, 3700, 2500),
            (600, 6000, 4200, 3000),
            (700, 7000, 5000, 3500),
            (800, 8000, 5700, 4000),
            (900, 9000, 6200, 4500),
            (1000, 10_000, 7000, 5000),
            (1100, 11_000, 7700, 5500),
            (1200, 12_000, 8200, 6000),
        ];
        for (price, primary, secondary, tertiary) in rows {
            let hundreds = |bonuses| places_in_hundreds(bonuses, price / 100).map(|amount| amount * 100);
            assert_eq!(hundreds(Bonuses::Tycoon), [primary, secondary, tertiary]);
            assert_eq!(hundreds(Bonuses::Classic), [primary, tertiary, 0]);
        }
    }
}
