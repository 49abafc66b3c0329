//! Trades between players: offers that help both sides, and answers to offers.

use mergemaker_engine::{Bundle, Chain, Money, Offer, Seat, Shares};

use super::ledger::Ledger;
use super::valuation::{Valuation, add, sum};
use crate::standing::dollars;

/// The most shares of a chain that an offer moves each way.
pub(super) const MOST_SHARES: u8 = 3;

impl Valuation<'_> {
    /// Whether the pending offer leaves the viewer clearly better off.
    pub(super) fn accepts_offer(&self, ledger: &Ledger) -> bool {
        let Some(offer) = self.view.offer() else { return false };
        let after = ledger.with_trade(self.view.turn(), offer);
        self.standing(self.me, &after) > self.standing(self.me, ledger) + self.bargain()
    }

    /// The offer that helps the viewer most among those the other side should accept.
    pub(super) fn best_offer(&self, ledger: &Ledger) -> Option<Offer> {
        let chains = Chain::ALL.map(|chain| self.worth_of_chain(ledger, chain));
        let shares = sum(&chains);
        let mut now = self.worth_of_cash(ledger);
        add(&mut now, &shares);
        let mine = self.score_for(self.me, &now);
        let mut best: Option<(Offer, f32)> = None;
        for to in self.view.seats().filter(|&seat| seat != self.me) {
            let theirs = self.score_for(to, &now);
            for (give, take) in self.bargains(ledger, to) {
                let offer = Offer { to, give, take };
                let traded = ledger.with_trade(self.me, &offer);
                // Only the chains that change hands need a new valuation.
                let mut after = self.worth_of_cash(&traded);
                add(&mut after, &shares);
                for (chain, _) in (give.shares + take.shares).iter() {
                    add(&mut after, &chains[chain.index()].map(|worth| -worth));
                    add(&mut after, &self.worth_of_chain(&traded, chain));
                }
                let gain = self.score_for(self.me, &after) - mine;
                let is_accepted = self.score_for(to, &after) > theirs + self.bargain();
                if gain > self.bargain() && is_accepted && best.is_none_or(|(_, most)| gain > most) {
                    best = Some((offer, gain));
                }
            }
        }
        best.map(|(offer, _)| offer)
    }

    /// The minimum gain that makes a trade worthwhile.
    pub(super) fn bargain(&self) -> f32 {
        1_000.0 * self.weights.bargain
    }

    /// Trades that might help both: a few shares of one chain for as many of another, or for cash.
    fn bargains(&self, ledger: &Ledger, to: Seat) -> impl Iterator<Item = (Bundle, Bundle)> {
        let (mine, theirs) = (ledger.shares[self.me.index()], ledger.shares[to.index()]);
        let (my_cash, their_cash) = (ledger.cash[self.me.index()], ledger.cash[to.index()]);
        let prices = Chain::ALL.map(|chain| ledger.price(chain));
        let shares = |chain, count| Bundle { cash: Money::ZERO, shares: Shares::of(chain, count) };
        let cash =
            move |chain: Chain, count| Bundle { cash: prices[chain.index()] * count, shares: Shares::NONE };
        let counted =
            Chain::ALL.into_iter().flat_map(|chain| (1..=MOST_SHARES).map(move |count| (chain, count)));
        counted.flat_map(move |(chain, count)| {
            let swaps = Chain::ALL
                .into_iter()
                .filter(move |&other| other != chain && mine[chain] >= count && theirs[other] >= count);
            let swaps = swaps.map(move |other| (shares(chain, count), shares(other, count)));
            let price = cash(chain, count);
            let has_price = price.cash > Money::ZERO;
            let sells = has_price && mine[chain] >= count && their_cash >= dollars(price.cash);
            let buys = has_price && theirs[chain] >= count && my_cash >= dollars(price.cash);
            let sale = sells.then(|| (shares(chain, count), price));
            let purchase = buys.then(|| (price, shares(chain, count)));
            swaps.chain(sale).chain(purchase)
        })
    }
}

impl Ledger {
    /// After an offer is accepted.
    pub(super) fn with_trade(mut self, from: Seat, offer: &Offer) -> Ledger {
        let (from, to) = (from.index(), offer.to.index());
        self.cash[from] += dollars(offer.take.cash) - dollars(offer.give.cash);
        self.cash[to] += dollars(offer.give.cash) - dollars(offer.take.cash);
        self.shares[from] = self.shares[from] - offer.give.shares + offer.take.shares;
        self.shares[to] = self.shares[to] - offer.take.shares + offer.give.shares;
        self
    }
}
