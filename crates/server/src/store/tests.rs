//! What holds on both databases: one list of checks, run on SQLite and on PostgreSQL.

mod postgres;

use mergemaker_protocol::{ChatLine, GameSearch, Person, PersonId, TableId, TableState, Visibility};

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
    people_are_muted_and_silenced,
    tokens_are_listed_and_ended,
    tables_are_found_by_who_sits_there,
    statistics_are_counted,
    finished_games_are_found,
    games_are_found_by_index,
    the_name_of_a_deleted_account_goes,
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
        waits_for: None,
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
        waits_for: Some(1),
    }
}

fn entry(table: &str, number: u64, text: &str) -> Append {
    Append {
        table: table_id(table),
        number,
        at: 100 + number.cast_signed(),
        entry: text.to_owned(),
        due_at: None,
        waits_for: Some(0),
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
    let games = store.games_of(&id("bob"), true, i64::MAX, 10).await.unwrap();
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
    assert!(store.games_of(&id("bob"), true, 101, 10).await.unwrap().is_empty(), "before its end");
    store.append(&[last_entry("t2", 2, [1, 2, 3])]).await.unwrap();
    let games = store.games_of(&id("bob"), true, i64::MAX, 10).await.unwrap();
    assert_eq!(games.iter().map(|game| game.table.0.as_str()).collect::<Vec<_>>(), ["t2", "t1"]);
    sqlx::query("UPDATE tables SET visibility = 'link' WHERE id = 't2'").execute(&store.write).await.unwrap();
    let shown = store.games_of(&id("bob"), false, i64::MAX, 10).await.unwrap();
    assert_eq!(shown.iter().map(|game| game.table.0.as_str()).collect::<Vec<_>>(), ["t1"], "t2 is by link");
    sqlx::query("UPDATE tables SET visibility = 'public' WHERE id = 't2'")
        .execute(&store.write)
        .await
        .unwrap();
    assert_eq!(store.games_of(&id("bob"), true, i64::MAX, 1).await.unwrap().len(), 1);

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
    let person = Person { id: id("ann"), name: "ann".to_owned(), is_guest: true };
    let line =
        |number: u64| ChatLine { number, person: person.clone(), text: format!("line {number}"), at: 5 };
    for number in 1..=12 {
        store.add_chat(&table_id("t1"), &line(number)).await.unwrap();
    }
    assert_eq!(store.last_chat(&table_id("t1"), 3).await.unwrap(), [line(10), line(11), line(12)]);
    assert_eq!(store.last_chat(&table_id("t1"), 50).await.unwrap().len(), 12);
    assert!(store.last_chat(&table_id("t2"), 50).await.unwrap().is_empty());
    assert!(store.add_chat(&table_id("t1"), &line(12)).await.is_err(), "a number is given once");
    assert!(store.claim(&id("ann"), "Anna", "anna", "hash").await.unwrap());
    let last = store.last_chat(&table_id("t1"), 1).await.unwrap().remove(0);
    assert_eq!((last.person.name.as_str(), last.person.is_guest), ("Anna", false), "the name as it is now");
}

async fn people_are_muted_and_silenced(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    let names = async || {
        let muted = store.muted_by(&id("ann")).await.unwrap();
        muted.into_iter().map(|other| other.name).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        store.set_muted(&id("ann"), &id("bob"), true).await.unwrap();
        assert_eq!(names().await, ["bob"]);
    }
    assert!(store.muted_by(&id("bob")).await.unwrap().is_empty(), "it goes one way");
    store.set_muted(&id("ann"), &id("bob"), false).await.unwrap();
    assert!(names().await.is_empty());
    for _ in 0..2 {
        store.set_silenced(&table_id("t1"), &id("bob"), true).await.unwrap();
        assert_eq!(store.silenced(&table_id("t1")).await.unwrap(), [id("bob")]);
    }
    assert!(store.silenced(&table_id("t2")).await.unwrap().is_empty());
    store.set_silenced(&table_id("t1"), &id("bob"), false).await.unwrap();
    assert!(store.silenced(&table_id("t1")).await.unwrap().is_empty());
}

async fn tokens_are_listed_and_ended(url: &str) {
    let store = store_with_games(url, &[]).await;
    for (hash, person, kind, now) in [
        ("hash of the cookie", "ann", SessionKind::Cookie, 1),
        ("one hash of a token", "ann", SessionKind::Token, 2),
        ("another hash of a token", "ann", SessionKind::Token, 3),
        ("a hash of a token of bob", "bob", SessionKind::Token, 4),
    ] {
        store.add_session(hash, &id(person), kind, &format!("label {now}"), now, 100).await.unwrap();
    }
    let tokens = store.tokens_of(&id("ann"), 50).await.unwrap();
    let told: Vec<_> = tokens.iter().map(|token| (token.label.as_str(), token.created_at)).collect();
    assert_eq!(told, [("label 2", 2), ("label 3", 3)]);
    assert!(store.tokens_of(&id("ann"), 100).await.unwrap().is_empty(), "they have ended by themselves");
    assert!(!store.end_token(&id("bob"), &tokens[0].id).await.unwrap(), "not his");
    assert!(store.end_token(&id("ann"), &tokens[0].id).await.unwrap());
    assert!(!store.end_token(&id("ann"), &tokens[0].id).await.unwrap());
    assert_eq!(store.tokens_of(&id("ann"), 50).await.unwrap(), tokens[1..]);
    let cookie = Store::token_id("hash of the cookie");
    assert!(!store.end_token(&id("ann"), &cookie).await.unwrap(), "a cookie is no token");
}

/// A place of somebody, as JSON.
fn place(name: &str) -> String {
    format!(r#"{{"person":{{"person":{{"id":"{name}","name":"{name}","is_guest":true}}}}}}"#)
}

async fn tables_are_found_by_who_sits_there(url: &str) {
    let store = store_with_games(url, &["running", "over"]).await;
    store.append(&[last_entry("over", 1, [1, 2, 3])]).await.unwrap();
    let seats = format!("[{},\"open\"]", place("bob"));
    store.add_table(&TableRow { seats: seats.clone(), ..table("open", 30) }).await.unwrap();
    store.add_table(&TableRow { seats, ..table("given up", 40) }).await.unwrap();
    let found = async |name| {
        let tables = store.tables_of(&id(name), 10).await.unwrap();
        tables.into_iter().map(|table| (table.id.0, table.waits_for)).collect::<Vec<_>>()
    };
    let tables = |names: &[(&str, Option<i64>)]| -> Vec<(String, Option<i64>)> {
        names.iter().map(|(name, waits_for)| ((*name).to_owned(), *waits_for)).collect()
    };
    assert_eq!(found("bob").await, tables(&[("given up", None), ("open", None), ("running", Some(1))]));
    assert_eq!(found("ann").await, tables(&[("running", Some(1))]));
    store.set_seats(&table_id("given up"), TableState::Closed, &id("ann"), "[]").await.unwrap();
    let seats = format!("[{}]", place("ann"));
    store.set_seats(&table_id("open"), TableState::Open, &id("ann"), &seats).await.unwrap();
    assert_eq!(found("bob").await, tables(&[("running", Some(1))]));
    assert_eq!(found("ann").await, tables(&[("open", None), ("running", Some(1))]));
    store.append(&[entry("running", 1, "")]).await.unwrap();
    assert_eq!(found("bob").await, tables(&[("running", Some(0))]));
    assert!(store.start_game(&table_id("open"), &new_game(None)).await.unwrap());
    assert_eq!(found("bob").await, tables(&[("open", Some(1)), ("running", Some(0))]));
    store.give_to_bot(&table_id("running"), 1, "steady", &id("ann"), "[]").await.unwrap();
    assert_eq!(found("bob").await, tables(&[("open", Some(1))]));
}

async fn statistics_are_counted(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3", "t4"]).await;
    assert!(store.statistics_of(&id("ann")).await.unwrap().is_empty());
    for (table, places) in [("t1", [1, 2, 3]), ("t2", [1, 1, 3]), ("t3", [3, 1, 2])] {
        store.append(&[last_entry(table, 1, places)]).await.unwrap();
    }
    let ann = store.statistics_of(&id("ann")).await.unwrap().remove(0);
    assert_eq!((ann.players, ann.games, ann.wins, ann.shared_wins), (Some(3), 3, 2, 1));
    assert!((ann.mean_place - 5.0 / 3.0).abs() < 1e-9 && (ann.mean_money - 29_500.0 / 3.0).abs() < 1e-9);
    assert_eq!((ann.best_money, ann.rating.is_some(), ann.uncertainty.is_some()), (9_900, true, true));
    let bob = store.statistics_of(&id("bob")).await.unwrap().remove(0);
    assert_eq!((bob.games, bob.wins, bob.shared_wins), (3, 2, 1));
}

async fn finished_games_are_found(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3"]).await;
    let by_link = TableRow { visibility: Visibility::Link, ..table("t4", 40) };
    store.add_table(&by_link).await.unwrap();
    let two = vec![(Some(id("bob")), None), (None, Some("novice".to_owned()))];
    let game = NewGame { players: two, preset: "tycoon", ..new_game(None) };
    assert!(store.start_game(&table_id("t4"), &game).await.unwrap());
    for (number, table) in (1..).zip(["t1", "t2", "t4"]) {
        store.append(&[last_entry(table, number, [1, 2, 3])]).await.unwrap();
    }
    let find = async |search: GameSearch, most, asker: Option<&str>| {
        let games = store.find_games(&search, most, asker.map(id).as_ref()).await.unwrap();
        games.into_iter().map(|game| game.table.0).collect::<Vec<_>>()
    };
    let all = GameSearch::default;
    assert_eq!(find(all(), 10, None).await, ["t2", "t1"], "t3 is not over, t4 is by link");
    assert_eq!(find(all(), 1, None).await, ["t2"]);
    assert_eq!(find(GameSearch { before: Some(102), ..all() }, 10, None).await, ["t1"]);
    assert_eq!(find(all(), 10, Some("bob")).await, ["t4", "t2", "t1"], "his own");
    assert_eq!(find(all(), 2, Some("bob")).await, ["t4", "t2"]);
    assert_eq!(find(all(), 10, Some("ann")).await, ["t2", "t1"], "not hers");
    let by = |preset: &str, players| GameSearch { preset: preset.parse().ok(), players, ..all() };
    assert_eq!(find(by("classic", Some(3)), 10, None).await, ["t2", "t1"]);
    assert!(find(by("classic", Some(2)), 10, Some("bob")).await.is_empty());
    assert_eq!(find(by("tycoon", Some(2)), 10, Some("bob")).await, ["t4"]);
    assert_eq!(find(by("", Some(2)), 10, Some("bob")).await, ["t4"]);
    let named = |name: &str| GameSearch { player: Some(name.to_owned()), ..all() };
    assert_eq!(find(named("bob"), 10, None).await, ["t2", "t1"]);
    assert!(find(named("BOB"), 10, None).await.is_empty(), "a guest has the name as it is");
    assert!(store.claim(&id("bob"), "Bobby", "bobby", "hash").await.unwrap());
    assert_eq!(find(named(" bOBBY "), 10, None).await, ["t2", "t1"], "an account has it in every case");
    assert_eq!(find(named("bobby"), 10, Some("bob")).await, ["t4", "t2", "t1"]);
    assert!(find(named("nobody"), 10, None).await.is_empty() && find(named("\0"), 10, None).await.is_empty());
    let games = store.find_games(&all(), 1, None).await.unwrap();
    let players: Vec<_> = games[0].players.iter().map(|one| (one.name.as_str(), one.place)).collect();
    assert_eq!(players, [("ann", 1), ("Bobby", 2), ("steady", 3)]);
    assert_eq!((games[0].preset.as_str(), games[0].ended_at), ("classic", 102));
    assert_eq!((&games[0].players[2].bot, &games[0].players[2].person), (&Some("steady".to_owned()), &None));
}

/// However many games there are, each list is read from the end of one index. SQLite says so.
async fn games_are_found_by_index(url: &str) {
    let store = Store::open(url).await.unwrap();
    if !url.starts_with("sqlite") {
        return;
    }
    let search = |preset: bool, players: bool| GameSearch {
        preset: preset.then_some(mergemaker_engine::Preset::Classic),
        players: players.then_some(3),
        ..GameSearch::default()
    };
    for (search, of_one, index) in [
        (search(false, false), false, "games_all"),
        (search(true, false), false, "games_by_preset"),
        (search(false, true), false, "games_by_players"),
        (search(true, true), false, "games_by_both"),
        (search(true, true), true, "players_by_person"),
    ] {
        let statement = format!("EXPLAIN QUERY PLAN {}", results::games_statement(&search, of_one));
        // What is not bound is null, which the plan does not look at.
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).fetch_all(&store.read).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.try_get("detail").unwrap()).collect();
        assert!(plan.iter().any(|step| step.contains(&format!("INDEX {index} "))), "{index}: {plan:#?}");
        let scans = plan.iter().filter(|step| step.starts_with("SCAN") && !step.contains("found"));
        assert_eq!(scans.count(), 0, "{plan:#?}");
    }
}

async fn the_name_of_a_deleted_account_goes(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let seats = format!("[{},{}]", place("ann"), place("bob"));
    store.set_seats(&table_id("t1"), TableState::Running, &id("ann"), &seats).await.unwrap();
    let person = Person { id: id("ann"), name: "ann".to_owned(), is_guest: true };
    let line = ChatLine { number: 1, person, text: "Hello!".to_owned(), at: 5 };
    store.add_chat(&table_id("t1"), &line).await.unwrap();
    let record = mergemaker_record::Record {
        rules: mergemaker_engine::Rules::of(mergemaker_engine::Preset::Classic),
        players: vec!["ann".into(), "bob".into(), "steady".into()],
        events: Vec::new(),
        result: None,
        seed: None,
        commitment: None,
    };
    let mut last = last_entry("t1", 1, [1, 2, 3]);
    last.finished.as_mut().unwrap().record = record.to_json();
    store.append(&[last]).await.unwrap();
    store.set_muted(&id("bob"), &id("ann"), true).await.unwrap();
    store.set_silenced(&table_id("t1"), &id("ann"), true).await.unwrap();
    assert_eq!(store.tables_that_name(&id("ann")).await.unwrap(), [table_id("t1")]);
    for _ in 0..2 {
        store.forget(&id("ann")).await.unwrap();
        store.delete_person(&id("ann"), 50).await.unwrap();
    }
    let seats = store.table(&table_id("t1")).await.unwrap().unwrap().seats;
    assert!(seats.contains("somebody") && seats.contains(r#""name":"bob""#), "{seats}");
    assert!(!seats.contains(r#""name":"ann""#), "{seats}");
    let kept = store.record(&table_id("t1")).await.unwrap().unwrap();
    let kept = mergemaker_record::Record::read(kept.as_bytes()).unwrap();
    assert_eq!(kept.players, ["somebody", "bob", "steady"]);
    let line = store.last_chat(&table_id("t1"), 1).await.unwrap().remove(0);
    assert_eq!((line.person.name.as_str(), line.person.is_guest), ("somebody", false));
    let games = store.find_games(&GameSearch::default(), 10, None).await.unwrap();
    assert_eq!(games[0].players[0].name, "somebody");
    assert!(store.person(&id("ann")).await.unwrap().is_none());
    assert!(store.muted_by(&id("bob")).await.unwrap().is_empty());
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
