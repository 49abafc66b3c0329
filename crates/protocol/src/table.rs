//! Tables: where people meet to play one game.

use mergemaker_engine::{Preset, Rules, Seat};
use serde::{Deserialize, Serialize};

use crate::{Person, PersonId};

/// How many letters and digits the id of a table has.
pub const TABLE_ID_LENGTH: usize = 16;
/// How many letters and digits a code has.
pub const CODE_LENGTH: usize = 6;
/// How long a player has to answer when asked about dead tiles, in milliseconds.
pub const EXCHANGE_MS: i64 = 20_000;

/// Which table, in links and messages: hard to guess.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableId(pub String);

/// How a table is set up. It stays so as long as the table lasts, and carries over to the next game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Settings {
    /// The rules, by name or option by option.
    #[cfg_attr(feature = "schema", schemars(with = "crate::describe::written::Rules"))]
    pub rules: Rules,
    /// How long a player may take.
    pub clock: Clock,
    /// Whether players may take back decisions.
    pub takebacks: bool,
    /// Whether those at the table may write to each other.
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

/// Who has a seat at a table.
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
        /// Who.
        person: Person,
    },
}

impl Occupant {
    /// The person, if it is one.
    #[must_use]
    pub fn person(&self) -> Option<&Person> {
        match self {
            Occupant::Person { person } => Some(person),
            Occupant::Open | Occupant::Bot { .. } => None,
        }
    }

    /// Whether it is this person.
    #[must_use]
    pub fn is(&self, id: &PersonId) -> bool {
        self.person().is_some_and(|person| person.id == *id)
    }
}

/// A seat of a table: who has it, and for a person, how they take part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatInfo {
    /// Who has it.
    #[serde(flatten)]
    pub occupant: Occupant,
    /// How a person takes part; none for a bot and for an open seat.
    #[serde(flatten)]
    pub presence: Option<Presence>,
}

/// How a person takes part in a game.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether they are connected.
    pub is_here: bool,
    /// The bot that plays for them meanwhile.
    pub stand_in: Option<String>,
    /// Whether they want to be asked which dead tiles to exchange.
    #[serde(default)]
    pub asks_about_dead_tiles: bool,
}

/// What is asked for when a table is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = serde_json::json!({
    "seats": [{ "kind": "open" }, { "kind": "bot", "level": "steady" }],
    "rules": { "preset": "classic" },
    "clock": { "kind": "bank", "seconds": 600, "increment": 5 },
})))]
pub struct NewTable {
    /// Who is to have which seat: a bot, or whoever comes. The first open seat is the maker's own.
    pub seats: Vec<Occupant>,
    /// Who may find it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
}

/// Who may find a table. It is no part of [`Settings`]: a rematch keeps those, and is always by link.
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

/// How long a player may take. Only the player who is waited for is charged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Clock {
    /// As long as they like.
    #[default]
    None,
    /// So long for each decision.
    PerDecision {
        /// How long.
        seconds: u32,
    },
    /// So long for the game, and a little more for each decision.
    Bank {
        /// For the game.
        seconds: u32,
        /// For each decision.
        increment: u32,
    },
    /// Days for each decision.
    Days {
        /// How many.
        days: u32,
    },
}

/// What the page remembers for everyone at the table where holdings are hidden. The events stay complete: a program
/// may remember what it likes.
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

    /// The choice as it is written in messages.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Memory::None => "none",
            Memory::Mergers => "mergers",
            Memory::All => "all",
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TableState {
    /// Its seats are being filled.
    Open,
    /// Its game is being played.
    Running,
    /// Its game is over.
    Over,
    /// It was given up before its game began.
    Closed,
}

/// A table, as everybody who may see it sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableInfo {
    /// Which.
    pub id: TableId,
    /// How far it is.
    pub state: TableState,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
    /// Who has which seat.
    pub seats: Vec<SeatInfo>,
    /// Who made it, and may start the game, move and send away others.
    pub host: PersonId,
    /// Who may find it.
    pub visibility: Visibility,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// What the deal was committed to before its first tile.
    pub commitment: Option<String>,
    /// The table of the next game, once somebody asked for a rematch.
    pub rematch: Option<TableId>,
    /// Whether the game is paused.
    pub is_paused: bool,
    /// Who wants it paused, or to go on.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<crate::describe::written::Seat>"))]
    pub pause_votes: Vec<Seat>,
    /// Whom the host silenced: they may not write.
    #[serde(default)]
    pub silenced: Vec<PersonId>,
    /// What one may type instead of the link, while its seats are being filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl TableInfo {
    /// Whether somebody has a seat at it.
    #[must_use]
    pub fn seats_person(&self, id: &PersonId) -> bool {
        self.seats.iter().any(|seat| seat.occupant.is(id))
    }

    /// How many seats are open.
    #[must_use]
    pub fn open_seats(&self) -> usize {
        self.seats.iter().filter(|seat| seat.occupant == Occupant::Open).count()
    }
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTable {
    /// Which.
    pub id: TableId,
    /// How far it is.
    pub state: TableState,
    /// How it is set up.
    #[serde(flatten)]
    pub settings: Settings,
    /// Who has which seat.
    pub seats: Vec<Occupant>,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// In the list of the tables at which you have a seat: whether the game waits for you.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_your_turn: Option<bool>,
}

#[cfg(test)]
mod tests;
