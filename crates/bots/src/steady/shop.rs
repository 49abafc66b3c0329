//! The shop: what one, two or three more shares of each chain would gain the viewer, and the best purchase.

use arrayvec::ArrayVec;
use mergemaker_engine::{Chain, ChainSet, MOST_PLAYERS, Shares};

use super::ledger::Ledger;
use super::valuation::{Valuation, Worth, add};
use crate::standing::dollars;

/// The most shares bought in one turn (T10).
const MOST_BOUGHT: usize = mergemaker_engine::MOST_BOUGHT as usize;

/// The gains of purchases, computed once per ledger and updated for the chains that a tile changes.
#[derive(Clone, Copy)]
pub(super) struct Shop {
    ledger: Ledger,
    /// The value of everybody's shares of each chain.
    worth: [Worth; Chain::COUNT],
    /// The change in everybody's worth, by chain and number of shares bought.
    gains: [[Worth; MOST_BOUGHT + 1]; Chain::COUNT],
    /// The number of shares of each chain for which `gains` is computed.
    computed: [u8; Chain::COUNT],
}

impl Shop {
    pub(super) fn new(valuation: &Valuation<'_>, ledger: &Ledger) -> Shop {
        let nothing = [0.0; MOST_PLAYERS];
        let mut shop = Shop {
            ledger: *ledger,
            worth: [nothing; Chain::COUNT],
            gains: [[nothing; MOST_BOUGHT + 1]; Chain::COUNT],
            computed: [0; Chain::COUNT],
        };
        for chain in Chain::ALL {
            shop.compute(valuation, chain);
        }
        shop
    }

    /// The shop for a ledger that differs only in everybody's cash and in the `changed` chains.
    pub(super) fn with(mut self, valuation: &Valuation<'_>, ledger: &Ledger, changed: ChainSet) -> Shop {
        self.ledger = *ledger;
        for chain in Chain::ALL {
            if changed.contains(chain) || self.computed[chain.index()] < self.most(valuation, chain) {
                self.compute(valuation, chain);
            }
        }
        self
    }

    fn compute(&mut self, valuation: &Valuation<'_>, chain: Chain) {
        let now = valuation.worth_of_chain(&self.ledger, chain);
        self.worth[chain.index()] = now;
        self.computed[chain.index()] = self.most(valuation, chain);
        let me = valuation.me.index();
        let mut richer = self.ledger;
        for more in 1..=self.computed[chain.index()] {
            richer.market -= Shares::of(chain, 1);
            richer.shares[me] += Shares::of(chain, 1);
            let then = valuation.worth_of_chain(&richer, chain);
            self.gains[chain.index()][usize::from(more)] = std::array::from_fn(|seat| then[seat] - now[seat]);
        }
    }

    /// The number of shares of a chain that the viewer can buy.
    fn most(&self, valuation: &Valuation<'_>, chain: Chain) -> u8 {
        let price = dollars(self.ledger.price(chain));
        let affordable = (self.ledger.cash[valuation.me.index()] / price).min(MOST_BOUGHT as f32);
        if price == 0.0 { 0 } else { self.ledger.market[chain].min(affordable as u8) }
    }

    /// The viewer's best purchase, with its score.
    ///
    /// The gains of different chains are added up as if independent. Cash is valued as a whole, since the
    /// last thousand dollars are missed more than the first.
    pub(super) fn best_purchase(&self, valuation: &Valuation<'_>) -> (Shares, f32) {
        let me = valuation.me.index();
        let cash = self.ledger.cash[me];
        let mut base = valuation.worth_of_cash(&self.ledger);
        self.worth.iter().for_each(|worth| add(&mut base, worth));
        base[me] -= valuation.value_of_cash(cash);
        let score = valuation.score_for(valuation.me, &base);

        let mut items: ArrayVec<Item, { MOST_BOUGHT * Chain::COUNT }> = ArrayVec::new();
        let mut highest_price = 0.0_f32;
        for chain in Chain::ALL {
            let price = dollars(self.ledger.price(chain));
            for count in 1..=self.most(valuation, chain) {
                let mut worth = base;
                add(&mut worth, &self.gains[chain.index()][usize::from(count)]);
                let gain = valuation.score_for(valuation.me, &worth) - score;
                let cost = price * f32::from(count);
                // A dollar spent costs at least a dollar.
                if gain > cost {
                    highest_price = highest_price.max(price);
                    items.push(Item { chain, count, cost, gain });
                }
            }
        }
        let least = cash - MOST_BOUGHT as f32 * highest_price;
        let best = match valuation.value_of_a_dollar(least, cash) {
            Some(value) if least >= 0.0 => best_of_independent(&items, value),
            _ => {
                let mut search = Search { valuation, cash, items: &items, best: (Shares::NONE, f32::MIN) };
                search.search(0, MOST_BOUGHT as u8, 0.0, 0.0, Shares::NONE);
                return (search.best.0, score + search.best.1);
            }
        };
        (best.0, score + valuation.value_of_cash(cash) + best.1)
    }
}

/// The best purchase and its net gain when every dollar counts the same and cash is no limit: a knapsack over
/// the number of shares, chain by chain.
fn best_of_independent(items: &[Item], dollar: f32) -> (Shares, f32) {
    let mut best = [(Shares::NONE, 0.0_f32); MOST_BOUGHT + 1];
    for chain in items.chunk_by(|one, next| one.chain == next.chain) {
        let before = best;
        for item in chain {
            let count = usize::from(item.count);
            let net = item.gain - dollar * item.cost;
            for total in count..=MOST_BOUGHT {
                let (shares, gain) = before[total - count];
                if gain + net > best[total].1 {
                    best[total] = (shares + Shares::of(item.chain, item.count), gain + net);
                }
            }
        }
    }
    best[MOST_BOUGHT]
}

/// Some shares of one chain, with cost and gain.
#[derive(Clone, Copy)]
struct Item {
    chain: Chain,
    count: u8,
    cost: f32,
    gain: f32,
}

/// Searches all purchases that may pay off.
struct Search<'a> {
    valuation: &'a Valuation<'a>,
    cash: f32,
    items: &'a [Item],
    best: (Shares, f32),
}

impl Search<'_> {
    /// Tries adding the items from index `from` on, with `left` shares to go.
    fn search(&mut self, from: usize, left: u8, cost: f32, gain: f32, shares: Shares) {
        let score = gain + self.valuation.value_of_cash(self.cash - cost);
        if score > self.best.1 {
            self.best = (shares, score);
        }
        for (index, item) in self.items.iter().enumerate().skip(from) {
            let is_new = shares[item.chain] == 0;
            if is_new && item.count <= left && cost + item.cost <= self.cash {
                let bought = shares + Shares::of(item.chain, item.count);
                self.search(index + 1, left - item.count, cost + item.cost, gain + item.gain, bought);
            }
        }
    }
}
