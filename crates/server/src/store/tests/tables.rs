//! Tables and the logs of their games.

use mergemaker_bots::Level;

use super::*;
use crate::time::now_ms;

pub(super) async fn tables_are_stored_and_listed(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    assert!(store.table(&table_id("t1")).await.unwrap().is_none());
    let hidden = TableRow { visibility: Visibility::Link, ..table("t3", 30) };
    for table in [table("t1", 10), table("t2", 20), hidden] {
        add_table(&store, &table).await;
    }
    let listed = async |state, limit| {
        let tables = store.public_tables(state, &first(limit)).await.unwrap().items;
        tables.into_iter().map(|table| table.id.0).collect::<Vec<_>>()
    };
    assert_eq!(listed(TableState::Open, 10).await, ["t2", "t1"]);
    assert_eq!(listed(TableState::Open, 1).await, ["t2"]);
    let seats = [Occupant::Open, person("bob")];
    set_seats(&store, "t1", TableState::Open, "bob", &seats).await;
    set_seats(&store, "t2", TableState::Closed, "ann", &[]).await;
    assert_eq!(listed(TableState::Open, 10).await, ["t1"]);
    assert_eq!(listed(TableState::Closed, 10).await, ["t2"]);
    let t1 = store.table(&table_id("t1")).await.unwrap().unwrap();
    assert_eq!((t1.host, &t1.seats[..], t1.created_at, t1.revision), (id("bob"), &seats[..], 10, 1));
    assert_eq!(t1.settings, Settings::default());
    assert_eq!((t1.seed, t1.started_at, t1.rematch), (None, None, None));
    let t3 = store.table(&table_id("t3")).await.unwrap().unwrap();
    assert_eq!(t3.visibility, Visibility::Link);
}

pub(super) async fn a_game_starts_once(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    assert!(!store.start_game(&table_id("t1"), &new_game(None)).await.unwrap(), "it has started");
    assert!(!store.start_game(&table_id("none"), &new_game(None)).await.unwrap(), "there is no such table");
    let t1 = store.table(&table_id("t1")).await.unwrap().unwrap();
    assert_eq!((t1.state, t1.seed), (TableState::Running, Some(Seed::for_simulation(1, 1))));
    assert_eq!((t1.started_at, t1.seats, t1.revision), (Some(20), new_game(None).seats, 1));
    let tables = store.tables_of(&id("bob"), &first(10)).await.unwrap().items;
    assert_eq!(tables.iter().map(|table| table.id.0.as_str()).collect::<Vec<_>>(), ["t1"]);
    assert!(store.tables_of(&id("cid"), &first(10)).await.unwrap().items.is_empty());
    // Of two concurrent starts, one succeeds.
    add_table(&store, &table("t2", 30)).await;
    let (other, t2) = (Store::open(url).await.unwrap(), table_id("t2"));
    let games = [new_game(None), NewGame { seed: Seed::for_simulation(1, 2), ..new_game(None) }];
    let (a, b) = tokio::join!(store.start_game(&t2, &games[0]), other.start_game(&t2, &games[1]));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a ^ b);
    let seed = store.table(&t2).await.unwrap().unwrap().seed;
    assert_eq!(seed, Some(Seed::for_simulation(1, if a { 1 } else { 2 })));
}

pub(super) async fn taken_numbers_do_not_affect_the_rest_of_a_batch(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    assert_eq!(store.append(&[]).await.unwrap(), Vec::<bool>::new());
    assert_eq!(store.append(&[entry("t1", 1, 1)]).await.unwrap(), [true]);
    let batch =
        [entry("t2", 1, 4), entry("t1", 1, 5), entry("t1", 3, 3), entry("t1", 2, 2), entry("t1", 2, 5)];
    assert_eq!(store.append(&batch).await.unwrap(), [true, false, true, true, false]);
    // Sorted as numbers, not as text.
    let more: Vec<Append> = (4..=12).rev().map(|number| entry("t1", number, 0)).collect();
    assert!(store.append(&more).await.unwrap().into_iter().all(|is_added| is_added));
    let log = store.entries(&table_id("t1"), 1, 10_000).await.unwrap();
    let places: Vec<_> = log.iter().map(|row| (row.number, row.at)).collect();
    assert_eq!(places, (1_u64..=12).map(|number| (number, 100 + number.cast_signed())).collect::<Vec<_>>());
    assert_eq!(
        seats_in_log(&store, "t1").await[..4],
        [1, 2, 3, 0],
        "where a number was taken, the first stays"
    );
    assert_eq!(seats_in_log(&store, "t2").await, [4]);
    // A batch that fails is not stored in part.
    let batch = [entry("t2", 2, 0), entry("no such table", 1, 0)];
    assert!(store.append(&batch).await.is_err());
    assert_eq!(store.entries(&table_id("t2"), 1, 10_000).await.unwrap().len(), 1);
}

pub(super) async fn due_tables_are_found(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3"]).await;
    let due = async |now, limit| {
        let tables = store.due_tables(now, limit).await.unwrap();
        tables.into_iter().map(|table| table.0).collect::<Vec<_>>()
    };
    assert!(due(i64::MAX, 10).await.is_empty());
    let at = |table, number, due_at| Append { due_at, ..entry(table, number, 0) };
    store.append(&[at("t1", 1, Some(500)), at("t2", 1, Some(400)), at("t3", 1, Some(600))]).await.unwrap();
    assert!(due(399, 10).await.is_empty());
    assert_eq!(due(500, 10).await, ["t2", "t1"]);
    assert_eq!(due(1_000, 1).await, ["t2"]);
    // An entry with a taken number changes nothing; one without a due time clears it.
    store.append(&[at("t1", 1, Some(1)), at("t2", 2, None)]).await.unwrap();
    assert_eq!(due(1_000, 10).await, ["t1", "t3"]);
    store.append(&[last_entry("t1", 2, [1, 2, 3])]).await.unwrap();
    assert_eq!(due(1_000, 10).await, ["t3"], "finished games are not due");
}

pub(super) async fn tables_are_found_by_person(url: &str) {
    let store = store_with_games(url, &["running", "over"]).await;
    store.append(&[last_entry("over", 1, [1, 2, 3])]).await.unwrap();
    let seats = vec![person("bob"), Occupant::Open];
    add_table(&store, &TableRow { seats: seats.clone(), ..table("open", 30) }).await;
    add_table(&store, &TableRow { seats, ..table("closed", 40) }).await;
    let found = async |name| {
        let tables = store.tables_of(&id(name), &first(10)).await.unwrap().items;
        tables.into_iter().map(|table| (table.id.0, table.waits_for.map(Seat::index))).collect::<Vec<_>>()
    };
    let tables = |names: &[(&str, Option<usize>)]| -> Vec<(String, Option<usize>)> {
        names.iter().map(|(name, waits_for)| ((*name).to_owned(), *waits_for)).collect()
    };
    assert_eq!(found("bob").await, tables(&[("closed", None), ("open", None), ("running", Some(1))]));
    assert_eq!(found("ann").await, tables(&[("running", Some(1))]));
    set_seats(&store, "closed", TableState::Closed, "ann", &[]).await;
    set_seats(&store, "open", TableState::Open, "ann", &[person("ann")]).await;
    assert_eq!(found("bob").await, tables(&[("running", Some(1))]));
    assert_eq!(found("ann").await, tables(&[("open", None), ("running", Some(1))]));
    store.append(&[entry("running", 1, 0)]).await.unwrap();
    assert_eq!(found("bob").await, tables(&[("running", Some(0))]));
    assert!(store.start_game(&table_id("open"), &new_game(None)).await.unwrap());
    assert_eq!(found("bob").await, tables(&[("open", Some(1)), ("running", Some(0))]));
    let bob = Seat::new(1).unwrap();
    store.replace_by_bot(&table_id("running"), bob, Level::Steady, &id("ann"), &[]).await.unwrap();
    assert_eq!(found("bob").await, tables(&[("open", Some(1))]));
}

pub(super) async fn one_of_two_concurrent_writers_gets_a_number(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let other = Store::open(url).await.unwrap();
    for number in 1..=50 {
        let batches = [[entry("t1", number, 0)], [entry("t1", number, 1)]];
        let (a, b) = tokio::join!(store.append(&batches[0]), other.append(&batches[1]));
        let (a, b) = (a.unwrap()[0], b.unwrap()[0]);
        assert!(a ^ b, "number {number}: {a} and {b}");
        assert_eq!(seats_in_log(&store, "t1").await.last(), Some(&usize::from(b)));
    }
    assert_eq!(store.entries(&table_id("t1"), 1, 10_000).await.unwrap().len(), 50);
}

/// Two servers append to the same games in opposite order: no deadlock, and nothing is stored twice.
pub(super) async fn concurrent_batches_do_not_deadlock(url: &str) {
    let names = ["t1", "t2", "t3", "t4", "t5", "t6"];
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    for number in 1..=20 {
        let batch: Vec<Append> = names.iter().map(|name| entry(name, number, 0)).collect();
        let reversed: Vec<Append> = batch.iter().rev().cloned().collect();
        let (a, b) = tokio::join!(store.append(&batch), other.append(&reversed));
        let (a, b) = (a.unwrap(), b.unwrap());
        for (one, other) in a.into_iter().zip(b.into_iter().rev()) {
            assert!(one ^ other);
        }
    }
}

/// Two servers end games of the same people in opposite order: no deadlock.
pub(super) async fn concurrently_ending_games_do_not_deadlock(url: &str) {
    const ROUNDS: usize = 15;
    let names: Vec<String> =
        (0..ROUNDS).flat_map(|round| ["a", "b", "c", "d"].map(|name| format!("{name}{round}"))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    let ends = |table: &str, person: &str| {
        let mut last = last_entry(table, 1, [1, 2, 3]);
        let others = last.finished.iter_mut().flat_map(|finished| &mut finished.players);
        for player in others.filter(|player| player.person != Some(id(person))) {
            player.person = None;
        }
        last
    };
    for games in names.chunks(4) {
        let batches =
            [[ends(games[0], "ann"), ends(games[1], "bob")], [ends(games[2], "bob"), ends(games[3], "ann")]];
        let (one, two) = tokio::join!(store.append(&batches[0]), other.append(&batches[1]));
        assert_eq!((one.unwrap(), two.unwrap()), (vec![true; 2], vec![true; 2]));
    }
    for name in ["ann", "bob"] {
        assert_eq!(store.ratings_of(&id(name)).await.unwrap()[0].games, 2 * ROUNDS as i64);
    }
}

/// A batch of the maximum size, with some numbers taken.
pub(super) async fn a_large_batch_is_stored(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    assert_eq!(store.append(&[entry("t2", 7, 0), entry("t1", 201, 0)]).await.unwrap(), [true, true]);
    let batch: Vec<Append> =
        (1..=256).rev().flat_map(|number| ["t1", "t2"].map(|table| entry(table, number, 0))).collect();
    let started = std::time::Instant::now();
    let added = store.append(&batch).await.unwrap();
    println!("{} entries in {:?}", batch.len(), started.elapsed());
    for (append, is_added) in batch.iter().zip(added) {
        let is_taken = matches!((append.table.0.as_str(), append.number), ("t2", 7) | ("t1", 201));
        assert_eq!(is_added, !is_taken, "{append:?}");
    }
    assert_eq!(store.entries(&table_id("t1"), 1, 10_000).await.unwrap().len(), 256);
}

pub(super) async fn seats_are_replaced_only_at_the_known_revision(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    add_table(&store, &table("t1", 10)).await;
    let (t1, ann) = (table_id("t1"), id("ann"));
    let (open, closed) = (TableState::Open, TableState::Closed);
    let replace = async |from, revision, to, seats: &[Occupant]| {
        store.replace_seats(&t1, (from, revision), to, &seats_row("ann", seats)).await.unwrap()
    };
    let [one, two] = ["ann", "bob"].map(|name| [person(name)]);
    assert!(replace(open, 0, open, &one).await);
    assert!(!replace(open, 0, open, &two).await, "the revision is outdated");
    assert!(!replace(TableState::Running, 1, closed, &[]).await, "it is open");
    assert_eq!(store.tables_of(&ann, &first(10)).await.unwrap().items[0].seats, one);
    assert!(
        store.tables_of(&id("bob"), &first(10)).await.unwrap().items.is_empty(),
        "a refused write changes nothing"
    );
    // Of two concurrent writes, one succeeds.
    let other = Store::open(url).await.unwrap();
    let rows = [seats_row("ann", &two), seats_row("ann", &[])];
    let (a, b) = tokio::join!(
        store.replace_seats(&t1, (open, 1), open, &rows[0]),
        other.replace_seats(&t1, (open, 1), open, &rows[1])
    );
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a ^ b);
    let seats = store.table(&t1).await.unwrap().unwrap().seats;
    assert_eq!(seats, if a { &two[..] } else { &[] });
    // A started game cannot be closed by a writer with an outdated state.
    assert!(store.start_game(&t1, &new_game(None)).await.unwrap());
    assert!(!replace(open, 2, closed, &[]).await);
    assert_eq!(store.table(&t1).await.unwrap().unwrap().state, TableState::Running);
    assert!(!store.replace_seats(&table_id("none"), (open, 0), open, &seats_row("ann", &[])).await.unwrap());
}

pub(super) async fn there_is_only_one_rematch(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let other = Store::open(url).await.unwrap();
    let (t1, rows) = (table_id("t1"), [table("t2", 20), table("t3", 30)]);
    let (a, b) = tokio::join!(
        store.add_rematch(&rows[0], &[], &t1, u32::MAX),
        other.add_rematch(&rows[1], &[], &t1, u32::MAX)
    );
    let (a, b) = (a.unwrap().unwrap(), b.unwrap().unwrap());
    assert_eq!(a, b);
    assert_eq!(store.table(&t1).await.unwrap().unwrap().rematch, Some(a.clone()));
    for row in rows {
        assert_eq!(store.table(&row.id).await.unwrap().is_some(), row.id == a, "{}", row.id.0);
    }
    assert_eq!(store.add_rematch(&table("t4", 40), &[], &t1, 0).await.unwrap(), Some(a), "it exists already");
    assert!(store.table(&table_id("t4")).await.unwrap().is_none());
    assert!(store.add_rematch(&table("t5", 50), &[], &table_id("none"), u32::MAX).await.is_err());
    assert!(store.table(&table_id("t5")).await.unwrap().is_none());
}

/// An open table has a unique code, which is freed afterwards.
pub(super) async fn an_open_table_is_found_by_its_code(url: &str) {
    let store = store_with_games(url, &[]).await;
    let with_code =
        |name: &str, created_at| TableRow { code: Some("CDFGHJ".into()), ..table(name, created_at) };
    let found = async |code: &str| store.table_with_code(code).await.unwrap().map(|id| id.0);
    let code = async |name: &str| store.table(&table_id(name)).await.unwrap().unwrap().code;
    assert_eq!(found("CDFGHJ").await, None);
    add_table(&store, &with_code("t1", 10)).await;
    add_table(&store, &with_code("t2", 20)).await;
    assert_eq!((found("CDFGHJ").await.as_deref(), code("t1").await.as_deref()), (Some("t1"), Some("CDFGHJ")));
    let other = code("t2").await.expect("another code, since that one is taken");
    assert_ne!(other, "CDFGHJ");
    assert_eq!(found(&other).await.as_deref(), Some("t2"));
    assert_eq!(found("cdfghj\0").await, None);
    // Several tables may have no code.
    add_table(&store, &table("t3", 30)).await;
    add_table(&store, &table("t4", 40)).await;
    // When a game starts, its code is freed for another table.
    assert!(store.start_game(&table_id("t1"), &new_game(None)).await.unwrap());
    assert_eq!((found("CDFGHJ").await, code("t1").await), (None, None));
    add_table(&store, &with_code("t5", 50)).await;
    assert_eq!(found("CDFGHJ").await.as_deref(), Some("t5"));
    // Changing seats keeps the code; closing the table frees it.
    let (open, closed) = (TableState::Open, TableState::Closed);
    assert!(
        store
            .replace_seats(&table_id("t5"), (open, 0), open, &seats_row("bob", &[person("bob")]))
            .await
            .unwrap()
    );
    assert_eq!(found("CDFGHJ").await.as_deref(), Some("t5"));
    assert!(store.replace_seats(&table_id("t5"), (open, 1), closed, &seats_row("bob", &[])).await.unwrap());
    assert_eq!((found("CDFGHJ").await, code("t5").await), (None, None));
    // Sweeping closes the table and frees its code too.
    store.sweep(now_ms() + i64::from(u32::MAX)).await.unwrap();
    assert_eq!((found(&other).await, code("t2").await), (None, None));
    // A rematch gets its own code, even if the requested one is taken.
    add_table(&store, &with_code("t6", 60)).await;
    store.add_rematch(&with_code("t7", 70), &[], &table_id("t1"), u32::MAX).await.unwrap();
    assert!(code("t7").await.is_some_and(|code| code != "CDFGHJ"));
}
