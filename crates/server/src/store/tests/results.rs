//! Results, ratings and searches of games.

use super::*;
use crate::store::results::{Whose, games_statement};
use mergemaker_protocol::Cursor;

/// What ended before a time.
fn before(time: i64) -> Window {
    Window::after(Some(&Cursor(time.to_string())), None).unwrap()
}

/// The part of the list that a search asks for.
fn window(search: &GameSearch, limit: u8) -> Window {
    Window::after(search.before.as_ref(), Some(limit)).unwrap()
}

pub(super) async fn a_finished_game_is_rated_once(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    assert!(store.claim(&id("ann"), "Anna", "hash").await.unwrap());
    assert_eq!(stored_record(&store, "t1").await, None);
    assert_eq!(stored_record(&store, "none").await, None);
    assert_eq!(store.append(&[last_entry("t1", 1, [1, 2, 2])]).await.unwrap(), [true]);
    assert_eq!(store.append(&[last_entry("t1", 1, [2, 1, 2])]).await.unwrap(), [false], "it counts once");
    assert_eq!(store.table(&table_id("t1")).await.unwrap().unwrap().state, TableState::Over);
    assert_eq!(stored_record(&store, "t1").await, Some(record()));
    let games = store.games_of(&id("bob"), true, &first(10)).await.unwrap().items;
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
    assert!(store.games_of(&id("bob"), true, &before(101)).await.unwrap().items.is_empty(), "before its end");
    store.append(&[last_entry("t2", 2, [1, 2, 3])]).await.unwrap();
    let games = store.games_of(&id("bob"), true, &first(10)).await.unwrap().items;
    assert_eq!(games.iter().map(|game| game.table.0.as_str()).collect::<Vec<_>>(), ["t2", "t1"]);
    sqlx::query("UPDATE tables SET visibility = 'link' WHERE id = 't2'").execute(&store.write).await.unwrap();
    let shown = store.games_of(&id("bob"), false, &first(10)).await.unwrap().items;
    assert_eq!(shown.iter().map(|game| game.table.0.as_str()).collect::<Vec<_>>(), ["t1"], "t2 is by link");
    sqlx::query("UPDATE tables SET visibility = 'public' WHERE id = 't2'")
        .execute(&store.write)
        .await
        .unwrap();
    assert_eq!(store.games_of(&id("bob"), true, &first(1)).await.unwrap().items.len(), 1);

    let [ann, bob] =
        [store.ratings_of(&id("ann")).await.unwrap(), store.ratings_of(&id("bob")).await.unwrap()];
    assert_eq!((ann.len(), ann[0].players, ann[0].games), (1, 3, 2));
    assert_eq!((ann[0].name.as_str(), bob[0].name.as_str()), ("Anna", "bob"));
    assert!(ann[0].rating > 25.0 && ann[0].rating > bob[0].rating && ann[0].uncertainty < 25.0 / 3.0);
    let history = store.rating_history(&id("ann"), 3, &first(50)).await.unwrap().items;
    assert_eq!(history.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [102, 101]);
    assert!(history[1].1 < history[0].1 && (history[0].1 - ann[0].rating).abs() < 1e-9);
    assert!(store.rating_history(&id("ann"), 4, &first(50)).await.unwrap().items.is_empty());
    assert_eq!(store.leaderboard(3, &first(10)).await.unwrap().items, ann, "guests are not listed");
    assert!(store.claim(&id("bob"), "Bobby", "hash").await.unwrap());
    let names: Vec<_> =
        store.leaderboard(3, &first(10)).await.unwrap().items.into_iter().map(|rated| rated.name).collect();
    assert_eq!(names, ["Anna", "Bobby"]);
    assert_eq!(store.leaderboard(3, &first(1)).await.unwrap().items.len(), 1);
    assert!(store.leaderboard(4, &first(10)).await.unwrap().items.is_empty());
}

/// Two servers end games of the same people concurrently: no rating update is lost.
pub(super) async fn games_that_end_concurrently_are_all_rated(url: &str) {
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
    let mut ratings: Vec<f64> = store
        .rating_history(&id("ann"), 3, &first(50))
        .await
        .unwrap()
        .items
        .into_iter()
        .map(|(_, rating)| rating)
        .collect();
    ratings.sort_by(f64::total_cmp);
    assert!((ratings[19] - ann[0].rating).abs() < 1e-9);
    ratings.dedup();
    assert_eq!(ratings.len(), 20, "each win adds to the one before: {ratings:?}");
}

pub(super) async fn statistics_are_counted(url: &str) {
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

pub(super) async fn finished_games_are_found(url: &str) {
    let store = store_with_games(url, &["t1", "t2", "t3"]).await;
    let by_link = TableRow { visibility: Visibility::Link, ..table("t4", 40) };
    add_table(&store, &by_link).await;
    let two = vec![person("bob"), bot("novice")];
    let game = NewGame { seats: two, preset: Preset::Tycoon, ..new_game(None) };
    assert!(store.start_game(&table_id("t4"), &game).await.unwrap());
    for (number, table) in (1..).zip(["t1", "t2", "t4"]) {
        store.append(&[last_entry(table, number, [1, 2, 3])]).await.unwrap();
    }
    let find = async |search: GameSearch, limit, asker: Option<&str>| {
        let games =
            store.find_games(&search, &window(&search, limit), asker.map(id).as_ref()).await.unwrap().items;
        games.into_iter().map(|game| game.table.0).collect::<Vec<_>>()
    };
    let all = GameSearch::default;
    assert_eq!(find(all(), 10, None).await, ["t2", "t1"], "t3 is not over, t4 is by link");
    assert_eq!(find(all(), 1, None).await, ["t2"]);
    assert_eq!(find(GameSearch { before: Some(Cursor("102".into())), ..all() }, 10, None).await, ["t1"]);
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
    assert_eq!(find(named("bob"), 1, None).await, ["t2"]);
    assert_eq!(find(named("bob"), 10, Some("bob")).await, ["t4", "t2", "t1"]);
    // Two guests with the same name played together: their game is found once, with each player once.
    store.add_guest(&id("namesake"), "ann", 2).await.unwrap();
    let both = vec![person("ann"), person("namesake"), bot("steady")];
    add_table(&store, &table("t5", 50)).await;
    let game = NewGame { seats: both, preset: Preset::Classic, ..new_game(None) };
    assert!(store.start_game(&table_id("t5"), &game).await.unwrap());
    store.append(&[Append { at: 50, ..last_entry("t5", 1, [1, 2, 3]) }]).await.unwrap();
    assert_eq!(find(named("ann"), 10, None).await, ["t2", "t1", "t5"]);
    assert_eq!(find(named("ann"), 3, None).await, ["t2", "t1", "t5"]);
    let games = store.find_games(&named("ann"), &first(10), None).await.unwrap().items;
    assert_eq!(games[2].players.len(), 3);
    sqlx::query("UPDATE tables SET visibility = 'link' WHERE id = 't5'").execute(&store.write).await.unwrap();
    assert!(find(named("BOB"), 10, None).await.is_empty(), "guests are found by exact name");
    assert!(store.claim(&id("bob"), "Bobby", "hash").await.unwrap());
    assert_eq!(find(named(" bOBBY "), 10, None).await, ["t2", "t1"], "accounts are found in any case");
    assert_eq!(find(named("bobby"), 10, Some("bob")).await, ["t4", "t2", "t1"]);
    assert!(find(named("nobody"), 10, None).await.is_empty() && find(named("\0"), 10, None).await.is_empty());
    let games = store.find_games(&all(), &first(1), None).await.unwrap().items;
    let players: Vec<_> = games[0].players.iter().map(|one| (one.name.as_str(), one.place)).collect();
    assert_eq!(players, [("ann", 1), ("Bobby", 2), ("steady", 3)]);
    assert_eq!((games[0].preset.as_str(), games[0].ended_at), ("classic", 102));
    assert_eq!((&games[0].players[2].bot, &games[0].players[2].person), (&Some("steady".to_owned()), &None));
}

/// Each search reads one index from its end, according to SQLite's query plan.
pub(super) async fn searches_use_an_index(url: &str) {
    let store = Store::open(url).await.unwrap();
    if !url.starts_with("sqlite") {
        return;
    }
    let search = |preset: bool, players: bool| GameSearch {
        preset: preset.then_some(mergemaker_engine::Preset::Classic),
        players: players.then_some(3),
        ..GameSearch::default()
    };
    for (search, whose, index) in [
        (search(false, false), Whose::Everyone, "games_all"),
        (search(true, false), Whose::Everyone, "games_by_preset"),
        (search(false, true), Whose::Everyone, "games_by_players"),
        (search(true, true), Whose::Everyone, "games_by_both"),
        (search(true, true), Whose::Person(&id("ann")), "players_by_person"),
        (search(true, true), Whose::Guests("ann"), "players_by_person"),
        (search(true, true), Whose::Guests("ann"), "people_by_name"),
    ] {
        let statement = format!("EXPLAIN QUERY PLAN {}", games_statement(&search, whose));
        // Unbound parameters are null, which does not affect the plan.
        let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).fetch_all(&store.read).await.unwrap();
        let plan: Vec<String> = rows.iter().map(|row| row.try_get("detail").unwrap()).collect();
        assert!(plan.iter().any(|step| step.contains(&format!("INDEX {index} "))), "{index}: {plan:#?}");
        let scans = plan.iter().filter(|step| step.starts_with("SCAN") && !step.contains("found"));
        assert_eq!(scans.count(), 0, "{plan:#?}");
    }
}
