//! Exchanging dead tiles at the end of a turn (T11, T12).

use super::Game;
use crate::{
    Action, DeadTileExchange, DeadTiles, Dealer, DiscardReason, EighthChainTiles, HAND_SIZE, Hand, Log,
    Phase, RuleError, Seat, Tile, Tiles,
};

impl Game {
    /// The tiles in the hand of the player to act that may be exchanged (T11, T12); none unless they are asked.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Hand, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Digital), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.exchangeable(), Hand::EMPTY);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn exchangeable(&self) -> Hand {
        match self.turn.phase {
            Phase::Exchange => self.exchangeable_of(self.turn.seat),
            _ => Hand::EMPTY,
        }
    }

    /// The most tiles that may be exchanged at once (T11).
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Digital), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.most_exchanged(), 1);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn most_exchanged(&self) -> usize {
        match self.rules.options().dead_tiles {
            DeadTiles::ReplaceOne => 1,
            DeadTiles::ReplaceAll | DeadTiles::ReplaceUntilPlayable | DeadTiles::DiscardThenDraw => HAND_SIZE,
        }
    }

    /// The answer of a host for a seat that does not want to be asked about dead tiles: "exchange all" (T11).
    /// None unless the game asks.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Digital), 2)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.exchange_all(), None);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn exchange_all(&self) -> Option<Action> {
        (self.turn.phase == Phase::Exchange)
            .then(|| Action::Exchange { tiles: self.all_exchanged(self.turn.seat) })
    }

    /// Answers "exchange all" as long as the game asks a seat that does not want to be asked (T11).
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
        is_not_asked: impl Fn(Seat) -> bool,
        dealer: &mut D,
        log: &mut L,
    ) {
        while self.turn.phase == Phase::Exchange && is_not_asked(self.turn.seat) {
            self.exchange(self.all_exchanged(self.turn.seat), dealer, log);
        }
    }

    /// Asks which dead tiles to exchange, or exchanges them all where there is no choice.
    #[cold]
    #[inline(never)]
    pub(super) fn begin_exchange<D: Dealer, L: Log>(&mut self, seat: Seat, dealer: &mut D, log: &mut L) {
        let options = *self.rules.options();
        match options.dead_tile_exchange {
            DeadTileExchange::Choice => {
                self.turn.actor = seat;
                self.turn.phase = Phase::Exchange;
            }
            DeadTileExchange::Automatic => {
                while self.may_exchange(seat) {
                    self.swap_tiles(seat, self.all_exchanged(seat), dealer, log);
                    if options.dead_tiles != DeadTiles::ReplaceUntilPlayable {
                        break;
                    }
                }
                self.next_turn(dealer, log);
            }
        }
    }

    /// Exchanges the tiles picked. Where that is repeated, the player is asked again until they keep the rest.
    #[cold]
    #[inline(never)]
    pub(super) fn exchange<D: Dealer, L: Log>(&mut self, tiles: Hand, dealer: &mut D, log: &mut L) {
        let seat = self.turn.seat;
        self.turn.phase = Phase::Between;
        self.swap_tiles(seat, tiles, dealer, log);
        let repeats = self.rules.options().dead_tiles == DeadTiles::ReplaceUntilPlayable;
        if repeats && !tiles.is_empty() && self.may_exchange(seat) {
            self.turn.phase = Phase::Exchange;
        } else {
            self.next_turn(dealer, log);
        }
    }

    /// Whether a player has a tile that may be exchanged now.
    #[inline]
    pub(crate) fn may_exchange(&self, seat: Seat) -> bool {
        let options = self.rules.options();
        let needs_pile = options.dead_tiles == DeadTiles::ReplaceUntilPlayable
            && options.dead_tile_exchange == DeadTileExchange::Choice;
        !(needs_pile && self.pile_len == 0)
            && self.hands[seat.index()].iter().any(|tile| self.is_exchangeable(tile))
    }

    pub(crate) fn is_exchangeable(&self, tile: Tile) -> bool {
        let touch = self.board.touch(tile);
        let eighth = self.rules.options().eighth_chain_tiles == EighthChainTiles::Replace;
        self.is_dead(touch) || eighth && self.is_eighth(touch)
    }

    pub(crate) fn check_exchange(&self, tiles: Hand) -> Result<(), RuleError> {
        let exchangeable = self.exchangeable();
        if let Some(tile) = tiles.iter().find(|&tile| !exchangeable.contains(tile)) {
            return Err(RuleError::NotExchangeable { tile });
        }
        if tiles.len() > self.most_exchanged() { Err(RuleError::TooManyExchanged) } else { Ok(()) }
    }

    fn exchangeable_of(&self, seat: Seat) -> Hand {
        self.hands[seat.index()].iter().filter(|&tile| self.is_exchangeable(tile)).collect()
    }

    fn all_exchanged(&self, seat: Seat) -> Hand {
        self.exchangeable_of(seat).iter().take(self.most_exchanged()).collect()
    }

    /// Sets tiles aside and fills the hand up again.
    fn swap_tiles<D: Dealer, L: Log>(&mut self, seat: Seat, tiles: Hand, dealer: &mut D, log: &mut L) {
        if !tiles.is_empty() {
            let tiles: Tiles = tiles.iter().collect();
            self.put_aside(seat, &tiles, DiscardReason::Unplayable, log);
        }
        self.fill_hand(seat, dealer, log);
    }
}
