//! What all may know of a game, asked of a view.

use crate::{
    Action, Board, Chain, ChainSet, Hand, Money, Offer, Outcome, Phase, Rules, Seat, SetUp, Shares, Tile,
    TilePlay, TileSet, View,
};

impl View {
    /// Who is to decide. See [`Game::to_act`](crate::Game::to_act).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.to_act(), game.to_act());
    /// ```
    #[must_use]
    pub fn to_act(&self) -> Option<Seat> {
        self.seen.to_act()
    }

    /// What the game waits for.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Phase, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.phase(), Phase::Tile);
    /// ```
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.seen.phase()
    }

    /// Whose turn it is.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.turn(), game.turn());
    /// ```
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.seen.turn()
    }

    /// The rules.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.rules(), game.rules());
    /// ```
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.seen.rules()
    }

    /// How many play.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.players(), 3);
    /// ```
    #[must_use]
    pub fn players(&self) -> usize {
        self.seen.players()
    }

    /// The board.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.board(), game.board());
    /// ```
    #[must_use]
    pub fn board(&self) -> &Board {
        self.seen.board()
    }

    /// How many tiles a chain has.
    ///
    /// ```
    /// # use mergemaker_engine::{Chain, Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.size(Chain::Tower), 0);
    /// ```
    #[must_use]
    pub fn size(&self, chain: Chain) -> u8 {
        self.seen.size(chain)
    }

    /// What a share of a chain costs now.
    ///
    /// ```
    /// # use mergemaker_engine::{Chain, Dice, Game, Money, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.price(Chain::Tower), Money::ZERO);
    /// ```
    #[must_use]
    pub fn price(&self, chain: Chain) -> Money {
        self.seen.price(chain)
    }

    /// The chains on the board.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.active().is_empty());
    /// ```
    #[must_use]
    pub fn active(&self) -> ChainSet {
        self.seen.active()
    }

    /// The chains of 11 tiles or more.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.safe().is_empty());
    /// ```
    #[must_use]
    pub fn safe(&self) -> ChainSet {
        self.seen.safe()
    }

    /// The shares nobody holds.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Shares, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.market(), Shares::FULL);
    /// ```
    #[must_use]
    pub fn market(&self) -> Shares {
        self.seen.market()
    }

    /// How many tiles the pile has.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.pile_len(), game.pile_len());
    /// ```
    #[must_use]
    pub fn pile_len(&self) -> usize {
        self.seen.pile_len()
    }

    /// The tiles out of the game.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.set_aside().is_empty());
    /// ```
    #[must_use]
    pub fn set_aside(&self) -> TileSet {
        self.seen.set_aside()
    }

    /// How far the start tiles are, while they are being drawn. See [`Game::set_up`](crate::Game::set_up).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.set_up(), None);
    /// ```
    #[must_use]
    pub fn set_up(&self) -> Option<SetUp> {
        self.seen.set_up()
    }

    /// The tiles in the viewer's own hand that they may exchange now (T11).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.exchangeable().is_empty());
    /// ```
    #[must_use]
    pub fn exchangeable(&self) -> Hand {
        self.seen.exchangeable()
    }

    /// The most tiles that may be exchanged at once (T11).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.most_exchanged(), 6);
    /// ```
    #[must_use]
    pub fn most_exchanged(&self) -> usize {
        self.seen.most_exchanged()
    }

    /// "Exchange all", if the viewer is asked about dead tiles (T11).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.exchange_all(), None);
    /// ```
    #[must_use]
    pub fn exchange_all(&self) -> Option<Action> {
        self.viewer.filter(|&seat| self.to_act() == Some(seat)).and_then(|_| self.seen.exchange_all())
    }

    /// Whether the end is declared and the game may end without the rest of the turn (E2). See
    /// [`Game::may_end_at_once`](crate::Game::may_end_at_once).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(!view.may_end_at_once());
    /// ```
    #[must_use]
    pub fn may_end_at_once(&self) -> bool {
        self.seen.may_end_at_once()
    }

    /// The tiles that join the chain about to be founded (S5).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.founding_tiles().is_empty());
    /// ```
    #[must_use]
    pub fn founding_tiles(&self) -> TileSet {
        self.seen.founding_tiles()
    }

    /// Whether the end has been declared this turn.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(!view.is_declared());
    /// ```
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.seen.is_declared()
    }

    /// Whether the condition for declaring the end holds (E1).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(!view.can_end());
    /// ```
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.seen.can_end()
    }

    /// Whether the player who is to act may declare the end now. See [`Game::may_declare`](crate::Game::may_declare).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(!game.view(None).may_declare());
    /// ```
    #[must_use]
    pub fn may_declare(&self) -> bool {
        self.seen.may_declare()
    }

    /// The chains that merge. See [`Game::merging`](crate::Game::merging).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.view(None).merging().is_empty());
    /// ```
    #[must_use]
    pub fn merging(&self) -> ChainSet {
        self.seen.merging()
    }

    /// The chains still to be dissolved. See [`Game::unsettled`](crate::Game::unsettled).
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.view(None).unsettled().is_empty());
    /// ```
    #[must_use]
    pub fn unsettled(&self) -> ChainSet {
        self.seen.unsettled()
    }

    /// The seats, in order.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert!(game.view(None).seats().eq(game.seats()));
    /// ```
    #[must_use]
    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + use<> {
        self.seen.seats()
    }

    /// The offer that waits for an answer.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.offer(), None);
    /// ```
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.seen.offer()
    }

    /// How many offers have been made this turn.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Trading), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.offers(), 0);
    /// ```
    #[must_use]
    pub fn offers(&self) -> u8 {
        self.seen.offers()
    }

    /// The tile just placed whose effect is not settled.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.unsettled_tile(), None);
    /// ```
    #[must_use]
    pub fn unsettled_tile(&self) -> Option<Tile> {
        self.seen.unsettled_tile()
    }

    /// The survivor of the merger under way.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.survivor(), None);
    /// ```
    #[must_use]
    pub fn survivor(&self) -> Option<Chain> {
        self.seen.survivor()
    }

    /// The chain being dissolved.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.defunct(), None);
    /// ```
    #[must_use]
    pub fn defunct(&self) -> Option<Chain> {
        self.seen.defunct()
    }

    /// What a tile would do if it were placed now.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// let tile = view.hand().unwrap().tile(0).unwrap();
    /// assert!(view.tile_play(tile).is_playable());
    /// ```
    #[must_use]
    pub fn tile_play(&self, tile: Tile) -> TilePlay {
        self.seen.tile_play(tile)
    }

    /// How the game ended.
    ///
    /// ```
    /// # use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.outcome(), None);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome()
    }
}
