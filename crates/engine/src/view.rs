//! Views: what one seat, or a spectator, may know (K1, K2).

mod sample;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::position::{HandState, PlayerState};
use crate::{
    Action, Actions, Board, Chain, ChainSet, Game, Hand, Holdings, MOST_PLAYERS, Money, Offer, Outcome,
    Phase, Position, PositionError, Preview, RuleError, Rules, Seat, Shares, Tile, TilePlay, TileSet,
};

/// What one viewer may know of a game: a seat, or a spectator. Everything else is not in it.
///
/// ```
/// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Seat, Dice, Table};
/// let table = Table::new(Rules::preset(Preset::Renegade), 3)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let seat = Seat::new(0);
/// let view = game.view(seat);
/// let guess = view.sample(&mut Dice::new(2));
/// assert_eq!(guess.view(seat), view);
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct View {
    viewer: Option<Seat>,
    /// The game with everything blank that the viewer may not know.
    seen: Game,
    hand_lens: [u8; MOST_PLAYERS],
}

impl Game {
    /// What a seat may know, or a spectator (`None`). The one place where that is decided.
    ///
    /// ```
    /// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Seat, Dice, Table};
    /// let table = Table::new(Rules::preset(Preset::Renegade), 3)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// assert_eq!(game.view(None).hand(), None);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn view(&self, viewer: Option<Seat>) -> View {
        let mut seen = *self;
        let mut hand_lens = [0; MOST_PLAYERS];
        for seat in self.seats() {
            hand_lens[seat.index()] = self.hand(seat).len() as u8;
            if Some(seat) == viewer {
                continue;
            }
            seen.hands[seat.index()] = Hand::EMPTY;
            if self.hides_holdings() {
                seen.cash[seat.index()] = Money::ZERO;
                let shown = self.defunct().map(|chain| Shares::of(chain, self.shares(seat)[chain]));
                seen.shares[seat.index()] = shown.unwrap_or(Shares::NONE);
            }
        }
        View { viewer, seen, hand_lens }
    }

    fn hides_holdings(&self) -> bool {
        self.rules.options().holdings == Holdings::Hidden && self.ended.is_none()
    }
}

impl View {
    /// The view a position describes.
    ///
    /// ```
    /// use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Seat, Dice, Table, View};
    /// let table = Table::new(Rules::preset(Preset::Renegade), 3)?;
    /// let view = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).view(Seat::new(1));
    /// assert_eq!(View::from_position(&view.position(), view.viewer())?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(position: &Position, viewer: Option<Seat>) -> Result<View, PositionError> {
        let seen = position.assemble()?;
        let mut hand_lens = [0; MOST_PLAYERS];
        for (len, player) in hand_lens.iter_mut().zip(&position.players) {
            *len = player.hand.len() as u8;
        }
        // What the viewer may not know is dropped even where the position tells it.
        let mut view = seen.view(viewer);
        view.hand_lens = hand_lens;
        let own = viewer.and_then(|seat| position.players.get(seat.index()));
        if viewer.is_some()
            && own.is_none_or(|own| !matches!(own.hand, HandState::Known(_)) || own.cash.is_none())
        {
            return Err(PositionError::Unknown);
        }
        Ok(view)
    }

    /// The view as plain data, with everything open that the viewer may not know.
    ///
    /// ```
    /// use mergemaker_engine::{Game, HandState, Preset, RandomDealer, Rules, Seat, Dice, Table};
    /// let table = Table::new(Rules::preset(Preset::Renegade), 3)?;
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let position = game.view(Seat::new(0)).position();
    /// assert_eq!(position.players[1].hand, HandState::Count(6));
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.seen.position();
        for seat in self.seen.seats() {
            let player = &mut position.players[seat.index()];
            if Some(seat) != self.viewer {
                player.hand = HandState::Count(self.hand_lens[seat.index()]);
            }
            if !self.knows_holdings(seat) {
                let revealed = self.seen.defunct().map(|chain| self.seen.shares(seat)[chain]);
                *player = PlayerState { cash: None, shares: None, revealed, hand: player.hand };
            }
        }
        position
    }

    pub(crate) fn knows_holdings(&self, seat: Seat) -> bool {
        Some(seat) == self.viewer || !self.seen.hides_holdings()
    }

    /// Who views; `None` for a spectator.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.viewer(), Some(game.turn()));
    /// ```
    #[must_use]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// The viewer's hand.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.hand(), Some(game.hand(game.turn())));
    /// ```
    #[must_use]
    pub fn hand(&self) -> Option<Hand> {
        self.viewer.map(|seat| self.seen.hand(seat))
    }

    /// How many tiles a player has in hand.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(game.seats().all(|seat| view.hand_len(seat) == 6));
    /// ```
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.hand_lens[seat.index()].into()
    }

    /// A player's cash, if the viewer may know it.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Money, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(game.seats().all(|seat| view.cash(seat) == Some(Money(6_000))));
    /// ```
    #[must_use]
    pub fn cash(&self, seat: Seat) -> Option<Money> {
        self.knows_holdings(seat).then(|| self.seen.cash(seat))
    }

    /// A player's shares, if the viewer may know them all.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Shares, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.shares(game.turn()), Some(Shares::NONE));
    /// ```
    #[must_use]
    pub fn shares(&self, seat: Seat) -> Option<Shares> {
        self.knows_holdings(seat).then(|| self.seen.shares(seat))
    }

    /// A player's shares of one chain, if the viewer may know them: also where they are hidden, while
    /// the chain is being dissolved (K2).
    ///
    /// ```
    /// # use mergemaker_engine::{Chain, Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.shares_of(game.turn(), Chain::Tower), Some(0));
    /// ```
    #[must_use]
    pub fn shares_of(&self, seat: Seat, chain: Chain) -> Option<u8> {
        let known = self.knows_holdings(seat) || self.seen.defunct() == Some(chain);
        known.then(|| self.seen.shares(seat)[chain])
    }

    /// The tiles the viewer has not seen: those of the pile and of the others' hands.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.unseen().len(), game.pile_len() + 2 * 6);
    /// ```
    #[must_use]
    pub fn unseen(&self) -> TileSet {
        self.seen.pile()
    }

    /// The legal actions of the viewer; none unless the decision is theirs.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.legal_actions(), game.legal_actions());
    /// ```
    #[must_use]
    pub fn legal_actions(&self) -> Actions {
        match self.viewer {
            Some(seat) if self.to_act() == Some(seat) => self.seen.legal_actions(),
            Some(_) | None => Actions::new(),
        }
    }

    /// Whether the viewer may decide this now, as far as the viewer can know: an offer may still be
    /// refused because the other player does not have what it asks for.
    ///
    /// ```
    /// # use mergemaker_engine::{Action, Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.check(&Action::Pass).unwrap_err().rule(), "T2");
    /// ```
    pub fn check(&self, action: &Action) -> Result<(), RuleError> {
        let seat = self.viewer.ok_or(RuleError::WrongMoment { expected: "a player, not a spectator" })?;
        match (self.seen.check(seat, action), action) {
            (Err(RuleError::CannotGive { seat }), _) if !self.knows_holdings(seat) => Ok(()),
            (result, _) => result,
        }
    }

    /// What an action would do, as far as the viewer can know. See [`Game::preview`].
    ///
    /// ```
    /// # use mergemaker_engine::{Action, Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// let tile = view.hand().unwrap().tile(0).unwrap();
    /// let place = Action::Place { tile };
    /// assert_eq!(view.preview(&place), game.preview(&place));
    /// ```
    #[must_use]
    pub fn preview(&self, action: &Action) -> Preview {
        self.seen.preview_knowing(action, !self.seen.hides_holdings())
    }

    /// Who is to decide. See [`Game::to_act`].
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Phase, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Chain, Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Chain, Game, Money, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Shares, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(view.set_aside().is_empty());
    /// ```
    #[must_use]
    pub fn set_aside(&self) -> TileSet {
        self.seen.set_aside()
    }

    /// Whether the end has been declared this turn.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert!(!view.can_end());
    /// ```
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.seen.can_end()
    }

    /// The offer that waits for an answer.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.offer(), None);
    /// ```
    #[must_use]
    pub fn offer(&self) -> Option<&Offer> {
        self.seen.offer()
    }

    /// The tile just placed whose effect is not settled.
    ///
    /// ```
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
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
    /// # use mergemaker_engine::{Game, Preset, RandomDealer, Rules, Dice, Table};
    /// # let table = Table::new(Rules::preset(Preset::Renegade), 3).unwrap();
    /// # let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(Some(game.turn()));
    /// assert_eq!(view.outcome(), None);
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome()
    }
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.written().fmt(f)
    }
}

/// A view as it is written: who views, and the position with what they may not know left open.
#[derive(Debug, Serialize, Deserialize)]
struct WrittenView {
    viewer: Option<Seat>,
    #[serde(flatten)]
    position: Position,
}

impl View {
    fn written(&self) -> WrittenView {
        WrittenView { viewer: self.viewer, position: self.position() }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.written().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        let written = WrittenView::deserialize(deserializer)?;
        View::from_position(&written.position, written.viewer).map_err(serde::de::Error::custom)
    }
}
