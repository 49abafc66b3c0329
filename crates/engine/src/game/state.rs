//! What can be asked of a game.

use arrayvec::ArrayVec;

use super::Game;
use crate::{
    Board, Chain, ChainSet, Hand, MOST_PLAYERS, Money, Offer, Outcome, Payout, Phase, Rules, Seat, Shares,
    Tile, TilePlay, TileSet,
};

impl Game {
    /// Who is to decide; nobody when the game is over.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.to_act(), Some(game.turn()));
    /// ```
    #[inline]
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        match self.turn.phase {
            Phase::Over | Phase::Between => None,
            _ => Some(self.turn.actor),
        }
    }

    /// What the game waits for.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Phase, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.phase(), Phase::Tile);
    /// ```
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.turn.phase
    }

    /// Whose turn it is.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.turn().index() < 3);
    /// ```
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.turn.seat
    }

    /// The rules.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.rules().preset(), Preset::Renegade);
    /// ```
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many play.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.players(), 3);
    /// ```
    #[must_use]
    pub fn players(&self) -> usize {
        self.players.into()
    }

    /// The seats, in order.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.seats().count(), 3);
    /// ```
    #[must_use]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        Seat::all(self.players.into())
    }

    /// The board.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.board().lone().len(), 3);
    /// ```
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How many tiles a chain has; 0 when it is not active.
    ///
    /// ```
    /// # use mergemaker_engine::{Chain, Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.size(Chain::Tower), 0);
    /// ```
    #[must_use]
    pub fn size(&self, chain: Chain) -> u8 {
        self.sizes.of(chain)
    }

    /// What a share of a chain costs now (B5); nothing when it is not active.
    ///
    /// ```
    /// # use mergemaker_engine::{Chain, Dice, Game, Money, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.price(Chain::Tower), Money::ZERO);
    /// ```
    #[must_use]
    pub fn price(&self, chain: Chain) -> Money {
        self.prices.of(chain)
    }

    /// The chains on the board (B4).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.active().is_empty());
    /// ```
    #[must_use]
    pub fn active(&self) -> ChainSet {
        self.active
    }

    /// The chains of 11 tiles or more (B4).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.safe().is_empty());
    /// ```
    #[must_use]
    pub fn safe(&self) -> ChainSet {
        self.safe
    }

    /// The shares nobody holds.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Shares, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.market(), Shares::FULL);
    /// ```
    #[must_use]
    pub fn market(&self) -> Shares {
        self.market
    }

    /// A player's hand.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.hand(game.turn()).len(), 6);
    /// ```
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.index()]
    }

    /// A player's cash.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Money, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.cash(game.turn()), Money(6_000));
    /// ```
    #[must_use]
    pub fn cash(&self, seat: Seat) -> Money {
        self.cash[seat.index()]
    }

    /// A player's shares.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Shares, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.shares(game.turn()), Shares::NONE);
    /// ```
    #[must_use]
    pub fn shares(&self, seat: Seat) -> Shares {
        self.shares[seat.index()]
    }

    /// A player's cash and the shares of active chains at their prices; bonuses not counted.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Money, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.net_worth(game.turn()), Money(6_000));
    /// ```
    #[must_use]
    pub fn net_worth(&self, seat: Seat) -> Money {
        self.cash(seat) + self.prices.total(self.shares(seat))
    }

    /// How many tiles the pile has.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.pile_len(), 108 - 3 * 7);
    /// ```
    #[must_use]
    pub fn pile_len(&self) -> usize {
        self.pile_len.into()
    }

    /// The tiles of the pile, in no order: those that are nowhere else.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.pile().len(), game.pile_len());
    /// ```
    #[must_use]
    pub fn pile(&self) -> TileSet {
        let hands = self.hands.iter().fold(TileSet::EMPTY, |tiles, hand| tiles | hand.tiles());
        TileSet::ALL - self.board.occupied() - self.set_aside - hands
    }

    /// The tiles out of the game (T11, T13).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.set_aside().is_empty());
    /// ```
    #[must_use]
    pub fn set_aside(&self) -> TileSet {
        self.set_aside
    }

    /// Whether the end has been declared this turn (E2).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(!game.is_declared());
    /// ```
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.turn.declared
    }

    /// The offer that waits for an answer (X1).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.offer(), None);
    /// ```
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        (self.turn.phase == Phase::Answer).then_some(&self.offer)
    }

    /// How many offers have been made this turn (X1).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Trading), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.offers(), 0);
    /// ```
    #[must_use]
    pub fn offers(&self) -> u8 {
        self.turn.offers
    }

    /// The tile just placed whose effect is not settled.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.unsettled_tile(), None);
    /// ```
    #[must_use]
    pub fn unsettled_tile(&self) -> Option<Tile> {
        match self.turn.phase {
            Phase::Found | Phase::Survivor | Phase::Defunct | Phase::Dispose => Some(self.turn.merger.tile),
            _ => None,
        }
    }

    /// The survivor of the merger under way, once it is known (M1).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.survivor(), None);
    /// ```
    #[must_use]
    pub fn survivor(&self) -> Option<Chain> {
        matches!(self.turn.phase, Phase::Defunct | Phase::Dispose).then_some(self.turn.merger.survivor)
    }

    /// The chain being dissolved (M3).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.defunct(), None);
    /// ```
    #[must_use]
    pub fn defunct(&self) -> Option<Chain> {
        (self.turn.phase == Phase::Dispose).then_some(self.turn.merger.defunct)
    }

    /// What a tile would do if it were placed now (T3 to T9).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table, TilePlay};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let tile = game.board().lone().iter().next().unwrap().neighbours().next().unwrap();
    /// assert_eq!(game.tile_play(tile), TilePlay::Found);
    /// ```
    #[must_use]
    pub fn tile_play(&self, tile: Tile) -> TilePlay {
        let touch = self.board.touch(tile);
        let chains = touch.chains();
        match chains.first() {
            _ if touch.is_nothing() => TilePlay::Lone,
            None if self.active == ChainSet::ALL => TilePlay::EighthChain,
            None => TilePlay::Found,
            Some(chain) if !chains.has_several() => TilePlay::Grow { chain },
            Some(_) if (chains & self.safe).has_several() => TilePlay::Dead,
            Some(_) => TilePlay::Merge { chains },
        }
    }

    /// Whether the condition of E1 holds: a chain of 41 tiles, or every active chain safe.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(!game.can_end());
    /// ```
    #[inline]
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.can_end
    }

    /// Whether the player who is to act may declare the end now (E1, E2).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(!game.may_declare());
    /// ```
    #[must_use]
    pub fn may_declare(&self) -> bool {
        self.check_declaration().is_ok()
    }

    /// The chains that merge, the survivor included, while a merger is being settled (M1).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.merging().is_empty());
    /// ```
    #[must_use]
    pub fn merging(&self) -> ChainSet {
        self.turn.merger.merging
    }

    /// The chains that merge and are not settled: before the survivor is known all of them, then those
    /// still to be dissolved, the one under way included (M2).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.unsettled().is_empty());
    /// ```
    #[must_use]
    pub fn unsettled(&self) -> ChainSet {
        self.turn.merger.unsettled
    }

    /// How the game ended; nothing before it has.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.outcome(), None);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let reason = self.ended?;
        let cash: ArrayVec<Money, MOST_PLAYERS> = self.seats().map(|seat| self.cash(seat)).collect();
        let most = cash.iter().max().copied().unwrap_or_default();
        let winners = self.seats().filter(|&seat| self.cash(seat) == most).collect();
        Some(Outcome { reason, cash, winners })
    }

    /// What the bonuses of every active chain would be if the game ended now, without the bank (E4).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.scoring().is_empty(), "no chain is active yet");
    /// ```
    #[must_use]
    pub fn scoring(&self) -> Vec<Payout> {
        let scored = |chain| Payout { is_final: true, ..self.payout(chain, None) };
        self.active.iter().map(scored).collect()
    }

    /// The same game with everything that can be worked out worked out anew, the slow and obvious way.
    ///
    /// A game always equals its own recomputation; tests compare them after every event.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.recomputed(), game);
    /// ```
    #[must_use]
    pub fn recomputed(&self) -> Game {
        let mut game = *self;
        game.market = self.seats().fold(Shares::FULL, |left, seat| left - self.shares(seat));
        for chain in Chain::ALL {
            game.set_size(chain, self.board.tiles(chain).len() as u8);
        }
        game.pile_len = self.pile().len() as u8;
        game
    }
}
