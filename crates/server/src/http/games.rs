//! Finished games.

use mergemaker_protocol::api::games::{Record, Search};
use mergemaker_protocol::{FOUND_AT_A_TIME, RefusalCode};

use super::pages::window_after;
use super::routes::{Answer, Anyone, Reply};
use super::{App, MaybeYou, Problem};

pub(super) async fn search(app: App, MaybeYou(you): MaybeYou, Search { query }: Search) -> Answer<Search> {
    let window = window_after(query.before.as_ref(), query.limit.or(Some(FOUND_AT_A_TIME)))?;
    let asker = you.map(|you| you.person.id);
    Ok(Reply::of(app.rooms.store.find_games(&query, &window, asker.as_ref()).await?))
}

pub(super) async fn record(app: App, _: Anyone, Record { table }: Record) -> Answer<Record> {
    let message = "There is no record: the game is not over, or there is no such table.";
    let record = app.rooms.store.record(&table).await?;
    record.map(Reply::of).ok_or_else(|| Problem::new(RefusalCode::NotFound, message))
}
