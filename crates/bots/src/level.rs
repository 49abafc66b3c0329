//! Levels: our bots by name, from the weakest to the strongest.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Bot;
use crate::novice::Novice;
use crate::player::Player;
use crate::random::Random;
use crate::shopper::Shopper;
use crate::steady::Steady;

/// A bot of ours, by its strength.
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
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 4] = [Level::Random, Level::Shopper, Level::Novice, Level::Steady];

    /// The levels that people are offered to play against, the weakest first.
    pub const OFFERED: [Level; 3] = [Level::Shopper, Level::Novice, Level::Steady];

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
        }
    }

    /// How it plays, in one line.
    ///
    /// ```
    /// assert!(mergemaker_bots::Level::Random.describe().starts_with("any legal"));
    /// ```
    #[must_use]
    pub const fn describe(self) -> &'static str {
        match self {
            Level::Random => "any legal decision; offers no trades",
            Level::Shopper => "places at random and always buys three random shares it can pay for",
            Level::Novice => "plays like a person's first games: founds, grows and buys what it likes",
            Level::Steady => "sound rules of thumb: bonuses, majorities in reach, cash, the end when ahead",
        }
    }

    /// A new player of this level.
    ///
    /// ```
    /// let mut bot = mergemaker_bots::Level::Random.bot();
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot(self) -> Box<dyn Bot> {
        match self {
            Level::Random => Box::new(Player::new(Random)),
            Level::Shopper => Box::new(Player::new(Shopper)),
            Level::Novice => Box::new(Player::new(Novice)),
            Level::Steady => Box::new(Player::new(Steady::default())),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// There is no bot of that name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no bot `{name}`: choose one of {}", Level::ALL.map(Level::id).join(", "))]
pub struct UnknownLevel {
    /// The name that was given.
    pub name: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(name: &str) -> Result<Level, UnknownLevel> {
        let unknown = || UnknownLevel { name: name.to_owned() };
        Level::ALL.into_iter().find(|level| level.id() == name).ok_or_else(unknown)
    }
}
