//! Valuation of holdings: how long the game will last, which chains will soon be dissolved, and what shares
//! are worth.

use mergemaker_engine::{Bonuses, Chain, Hand, MOST_PLAYERS, SAFE_SIZE, Seat, TileSet, View};

use super::Weights;
use super::ledger::Ledger;
use crate::evaluator::pile_at_start;
use crate::standing::{dollars, mean_bonuses};

/// What stays the same while the choices of one decision are compared.
pub(super) struct Valuation<'a> {
    pub(super) view: &'a View,
    pub(super) weights: &'a Weights,
    pub(super) me: Seat,
    /// How much of the game is left, from 1 to 0.
    time: f32,
    /// The probability that each chain is dissolved soon.
    near: [f32; Chain::COUNT],
    bonuses: Bonuses,
    bank_competes: bool,
}

/// Each player's worth in expected dollars, by seat.
pub(super) type Worth = [f32; MOST_PLAYERS];

impl<'a> Valuation<'a> {
    pub(super) fn of(view: &'a View, weights: &'a Weights, me: Seat) -> Valuation<'a> {
        let pile = (view.pile_len() as f32 / pile_at_start(view.players())).min(1.0);
        let time = match (view.is_declared(), view.can_end()) {
            (true, _) => 0.0,
            (false, true) => pile * weights.overtime,
            (false, false) => pile,
        };
        let mut valuation = Valuation {
            view,
            weights,
            me,
            time,
            near: [0.0; Chain::COUNT],
            bonuses: view.rules().options().bonuses,
            bank_competes: view.bank_competes(),
        };
        valuation.find_near();
        valuation
    }

    /// Estimates how soon each chain is dissolved by counting the spaces that would do it. Those in the
    /// viewer's hand count for more, because the viewer can fill them.
    fn find_near(&mut self) {
        let mut spaces = [0.0; Chain::COUNT];
        let own = self.view.hand().map_or(TileSet::EMPTY, Hand::tiles);
        let safe = self.view.safe();
        for tile in self.view.unseen() | own {
            let chains = self.view.board().touch(tile).chains();
            if !chains.has_several() || (chains & safe).has_several() {
                continue;
            }
            let weight = if own.contains(tile) { self.weights.near_hand } else { 1.0 };
            let largest = chains.iter().map(|chain| self.view.size(chain)).max().unwrap_or(0);
            let mut equals = chains;
            chains.iter().filter(|&chain| self.view.size(chain) < largest).for_each(|chain| {
                spaces[chain.index()] += weight;
                equals.remove(chain);
            });
            if equals.has_several() {
                equals.iter().for_each(|chain| spaces[chain.index()] += 0.5 * weight);
            }
        }
        self.near = spaces.map(|spaces| spaces / (spaces + self.weights.near_half));
    }

    /// The value of everybody's cash, which is reduced below the reserve.
    pub(super) fn worth_of_cash(&self, ledger: &Ledger) -> Worth {
        ledger.cash.map(|cash| self.value_of_cash(cash))
    }

    pub(super) fn value_of_cash(&self, cash: f32) -> f32 {
        let missing = (1_000.0 * self.weights.reserve - cash).max(0.0);
        cash - missing * self.weights.shortage * self.time
    }

    /// The value of a dollar, if it is constant between two amounts of cash.
    pub(super) fn value_of_a_dollar(&self, from: f32, to: f32) -> Option<f32> {
        let reserve = 1_000.0 * self.weights.reserve;
        match () {
            () if from >= reserve => Some(1.0),
            () if to <= reserve => Some(1.0 + self.weights.shortage * self.time),
            () => None,
        }
    }

    /// Everybody's total worth.
    pub(super) fn worth(&self, ledger: &Ledger) -> Worth {
        let mut worth = self.worth_of_cash(ledger);
        for chain in Chain::ALL {
            add(&mut worth, &self.worth_of_chain(ledger, chain));
        }
        worth
    }

    /// The value of everybody's shares.
    pub(super) fn worth_of_shares(&self, ledger: &Ledger) -> Worth {
        sum(&Chain::ALL.map(|chain| self.worth_of_chain(ledger, chain)))
    }

    /// The value of everybody's shares of one chain: their expected price and bonuses.
    pub(super) fn worth_of_chain(&self, ledger: &Ledger, chain: Chain) -> Worth {
        let size = ledger.size(chain);
        let players = self.view.players();
        let mut worth = [0.0; MOST_PLAYERS];
        if size == 0 {
            let each = self.weights.dormant * self.time * dollars(chain.price(2));
            for (worth, shares) in worth.iter_mut().zip(ledger.shares).take(players) {
                *worth = each * f32::from(shares[chain]);
            }
            return worth;
        }
        if self.view.is_declared() {
            return self.worth_at_end(ledger, chain);
        }
        let near = if size < SAFE_SIZE { self.near[chain.index()] } else { 0.0 };
        let grow = if size < SAFE_SIZE { self.weights.grow_small } else { self.weights.grow_safe };
        let price_now = dollars(chain.price(size));
        let price_later = price_between(chain, f32::from(size) + grow * self.time);
        let price = price_now * near + price_later * (1.0 - near);
        let spread =
            self.weights.spread + self.weights.spread_market * self.time * f32::from(ledger.market[chain]);
        // Below half a share, any lead is decisive.
        let spread = (spread * (1.0 - near * self.weights.near_lock)).max(0.5);

        let mut bonus = self.chances_times_bonuses(ledger.held(chain), price, spread);
        let total: f32 = bonus.iter().sum();
        if total > 0.0 {
            let pool = self.pool(ledger.held(chain), price);
            let claimed = 1.0 - self.weights.unclaimed + self.weights.unclaimed * pool / total;
            bonus = bonus.map(|bonus| bonus * claimed);
        }
        for seat in 0..players {
            worth[seat] = price * f32::from(ledger.shares[seat][chain]) + bonus[seat];
        }
        worth
    }

    /// Each holder's expected bonus. A lead of `spread` shares wins for certain; a tie is an even chance.
    fn chances_times_bonuses(&self, held: [u8; MOST_PLAYERS], price: f32, spread: f32) -> Worth {
        /// The bank's mean number of shares, if it competes.
        const BANK: f32 = 6.5;
        let players = self.view.players();
        let [first, second, third] = self.places(price);
        std::array::from_fn(|seat| {
            if held[seat] == 0 {
                return 0.0;
            }
            // The probabilities that zero, one or two others are ahead.
            let mut ahead = [1.0, 0.0, 0.0_f32];
            let mut meet = |other: f32, spread: f32| {
                let lead = (f32::from(held[seat]) - other) / spread;
                let wins = 0.5 + 0.5 * lead.clamp(-1.0, 1.0);
                ahead = [
                    ahead[0] * wins,
                    ahead[1] * wins + ahead[0] * (1.0 - wins),
                    ahead[2] * wins + ahead[1] * (1.0 - wins),
                ];
            };
            (0..players)
                .filter(|&other| other != seat)
                .for_each(|other| meet(f32::from(held[other]), spread));
            if self.bank_competes {
                meet(BANK, spread + BANK);
            }
            ahead[0] * first + ahead[1] * second + ahead[2] * third
        })
    }

    /// The bonuses of the three places at an interpolated price (B6).
    fn places(&self, price: f32) -> [f32; 3] {
        match self.bonuses {
            Bonuses::Classic => [10.0 * price, 5.0 * price, 0.0],
            Bonuses::Tycoon => [10.0 * price, 7.0 * price, 5.0 * price],
        }
    }

    /// The sum of all bonuses for this number of holders (P2 to P4).
    fn pool(&self, held: [u8; MOST_PLAYERS], price: f32) -> f32 {
        let holders = held.iter().filter(|&&held| held > 0).count();
        match (self.bonuses, holders) {
            (Bonuses::Classic, _) | (Bonuses::Tycoon, 1) => 15.0 * price,
            (Bonuses::Tycoon, 2) => 17.0 * price,
            (Bonuses::Tycoon, _) => 22.0 * price,
        }
    }

    /// The value of a chain's shares if nothing changes any more (E4).
    fn worth_at_end(&self, ledger: &Ledger, chain: Chain) -> Worth {
        let price = ledger.price(chain);
        let mut worth = mean_bonuses(self.view, price, ledger.held(chain));
        for (worth, shares) in worth.iter_mut().zip(ledger.shares) {
            *worth += dollars(price) * f32::from(shares[chain]);
        }
        worth
    }

    /// How good these worths are for one player, who competes with the others.
    pub(super) fn score_for(&self, seat: Seat, worth: &Worth) -> f32 {
        let (mut sum, mut most) = (0.0, f32::MIN);
        for other in self.view.seats().filter(|&other| other != seat) {
            sum += worth[other.index()];
            most = most.max(worth[other.index()]);
        }
        let mean = sum / (self.view.players() - 1) as f32;
        worth[seat.index()] - self.weights.others * mean - self.weights.leader * most
    }
}

pub(super) fn add(sum: &mut Worth, more: &Worth) {
    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

pub(super) fn sum(parts: &[Worth]) -> Worth {
    parts.iter().fold([0.0; MOST_PLAYERS], |mut sum, part| {
        add(&mut sum, part);
        sum
    })
}

/// The price at a fractional size, interpolated.
fn price_between(chain: Chain, size: f32) -> f32 {
    let below = size as u8;
    let (from, to) = (dollars(chain.price(below)), dollars(chain.price(below + 1)));
    from + (to - from) * (size - f32::from(below))
}
