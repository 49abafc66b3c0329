//! External bots: programs that decide over their standard input and output, as docs/BOTS.md describes.

mod command;
mod message;
mod process;

use std::time::Duration;

use mergemaker_bots::{Bot, Budget, Fault, HoldingsDelta};
use mergemaker_engine::{Action, Dice, Seat, Table, View};
use rand_core::Rng as _;

pub(crate) use command::split_at_commas;
pub use command::{CommandError, CommandLine};
use message::{Answer, Message};
pub use process::StartError;
use process::{Deadline, Process};

/// How long a bot may take for a decision that has a budget of work, not of time.
const WORK_LIMIT: Duration = Duration::from_secs(2);
/// How much longer than its time a bot may take until its answer is there.
const GRACE: Duration = Duration::from_millis(100);
/// After so many time-outs in a row it is out for the rest of the game.
const MOST_TIMEOUTS: u32 = 3;
/// After so many games that it could not be started for, or hung in, it is out for good.
const MOST_STRIKES: u32 = 3;

/// A bot that is a program of its own.
///
/// It is started for its first game and ends when this is dropped. Whatever it does, every decision comes to
/// an end: with its answer, or with a [`Fault`]. Out of a game, it is started anew for the next one.
///
/// ```
/// use mergemaker_arena::External;
/// use mergemaker_bots::{Bot, Budget, Fault};
/// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
/// let table = Table::new(Rules::of(Preset::Renegade), 3)?;
/// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
/// let seat = game.turn();
/// let mut bot = External::new("./no-such-bot".parse()?);
/// bot.start(&table, seat);
/// let (view, legal) = (game.view(Some(seat)), game.legal_actions());
/// let decided = bot.decide(&view, &legal, &mut Dice::new(2), Budget::default());
/// assert_eq!(decided, Err(Fault::NotStarted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct External {
    command: CommandLine,
    state: State,
    /// How many games it has sat down to.
    games: u64,
    /// How many requests the process that runs has been sent.
    requests: u64,
    /// How many of them in a row, up to the last, it has let pass.
    timeouts: u32,
    /// How many games it could not be started for, or hung in, since it last lasted through one.
    strikes: u32,
    last_words: Option<String>,
    /// Whether it asked for the choice of dead tiles when the game began. It holds for the whole game.
    picks_dead_tiles: bool,
}

enum State {
    Playing(Process),
    /// Every decision is this fault, until it is started anew.
    Out(Fault),
}

impl External {
    /// A bot that this command starts.
    ///
    /// ```
    /// let bot = mergemaker_arena::External::new("python3 examples/python/bot.py".parse().unwrap());
    /// # let _ = bot;
    /// ```
    #[must_use]
    pub fn new(command: CommandLine) -> External {
        External {
            command,
            state: State::Out(Fault::NotStarted),
            games: 0,
            requests: 0,
            timeouts: 0,
            strikes: 0,
            last_words: None,
            picks_dead_tiles: false,
        }
    }

    /// Starts the bot, shakes hands and ends it: whether it can take part at all.
    ///
    /// ```
    /// use mergemaker_arena::External;
    /// let error = External::check(&"./no-such-bot".parse().unwrap()).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no program `./no-such-bot`: check its name");
    /// ```
    pub fn check(command: &CommandLine) -> Result<(), StartError> {
        Process::start(command).map(Process::dismiss)
    }

    /// How the bot calls itself, while it runs.
    ///
    /// ```
    /// let bot = mergemaker_arena::External::new("./mybot".parse().unwrap());
    /// assert_eq!(bot.name(), None);
    /// ```
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.state {
            State::Playing(process) => process.name(),
            State::Out(_) => None,
        }
    }

    /// The last line that the bot wrote to its standard error before it last crashed or was given up.
    ///
    /// ```
    /// let bot = mergemaker_arena::External::new("./mybot".parse().unwrap());
    /// assert_eq!(bot.last_words(), None);
    /// ```
    #[must_use]
    pub fn last_words(&self) -> Option<&str> {
        self.last_words.as_deref()
    }

    /// Makes sure that the bot runs, if there is hope for it.
    fn revive(&mut self) {
        match &self.state {
            State::Playing(process) if process.is_over() => self.leave(Fault::Crashed),
            State::Playing(_) => self.strikes = 0,
            State::Out(_) => {}
        }
        if matches!(self.state, State::Playing(_)) || self.strikes >= MOST_STRIKES {
            return;
        }
        self.requests = 0;
        match Process::start(&self.command) {
            Ok(process) => self.state = State::Playing(process),
            Err(error) => {
                if let StartError::Ended { last_words } = error {
                    self.last_words = last_words;
                }
                self.strikes += 1;
                self.state = State::Out(Fault::NotStarted);
            }
        }
    }

    /// Ends the bot. Until it is started anew, every decision is this fault.
    fn leave(&mut self, fault: Fault) {
        if let State::Playing(process) = std::mem::replace(&mut self.state, State::Out(fault)) {
            self.last_words = process.kill();
        }
    }

    /// Tells the bot something that wants no answer.
    fn tell(&mut self, message: &Message) {
        if let State::Playing(process) = &self.state
            && let Err(fault) = process.tell(message)
        {
            self.strikes += u32::from(fault == Fault::TimedOut);
            self.leave(fault);
        }
    }
}

impl Bot for External {
    fn start(&mut self, table: &Table, seat: Seat) {
        self.revive();
        self.games += 1;
        self.timeouts = 0;
        self.picks_dead_tiles = matches!(&self.state, State::Playing(process) if process.picks_dead_tiles());
        let (players, rules) = (table.players(), table.rules());
        self.tell(&Message::Start { game: self.games, seat, players, rules });
    }

    fn observe(&mut self, delta: &HoldingsDelta) {
        if let Some(message) = Message::moved(delta) {
            self.tell(&message);
        }
    }

    fn picks_dead_tiles(&self) -> bool {
        self.picks_dead_tiles
    }

    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault> {
        // Drawn whether the bot is asked or not, so that nobody else's dice depend on how it does. It has 53
        // bits, which is what a number holds in languages that know only floating point.
        let seed = dice.next_u64() >> 11;
        let process = match &self.state {
            State::Playing(process) => process,
            State::Out(fault) => return Err(*fault),
        };
        self.requests += 1;
        let request = Message::decide(self.requests, budget, seed, view, legal);
        let answer = ask(process, &request, self.requests, time_limit(budget), legal);
        match answer {
            Err(Fault::TimedOut) => {
                self.timeouts += 1;
                if self.timeouts >= MOST_TIMEOUTS {
                    self.strikes += 1;
                    self.leave(Fault::TimedOut);
                }
            }
            Err(Fault::Crashed) => self.leave(Fault::Crashed),
            Ok(_) | Err(Fault::NotStarted | Fault::Rubbish | Fault::Illegal) => self.timeouts = 0,
        }
        answer
    }
}

impl Drop for External {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Out(Fault::NotStarted));
        if let State::Playing(process) = state {
            process.dismiss();
        }
    }
}

fn time_limit(budget: Budget) -> Duration {
    match budget {
        Budget::Work { .. } => WORK_LIMIT,
        Budget::Time { limit } => limit.saturating_add(GRACE),
    }
}

/// Sends a request and waits for its answer. Late answers to those before are passed over.
fn ask(
    process: &Process,
    request: &Message,
    id: u64,
    limit: Duration,
    legal: &[Action],
) -> Result<Action, Fault> {
    let deadline = Deadline::after(limit);
    process.tell(request)?;
    loop {
        match process.hear(&deadline)? {
            Answer::Decision { id: answered, .. } if (1..id).contains(&answered) => {}
            Answer::Decision { id: answered, action: Some(number), offer: None } if answered == id => {
                return legal.get(number).copied().ok_or(Fault::Illegal);
            }
            Answer::Decision { id: answered, action: None, offer: Some(offer) } if answered == id => {
                return Ok(Action::TradeOffer { offer });
            }
            Answer::Decision { .. } | Answer::Hello { .. } => return Err(Fault::Rubbish),
        }
    }
}
