//! Tables: made, found, filled and started; and their records.

use std::net::SocketAddr;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use mergemaker_bots::Level;
use mergemaker_engine::{Options, Preset, Rules, RulesError, RulesVersion, Seat, Table};
use mergemaker_protocol::{
    Clock, FOUND_AT_A_TIME, FoundGame, GameSearch, ListedTable, NewTable, Occupant, PersonId, RefusalCode,
    Settings, TableId, TableInfo, TableState,
};
use serde::Deserialize;

use super::answer::{checked_id, id};
use super::identity::You;
use super::{Answer, App, MaybeYou, Problem};
use crate::metrics;
use crate::room::{Granted, Wish};
use crate::secret::read_code;
use crate::store::TableRow;

pub(super) async fn create(
    State(app): State<App>,
    You(you): You,
    form: Result<Json<NewTable>, JsonRejection>,
) -> Answer<TableInfo> {
    let Json(NewTable { mut seats, visibility, settings }) = form?;
    if !app.limits.tables.allows(you.person.id.0.clone()) {
        return Err(Problem::new(RefusalCode::TooMany, "too many tables at once: wait a moment"));
    }
    let invalid = |message: &str| Problem::new(RefusalCode::Invalid, message);
    let rules = of_today(settings.rules).map_err(|error| invalid(&error.to_string()))?;
    Table::new(rules, seats.len()).map_err(|error| invalid(&error.to_string()))?;
    check_clock(settings.clock)?;
    for occupant in &seats {
        match occupant {
            Occupant::Open => {}
            Occupant::Bot { level } => drop(read_level(level)?),
            Occupant::Person { .. } => {
                return Err(invalid("leave a seat open for each person: they sit down themselves"));
            }
        }
    }
    // The maker of a table has its first open seat.
    match seats.iter_mut().find(|occupant| **occupant == Occupant::Open) {
        Some(occupant) => *occupant = Occupant::Person { person: you.person.clone() },
        None => return Err(invalid("leave one seat open for yourself")),
    }
    let row = TableRow::open(you.person.id, visibility, Settings { rules, ..settings }, seats);
    app.rooms.store.add_table(&row).await?;
    metrics::table_opened();
    Ok(Json(app.rooms.info(&row.id).await?))
}

/// The rules of a new game, which are always of today's version. Who names a preset with the nine options of version 1
/// gets today's preset where it has them all, and otherwise a game of these options.
fn of_today(rules: Rules) -> Result<Rules, RulesError> {
    let today = rules.today();
    let Options { start_tiles, dead_tile_exchange, .. } = *today.options();
    let named = Options { start_tiles, dead_tile_exchange, ..*rules.options() };
    if named == *today.options() {
        return Ok(today);
    }
    Rules::named(RulesVersion::Two, Preset::Custom, *rules.options())
}

fn check_clock(clock: Clock) -> Result<(), Problem> {
    let fits = match clock {
        Clock::None => true,
        Clock::PerDecision { seconds } => (5..=3_600).contains(&seconds),
        Clock::Bank { seconds, increment } => (30..=36_000).contains(&seconds) && increment <= 600,
        Clock::Days { days } => (1..=14).contains(&days),
    };
    let message = "choose 5 to 3,600 seconds per move, a bank of 30 to 36,000 seconds with up to 600 more per \
                   move, or 1 to 14 days";
    if fits { Ok(()) } else { Err(Problem::new(RefusalCode::Invalid, message)) }
}

fn read_level(level: &str) -> Result<Level, Problem> {
    level.parse().map_err(|error: mergemaker_bots::UnknownLevel| {
        Problem::new(RefusalCode::Invalid, &error.to_string())
    })
}

/// Which tables.
#[derive(Deserialize)]
pub(super) struct Which {
    state: Option<TableState>,
}

fn listed(row: TableRow) -> ListedTable {
    let TableRow { id, state, settings, seats, created_at, .. } = row;
    ListedTable { id, state, settings, seats, created_at, is_your_turn: None }
}

pub(super) async fn list(
    State(app): State<App>,
    which: Result<Query<Which>, QueryRejection>,
) -> Answer<Vec<ListedTable>> {
    let state = which?.0.state.unwrap_or(TableState::Open);
    let rows = app.rooms.store.public_tables(state, 100).await?;
    Ok(Json(rows.into_iter().map(listed).collect()))
}

pub(super) async fn mine(State(app): State<App>, You(you): You) -> Answer<Vec<ListedTable>> {
    let rows = app.rooms.store.tables_of(&you.person.id, 100).await?;
    let own = |row: TableRow| {
        let next = row.waits_for.and_then(|seat| row.seats.get(seat.index()));
        let is_your_turn = next.is_some_and(|occupant| occupant.is(&you.person.id));
        ListedTable { is_your_turn: Some(is_your_turn), ..listed(row) }
    };
    Ok(Json(rows.into_iter().map(own).collect()))
}

/// Games that are over: public ones, and those in which who asks played.
pub(super) async fn games(
    State(app): State<App>,
    MaybeYou(you): MaybeYou,
    search: Result<Query<GameSearch>, QueryRejection>,
) -> Answer<Vec<FoundGame>> {
    const MOST: u8 = 100;
    let Query(search) = search?;
    let most = search.limit.unwrap_or(FOUND_AT_A_TIME);
    if !(1..=MOST).contains(&most) {
        return Err(Problem::new(RefusalCode::Invalid, "ask for 1 to 100 games at a time"));
    }
    let asker = you.map(|you| you.person.id);
    Ok(Json(app.rooms.store.find_games(&search, most.into(), asker.as_ref()).await?))
}

pub(super) async fn show(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
) -> Answer<TableInfo> {
    Ok(Json(app.rooms.info(&TableId(id(path)?)).await?))
}

/// The open table with a code. Who asks for codes that no table has is slowed down, so that none is found by guessing.
pub(super) async fn with_code(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    path: Result<Path<String>, PathRejection>,
) -> Answer<TableInfo> {
    let address = app.address(&headers, peer);
    if !app.limits.codes.allows(address) {
        return Err(Problem::new(RefusalCode::TooMany, "too many codes that no table has: wait a minute"));
    }
    let found = match read_code(&path?.0) {
        Some(code) => app.rooms.store.table_with_code(&code).await?,
        None => None,
    };
    let Some(table) = found else {
        return Err(Problem::new(
            RefusalCode::NotFound,
            "no open table has this code: check it, or ask whether the game has begun",
        ));
    };
    app.limits.codes.forget_one(&address);
    Ok(Json(app.rooms.info(&table).await?))
}

/// Asks something of a table, and tells what it is then.
async fn wish(app: &App, you: &You, table: String, wish: Wish) -> Answer<TableInfo> {
    let table = TableId(table);
    app.rooms.wish(&table, &you.0.person, wish).await?;
    Ok(Json(app.rooms.info(&table).await?))
}

/// A place, or any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JoinForm {
    seat: Option<Seat>,
}

pub(super) async fn join(
    State(app): State<App>,
    you: You,
    path: Result<Path<String>, PathRejection>,
    form: Result<Json<JoinForm>, JsonRejection>,
) -> Answer<TableInfo> {
    wish(&app, &you, id(path)?, Wish::Join { seat: form?.0.seat }).await
}

pub(super) async fn leave(
    State(app): State<App>,
    you: You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<TableInfo> {
    wish(&app, &you, id(path)?, Wish::Leave).await
}

/// A bot for a place.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BotForm {
    level: String,
}

pub(super) async fn set_bot(
    State(app): State<App>,
    you: You,
    path: Result<Path<(String, Seat)>, PathRejection>,
    form: Result<Json<BotForm>, JsonRejection>,
) -> Answer<TableInfo> {
    let (Path((table, seat)), Json(form)) = (path?, form?);
    let table = checked_id(table)?;
    wish(&app, &you, table, Wish::SetPlace { seat, level: Some(read_level(&form.level)?) }).await
}

pub(super) async fn clear_seat(
    State(app): State<App>,
    you: You,
    path: Result<Path<(String, Seat)>, PathRejection>,
) -> Answer<TableInfo> {
    let Path((table, seat)) = path?;
    let table = checked_id(table)?;
    wish(&app, &you, table, Wish::SetPlace { seat, level: None }).await
}

pub(super) async fn silence(
    State(app): State<App>,
    you: You,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Answer<TableInfo> {
    set_silenced(&app, &you, path?, true).await
}

pub(super) async fn unsilence(
    State(app): State<App>,
    you: You,
    path: Result<Path<(String, String)>, PathRejection>,
) -> Answer<TableInfo> {
    set_silenced(&app, &you, path?, false).await
}

async fn set_silenced(
    app: &App,
    you: &You,
    Path((table, person)): Path<(String, String)>,
    is_silenced: bool,
) -> Answer<TableInfo> {
    let person = PersonId(checked_id(person)?);
    wish(app, you, checked_id(table)?, Wish::Silence { person, is_silenced }).await
}

/// Two places.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SwapForm {
    one: Seat,
    other: Seat,
}

pub(super) async fn swap(
    State(app): State<App>,
    you: You,
    path: Result<Path<String>, PathRejection>,
    form: Result<Json<SwapForm>, JsonRejection>,
) -> Answer<TableInfo> {
    let (table, Json(form)) = (id(path)?, form?);
    wish(&app, &you, table, Wish::Swap { one: form.one, other: form.other }).await
}

pub(super) async fn start(
    State(app): State<App>,
    you: You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<TableInfo> {
    let started = wish(&app, &you, id(path)?, Wish::Start).await?;
    metrics::game_started();
    Ok(started)
}

pub(super) async fn rematch(
    State(app): State<App>,
    you: You,
    path: Result<Path<String>, PathRejection>,
) -> Answer<TableInfo> {
    let table = TableId(id(path)?);
    match app.rooms.wish(&table, &you.0.person, Wish::Rematch).await? {
        Granted::Rematch { table } => {
            // Who sits there already, or comes too late, is told by what the table is.
            let _ = app.rooms.wish(&table, &you.0.person, Wish::Join { seat: None }).await;
            Ok(Json(app.rooms.info(&table).await?))
        }
        Granted::Entry { .. } | Granted::Done => Ok(Json(app.rooms.info(&table).await?)),
    }
}

pub(super) async fn record(
    State(app): State<App>,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Problem> {
    let record = app.rooms.store.record(&TableId(id(path)?)).await?;
    let none =
        || Problem::new(RefusalCode::NotFound, "there is no record: the game is not over, or never was");
    let mut response = record.ok_or_else(none)?.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}
