//! External bots: programs that talk over standard input and output, as described in docs/BOTS.md.

mod command;
mod message;
mod process;

use std::time::Duration;

use mergemaker_bots::{Bot, Budget, Failure, Fault, HoldingsDelta};
use mergemaker_engine::{Action, Dice, Seat, Table, View};
use rand_core::Rng as _;

pub(crate) use command::split_at_commas;
pub use command::{CommandError, CommandLine};
use message::{Answer, Message};
pub use process::StartError;
use process::{Deadline, Process};

/// The time limit per decision when the budget is work instead of time.
const WORK_LIMIT: Duration = Duration::from_secs(2);
/// Extra time for the answer to arrive.
const GRACE: Duration = Duration::from_millis(100);
/// A bot is out for the rest of a game after this many consecutive time-outs.
const MOST_TIMEOUTS: u32 = 3;
/// A bot is out for good after this many games in which it did not start or hung.
const MOST_STRIKES: u32 = 3;

/// A bot that runs as a separate program.
///
/// The program starts before its first game and stops when this is dropped. Every decision ends with its
/// answer or a [`Fault`]. A bot that drops out of a game is restarted for the next one.
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
    /// How long it may take to send its hello.
    pub hello_limit: Duration,
    command: CommandLine,
    state: State,
    /// The number of games started.
    games: u64,
    /// The number of requests sent to the current process.
    requests: u64,
    /// The number of consecutive requests that timed out, up to the last.
    timeouts: u32,
    /// The number of games in which it did not start or hung, since it last lasted through one.
    strikes: u32,
    failure: Failure,
    /// Whether it asked to choose dead tiles when the game started. Fixed for the whole game.
    picks_dead_tiles: bool,
}

enum State {
    Playing(Process),
    /// Every decision is this fault until the bot is restarted.
    Out(Fault),
}

impl External {
    /// How long a bot may take to send its hello, unless it is given another limit.
    pub const HELLO_LIMIT: Duration = Duration::from_secs(30);

    /// A bot that this command starts, lazily.
    #[must_use]
    pub fn new(command: CommandLine) -> External {
        External {
            hello_limit: External::HELLO_LIMIT,
            command,
            state: State::Out(Fault::NotStarted),
            games: 0,
            requests: 0,
            timeouts: 0,
            strikes: 0,
            failure: Failure::default(),
            picks_dead_tiles: false,
        }
    }

    /// Checks that the bot can take part: starts it, exchanges hellos and stops it.
    ///
    /// ```
    /// use mergemaker_arena::External;
    /// let error = External::check(&"./no-such-bot".parse().unwrap(), External::HELLO_LIMIT).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no program `./no-such-bot`: check its name");
    /// ```
    pub fn check(command: &CommandLine, hello_limit: Duration) -> Result<(), StartError> {
        Process::start(command, hello_limit).map(Process::stop)
    }

    /// The name the bot gave itself; none unless it is running.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.state {
            State::Playing(process) => process.name(),
            State::Out(_) => None,
        }
    }

    /// Restarts the bot if it is not running, unless it has failed too often.
    fn restart(&mut self) {
        match &self.state {
            State::Playing(process) if process.has_ended() => self.drop_out(Fault::Crashed),
            State::Playing(_) => self.strikes = 0,
            State::Out(_) => {}
        }
        if matches!(self.state, State::Playing(_)) || self.strikes >= MOST_STRIKES {
            return;
        }
        self.requests = 0;
        match Process::start(&self.command, self.hello_limit) {
            Ok(process) => self.state = State::Playing(process),
            Err(error) => {
                match error {
                    StartError::Ended { last_words } => self.failure.error_output = last_words,
                    StartError::NoHello { line } => self.failure.unreadable = Some(line),
                    _ => {}
                }
                self.add_strike();
                self.state = State::Out(Fault::NotStarted);
            }
        }
    }

    /// Stops the bot. Every decision is this fault until it is restarted.
    fn drop_out(&mut self, fault: Fault) {
        if let State::Playing(process) = std::mem::replace(&mut self.state, State::Out(fault)) {
            self.failure.error_output = process.kill();
        }
    }

    /// Counts a game in which it did not start or hung.
    fn add_strike(&mut self) {
        self.strikes += 1;
        if self.strikes >= MOST_STRIKES {
            self.failure.gave_up_after = Some(self.strikes);
        }
    }

    /// Sends the bot a message that needs no answer.
    fn send(&mut self, message: &Message) {
        if let State::Playing(process) = &self.state
            && let Err(fault) = process.send(message)
        {
            if fault == Fault::TimedOut {
                self.add_strike();
            }
            self.drop_out(fault);
        }
    }
}

impl Bot for External {
    fn start(&mut self, table: &Table, seat: Seat) {
        self.restart();
        self.games += 1;
        self.timeouts = 0;
        self.picks_dead_tiles = matches!(&self.state, State::Playing(process) if process.picks_dead_tiles());
        let (players, rules) = (table.players(), table.rules());
        self.send(&Message::Start { game: self.games, seat, players, rules });
    }

    fn observe(&mut self, delta: &HoldingsDelta) {
        if let Some(message) = Message::moved(delta) {
            self.send(&message);
        }
    }

    fn picks_dead_tiles(&self) -> bool {
        self.picks_dead_tiles
    }

    fn failure(&self) -> Failure {
        self.failure.clone()
    }

    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault> {
        // Draw it even if the bot is out, so the other bots' randomness does not depend on this one. 53 bits
        // fit a number in languages with only floating point.
        let seed = dice.next_u64() >> 11;
        let process = match &mut self.state {
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
                    self.add_strike();
                    self.drop_out(Fault::TimedOut);
                }
            }
            Err(Fault::Crashed) => self.drop_out(Fault::Crashed),
            Err(Fault::Rubbish) => {
                self.failure.unreadable = Some(process.last_output().to_owned());
                self.timeouts = 0;
            }
            Ok(_) | Err(Fault::NotStarted | Fault::Illegal) => self.timeouts = 0,
        }
        answer
    }
}

impl Drop for External {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Out(Fault::NotStarted));
        if let State::Playing(process) = state {
            process.stop();
        }
    }
}

fn time_limit(budget: Budget) -> Duration {
    match budget {
        Budget::Work { .. } => WORK_LIMIT,
        Budget::Time { limit } => limit.saturating_add(GRACE),
    }
}

/// Sends a request and waits for its answer, skipping late answers to earlier requests.
fn ask(
    process: &mut Process,
    request: &Message,
    id: u64,
    limit: Duration,
    legal: &[Action],
) -> Result<Action, Fault> {
    let deadline = Deadline::after(limit);
    process.send(request)?;
    loop {
        match process.receive(&deadline)? {
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
