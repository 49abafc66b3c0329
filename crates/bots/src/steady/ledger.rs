//! The ledger: holdings and chain sizes. Tiles and purchases can be tried on it without a game.

use mergemaker_engine::{Chain, ChainSet, MOST_PLAYERS, Money, Seat, Shares, View};

use super::Weights;
use crate::standing::{dollars, mean_bonuses};

/// Everybody's holdings, and the sizes of the chains.
#[derive(Clone, Copy)]
pub(super) struct Ledger {
    pub(super) cash: [f32; MOST_PLAYERS],
    pub(super) shares: [Shares; MOST_PLAYERS],
    pub(super) market: Shares,
    pub(super) sizes: [u8; Chain::COUNT],
}

impl Ledger {
    /// The ledger of a view with open holdings.
    pub(super) fn of(view: &View) -> Ledger {
        let mut ledger = Ledger {
            cash: [0.0; MOST_PLAYERS],
            shares: [Shares::NONE; MOST_PLAYERS],
            market: view.market(),
            sizes: Chain::ALL.map(|chain| view.size(chain)),
        };
        for seat in view.seats() {
            ledger.cash[seat.index()] = view.cash(seat).map_or(0.0, dollars);
            ledger.shares[seat.index()] = view.shares(seat).unwrap_or_default();
        }
        ledger
    }

    pub(super) fn size(&self, chain: Chain) -> u8 {
        self.sizes[chain.index()]
    }

    pub(super) fn price(&self, chain: Chain) -> Money {
        chain.price(self.size(chain))
    }

    /// The shares of one chain, in seat order.
    pub(super) fn held(&self, chain: Chain) -> [u8; MOST_PLAYERS] {
        std::array::from_fn(|seat| self.shares[seat][chain])
    }

    /// After a chain is founded (T4, T5).
    pub(super) fn with_founded(mut self, view: &View, founder: Seat, chain: Chain, size: u8) -> Ledger {
        self.sizes[chain.index()] = size;
        if self.market[chain] > 0 {
            self.market -= Shares::of(chain, 1);
            self.shares[founder.index()] += Shares::of(chain, 1);
        } else {
            let pays = view.rules().options().founder_without_stock.pays(chain.price(size));
            self.cash[founder.index()] += dollars(pays);
        }
        self
    }

    /// After a merger: bonuses are paid, and every holder trades if that pays and sells the rest (M1 to M4).
    pub(super) fn with_merger(
        mut self,
        view: &View,
        weights: &Weights,
        merging: ChainSet,
        survivor: Chain,
        joining: u8,
    ) -> Ledger {
        let size = joining + merging.iter().map(|chain| self.size(chain)).sum::<u8>();
        let mut defunct = merging;
        defunct.remove(survivor);
        let first = view.turn().index();
        for chain in defunct.iter() {
            let price = self.price(chain);
            let paid = mean_bonuses(view, price, self.held(chain));
            self.cash.iter_mut().zip(paid).for_each(|(cash, paid)| *cash += paid);
            let pays = dollars(survivor.price(size)) > weights.trade_in * 2.0 * dollars(price);
            for step in 0..view.players() {
                let seat = (first + step) % view.players();
                let held = self.shares[seat][chain];
                let pairs = if pays { (held / 2).min(self.market[survivor]) } else { 0 };
                self.market -= Shares::of(survivor, pairs);
                self.shares[seat] += Shares::of(survivor, pairs);
                self.shares[seat] -= Shares::of(chain, held);
                self.market += Shares::of(chain, held);
                self.cash[seat] += dollars(price) * f32::from(held - 2 * pairs);
            }
            self.sizes[chain.index()] = 0;
        }
        self.sizes[survivor.index()] = size;
        self
    }
}
