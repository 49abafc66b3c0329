//! Haggling: offers that the other side should barely accept, which makes them as good as possible for the
//! proposer.

use arrayvec::ArrayVec;
use mergemaker_engine::{Bundle, Chain, Money, Offer, Seat, Shares, View};

use super::ledger::Ledger;
use super::trade::MOST_SHARES;
use super::valuation::{Valuation, add};
use super::{Steady, Weights};

/// The extra gain for the other side, in dollars: their hidden tiles may change their view.
const MARGIN: f32 = 300.0;
/// The maximum number of offers to consider.
const MOST_IDEAS: usize = 12;

impl Steady {
    /// Offers that the others should accept, the best for the viewer first. Holdings in the view must be
    /// open.
    pub(crate) fn haggle(&self, view: &View) -> ArrayVec<Offer, MOST_IDEAS> {
        let mut best: ArrayVec<(Offer, f32), MOST_IDEAS> = ArrayVec::new();
        let Some(me) = view.viewer() else { return ArrayVec::new() };
        let ledger = Ledger::of(view);
        let mine = Valuation::of(view, &self.weights, me);
        // The others do not see the viewer's tiles, so these count like any unseen tile.
        let weights = Weights { near_hand: 1.0, ..self.weights };
        for to in view.seats().filter(|&seat| seat != me) {
            let theirs = Valuation::of(view, &weights, to);
            let needed = theirs.standing(to, &ledger) + theirs.bargain() + MARGIN;
            for (give, take) in exchanges(ledger.shares[me.index()], ledger.shares[to.index()]) {
                let Some(offer) = theirs.highest_offer(&ledger, me, (give, take), needed) else { continue };
                let score = mine.standing(me, &ledger.with_trade(me, &offer));
                let place = best.partition_point(|better| better.1 >= score);
                if place < MOST_IDEAS {
                    best.truncate(MOST_IDEAS - 1);
                    best.insert(place, (offer, score));
                }
            }
        }
        best.into_iter().map(|(offer, _)| offer).collect()
    }
}

impl Valuation<'_> {
    /// The offer of an exchange that asks for the most cash while still leaving the other player a score
    /// above `needed`.
    fn highest_offer(
        &self,
        ledger: &Ledger,
        from: Seat,
        (give, take): (Shares, Shares),
        needed: f32,
    ) -> Option<Offer> {
        let to = self.me;
        let offer = |notes: i32| {
            let cash = |notes: i32| Money(Money::NOTE.0 * notes.max(0).unsigned_abs());
            let give = Bundle { cash: cash(-notes), shares: give };
            let take = Bundle { cash: cash(notes), shares: take };
            Offer { to, give, take }
        };
        let shares = self.worth_of_shares(&ledger.with_trade(from, &offer(0)));
        let is_accepted = |notes: i32| {
            let mut worth = self.worth_of_cash(&ledger.with_trade(from, &offer(notes)));
            add(&mut worth, &shares);
            self.score_for(to, &worth) > needed
        };
        let notes_of = |seat: Seat| (ledger.cash[seat.index()] / Money::NOTE.0 as f32) as i32;
        // Nobody can pay more than they have.
        let (mut accepted, mut refused) = (-notes_of(from), notes_of(to) + 1);
        if !is_accepted(accepted) {
            return None;
        }
        while refused - accepted > 1 {
            let middle = i32::midpoint(accepted, refused);
            if is_accepted(middle) {
                accepted = middle;
            } else {
                refused = middle;
            }
        }
        Some(offer(accepted))
    }
}

/// The exchanges of some shares of one chain for shares of another, or for none.
fn exchanges(mine: Shares, theirs: Shares) -> impl Iterator<Item = (Shares, Shares)> {
    let pairs = parts(mine).flat_map(move |give| parts(theirs).map(move |take| (give, take)));
    pairs.filter(|&(give, take)| give.iter().map(|(chain, _)| chain).ne(take.iter().map(|(chain, _)| chain)))
}

/// No shares, or some of one chain.
fn parts(shares: Shares) -> impl Iterator<Item = Shares> {
    let some = Chain::ALL.into_iter().flat_map(move |chain| {
        (1..=shares[chain].min(MOST_SHARES)).map(move |count| Shares::of(chain, count))
    });
    std::iter::once(Shares::NONE).chain(some)
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Action, Dice, Game, Phase, Preset, RandomDealer, Rules, Table};

    use super::*;

    /// Every offer is legal, acceptable to the other side, and not acceptable with one banknote more.
    #[test]
    fn offers_are_barely_accepted() {
        let steady = Steady::default();
        let weights = Weights { near_hand: 1.0, ..Weights::TUNED };
        let (mut offers, mut checked_higher) = (0, 0);
        for seed in 0..4 {
            let mut dealer = RandomDealer::new(Dice::new(seed));
            let table = Table::new(Rules::of(Preset::Trading), 4).unwrap();
            let mut game = Game::start(table, &mut dealer, &mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(Some(seat));
                let haggled =
                    if view.phase() == Phase::Tile { steady.haggle(&view) } else { ArrayVec::new() };
                for offer in haggled {
                    offers += 1;
                    view.check(&Action::TradeOffer { offer }).unwrap();
                    let (valuation, ledger) = (Valuation::of(&view, &weights, offer.to), Ledger::of(&view));
                    let gain = |offer: &Offer| {
                        let traded = ledger.with_trade(seat, offer);
                        valuation.standing(offer.to, &traded) - valuation.standing(offer.to, &ledger)
                    };
                    let needed = valuation.bargain() + MARGIN;
                    assert!(gain(&offer) > needed - 1.0, "seed {seed}: {offer:?} in {view:?}");
                    let mut higher = offer;
                    higher.give.cash = offer.give.cash.saturating_sub(Money::NOTE);
                    higher.take.cash += Money::NOTE.saturating_sub(offer.give.cash);
                    if view.cash(offer.to) >= Some(higher.take.cash) {
                        checked_higher += 1;
                        assert!(gain(&higher) < needed + 1.0, "seed {seed}: {higher:?} in {view:?}");
                    }
                }
                game.apply(seat, &steady.decision(&view), &mut dealer, &mut ()).unwrap();
                game.exchange_for(|_| true, &mut dealer, &mut ());
            }
        }
        assert!(
            offers > 100 && checked_higher > 100,
            "{offers} offers, {checked_higher} checked one note higher"
        );
    }
}
