//! Creating, finding, filling and starting tables.

use mergemaker_engine::{Options, Preset, Rules, RulesError, RulesVersion, Table};
use mergemaker_protocol::api::tables::{Create, Join, JoinForm, List, Mine, Show, WithCode};
use mergemaker_protocol::{
    Clock, Endpoint, ListedTable, NewTable, Occupant, PersonId, RefusalCode, Settings, TableInfo, TableState,
};

use super::pages::{window, window_after};
use super::routes::{Address, Answer, Anyone, Reply};
use super::{App, Problem, You};
use crate::metrics;
use crate::refusals::Refused;
use crate::room::{self, RoomRequest};
use crate::secret::read_code;
use crate::store::{Opened, Opening, TableRow};
use crate::time::now_ms;

pub(super) async fn create(
    app: App,
    (You(you), Address(address)): (You, Address),
    Create { body }: Create,
) -> Answer<Create> {
    let NewTable { mut seats, visibility, settings } = body;
    if !app.limits.tables.allows(you.person.id.0.clone()) {
        return Err(too_many_tables());
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
    require_time_to_play(&app, &row.host).await?;
    let limits = &app.config.limits;
    let opening = Opening {
        per_person: limits.open_tables_per_person,
        per_network: limits.open_tables_per_address,
        address: Some(address).filter(|address| !app.config.trusts(*address)),
    };
    match app.rooms.store.add_table(&row, &opening).await? {
        Opened::Yes => metrics::table_opened(),
        Opened::TooManyOfPerson => {
            return Err(room::too_many_open_tables(limits.open_tables_per_person).into());
        }
        Opened::TooManyOfNetwork => {
            let message = "There are too many open tables from your network. Join one of them, or wait until a game starts.";
            return Err(app.refuse_address(Refused::Table, address, message));
        }
    }
    Ok(Reply::of(app.rooms.info(&row.id).await?))
}

fn too_many_tables() -> Problem {
    Problem::new(RefusalCode::TooMany, "You have created too many tables. Wait a moment.")
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

/// Refuses people who play in as many games as they may.
async fn require_time_to_play(app: &App, person: &PersonId) -> Result<(), Problem> {
    let most = app.config.limits.games_per_person;
    if app.rooms.store.running_games_of(person, most).await? < i64::from(most) {
        return Ok(());
    }
    let message = format!("You are playing {most} games, as many as you may. Finish one first.");
    Err(Problem::new(RefusalCode::LimitReached, &message))
}

/// Takes a seat.
pub(super) async fn join(app: App, You(you): You, asked: Join) -> Answer<Join> {
    require_time_to_play(&app, &you.person.id).await?;
    ask::<Join>(app, You(you), RoomRequest::Join(asked)).await
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
    let TableRow { id, state, settings, seats, host, created_at, .. } = row;
    ListedTable { id, state, settings, seats, host, created_at, is_your_turn: None }
}

pub(super) async fn list(app: App, _: Anyone, List { query }: List) -> Answer<List> {
    let state = query.state.unwrap_or(TableState::Open);
    let window = window_after(query.before.as_ref(), query.limit)?;
    let store = &app.rooms.store;
    let page = match state {
        TableState::Open => store.lobby(now_ms(), &window).await?,
        TableState::Running | TableState::Over | TableState::Closed => {
            store.public_tables(state, &window).await?
        }
    };
    Ok(Reply::of(page.map(listed)))
}

pub(super) async fn mine(app: App, You(you): You, Mine { query }: Mine) -> Answer<Mine> {
    let page = app.rooms.store.tables_of(&you.person.id, &window(&query)?).await?;
    let own = |row: TableRow| {
        let next = row.waits_for.and_then(|seat| row.seats.get(seat.index()));
        let is_your_turn = next.is_some_and(|occupant| occupant.is(&you.person.id));
        ListedTable { is_your_turn: Some(is_your_turn), ..listed(row) }
    };
    Ok(Reply::of(page.map(own)))
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
    let is_rematch = matches!(request, RoomRequest::Rematch(_));
    let person = &you.person.id.0;
    // A rematch is a new table.
    if is_rematch && !app.limits.tables.allows(person.clone()) {
        return Err(too_many_tables());
    }
    let reply = app.rooms.request(&you.person, request).await;
    if is_rematch && !matches!(reply, Ok(room::Reply::Rematch { is_new: true, .. })) {
        app.limits.tables.refund(person);
    }
    if let room::Reply::Rematch { table: next, .. } = reply? {
        // The table's info shows whether the caller got a seat.
        let join = Join { table: next.clone(), body: JoinForm::default() };
        let _ = app.rooms.request(&you.person, RoomRequest::Join(join)).await;
        table = next;
    }
    Ok(Reply::of(app.rooms.info(&table).await?))
}
