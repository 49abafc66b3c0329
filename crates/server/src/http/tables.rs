//! Creating, finding, filling and starting tables.

use mergemaker_engine::{Options, Preset, Rules, RulesError, RulesVersion, Table};
use mergemaker_protocol::api::tables::{Create, Join, JoinForm, List, Mine, Show, WithCode};
use mergemaker_protocol::{
    Clock, Endpoint, ListedTable, NewTable, Occupant, RefusalCode, Settings, TableInfo, TableState,
};

use super::routes::{Address, Answer, Anyone, Reply};
use super::{App, Problem, You};
use crate::metrics;
use crate::room::{self, RoomRequest};
use crate::secret::read_code;
use crate::store::TableRow;

pub(super) async fn create(app: App, You(you): You, Create { body }: Create) -> Answer<Create> {
    let NewTable { mut seats, visibility, settings } = body;
    if !app.limits.tables.allows(you.person.id.0.clone()) {
        return Err(Problem::new(RefusalCode::TooMany, "You have created too many tables. Wait a moment."));
    }
    let invalid = |message: &str| Problem::new(RefusalCode::Invalid, message);
    let rules = current_rules(settings.rules).map_err(|error| invalid(&error.to_string()))?;
    Table::new(rules, seats.len()).map_err(|error| invalid(&error.to_string()))?;
    check_clock(settings.clock)?;
    for occupant in &seats {
        match occupant {
            Occupant::Open => {}
            Occupant::Bot { level } => drop(room::read_level(level)?),
            Occupant::Person { .. } => {
                return Err(invalid("Leave a seat open for each person. They take it themselves."));
            }
        }
    }
    // The creator takes the first open seat.
    match seats.iter_mut().find(|occupant| **occupant == Occupant::Open) {
        Some(occupant) => *occupant = Occupant::Person { person: you.person.clone() },
        None => return Err(invalid("Leave one seat open for yourself.")),
    }
    let row = TableRow::open(you.person.id, visibility, Settings { rules, ..settings }, seats);
    app.rooms.store.add_table(&row).await?;
    metrics::table_opened();
    Ok(Reply::of(app.rooms.info(&row.id).await?))
}

/// The rules of a new game, in the current version. A version 1 preset whose nine options match today's
/// preset becomes that preset, otherwise custom rules with those options.
fn current_rules(rules: Rules) -> Result<Rules, RulesError> {
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
    let message = "Choose 5 to 3,600 seconds per move, a bank of 30 to 36,000 seconds with up to 600 more per \
                   move, or 1 to 14 days.";
    if fits { Ok(()) } else { Err(Problem::new(RefusalCode::Invalid, message)) }
}

fn listed(row: TableRow) -> ListedTable {
    let TableRow { id, state, settings, seats, created_at, .. } = row;
    ListedTable { id, state, settings, seats, created_at, is_your_turn: None }
}

pub(super) async fn list(app: App, _: Anyone, List { query }: List) -> Answer<List> {
    let state = query.state.unwrap_or(TableState::Open);
    let rows = app.rooms.store.public_tables(state, 100).await?;
    Ok(Reply::of(rows.into_iter().map(listed).collect()))
}

pub(super) async fn mine(app: App, You(you): You, _: Mine) -> Answer<Mine> {
    let rows = app.rooms.store.tables_of(&you.person.id, 100).await?;
    let own = |row: TableRow| {
        let next = row.waits_for.and_then(|seat| row.seats.get(seat.index()));
        let is_your_turn = next.is_some_and(|occupant| occupant.is(&you.person.id));
        ListedTable { is_your_turn: Some(is_your_turn), ..listed(row) }
    };
    Ok(Reply::of(rows.into_iter().map(own).collect()))
}

pub(super) async fn show(app: App, _: Anyone, Show { table }: Show) -> Answer<Show> {
    Ok(Reply::of(app.rooms.info(&table).await?))
}

/// The open table with a code. Lookups of unknown codes are rate-limited to prevent guessing.
pub(super) async fn with_code(
    app: App,
    Address(address): Address,
    WithCode { code }: WithCode,
) -> Answer<WithCode> {
    if !app.limits.codes.allows(address) {
        return Err(Problem::new(RefusalCode::TooMany, "Too many wrong codes. Wait a minute."));
    }
    let found = match read_code(&code) {
        Some(code) => app.rooms.store.table_with_code(&code).await?,
        None => None,
    };
    let table = found.ok_or_else(|| {
        let message = "No open table has this code. Check it, or ask whether the game has already started.";
        Problem::new(RefusalCode::NotFound, message)
    })?;
    app.limits.codes.refund(address);
    Ok(Reply::of(app.rooms.info(&table).await?))
}

/// Sends a request to a table and returns the table afterwards.
pub(super) async fn ask<E: Endpoint<Answer = TableInfo>>(
    app: App,
    You(you): You,
    request: RoomRequest,
) -> Answer<E> {
    let mut table = request.table().clone();
    if let room::Reply::Rematch { table: next } = app.rooms.request(&you.person, request).await? {
        // The table's info shows whether the caller got a seat.
        let join = Join { table: next.clone(), body: JoinForm::default() };
        let _ = app.rooms.request(&you.person, RoomRequest::Join(join)).await;
        table = next;
    }
    Ok(Reply::of(app.rooms.info(&table).await?))
}
