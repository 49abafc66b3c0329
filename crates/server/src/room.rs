//! Rooms: one task for each table in use, which alone changes it. Whatever a room knows is in the store too, so
//! that it can end at any time and be opened again.

mod bots;
mod lobby;
mod muted;
mod play;
mod report;
mod request;
mod seating;
mod talk;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use mergemaker_bots::{Bot, Decided};
use mergemaker_engine::{MOST_PLAYERS, Seat, Table};
use mergemaker_protocol::{
    Person, PersonId, Refusal, RefusalCode, Settings, TableId, TableInfo, TableState, Visibility,
};
use tokio::sync::{mpsc, oneshot};

use crate::course::Course;
use crate::limit::Bucket;
use crate::rooms::Rooms;
use crate::socket::Outbox;
use crate::store::{EntryRow, Result as StoreResult, StoreError, TableRow};
use crate::time::now_ms;
use bots::Bots;
use seating::Seating;
use talk::Talk;
use watchers::{Watcher, Watchers};

pub(crate) use muted::{Muted, Mutes};
pub(crate) use request::{RoomRequest, read_level};

/// From where on a client that comes back needs what it missed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResumeFrom {
    /// The last number of the log that it knows.
    pub(crate) since: Option<u64>,
    /// The number of the last line of chat that it knows.
    pub(crate) chat_since: Option<u64>,
}

/// Which socket.
pub(crate) type SocketId = u64;

/// What changed about a person.
#[derive(Clone)]
pub(crate) enum Change {
    /// They have another name.
    Renamed { person: Person },
    /// They have gone, and their name with them.
    Gone { person: PersonId },
}

impl Change {
    /// Who changed.
    pub(crate) fn person(&self) -> &PersonId {
        match self {
            Change::Renamed { person } => &person.id,
            Change::Gone { person } => person,
        }
    }
}

/// The answer to a request that is not refused.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// It became an entry of the log.
    Entry { number: u64 },
    /// It is done.
    Done,
    /// There is a table for the next game.
    Rematch { table: TableId },
}

/// Why a request is refused, and the last number of the game.
pub(crate) type Rejection = (Refusal, Option<u64>);

/// Where the answer to a request is awaited.
type Answer = oneshot::Sender<Result<Reply, Rejection>>;

/// What a room is to do.
pub(crate) enum Command {
    /// Somebody asks something.
    Request { person: Person, request: RoomRequest, answer: Answer },
    /// A socket follows the table.
    Subscribe { socket: SocketId, person: Option<Person>, muted: Arc<Muted>, from: ResumeFrom, out: Outbox },
    /// A socket stops following it.
    Unsubscribe { socket: SocketId },
    /// Somebody asks what it is.
    Info { answer: oneshot::Sender<TableInfo> },
    /// A bot has decided.
    BotDecided { number: u64, seat: Seat, bot: Option<Box<dyn Bot>>, decided: Decided },
    /// Somebody who sits here, or wrote here, changed.
    Change { change: Change, answer: oneshot::Sender<Result<(), Refusal>> },
    /// Something may be due.
    Wake,
}

/// The way to a room.
#[derive(Clone)]
pub(crate) struct RoomHandle {
    commands: mpsc::Sender<Command>,
}

impl RoomHandle {
    /// Whether the room has ended.
    pub(crate) fn is_closed(&self) -> bool {
        self.commands.is_closed()
    }

    /// Sends the room a command; false when it has ended.
    pub(crate) async fn send(&self, command: Command) -> bool {
        self.commands.send(command).await.is_ok()
    }
}

/// What never changes about a table.
struct Fixed {
    id: TableId,
    visibility: Visibility,
    settings: Settings,
    created_at: i64,
    code: Option<String>,
}

/// The game of a table, once it runs.
struct Play {
    course: Course,
    /// Who wants it paused, or to go on.
    pause_votes: Vec<Seat>,
    /// How many offers of this turn were refused because the other side does not have what they ask for.
    refused_offers: u32,
    /// How often each player may still change the setting about dead tiles, by seat.
    ask_buckets: [Bucket; MOST_PLAYERS],
}

/// A room.
struct Room {
    rooms: Rooms,
    own: mpsc::Sender<Command>,
    table: Fixed,
    state: TableState,
    rematch: Option<TableId>,
    seating: Seating,
    play: Option<Play>,
    bots: Bots,
    talk: Talk,
    watchers: Watchers,
    /// Whether what is in memory may differ from the store: then the room ends, and is opened again.
    is_lost: bool,
}

/// How long a room without watchers stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// Opens a room from what is kept, and starts it. None when there is no such table.
pub(crate) async fn open(rooms: &Rooms, id: &TableId) -> StoreResult<Option<RoomHandle>> {
    let Some(row) = rooms.store.table(id).await? else { return Ok(None) };
    let (own, commands) = mpsc::channel(256);
    let room = Room::load(rooms.clone(), own.clone(), row).await?;
    tokio::spawn(room.run(commands));
    Ok(Some(RoomHandle { commands: own }))
}

fn unreadable(what: &str, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unreadable { what: format!("{what}: {error}") }
}

impl Room {
    async fn load(rooms: Rooms, own: mpsc::Sender<Command>, row: TableRow) -> StoreResult<Room> {
        let TableRow { id, visibility, settings, created_at, code, .. } = row;
        let seating = Seating::new(row.seats, row.host, row.revision)
            .map_err(|error| unreadable("the seats of a table", &error))?;
        let lines = rooms.store.last_chat(&id, talk::LINES_KEPT as i64).await?;
        let talk = Talk::new(lines, rooms.store.silenced(&id).await?);
        let play = match (row.seed, row.started_at) {
            (Some(seed), Some(started_at)) => {
                let table = Table::new(settings.rules, seating.seats().len())
                    .map_err(|error| unreadable("the rules of a table", &error))?;
                let course = Course::start(table, seed, settings.clock, seating.bots(), started_at);
                Some(Play::new(replayed(course, rooms.store.entries(&id).await?)?))
            }
            _ => None,
        };
        Ok(Room {
            rooms,
            own,
            table: Fixed { id, visibility, settings, created_at, code },
            state: row.state,
            rematch: row.rematch,
            seating,
            play,
            bots: Bots::default(),
            talk,
            watchers: Watchers::default(),
            is_lost: false,
        })
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.let_bots_play();
        while !self.is_lost {
            let wait = self.until_due().unwrap_or(IDLE).min(IDLE);
            match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => self.obey(command).await,
                Ok(None) => break,
                Err(_) => {
                    self.check_clock().await;
                    let is_due = self.until_due().is_some_and(|wait| wait < IDLE);
                    if self.watchers.is_empty() && !self.bots.is_thinking() && !is_due {
                        break;
                    }
                }
            }
        }
        // Nothing new is taken; what was asked before is answered.
        commands.close();
        while let Some(command) = commands.recv().await {
            match command {
                // A client that begins to follow a room that is lost is sent to the next one.
                Command::Subscribe { out, .. } if self.is_lost => out.give_up(),
                command if !self.is_lost => self.obey(command).await,
                _ => {}
            }
        }
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Request { person, request, answer } => {
                let result = self.request(&person, request).await;
                self.answer(answer, result);
            }
            Command::Subscribe { socket, person, muted, from, out } => {
                self.subscribe(socket, Watcher { person, muted, out }, from);
            }
            Command::Unsubscribe { socket } => {
                if let Some(watcher) = self.watchers.remove(socket)
                    && watcher.viewer(&self.seating).seat.is_some()
                {
                    self.send_table();
                    self.answer_if_gone().await;
                }
            }
            Command::Info { answer } => drop(answer.send(self.info())),
            Command::BotDecided { number, seat, bot, decided } => {
                self.bots.take_back(seat, bot);
                self.enter_of_bot(number, seat, decided).await;
            }
            Command::Change { change, answer } => drop(answer.send(self.change(&change).await)),
            Command::Wake => self.check_clock().await,
        }
    }

    /// Answers a request. The client that asked may have gone; it is done all the same.
    fn answer(&self, answer: Answer, result: Result<Reply, Refusal>) {
        // What is in memory may be ahead of what is kept.
        let number = self.play.as_ref().map(|play| play.course.number()).filter(|_| !self.is_lost);
        let _ = answer.send(result.map_err(|refusal| (refusal, number)));
    }

    /// Ends the room because something could not be kept: the next one reads what holds.
    fn lose(&mut self, error: &dyn std::fmt::Display) -> Refusal {
        self.is_lost = true;
        unavailable(error)
    }
}

/// A game as its log leaves it. A log that has a gap, or breaks a rule, is not ours.
fn replayed(mut course: Course, entries: Vec<EntryRow>) -> StoreResult<Course> {
    for EntryRow { number, at, entry } in entries {
        if number != course.number() + 1 || course.check(&entry).is_err() {
            return Err(unreadable("the log of a game", &format!("entry {number} does not follow")));
        }
        course.make(&entry, at);
    }
    Ok(course)
}

impl Room {
    /// How long until something must happen by itself.
    fn until_due(&self) -> Option<Duration> {
        let due = self.play.as_ref()?.course.runs_out_at()?;
        Some(Duration::from_millis(u64::try_from(due - now_ms()).unwrap_or(0)))
    }
}

/// A refusal in plain words.
pub(crate) fn refuse(code: RefusalCode, message: &str) -> Refusal {
    Refusal { code, message: message.to_owned(), rule: None }
}

/// The refusal when nothing can be kept.
pub(crate) fn unavailable(error: &dyn std::fmt::Display) -> Refusal {
    crate::metrics::store_failed();
    tracing::error!(%error, "the store cannot be used");
    refuse(RefusalCode::Unavailable, "nothing can be saved right now: try again in a moment")
}
