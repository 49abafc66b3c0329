//! Exchanging dead tiles at the end of a turn (T11, T12).

use super::Game;
use crate::{
    Action, ChainSet, DeadTiles, Dealer, DiscardReason, EighthChainTiles, Hand, Log, Phase, RuleError,
    RulesVersion, Seat, Tile,
};

impl Game {
    /// The dead tiles that the player to act may exchange (T11, T12); empty unless that is the decision now.
    #[must_use]
    pub fn exchangeable(&self) -> Hand {
        match self.turn.phase {
            Phase::Exchange => self.exchangeable_by(self.turn.seat),
            _ => Hand::EMPTY,
        }
    }

    /// The action that exchanges all dead tiles, for seats that do not want to be asked (T11). None unless
    /// that is the decision now.
    #[must_use]
    pub fn exchange_all(&self) -> Option<Action> {
        (self.turn.phase == Phase::Exchange)
            .then(|| Action::Exchange { tiles: self.as_many_as_allowed(self.exchangeable()) })
    }

    /// Exchanges all dead tiles for seats that do not want to be asked, as long as that is the decision
    /// (T11).
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Phase, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Renegade), 2)?;
    /// let mut dealer = RandomDealer::new(Dice::new(1));
    /// let mut game = Game::start(table, &mut dealer, &mut ());
    /// while game.to_act().is_some() {
    ///     let action = game.legal_actions()[0];
    ///     game.apply_unchecked(&action, &mut dealer, &mut ());
    ///     game.exchange_for(|_seat| true, &mut dealer, &mut ());
    ///     assert_ne!(game.phase(), Phase::Exchange);
    /// }
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[inline]
    pub fn exchange_for<D: Dealer, L: Log>(
        &mut self,
        exchanges_all: impl Fn(Seat) -> bool,
        dealer: &mut D,
        log: &mut L,
    ) {
        while self.turn.phase == Phase::Exchange && exchanges_all(self.turn.seat) {
            self.exchange(self.as_many_as_allowed(self.exchangeable()), dealer, log);
        }
    }

    /// The end of a turn under rules that discard dead tiles before the draw (T11).
    #[cold]
    #[inline(never)]
    pub(super) fn discard_then_draw<D: Dealer, L: Log>(&mut self, dealer: &mut D, log: &mut L) {
        let tiles = self.exchangeable_by(self.turn.seat);
        if tiles.is_empty() {
            self.fill_hand(self.turn.seat, dealer, log);
            self.next_turn(dealer, log);
        } else {
            self.begin_exchange(tiles, dealer, log);
        }
    }

    /// Asks which dead tiles to exchange, or exchanges them all if the rules leave no choice.
    #[inline(never)]
    pub(super) fn begin_exchange<D: Dealer, L: Log>(&mut self, tiles: Hand, dealer: &mut D, log: &mut L) {
        if self.rules.options().has_dead_tile_choice() {
            self.public.turn.actor = self.turn.seat;
            self.public.turn.phase = Phase::Exchange;
            return;
        }
        let mut left = tiles;
        while !left.is_empty() {
            self.swap_tiles(self.as_many_as_allowed(left), dealer, log);
            left = if self.repeats_exchange() { self.exchangeable_by(self.turn.seat) } else { Hand::EMPTY };
        }
        self.next_turn(dealer, log);
    }

    /// Exchanges the picked tiles. With repetition, asks again until the player keeps the rest.
    #[inline(never)]
    pub(super) fn exchange<D: Dealer, L: Log>(&mut self, tiles: Hand, dealer: &mut D, log: &mut L) {
        self.public.turn.phase = Phase::Between;
        self.swap_tiles(tiles, dealer, log);
        if self.repeats_exchange() && !tiles.is_empty() && self.may_exchange(self.turn.seat) {
            self.public.turn.phase = Phase::Exchange;
        } else {
            self.next_turn(dealer, log);
        }
    }

    fn repeats_exchange(&self) -> bool {
        self.rules.options().dead_tiles == DeadTiles::ReplaceUntilPlayable
    }

    /// Whether a player has a tile that may be exchanged.
    pub(crate) fn may_exchange(&self, seat: Seat) -> bool {
        !self.exchangeable_by(seat).is_empty()
    }

    /// Whether any space of the board could make a tile exchangeable.
    #[inline]
    pub(super) fn has_unplayable_spaces(&self) -> bool {
        self.safe.has_several() || self.replaces_eighth() && self.active == ChainSet::ALL
    }

    #[inline]
    fn replaces_eighth(&self) -> bool {
        self.rules.options().eighth_chain_tiles == EighthChainTiles::Replace
    }

    #[inline]
    pub(crate) fn is_exchangeable(&self, tile: Tile) -> bool {
        let touch = self.board.touch(tile);
        self.is_dead(touch) || self.is_eighth(touch) && self.replaces_eighth()
    }

    pub(crate) fn check_exchange(&self, tiles: Hand) -> Result<(), RuleError> {
        let exchangeable = self.exchangeable();
        if let Some(tile) = tiles.iter().find(|&tile| !exchangeable.contains(tile)) {
            return Err(RuleError::NotExchangeable { tile });
        }
        if tiles.len() > self.most_exchanged() { Err(RuleError::TooManyExchanged) } else { Ok(()) }
    }

    /// The tiles in a player's hand that may be exchanged (T11, T12). With repetition there are none once the
    /// pile is empty, except in version 1 of the rules.
    #[inline]
    pub(super) fn exchangeable_by(&self, seat: Seat) -> Hand {
        let mut tiles = Hand::EMPTY;
        if !(self.needs_pile() && self.pile_len == 0) {
            let hand = self.hands[seat.index()].iter();
            hand.filter(|&tile| self.is_exchangeable(tile)).for_each(|tile| tiles.insert(tile));
        }
        tiles
    }

    /// Whether tiles may be exchanged only while the pile has tiles (T11).
    pub(crate) fn needs_pile(&self) -> bool {
        self.repeats_exchange() && self.rules.version() != RulesVersion::One
    }

    /// The first of these tiles, as many as may be exchanged at once (T11).
    fn as_many_as_allowed(&self, tiles: Hand) -> Hand {
        if tiles.len() <= self.most_exchanged() { tiles } else { tiles.iter().take(1).collect() }
    }

    /// Sets tiles aside and refills the hand.
    fn swap_tiles<D: Dealer, L: Log>(&mut self, tiles: Hand, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        if !tiles.is_empty() {
            self.put_aside(seat, tiles, DiscardReason::Unplayable, log);
        }
        self.fill_hand(seat, dealer, log);
    }
}
