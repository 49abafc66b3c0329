//! Queries on a game.

use arrayvec::ArrayVec;

use super::Game;
use crate::{Chain, Hand, MOST_PLAYERS, Money, Outcome, Payout, Seat, Shares, TileSet};

impl Game {
    /// A player's hand.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// A player's cash.
    #[must_use]
    pub fn cash(&self, seat: Seat) -> Money {
        self.cash[seat.index()]
    }

    /// A player's shares.
    #[must_use]
    pub fn shares(&self, seat: Seat) -> Shares {
        self.shares[seat.index()]
    }

    /// A player's cash plus their shares of active chains at current prices, without bonuses.
    #[must_use]
    pub fn net_worth(&self, seat: Seat) -> Money {
        self.cash(seat) + self.chains.prices.total(self.shares(seat))
    }

    /// The tiles of the pile, in no order: all tiles that are nowhere else.
    #[must_use]
    pub fn pile(&self) -> TileSet {
        let hands = self.hands.iter().fold(TileSet::EMPTY, |tiles, hand| tiles | hand.tiles());
        TileSet::ALL - self.board.occupied() - self.set_aside - hands
    }

    /// How the game ended; none while it is being played.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = self.turn.ended?;
        let cash: ArrayVec<Money, MOST_PLAYERS> = self.seats().map(|seat| self.cash(seat)).collect();
        let most = cash.iter().max().copied().unwrap_or_default();
        let winners = self.seats().filter(|&seat| self.cash(seat) == most).collect();
        Some(Outcome { reason, cash, winners })
    }

    /// The bonuses of every active chain if the game ended now, without the bank (E4).
    #[must_use]
    pub fn scoring(&self) -> Vec<Payout> {
        let scored = |chain| Payout { is_final: true, ..self.payout(chain, None) };
        self.active.iter().map(scored).collect()
    }

    /// The same game with all cached values computed from scratch, the slow and obvious way.
    ///
    /// A game always equals its own recomputation; tests compare them after every event.
    #[must_use]
    pub fn recomputed(&self) -> Game {
        let mut game = *self;
        game.public.market = self.seats().fold(Shares::FULL, |left, seat| left - self.shares(seat));
        for chain in Chain::ALL {
            game.public.set_size(chain, self.board.tiles(chain).len() as u8);
        }
        game.public.pile_len = self.pile().len() as u8;
        game
    }
}
