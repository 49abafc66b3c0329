//! People, chat, and deleted accounts.

use super::*;
use crate::store::sweep::Swept;

pub(super) async fn people_are_stored(url: &str) {
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.damage().await.unwrap(), None);
    assert_eq!(store.person(&id("ann")).await.unwrap(), None);
    store.add_guest(&id("ann"), "Ann", 7).await.unwrap();
    let ann = store.person(&id("ann")).await.unwrap().unwrap();
    assert_eq!((ann.person.name.as_str(), ann.person.is_guest, ann.created_at), ("Ann", true, 7));
    assert!(store.add_guest(&id("ann"), "Other", 8).await.is_err(), "ids are unique");
    store.add_guest(&id("bob"), "Ann", 9).await.unwrap();
    assert_eq!(store.person(&id("bob")).await.unwrap().unwrap().person.name, "Ann", "guests may share names");
    store.close().await;
    assert!(store.damage().await.is_err());
}

pub(super) async fn only_one_account_gets_a_name(url: &str) {
    let store = Store::open(url).await.unwrap();
    for name in ["ann", "bob", "cid"] {
        store.add_guest(&id(name), name, 1).await.unwrap();
    }
    assert_eq!(store.password_of(&NameKey::of("anna")).await.unwrap(), None);
    assert!(store.claim(&id("ann"), "Anna", "hash").await.unwrap());
    assert!(!store.claim(&id("bob"), "ANNA", "other").await.unwrap(), "the name is taken");
    assert!(!store.claim(&id("ann"), "Anne", "hash").await.unwrap(), "she is no longer a guest");
    assert_eq!(store.password_of(&NameKey::of("anna")).await.unwrap(), Some((id("ann"), "hash".to_owned())));
    let ann = store.person(&id("ann")).await.unwrap().unwrap();
    assert_eq!((ann.person.name.as_str(), ann.person.is_guest), ("Anna", false));
    // Of two concurrent claims, one succeeds.
    let (bob, cid) = (id("bob"), id("cid"));
    let (one, other) = tokio::join!(store.claim(&bob, "X", "h"), store.claim(&cid, "X", "h"));
    assert!(one.unwrap() ^ other.unwrap());
}

pub(super) async fn chat_is_stored_in_order(url: &str) {
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
    assert!(store.add_chat(&table_id("t1"), &line(12)).await.is_err(), "numbers are unique");
    assert!(store.claim(&id("ann"), "Anna", "hash").await.unwrap());
    let last = store.last_chat(&table_id("t1"), 1).await.unwrap().remove(0);
    assert_eq!((last.person.name.as_str(), last.person.is_guest), ("Anna", false), "the current name");
}

pub(super) async fn people_are_muted_and_silenced(url: &str) {
    let store = store_with_games(url, &["t1", "t2"]).await;
    let names = async || {
        let muted = store.muted_by(&id("ann"), &first(10)).await.unwrap().items;
        muted.into_iter().map(|other| other.name).collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert!(store.mute(&id("ann"), &id("bob"), 9).await.unwrap());
        assert_eq!(names().await, ["bob"]);
    }
    assert!(store.muted_by(&id("bob"), &first(10)).await.unwrap().items.is_empty(), "muting is one-way");
    store.unmute(&id("ann"), &id("bob")).await.unwrap();
    assert!(names().await.is_empty());
    for _ in 0..2 {
        store.set_silenced(&table_id("t1"), &id("bob"), true).await.unwrap();
        assert_eq!(store.silenced(&table_id("t1")).await.unwrap(), [id("bob")]);
    }
    assert!(store.silenced(&table_id("t2")).await.unwrap().is_empty());
    store.set_silenced(&table_id("t1"), &id("bob"), false).await.unwrap();
    assert!(store.silenced(&table_id("t1")).await.unwrap().is_empty());
}

pub(super) async fn deleting_an_account_removes_its_name(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let person = Person { id: id("ann"), name: "ann".to_owned(), is_guest: true };
    let line = ChatLine { number: 1, person, text: "Hello!".to_owned(), at: 5 };
    store.add_chat(&table_id("t1"), &line).await.unwrap();
    store.append(&[last_entry("t1", 1, [1, 2, 3])]).await.unwrap();
    assert!(store.mute(&id("bob"), &id("ann"), 9).await.unwrap());
    store.set_silenced(&table_id("t1"), &id("ann"), true).await.unwrap();
    assert_eq!(store.tables_that_name(&id("ann")).await.unwrap(), [table_id("t1")]);
    for _ in 0..2 {
        store.remove_name(&id("ann")).await.unwrap();
        store.delete_person(&id("ann"), 50).await.unwrap();
    }
    let seats = store.table(&table_id("t1")).await.unwrap().unwrap().seats;
    let names: Vec<&str> = seats.iter().filter_map(Occupant::person).map(|person| &*person.name).collect();
    assert_eq!(names, ["somebody", "bob"]);
    assert_eq!(stored_record(&store, "t1").await.unwrap().players, ["somebody", "bob", "steady"]);
    let line = store.last_chat(&table_id("t1"), 1).await.unwrap().remove(0);
    assert_eq!((line.person.name.as_str(), line.person.is_guest), ("somebody", false));
    let games = store.find_games(&GameSearch::default(), &first(10), None).await.unwrap().items;
    assert_eq!(games[0].players[0].name, "somebody");
    assert!(store.person(&id("ann")).await.unwrap().is_none());
    assert!(store.muted_by(&id("bob"), &first(10)).await.unwrap().items.is_empty());
}

/// Two people who played together delete their accounts at the same time, on two servers.
pub(super) async fn concurrent_deletions_remove_both_names(url: &str) {
    let names: Vec<String> = (0..60).map(|number| format!("t{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    for name in &names {
        store.append(&[last_entry(name, 1, [1, 2, 3])]).await.unwrap();
    }
    let delete = async |store: &Store, name| {
        store.remove_name(&id(name)).await?;
        store.delete_person(&id(name), 50).await
    };
    let (ann, bob) = tokio::join!(delete(&store, "ann"), delete(&other, "bob"));
    assert!(ann.is_ok() && bob.is_ok(), "{ann:?} {bob:?}");
    for name in &names {
        let seats = store.table(&table_id(name)).await.unwrap().unwrap().seats;
        let people: Vec<_> = seats.iter().filter_map(Occupant::person).collect();
        assert!(people.len() == 2 && people.iter().all(|person| person.name == "somebody"), "{seats:?}");
        assert_eq!(stored_record(&store, name).await.unwrap().players, ["somebody", "somebody", "steady"]);
    }
}

/// The name is removed from the seats as the other writer left them, not from an older version.
pub(super) async fn removing_a_name_waits_for_other_writers(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    let (other, t1) = (Store::open(url).await.unwrap(), table_id("t1"));
    store.append(&[last_entry("t1", 1, [1, 2, 3])]).await.unwrap();
    let mut seats = new_game(None).seats;
    seats[0] = Occupant::Open;
    let mut transaction = store.begin().await.unwrap();
    transaction.lock_table(&t1).await.unwrap();
    let removing = tokio::spawn(async move { other.remove_name(&id("bob")).await });
    // Long enough for it to reach the lock. If it does not, the test is weaker but still passes.
    tokio::time::sleep(Duration::from_millis(300)).await;
    sqlx::query("UPDATE tables SET seats = $1 WHERE id = 't1'")
        .bind(crate::store::tables::write_seats(&seats))
        .execute(&mut *transaction)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    removing.await.unwrap().unwrap();
    let seats = store.table(&t1).await.unwrap().unwrap().seats;
    assert_eq!(seats[0], Occupant::Open, "as the other writer left it");
    assert_eq!(seats[1].person().unwrap().name, "somebody");
}

/// An account is deleted while its games end: no deadlock.
pub(super) async fn deletion_and_ending_games_do_not_deadlock(url: &str) {
    let names: Vec<String> = (0..20).map(|number| format!("t{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let store = store_with_games(url, &names).await;
    let other = Store::open(url).await.unwrap();
    for name in names {
        let ends = [last_entry(name, 1, [1, 2, 3])];
        let bob = id("bob");
        let (ended, gone) = tokio::join!(store.append(&ends), other.delete_person(&bob, 50));
        assert!(ended.is_ok() && gone.is_ok(), "{ended:?} {gone:?}");
    }
}

pub(super) async fn a_sweep_removes_unneeded_data(url: &str) {
    const DAY: i64 = 24 * 60 * 60 * 1_000;
    let store = store_with_games(url, &["running"]).await;
    let now = crate::time::now_ms() + 40 * DAY;
    let mut guests =
        vec!["idle", "fresh", "hosts", "sits", "writes", "mutes", "is muted", "comes back", "has"];
    for name in &guests {
        let created_at = if *name == "fresh" { now - 29 * DAY } else { 1 };
        store.add_guest(&id(name), name, created_at).await.unwrap();
    }
    assert!(store.claim(&id("has"), "account", "hash").await.unwrap());
    let sessions = [("a", "idle", now), ("b", "comes back", now + 1)];
    for (hash, person, expires_at) in sessions {
        add_session(&store, (hash, person, SessionKind::Cookie), 1, expires_at).await.unwrap();
    }
    assert!(store.mute(&id("mutes"), &id("is muted"), 9).await.unwrap());
    for (name, created_at) in [("old", 1), ("new", now - 29 * DAY), ("talks", 1), ("touched", 1)] {
        let seats = vec![person("sits")];
        let (host, visibility) = (id("hosts"), Visibility::Link);
        add_table(&store, &TableRow { visibility, host, seats, ..table(name, created_at) }).await;
    }
    let person = Person { id: id("writes"), name: String::new(), is_guest: true };
    let line = ChatLine { number: 1, person, text: String::new(), at: now - DAY };
    store.add_chat(&table_id("talks"), &line).await.unwrap();
    // Its seats change now, which is 40 days before the sweep.
    set_seats(&store, "touched", TableState::Open, "hosts", &[]).await;
    assert_eq!(store.sweep(now - 11 * DAY).await.unwrap(), Swept { sessions: 0, tables: 1, guests: 0 });
    assert_eq!(store.sweep(now).await.unwrap(), Swept { sessions: 1, tables: 1, guests: 1 });
    assert_eq!(store.sweep(now).await.unwrap(), Swept::default(), "nothing is left");
    let state = async |name| store.table(&table_id(name)).await.unwrap().unwrap().state;
    for (name, expected) in [
        ("old", TableState::Closed),
        ("touched", TableState::Closed),
        ("new", TableState::Open),
        ("talks", TableState::Open),
        ("running", TableState::Running),
    ] {
        assert_eq!(state(name).await, expected, "{name}");
    }
    assert_eq!(store.tables_of(&id("sits"), &first(10)).await.unwrap().items.len(), 2);
    guests.retain(|name| *name != "idle");
    assert!(store.person(&id("idle")).await.unwrap().is_none());
    for name in guests.iter().chain(&["ann", "bob"]) {
        assert!(store.person(&id(name)).await.unwrap().is_some(), "{name}");
    }
    for number in 0..1_001 {
        store.add_guest(&id(&format!("many {number}")), "many", 1).await.unwrap();
    }
    assert_eq!(store.sweep(now).await.unwrap().guests, 1_000, "a sweep is limited");
    assert_eq!(store.sweep(now).await.unwrap().guests, 1);
}

pub(super) async fn deleting_an_account_keeps_its_games(url: &str) {
    let store = store_with_games(url, &["t1"]).await;
    assert!(store.claim(&id("ann"), "Anna", "hash").await.unwrap());
    add_session(&store, ("s", "ann", SessionKind::Cookie), 1, 100).await.unwrap();
    store.append(&[last_entry("t1", 1, [1, 2, 3])]).await.unwrap();
    store.delete_person(&id("ann"), 50).await.unwrap();
    assert!(store.session("s", SessionKind::Cookie, 2).await.unwrap().is_none());
    assert_eq!(store.password_of(&NameKey::of("anna")).await.unwrap(), None);
    assert!(store.ratings_of(&id("ann")).await.unwrap().is_empty());
    assert!(store.rating_history(&id("ann"), 3, &first(10)).await.unwrap().items.is_empty());
    assert!(store.leaderboard(3, &first(10)).await.unwrap().items.is_empty());
    let name = store.person(&id("ann")).await.unwrap().map(|ann| ann.person.name);
    assert_ne!(name.as_deref(), Some("Anna"), "the name is removed");
    assert!(store.record(&table_id("t1")).await.unwrap().is_some(), "the game stays");
    assert!(!store.claim(&id("ann"), "Anna", "hash").await.unwrap(), "a deleted account cannot be claimed");
    assert!(store.claim(&id("bob"), "Anna", "hash").await.unwrap(), "the name is free again");
    store.delete_person(&id("ann"), 51).await.unwrap();
}
