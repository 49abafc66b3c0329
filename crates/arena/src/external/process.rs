//! The process of an external bot: started, read and written line by line, and reliably stopped.

use std::io::{self, BufRead, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mergemaker_bots::Fault;

use super::CommandLine;
use super::message::{Answer, Message, PROTOCOL};

/// How long a bot may take to exit after `bye`.
const STOP_LIMIT: Duration = Duration::from_millis(200);
/// The maximum length of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 20;
/// The maximum number of unread lines queued for a bot: far more than a game has decisions.
const MOST_UNREAD_MESSAGES: usize = 1_024;
/// The maximum number of answers queued for the arena; then the bot is blocked.
const MOST_UNREAD_ANSWERS: usize = 16;

/// A running bot that has sent its hello.
///
/// Separate threads write to and read from it, so a bot that neither reads nor answers blocks nobody.
/// Dropping this kills the bot.
pub(crate) struct Process {
    group: ProcessGroup,
    to_bot: SyncSender<String>,
    from_bot: Receiver<Output>,
    /// The last line it wrote, fit to be shown.
    last_output: String,
    /// Finishes when the bot closes its standard output.
    reader: JoinHandle<()>,
    /// Receives the last line when the bot closes its standard error.
    last_words: Receiver<String>,
    name: Option<String>,
    picks_dead_tiles: bool,
}

/// Why a bot could not be started.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StartError {
    /// The program does not exist.
    #[error("there is no program `{program}`: check its name")]
    NoProgram {
        /// The name of the program.
        program: String,
    },
    /// The operating system refuses to run it.
    #[error("the program `{program}` cannot be run ({why}): check its permissions")]
    CannotRun {
        /// The name of the program.
        program: String,
        /// The system's error message.
        why: String,
    },
    /// It exited before sending its hello.
    #[error("it exited before sending a hello{}: see docs/BOTS.md", with_last_words(.last_words.as_deref()))]
    Ended {
        /// The last line on its standard error.
        last_words: Option<String>,
    },
    /// It sent nothing in time.
    #[error("it did not send a hello within {} s: give it longer with --hello", limit.as_secs())]
    Silent {
        /// How long it had.
        limit: Duration,
    },
    /// Its first message is something else.
    #[error("its first line is not a hello (it wrote: {line}): see docs/BOTS.md")]
    NoHello {
        /// The line.
        line: String,
    },
    /// It speaks another version of the protocol.
    #[error("it speaks version {protocol} of the protocol, not {PROTOCOL}: see docs/BOTS.md")]
    Protocol {
        /// The version it speaks.
        protocol: u32,
    },
}

fn with_last_words(words: Option<&str>) -> String {
    words.map(|words| format!(" (last error output: {words})")).unwrap_or_default()
}

impl Process {
    /// Starts a bot and exchanges hellos.
    pub(crate) fn start(command: &CommandLine, limit: Duration) -> Result<Process, StartError> {
        let mut process = Process::spawn(command).map_err(|error| {
            let program = command.program().to_owned();
            match error.kind() {
                io::ErrorKind::NotFound => StartError::NoProgram { program },
                _ => StartError::CannotRun { program, why: error.to_string() },
            }
        })?;
        let deadline = Deadline::after(limit);
        match process.send(&Message::hello()).and_then(|()| process.receive(&deadline)) {
            Ok(Answer::Hello { protocol: PROTOCOL, name, exchange }) => {
                process.name = name;
                process.picks_dead_tiles = exchange;
                Ok(process)
            }
            Ok(Answer::Hello { protocol, .. }) => Err(StartError::Protocol { protocol }),
            Err(Fault::TimedOut) => Err(StartError::Silent { limit }),
            Err(Fault::Crashed | Fault::NotStarted) => Err(StartError::Ended { last_words: process.kill() }),
            Ok(Answer::Decision { .. }) | Err(Fault::Rubbish | Fault::Illegal) => {
                Err(StartError::NoHello { line: process.last_output.clone() })
            }
        }
    }

    fn spawn(command: &CommandLine) -> io::Result<Process> {
        let mut group = ProcessGroup::spawn(command)?;
        let child = &mut group.0;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::Error::other("it has no standard streams"));
        };
        let (to_bot, lines) = mpsc::sync_channel(MOST_UNREAD_MESSAGES);
        let (answers, from_bot) = mpsc::sync_channel(MOST_UNREAD_ANSWERS);
        let (words, last_words) = mpsc::sync_channel(1);
        spawn_thread(move || write_lines(stdin, &lines))?;
        let reader = spawn_thread(move || read_answers(BufReader::new(stdout), &answers))?;
        spawn_thread(move || _ = words.send(last_line(BufReader::new(stderr))))?;
        let (last_output, name, picks_dead_tiles) = (String::new(), None, false);
        Ok(Process { group, to_bot, from_bot, last_output, reader, last_words, name, picks_dead_tiles })
    }

    /// The name the bot gave itself.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether the bot wants to choose which dead tiles to exchange.
    pub(crate) fn picks_dead_tiles(&self) -> bool {
        self.picks_dead_tiles
    }

    /// The last line received from the bot.
    pub(crate) fn last_output(&self) -> &str {
        &self.last_output
    }

    /// Whether the bot has closed its output, so far as we know.
    pub(crate) fn has_ended(&self) -> bool {
        self.reader.is_finished()
    }

    /// Sends a message without waiting for the bot to read it.
    pub(crate) fn send(&self, message: &Message) -> Result<(), Fault> {
        self.to_bot.try_send(message.to_line()).map_err(|error| match error {
            TrySendError::Full(_) => Fault::TimedOut,
            TrySendError::Disconnected(_) => Fault::Crashed,
        })
    }

    /// Receives the next message from the bot.
    pub(crate) fn receive(&mut self, deadline: &Deadline) -> Result<Answer, Fault> {
        // Checked every time: for a bot that never stops writing, `recv_timeout` never waits.
        let left = deadline.left().ok_or(Fault::TimedOut)?;
        match self.from_bot.recv_timeout(left) {
            Ok(output) => {
                self.last_output = output.line;
                output.answer
            }
            Err(RecvTimeoutError::Timeout) => Err(Fault::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crashed),
        }
    }

    /// Sends `bye` and gives the bot a moment to exit.
    pub(crate) fn stop(self) {
        let _ = self.send(&Message::Bye);
        let Process { group, to_bot, from_bot, .. } = self;
        drop(to_bot); // Its standard input ends after the last line.
        let deadline = Deadline::after(STOP_LIMIT);
        while deadline.left().is_some_and(|left| from_bot.recv_timeout(left).is_ok()) {}
        drop(group);
    }

    /// Kills the bot. Returns the last line of its standard error, if any.
    pub(crate) fn kill(self) -> Option<String> {
        let Process { group, last_words, .. } = self;
        drop(group);
        last_words.recv_timeout(STOP_LIMIT).ok().filter(|words| !words.is_empty())
    }
}

/// A point in time to wait for.
pub(crate) struct Deadline {
    since: Instant,
    limit: Duration,
}

impl Deadline {
    pub(crate) fn after(limit: Duration) -> Deadline {
        Deadline { since: Instant::now(), limit }
    }

    /// The remaining time; none once it has passed.
    fn left(&self) -> Option<Duration> {
        self.limit.checked_sub(self.since.elapsed()).filter(|left| !left.is_zero())
    }
}

/// A process and its descendants, killed on drop.
struct ProcessGroup(Child);

impl ProcessGroup {
    fn spawn(command: &CommandLine) -> io::Result<ProcessGroup> {
        let mut spawned = Command::new(command.program());
        spawned.args(command.arguments());
        spawned.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Its own process group can be killed as a whole, including a bot started by a script. It also keeps
        // a Ctrl-C from reaching the bot: handling that is up to us.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut spawned, 0);
        spawned.spawn().map(ProcessGroup)
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // An error here means that it has already exited. It has not been waited for, so its id cannot have
        // been reused.
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

/// A line on a bot's standard output.
struct Output {
    answer: Result<Answer, Fault>,
    /// The line itself, fit to be shown.
    line: String,
}

fn read_answers(mut stdout: impl BufRead, answers: &SyncSender<Output>) {
    while let Ok(Some(line)) = read_line(&mut stdout) {
        let output = match line {
            InputLine::Whole(bytes) => Output { answer: Answer::read(&bytes), line: printable(&bytes) },
            InputLine::TooLong => {
                let line = format!("a line of more than {} MiB", LONGEST_LINE >> 20);
                Output { answer: Err(Fault::Rubbish), line }
            }
        };
        if answers.send(output).is_err() {
            break;
        }
    }
}

/// The start of a line without control characters.
fn printable(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    text.trim().chars().filter(|character| !character.is_control()).take(200).collect()
}

/// The last non-empty line, fit to be shown.
fn last_line(mut stderr: impl BufRead) -> String {
    let mut last = String::new();
    while let Ok(Some(line)) = read_line(&mut stderr) {
        let InputLine::Whole(bytes) = line else { continue };
        let line = printable(&bytes);
        if !line.is_empty() {
            last = line;
        }
    }
    last
}

#[derive(PartialEq, Debug)]
enum InputLine {
    /// Including its newline, if it has one.
    Whole(Vec<u8>),
    /// Longer than the limit.
    TooLong,
}

/// Reads the next line; none at the end.
fn read_line(stream: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    let length = stream.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if length == 0 {
        return Ok(None);
    }
    if (length as u64) < LONGEST_LINE || bytes.ends_with(b"\n") {
        return Ok(Some(InputLine::Whole(bytes)));
    }
    stream.skip_until(b'\n')?;
    Ok(Some(InputLine::TooLong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_over_the_limit_are_skipped() {
        let longest = "x".repeat(LONGEST_LINE as usize - 1);
        let text = format!("one\n\n{longest}\n{longest}xyz\nlast");
        let mut stream = text.as_bytes();
        let mut next = || read_line(&mut stream).unwrap();
        assert_eq!(next(), Some(InputLine::Whole(b"one\n".into())));
        assert_eq!(next(), Some(InputLine::Whole(b"\n".into())));
        assert!(matches!(next(), Some(InputLine::Whole(bytes)) if bytes.len() as u64 == LONGEST_LINE));
        assert_eq!(next(), Some(InputLine::TooLong));
        assert_eq!(next(), Some(InputLine::Whole(b"last".into())));
        assert_eq!(next(), None);
    }

    #[test]
    fn the_last_line_is_printable() {
        assert_eq!(last_line(&b"Traceback\n  \x1b[1mNameError: x\x1b[0m \n\n  \n"[..]), "[1mNameError: x[0m");
        assert_eq!(last_line(&b""[..]), "");
    }
}
