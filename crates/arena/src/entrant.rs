//! Entrants: the participants of a contest, as named on the command line.

use std::fmt;
use std::fs::File;
use std::io::Read as _;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use mergemaker_bots::net::{Net, Networks};
use mergemaker_bots::{Bot, Level, UnknownLevel};

use crate::external::{CommandError, CommandLine, External, StartError, split_at_commas};

/// The prefix of a bot that is an external program.
const COMMAND: &str = "cmd:";
/// The prefix of a bot that plays by the network in a file.
const NETWORK: &str = "net:";
/// The maximum size of a network file, in bytes.
const LARGEST_NETWORK: u64 = 64 << 20;

/// A participant: a built-in bot, a network, or a program.
///
/// ```
/// use mergemaker_arena::Entrant;
/// assert_eq!("steady".parse::<Entrant>().unwrap().to_string(), "steady");
/// assert_eq!("cmd:./mybot -x".parse::<Entrant>().unwrap().to_string(), "cmd:./mybot -x");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entrant {
    /// A built-in bot.
    Level {
        /// Its level.
        level: Level,
    },
    /// A program that speaks the protocol of docs/BOTS.md.
    Command {
        /// The command that starts it.
        command: CommandLine,
        /// How long it may take to send its hello.
        hello_limit: Duration,
    },
    /// A network from a file, which plays like `expert`.
    Network {
        /// The network.
        network: NetworkFile,
    },
}

/// A network and the file it was read from.
#[derive(Clone)]
pub struct NetworkFile {
    path: String,
    net: Arc<Net>,
}

impl FromStr for NetworkFile {
    type Err = EntrantError;

    fn from_str(path: &str) -> Result<NetworkFile, EntrantError> {
        let network_error = |why| EntrantError::Network { path: path.to_owned(), why };
        let mut bytes = Vec::new();
        File::open(path)
            // One byte more than allowed, so an oversized file fails to parse.
            .and_then(|file| file.take(LARGEST_NETWORK + 1).read_to_end(&mut bytes))
            .map_err(|error| network_error(format!("it cannot be read ({error}): check the path")))?;
        let net = Net::read(&bytes).map_err(|error| network_error(error.to_string()))?;
        Ok(NetworkFile { path: path.to_owned(), net: Arc::new(net) })
    }
}

impl PartialEq for NetworkFile {
    fn eq(&self, other: &NetworkFile) -> bool {
        self.path == other.path
    }
}

impl Eq for NetworkFile {}

impl fmt::Debug for NetworkFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NetworkFile").field(&self.path).finish()
    }
}

/// Why an entrant cannot take part.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// No bot has that name.
    #[error("{0}, or a program, such as cmd:./mybot, or a network, such as net:./my.safetensors")]
    Unknown(#[from] UnknownLevel),
    /// A name in the list is empty.
    #[error("a bot is missing: name one before and after each comma")]
    Missing,
    /// A command line is malformed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// A program does not start, or is not a bot.
    #[error("cmd:{command}: {why}")]
    Start {
        /// The command.
        command: CommandLine,
        /// The reason.
        why: StartError,
    },
    /// A network file cannot be loaded.
    #[error("net:{path}: {why}")]
    Network {
        /// The path.
        path: String,
        /// The reason.
        why: String,
    },
}

impl Entrant {
    /// Parses a comma-separated list. Commas inside a command must be quoted or escaped with a backslash;
    /// spaces around commas are ignored.
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

    /// Checks that it can take part. A program is started, greeted and stopped.
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
            Entrant::Level { .. } | Entrant::Network { .. } => Ok(()),
            Entrant::Command { command, hello_limit } => External::check(command, *hello_limit)
                .map_err(|why| EntrantError::Start { command: command.clone(), why }),
        }
    }

    /// Creates a bot.
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
            Entrant::Network { network } => Level::Expert.bot_with(&Networks::of(Arc::clone(&network.net))),
            Entrant::Command { command, hello_limit } => {
                let mut bot = External::new(command.clone());
                bot.hello_limit = *hello_limit;
                Box::new(bot)
            }
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level { level } => level.fmt(f),
            Entrant::Network { network } => f.pad(&format!("{NETWORK}{}", network.path)),
            Entrant::Command { command, .. } => f.pad(&format!("{COMMAND}{command}")),
        }
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Entrant, EntrantError> {
        if let Some(command) = text.strip_prefix(COMMAND) {
            let hello_limit = External::HELLO_LIMIT;
            return Ok(Entrant::Command { command: command.parse()?, hello_limit });
        }
        if let Some(path) = text.strip_prefix(NETWORK) {
            return Ok(Entrant::Network { network: path.parse()? });
        }
        Ok(Entrant::Level { level: text.parse()? })
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
            &format!(
                "there is no bot `sharp`: choose one of {known}, or a program, such as cmd:./mybot, \
                 or a network, such as net:./my.safetensors"
            ),
        );
        check("steady,,shopper", "a bot is missing: name one before and after each comma");
        check("steady,cmd: ", "there is no program after `cmd:`: write one, such as cmd:./mybot");
        check(
            "net:Cargo.toml",
            "net:Cargo.toml: this is not a complete network file (header too large): download it again",
        );
        check(
            "cmd:./mybot 'x,steady",
            "the quote ' is never closed: close it, or write \\' for the character itself",
        );
    }
}
