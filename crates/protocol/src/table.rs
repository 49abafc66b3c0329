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
pub struct TableId(pub String);

/// What is asked for when a table is made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The rules, by name or option by option.
    #[serde(default = "default_rules")]
    pub rules: Rules,
    /// Who is to sit where. The first place that a person may take is the maker's own.
    pub seats: Vec<SeatWish>,
    /// Who may find it.
    #[serde(default)]
    pub visibility: Visibility,
    /// How long a player may take.
    #[serde(default)]
    pub clock: Clock,
    /// Whether players may take back decisions.
    #[serde(default)]
    pub takebacks: bool,
    /// Whether those at the table may write to each other.
    #[serde(default = "yes")]
    pub chat: bool,
    /// Whether players may ask for hints and have a coach. Such a game is never rated.
    #[serde(default)]
    pub hints: bool,
    /// What the page remembers for the players where holdings are hidden.
    #[serde(default)]
    pub memory: Memory,
}

fn default_rules() -> Rules {
    Rules::of(Preset::Renegade)
}

fn yes() -> bool {
    true
}

/// Who is to sit in a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatWish {
    /// Whoever comes.
    Open,
    /// A bot.
    Bot {
        /// Its level, such as `steady`.
        level: String,
    },
}

/// Who may find a table.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody: it is listed.
    #[default]
    Public,
    /// Whoever has the link.
    Link,
}

/// How long a player may take. Only the player who is waited for is charged.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of its own, true or false in the messages"
)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Which.
    pub id: TableId,
    /// How far it is.
    pub state: TableState,
    /// The rules.
    pub rules: Rules,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Who made it, and may start the game, move and send away others.
    pub host: PersonId,
    /// Who may find it.
    pub visibility: Visibility,
    /// How long a player may take.
    pub clock: Clock,
    /// Whether players may take back decisions.
    pub takebacks: bool,
    /// Whether those at the table may write to each other.
    pub chat: bool,
    /// Whether players may ask for hints and have a coach. Such a game is never rated.
    #[serde(default)]
    pub hints: bool,
    /// What the page remembers for the players where holdings are hidden.
    #[serde(default)]
    pub memory: Memory,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// What the deal was committed to before its first tile.
    pub commitment: Option<String>,
    /// The table of the next game, once somebody asked for a rematch.
    pub rematch: Option<TableId>,
    /// Whether the game is paused.
    pub is_paused: bool,
    /// Who wants it paused, or to go on.
    pub pause_votes: Vec<Seat>,
    /// Whom the host silenced: they may not write.
    #[serde(default)]
    pub silenced: Vec<PersonId>,
    /// What one may type instead of the link, while its seats are being filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// Who sits in a place.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SeatInfo {
    /// Nobody yet.
    Open,
    /// A bot.
    Bot {
        /// Its level.
        level: String,
    },
    /// A person.
    Person {
        /// Who.
        person: Person,
        /// Whether they are connected.
        is_here: bool,
        /// The bot that plays for them meanwhile.
        stand_in: Option<String>,
        /// Whether they want to be asked which dead tiles to exchange.
        #[serde(default)]
        asks_about_dead_tiles: bool,
    },
}
