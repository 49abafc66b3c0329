//! Tables: create, find, fill and start them.

use mergemaker_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::endpoint::endpoints;
use crate::{Cursor, ListedTable, NewTable, Page, PageQuery, PersonId, TableId, TableInfo, TableState};

endpoints! { "tables":
    /// Lists public tables: open ones in a fair order, others newest first.
    List = Get "/api/tables" () query(Which) => Page<ListedTable>, Anyone, [Invalid];

    /// Lists the tables where you sit or a seat is reserved for you, running or not yet started, newest first.
    Mine = Get "/api/me/tables" () query(PageQuery) => Page<ListedTable>, Reader, [Invalid];

    /// Creates a table; the first open seat is yours.
    Create = Post "/api/tables" () body(NewTable) => TableInfo, Player, [Invalid, TooMany, LimitReached];

    /// Returns a table.
    Show = Get "/api/tables/{table}" (table: TableId) => TableInfo, Anyone, [];

    /// Returns the open table with a code.
    WithCode = Get "/api/codes/{code}" (code: String) => TableInfo, Anyone, [TooMany];

    /// Takes a seat: a certain one or any.
    Join = Post "/api/tables/{table}/join" (table: TableId) body(JoinForm) => TableInfo, Player,
        [WrongState, LimitReached];

    /// Leaves the seat before the game starts, or declines a reserved one.
    Leave = Post "/api/tables/{table}/leave" (table: TableId) => TableInfo, Player, [WrongState];

    /// Puts a bot in a seat before the game starts; host only.
    SetBot = Put "/api/tables/{table}/seats/{seat}" (table: TableId, seat: Seat) body(BotForm)
        => TableInfo, Player, [Invalid, Forbidden, WrongState];

    /// Clears a seat and sends away the person in it; host only.
    ClearSeat = Delete "/api/tables/{table}/seats/{seat}" (table: TableId, seat: Seat)
        => TableInfo, Player, [Invalid, Forbidden, WrongState];

    /// Swaps two seats; host only.
    Swap = Post "/api/tables/{table}/swap" (table: TableId) body(SwapForm)
        => TableInfo, Player, [Invalid, Forbidden, WrongState];

    /// Stops a person at the table from writing; host only.
    Silence = Put "/api/tables/{table}/silenced/{person}" (table: TableId, person: PersonId)
        => TableInfo, Player, [Invalid, Forbidden];

    /// Lets a person write again; host only.
    Unsilence = Delete "/api/tables/{table}/silenced/{person}" (table: TableId, person: PersonId)
        => TableInfo, Player, [Invalid, Forbidden];

    /// Starts the game; host only.
    Start = Post "/api/tables/{table}/start" (table: TableId) => TableInfo, Player, [Forbidden, WrongState];

    /// Creates the table of the next game, or returns it, and takes a seat there; those of the others are reserved.
    Rematch = Post "/api/tables/{table}/rematch" (table: TableId) => TableInfo, Player,
        [Forbidden, WrongState, TooMany, LimitReached];
}

/// Which tables to list.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Which {
    /// The state; open if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<TableState>,
    /// The `next` of the page before; the first page if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Cursor>,
    /// The maximum number of tables; 50 if left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
}

/// A seat, or any seat.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = JoinForm::default()))]
pub struct JoinForm {
    /// The seat; any if left out.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::describe::written::Seat>"))]
    pub seat: Option<Seat>,
}

/// A bot for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(example = BotForm { level: "steady".into() }))]
pub struct BotForm {
    /// Its level, such as `steady`.
    pub level: String,
}

/// Two seats.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(
    example = serde_json::json!({ "one": 0, "other": 1 })
))]
pub struct SwapForm {
    /// The first seat.
    #[cfg_attr(feature = "schema", schemars(with = "crate::describe::written::Seat"))]
    pub one: Seat,
    /// The second seat.
    #[cfg_attr(feature = "schema", schemars(with = "crate::describe::written::Seat"))]
    pub other: Seat,
}
