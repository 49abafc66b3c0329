//! What holds on both databases: one list of checks, run on SQLite and on PostgreSQL.

mod postgres;

use mergemaker_protocol::{ChatLine, Person, PersonId, TableId, TableState, Visibility};

use super::*;
use postgres::Postgres;

/// Runs every check, each on an empty database of its own, by its address.
macro_rules! checks {
    ($($check:ident),* $(,)?) => {
        async fn run_all(mut new_database: impl FnMut(&str) -> String) {
            $(
                println!("{}", stringify!($check));
                $check(&new_database(stringify!($check))).await;
            )*
        }
    };
}

checks!(
    people_are_kept,
    sessions_end,
    a_name_is_claimed_once,
    tables_are_kept_and_listed,
    a_game_starts_once,
    a_number_is_taken_once_and_the_rest_of_the_batch_is_kept,
    what_is_due_is_found,
    a_finished_game_counts,
    games_that_end_at_once_all_count,
    chat_is_kept_in_order,
    there_is_one_rematch,
    a_deleted_account_leaves_its_games,
    a_database_is_opened_again_and_a_newer_one_is_refused,
    two_may_open_a_new_database_at_once,
    text_of_every_kind_comes_back_as_it_was,
    of_two_writers_of_one_number_one_wins,
    batches_in_any_order_do_not_hinder_each_other,
);

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_conforms() {
    let folder = std::env::temp_dir().join(format!("mergemaker-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    run_all(|check| format!("sqlite://{}/{check}.db", folder.display())).await;
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_conforms() {
    let postgres = Postgres::start();
    run_all(|_| postgres.database()).await;
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
        settings: "{}".to_owned(),
        seats: "[]".to_owned(),
        seed: None,
        created_at,
        started_at: None,
        rematch: None,
    }
}

/// Ann and Bob against a bot.
fn new_game(due_at: Option<i64>) -> NewGame {
    NewGame {
        seed: "seed".to_owned(),
        seats: "[1]".to_owned(),
        players: vec![(Some(id("ann")), None), (Some(id("bob")), None), (None, Some("steady".to_owned()))],
        preset: "classic",
        now: 20,
        due_at,
    }
}

fn entry(table: &str, number: u64, text: &str) -> Append {
    Append {
        table: table_id(table),
        number,
        at: 100 + number.cast_signed(),
        entry: text.to_owned(),
        due_at: None,
        finished: None,
    }
}

/// The entry that ends a game, in which the players came in this order.
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
        finished: Some(Finished { record: format!("the record of {table}"), players }),
        ..entry(table, number, "end")
    }
}

/// A store with Ann, Bob, and running games.
async fn store_with_games(url: &str, tables: &[&str]) -> Store {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    for (created_at, name) in (10..).zip(tables) {
        store.add_table(&table(name, created_at)).await.unwrap();
        assert!(store.start_game(&table_id(name), &new_game(None)).await.unwrap());
    }
    store
}

async fn people_are_kept(url: &str) {
    let store = Store::open(url).await.unwrap();
    assert!(store.is_well().await);
    assert_eq!(store.person(&id("ann")).await.unwrap(), None);
    store.add_guest(&id("ann"), "Ann", 7).await.unwrap();
    let ann = store.person(&id("ann")).await.unwrap().unwrap();
    assert_eq!((ann.person.name.as_str(), ann.person.is_guest, ann.created_at), ("Ann", true, 7));
    assert!(store.add_guest(&id("ann"), "Other", 8).await.is_err(), "an id is given once");
    store.add_guest(&id("bob"), "Ann", 9).await.unwrap();
    assert_eq!(store.person(&id("bob")).await.unwrap().unwrap().person.name, "Ann", "guests may share names");
    store.close().await;
    assert!(!store.is_well().await);
}

async fn sessions_end(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    let add = async |hash, person, kind, expires_at| {
        store.add_session(hash, &id(person), kind, "label", 1, expires_at).await.unwrap();
    };
    add("a1", "ann", SessionKind::Cookie, 100).await;
    add("a2", "ann", SessionKind::Token, 200).await;
    add("b1", "bob", SessionKind::Cookie, i64::MAX).await;
    let whose = async |hash, kind, now| {
        let account = store.person_of_session(hash, kind, now).await.unwrap();
        account.map(|account| account.person.id.0)
    };
    let (cookie, token) = (SessionKind::Cookie, SessionKind::Token);
    assert_eq!(whose("a1", cookie, 99).await.as_deref(), Some("ann"));
    assert_eq!(whose("a1", cookie, 100).await, None, "it has expired");
    assert_eq!(whose("a1", token, 99).await, None, "a cookie is no token");
    assert_eq!(whose("none", cookie, 99).await, None);
    store.end_session("a1").await.unwrap();
    assert_eq!(whose("a1", cookie, 99).await, None);
    assert_eq!(whose("a2", token, 99).await.as_deref(), Some("ann"), "the other one holds");
    store.end_sessions(&id("ann")).await.unwrap();
    assert_eq!(whose("a2", token, 99).await, None);
    assert_eq!(whose("b1", cookie, i64::MAX - 1).await.as_deref(), Some("bob"));
    let nobody = store.add_session("n", &id("nobody"), cookie, "", 1, 2).await;
    assert!(nobody.is_err(), "a session is somebody's");
}

async fn a_name_is_claimed_once(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob", "cid"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    assert_eq!(store.password_of("anna").await.unwrap(), None);
    assert!(store.claim(&id("ann"), "Anna", "anna", "hash").await.unwrap());
    assert!(!store.claim(&id("bob"), "ANNA", "anna", "other").await.unwrap(), "the name is taken");
    assert!(!store.claim(&id("ann"), "Anne", "anne", "hash").await.unwrap(), "she is no guest any more");
    assert_eq!(store.password_of("anna").await.unwrap(), Some((id("ann"), "hash".to_owned())));
    let ann = store.person(&id("ann")).await.unwrap().unwrap();
    assert_eq!((ann.person.name.as_str(), ann.person.is_guest), ("Anna", false));
    // Two at once: one gets it.
    let (bob, cid) = (id("bob"), id("cid"));
    let (one, other) = tokio::join!(store.claim(&bob, "X", "x", "h"), store.claim(&cid, "X", "x", "h"));
    assert!(one.unwrap() ^ other.unwrap());
}

async fn tables_are_kept_and_listed(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    assert!(store.table(&table_id("t1")).await.unwrap().is_none());
    let hidden = TableRow { visibility: Visibility::Link, ..table("t3", 30) };
    for table in [table("t1", 10), table("t2", 20), hidden] {
        store.add_table(&table).await.unwrap();
    }
    let listed = async |state, most| {
        let tables = store.public_tables(state, most).await.unwrap();
        tables.into_iter().map(|table| table.id.0).collect::<Vec<_>>()
    };
    assert_eq!(listed(TableState::Open, 10).await, ["t2", "t1"]);
    assert_eq!(listed(TableState::Open, 1).await, ["t2"]);
    store.set_seats(&table_id("t1"), TableState::Open, &id("bob"), "[2]").await.unwrap();
    store.set_seats(&table_id("t2"), TableState::Closed, &id("ann"), "[]").await.unwrap();
    assert_eq!(listed(TableState::Open, 10).await, ["t1"]);
    assert_eq!(listed(TableState::Closed, 10).await, ["t2"]);
    let t1 = store.table(&table_id("t1")).await.unwrap().unwrap();
    assert_eq!((t1.host, t1.seats.as_str(), t1.created_at), (id("bob"), "[2]", 10));
    assert_eq!((t1.seed, t1.started_at, t1.rematch), (None, None, None));
    let t3 = store.table(&table_id("t3")).await.unwrap().unwrap();
    assert_eq!(t3.visibility, Visibility::Link);
}

async fn a_game_starts_once(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    assert!(!store.start_game(&table_id("t1"), &new_game(None)).await.unwrap(), "it has begun");
    assert!(!store.start_game(&table_id("none"), &new_game(None)).await.unwrap(), "there is no such table");
    let t1 = store.table(&table_id("t1")).await.unwrap().unwrap();
    assert_eq!((t1.state, t1.seed.as_deref()), (TableState::Running, Some("seed")));
    assert_eq!((t1.started_at, t1.seats.as_str()), (Some(20), "[1]"));
    let tables = store.tables_of(&id("bob"), 10).await.unwrap();
    assert_eq!(tables.iter().map(|table| table.id.0.as_str()).collect::<Vec<_>>(), ["t1"]);
    assert!(store.tables_of(&id("cid"), 10).await.unwrap().is_empty());
    // Two at once: one starts it.
    store.add_table(&table("t2", 30)).await.unwrap();
    let (other, t2) = (Store::open(url).await.unwrap(), table_id("t2"));
    let games = [new_game(None), NewGame { seed: "other".to_owned(), ..new_game(None) }];
    let (a, b) = tokio::join!(store.start_game(&t2, &games[0]), other.start_game(&t2, &games[1]));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a ^ b);
    let seed = store.table(&t2).await.unwrap().unwrap().seed;
    assert_eq!(seed.as_deref(), Some(if a { "seed" } else { "other" }));
}

async fn a_number_is_taken_once_and_the_rest_of_the_batch_is_kept(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    assert_eq!(store.append(&[]).await.unwrap(), Vec::<bool>::new());
    assert_eq!(store.append(&[entry("t1", 1, "one")]).await.unwrap(), [true]);
    let batch = [
        entry("t2", 1, "other table"),
        entry("t1", 1, "taken"),
        entry("t1", 3, "three"),
        entry("t1", 2, "two"),
        entry("t1", 2, "taken in the batch"),
    ];
    assert_eq!(store.append(&batch).await.unwrap(), [true, false, true, true, false]);
    // In the order of the numbers, past the tenth too.
    let more: Vec<Append> = (4..=12).rev().map(|number| entry("t1", number, "more")).collect();
    assert!(store.append(&more).await.unwrap().into_iter().all(|is_added| is_added));
    let log = store.entries(&table_id("t1")).await.unwrap();
    assert_eq!(log.iter().map(|(number, _, _)| *number).collect::<Vec<_>>(), (1..=12).collect::<Vec<_>>());
    let first: Vec<_> = log.iter().take(3).map(|(_, at, text)| (*at, text.as_str())).collect();
    assert_eq!(first, [(101, "one"), (102, "two"), (103, "three")]);
    assert_eq!(store.entries(&table_id("t2")).await.unwrap(), [(1, 101, "other table".to_owned())]);
    // A batch that cannot be kept is not kept in part.
    let batch = [entry("t2", 2, "fine"), entry("no such table", 1, "not fine")];
    assert!(store.append(&batch).await.is_err());
    assert_eq!(store.entries(&table_id("t2")).await.unwrap().len(), 1);
}

async fn what_is_due_is_found(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3"]).await;
    let due = async |now, most| {
        let tables = store.due_tables(now, most).await.unwrap();
        tables.into_iter().map(|table| table.0).collect::<Vec<_>>()
    };
    assert!(due(i64::MAX, 10).await.is_empty());
    let at = |table, number, due_at| Append { due_at, ..entry(table, number, "") };
    store.append(&[at("t1", 1, Some(500)), at("t2", 1, Some(400)), at("t3", 1, Some(600))]).await.unwrap();
    assert!(due(399, 10).await.is_empty());
    assert_eq!(due(500, 10).await, ["t2", "t1"]);
    assert_eq!(due(1_000, 1).await, ["t2"]);
    // An entry whose number is taken changes nothing; one that waits for nobody takes the time away.
    store.append(&[at("t1", 1, Some(1)), at("t2", 2, None)]).await.unwrap();
    assert_eq!(due(1_000, 10).await, ["t1", "t3"]);
    store.append(&[last_entry("t1", 2, [1, 2, 3])]).await.unwrap();
    assert_eq!(due(1_000, 10).await, ["t3"], "what is over is not due");
}

async fn a_finished_game_counts(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    assert!(store.claim(&id("ann"), "Anna", "anna", "hash").await.unwrap());
    assert_eq!(store.record(&table_id("t1")).await.unwrap(), None);
    assert_eq!(store.record(&table_id("none")).await.unwrap(), None);
    assert_eq!(store.append(&[last_entry("t1", 1, [1, 2, 2])]).await.unwrap(), [true]);
    assert_eq!(store.append(&[last_entry("t1", 1, [2, 1, 2])]).await.unwrap(), [false], "it counts once");
    assert_eq!(store.table(&table_id("t1")).await.unwrap().unwrap().state, TableState::Over);
    assert_eq!(store.record(&table_id("t1")).await.unwrap().as_deref(), Some("the record of t1"));
    let games = store.games_of(&id("bob"), i64::MAX, 10).await.unwrap();
    let game = PastGame {
        table: table_id("t1"),
        players: 3,
        preset: "classic".to_owned(),
        seat: 1,
        money: 9_800,
        place: 2,
        ended_at: 101,
    };
    assert_eq!(games, [game], "the other game is not over");
    assert!(store.games_of(&id("bob"), 101, 10).await.unwrap().is_empty(), "before its end");
    store.append(&[last_entry("t2", 2, [1, 2, 3])]).await.unwrap();
    let games = store.games_of(&id("bob"), i64::MAX, 10).await.unwrap();
    assert_eq!(games.iter().map(|game| game.table.0.as_str()).collect::<Vec<_>>(), ["t2", "t1"]);
    assert_eq!(store.games_of(&id("bob"), i64::MAX, 1).await.unwrap().len(), 1);

    let [ann, bob] =
        [store.ratings_of(&id("ann")).await.unwrap(), store.ratings_of(&id("bob")).await.unwrap()];
    assert_eq!((ann.len(), ann[0].players, ann[0].games), (1, 3, 2));
    assert_eq!((ann[0].name.as_str(), bob[0].name.as_str()), ("Anna", "bob"));
    assert!(ann[0].rating > 25.0 && ann[0].rating > bob[0].rating && ann[0].uncertainty < 25.0 / 3.0);
    let history = store.rating_history(&id("ann"), 3).await.unwrap();
    assert_eq!(history.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [101, 102]);
    assert!(history[0].1 < history[1].1 && (history[1].1 - ann[0].rating).abs() < 1e-9);
    assert!(store.rating_history(&id("ann"), 4).await.unwrap().is_empty());
    assert_eq!(store.leaderboard(3, 10).await.unwrap(), ann, "guests are not listed");
    assert!(store.claim(&id("bob"), "Bobby", "bobby", "hash").await.unwrap());
    let names: Vec<_> = store.leaderboard(3, 10).await.unwrap().into_iter().map(|rated| rated.name).collect();
    assert_eq!(names, ["Anna", "Bobby"]);
    assert_eq!(store.leaderboard(3, 1).await.unwrap().len(), 1);
    assert!(store.leaderboard(4, 10).await.unwrap().is_empty());
}

/// Two nodes end games of the same people at the same time: no rating is overwritten by one that did not know of it.
async fn games_that_end_at_once_all_count(url: &str) {
    let names: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    for pair in names.chunks(2) {
        let batches = [[last_entry(pair[0], 1, [1, 2, 3])], [last_entry(pair[1], 2, [1, 2, 3])]];
        let (a, b) = tokio::join!(store.append(&batches[0]), other.append(&batches[1]));
        assert_eq!((a.unwrap(), b.unwrap()), (vec![true], vec![true]));
    }
    let ann = store.ratings_of(&id("ann")).await.unwrap();
    assert_eq!(ann[0].games, 20);
    let mut ratings: Vec<f64> =
        store.rating_history(&id("ann"), 3).await.unwrap().into_iter().map(|(_, rating)| rating).collect();
    ratings.sort_by(f64::total_cmp);
    assert!((ratings[19] - ann[0].rating).abs() < 1e-9);
    ratings.dedup();
    assert_eq!(ratings.len(), 20, "each win adds to the one before: {ratings:?}");
}

async fn chat_is_kept_in_order(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    let person = Person { id: id("ann"), name: "Ann".to_owned(), is_guest: false };
    let line =
        |number: u64| ChatLine { number, person: person.clone(), text: format!("line {number}"), at: 5 };
    for number in 1..=12 {
        store.add_chat(&table_id("t1"), &line(number)).await.unwrap();
    }
    assert_eq!(store.last_chat(&table_id("t1"), 3).await.unwrap(), [line(10), line(11), line(12)]);
    assert_eq!(store.last_chat(&table_id("t1"), 50).await.unwrap().len(), 12);
    assert!(store.last_chat(&table_id("t2"), 50).await.unwrap().is_empty());
    assert!(store.add_chat(&table_id("t1"), &line(12)).await.is_err(), "a number is given once");
}

async fn there_is_one_rematch(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3"]).await;
    let [t1, t2, t3] = ["t1", "t2", "t3"].map(table_id);
    let other = Store::open(url).await.unwrap();
    let (a, b) = tokio::join!(store.set_rematch(&t1, &t2), other.set_rematch(&t1, &t3));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a ^ b);
    assert_eq!(store.table(&t1).await.unwrap().unwrap().rematch, Some(if a { t2 } else { t3.clone() }));
    assert!(!store.set_rematch(&t1, &t3).await.unwrap());
}

async fn a_deleted_account_leaves_its_games(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    assert!(store.claim(&id("ann"), "Anna", "anna", "hash").await.unwrap());
    store.add_session("s", &id("ann"), SessionKind::Cookie, "", 1, 100).await.unwrap();
    store.append(&[last_entry("t1", 1, [1, 2, 3])]).await.unwrap();
    store.delete_person(&id("ann"), 50).await.unwrap();
    assert!(store.person_of_session("s", SessionKind::Cookie, 2).await.unwrap().is_none());
    assert_eq!(store.password_of("anna").await.unwrap(), None);
    assert!(store.ratings_of(&id("ann")).await.unwrap().is_empty());
    assert!(store.rating_history(&id("ann"), 3).await.unwrap().is_empty());
    assert!(store.leaderboard(3, 10).await.unwrap().is_empty());
    let name = store.person(&id("ann")).await.unwrap().map(|ann| ann.person.name);
    assert_ne!(name.as_deref(), Some("Anna"), "the name goes");
    assert!(store.record(&table_id("t1")).await.unwrap().is_some(), "the game stays");
    assert!(!store.claim(&id("ann"), "Anna", "anna", "hash").await.unwrap(), "who is gone claims nothing");
    assert!(store.claim(&id("bob"), "Anna", "anna", "hash").await.unwrap(), "the name is free again");
    store.delete_person(&id("ann"), 51).await.unwrap();
}

async fn a_database_is_opened_again_and_a_newer_one_is_refused(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    store.close().await;
    let store = Store::open(url).await.unwrap();
    assert!(store.table(&table_id("t1")).await.unwrap().is_some());
    let versions: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM schema_version").fetch_one(&store.read).await.unwrap();
    sqlx::query("INSERT INTO schema_version (version) VALUES (99)").execute(&store.write).await.unwrap();
    store.close().await;
    let error = Store::open(url).await.err().unwrap().to_string();
    let known = format!("the database is of version 99, this program knows up to {versions}: ");
    assert!(error.starts_with(&known), "{error}");
}

async fn two_may_open_a_new_database_at_once(url: &str) {
    let (a, b, c) = tokio::join!(Store::open(url), Store::open(url), Store::open(url));
    for store in [a.unwrap(), b.unwrap(), c.unwrap()] {
        assert!(store.table(&table_id("t1")).await.unwrap().is_none());
    }
}

async fn text_of_every_kind_comes_back_as_it_was(url: &str) {
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
        assert!(store.claim(&person, text, text, text).await.unwrap());
        assert_eq!(store.password_of(text).await.unwrap(), Some((person.clone(), text.to_owned())));
        let chatter = Person { id: person, name: text.to_owned(), is_guest: false };
        let line = ChatLine { number, person: chatter, text: text.to_owned(), at: i64::MIN };
        store.add_chat(&table_id("t1"), &line).await.unwrap();
        assert_eq!(store.last_chat(&table_id("t1"), 1).await.unwrap(), [line]);
        store.append(&[entry("t1", number, text)]).await.unwrap();
        assert_eq!(store.entries(&table_id("t1")).await.unwrap().last().unwrap().2, text);
    }
    // A link may hold what no database keeps; there is no such thing then.
    for text in ["\0", "a\0b"] {
        assert!(store.table(&table_id(text)).await.unwrap().is_none());
        assert!(store.record(&table_id(text)).await.unwrap().is_none());
        assert!(store.person(&id(text)).await.unwrap().is_none());
        assert!(store.password_of(text).await.unwrap().is_none());
    }
    let long = "long ".repeat(100_000);
    store.append(&[entry("t1", 100, &long)]).await.unwrap();
    assert_eq!(store.entries(&table_id("t1")).await.unwrap().last().unwrap().2, long);
}

async fn of_two_writers_of_one_number_one_wins(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let other = Store::open(url).await.unwrap();
    for number in 1..=50 {
        let batches = [[entry("t1", number, "one")], [entry("t1", number, "other")]];
        let (a, b) = tokio::join!(store.append(&batches[0]), other.append(&batches[1]));
        let (a, b) = (a.unwrap()[0], b.unwrap()[0]);
        assert!(a ^ b, "number {number}: {a} and {b}");
        let log = store.entries(&table_id("t1")).await.unwrap();
        assert_eq!(log.last().unwrap().2, if a { "one" } else { "other" });
    }
    assert_eq!(store.entries(&table_id("t1")).await.unwrap().len(), 50);
}

/// Two nodes write to the same games in opposite order: neither waits for the other for ever, nothing is kept twice.
async fn batches_in_any_order_do_not_hinder_each_other(url: &str) {
    let names = ["t1", "t2", "t3", "t4", "t5", "t6"];
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    for number in 1..=20 {
        let batch: Vec<Append> = names.iter().map(|name| entry(name, number, "")).collect();
        let reversed: Vec<Append> = batch.iter().rev().cloned().collect();
        let (a, b) = tokio::join!(store.append(&batch), other.append(&reversed));
        let (a, b) = (a.unwrap(), b.unwrap());
        for (one, other) in a.into_iter().zip(b.into_iter().rev()) {
            assert!(one ^ other);
        }
    }
}
