//! Finished games.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::endpoint::endpoints;
use crate::{FoundGame, GameSearch, Page, TableId};

endpoints! { "games":
    /// Searches finished games, newest first: public ones, and those you played in.
    Search = Get "/api/games" () query(GameSearch) => Page<FoundGame>, Anyone, [Invalid];

    /// Returns the record of a finished game, with its seed.
    Record = Get "/api/tables/{table}/record" (table: TableId) => GameRecord, Anyone, [];
}

/// The record of a game as the server keeps it. Its seed proves the deal: see docs/FAIR.md.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameRecord(
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Map<String, serde_json::Value>"))]
    pub  Box<RawValue>,
);
