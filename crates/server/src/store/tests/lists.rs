//! Lists in pages, and the lobby.

use std::fmt::Debug;

use mergemaker_protocol::{Cursor, Page};

use super::*;

/// Reads a list page by page, and checks that the pages make up the list.
async fn check_pages<T: PartialEq + Debug>(
    read: impl AsyncFn(&Window) -> Page<T>,
    expected: usize,
    what: &str,
) {
    let all = read(&first(100)).await;
    assert_eq!((all.items.len(), &all.next), (expected, &None), "{what}");
    for limit in [1, 2, 3] {
        let (mut found, mut next) = (Vec::new(), None::<Cursor>);
        loop {
            let page = read(&Window::after(next.as_ref(), Some(limit)).unwrap()).await;
            assert!(
                page.items.len() <= limit.into() && (page.next.is_none() || !page.items.is_empty()),
                "{what}"
            );
            found.extend(page.items);
            next = page.next;
            if next.is_none() {
                break;
            }
        }
        assert_eq!(found, all.items, "{what} by {limit}");
    }
}

pub(super) async fn every_list_has_pages(url: &str) {
    let tables: Vec<String> = (0..7).map(|number| format!("t{number}")).collect();
    let tables: Vec<&str> = tables.iter().map(String::as_str).collect();
    let store = store_with_games(url, &tables).await;
    let ann = id("ann");
    for (number, table) in tables.iter().take(5).enumerate() {
        // Some end at the same time.
        let ends = last_entry(table, number as u64 + 1, [1, 2, 3]);
        store.append(&[Append { at: 100 + number as i64 / 2, ..ends }]).await.unwrap();
    }
    for number in 0..7 {
        let other = format!("other{number}");
        store.add_guest(&id(&other), &format!("name {}", number / 2), 1).await.unwrap();
        assert!(store.mute(&ann, &id(&other), 9).await.unwrap());
        let hashes = [format!("{number} browser of ann"), format!("{number} token of ann")];
        for (hash, kind) in hashes.iter().zip([SessionKind::Cookie, SessionKind::Token]) {
            add_session(&store, (hash, "ann", kind), number / 2, 100).await.unwrap();
        }
        let seats = vec![person("ann"), Occupant::Open];
        add_table(&store, &TableRow { seats, ..table(&format!("open{number}"), 50 + number / 2) }).await;
    }
    for name in ["ann", "bob"] {
        assert!(store.claim(&id(name), name, "hash").await.unwrap());
    }
    let some = |page: crate::store::Result<Page<TableRow>>| page.unwrap().map(|table| table.id);
    check_pages(async |window| store.tokens_of(&ann, 9, window).await.unwrap(), 7, "tokens").await;
    check_pages(async |window| store.sessions_of(&ann, 9, None, window).await.unwrap(), 7, "sessions").await;
    check_pages(async |window| store.muted_by(&ann, window).await.unwrap(), 7, "muted").await;
    check_pages(async |window| some(store.tables_of(&ann, window).await), 9, "own tables").await;
    check_pages(async |window| some(store.lobby(60, window).await), 7, "lobby").await;
    let running = async |window: &Window| some(store.public_tables(TableState::Running, window).await);
    check_pages(running, 2, "running").await;
    check_pages(async |window| store.games_of(&ann, true, window).await.unwrap(), 5, "past games").await;
    let search = GameSearch::default();
    for asker in [None, Some(&ann)] {
        let find = async |window: &Window| store.find_games(&search, window, asker).await.unwrap();
        check_pages(find, 5, "games").await;
    }
    let named = GameSearch { player: Some("bob".into()), ..GameSearch::default() };
    check_pages(async |window| store.find_games(&named, window, None).await.unwrap(), 5, "games of bob")
        .await;
    check_pages(async |window| store.rating_history(&ann, 3, window).await.unwrap(), 5, "ratings").await;
    check_pages(async |window| store.leaderboard(3, window).await.unwrap(), 2, "leaderboard").await;
    for cursor in ["", "x", ".", "5.\0"] {
        assert_eq!(Window::after(Some(&Cursor(cursor.into())), None), None, "{cursor:?}");
    }
    assert!(Window::after(None, Some(0)).is_none() && Window::after(None, Some(101)).is_none());
}

/// However many tables two guests open, those of others stay at the top, and each network gets one turn per round.
pub(super) async fn the_lobby_is_fair(url: &str) {
    let store = store_with_games(url, &[]).await;
    let open = async |name: &str, host: &str, network: Option<&str>, created_at| {
        let address = network.map(|network| network.parse().unwrap());
        let opening = Opening { per_person: u32::MAX, per_network: u32::MAX, address };
        let row = TableRow { host: id(host), ..table(name, created_at) };
        assert_eq!(store.add_table(&row, &opening).await.unwrap(), Opened::Yes);
    };
    for name in ["cid", "dan", "eve"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    for number in 0..4 {
        open(&format!("ann{number}"), "ann", Some("10.0.0.1"), 10 + number).await;
        open(&format!("bob{number}"), "bob", Some("10.0.0.1"), 20 + number).await;
    }
    open("cid0", "cid", Some("10.0.0.3"), 30).await;
    open("cid1", "cid", Some("10.0.0.3"), 31).await;
    open("dan", "dan", None, 40).await;
    open("eve", "eve", Some("10.0.0.5"), 5).await;
    let listed: Vec<String> =
        store.lobby(50, &first(100)).await.unwrap().items.into_iter().map(|table| table.id.0).collect();
    let expected =
        ["eve", "ann0", "cid0", "dan", "bob0", "cid1", "ann1", "bob1", "ann2", "bob2", "ann3", "bob3"];
    assert_eq!(listed, expected);
}

fn address(text: &str) -> std::net::IpAddr {
    text.parse().unwrap()
}

pub(super) async fn open_tables_are_limited(url: &str) {
    let store = store_with_games(url, &["running"]).await;
    let other = Store::open(url).await.unwrap();
    let opening = Opening { per_person: 1, per_network: 2, address: Some(address("10.0.0.1")) };
    let row = |name: &str, host: &str| TableRow { host: id(host), ..table(name, 50) };
    let rows = [row("a1", "ann"), row("a2", "ann")];
    let (a, b) = tokio::join!(store.add_table(&rows[0], &opening), other.add_table(&rows[1], &opening));
    let mut opened = [a.unwrap(), b.unwrap()];
    opened.sort_by_key(|opened| *opened != Opened::Yes);
    assert_eq!(opened, [Opened::Yes, Opened::TooManyOfPerson], "a running game does not count");
    store.add_guest(&id("cid"), "cid", 1).await.unwrap();
    assert_eq!(store.add_table(&row("b1", "bob"), &opening).await.unwrap(), Opened::Yes);
    assert_eq!(store.add_table(&row("c1", "cid"), &opening).await.unwrap(), Opened::TooManyOfNetwork);
    let elsewhere = Opening { address: Some(address("10.0.0.2")), ..opening };
    assert_eq!(store.add_table(&row("c1", "cid"), &elsewhere).await.unwrap(), Opened::Yes);
    // An IPv6 network is a /64, and a /48 may open four times as many.
    for number in 0..10 {
        let subnet = Opening {
            per_person: u32::MAX,
            address: Some(address(&format!("2001:db8:1:{number}::{number}"))),
            ..opening
        };
        let one = store.add_table(&row(&format!("d{number}"), "cid"), &subnet).await.unwrap();
        assert_eq!(one == Opened::Yes, number < 8, "{number}");
    }
    // A rematch counts too.
    let rematch =
        async |table: &str| store.add_rematch(&row(table, "bob"), &[], &table_id("running"), 1).await;
    assert_eq!(rematch("b2").await.unwrap(), None);
    assert!(store.table(&table_id("running")).await.unwrap().unwrap().rematch.is_none());
    set_seats(&store, "b1", TableState::Closed, "bob", &[]).await;
    assert_eq!(rematch("b2").await.unwrap(), Some(table_id("b2")));
    let from: Vec<Option<String>> = sqlx::query_scalar("SELECT opened_from FROM tables WHERE id = 'b1'")
        .fetch_all(&store.read)
        .await
        .unwrap();
    assert_eq!(from, [None], "the network is forgotten when the table is closed");
    assert_eq!(store.running_games_of(&id("ann"), 9).await.unwrap(), 1);
}

/// A public table disappears from the lobby ten minutes after its host, and is closed after a day. One by link stays for
/// 30 days.
pub(super) async fn the_lobby_shows_tables_whose_host_is_here(url: &str) {
    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;
    let store = store_with_games(url, &[]).await;
    let seats = vec![person("ann"), person("bob")];
    for (name, visibility) in [("public", Visibility::Public), ("link", Visibility::Link)] {
        add_table(&store, &TableRow { visibility, seats: seats.clone(), ..table(name, 0) }).await;
    }
    let listed = async |now| store.lobby(now, &first(10)).await.unwrap().items.len();
    assert_eq!((listed(9 * MINUTE).await, listed(10 * MINUTE).await), (1, 0));
    store.note_host(&table_id("public"), DAY).await.unwrap();
    assert_eq!((listed(DAY + 9 * MINUTE).await, listed(DAY + 10 * MINUTE).await), (1, 0));
    let closed = async |now| {
        store.sweep(now).await.unwrap();
        let state =
            async |name| store.table(&table_id(name)).await.unwrap().unwrap().state == TableState::Closed;
        (state("public").await, state("link").await)
    };
    assert_eq!(closed(2 * DAY).await, (false, false));
    assert_eq!(closed(2 * DAY + 1).await, (true, false));
    assert_eq!(closed(30 * DAY).await, (true, false));
    assert_eq!(closed(30 * DAY + 1).await, (true, true));
    for name in ["public", "link"] {
        assert!(store.table(&table_id(name)).await.unwrap().unwrap().seats.is_empty(), "nobody is named");
    }
}

/// One lucky game does not lead the leaderboard: ratings count less while they are uncertain.
pub(super) async fn the_leaderboard_is_cautious(url: &str) {
    let store = store_with_games(url, &[]).await;
    for (person, rating, uncertainty, games) in [("ann", 30_000, 2_000, 60), ("bob", 33_000, 7_500, 1)] {
        assert!(store.claim(&id(person), person, "hash").await.unwrap());
        sqlx::query(
            "INSERT INTO ratings (person, seats, rating, uncertainty, games) VALUES ($1, 3, $2, $3, $4)",
        )
        .bind(person)
        .bind(rating)
        .bind(uncertainty)
        .bind(games)
        .execute(&store.write)
        .await
        .unwrap();
    }
    let ranked = store.leaderboard(3, &first(10)).await.unwrap().items;
    let ranked: Vec<_> = ranked.iter().map(|rated| (rated.name.as_str(), rated.estimate.round())).collect();
    assert_eq!(ranked, [("ann", 26.0), ("bob", 18.0)]);
}
