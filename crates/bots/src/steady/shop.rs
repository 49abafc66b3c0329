//! The shop: what one, two or three more shares of each chain would gain the viewer, and the best of all
//! purchases.

use arrayvec::ArrayVec;
use mergemaker_engine::{Chain, ChainSet, MOST_PLAYERS, Shares};

use super::ledger::Ledger;
use super::scene::{Scene, Worth, add};
use crate::standing::dollars;

/// The most shares bought in one turn (T10).
const MOST_BOUGHT: usize = mergemaker_engine::MOST_BOUGHT as usize;

/// What shares would gain, worked out once for a ledger and mended where a tile changes it.
#[derive(Clone, Copy)]
pub(super) struct Shop {
    ledger: Ledger,
    /// What everybody's shares of each chain are worth.
    worth: [Worth; Chain::COUNT],
    /// What so many more shares of each chain would mean for everybody: the change.
    gains: [[Worth; MOST_BOUGHT + 1]; Chain::COUNT],
    /// How many more shares of each chain this is worked out for.
    known: [u8; Chain::COUNT],
}

impl Shop {
    pub(super) fn new(scene: &Scene<'_>, ledger: &Ledger) -> Shop {
        let nothing = [0.0; MOST_PLAYERS];
        let mut shop = Shop {
            ledger: *ledger,
            worth: [nothing; Chain::COUNT],
            gains: [[nothing; MOST_BOUGHT + 1]; Chain::COUNT],
            known: [0; Chain::COUNT],
        };
        for chain in Chain::ALL {
            shop.work_out(scene, chain);
        }
        shop
    }

    /// The shop once the ledger has changed, but for everybody's cash in these chains only.
    pub(super) fn with(mut self, scene: &Scene<'_>, ledger: &Ledger, changed: ChainSet) -> Shop {
        self.ledger = *ledger;
        for chain in Chain::ALL {
            if changed.contains(chain) || self.known[chain.index()] < self.most(scene, chain) {
                self.work_out(scene, chain);
            }
        }
        self
    }

    fn work_out(&mut self, scene: &Scene<'_>, chain: Chain) {
        let now = scene.worth_of_chain(&self.ledger, chain);
        self.worth[chain.index()] = now;
        self.known[chain.index()] = self.most(scene, chain);
        let me = scene.me.index();
        let mut richer = self.ledger;
        for more in 1..=self.known[chain.index()] {
            richer.market -= Shares::of(chain, 1);
            richer.shares[me] += Shares::of(chain, 1);
            let then = scene.worth_of_chain(&richer, chain);
            self.gains[chain.index()][usize::from(more)] = std::array::from_fn(|seat| then[seat] - now[seat]);
        }
    }

    /// How many shares of a chain the viewer can buy.
    fn most(&self, scene: &Scene<'_>, chain: Chain) -> u8 {
        let price = dollars(self.ledger.price(chain));
        let affordable = (self.ledger.cash[scene.me.index()] / price).min(MOST_BOUGHT as f32);
        if price == 0.0 { 0 } else { self.ledger.market[chain].min(affordable as u8) }
    }

    /// The best purchase the viewer can make, and the score after it.
    ///
    /// What shares of different chains gain is taken as the sum of what they gain alone. Cash counts as a
    /// whole: a thousand dollars spent are missed more when they are the last.
    pub(super) fn best_purchase(&self, scene: &Scene<'_>) -> (Shares, f32) {
        let me = scene.me.index();
        let cash = self.ledger.cash[me];
        let mut base = scene.worth_of_cash(&self.ledger);
        self.worth.iter().for_each(|worth| add(&mut base, worth));
        base[me] -= scene.value_of_cash(cash);
        let score = scene.score_for(scene.me, &base);

        let mut items: ArrayVec<Item, { MOST_BOUGHT * Chain::COUNT }> = ArrayVec::new();
        let mut dearest = 0.0_f32;
        for chain in Chain::ALL {
            let price = dollars(self.ledger.price(chain));
            for count in 1..=self.most(scene, chain) {
                let mut worth = base;
                add(&mut worth, &self.gains[chain.index()][usize::from(count)]);
                let gain = scene.score_for(scene.me, &worth) - score;
                let cost = price * f32::from(count);
                // A dollar spent costs a dollar at least.
                if gain > cost {
                    dearest = dearest.max(price);
                    items.push(Item { chain, count, cost, gain });
                }
            }
        }
        let least = cash - MOST_BOUGHT as f32 * dearest;
        let best = match scene.value_of_a_dollar(least, cash) {
            Some(value) if least >= 0.0 => best_of_independent(&items, value),
            _ => {
                let mut search = Search { scene, cash, items: &items, best: (Shares::NONE, f32::MIN) };
                search.go(0, MOST_BOUGHT as u8, 0.0, 0.0, Shares::NONE);
                return (search.best.0, score + search.best.1);
            }
        };
        (best.0, score + scene.value_of_cash(cash) + best.1)
    }
}

/// The best purchase, and what it gains beyond its cost, where every dollar spent counts the same and there are
/// enough of them: for each number of shares the best, chain by chain.
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

/// Some shares of one chain, what they cost and gain.
#[derive(Clone, Copy)]
struct Item {
    chain: Chain,
    count: u8,
    cost: f32,
    gain: f32,
}

/// Goes through all purchases that may gain.
struct Search<'a> {
    scene: &'a Scene<'a>,
    cash: f32,
    items: &'a [Item],
    best: (Shares, f32),
}

impl Search<'_> {
    /// Tries what can be added of the items from `from` on, with so many shares left to buy.
    fn go(&mut self, from: usize, left: u8, cost: f32, gain: f32, shares: Shares) {
        let score = gain + self.scene.value_of_cash(self.cash - cost);
        if score > self.best.1 {
            self.best = (shares, score);
        }
        for (index, item) in self.items.iter().enumerate().skip(from) {
            let is_new = shares[item.chain] == 0;
            if is_new && item.count <= left && cost + item.cost <= self.cash {
                let bought = shares + Shares::of(item.chain, item.count);
                self.go(index + 1, left - item.count, cost + item.cost, gain + item.gain, bought);
            }
        }
    }
}
