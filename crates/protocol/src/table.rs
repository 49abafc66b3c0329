//! Tables: where people meet to play one game.

use mergemaker_engine::{Preset, Rules, Seat};
use serde::{Deserialize, Serialize};

use crate::{Person, PersonId};

/// The length of a table id.
pub const TABLE_ID_LENGTH: usize = 16;
/// The length of a table code.
pub const CODE_LENGTH: usize = 6;
/// The time to answer a question about dead tiles, in milliseconds.
pub const EXCHANGE_MS: i64 = 20_000;

/// The id of a table in links and messages. Hard to guess.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableId(pub String);

/// How a table is set up. Settings never change, and carry over to a rematch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// The rules, by name or option by option.
    #[cfg_attr(feature = "schema", schemars(with = "crate::describe::written::Rules"))]
    pub rules: Rules,
    /// The time control.
    pub clock: Clock,
    /// Whether players may take back decisions.
    pub takebacks: bool,
    /// Whether people at the table may chat.
    pub chat: bool,
    /// Whether players may ask for hints and have a coach. Such a game is never rated.
    pub hints: bool,
    /// What the page remembers for the players where holdings are hidden.
    pub memory: Memory,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            rules: Rules::of(Preset::Renegade),
            clock: Clock::None,
            takebacks: false,
            chat: true,
            hints: false,
            memory: Memory::None,
        }
    }
}

/// A setting that is on or off. The page's form and its lobby list them all.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The setting.
    pub id: &'static str,
    /// Whether it is on.
    pub is_on: fn(&Settings) -> bool,
    /// Turns it on or off.
    pub set: fn(&mut Settings, bool),
}

macro_rules! switches {
    ($($id:ident),+) => {
        &[$(Switch {
            id: stringify!($id),
            is_on: |settings| settings.$id,
            set: |settings, is_on| settings.$id = is_on,
        }),+]
    };
}

impl Settings {
    /// The settings to turn on and off.
    pub const SWITCHES: &[Switch] = switches![takebacks, hints];

    /// Whether people at the table may chat, in a seat or as spectators.
    #[must_use]
    pub fn may_chat(&self, is_seated: bool) -> bool {
        self.chat && is_seated
    }
}

/// Who is in a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A bot.
    Bot {
        /// Its level, such as `steady`.
        level: String,
    },
    /// A person.
    Person {
        /// The person.
        person: Person,
    },
}

impl Occupant {
    /// The person, if there is one.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person { person } => Some(person),
            Occupant::Open | Occupant::Bot { .. } => None,
        }
    }

    /// Whether this person is in the seat.
    #[must_use]
    pub fn is(&self, id: &PersonId) -> bool {
        self.person().is_some_and(|person| person.id == *id)
    }
}

/// A seat of a table: who is in it and, for a person, how they take part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// Who is in it.
    #[serde(flatten)]
    pub occupant: Occupant,
    /// How a person takes part; none for a bot or an open seat.
    #[serde(flatten)]
    pub presence: Option<Presence>,
    /// For whom an open seat of a rematch is reserved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserved: Option<Reservation>,
}

/// A reserved seat. Only this person can take it, until they decline or the host opens it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reservation {
    /// The person.
    pub person: Person,
    /// How long the host has to wait before opening the seat, in milliseconds when the message was sent.
    pub for_ms: i64,
}

/// How a person takes part in a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether they are connected.
    pub is_here: bool,
    /// The bot that plays for them in the meantime.
    pub stand_in: Option<String>,
    /// Whether they want to be asked which dead tiles to exchange.
    #[serde(default)]
    pub asks_about_dead_tiles: bool,
    /// How long they have been away from a running game; none if they are connected or a bot plays for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Away>,
}

/// A player who is away from a running game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Away {
    /// For how long, in milliseconds when the message was sent.
    pub for_ms: i64,
    /// How long until the others can vote to let a bot play, in milliseconds when the message was sent; 0 if they can
    /// vote now. None where there is no such vote: with a clock, during a pause, and without other people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote_in_ms: Option<i64>,
    /// The players who have voted to let a bot play.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::describe::written::Seat>"))]
    pub votes: Vec<Seat>,
}

/// A request for a new table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = serde_json::json!({
    "seats": [{ "kind": "open" }, { "kind": "bot", "level": "steady" }],
    "rules": { "preset": "classic" },
    "clock": { "kind": "bank", "seconds": 600, "increment": 5 },
})))]
pub struct NewTable {
    /// The seats: bots and open seats. You take the first open seat.
    pub seats: Vec<Occupant>,
    /// Who can find it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
}

/// Who can find a table. Not part of [`Settings`], which carry over to a rematch: that is always by link.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Visibility {
    /// Everyone: it is listed.
    #[default]
    Public,
    /// Anyone with the link.
    Link,
}

/// The time control. Only the player to act is charged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Clock {
    /// No limit.
    #[default]
    None,
    /// A limit per decision.
    PerDecision {
        /// The limit.
        seconds: u32,
    },
    /// A limit for the game, with an increment per decision.
    Bank {
        /// The limit for the game.
        seconds: u32,
        /// The increment per decision.
        increment: u32,
    },
    /// Days per decision.
    Days {
        /// The limit.
        days: u32,
    },
}

/// What the page remembers for everyone at the table where holdings are hidden. The events stay complete, so
/// programs may remember what they like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Memory {
    /// Nothing: only what happened since the viewer's last turn is shown.
    #[default]
    None,
    /// The holdings that mergers revealed stay visible.
    Mergers,
    /// Everything.
    All,
}

impl Memory {
    /// Every choice, in order.
    pub const ALL: [Memory; 3] = [Memory::None, Memory::Mergers, Memory::All];

    /// The choice's name in messages.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Memory::None => "none",
            Memory::Mergers => "mergers",
            Memory::All => "all",
        }
    }
}

/// The state of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TableState {
    /// Waiting for players.
    Open,
    /// The game is in progress.
    Running,
    /// The game is over.
    Over,
    /// Closed before its game started.
    Closed,
}

/// A table, as shown to everybody who may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// Its id.
    pub id: TableId,
    /// Its state.
    pub state: TableState,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
    /// The seats.
    pub seats: Vec<SeatInfo>,
    /// The host, who may start the game and move or remove people.
    pub host: PersonId,
    /// Who can find it.
    pub visibility: Visibility,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// The commitment to the deal, published before the first tile.
    pub commitment: Option<String>,
    /// The table of the next game, once someone has asked for a rematch.
    pub rematch: Option<TableId>,
    /// Whether the game is paused.
    pub is_paused: bool,
    /// The players who voted to pause or resume.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::describe::written::Seat>"))]
    pub pause_votes: Vec<Seat>,
    /// People silenced by the host: they may not chat.
    #[serde(default)]
    pub silenced: Vec<PersonId>,
    /// Until when the bots wait, in milliseconds since 1970: nobody plays with them, and the host's games have used up
    /// the bots' thinking time. The game then goes on by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_wait_until: Option<i64>,
    /// The code to type instead of the link, until the game starts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl TableInfo {
    /// Whether a person has a seat.
    #[must_use]
    pub fn seats_person(&self, id: &PersonId) -> bool {
        self.seats.iter().any(|seat| seat.occupant.is(id))
    }

    /// The number of open seats.
    #[must_use]
    pub fn open_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.occupant == Occupant::Open).count()
    }

    /// The number of open seats that a person, or a newcomer, may take: those not reserved for others.
    #[must_use]
    pub fn open_seats_for(&self, person: Option<&PersonId>) -> usize {
        let is_free = |seat: &&SeatInfo| {
            let holder = seat.reserved.as_ref().map(|reserved| &reserved.person.id);
            seat.occupant == Occupant::Open && (holder.is_none() || holder == person)
        };
        self.seats.iter().filter(is_free).count()
    }
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTable {
    /// Its id.
    pub id: TableId,
    /// Its state.
    pub state: TableState,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
    /// Who is in each seat.
    pub seats: Vec<Occupant>,
    /// The host.
    pub host: PersonId,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether the game is waiting for you; only in the list of your own tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_your_turn: Option<bool>,
}

#[cfg(test)]
mod tests;
