//! Views: what one seat, or a spectator, may know (K1, K2).

mod recall;
mod sample;
mod seen;

use std::ops::Deref;

use rand_core::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use seen::{CoveredTiles, SeenEvent};

use crate::position::{HandState, PlayerState};
use crate::{
    Action, Actions, Chain, Choosing, Game, Hand, MOST_PLAYERS, Money, Outcome, Position, PositionError,
    Preview, PublicState, RuleError, Seat, Shares, TileSet,
};

/// What one viewer, a seat or a spectator, may know of a game, and nothing else.
///
/// ```
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Seat, Table};
/// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
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
    /// The game, with everything blanked out that the viewer may not know.
    seen: Game,
    hand_lens: [u8; MOST_PLAYERS],
}

/// The public state is available on the view itself.
impl Deref for View {
    type Target = PublicState;

    fn deref(&self) -> &PublicState {
        &self.seen.public
    }
}

impl Game {
    /// What a seat, or a spectator (`None`), may know. This function alone decides it.
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
}

impl View {
    /// The view a position describes.
    ///
    /// ```
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Seat, Table, View};
    /// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
    /// let view = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ()).view(Seat::new(1));
    /// assert_eq!(View::from_position(&view.position(), view.viewer())?, view);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(position: &Position, viewer: Option<Seat>) -> Result<View, PositionError> {
        let seen = position.assemble()?;
        if let Some(viewer) = viewer {
            let own = position.players.get(viewer.index());
            let own = own.ok_or(PositionError::Situation { why: "the viewer is not at the table" })?;
            if !matches!(own.hand, HandState::Known(_)) {
                return Err(PositionError::Unknown);
            }
        }
        // What the viewer may not know is dropped even if the position has it; what they may know is
        // required.
        let mut view = seen.view(viewer);
        for (seat, player) in Seat::all(MOST_PLAYERS).zip(&position.players) {
            view.hand_lens[seat.index()] = player.hand.len() as u8;
            let is_given = if view.knows_holdings(seat) {
                player.cash.is_some() && player.shares.is_some()
            } else {
                view.defunct().is_none_or(|chain| position.known_shares(player, chain).is_some())
            };
            if !is_given {
                return Err(PositionError::Unknown);
            }
        }
        Ok(view)
    }

    /// The viewer's decision, to be made in small steps.
    #[must_use]
    pub fn choosing(&self) -> Choosing {
        Choosing::new(&self.seen)
    }

    /// The view as plain data, without what the viewer may not know.
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

    /// The viewer's seat; `None` for a spectator.
    #[must_use]
    pub fn viewer(&self) -> Option<Seat> {
        self.viewer
    }

    /// The viewer's hand.
    #[must_use]
    pub fn hand(&self) -> Option<Hand> {
        self.viewer.map(|seat| self.seen.hand(seat))
    }

    /// How many tiles a player has in hand.
    #[must_use]
    pub fn hand_len(&self, seat: Seat) -> usize {
        self.hand_lens[seat.index()].into()
    }

    /// A player's cash, if the viewer may know it.
    #[must_use]
    pub fn cash(&self, seat: Seat) -> Option<Money> {
        self.knows_holdings(seat).then(|| self.seen.cash(seat))
    }

    /// A player's shares, if the viewer may know them all.
    #[must_use]
    pub fn shares(&self, seat: Seat) -> Option<Shares> {
        self.knows_holdings(seat).then(|| self.seen.shares(seat))
    }

    /// A player's shares of one chain, if the viewer may know them. While the chain is being dissolved they
    /// are public, even if holdings are hidden (K2).
    #[must_use]
    pub fn shares_of(&self, seat: Seat, chain: Chain) -> Option<u8> {
        let known = self.knows_holdings(seat) || self.seen.defunct() == Some(chain);
        known.then(|| self.seen.shares(seat)[chain])
    }

    /// The viewer's dead tiles that may be exchanged; empty unless the viewer is deciding that now (T11,
    /// T12).
    #[must_use]
    pub fn exchangeable(&self) -> Hand {
        self.seen.exchangeable()
    }

    /// The action that exchanges all dead tiles (see [`Game::exchange_all`]); none unless that is the
    /// viewer's decision now.
    #[must_use]
    pub fn exchange_all(&self) -> Option<Action> {
        self.viewer.filter(|&seat| self.to_act() == Some(seat)).and_then(|_| self.seen.exchange_all())
    }

    /// How the game ended; none while it is being played. After the end nothing is hidden.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.seen.outcome()
    }

    /// The tiles the viewer has not seen: the pile and the others' hands.
    #[must_use]
    pub fn unseen(&self) -> TileSet {
        self.seen.pile()
    }

    /// The viewer's legal actions; empty unless it is their decision.
    #[must_use]
    pub fn legal_actions(&self) -> Actions {
        match self.viewer {
            Some(seat) if self.to_act() == Some(seat) => self.seen.legal_actions(),
            Some(_) | None => Actions::new(),
        }
    }

    /// Whether this action is legal for the viewer now, as far as they can know. An offer may still be
    /// refused because the other player does not have what it asks for.
    pub fn check(&self, action: &Action) -> Result<(), RuleError> {
        let seat = self.viewer.ok_or(RuleError::Spectator)?;
        match self.seen.check(seat, action) {
            Err(RuleError::CannotGive { seat }) if !self.knows_holdings(seat) => Ok(()),
            result => result,
        }
    }

    /// A random legal action of the viewer, picked as by [`Game::random_action`]; none unless it is their
    /// decision. If holdings are hidden it is never an offer: the viewer cannot know what the other player
    /// has.
    pub fn random_action<R: Rng>(&self, rng: &mut R) -> Option<Action> {
        self.viewer.filter(|&seat| self.to_act() == Some(seat))?;
        loop {
            let action = self.seen.random_action(rng);
            let is_offer = matches!(action, Action::TradeOffer { .. });
            if !is_offer || !self.seen.hides_holdings() {
                return Some(action);
            }
        }
    }

    /// The effect of an action, as far as the viewer can know. See [`Game::preview`].
    ///
    /// ```
    /// # use mergemaker_engine::{Action, Dice, Game, Preset, RandomDealer, Rules, Table};
    /// # let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
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
}

impl std::fmt::Debug for View {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.serialized().fmt(f)
    }
}

/// The serialized form of a view: the viewer, and the position without what they may not know.
#[derive(Debug, Serialize, Deserialize)]
struct SerializedView {
    viewer: Option<Seat>,
    #[serde(flatten)]
    position: Position,
}

impl View {
    fn serialized(&self) -> SerializedView {
        SerializedView { viewer: self.viewer, position: self.position() }
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialized().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for View {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<View, D::Error> {
        let view = SerializedView::deserialize(deserializer)?;
        View::from_position(&view.position, view.viewer).map_err(serde::de::Error::custom)
    }
}
