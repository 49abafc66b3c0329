//! A game played entirely in the page, by people who share the screen and bots.

#[cfg(test)]
mod before;
#[cfg(test)]
pub(crate) mod sample;
#[cfg(test)]
mod tests;

use mergemaker_bots::{Bot, Budget, HoldingsDelta, Level, decide, observe, start};
use mergemaker_engine::{
    Action, Dealer, Dice, Event, Game, Offer, RandomDealer, RuleError, Rules, RulesError, Seat, SeenEvent,
    Table, Tile, View,
};
use mergemaker_protocol::{Clocks, Probe, Takebacks, probe};
use mergemaker_record::{Deck, GameLog, Record, Seed};
use serde::{Deserialize, Serialize};

use crate::headquarters::Headquarters;
use crate::memory::Memory;
use crate::scene::{Player, PlayerKind, Scene};
use crate::share::{self, LinkError};
use crate::think::reconstructed_view;

/// The set-up of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The players, in seat order.
    pub players: Vec<Player>,
    /// The seed that deals the tiles.
    pub seed: Seed,
    /// Whether the page offers hints.
    pub hints: bool,
}

/// What the players agreed on besides the rules. Games saved by older versions lack it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Customs {
    /// Whether people choose which dead tiles to exchange (T11). Otherwise all are exchanged, as for bots.
    pub asks: bool,
    /// What the page remembers with hidden holdings.
    pub memory: Memory,
}

impl Customs {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn are_usual(&self) -> bool {
        *self == Customs::default()
    }
}

/// The game as saved in the browser: its start and all decisions.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct SavedGame {
    setup: Setup,
    #[serde(default, skip_serializing_if = "Customs::are_usual")]
    customs: Customs,
    /// The number of offers refused in this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    refused_offers: u32,
    /// The position it started from, encoded as in a link, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    decisions: Vec<Action>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The source of tiles.
enum TileSource {
    /// The full deck derived from the seed.
    Deck(Box<Deck>),
    /// The tiles that a position leaves.
    Pile(RandomDealer<Dice>),
}

impl Dealer for TileSource {
    fn draw(&mut self) -> Tile {
        match self {
            TileSource::Deck(deck) => deck.draw(),
            TileSource::Pile(dealer) => dealer.draw(),
        }
    }

    fn look(&mut self) -> Tile {
        match self {
            TileSource::Deck(deck) => deck.look(),
            TileSource::Pile(dealer) => dealer.look(),
        }
    }
}

/// A game in the page.
pub struct LocalGame {
    setup: Setup,
    customs: Customs,
    refused_offers: u32,
    takebacks: Takebacks<()>,
    position: Option<View>,
    deck: TileSource,
    game: Game,
    log: GameLog,
    decisions: Vec<Action>,
    bots: Vec<Option<Box<dyn Bot>>>,
}

/// A question to a bot that needs a network.
#[derive(Clone, PartialEq, Debug)]
pub struct BotQuestion {
    /// The bot's level.
    pub level: Level,
    /// What it knows, with holdings open or reconstructed.
    pub view: View,
    /// Its last offer.
    pub offered: Option<Offer>,
    /// The seed for its random choices.
    pub number: u64,
}

/// Why a saved game cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum SavedGameError {
    /// It is not a saved game, or is one of another version.
    #[error("the saved game cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// There are no such rules.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// Its starting position is invalid.
    #[error("{0}")]
    Position(#[from] LinkError),
    /// A decision breaks the rules.
    #[error("{0}")]
    Rule(#[from] RuleError),
}

impl LocalGame {
    /// Starts a new game.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_engine::{Preset, Rules};
    /// use mergemaker_record::Seed;
    /// use mergemaker_web::local::{LocalGame, Setup};
    /// use mergemaker_web::scene::Player;
    /// let players = vec![Player::person("Ann"), Player::bot(Level::Novice)];
    /// let rules = Rules::of(Preset::Renegade);
    /// let setup = Setup { rules, players, seed: Seed::for_simulation(1, 1), hints: true };
    /// assert_eq!(LocalGame::new(setup)?.scene(None).number, 0);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn new(setup: Setup) -> Result<LocalGame, RulesError> {
        let table = Table::new(setup.rules, setup.players.len())?;
        let mut deck = TileSource::Deck(Box::new(Deck::new(&setup.seed)));
        let (game, log) = GameLog::start(table, &mut deck);
        let bots = bots(&setup.players, &table);
        Ok(LocalGame {
            setup,
            customs: Customs::default(),
            refused_offers: 0,
            takebacks: Takebacks::default(),
            position: None,
            deck,
            game,
            log,
            decisions: Vec::new(),
            bots,
        })
    }

    /// Continues a game from a position and by its rules. The seed deals what the position's viewer does not
    /// know.
    ///
    /// ```
    /// # use mergemaker_bots::Level;
    /// # use mergemaker_engine::{Preset, Rules};
    /// # use mergemaker_record::Seed;
    /// # use mergemaker_web::local::{LocalGame, Setup};
    /// # use mergemaker_web::scene::Player;
    /// # let players = vec![Player::bot(Level::Novice), Player::bot(Level::Novice)];
    /// # let rules = Rules::of(Preset::Renegade);
    /// # let setup = Setup { rules, players, seed: Seed::for_simulation(1, 1), hints: true };
    /// let view = LocalGame::new(setup.clone())?.scene(None).view;
    /// assert_eq!(LocalGame::at(setup, view).scene(None).view, view);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn at(setup: Setup, position: View) -> LocalGame {
        let setup = Setup { rules: *position.rules(), ..setup };
        let mut dice = Dice::new(setup.seed.for_decisions(u64::MAX));
        let game = position.sample(&mut dice);
        let deck = TileSource::Pile(RandomDealer::from_pile(game.pile(), dice));
        let bots = Table::new(setup.rules, game.players()).map(|table| bots(&setup.players, &table));
        LocalGame {
            setup,
            customs: Customs::default(),
            refused_offers: 0,
            takebacks: Takebacks::default(),
            position: Some(position),
            deck,
            game,
            log: GameLog::default(),
            decisions: Vec::new(),
            // Never the default: a position has a valid number of players.
            bots: bots.unwrap_or_default(),
        }
    }

    /// Sets the customs. A pending question about dead tiles is answered if nobody is to be asked.
    #[must_use]
    pub fn with_customs(mut self, customs: Customs) -> LocalGame {
        self.customs = customs;
        self.exchange_for_others();
        self
    }

    /// Sets whether people are asked about dead tiles.
    pub fn ask_about_dead_tiles(&mut self, asks: bool) {
        self.customs.asks = asks;
        self.exchange_for_others();
    }

    /// Starts a similar game: same players and customs, with the current version of the rules or from the
    /// same position.
    pub fn again(&self, seed: Seed) -> Result<LocalGame, RulesError> {
        let setup = Setup { seed, ..self.setup.clone() };
        let game = match self.position {
            Some(position) => LocalGame::at(setup, position),
            None => LocalGame::new(Setup { rules: setup.rules.today(), ..setup })?,
        };
        Ok(game.with_customs(self.customs))
    }

    /// Restores a saved game.
    ///
    /// ```
    /// assert!(mergemaker_web::local::LocalGame::read("{}").is_err());
    /// ```
    pub fn read(text: &str) -> Result<LocalGame, SavedGameError> {
        let saved: SavedGame = serde_json::from_str(text)?;
        let position = saved.position.as_deref().map(share::from_link).transpose()?;
        let mut game = LocalGame::replayed(saved.setup, position.as_ref(), &saved.decisions)?;
        game.customs = saved.customs;
        game.refused_offers = saved.refused_offers;
        Ok(game)
    }

    /// Replays decisions. Those include the answers given for players who were not asked, so the result does
    /// not depend on who is asked today.
    fn replayed(
        setup: Setup,
        position: Option<&View>,
        decisions: &[Action],
    ) -> Result<LocalGame, SavedGameError> {
        let mut game = match position {
            Some(position) => LocalGame::at(setup, *position),
            None => LocalGame::new(setup)?,
        };
        for action in decisions {
            let seat = game.game.to_act().ok_or(RuleError::GameOver)?;
            game.replay_decision(seat, action)?;
        }
        Ok(game)
    }

    /// The number of events so far.
    pub(crate) fn events(&self) -> usize {
        self.log.events().len()
    }

    /// Makes a decision during a replay, without answering for anybody.
    pub(crate) fn replay_decision(&mut self, seat: Seat, action: &Action) -> Result<(), RuleError> {
        self.game.check(seat, action)?;
        self.apply(seat, action);
        Ok(())
    }

    /// Serializes the game for saving.
    ///
    /// ```
    /// # use mergemaker_bots::Level;
    /// # use mergemaker_engine::{Preset, Rules};
    /// # use mergemaker_record::Seed;
    /// # use mergemaker_web::local::{LocalGame, Setup};
    /// # use mergemaker_web::scene::Player;
    /// # let players = vec![Player::bot(Level::Novice), Player::bot(Level::Novice)];
    /// # let rules = Rules::of(Preset::Renegade);
    /// let setup = Setup { rules, players, seed: Seed::for_simulation(1, 1), hints: true };
    /// let game = LocalGame::new(setup)?;
    /// assert_eq!(LocalGame::read(&game.to_text())?.game(), game.game());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let position = self.position.as_ref().map(share::to_link);
        let saved = SavedGame {
            setup: self.setup.clone(),
            customs: self.customs,
            refused_offers: self.refused_offers,
            position,
            decisions: self.decisions.clone(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Makes a decision of the player to act. With hidden holdings, a person cannot probe others' holdings by
    /// offers: after a few refusals, further offers in this turn are rejected.
    pub fn decide(&mut self, seat: Seat, action: &Action) -> Result<(), RuleError> {
        if self.level(seat).is_none() {
            match probe(&self.game, seat, action, self.refused_offers) {
                Probe::TooMany => return Err(RuleError::TooManyOffers),
                Probe::Reveals => self.refused_offers += 1,
                Probe::Harmless => {}
            }
        }
        self.game.check(seat, action)?;
        self.apply(seat, action);
        self.exchange_for_others();
        Ok(())
    }

    /// Applies a decision that was checked.
    fn apply(&mut self, seat: Seat, action: &Action) {
        let (before, events) = (self.game, self.log.events().len());
        self.log.decide(&mut self.game, action, &mut self.deck);
        self.decisions.push(*action);
        self.takebacks.note((seat, ()), [&before, &self.game], &self.log.events()[events..]);
        if before.turn() != self.game.turn() {
            self.refused_offers = 0;
        }
        if before.rules().hides_holdings() {
            let delta = HoldingsDelta::between(&before, &self.game);
            for bot in self.bots.iter_mut().flatten() {
                observe(&mut **bot, &delta);
            }
        }
    }

    /// Exchanges the dead tiles of bots, and of people who do not want to be asked. No holdings change, so
    /// bots have nothing to observe.
    fn exchange_for_others(&mut self) {
        let (asks, players) = (self.customs.asks, &self.setup.players);
        let is_not_asked = |seat: Seat| !asks || players[seat.index()].kind != PlayerKind::Person;
        let answers = self.log.exchange_for(&mut self.game, is_not_asked, &mut self.deck);
        if !answers.is_empty() {
            self.decisions.extend(answers);
            self.refused_offers = 0;
        }
    }

    /// Whether the rules let players choose which dead tiles to exchange.
    #[must_use]
    pub fn has_dead_tile_choice(&self) -> bool {
        self.setup.rules.options().has_dead_tile_choice()
    }

    /// What the players agreed on besides the rules.
    #[must_use]
    pub fn customs(&self) -> Customs {
        self.customs
    }

    /// Whether a bot is to act.
    #[must_use]
    pub fn waits_for_bot(&self) -> bool {
        self.game.to_act().is_some_and(|seat| self.bots[seat.index()].is_some())
    }

    /// Lets the bot to act decide.
    pub fn let_bot_decide(&mut self) {
        let Some(seat) = self.game.to_act() else { return };
        let mut dice = Dice::new(self.setup.seed.for_decisions(self.decisions.len() as u64));
        let Some(bot) = &mut self.bots[seat.index()] else { return };
        let decided = decide(&mut **bot, &self.game, &mut dice, Budget::default());
        // `decide` only returns legal actions.
        let _ = self.decide(seat, &decided.action);
    }

    /// Lets the bot to act decide. If it needs a network, returns the question for the worker instead.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_engine::{Preset, Rules};
    /// use mergemaker_record::Seed;
    /// use mergemaker_web::local::{LocalGame, Setup};
    /// use mergemaker_web::scene::Player;
    /// let players = vec![Player::bot(Level::Expert); 2];
    /// let rules = Rules::of(Preset::Renegade);
    /// let setup = Setup { rules, players, seed: Seed::for_simulation(1, 1), hints: true };
    /// let mut game = LocalGame::new(setup)?;
    /// assert_eq!(game.ask_bot().unwrap().level, Level::Expert);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn ask_bot(&mut self) -> Option<BotQuestion> {
        let seat = self.game.to_act()?;
        let Some(level) = self.level(seat).filter(|level| level.needs_network()) else {
            self.let_bot_decide();
            return None;
        };
        let number = self.setup.seed.for_decisions(self.decisions.len() as u64);
        let scene = self.scene(Some(seat));
        let offered = scene.entries.iter().rev().find_map(|entry| match entry.event {
            SeenEvent::Whole(Event::TradeOffer { player, to, give, take }) if player == seat => {
                Some(Offer { to, give, take })
            }
            _ => None,
        });
        Some(BotQuestion { level, view: reconstructed_view(&scene), offered, number })
    }

    /// Plays a bot's answer. Without a legal answer, `steady` decides instead.
    pub fn play_bot_answer(&mut self, answer: Option<Action>) {
        let Some(seat) = self.game.to_act() else { return };
        if answer.is_none_or(|action| self.decide(seat, &action).is_err()) {
            self.let_bot_decide();
        }
    }

    /// Takes back a player's last decision, if allowed.
    pub fn take_back(&mut self, seat: Seat) {
        if !self.takebacks.may_take_back(seat, &self.game) {
            return;
        }
        let remain = self.decisions.len() - 1;
        // These decisions were legal, so the replay succeeds.
        if let Ok(game) =
            LocalGame::replayed(self.setup.clone(), self.position.as_ref(), &self.decisions[..remain])
        {
            *self = LocalGame { customs: self.customs, refused_offers: self.refused_offers, ..game };
        }
    }

    /// The game as a viewer may see it.
    #[must_use]
    pub fn scene(&self, viewer: Option<Seat>) -> Scene {
        let (view, entries) = (self.game.view(viewer), self.log.entries(0, viewer));
        Scene {
            view,
            headquarters: Headquarters::of(self.position.as_ref(), &entries),
            can_take_back: viewer.is_some_and(|seat| self.takebacks.may_take_back(seat, &self.game)),
            entries,
            memory: Some(self.customs.memory),
            is_shared: self.people().count() > 1,
            players: self.setup.players.clone(),
            number: self.decisions.len() as u64,
            clocks: Clocks::default(),
        }
    }

    /// The game itself.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Its set-up.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position it started from, if any.
    #[must_use]
    pub fn position(&self) -> Option<View> {
        self.position
    }

    /// Whether it can be recorded: not if it started from a position.
    #[must_use]
    pub fn has_record(&self) -> bool {
        self.position.is_none()
    }

    /// The seats of people, in order.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = Seat::all(self.setup.players.len()).zip(&self.setup.players);
        seats.filter(|(_, player)| player.kind == PlayerKind::Person).map(|(seat, _)| seat)
    }

    /// The record of the game so far. Only meaningful if [`Self::has_record`].
    #[must_use]
    pub fn record(&self) -> Record {
        let names = self.setup.players.iter().map(|player| player.name.clone()).collect();
        self.log.recorder().clone().finish(&self.game, names, Some(self.setup.seed))
    }

    /// The level of the bot in a seat.
    #[must_use]
    pub fn level(&self, seat: Seat) -> Option<Level> {
        match self.setup.players.get(seat.index())?.kind {
            PlayerKind::Bot { level } => Some(level),
            PlayerKind::Person => None,
        }
    }
}

/// The bots among the players. Those that need a network decide in the worker: here `steady` stands in for
/// them.
fn bots(players: &[Player], table: &Table) -> Vec<Option<Box<dyn Bot>>> {
    let bot = |(seat, player): (Seat, &Player)| match player.kind {
        PlayerKind::Bot { level } => {
            let mut bot = if level.needs_network() { Level::Steady.bot() } else { level.bot() };
            start(&mut *bot, table, seat);
            Some(bot)
        }
        PlayerKind::Person => None,
    };
    Seat::all(players.len()).zip(players).map(bot).collect()
}
