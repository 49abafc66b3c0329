//! Finished games.

use mergemaker_protocol::api::games::{Record, Search};
use mergemaker_protocol::{FOUND_AT_A_TIME, RefusalCode};

use super::routes::{Answer, Anyone, Reply};
use super::{App, MaybeYou, Problem};

/// The maximum number of games in one search.
const MAX_FOUND: u8 = 100;

pub(super) async fn search(app: App, MaybeYou(you): MaybeYou, Search { query }: Search) -> Answer<Search> {
    let limit = query.limit.unwrap_or(FOUND_AT_A_TIME);
    if !(1..=MAX_FOUND).contains(&limit) {
        return Err(Problem::new(RefusalCode::Invalid, "Ask for 1 to 100 games at a time."));
    }
    let asker = you.map(|you| you.person.id);
    Ok(Reply::of(app.rooms.store.find_games(&query, limit.into(), asker.as_ref()).await?))
}

pub(super) async fn record(app: App, _: Anyone, Record { table }: Record) -> Answer<Record> {
    let message = "There is no record: the game is not over, or there is no such table.";
    let record = app.rooms.store.record(&table).await?;
    record.map(Reply::of).ok_or_else(|| Problem::new(RefusalCode::NotFound, message))
}
