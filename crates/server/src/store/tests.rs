//! Store tests: one list of checks, run on SQLite and on PostgreSQL.

mod lists;
mod names;
mod people;
mod postgres;
mod results;
mod sessions;
mod tables;

use mergemaker_engine::{Preset, Rules, Seat};
use mergemaker_protocol::{
    ChatLine, GameSearch, Occupant, PastGame, Person, PersonId, Scope, Settings, TableId, TableState,
    Visibility,
};
use mergemaker_record::{Record, Seed};

use super::*;
use crate::course::Entry;
use crate::name::NameKey;
use postgres::Postgres;

/// Defines `run_all`, which runs each check on a new, empty database, given by URL.
macro_rules! checks {
    ($($($check:ident)::+),* $(,)?) => {
        async fn run_all(mut new_database: impl FnMut(&str) -> String) {
            $(
                let name = [$(stringify!($check)),+].join("-");
                println!("{name}");
                $($check)::+(&new_database(&name)).await;
            )*
        }
    };
}

checks!(
    people::people_are_stored,
    sessions::sessions_expire_and_end,
    people::only_one_account_gets_a_name,
    tables::tables_are_stored_and_listed,
    tables::a_game_starts_once,
    tables::taken_numbers_do_not_affect_the_rest_of_a_batch,
    tables::due_tables_are_found,
    results::a_finished_game_is_rated_once,
    results::games_that_end_concurrently_are_all_rated,
    people::chat_is_stored_in_order,
    people::people_are_muted_and_silenced,
    sessions::tokens_are_listed_and_ended,
    sessions::there_is_a_limit_for_sessions_and_tokens,
    sessions::older_tokens_may_play_and_read,
    sessions::known_networks_are_remembered,
    lists::every_list_has_pages,
    lists::the_lobby_is_fair,
    lists::open_tables_are_limited,
    lists::the_lobby_shows_tables_whose_host_is_here,
    lists::the_leaderboard_is_cautious,
    names::look_alikes_are_taken,
    names::older_accounts_keep_their_keys,
    names::nothing_names_a_deleted_person,
    tables::tables_are_found_by_person,
    results::statistics_are_counted,
    results::finished_games_are_found,
    results::searches_use_an_index,
    people::deleting_an_account_removes_its_name,
    people::deleting_an_account_keeps_its_games,
    unreadable_tables_are_left_out_of_lists,
    a_database_reopens_unless_it_is_newer,
    a_new_database_can_be_opened_concurrently,
    one_server_takes_the_place,
    any_text_round_trips,
    tables::one_of_two_concurrent_writers_gets_a_number,
    tables::concurrent_batches_do_not_deadlock,
    tables::concurrently_ending_games_do_not_deadlock,
    tables::a_large_batch_is_stored,
    tables::seats_are_replaced_only_at_the_known_revision,
    tables::there_is_only_one_rematch,
    tables::an_open_table_is_found_by_its_code,
    people::concurrent_deletions_remove_both_names,
    people::removing_a_name_waits_for_other_writers,
    people::deletion_and_ending_games_do_not_deadlock,
    people::a_sweep_removes_unneeded_data,
);

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_conforms() {
    let folder = std::env::temp_dir().join(format!("mergemaker-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    run_all(|check| format!("sqlite://{}/{check}.db", folder.display())).await;
    std::fs::remove_dir_all(&folder).unwrap();
}

/// File names may contain characters with a meaning in URLs.
#[tokio::test]
async fn a_file_may_have_any_name() {
    let folder = std::env::temp_dir().join(format!("mergemaker 100%? #1 %41-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["a?b#c%d%20.db", "Zoë und $x&y=z+.db"] {
        let store = Store::open_file(&folder.join(name)).await.unwrap();
        assert_eq!(store.damage().await.unwrap(), None);
        store.close().await;
        assert!(folder.join(name).is_file(), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_conforms() {
    let postgres = Postgres::start();
    run_all(|_| postgres.database()).await;
}

/// The beginning of a list.
fn first(limit: u8) -> Window {
    Window::first(limit)
}

/// Adds a table, however many are open.
async fn add_table(store: &Store, table: &TableRow) {
    let opening = Opening { per_person: u32::MAX, per_network: u32::MAX, address: None };
    assert_eq!(store.add_table(table, &opening).await.unwrap(), Opened::Yes);
}

/// Adds a session, however many there are.
async fn add_session(
    store: &Store,
    (hash, person, kind): (&str, &str, SessionKind),
    now: i64,
    expires_at: i64,
) -> Result<Option<u64>> {
    let (person, label) = (&id(person), &format!("label {now}"));
    let scopes = &Scope::usual();
    store.add_session(&NewSession { hash, person, kind, label, scopes, now, expires_at }, u32::MAX).await
}

fn id(text: &str) -> PersonId {
    PersonId(text.to_owned())
}

fn table_id(text: &str) -> TableId {
    TableId(text.to_owned())
}

fn table(text: &str, created_at: i64) -> TableRow {
    TableRow {
        id: table_id(text),
        state: TableState::Open,
        visibility: Visibility::Public,
        host: id("ann"),
        settings: Settings::default(),
        seats: vec![Occupant::Open; 2],
        revision: 0,
        seed: None,
        created_at,
        started_at: None,
        rematch: None,
        waits_for: None,
        code: None,
        refused_offers: RefusedOffers::default(),
    }
}

/// Ann and Bob against a bot.
fn new_game(due_at: Option<i64>) -> NewGame {
    NewGame {
        seed: Seed::for_simulation(1, 1),
        seats: vec![person("ann"), person("bob"), bot("steady")],
        preset: Preset::Classic,
        now: 20,
        due_at,
        waits_for: Seat::new(1),
    }
}

/// Seats without removed people and reservations.
fn seats_row(host: &str, seats: &[Occupant]) -> SeatsRow {
    SeatsRow { host: id(host), seats: seats.to_vec(), removed: Vec::new(), reserved: Vec::new() }
}

/// An entry, identified by its seat.
fn entry(table: &str, number: u64, seat: usize) -> Append {
    Append {
        table: table_id(table),
        number,
        at: 100 + number.cast_signed(),
        entry: Entry::AskDeadTiles { seat: Seat::new(seat).unwrap(), ask: true },
        due_at: None,
        waits_for: Seat::new(0),
        snapshot: None,
        finished: None,
    }
}

/// The seats of the entries in the log of a game.
async fn seats_in_log(store: &Store, table: &str) -> Vec<usize> {
    let seat = |row: EntryRow| match row.entry {
        Entry::AskDeadTiles { seat, .. } => seat.index(),
        other => panic!("{other:?}"),
    };
    store.entries(&table_id(table), 1, 10_000).await.unwrap().into_iter().map(seat).collect()
}

fn record() -> Record {
    Record {
        rules: Rules::of(Preset::Classic),
        players: vec!["ann".into(), "bob".into(), "steady".into()],
        events: Vec::new(),
        result: None,
        seed: None,
        commitment: None,
    }
}

/// The record of a finished game.
async fn stored_record(store: &Store, table: &str) -> Option<Record> {
    let kept = store.record(&table_id(table)).await.unwrap()?;
    Some(Record::read(kept.0.get().as_bytes()).unwrap())
}

/// The entry that ends a game with these places.
fn last_entry(table: &str, number: u64, places: [i64; 3]) -> Append {
    let player = |(person, place): (&Option<PersonId>, i64)| FinishedPlayer {
        person: person.clone(),
        bot_rating: 25.0,
        money: 10_000 - 100 * place,
        place,
    };
    let people = [Some(id("ann")), Some(id("bob")), None];
    let players = people.iter().zip(places).map(player).collect();
    Append {
        finished: Some(Finished { record: record(), players, is_rated: true }),
        ..entry(table, number, 0)
    }
}

/// A store with Ann, Bob and running games.
async fn store_with_games(url: &str, tables: &[&str]) -> Store {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    for (created_at, name) in (10..).zip(tables) {
        add_table(&store, &table(name, created_at)).await;
        assert!(store.start_game(&table_id(name), &new_game(None)).await.unwrap());
    }
    store
}

/// A seat taken by a person.
fn person(name: &str) -> Occupant {
    Occupant::Person { person: Person { id: id(name), name: name.to_owned(), is_guest: true } }
}

fn bot(level: &str) -> Occupant {
    Occupant::Bot { level: level.to_owned() }
}

/// Stores the seats and the state, whatever they were.
async fn set_seats(store: &Store, table: &str, state: TableState, host: &str, seats: &[Occupant]) {
    let known = store.table(&table_id(table)).await.unwrap().unwrap();
    let from = (known.state, known.revision);
    assert!(store.replace_seats(&known.id, from, state, &seats_row(host, seats)).await.unwrap());
}

/// Seats stored by release 0.1.0 can be read, and are stored in the same form.
#[test]
fn the_stored_form_of_seats_has_not_changed() {
    let text = r#"["open",{"bot":{"level":"steady"}},{"person":{"person":{"id":"a","name":"Ann","is_guest":true}}}]"#;
    let seats = crate::store::tables::read_seats(text).unwrap();
    assert_eq!(seats[..2], [Occupant::Open, bot("steady")]);
    assert!(seats[2].is(&id("a")));
    assert_eq!(crate::store::tables::write_seats(&seats), text);
    let error = crate::store::tables::read_seats(r#"["taken"]"#).unwrap_err().to_string();
    assert!(
        error.starts_with("the database contains data that cannot be read: the seats of a table"),
        "{error}"
    );
}

/// An unreadable table does not hide the others.
async fn unreadable_tables_are_left_out_of_lists(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    sqlx::query("UPDATE tables SET seats = '[7]' WHERE id = 't1'").execute(&store.write).await.unwrap();
    let listed = store.public_tables(TableState::Running, &first(10)).await.unwrap().items;
    assert_eq!(listed.into_iter().map(|table| table.id).collect::<Vec<_>>(), [table_id("t2")]);
    assert!(matches!(store.table(&table_id("t1")).await, Err(StoreError::Unreadable { .. })));
}

async fn a_database_reopens_unless_it_is_newer(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert!(store.table(&table_id("t1")).await.unwrap().is_some());
    let versions: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM schema_version").fetch_one(&store.read).await.unwrap();
    sqlx::query("INSERT INTO schema_version (version) VALUES (99)").execute(&store.write).await.unwrap();
    store.close().await;
    let error = Store::open(url).await.err().unwrap().to_string();
    let known = format!("the database has version 99, but this program supports up to {versions}: ");
    assert!(error.starts_with(&known), "{error}");
}

async fn one_server_takes_the_place(url: &str) {
    let store = Store::open(url).await.unwrap();
    let node = |id: &str| Node {
        id: id.to_owned(),
        name: "here".to_owned(),
        address: "127.0.0.1:1".to_owned(),
        started_at: 1,
        heartbeat_at: 1,
    };
    let (a, b) = (node("a"), node("b"));
    assert!(store.take_place(&a, None).await.unwrap());
    assert!(!store.take_place(&b, None).await.unwrap());
    let former = store.node().await.unwrap();
    assert_eq!(former.as_ref(), Some(&a));
    assert!(store.beat("a", 2).await.unwrap() && !store.beat("b", 2).await.unwrap());
    assert!(!store.take_place(&b, former.as_ref()).await.unwrap(), "it has shown that it is alive");
    let former = store.node().await.unwrap();
    assert!(store.take_place(&b, former.as_ref()).await.unwrap());
    assert!(!store.beat("a", 3).await.unwrap());
    store.leave_place("a").await.unwrap();
    assert_eq!(store.node().await.unwrap(), Some(b));
    store.leave_place("b").await.unwrap();
    assert_eq!(store.node().await.unwrap(), None);
    store.close().await;
}

async fn a_new_database_can_be_opened_concurrently(url: &str) {
    let (a, b, c) = tokio::join!(Store::open(url), Store::open(url), Store::open(url));
    for store in [a.unwrap(), b.unwrap(), c.unwrap()] {
        assert!(store.table(&table_id("t1")).await.unwrap().is_none());
    }
}

async fn any_text_round_trips(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let texts = [
        "'; DROP TABLE people; --",
        "\"quoted\" and 'quoted' and \\backslashed\\",
        "$1 ? :name %s {0}",
        "emoji 🏨🌍 and Zoë, Ωμέγα, 日本語, e\u{301}",
        " spaces around ",
        "",
    ];
    for (number, text) in (1_u64..).zip(texts) {
        let person = PersonId(format!("p{number}{text}"));
        store.add_guest(&person, text, 1).await.unwrap();
        assert_eq!(store.person(&person).await.unwrap().unwrap().person.name, text);
        assert!(store.claim(&person, text, text).await.unwrap());
        assert_eq!(
            store.password_of(&NameKey::of(text)).await.unwrap(),
            Some((person.clone(), text.to_owned()))
        );
        let chatter = Person { id: person, name: text.to_owned(), is_guest: false };
        let line = ChatLine { number, person: chatter, text: text.to_owned(), at: i64::MIN };
        store.add_chat(&table_id("t1"), &line).await.unwrap();
        assert_eq!(store.last_chat(&table_id("t1"), 1).await.unwrap(), [line]);
    }
    let chatter = Person { id: id("ann"), name: "ann".to_owned(), is_guest: true };
    let long = ChatLine { number: 100, person: chatter, text: "long ".repeat(100_000), at: 1 };
    store.add_chat(&table_id("t1"), &long).await.unwrap();
    assert_eq!(store.last_chat(&table_id("t1"), 1).await.unwrap(), [long]);
    // A link may contain characters that no database can store.
    for text in ["\0", "a\0b"] {
        assert!(store.table(&table_id(text)).await.unwrap().is_none());
        assert!(store.record(&table_id(text)).await.unwrap().is_none());
        assert!(store.person(&id(text)).await.unwrap().is_none());
        assert!(store.password_of(&NameKey::of(text)).await.unwrap().is_none());
    }
}
