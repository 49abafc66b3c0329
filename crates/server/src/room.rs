//! Rooms: one task per table in use, the only one that changes it. The store holds everything a room needs,
//! so a room can end and be reopened at any time.

mod absence;
mod bots;
mod lobby;
mod muted;
mod play;
mod replay;
mod report;
mod request;
mod seating;
mod talk;
mod throttle;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use mergemaker_bots::{Bot, Decided};
use mergemaker_engine::{Seat, Table};
use mergemaker_protocol::{
    Person, PersonId, Refusal, RefusalCode, Settings, TableId, TableInfo, TableState, ToClient, Visibility,
};
use tokio::sync::{mpsc, oneshot};

use crate::course::Course;
use crate::limit::elapsed_ms;
use crate::rooms::Rooms;
use crate::socket::Outbox;
use crate::store::{RefusedOffers, Result as StoreResult, StoreError, TableRow};
use crate::time::now_ms;
use absence::Absences;
use bots::Bots;
use seating::Seating;
use talk::Talk;
use throttle::Throttle;
use watchers::{Watcher, Watchers};

pub(crate) use lobby::too_many_open_tables;
pub(crate) use muted::{Muted, Mutes};
pub(crate) use request::{RoomRequest, read_level};

/// Where a reconnecting client resumes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResumeFrom {
    /// The last log entry it knows.
    pub(crate) since: Option<u64>,
    /// The last chat line it knows.
    pub(crate) chat_since: Option<u64>,
}

/// Identifies a socket.
pub(crate) type SocketId = u64;

/// A change to a person.
#[derive(Clone)]
pub(crate) enum Change {
    /// They have a new name.
    Renamed { person: Person },
    /// They deleted their account.
    Gone { person: PersonId },
}

impl Change {
    /// The person who changed.
    pub(crate) fn person(&self) -> &PersonId {
        match self {
            Change::Renamed { person } => &person.id,
            Change::Gone { person } => person,
        }
    }
}

/// The reply to an accepted request.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Reply {
    /// A message for whoever sent the request.
    Message(ToClient),
    /// It is done.
    Done,
    /// The table for the next game, and whether it is new.
    Rematch { table: TableId, is_new: bool },
}

/// Why a request is refused, with the last number of the game.
pub(crate) type Rejection = (Refusal, Option<u64>);

/// Where to send the reply to a request.
type Answer = oneshot::Sender<Result<Reply, Rejection>>;

/// A message to a room.
pub(crate) enum Command {
    /// A request, as the client sent it.
    Request { person: Person, request: RoomRequest, answer: Answer },
    /// A socket starts watching the table.
    Subscribe { socket: SocketId, person: Option<Person>, muted: Arc<Muted>, from: ResumeFrom, out: Outbox },
    /// A socket stops watching.
    Unsubscribe { socket: SocketId },
    /// A request for the table's public information.
    Info { answer: oneshot::Sender<TableInfo> },
    /// A bot has decided.
    BotDecided { number: u64, seat: Seat, bot: Option<Box<dyn Bot>>, decided: Decided },
    /// A bot may not think yet: its person has used up their thinking time.
    BotHeld { seat: Seat, wait: Duration },
    /// A person who is seated here or wrote here has changed.
    Change { change: Change, answer: oneshot::Sender<Result<(), Refusal>> },
    /// A clock or a bot may be due.
    Wake,
}

/// A handle to a room.
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

/// The parts of a table that never change.
struct Fixed {
    id: TableId,
    visibility: Visibility,
    settings: Settings,
    created_at: i64,
    code: Option<String>,
}

/// The game of a table, once started.
struct Play {
    course: Course,
    /// The seats that voted to pause.
    pause_votes: Vec<Seat>,
    /// How many offers were refused because the other side lacks what they ask for.
    refused_offers: RefusedOffers,
    throttle: Throttle,
    absences: Absences,
}

/// A room.
struct Room {
    rooms: Rooms,
    sender: mpsc::Sender<Command>,
    table: Fixed,
    state: TableState,
    rematch: Option<TableId>,
    seating: Seating,
    play: Option<Play>,
    bots: Bots,
    talk: Talk,
    watchers: Watchers,
    /// Whether memory may differ from the store. If so, the room ends and is reopened.
    is_inconsistent: bool,
}

/// How long an unwatched room stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// Loads a room from the store and starts it. `None` if there is no such table.
pub(crate) async fn open(rooms: &Rooms, id: &TableId) -> StoreResult<Option<RoomHandle>> {
    let Some(row) = rooms.store.table(id).await? else { return Ok(None) };
    let (sender, commands) = mpsc::channel(256);
    let room = Room::load(rooms.clone(), sender.clone(), row).await?;
    tokio::spawn(room.run(commands));
    Ok(Some(RoomHandle { commands: sender }))
}

fn unreadable(what: &str, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Unreadable { what: format!("{what}: {error}") }
}

impl Room {
    async fn load(rooms: Rooms, sender: mpsc::Sender<Command>, row: TableRow) -> StoreResult<Room> {
        let TableRow { id, visibility, settings, created_at, code, .. } = row;
        let seating = Seating::new(row.seats, row.host, row.revision)
            .map_err(|error| unreadable("the seats of a table", &error))?
            .with_rules(rooms.store.removed(&id).await?, rooms.store.reserved(&id).await?);
        let lines = rooms.store.last_chat(&id, talk::RECENT_LINES as i64).await?;
        let talk = Talk::new(lines, rooms.store.silenced(&id).await?);
        let play = match (row.seed, row.started_at) {
            (Some(seed), Some(started_at)) => {
                let table = Table::new(settings.rules, seating.seats().len())
                    .map_err(|error| unreadable("the rules of a table", &error))?;
                let start = || Course::start(table, seed, settings.clock, seating.bots(), started_at);
                let (course, _) = replay::replay(&rooms.store, &id, start).await?;
                Some(Play::new(course, row.refused_offers))
            }
            _ => None,
        };
        Ok(Room {
            rooms,
            sender,
            table: Fixed { id, visibility, settings, created_at, code },
            state: row.state,
            rematch: row.rematch,
            seating,
            play,
            bots: Bots::default(),
            talk,
            watchers: Watchers::default(),
            is_inconsistent: false,
        })
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.start_bot();
        while !self.is_inconsistent {
            let wait = self.until_due().unwrap_or(IDLE).min(IDLE);
            match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => self.handle(command).await,
                Ok(None) => break,
                Err(_) => {
                    self.check_clock().await;
                    let is_due = self.until_due().is_some_and(|wait| wait < IDLE);
                    if self.watchers.is_empty() && !self.bots.is_thinking() && !is_due {
                        break;
                    }
                }
            }
            self.count_votes().await;
            self.note_host().await;
        }
        // Take no new commands, but answer those already queued.
        commands.close();
        while let Some(command) = commands.recv().await {
            match command {
                // Disconnect a client that subscribes to an inconsistent room: it will reconnect to the next
                // one.
                Command::Subscribe { out, .. } if self.is_inconsistent => out.disconnect(),
                command if !self.is_inconsistent => self.handle(command).await,
                _ => {}
            }
        }
    }

    async fn handle(&mut self, command: Command) {
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
                    && let Some(seat) = watcher.viewer(&self.seating).seat
                {
                    if let Some(play) =
                        self.play.as_mut().filter(|_| !self.watchers.is_here(&self.seating, seat))
                    {
                        play.absences.begin(seat, elapsed_ms());
                    }
                    self.send_table();
                    self.answer_for_absent().await;
                }
            }
            Command::Info { answer } => drop(answer.send(self.info())),
            Command::BotDecided { number, seat, bot, decided } => {
                self.bots.take_back(seat, bot);
                self.append_bot_decision(number, seat, decided).await;
            }
            Command::BotHeld { seat, wait } => {
                self.bots.take_back(seat, None);
                self.hold_bots(wait).await;
            }
            Command::Change { change, answer } => drop(answer.send(self.change(&change).await)),
            Command::Wake => self.check_clock().await,
        }
    }

    /// Sends the reply to a request, if the client is still there.
    fn answer(&self, answer: Answer, result: Result<Reply, Refusal>) {
        // Memory may be ahead of the store.
        let number = self.play.as_ref().map(|play| play.course.number()).filter(|_| !self.is_inconsistent);
        let _ = answer.send(result.map_err(|refusal| (refusal, number)));
    }

    /// Ends the room because a write failed: the next one reads the actual state from the store.
    fn fail(&mut self, error: &dyn std::fmt::Display) -> Refusal {
        self.is_inconsistent = true;
        unavailable(error)
    }
}

impl Room {
    /// The time until a clock runs out, or bots may think again.
    fn until_due(&self) -> Option<Duration> {
        let clock = self.play.as_ref()?.course.timeout_at();
        let due = [clock, self.bots.held_until()].into_iter().flatten().min()?;
        Some(Duration::from_millis(u64::try_from(due - now_ms()).unwrap_or(0)))
    }
}

/// A refusal with a message.
pub(crate) fn refuse(code: RefusalCode, message: &str) -> Refusal {
    Refusal { code, message: message.to_owned(), rule: None }
}

/// Logs a store error and returns the refusal for the client.
pub(crate) fn unavailable(error: &dyn std::fmt::Display) -> Refusal {
    crate::metrics::store_failed();
    tracing::error!(%error, "the store failed");
    refuse(RefusalCode::Unavailable, "Nothing can be saved right now. Try again in a moment.")
}
