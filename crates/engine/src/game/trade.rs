//! Trades between players (X1).

use super::Game;
use crate::public::no_offer;
use crate::{Bundle, Event, Log, Offer, Phase, Seat};

impl Game {
    pub(super) fn make_offer<L: Log>(&mut self, offer: Offer, log: &mut L) {
        let player = self.turn.seat;
        self.public.turn.phase = Phase::Between;
        self.public.turn.offers += 1;
        self.public.offer = offer;
        self.public.turn.actor = offer.to;
        let Offer { to, give, take } = offer;
        self.emit(log, || Event::TradeOffer { player, to, give, take });
        self.public.turn.phase = Phase::Answer;
    }

    pub(super) fn answer_offer<L: Log>(&mut self, accept: bool, log: &mut L) {
        let (from, Offer { to, give, take }) = (self.turn.seat, self.offer);
        self.public.turn.phase = Phase::Between;
        if accept {
            self.hand_over_bundle(give, from, to);
            self.hand_over_bundle(take, to, from);
        }
        self.public.offer = no_offer();
        self.public.turn.actor = from;
        self.emit(log, || Event::TradeAnswer { player: to, accept });
        self.public.turn.phase = Phase::Tile;
    }

    pub(super) fn can_give(&self, seat: Seat, bundle: &Bundle) -> bool {
        bundle.cash <= self.cash(seat) && bundle.shares.fits(self.shares(seat))
    }

    fn hand_over_bundle(&mut self, bundle: Bundle, from: Seat, to: Seat) {
        self.cash[from.index()] -= bundle.cash;
        self.cash[to.index()] += bundle.cash;
        self.shares[from.index()] -= bundle.shares;
        self.shares[to.index()] += bundle.shares;
    }
}
