//! Levels: the built-in bots by name, weakest first.

use std::fmt;
use std::str::FromStr;

use mergemaker_engine::{Action, Dice, Offer, View};
use serde::{Deserialize, Serialize};

use crate::expert::Expert;
use crate::master::Master;
use crate::net::{Networks, Temperature};
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

    /// A new bot of this level, with the built-in networks.
    ///
    /// ```
    /// let mut bot = mergemaker_bots::Level::Random.bot();
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot(self) -> Box<dyn Bot> {
        let networks = if self.needs_network() { Networks::built_in() } else { Networks::default() };
        self.bot_with(&networks)
    }

    /// A new bot of this level. Levels that need a network play with these.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_bots::net::Networks;
    /// let mut bot = Level::Expert.bot_with(&Networks::built_in());
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot_with(self, networks: &Networks) -> Box<dyn Bot> {
        match self.strategy(networks) {
            Some(strategy) => Box::new(Player::new(strategy)),
            None => Box::new(NoNetwork),
        }
    }

    /// How it plays. None if it needs a network and there is none.
    fn strategy(self, networks: &Networks) -> Option<Box<dyn Strategy>> {
        let main = || networks.main.clone();
        Some(match self {
            Level::Random => Box::new(Random),
            Level::Shopper => Box::new(Shopper),
            Level::Novice => Box::new(Novice),
            Level::Steady => Box::new(Steady::default()),
            Level::Adept => Box::new(Expert::new(main()?, ADEPT_TEMPERATURE)),
            Level::Expert => Box::new(Expert::new(main()?, 0.0)),
            Level::Master => Box::new(Master::new(main()?, networks.quick.clone().or_else(main)?)),
        })
    }

    /// What a network level decides for the viewer, given its last offer. Holdings in the view must be open
    /// or filled in from memory. None if the level needs no network or there is none.
    ///
    /// ```
    /// use mergemaker_bots::net::Networks;
    /// use mergemaker_bots::{Budget, Level};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let networks = Networks::built_in();
    /// let decide = |level: Level| level.think(&networks, &view, None, &mut Dice::new(2), Budget::default());
    /// assert!(decide(Level::Expert).is_some() && decide(Level::Steady).is_none());
    /// ```
    #[must_use]
    pub fn think(
        self,
        networks: &Networks,
        view: &View,
        offered: Option<Offer>,
        dice: &mut Dice,
        budget: Budget,
    ) -> Option<Action> {
        let mut strategy = self.needs_network().then(|| self.strategy(networks)).flatten()?;
        strategy.begin(offered);
        let offer = if view.may_offer() { strategy.offer(view) } else { None };
        let action = offer.map(|offer| Action::TradeOffer { offer });
        Some(action.unwrap_or_else(|| choose(&mut *strategy, view, &view.legal_actions(), dice, budget)))
    }

    /// Whether it plays by a network.
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
