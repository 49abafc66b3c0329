//! What a stranger may create and list is limited, and nobody pays for what others create.

use futures_util::future::join_all;
use mergemaker_protocol::api::accounts::{Delete, DeleteForm};
use mergemaker_protocol::api::muted::Mute;
use mergemaker_protocol::api::tables::{Create, Join, JoinForm, Leave, List, Mine, Rematch, Which};
use mergemaker_protocol::api::tokens::{self, TokenForm};
use mergemaker_protocol::api::{games, people, sessions};
use mergemaker_protocol::{
    GameSearch, ListedTable, PageQuery, RefusalCode, Request, TableId, TableState, ToClient,
};
use mergemaker_server::{Config, Limits, Server};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};

use crate::client::Client;
use crate::database::Postgres;
use crate::play::{PlayerView, play};
use crate::raw::Raw;
use crate::{Folder, config, start, start_behind_proxy};

/// A table for two.
fn two_seats() -> Value {
    json!({ "seats": [{"kind":"open"}, {"kind":"open"}] })
}

/// Tries to open a table.
async fn open(person: &Client) -> Result<TableId, RefusalCode> {
    let body = serde_json::from_value(two_seats()).unwrap();
    person.ask(Create { body }).await.map(|info| info.id).map_err(|refusal| refusal.code)
}

/// One guest with tens of thousands of tokens could keep the database busy. There is a limit, and lists come in pages.
#[tokio::test]
async fn tokens_sessions_and_mutes_are_limited() {
    let folder = Folder::new("limits-person");
    let limits =
        Limits { tokens_per_person: 3, sessions_per_person: 2, mutes_per_person: 1, ..Limits::default() };
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let ann = Client::guest(server.addr(), "Ann").await.claim("Ann").await;
    let create = async || ann.ask(tokens::Create { body: TokenForm::usual("bot") }).await;
    for _ in 0..3 {
        create().await.unwrap();
    }
    let refused = create().await.unwrap_err();
    assert_eq!(
        (refused.code, refused.message.as_str()),
        (RefusalCode::LimitReached, "You have 3 tokens, as many as you may have. End one first.")
    );
    let page = PageQuery { limit: Some(2), ..PageQuery::default() };
    let first = ann.ask(tokens::List { query: page }).await.unwrap();
    let rest = ann.ask(tokens::List { query: PageQuery::after(&first).unwrap() }).await.unwrap();
    assert_eq!((first.items.len(), rest.items.len(), rest.next), (2, 1, None));
    let rest = ann.ask(tokens::End { token: rest.items[0].id.clone() }).await.unwrap();
    assert_eq!(rest.items, first.items);
    create().await.unwrap();

    // A third browser ends the oldest, and its socket.
    let mut socket = ann.connect().await;
    let (second, third) = (ann.login("Ann").await, ann.login("Ann").await);
    assert_eq!(socket.closed().await.0, 4401);
    assert_eq!(ann.raw().get("/api/me").await.status.as_u16(), 401);
    let listed = third.ask(sessions::List { query: PageQuery::default() }).await.unwrap();
    assert_eq!(listed.items.len(), 2);

    let [bob, cid] = [Client::guest(server.addr(), "Bob").await, Client::guest(server.addr(), "Cid").await];
    second.ask(Mute { person: bob.you.person.id.clone() }).await.unwrap();
    second.ask(Mute { person: bob.you.person.id }).await.unwrap();
    let refused = second.ask(Mute { person: cid.you.person.id }).await.unwrap_err();
    assert_eq!(refused.message, "You have muted the maximum of 1 people. Unmute someone first.");

    // Pages that do not exist.
    for query in ["?before=x", "?limit=0", "?limit=101", "?limit=x", "?page=1", "?before=5.%00"] {
        for list in ["/api/me/tokens", "/api/me/tables", "/api/tables", "/api/games", "/api/leaderboard/2"] {
            let reply = third.raw().get(&format!("{list}{query}")).await;
            assert_eq!(reply.status.as_u16(), 400, "{list}{query}: {}", reply.text);
        }
    }
    server.end().await.unwrap();
}

/// Half of a day's guests may come at once; then others from that address wait, while those at other addresses do not.
#[tokio::test]
async fn guests_are_limited_per_address_and_day() {
    let folder = Folder::new("limits-guests");
    let limits = Limits { guests_per_address: 10, ..Limits::default() };
    let server = Server::start(Config { limits, behind_proxy: true, ..config(&folder) }).await.unwrap();
    let guest = async |address: &str| {
        let raw = Raw::nobody(server.addr()).with("x-forwarded-for", address);
        raw.send("POST", "/api/guest", Some(json!({ "name": "Ann" }))).await.status.as_u16()
    };
    for _ in 0..5 {
        assert_eq!(guest("10.0.0.1").await, 200);
    }
    assert_eq!((guest("10.0.0.1").await, guest("10.0.0.2").await), (429, 200));
    server.end().await.unwrap();
}

/// One open table per person. The refusal says what to do, and doing it helps. A rematch counts.
#[tokio::test]
async fn a_person_hosts_one_open_table() {
    let folder = Folder::new("limits-tables");
    let limits = Limits { games_per_person: 3, ..Limits::default() };
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let first = open(&ann).await.unwrap();
    let refused = ann.ask(Create { body: serde_json::from_value(two_seats()).unwrap() }).await.unwrap_err();
    let message = "You already host an open table. Leave it or start its game, then open another.";
    assert_eq!((refused.code, refused.message.as_str()), (RefusalCode::LimitReached, message));
    // The list of own tables says which one it is.
    let mine = ann.ask(Mine { query: PageQuery::default() }).await.unwrap().items;
    let own: Vec<&ListedTable> = mine.iter().filter(|table| table.host == ann.you.person.id).collect();
    assert_eq!(own.iter().map(|table| &table.id).collect::<Vec<_>>(), [&first]);
    ann.ask(Leave { table: first }).await.unwrap();
    let second = open(&ann).await.unwrap();
    bob.join(&second).await;
    ann.start(&second).await;
    // A game that is over, whose rematch would be a second open table.
    let seats = json!([{"kind":"open"}, {"kind":"bot","level":"random"}]);
    let over = ann.new_table(json!({ "seats": seats })).await.id;
    ann.start(&over).await;
    let mut socket = ann.connect().await;
    socket.subscribe(&over, None).await;
    play(&mut socket, &over, &mut PlayerView::new()).await;
    let open_table = open(&ann).await.unwrap();
    let refused = ann.ask(Rematch { table: over.clone() }).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::LimitReached);
    ann.ask(Leave { table: open_table }).await.unwrap();
    let rematch = ann.rematch(&over).await;
    assert_eq!(open(&ann).await, Err(RefusalCode::LimitReached), "the rematch is open");
    assert!(rematch.seats_person(&ann.you.person.id));

    // Running games are limited too, for those who join as well.
    let mut hosts = vec![bob];
    for name in ["Cid", "Dan", "Eve"] {
        hosts.push(Client::guest(server.addr(), name).await);
    }
    let fay = Client::guest(server.addr(), "Fay").await;
    for (number, host) in hosts.iter().enumerate() {
        let table = open(host).await.unwrap();
        let joined = fay.ask(Join { table: table.clone(), body: JoinForm::default() }).await;
        assert_eq!(joined.is_ok(), number < 3, "{number}");
        if number < 3 {
            host.start(&table).await;
        } else {
            assert_eq!(
                joined.unwrap_err().message,
                "You are playing 3 games, as many as you may. Finish one first."
            );
        }
    }
    assert_eq!(open(&fay).await, Err(RefusalCode::LimitReached));
    server.end().await.unwrap();
}

/// 120 tables of two guests at one address do not push another person's table out of the lobby.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_fills_the_lobby() {
    let folder = Folder::new("limits-lobby");
    let limits = Limits { open_tables_per_person: 60, open_tables_per_address: 120, ..Limits::default() };
    let server = Server::start(Config { limits, behind_proxy: true, ..config(&folder) }).await.unwrap();
    let addr = server.addr();
    let crowd = "10.0.0.1";
    let guests = [Client::guest_from(addr, crowd, "One").await, Client::guest_from(addr, crowd, "Two").await];
    let opened = join_all(guests.iter().flat_map(|guest| (0..60).map(move |_| open(guest)))).await;
    assert!(opened.iter().all(Result::is_ok));
    let third = Client::guest_from(addr, crowd, "Three").await;
    assert_eq!(open(&third).await, Err(RefusalCode::LimitReached), "there is a limit per address");
    let ann = Client::guest_from(addr, "10.0.0.2", "Ann").await;
    let table = open(&ann).await.unwrap();
    let (mut listed, mut query) = (Vec::new(), Which { limit: Some(50), ..Which::default() });
    loop {
        let page = ann.ask(List { query: query.clone() }).await.unwrap();
        listed.extend(page.items.into_iter().map(|listed| listed.id));
        query.before = page.next;
        if query.before.is_none() {
            break;
        }
    }
    assert_eq!(listed.len(), 121, "every table is on one of the pages");
    let place = listed.iter().position(|listed| *listed == table).unwrap();
    assert_eq!(place, 1, "after the first table of the crowd, though it has waited longer");
    let different: std::collections::BTreeSet<_> = listed.into_iter().collect();
    assert_eq!(different.len(), 121, "each once");
    server.end().await.unwrap();
}

/// Makes everything in the database older.
async fn let_pass(folder: &Folder, milliseconds: i64) {
    let pool = database(&format!("sqlite://{}", folder.0.join("mergemaker.db").display())).await;
    let age = "UPDATE tables SET created_at = created_at - $1, host_seen_at = host_seen_at - $1";
    sqlx::query(age).bind(milliseconds).execute(&pool).await.unwrap();
    pool.close().await;
}

async fn database(url: &str) -> sqlx::AnyPool {
    sqlx::any::install_default_drivers();
    sqlx::AnyPool::connect(url).await.unwrap()
}

/// A table whose host has been gone for ten minutes is not in the lobby, and returns with the host.
#[tokio::test]
async fn a_table_leaves_the_lobby_with_its_host() {
    let folder = Folder::new("limits-host");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let table = open(&ann).await.unwrap();
    let listed = async || bob.ask(List { query: Which::default() }).await.unwrap().items.len();
    assert_eq!(listed().await, 1);
    let_pass(&folder, 10 * 60_000).await;
    assert_eq!(listed().await, 0);
    assert_eq!(bob.info(&table).await.state, TableState::Open, "by link and code it can still be joined");
    let mut other = bob.connect().await;
    other.watch(&table).await;
    while !matches!(other.receive().await, ToClient::Snapshot(_)) {}
    assert_eq!(listed().await, 0, "somebody else is no host");
    let mut socket = ann.connect().await;
    socket.watch(&table).await;
    while !matches!(socket.receive().await, ToClient::Snapshot(_)) {}
    // The room answers the next request after it has noted the host.
    bob.info(&table).await;
    assert_eq!(listed().await, 1);
    server.end().await.unwrap();
}

/// A thousand addresses guess one password: few of their guesses are even looked at, and the owner logs in meanwhile from
/// where they have been before.
#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_addresses_guess_one_password() {
    let folder = Folder::new("limits-guess");
    let server = start_behind_proxy(&folder).await;
    let home = "192.0.2.7";
    Client::guest_from(server.addr(), home, "Ann").await.claim("Ann").await;
    let http = reqwest::Client::new();
    let login = async |address: String, password: &str| {
        let raw = Raw { addr: server.addr(), http: http.clone(), headers: Vec::new() };
        let form = json!({ "name": "Ann", "password": password });
        let raw = raw.with("x-forwarded-for", &address);
        raw.send("POST", "/api/login", Some(form)).await.status.as_u16()
    };
    let address = |number: u32| format!("10.{}.{}.1", number / 250, number % 250);
    let mut looked_at = 0;
    for first in (0..1_000).step_by(200) {
        let guesses =
            join_all((first..first + 200).map(|number| login(address(number), "wrong guess"))).await;
        looked_at += guesses.iter().filter(|status| **status == 401).count();
        assert!(guesses.iter().all(|status| [401, 429].contains(status)), "{guesses:?}");
        assert_eq!(login(home.into(), "correct horse").await, 200, "the owner, after {first} addresses");
    }
    assert!((40..60).contains(&looked_at), "{looked_at} of 1,000 guesses were looked at");
    assert_eq!(
        login("198.51.100.1".into(), "correct horse").await,
        429,
        "a new address waits like the others"
    );
    // Another account is not affected, and neither is the name of nobody distinguishable.
    let form = json!({ "name": "Nobody here", "password": "wrong guess" });
    let other = Raw::nobody(server.addr()).with("x-forwarded-for", &address(7));
    assert_eq!(other.send("POST", "/api/login", Some(form)).await.status.as_u16(), 401);
    // Guesses from the owner's own network are limited as well.
    let mut at_home = Vec::new();
    for _ in 0..12 {
        at_home.push(login(home.into(), "wrong guess").await);
    }
    assert_eq!(at_home[..10], [401; 10]);
    assert_eq!(at_home[10..], [429; 2]);
    server.end().await.unwrap();
}

/// Nobody pretends to be somebody else: neither as a guest nor with an account.
#[tokio::test]
async fn look_alike_names_are_refused() {
    let folder = Folder::new("limits-names");
    let server = start(&folder).await;
    for name in ["Alice", "Cape"] {
        Client::guest(server.addr(), name).await.claim(name).await;
    }
    let nobody = Raw::nobody(server.addr());
    let bob = Client::guest(server.addr(), "Bob").await;
    for (name, code) in [
        ("ALICE", RefusalCode::NameTaken),
        ("AIice", RefusalCode::NameTaken),
        ("A1ice", RefusalCode::NameTaken),
        ("Al\u{456}ce", RefusalCode::Invalid),
        // All letters of one other script, which look like an account.
        ("\u{421}\u{430}\u{440}\u{435}", RefusalCode::NameTaken),
        ("Alice\u{200b}", RefusalCode::Invalid),
        ("admin", RefusalCode::Invalid),
        ("Adrnin", RefusalCode::Invalid),
        ("You", RefusalCode::Invalid),
    ] {
        let guest = nobody.send("POST", "/api/guest", Some(json!({ "name": name }))).await;
        let form = json!({ "name": name, "password": "correct horse" });
        let claim = bob.raw().send("POST", "/api/claim", Some(form)).await;
        assert_eq!([guest.code(), claim.code()], [code, code], "{name:?}");
    }
    server.end().await.unwrap();
}

/// Every text in the database, with its table and column.
async fn texts(url: &str) -> Vec<(String, String)> {
    let pool = database(url).await;
    let columns = if url.starts_with("sqlite") {
        "SELECT tables.name AS found, columns.name AS field FROM sqlite_master AS tables, \
         pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND columns.type = 'TEXT'"
    } else {
        "SELECT CAST(table_name AS TEXT) AS found, CAST(column_name AS TEXT) AS field \
         FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'"
    };
    let mut texts = Vec::new();
    for row in sqlx::query(columns).fetch_all(&pool).await.unwrap() {
        let (table, column): (String, String) = (row.get("found"), row.get("field"));
        let select = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
        let found: Vec<String> = sqlx::query_scalar(AssertSqlSafe(select)).fetch_all(&pool).await.unwrap();
        texts.extend(found.into_iter().map(|text| (format!("{table}.{column}"), text)));
    }
    pool.close().await;
    texts
}

/// Somebody plays, writes, hosts, joins, leaves and asks for a rematch under one name, then claims it, makes tokens, and
/// deletes the account: no text in the database has the name.
async fn check_that_nothing_is_left(config: Config, url: &str) {
    let server = Server::start(config).await.unwrap();
    let addr = server.addr();
    let (ann, bob) = (Client::guest(addr, "Zanzibar").await, Client::guest(addr, "Bob").await);
    let solo = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}] });
    let over = ann.new_table(solo).await.id;
    ann.start(&over).await;
    let mut socket = ann.connect().await;
    socket.subscribe(&over, None).await;
    play(&mut socket, &over, &mut PlayerView::new()).await;
    ann.rematch(&over).await;
    let closed = open(&ann).await.unwrap();
    ann.ask(Leave { table: closed.clone() }).await.unwrap();
    assert_eq!(bob.info(&closed).await.state, TableState::Closed);
    open(&ann).await.unwrap();
    let (theirs, running) = (open(&bob).await.unwrap(), open(&bob).await.unwrap());
    for table in [&theirs, &running] {
        ann.join(table).await;
        // A new socket, which has not sent too many messages yet.
        let mut socket = ann.connect().await;
        socket.subscribe(table, None).await;
        socket.send_message(&Request::Chat { text: "hello".into() }.at(table)).await;
        while !matches!(socket.receive().await, ToClient::Chat { .. }) {}
    }
    bob.start(&running).await;
    let ann = ann.claim("Zanzibar").await;
    ann.ask(tokens::Create { body: TokenForm::usual("Zanzibar's bot") }).await.unwrap();
    ann.ask(Mute { person: bob.you.person.id.clone() }).await.unwrap();
    bob.ask(Mute { person: ann.you.person.id.clone() }).await.unwrap();
    let has_name = |texts: Vec<(String, String)>| {
        let named = texts.into_iter().filter(|(_, text)| text.to_lowercase().contains("zanzi"));
        named.map(|(place, _)| place).collect::<std::collections::BTreeSet<_>>()
    };
    let before = has_name(texts(url).await);
    assert!(before.contains("tables.record") && before.contains("chat.name"), "{before:?}");
    let body = DeleteForm { password: Some("correct horse".into()) };
    ann.ask(Delete { body }).await.unwrap();
    let after = has_name(texts(url).await);
    assert!(after.is_empty(), "{after:?}");
    let found = bob.ask(games::Search { query: GameSearch::default() }).await.unwrap().items;
    assert_eq!(found[0].players[0].name, "somebody");
    let query = PageQuery::default();
    let past = bob.ask(people::Games { person: ann.you.person.id, query }).await;
    assert_eq!(past.unwrap_err().code, RefusalCode::NotFound);
    server.end().await.unwrap();
}

#[tokio::test]
async fn deleting_an_account_leaves_nothing() {
    let folder = Folder::new("limits-gone");
    let url = format!("sqlite://{}", folder.0.join("mergemaker.db").display());
    check_that_nothing_is_left(config(&folder), &url).await;
}

#[tokio::test]
async fn deleting_an_account_leaves_nothing_on_postgres() {
    let folder = Folder::new("limits-gone-postgres");
    let postgres = Postgres::start();
    let url = postgres.database();
    check_that_nothing_is_left(Config { database: Some(url.clone()), ..config(&folder) }, &url).await;
}
