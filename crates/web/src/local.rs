//! A game played wholly in the page: people who share it, and bots.

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
use crate::scene::{Player, Scene, Sitter};
use crate::share::{self, LinkError};
use crate::think::remembered;

/// Who plays which game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Everybody, in seat order.
    pub players: Vec<Player>,
    /// What deals the tiles.
    pub seed: Seed,
    /// Whether the page may say what it would do.
    pub hints: bool,
}

/// What the players have agreed on beside the rules. Games kept before there was a choice have none of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Customs {
    /// Whether people are asked about dead tiles (T11). Otherwise all are exchanged for them, as for bots.
    pub asks: bool,
    /// What the page remembers where holdings are hidden.
    pub memory: Memory,
}

impl Customs {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
    fn are_usual(&self) -> bool {
        *self == Customs::default()
    }
}

/// The game, as it is kept in the browser: what it began with and every decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Kept {
    setup: Setup,
    #[serde(default, skip_serializing_if = "Customs::are_usual")]
    customs: Customs,
    /// How many offers were refused in this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    refused_offers: u32,
    /// The position it began with, as in a link; none for the beginning of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    decisions: Vec<Action>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What deals the tiles.
enum Tiles {
    /// The whole deck, which the seed proves.
    Whole(Box<Deck>),
    /// Those a position leaves.
    Rest(RandomDealer<Dice>),
}

impl Dealer for Tiles {
    fn draw(&mut self) -> Tile {
        match self {
            Tiles::Whole(deck) => deck.draw(),
            Tiles::Rest(dealer) => dealer.draw(),
        }
    }

    fn look(&mut self) -> Tile {
        match self {
            Tiles::Whole(deck) => deck.look(),
            Tiles::Rest(dealer) => dealer.look(),
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
    deck: Tiles,
    game: Game,
    log: GameLog,
    decisions: Vec<Action>,
    bots: Vec<Option<Box<dyn Bot>>>,
}

/// What a bot is asked that plays by a network.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// Which bot.
    pub level: Level,
    /// What it knows, with open holdings or such as are remembered.
    pub view: View,
    /// What it last offered.
    pub offered: Option<Offer>,
    /// What chance begins with.
    pub number: u64,
}

/// Why a kept game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// It is no kept game, or one of another version.
    #[error("the kept game cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// There are no such rules.
    #[error("{0}")]
    Rules(#[from] RulesError),
    /// It began with something that is no position.
    #[error("{0}")]
    Position(#[from] LinkError),
    /// A decision is against the rules.
    #[error("{0}")]
    Rule(#[from] RuleError),
}

impl LocalGame {
    /// A new game.
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
        let mut deck = Tiles::Whole(Box::new(Deck::new(&setup.seed)));
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

    /// A game that goes on from a position, with what its viewer does not know dealt by the seed. The rules are the
    /// position's.
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
        let deck = Tiles::Rest(RandomDealer::from_pile(game.pile(), dice));
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
            // There are such tables: the position is one.
            bots: bots.unwrap_or_default(),
        }
    }

    /// The game with other customs. Whoever is being asked about dead tiles and is not to be is answered for.
    #[must_use]
    pub fn with_customs(mut self, customs: Customs) -> LocalGame {
        self.customs = customs;
        self.exchange_for_others();
        self
    }

    /// Asks people about dead tiles from now on, or no longer.
    pub fn ask_about_dead_tiles(&mut self, asks: bool) {
        self.customs.asks = asks;
        self.exchange_for_others();
    }

    /// Another game like this: with the same players and customs, by the rules as they are today, or from the same
    /// position.
    pub fn again(&self, seed: Seed) -> Result<LocalGame, RulesError> {
        let setup = Setup { seed, ..self.setup.clone() };
        let game = match self.position {
            Some(position) => LocalGame::at(setup, position),
            None => LocalGame::new(Setup { rules: setup.rules.today(), ..setup })?,
        };
        Ok(game.with_customs(self.customs))
    }

    /// The game that was kept as this text.
    ///
    /// ```
    /// assert!(mergemaker_web::local::LocalGame::read("{}").is_err());
    /// ```
    pub fn read(text: &str) -> Result<LocalGame, KeptError> {
        let kept: Kept = serde_json::from_str(text)?;
        let position = kept.position.as_deref().map(share::from_link).transpose()?;
        let mut game = LocalGame::replayed(kept.setup, position.as_ref(), &kept.decisions)?;
        game.customs = kept.customs;
        game.refused_offers = kept.refused_offers;
        Ok(game)
    }

    /// A game played again up to here. What was answered for others is among its decisions, so that it does not
    /// depend on who is asked today.
    fn replayed(setup: Setup, position: Option<&View>, decisions: &[Action]) -> Result<LocalGame, KeptError> {
        let mut game = match position {
            Some(position) => LocalGame::at(setup, *position),
            None => LocalGame::new(setup)?,
        };
        for action in decisions {
            let seat = game.game.to_act().ok_or(RuleError::GameOver)?;
            game.follow(seat, action)?;
        }
        Ok(game)
    }

    /// How many events there have been.
    pub(crate) fn events(&self) -> usize {
        self.log.events().len()
    }

    /// Makes a decision of a game that is played again: nobody is answered for.
    pub(crate) fn follow(&mut self, seat: Seat, action: &Action) -> Result<(), RuleError> {
        self.game.check(seat, action)?;
        self.make(seat, action);
        Ok(())
    }

    /// The game as a text to keep.
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
        let kept = Kept {
            setup: self.setup.clone(),
            customs: self.customs,
            refused_offers: self.refused_offers,
            position,
            decisions: self.decisions.clone(),
        };
        serde_json::to_string(&kept).unwrap_or_default()
    }

    /// Makes a decision of the player who is to decide. Where holdings are hidden, a person cannot find out by offers
    /// what others have: after a few refusals no offer is taken any more in this turn.
    pub fn decide(&mut self, seat: Seat, action: &Action) -> Result<(), RuleError> {
        if self.level(seat).is_none() {
            match probe(&self.game, seat, action, self.refused_offers) {
                Probe::TooMany => return Err(RuleError::TooManyOffers),
                Probe::Reveals => self.refused_offers += 1,
                Probe::Harmless => {}
            }
        }
        self.game.check(seat, action)?;
        self.make(seat, action);
        self.exchange_for_others();
        Ok(())
    }

    /// Makes a decision that was checked.
    fn make(&mut self, seat: Seat, action: &Action) {
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

    /// Exchanges the dead tiles of those who are not asked about them: bots, and people who do not want to be. That
    /// moves no holdings, so bots have nothing to observe.
    fn exchange_for_others(&mut self) {
        let (asks, players) = (self.customs.asks, &self.setup.players);
        let is_not_asked = |seat: Seat| !asks || players[seat.index()].sitter != Sitter::Person;
        let answers = self.log.exchange_for(&mut self.game, is_not_asked, &mut self.deck);
        if !answers.is_empty() {
            self.decisions.extend(answers);
            self.refused_offers = 0;
        }
    }

    /// Whether the rules leave it to the players which dead tiles they exchange.
    #[must_use]
    pub fn has_dead_tile_choice(&self) -> bool {
        self.setup.rules.options().has_dead_tile_choice()
    }

    /// What the players have agreed on beside the rules.
    #[must_use]
    pub fn customs(&self) -> Customs {
        self.customs
    }

    /// Whether a bot is to decide.
    #[must_use]
    pub fn waits_for_bot(&self) -> bool {
        self.game.to_act().is_some_and(|seat| self.bots[seat.index()].is_some())
    }

    /// Lets the bot decide that is to.
    pub fn let_bot_decide(&mut self) {
        let Some(seat) = self.game.to_act() else { return };
        let mut dice = Dice::new(self.setup.seed.for_decisions(self.decisions.len() as u64));
        let Some(bot) = &mut self.bots[seat.index()] else { return };
        let decided = decide(&mut **bot, &self.game, &mut dice, Budget::default());
        // What a bot decides is legal, or made so.
        let _ = self.decide(seat, &decided.action);
    }

    /// Lets the bot decide that is to; where it plays by a network, tells what to ask of that instead.
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
    pub fn ask_bot(&mut self) -> Option<Question> {
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
        Some(Question { level, view: remembered(&scene), offered, number })
    }

    /// Takes the answer to what a bot was asked. Where there is none, rules of thumb decide: the game goes on.
    pub fn hear_bot(&mut self, answer: Option<Action>) {
        let Some(seat) = self.game.to_act() else { return };
        if answer.is_none_or(|action| self.decide(seat, &action).is_err()) {
            self.let_bot_decide();
        }
    }

    /// Takes back the last decision of a player, where nothing speaks against it.
    pub fn take_back(&mut self, seat: Seat) {
        if !self.takebacks.may_take_back(seat, &self.game) {
            return;
        }
        let remain = self.decisions.len() - 1;
        // What was legal is legal again.
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

    /// What it began with.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position it began with; none where it began as games do.
    #[must_use]
    pub fn position(&self) -> Option<View> {
        self.position
    }

    /// Whether there is a record of it: not where it began with a position.
    #[must_use]
    pub fn has_record(&self) -> bool {
        self.position.is_none()
    }

    /// The people who play, in seat order.
    pub fn people(&self) -> impl Iterator<Item = Seat> + '_ {
        let seats = Seat::all(self.setup.players.len()).zip(&self.setup.players);
        seats.filter(|(_, player)| player.sitter == Sitter::Person).map(|(seat, _)| seat)
    }

    /// The record of the game as it stands, where there is one.
    #[must_use]
    pub fn record(&self) -> Record {
        let names = self.setup.players.iter().map(|player| player.name.clone()).collect();
        self.log.recorder().clone().finish(&self.game, names, Some(self.setup.seed))
    }

    /// The level of the bot in a place.
    #[must_use]
    pub fn level(&self, seat: Seat) -> Option<Level> {
        match self.setup.players.get(seat.index())?.sitter {
            Sitter::Bot { level } => Some(level),
            Sitter::Person => None,
        }
    }
}

/// The bots among some players, ready to play. Those that play by a network are asked elsewhere: `steady` decides
/// for them where it cannot be had.
fn bots(players: &[Player], table: &Table) -> Vec<Option<Box<dyn Bot>>> {
    let bot = |(seat, player): (Seat, &Player)| match player.sitter {
        Sitter::Bot { level } => {
            let mut bot = if level.needs_network() { Level::Steady.bot() } else { level.bot() };
            start(&mut *bot, table, seat);
            Some(bot)
        }
        Sitter::Person => None,
    };
    Seat::all(players.len()).zip(players).map(bot).collect()
}
