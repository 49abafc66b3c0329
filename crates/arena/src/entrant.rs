//! Entrants: who takes part in a contest, as they are named on the command line.

use std::fmt;
use std::str::FromStr;

use mergemaker_bots::{Bot, Level, UnknownLevel};

use crate::external::{CommandError, CommandLine, External, StartError, split_at_commas};

/// What the name of a bot begins with that is a program of its own.
const COMMAND: &str = "cmd:";

/// Somebody who takes part: a bot of ours, or a program.
///
/// ```
/// use mergemaker_arena::Entrant;
/// assert_eq!("steady".parse::<Entrant>().unwrap().to_string(), "steady");
/// assert_eq!("cmd:./mybot -x".parse::<Entrant>().unwrap().to_string(), "cmd:./mybot -x");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// A bot of ours.
    Level {
        /// Which.
        level: Level,
    },
    /// A program that speaks the protocol of docs/BOTS.md.
    Command {
        /// How it is started.
        command: CommandLine,
    },
}

/// Why somebody cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// There is no bot of that name.
    #[error("{0}, or a program, such as cmd:./mybot")]
    Unknown(#[from] UnknownLevel),
    /// Nothing stands where a bot should be named.
    #[error("a bot is missing: name one before and after each comma")]
    Missing,
    /// A command is not whole.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A program does not start, or is no bot.
    #[error("cmd:{command}: {why}")]
    Start {
        /// How it is started.
        command: CommandLine,
        /// Why not.
        why: StartError,
    },
}

impl Entrant {
    /// Reads entrants with commas between them. A comma that belongs to a command is written in a quotation
    /// or after a backslash; spaces around a comma count for nothing.
    ///
    /// ```
    /// use mergemaker_arena::Entrant;
    /// let entrants = Entrant::list("steady, cmd:./mybot --plan 'a,b', shopper")?;
    /// assert_eq!(entrants.len(), 3);
    /// assert_eq!(entrants[1].to_string(), "cmd:./mybot --plan 'a,b'");
    /// # Ok::<(), mergemaker_arena::EntrantError>(())
    /// ```
    pub fn list(text: &str) -> Result<Vec<Entrant>, EntrantError> {
        split_at_commas(text)?
            .into_iter()
            .map(|part| match part.trim() {
                "" => Err(EntrantError::Missing),
                part => part.parse(),
            })
            .collect()
    }

    /// Whether they can take part: a program is started, greeted and ended again.
    ///
    /// ```
    /// use mergemaker_arena::Entrant;
    /// assert_eq!("steady".parse::<Entrant>()?.check(), Ok(()));
    /// let error = "cmd:./no-such-bot".parse::<Entrant>()?.check().unwrap_err();
    /// assert_eq!(error.to_string(), "cmd:./no-such-bot: there is no program `./no-such-bot`: check its name");
    /// # Ok::<(), mergemaker_arena::EntrantError>(())
    /// ```
    pub fn check(&self) -> Result<(), EntrantError> {
        match self {
            Entrant::Level { .. } => Ok(()),
            Entrant::Command { command } => {
                External::check(command).map_err(|why| EntrantError::Start { command: command.clone(), why })
            }
        }
    }

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
            Entrant::Command { command } => Box::new(External::new(command.clone())),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level { level } => level.fmt(f),
            Entrant::Command { command } => f.pad(&format!("{COMMAND}{command}")),
        }
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        match text.strip_prefix(COMMAND) {
            None => Ok(Entrant::Level { level: text.parse()? }),
            Some(command) => Ok(Entrant::Command { command: command.parse()? }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_to_do() {
        let check = |text: &str, message: &str| {
            assert_eq!(Entrant::list(text).unwrap_err().to_string(), message, "{text}");
        };
        let known = Level::ALL.map(Level::id).join(", ");
        check(
            "steady,sharp",
            &format!("there is no bot `sharp`: choose one of {known}, or a program, such as cmd:./mybot"),
        );
        check("steady,,shopper", "a bot is missing: name one before and after each comma");
        check("steady,cmd: ", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check(
            "cmd:./mybot 'x,steady",
            "the quote ' is never closed: close it, or write \\' for the sign itself",
        );
    }
}
