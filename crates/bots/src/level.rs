//! Levels: the built-in bots by name, weakest first.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Offer, View};
use serde::{Deserialize, Serialize};

use crate::expert::Expert;
use crate::master::Master;
use crate::net::{self, Net, Temperature};
use crate::novice::Novice;
use crate::player::{Player, Strategy, choose};
use crate::random::Random;
use crate::shopper::Shopper;
use crate::steady::Steady;
use crate::{Bot, Budget, Fault};

/// A built-in bot.
///
/// ```
/// use mergemaker_bots::Level;
/// assert_eq!("steady".parse(), Ok(Level::Steady));
/// assert!(Level::Novice < Level::Steady);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Any legal decision.
    Random,
    /// Places at random, always buys three random shares.
    Shopper,
    /// Plays like a person's first games.
    Novice,
    /// Sound rules of thumb.
    Steady,
    /// A network at high temperature.
    Adept,
    /// A network at temperature 0.
    Expert,
    /// A network with lookahead.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Level; 7] = [
        Level::Random,
        Level::Shopper,
        Level::Novice,
        Level::Steady,
        Level::Adept,
        Level::Expert,
        Level::Master,
    ];

    /// The levels offered to people as opponents, weakest first.
    pub const OFFERED: [Level; 6] =
        [Level::Shopper, Level::Novice, Level::Steady, Level::Adept, Level::Expert, Level::Master];

    /// The level's name in commands.
    ///
    /// ```
    /// assert_eq!(mergemaker_bots::Level::Shopper.id(), "shopper");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Shopper => "shopper",
            Level::Novice => "novice",
            Level::Steady => "steady",
            Level::Adept => "adept",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// Describes how it plays, in one line.
    ///
    /// ```
    /// assert!(mergemaker_bots::Level::Random.describe().starts_with("any legal"));
    /// ```
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Level::Random => "any legal decision; offers no trades",
            Level::Shopper => "places at random and always buys three random shares it can afford",
            Level::Novice => "plays like a person's first games: founds, grows and buys what it likes",
            Level::Steady => {
                "sound rules of thumb: bonuses, majorities within reach, cash, ending when ahead"
            }
            Level::Adept => "a network trained by self-play that sometimes takes risks",
            Level::Expert => "a network trained by self-play",
            Level::Master => "the network of `expert` with lookahead to its next turn",
        }
    }

    /// A new bot of this level.
    ///
    /// ```
    /// let mut bot = mergemaker_bots::Level::Random.bot();
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot(self) -> Box<dyn Bot> {
        self.bot_with(self.needs_network().then(net::current).flatten())
    }

    /// A new bot of this level. Network levels play with `net`; others ignore it.
    ///
    /// ```
    /// let mut bot = mergemaker_bots::Level::Steady.bot_with(None);
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot_with(self, net: Option<Arc<Net>>) -> Box<dyn Bot> {
        match (self, net) {
            (Level::Random, _) => Box::new(Player::new(Random)),
            (Level::Shopper, _) => Box::new(Player::new(Shopper)),
            (Level::Novice, _) => Box::new(Player::new(Novice)),
            (Level::Steady, _) => Box::new(Player::new(Steady::default())),
            (Level::Adept, Some(net)) => Box::new(Player::new(Expert::new(net, ADEPT_TEMPERATURE))),
            (Level::Expert, Some(net)) => Box::new(Player::new(Expert::new(net, 0.0))),
            (Level::Master, Some(net)) => Box::new(Player::new(Master::new(net))),
            (Level::Adept | Level::Expert | Level::Master, None) => Box::new(NoNetwork),
        }
    }

    /// What a network level decides for the viewer, given its last offer. Holdings in the view must be open
    /// or filled in from memory. None if the level needs no network or none is loaded.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Level};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// assert_eq!(Level::Steady.think(&view, None, &mut Dice::new(2), Budget::default()), None);
    /// ```
    #[must_use]
    pub fn think(
        self,
        view: &View,
        offered: Option<Offer>,
        dice: &mut Dice,
        budget: Budget,
    ) -> Option<Action> {
        let net = self.needs_network().then(net::current).flatten()?;
        let mut strategy: Box<dyn Strategy> = match self {
            Level::Master => Box::new(Master::new(net)),
            Level::Adept => Box::new(Expert::new(net, ADEPT_TEMPERATURE)),
            _ => Box::new(Expert::new(net, 0.0)),
        };
        strategy.begin(offered);
        let offer = if view.may_offer() { strategy.offer(view) } else { None };
        let action = offer.map(|offer| Action::TradeOffer { offer });
        Some(action.unwrap_or_else(|| choose(&mut *strategy, view, &view.legal_actions(), dice, budget)))
    }

    /// Whether it plays by a network.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// assert!(Level::Expert.needs_network() && !Level::Steady.needs_network());
    /// ```
    #[must_use]
    pub const fn needs_network(self) -> bool {
        matches!(self, Level::Adept | Level::Expert | Level::Master)
    }
}

/// The temperature of `adept`.
const ADEPT_TEMPERATURE: Temperature = 8.0;

/// Stands in when the network is missing: every decision is a fault.
struct NoNetwork;

impl Bot for NoNetwork {
    fn decide(&mut self, _: &View, _: &[Action], _: &mut Dice, _: Budget) -> Result<Action, Fault> {
        Err(Fault::NotStarted)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// No bot has that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot `{name}`: choose one of {}", Level::ALL.map(Level::id).join(", "))]
pub struct UnknownLevel {
    /// The name given.
    pub name: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        let unknown = || UnknownLevel { name: name.to_owned() };
        Level::ALL.into_iter().find(|level| level.id() == name).ok_or_else(unknown)
    }
}
