//! Rooms: one task for each table in use, which alone changes it. Whatever a room knows is in the store too, so
//! that it can end at any time and be made anew.

mod lobby;
mod muted;
mod play;
mod tell;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use mergemaker_bots::{Bot, Decided, Level};
use mergemaker_engine::{Action, MOST_PLAYERS, Seat, Table};
use mergemaker_protocol::{
    ChatLine, Occupant, Person, PersonId, Refusal, RefusalCode, Settings, TableId, TableInfo, TableState,
    Visibility,
};
use serde::Serialize;
use tokio::sync::{mpsc, oneshot};

use crate::course::{Course, Entry};
use crate::limit::{Bucket, elapsed_ms};
use crate::rooms::Rooms;
use crate::socket::Outbox;
use crate::store::{Result as StoreResult, StoreError, TableRow};
use crate::time::now_ms;

pub(crate) use muted::{Muted, Mutes};

/// What a client knows of a table already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The last number of its log.
    pub(crate) since: Option<u64>,
    /// The number of the last line of its chat.
    pub(crate) chat_since: Option<u64>,
}

/// Which socket.
pub(crate) type SocketId = u64;

/// What somebody wants of a room. Each is answered, with a number where it became an entry.
pub(crate) enum Wish {
    /// Decide.
    Decide { number: u64, action: Action },
    /// Take back the own last decision.
    TakeBack { number: u64 },
    /// Let a bot play on.
    LeaveSeat,
    /// Take the place back from the bot.
    ResumeSeat,
    /// Be asked which dead tiles to exchange, or no longer.
    AskAboutDeadTiles { ask: bool },
    /// Agree to pause or to go on.
    Pause { paused: bool },
    /// Write.
    Chat { text: String },
    /// Sit down, in a place or in any.
    Join { seat: Option<Seat> },
    /// Stand up before the game.
    Leave,
    /// Put somebody else in a place: nobody, or a bot.
    SetPlace { seat: Seat, level: Option<Level> },
    /// Swap two places.
    Swap { one: Seat, other: Seat },
    /// Begin the game.
    Start,
    /// Play once more.
    Rematch,
    /// Let somebody write no more, or again.
    Silence { person: PersonId, is_silenced: bool },
}

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

/// What a wish came to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Granted {
    /// It became an entry of the log.
    Entry { number: u64 },
    /// It is done.
    Done,
    /// There is a table for the next game.
    Rematch { table: TableId },
}

/// Why a wish is not granted, and the last number of the game.
pub(crate) type Denied = (Refusal, Option<u64>);

/// What a room is told.
pub(crate) enum Command {
    /// Somebody wants something.
    Wish { person: Person, wish: Wish, reply: oneshot::Sender<Result<Granted, Denied>> },
    /// A socket follows the table.
    Subscribe { socket: SocketId, person: Option<Person>, muted: Arc<Muted>, known: Known, out: Outbox },
    /// A socket follows it no more.
    Unsubscribe { socket: SocketId },
    /// Somebody asks what it is.
    Info { reply: oneshot::Sender<TableInfo> },
    /// A bot has decided.
    BotDecided { number: u64, seat: Seat, bot: Option<Box<dyn Bot>>, decided: Decided },
    /// Somebody who sits here, or wrote here, changed.
    Change { change: Change, reply: oneshot::Sender<Result<(), Refusal>> },
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

    /// Tells the room something; false when it has ended.
    pub(crate) async fn tell(&self, command: Command) -> bool {
        self.commands.send(command).await.is_ok()
    }
}

struct Watcher {
    person: Option<Person>,
    muted: Arc<Muted>,
    out: Outbox,
}

/// A room.
struct Room {
    rooms: Rooms,
    own: mpsc::Sender<Command>,
    id: TableId,
    state: TableState,
    visibility: Visibility,
    host: PersonId,
    settings: Settings,
    seats: Vec<Occupant>,
    /// The state, and how often the seats were changed, as it is kept.
    kept: (TableState, i64),
    created_at: i64,
    rematch: Option<TableId>,
    code: Option<String>,
    course: Option<Course>,
    watchers: HashMap<SocketId, Watcher>,
    chat: VecDeque<ChatLine>,
    chatters: HashMap<PersonId, Bucket>,
    silenced: Vec<PersonId>,
    pause_votes: Vec<Seat>,
    /// How many offers of this turn were refused because the other side does not have what they ask for.
    refused_offers: u32,
    /// How often each player may still change the setting about dead tiles, by seat.
    ask_buckets: [Bucket; MOST_PLAYERS],
    /// Whom the host sent away: they do not come back by themselves.
    sent_away: Vec<PersonId>,
    /// Bots that are not thinking, by seat.
    bots: HashMap<usize, Box<dyn Bot>>,
    /// Whether a bot thinks.
    is_thinking: bool,
    /// Whether what is in memory may differ from the store: then the room ends, and is made anew.
    is_lost: bool,
}

/// How long a room without watchers stays in memory.
const IDLE: Duration = Duration::from_secs(30);

/// How many lines of chat a newcomer gets.
const CHAT_KEPT: usize = 50;

/// Makes a room from what is kept, and starts it. None when there is no such table.
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
        for occupant in &row.seats {
            if let Occupant::Bot { level } = occupant {
                level.parse::<Level>().map_err(|error| unreadable("a bot of a table", &error))?;
            }
        }
        let chat = rooms.store.last_chat(&row.id, CHAT_KEPT as i64).await?.into();
        let silenced = rooms.store.silenced(&row.id).await?;
        let mut room = Room {
            own,
            id: row.id,
            state: row.state,
            visibility: row.visibility,
            host: row.host,
            settings: row.settings,
            seats: row.seats,
            kept: (row.state, row.revision),
            created_at: row.created_at,
            rematch: row.rematch,
            code: row.code,
            course: None,
            watchers: HashMap::new(),
            chat,
            chatters: HashMap::new(),
            silenced,
            pause_votes: Vec::new(),
            refused_offers: 0,
            ask_buckets: [Bucket::default(); MOST_PLAYERS],
            sent_away: Vec::new(),
            bots: HashMap::new(),
            is_thinking: false,
            is_lost: false,
            rooms,
        };
        if let (Some(seed), Some(started_at)) = (row.seed, row.started_at) {
            let table = Table::new(room.settings.rules, room.seats.len())
                .map_err(|error| unreadable("a table's rules", &error))?;
            let mut course = Course::start(table, seed, room.settings.clock, room.bot_seats(), started_at);
            for (number, at, text) in room.rooms.store.entries(&room.id).await? {
                let entry: Entry =
                    serde_json::from_str(&text).map_err(|error| unreadable("an entry of a log", &error))?;
                // A log that has a gap, or breaks a rule, is not ours.
                if number != course.number() + 1 || course.check(&entry).is_err() {
                    return Err(unreadable("the log of a game", &format!("entry {number} does not follow")));
                }
                course.make(&entry, at);
            }
            room.course = Some(course);
        }
        Ok(room)
    }

    async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.let_bots_play();
        while !self.is_lost {
            let wait = self.until_due().unwrap_or(IDLE).min(IDLE);
            match tokio::time::timeout(wait, commands.recv()).await {
                Ok(Some(command)) => self.obey(command).await,
                Ok(None) => break,
                Err(_) => {
                    self.look_at_clock().await;
                    let is_due = self.until_due().is_some_and(|wait| wait < IDLE);
                    if self.watchers.is_empty() && !self.is_thinking && !is_due {
                        break;
                    }
                }
            }
        }
        // Nothing new is taken; what was asked before is answered.
        commands.close();
        while let Some(command) = commands.recv().await {
            match command {
                // Who begins to follow a room that is lost is sent to the next one.
                Command::Subscribe { out, .. } if self.is_lost => out.give_up(),
                command if !self.is_lost => self.obey(command).await,
                _ => {}
            }
        }
    }

    /// The places that are a bot's.
    fn bot_seats(&self) -> [bool; MOST_PLAYERS] {
        let mut bots = [false; MOST_PLAYERS];
        for (is_bot, occupant) in bots.iter_mut().zip(&self.seats) {
            *is_bot = matches!(occupant, Occupant::Bot { .. });
        }
        bots
    }

    async fn obey(&mut self, command: Command) {
        match command {
            Command::Wish { person, wish, reply } => {
                let result = self.grant(&person, wish).await;
                // Who asked may have gone; it is done all the same.
                // What is in memory may be ahead of what holds.
                let number = self.number().filter(|_| !self.is_lost);
                let _ = reply.send(result.map_err(|refusal| (refusal, number)));
            }
            Command::Subscribe { socket, person, muted, known, out } => {
                self.subscribe(socket, Watcher { person, muted, out }, known);
            }
            Command::Unsubscribe { socket } => {
                if let Some(watcher) = self.watchers.remove(&socket)
                    && watcher.person.is_some_and(|person| self.seat_of(&person.id).is_some())
                {
                    self.tell_table();
                    self.answer_if_gone().await;
                }
            }
            Command::Info { reply } => drop(reply.send(self.info())),
            Command::BotDecided { number, seat, bot, decided } => {
                self.is_thinking = false;
                if let Some(bot) = bot {
                    self.bots.insert(seat.index(), bot);
                }
                self.enter_of_bot(number, seat, decided).await;
            }
            Command::Change { change, reply } => drop(reply.send(self.change(&change).await)),
            Command::Wake => self.look_at_clock().await,
        }
    }

    async fn grant(&mut self, person: &Person, wish: Wish) -> Result<Granted, Refusal> {
        match wish {
            Wish::Decide { number, action } => self.decide(person, number, action).await,
            Wish::TakeBack { number } => self.take_back(person, number).await,
            Wish::LeaveSeat => self.stand_in(person, Some(Level::Steady)).await,
            Wish::ResumeSeat => self.stand_in(person, None).await,
            Wish::AskAboutDeadTiles { ask } => self.ask_about_dead_tiles(person, ask).await,
            Wish::Pause { paused } => self.vote_to_pause(person, paused).await,
            Wish::Chat { text } => self.write(person, &text).await,
            Wish::Join { seat } => self.join(person, seat).await,
            Wish::Leave => self.leave(person).await,
            Wish::SetPlace { seat, level } => self.set_place(person, seat, level).await,
            Wish::Swap { one, other } => self.swap(person, one, other).await,
            Wish::Start => self.start(person).await,
            Wish::Rematch => self.play_again(person).await,
            Wish::Silence { person: other, is_silenced } => self.silence(person, other, is_silenced).await,
        }
    }

    /// The place of a person.
    fn seat_of(&self, person: &PersonId) -> Option<Seat> {
        self.seats.iter().position(|occupant| occupant.is(person)).and_then(Seat::new)
    }

    /// The last number of the game.
    fn number(&self) -> Option<u64> {
        self.course.as_ref().map(Course::number)
    }

    /// How long until something must happen by itself.
    fn until_due(&self) -> Option<Duration> {
        let due = self.course.as_ref()?.runs_out_at()?;
        Some(Duration::from_millis(u64::try_from(due - now_ms()).unwrap_or(0)))
    }

    /// Keeps a line of chat and tells it.
    async fn write(&mut self, person: &Person, text: &str) -> Result<Granted, Refusal> {
        const MOST_LETTERS: usize = 300;
        let text = mergemaker_record::display_name(text.trim());
        if !self.settings.chat {
            return Err(refuse(RefusalCode::Forbidden, "there is no chat at this table"));
        }
        if self.seat_of(&person.id).is_none() {
            return Err(refuse(RefusalCode::Forbidden, "only those who sit at the table may write"));
        }
        if self.silenced.contains(&person.id) {
            return Err(refuse(RefusalCode::Forbidden, "the host of this table silenced you"));
        }
        if text.is_empty() || text.chars().count() > MOST_LETTERS {
            return Err(refuse(RefusalCode::Invalid, "write between 1 and 300 letters"));
        }
        let rate = crate::limit::Rate { at_once: 5, each_ms: 2_000 };
        if !self.chatters.entry(person.id.clone()).or_default().take(rate, elapsed_ms()) {
            return Err(refuse(RefusalCode::TooMany, "you write too fast: wait a moment"));
        }
        let number = self.chat.back().map_or(1, |last| last.number + 1);
        let line = ChatLine { number, person: person.clone(), text, at: now_ms() };
        if let Err(error) = self.rooms.store.add_chat(&self.id, &line).await {
            // It may be kept all the same: the next room reads whether it is.
            self.is_lost = true;
            return Err(unavailable(&error));
        }
        self.chat.push_back(line.clone());
        if self.chat.len() > CHAT_KEPT {
            self.chat.pop_front();
        }
        self.tell_chat(&line);
        Ok(Granted::Done)
    }

    /// Lets somebody at the table write no more, or again.
    async fn silence(
        &mut self,
        host: &Person,
        person: PersonId,
        is_silenced: bool,
    ) -> Result<Granted, Refusal> {
        self.must_be_host(host)?;
        if person == host.id {
            return Err(refuse(RefusalCode::Invalid, "choose somebody else than yourself"));
        }
        if is_silenced && self.seat_of(&person).is_none() {
            return Err(refuse(RefusalCode::NotFound, "nobody of that kind sits at this table"));
        }
        let kept = self.rooms.store.set_silenced(&self.id, &person, is_silenced).await;
        kept.map_err(|error| unavailable(&error))?;
        self.silenced.retain(|other| *other != person);
        if is_silenced {
            self.silenced.push(person);
        }
        self.tell_table();
        Ok(Granted::Done)
    }
}

/// However a room ends, those who watch it come back to the next one.
impl Drop for Room {
    fn drop(&mut self) {
        for watcher in self.watchers.values() {
            watcher.out.give_up();
        }
    }
}

/// Plain data as it is kept and sent.
pub(crate) fn as_json(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data becomes JSON")
}

/// A refusal in plain words.
pub(crate) fn refuse(code: RefusalCode, message: &str) -> Refusal {
    Refusal { code, message: message.to_owned(), rule: None }
}

/// The refusal when nothing can be kept.
pub(crate) fn unavailable(error: &dyn std::fmt::Display) -> Refusal {
    crate::metrics::store_failed();
    tracing::error!(%error, "the store cannot be used");
    refuse(RefusalCode::Unavailable, "nothing can be kept just now: try again in a moment")
}
