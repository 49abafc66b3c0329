//! Entrants: who takes part in a contest, as they are named on the command line.

use std::fmt;
use std::str::FromStr;

use mergemaker_bots::{Bot, Level, UnknownLevel};

/// Somebody who takes part: a bot of ours.
///
/// ```
/// use mergemaker_arena::Entrant;
/// assert_eq!("steady".parse::<Entrant>().unwrap().to_string(), "steady");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// A bot of ours.
    Level {
        /// Which.
        level: Level,
    },
}

/// Why somebody cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// There is no bot of that name.
    #[error(transparent)]
    Unknown(#[from] UnknownLevel),
}

impl Entrant {
    /// A new player.
    ///
    /// ```
    /// use mergemaker_arena::Entrant;
    /// let mut bot = "steady".parse::<Entrant>().unwrap().bot();
    /// # let _ = &mut bot;
    /// ```
    #[must_use]
    pub fn bot(&self) -> Box<dyn Bot> {
        match self {
            Entrant::Level { level } => level.bot(),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level { level } => level.fmt(f),
        }
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        Ok(Entrant::Level { level: text.parse()? })
    }
}
