//! The process of an external bot: started, talked to line by line, and ended for certain.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mergemaker_bots::Fault;

use super::CommandLine;
use super::message::{Answer, Message, PROTOCOL};

/// How long a bot may take to say hello.
const START_LIMIT: Duration = Duration::from_secs(5);
/// How long a bot may take to end by itself once it is told to.
const END_LIMIT: Duration = Duration::from_millis(200);
/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// How many lines may wait for a bot that does not read: far more than a game has decisions.
const MOST_UNREAD: usize = 1_024;
/// How many answers may wait for the arena before the bot has to.
const MOST_UNHEARD: usize = 16;

/// A bot that runs and has said hello.
///
/// Threads of its own write to it and read from it, so that one that neither reads nor answers stops
/// nobody. Dropping it kills it.
pub(crate) struct Process {
    family: Family,
    to_bot: SyncSender<String>,
    from_bot: Receiver<Result<Answer, Fault>>,
    /// Ends with the bot's standard output.
    reader: JoinHandle<()>,
    /// Signalled when its standard error ends.
    last_words: Receiver<String>,
    name: Option<String>,
    picks_dead_tiles: bool,
}

/// Why a bot could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// There is no such program.
    #[error("there is no program `{program}`: check its name")]
    NoProgram {
        /// Its name.
        program: String,
    },
    /// The system does not run it.
    #[error("the program `{program}` cannot be run ({why}): check that it may be")]
    CannotRun {
        /// Its name.
        program: String,
        /// What the system says.
        why: String,
    },
    /// It ended before it said hello.
    #[error("it ended before it said hello{}: see docs/BOTS.md", quoted(.last_words.as_deref()))]
    Ended {
        /// The last line it wrote to its standard error.
        last_words: Option<String>,
    },
    /// It said nothing.
    #[error("it did not say hello within {} s: see docs/BOTS.md", START_LIMIT.as_secs())]
    Silent,
    /// It said something else.
    #[error("the first line it wrote is no hello: see docs/BOTS.md")]
    NoHello,
    /// It speaks another version of the protocol.
    #[error("it speaks version {protocol} of the protocol, not {PROTOCOL}: see docs/BOTS.md")]
    Protocol {
        /// Which.
        protocol: u32,
    },
}

fn quoted(words: Option<&str>) -> String {
    words.map(|words| format!(" (its last words: {words})")).unwrap_or_default()
}

impl Process {
    /// Starts a bot and shakes hands with it.
    pub(crate) fn start(command: &CommandLine) -> Result<Process, StartError> {
        let mut process = Process::spawn(command).map_err(|error| {
            let program = command.program().to_owned();
            match error.kind() {
                io::ErrorKind::NotFound => StartError::NoProgram { program },
                _ => StartError::CannotRun { program, why: error.to_string() },
            }
        })?;
        let deadline = Deadline::after(START_LIMIT);
        match process.tell(&Message::hello()).and_then(|()| process.hear(&deadline)) {
            Ok(Answer::Hello { protocol: PROTOCOL, name, exchange }) => {
                process.name = name;
                process.picks_dead_tiles = exchange;
                Ok(process)
            }
            Ok(Answer::Hello { protocol, .. }) => Err(StartError::Protocol { protocol }),
            Err(Fault::TimedOut) => Err(StartError::Silent),
            Err(Fault::Crashed | Fault::NotStarted) => Err(StartError::Ended { last_words: process.kill() }),
            Ok(Answer::Decision { .. }) | Err(Fault::Rubbish | Fault::Illegal) => Err(StartError::NoHello),
        }
    }

    fn spawn(command: &CommandLine) -> io::Result<Process> {
        let mut family = Family::spawn(command)?;
        let child = &mut family.0;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no standard streams"));
        };
        let (to_bot, lines) = mpsc::sync_channel(MOST_UNREAD);
        let (answers, from_bot) = mpsc::sync_channel(MOST_UNHEARD);
        let (words, last_words) = mpsc::sync_channel(1);
        spawn_thread(move || write_lines(stdin, &lines))?;
        let reader = spawn_thread(move || read_answers(BufReader::new(stdout), &answers))?;
        spawn_thread(move || _ = words.send(last_line(BufReader::new(stderr))))?;
        Ok(Process { family, to_bot, from_bot, reader, last_words, name: None, picks_dead_tiles: false })
    }

    /// How the bot calls itself.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the bot wants to be asked which dead tiles to exchange.
    pub(crate) fn picks_dead_tiles(&self) -> bool {
        self.picks_dead_tiles
    }

    /// Whether the bot has ended, as far as is known.
    pub(crate) fn is_over(&self) -> bool {
        self.reader.is_finished()
    }

    /// Sends a message, without waiting until it is read.
    pub(crate) fn tell(&self, message: &Message) -> Result<(), Fault> {
        self.to_bot.try_send(message.to_line()).map_err(|error| match error {
            TrySendError::Full(_) => Fault::TimedOut,
            TrySendError::Disconnected(_) => Fault::Crashed,
        })
    }

    /// The next thing the bot says.
    pub(crate) fn hear(&self, deadline: &Deadline) -> Result<Answer, Fault> {
        // Asked each time, since a bot that never stops talking is never waited for.
        let left = deadline.left().ok_or(Fault::TimedOut)?;
        match self.from_bot.recv_timeout(left) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => Err(Fault::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crashed),
        }
    }

    /// Says good-bye, and lets the bot end by itself if it is quick.
    pub(crate) fn dismiss(self) {
        let _ = self.tell(&Message::Bye);
        let Process { family, to_bot, from_bot, .. } = self;
        drop(to_bot); // Its standard input ends after the last line.
        let deadline = Deadline::after(END_LIMIT);
        while deadline.left().is_some_and(|left| from_bot.recv_timeout(left).is_ok()) {}
        drop(family);
    }

    /// Ends the bot at once. The last line of its standard error, if there is one.
    pub(crate) fn kill(self) -> Option<String> {
        let Process { family, last_words, .. } = self;
        drop(family);
        last_words.recv_timeout(END_LIMIT).ok().filter(|words| !words.is_empty())
    }
}

/// A moment until which something is waited for.
pub(crate) struct Deadline {
    since: Instant,
    limit: Duration,
}

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Deadline {
        Deadline { since: Instant::now(), limit }
    }

    /// How long it is until then; none once it is past.
    fn left(&self) -> Option<Duration> {
        self.limit.checked_sub(self.since.elapsed()).filter(|left| !left.is_zero())
    }
}

/// A process with all it has started. Killed when dropped.
struct Family(Child);

impl Family {
    fn spawn(command: &CommandLine) -> io::Result<Family> {
        let mut spawned = Command::new(command.program());
        spawned.args(command.arguments());
        spawned.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own is killed as one: a script would else leave behind the bot that it started.
        // Nor is it reached by a Ctrl-C, which is ours to act on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut spawned, 0);
        spawned.spawn().map(Family)
    }
}

impl Drop for Family {
    fn drop(&mut self) {
        // Whatever fails here, it has ended already. It is not waited for before, so that its number cannot
        // have become that of another process.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.0.id()) {
            use nix::sys::signal::{Signal, killpg};
            let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn spawn_thread(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("external bot".to_owned()).spawn(work)
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            break;
        }
    }
}

fn read_answers(mut stdout: impl BufRead, answers: &SyncSender<Result<Answer, Fault>>) {
    while let Ok(Some(line)) = read_line(&mut stdout) {
        let answer = match line {
            Line::Whole(bytes) => Answer::read(&bytes),
            Line::TooLong => Err(Fault::Rubbish),
        };
        if answers.send(answer).is_err() {
            break;
        }
    }
}

/// The last line with something in it, fit to be shown: short, and without control characters.
fn last_line(mut stderr: impl BufRead) -> String {
    let mut last = String::new();
    while let Ok(Some(line)) = read_line(&mut stderr) {
        let Line::Whole(bytes) = line else { continue };
        let text = String::from_utf8_lossy(&bytes);
        let shown: String = text.trim().chars().filter(|sign| !sign.is_control()).take(200).collect();
        if !shown.is_empty() {
            last = shown;
        }
    }
    last
}

#[derive(PartialEq, Debug)]
enum Line {
    /// With its end, if it has one.
    Whole(Vec<u8>),
    /// Longer than is read.
    TooLong,
}

/// The next line; none after the last.
fn read_line(stream: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let length = stream.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(None);
    }
    if (length as u64) < LONGEST_LINE || bytes.ends_with(b"\n") {
        return Ok(Some(Line::Whole(bytes)));
    }
    stream.skip_until(b'\n')?;
    Ok(Some(Line::TooLong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_a_length() {
        let longest = "x".repeat(LONGEST_LINE as usize - 1);
        let text = format!("one\n\n{longest}\n{longest}xyz\nlast");
        let mut stream = text.as_bytes();
        let mut next = || read_line(&mut stream).unwrap();
        assert_eq!(next(), Some(Line::Whole(b"one\n".into())));
        assert_eq!(next(), Some(Line::Whole(b"\n".into())));
        assert!(matches!(next(), Some(Line::Whole(bytes)) if bytes.len() as u64 == LONGEST_LINE));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Whole(b"last".into())));
        assert_eq!(next(), None);
    }

    #[test]
    fn the_last_words_can_be_shown() {
        assert_eq!(last_line(&b"Traceback\n  \x1b[1mNameError: x\x1b[0m \n\n  \n"[..]), "[1mNameError: x[0m");
        assert_eq!(last_line(&b""[..]), "");
    }
}
