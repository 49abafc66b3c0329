//! Haggling: offers that the other side should just like, and so as good for oneself as they can be.

use arrayvec::ArrayVec;
use mergemaker_engine::{Bundle, Chain, Money, Offer, Seat, Shares, View};

use super::ledger::Ledger;
use super::scene::{Scene, add};
use super::{Steady, Weights};

/// How much more than it must a trade brings the other side, in dollars: their tiles may tell them otherwise.
const SURELY: f32 = 300.0;
/// The most offers that are thought of.
const MOST_IDEAS: usize = 12;
/// The most shares that change hands.
const MOST_SHARES: u8 = 3;

impl Steady {
    /// Offers that the others should like, the best for the viewer first. The view has open holdings.
    pub(crate) fn haggle(&self, view: &View) -> ArrayVec<Offer, MOST_IDEAS> {
        let mut best: ArrayVec<(Offer, f32), MOST_IDEAS> = ArrayVec::new();
        let Some(me) = view.viewer() else { return ArrayVec::new() };
        let ledger = Ledger::of(view);
        let mine = Scene::of(view, &self.weights, me);
        // Whoever does not see the viewer's tiles cannot tell them from others.
        let weights = Weights { near_hand: 1.0, ..self.weights };
        for to in view.seats().filter(|&seat| seat != me) {
            let theirs = Scene::of(view, &weights, to);
            let needed = theirs.standing(to, &ledger) + theirs.bargain() + SURELY;
            for (give, take) in exchanges(ledger.shares[me.index()], ledger.shares[to.index()]) {
                let Some(offer) = theirs.dearest_offer(&ledger, me, (give, take), needed) else { continue };
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

impl Scene<'_> {
    /// The offer of an exchange, with the most cash for which the scene's player should still stand as well as needed.
    fn dearest_offer(
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
        let is_liked = |notes: i32| {
            let mut worth = self.worth_of_cash(&ledger.with_trade(from, &offer(notes)));
            add(&mut worth, &shares);
            self.score_for(to, &worth) > needed
        };
        let notes_of = |seat: Seat| (ledger.cash[seat.index()] / Money::NOTE.0 as f32) as i32;
        // Nobody can pay more than they have.
        let (mut liked, mut too_dear) = (-notes_of(from), notes_of(to) + 1);
        if !is_liked(liked) {
            return None;
        }
        while too_dear - liked > 1 {
            let middle = i32::midpoint(liked, too_dear);
            if is_liked(middle) {
                liked = middle;
            } else {
                too_dear = middle;
            }
        }
        Some(offer(liked))
    }
}

/// The ways in which some shares of one chain may change hands, for some of another or for none.
fn exchanges(mine: Shares, theirs: Shares) -> impl Iterator<Item = (Shares, Shares)> {
    let pairs = parts(mine).flat_map(move |give| parts(theirs).map(move |take| (give, take)));
    pairs.filter(|&(give, take)| give.iter().map(|(chain, _)| chain).ne(take.iter().map(|(chain, _)| chain)))
}

/// None of the shares, or some of one chain.
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

    /// What is haggled for is allowed, the other side likes it, and would not for a note less.
    #[test]
    fn offers_are_just_liked() {
        let steady = Steady::default();
        let weights = Weights { near_hand: 1.0, ..Weights::TUNED };
        let (mut offers, mut to_the_last) = (0, 0);
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
                    let (scene, ledger) = (Scene::of(&view, &weights, offer.to), Ledger::of(&view));
                    let gain = |offer: &Offer| {
                        let traded = ledger.with_trade(seat, offer);
                        scene.standing(offer.to, &traded) - scene.standing(offer.to, &ledger)
                    };
                    let needed = scene.bargain() + SURELY;
                    assert!(gain(&offer) > needed - 1.0, "seed {seed}: {offer:?} in {view:?}");
                    let mut dearer = offer;
                    dearer.give.cash = offer.give.cash.saturating_sub(Money::NOTE);
                    dearer.take.cash += Money::NOTE.saturating_sub(offer.give.cash);
                    if view.cash(offer.to) >= Some(dearer.take.cash) {
                        to_the_last += 1;
                        assert!(gain(&dearer) < needed + 1.0, "seed {seed}: {dearer:?} in {view:?}");
                    }
                }
                game.apply(seat, &steady.decision(&view), &mut dealer, &mut ()).unwrap();
                game.exchange_for(|_| true, &mut dealer, &mut ());
            }
        }
        assert!(offers > 100 && to_the_last > 100, "{offers} offers, {to_the_last} to the last note");
    }
}
