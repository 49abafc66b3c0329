//! Names: look-alikes, and what remains of a deleted account.

use sqlx::AssertSqlSafe;

use super::*;

pub(super) async fn look_alikes_are_taken(url: &str) {
    let store = store_with_games(url, &[]).await;
    assert!(store.claim(&id("ann"), "Alice", "hash").await.unwrap());
    for name in ["alice", "\u{410}lice", "A1ice", "AIice", "\u{391}lice", "Al\u{456}ce"] {
        assert!(store.is_taken(&NameKey::of(name)).await.unwrap(), "{name}");
        assert!(!store.claim(&id("bob"), name, "other").await.unwrap(), "{name}");
    }
    for name in ["Alicia", "\0"] {
        assert!(!store.is_taken(&NameKey::of(name)).await.unwrap(), "{name}");
    }
}

/// Accounts from before look-alikes were recognized keep working: the older one has the key, the newer one is found by
/// exactly its name, whoever came first in the database.
pub(super) async fn older_accounts_keep_their_keys(url: &str) {
    let store = Store::open(url).await.unwrap();
    let accounts = [
        // The look-alike is older, and its new key is the old key of the other.
        ("c1", "\u{410}nna", "\u{430}nna", 10),
        ("l1", "Anna", "anna", 20),
        ("l2", "Bob", "bob", 30),
        ("c2", "B0b", "b0b", 40),
        ("c3", "B\u{3bf}b", "b\u{3bf}b", 50),
        ("only", "Eve", "eve", 60),
    ];
    for (person, name, old_key, created_at) in accounts {
        store.add_guest(&id(person), name, created_at).await.unwrap();
        sqlx::query("UPDATE people SET name_key = $1, password_hash = $2 WHERE id = $3")
            .bind(old_key)
            .bind(person)
            .bind(person)
            .execute(&store.write)
            .await
            .unwrap();
    }
    store.close().await;
    // Two servers renew the keys at the same time.
    let (store, other) = tokio::join!(Store::open(url), Store::open(url));
    let (store, _other) = (store.unwrap(), other.unwrap());
    for (person, name, ..) in accounts {
        let found = store.password_of(&NameKey::of(name)).await.unwrap();
        assert_eq!(found, Some((id(person), person.to_owned())), "{name} logs in");
        assert_eq!(store.person(&id(person)).await.unwrap().unwrap().person.name, name, "the name stays");
        assert!(store.is_taken(&NameKey::of(name)).await.unwrap());
    }
    // A third spelling finds the older account.
    let found = store.password_of(&NameKey::of("8ob")).await.unwrap();
    assert_eq!(found.is_none(), NameKey::of("8ob").as_str() != NameKey::of("bob").as_str());
    assert_eq!(store.password_of(&NameKey::of("BOB")).await.unwrap().unwrap().0, id("l2"));
    // The name of a deleted account stays taken while a look-alike has it.
    store.delete_person(&id("l2"), 70).await.unwrap();
    assert!(store.is_taken(&NameKey::of("Bob")).await.unwrap());
    for person in ["c2", "c3"] {
        store.delete_person(&id(person), 70).await.unwrap();
    }
    assert!(!store.is_taken(&NameKey::of("Bob")).await.unwrap());
}

/// Every text in the database, by table and column.
async fn texts(store: &Store, url: &str) -> Vec<(String, String)> {
    let columns = if url.starts_with("sqlite") {
        "SELECT tables.name AS found, columns.name AS field FROM sqlite_master AS tables, \
         pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND columns.type = 'TEXT'"
    } else {
        "SELECT CAST(table_name AS TEXT) AS found, CAST(column_name AS TEXT) AS field \
         FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'"
    };
    let mut texts = Vec::new();
    for row in sqlx::query(columns).fetch_all(&store.read).await.unwrap() {
        let (table, column): (String, String) =
            (row.try_get("found").unwrap(), row.try_get("field").unwrap());
        let select = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
        let found: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(select)).fetch_all(&store.read).await.unwrap();
        texts.extend(found.into_iter().map(|text| (format!("{table}.{column}"), text)));
    }
    assert!(texts.iter().any(|(place, _)| place == "tables.seats"), "the search finds columns");
    texts
}

/// A person sat at tables in every state, wrote, played, muted, had sessions and tokens. Afterwards no column of any table
/// has their name, the key of their name, or a label they wrote.
pub(super) async fn nothing_names_a_deleted_person(url: &str) {
    const NAME: &str = "Zanzibar";
    let store = store_with_games(url, &["over", "running"]).await;
    let (ann, bob) = (id("ann"), id("bob"));
    let named = Occupant::Person { person: Person { id: ann.clone(), name: NAME.into(), is_guest: true } };
    let sits = |name: &str, created_at| TableRow {
        host: id("bob"),
        seats: vec![named.clone(), person("bob")],
        ..table(name, created_at)
    };
    for name in ["open", "swept"] {
        add_table(&store, &sits(name, if name == "swept" { 0 } else { crate::time::now_ms() })).await;
    }
    store.sweep(crate::time::now_ms()).await.unwrap();
    assert_eq!(store.table(&table_id("swept")).await.unwrap().unwrap().state, TableState::Closed);
    let seats = vec![named.clone(), person("bob"), bot("steady")];
    set_seats_of_game(&store, "over", &seats).await;
    let record = Record { players: vec![NAME.into(), "bob".into(), "steady".into()], ..record() };
    let ends = last_entry("over", 1, [1, 2, 3]);
    let finished = ends.finished.clone().map(|finished| Finished { record, ..finished });
    store.append(&[Append { finished, ..ends }]).await.unwrap();
    let line = Person { id: ann.clone(), name: NAME.into(), is_guest: true };
    store
        .add_chat(&table_id("over"), &ChatLine { number: 1, person: line, text: "hi".into(), at: 5 })
        .await
        .unwrap();
    assert!(store.claim(&ann, NAME, "hash").await.unwrap());
    for (hash, kind) in [("browser", SessionKind::Cookie), ("token", SessionKind::Token)] {
        let label = format!("{NAME}'s");
        let (person, scopes) = (&ann, &Scope::usual());
        let session = NewSession { hash, person, kind, label: &label, scopes, now: 1, expires_at: 9 };
        store.add_session(&session, 9).await.unwrap();
    }
    assert!(store.mute(&ann, &bob, 9).await.unwrap() && store.mute(&bob, &ann, 9).await.unwrap());
    store.note_network(&ann, "home", 1).await.unwrap();
    let has_name = |texts: &[(String, String)]| {
        let found = texts.iter().filter(|(_, text)| text.to_lowercase().contains("zanzi"));
        found.map(|(place, _)| place.clone()).collect::<std::collections::BTreeSet<_>>()
    };
    let before = has_name(&texts(&store, url).await);
    let expected =
        ["chat.name", "people.name", "people.name_key", "sessions.label", "tables.record", "tables.seats"];
    assert_eq!(before.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    // As the rooms do, for tables that are open or running.
    set_seats(&store, "open", TableState::Open, "bob", &[Occupant::Open, person("bob")]).await;
    store.remove_name(&ann).await.unwrap();
    store.delete_person(&ann, 50).await.unwrap();
    let after = texts(&store, url).await;
    assert!(has_name(&after).is_empty(), "{:?}", has_name(&after));
}

/// Stores the seats of a running game.
async fn set_seats_of_game(store: &Store, table: &str, seats: &[Occupant]) {
    sqlx::query("UPDATE tables SET seats = $1 WHERE id = $2")
        .bind(crate::store::tables::write_seats(seats))
        .bind(table)
        .execute(&store.write)
        .await
        .unwrap();
}
