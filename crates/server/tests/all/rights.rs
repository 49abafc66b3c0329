//! Authorization: nobody can do what they may not do, or impersonate others.

use std::net::SocketAddr;

use futures_util::SinkExt;
use mergemaker_engine::{Action, Seat};
use mergemaker_protocol::api::tables::{ClearSeat, Join, JoinForm};
use mergemaker_protocol::{Account, Occupant, RefusalCode, Request, TableId, ToClient};
use mergemaker_server::{Config, Server};
use reqwest::StatusCode;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::raw::Raw;
use crate::{Folder, config, start};

/// A table of two people, and a spectator.
struct Game {
    ann: Client,
    bob: Client,
    cid: Client,
    table: TableId,
    path: String,
}

async fn new_game(addr: SocketAddr) -> Game {
    let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let cid = Client::guest(addr, "Cid").await;
    let table = ann.new_table(json!({ "seats": [{"kind":"open"}, {"kind":"open"}] })).await.id;
    let path = format!("/api/tables/{}", table.0);
    bob.join(&table).await;
    Game { ann, bob, cid, table, path }
}

#[tokio::test]
async fn nobody_decides_for_another() {
    let folder = Folder::new("rights-decide");
    let server = start(&folder).await;
    let Game { ann, bob, cid, table, .. } = new_game(server.addr()).await;
    ann.start(&table).await;
    let mut actor = None;
    let mut sockets = Vec::new();
    for (index, person) in [&ann, &bob].into_iter().enumerate() {
        let mut socket = person.connect().await;
        socket.watch(&table).await;
        loop {
            if let ToClient::Snapshot(snapshot) = socket.receive().await {
                let legal = snapshot.view.unwrap().legal_actions();
                actor = actor.or(legal.first().map(|&action| (index, action)));
                break;
            }
        }
        sockets.push(socket);
    }
    let (index, action) = actor.unwrap();
    let decide = Request::Decide { number: 0, action }.at(&table);
    let requests = [
        decide.clone(),
        Request::TakeBack { number: 0 }.at(&table),
        Request::LeaveSeat {}.at(&table),
        Request::ResumeSeat {}.at(&table),
        Request::Pause { paused: true }.at(&table),
        Request::Chat { text: "hello".into() }.at(&table),
    ];
    for (watcher, code) in
        [(&cid.raw(), RefusalCode::Forbidden), (&Raw::nobody(server.addr()), RefusalCode::Unknown)]
    {
        let mut watcher = watcher.connect().await.unwrap();
        watcher.watch(&table).await;
        for request in &requests {
            watcher.send_message(request).await;
            assert_eq!(watcher.refused().await, code, "{request:?}");
        }
    }
    sockets[1 - index].send_message(&decide).await;
    assert_eq!(sockets[1 - index].refused().await, RefusalCode::AgainstTheRules);
    // A message cannot name a seat: there is nothing to forge.
    let mut forged = serde_json::to_value(&decide).unwrap();
    forged["seat"] = json!(index);
    sockets[1 - index].stream.send(Message::text(forged.to_string())).await.unwrap();
    assert_eq!(sockets[1 - index].refused().await, RefusalCode::Unreadable);
    sockets[index].send_message(&decide).await;
    while !matches!(sockets[index].receive().await, ToClient::Accepted { number: 1, .. }) {}
    server.end().await.unwrap();
}

#[tokio::test]
async fn only_the_host_removes_swaps_and_starts() {
    let folder = Folder::new("rights-host");
    let server = start(&folder).await;
    let Game { ann, bob, cid, table, path } = new_game(server.addr()).await;
    for person in [bob.raw(), cid.raw()] {
        let seat = format!("{path}/seats/0");
        let calls = [
            person.send("DELETE", &seat, None).await,
            person.send("PUT", &seat, Some(json!({"level":"steady"}))).await,
            person.send("POST", &format!("{path}/swap"), Some(json!({"one":0,"other":1}))).await,
            person.post(&format!("{path}/start")).await,
        ];
        for reply in calls {
            assert_eq!((reply.status, reply.code()), (StatusCode::FORBIDDEN, RefusalCode::Forbidden));
        }
    }
    let nobody = Raw::nobody(server.addr());
    assert_eq!(nobody.post(&format!("{path}/start")).await.status, StatusCode::UNAUTHORIZED);
    // Nobody can take an occupied seat, but the host may remove a person.
    let seat = Seat::new(1);
    let taken = cid.ask(Join { table: table.clone(), body: JoinForm { seat } }).await;
    assert_eq!(taken.unwrap_err().code, RefusalCode::WrongState);
    let info = ann.ask(ClearSeat { table, seat: seat.unwrap() }).await.unwrap();
    assert_eq!(info.seats[1].occupant, Occupant::Open);
    server.end().await.unwrap();
}

#[tokio::test]
async fn other_origins_are_refused() {
    let folder = Folder::new("rights-origin");
    let config = Config { origins: vec!["https://acquire.example".into()], ..config(&folder) };
    let server = Server::start(config).await.unwrap();
    let ann = Raw::guest(server.addr(), "Ann").await;
    let own = format!("http://{}", server.addr());
    let foreign = [
        "https://evil.example",
        "null",
        "",
        "https://acquire.example.evil.example",
        &format!("http://{}.evil.example", server.addr()),
        "https://acquire.example/",
    ];
    for origin in foreign {
        let raw = ann.with("origin", origin);
        let reply = raw.get("/api/me").await;
        assert_eq!((reply.status, reply.code()), (StatusCode::FORBIDDEN, RefusalCode::Forbidden), "{origin}");
        let reply = raw.post("/api/logout-everywhere").await;
        assert_eq!(reply.status, StatusCode::FORBIDDEN, "{origin}");
        assert_eq!(raw.connect().await.err(), Some(StatusCode::FORBIDDEN), "{origin}");
    }
    for origin in [own.as_str(), "https://acquire.example"] {
        let raw = ann.with("origin", origin);
        raw.get("/api/me").await.json();
        assert!(raw.connect().await.is_ok(), "{origin}");
    }
    server.end().await.unwrap();
}

#[tokio::test]
async fn claiming_an_account_replaces_the_session() {
    let folder = Folder::new("rights-claim");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    let form = json!({ "name": "Ann", "password": "correct horse" });
    let claimed = ann.send("POST", "/api/claim", Some(form.clone())).await;
    let new = claimed.cookie.clone().unwrap();
    claimed.json();
    assert_ne!(new, ann.headers[0].1);
    assert_eq!(ann.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "the old secret");
    let ann = ann.with("cookie", &new);
    assert_eq!(ann.get("/api/me").await.json()["is_guest"], false);
    // A planted session secret is never adopted.
    let planted = Raw::nobody(server.addr()).with("cookie", "mergemaker_session=planted");
    let login = planted.send("POST", "/api/login", Some(form.clone())).await;
    let other = login.cookie.clone().unwrap();
    login.json();
    assert!(!other.contains("planted") && other != new);
    assert_eq!(planted.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    // A cookie is not a token, and logging out ends only one session.
    let secret = new.split_once('=').unwrap().1;
    let bearer = Raw::nobody(server.addr()).with("authorization", &format!("Bearer {secret}"));
    assert_eq!(bearer.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "a cookie as a token");
    assert!(ann.post("/api/logout").await.status.is_success());
    assert_eq!(ann.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    ann.with("cookie", &other).get("/api/me").await.json();
    // The name is taken, in any case.
    let bob = Raw::guest(server.addr(), "Bob").await;
    let taken = bob.send("POST", "/api/claim", Some(json!({ "name": "ANN", "password": "12345678" }))).await;
    assert_eq!(taken.code(), RefusalCode::NameTaken);
    // A guest cannot use it either.
    let nobody = Raw::nobody(server.addr());
    let guest = nobody.send("POST", "/api/guest", Some(json!({ "name": "aNN" }))).await;
    assert_eq!(guest.code(), RefusalCode::NameTaken);
    server.end().await.unwrap();
}

#[tokio::test]
async fn tokens_end_with_all_sessions_and_accounts_can_be_deleted() {
    let folder = Folder::new("rights-tokens");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    let form = json!({ "name": "Ann", "password": "correct horse" });
    let claimed = ann.send("POST", "/api/claim", Some(form.clone())).await;
    let ann = ann.with("cookie", &claimed.cookie.unwrap());
    let token = ann.send("POST", "/api/tokens", Some(json!({ "label": "my bot" }))).await.json();
    let token = token["token"].as_str().unwrap().to_owned();
    let bearer = Raw::nobody(server.addr()).with("authorization", &format!("Bearer {token}"));
    let me: Account = serde_json::from_value(bearer.get("/api/me").await.json()).unwrap();
    let mut socket = bearer.connect().await.unwrap();
    assert!(matches!(socket.receive().await, ToClient::Hello { you: Some(you), .. } if you == me));
    let as_cookie = Raw::nobody(server.addr()).with("cookie", &format!("mergemaker_session={token}"));
    assert_eq!(as_cookie.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "a token as a cookie");
    assert!(ann.post("/api/logout-everywhere").await.status.is_success());
    for gone in [&ann, &bearer] {
        assert_eq!(gone.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    }
    let login = Raw::nobody(server.addr()).send("POST", "/api/login", Some(form.clone())).await;
    let ann = ann.with("cookie", &login.cookie.unwrap());
    assert!(
        ann.send("DELETE", "/api/me", Some(json!({ "password": "correct horse" }))).await.status.is_success()
    );
    assert_eq!(ann.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    let login = Raw::nobody(server.addr()).send("POST", "/api/login", Some(form.clone())).await;
    assert_eq!(login.code(), RefusalCode::WrongPassword);
    let profile = ann.get(&format!("/api/people/{}", me.person.id.0)).await;
    assert!(!profile.text.contains("Ann"), "{}", profile.text);
    // The name is free again.
    let other = Raw::guest(server.addr(), "Other").await;
    other.send("POST", "/api/claim", Some(form)).await.json();
    server.end().await.unwrap();
}

#[tokio::test]
async fn guessing_passwords_is_limited() {
    let folder = Folder::new("rights-guess");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    ann.send("POST", "/api/claim", Some(json!({ "name": "Ann", "password": "correct horse" }))).await.json();
    let mut codes = Vec::new();
    for guess in 0..12 {
        // Another spelling of the name is the same account.
        let name = if guess % 2 == 0 { "Ann" } else { " aNN " };
        let form = json!({ "name": name, "password": format!("guess {guess}") });
        let reply = Raw::nobody(server.addr()).send("POST", "/api/login", Some(form)).await;
        codes.push((reply.status.as_u16(), reply.code()));
    }
    assert_eq!(codes[..10], vec![(401, RefusalCode::WrongPassword); 10]);
    assert_eq!(codes[10..], vec![(429, RefusalCode::TooMany); 2]);
    server.end().await.unwrap();
}

#[tokio::test]
async fn names_and_chat_are_plain_text() {
    const SCRIPT: &str = "<img src=x onerror=a()>";
    let folder = Folder::new("rights-text");
    let server = start(&folder).await;
    let nobody = Raw::nobody(server.addr());
    for name in
        ["a\u{7}b", "a\nb", "\u{202e}abc", "a\u{200b}b", "", "   ", &"x".repeat(25), "\u{feff}a", "a\0b"]
    {
        let reply = nobody.send("POST", "/api/guest", Some(json!({ "name": name }))).await;
        assert_eq!((reply.status.as_u16(), reply.code()), (400, RefusalCode::Invalid), "{name:?}");
    }
    let ann = Client::guest(server.addr(), SCRIPT).await;
    assert_eq!(ann.you.person.name, SCRIPT);
    let response = nobody.http.get(format!("http://{}/api/me", server.addr())).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}] });
    let table = ann.new_table(body).await.id;
    let mut socket = ann.connect().await;
    socket.watch(&table).await;
    let text = format!("{SCRIPT}\u{1b}[2J\"}}");
    socket.send_message(&Request::Chat { text }.at(&table)).await;
    let line = loop {
        if let ToClient::Chat { line, .. } = socket.receive().await {
            break line;
        }
    };
    assert_eq!(line.text, format!("{SCRIPT}\u{fffd}[2J\"}}"), "control characters are replaced");
    assert_eq!(line.person.name, SCRIPT);
    for text in [String::new(), " \n ".into(), "x".repeat(301)] {
        socket.send_message(&Request::Chat { text }.at(&table)).await;
        assert_eq!(socket.refused().await, RefusalCode::Invalid);
    }
    server.end().await.unwrap();
}

/// Decisions before the start, and illegal ones, are refused.
#[tokio::test]
async fn invalid_decisions_are_refused() {
    let folder = Folder::new("rights-rules");
    let server = start(&folder).await;
    let Game { ann, table, .. } = new_game(server.addr()).await;
    let mut socket = ann.connect().await;
    let decide = Request::Decide { number: 0, action: Action::Pass }.at(&table);
    socket.send_message(&decide).await;
    assert_eq!(socket.refused().await, RefusalCode::WrongState, "the game has not started");
    ann.start(&table).await;
    socket.send_message(&decide).await;
    assert_eq!(socket.refused().await, RefusalCode::AgainstTheRules);
    server.end().await.unwrap();
}
