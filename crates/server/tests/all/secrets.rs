//! Nobody learns what they may not know, and nobody does what they may not do.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mergemaker_engine::{Action, Event, Holdings, Preset, Seat, View};
use mergemaker_protocol::{Account, RefusalCode, TableId, TableState, ToClient, ToServer};
use mergemaker_record::Record;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::{Folder, start};

/// Somebody who sends what they like, with any headers, and keeps every byte that comes back.
pub(crate) struct Raw {
    pub(crate) addr: SocketAddr,
    pub(crate) http: reqwest::Client,
    pub(crate) headers: Vec<(&'static str, String)>,
}

/// What came back.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) cookie: Option<String>,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn code(&self) -> RefusalCode {
        let refusal: mergemaker_protocol::Refusal =
            serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text));
        refusal.code
    }

    pub(crate) fn json(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        serde_json::from_str(&self.text).unwrap()
    }
}

impl Raw {
    pub(crate) fn nobody(addr: SocketAddr) -> Raw {
        Raw { addr, http: reqwest::Client::new(), headers: Vec::new() }
    }

    /// Somebody new.
    pub(crate) async fn guest(addr: SocketAddr, name: &str) -> Raw {
        let mut raw = Raw::nobody(addr);
        let reply = raw.send("POST", "/api/guest", Some(json!({ "name": name }))).await;
        raw.headers.push(("cookie", reply.cookie.expect("a cookie")));
        raw
    }

    pub(crate) fn with(&self, name: &'static str, value: &str) -> Raw {
        let mut headers: Vec<_> = self.headers.iter().filter(|(other, _)| *other != name).cloned().collect();
        headers.push((name, value.to_owned()));
        Raw { addr: self.addr, http: self.http.clone(), headers }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let mut request = self.http.request(method.parse().unwrap(), format!("http://{}{path}", self.addr));
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).map(str::to_owned);
        Reply { status: response.status(), cookie, text: response.text().await.unwrap() }
    }

    pub(crate) async fn post(&self, path: &str) -> Reply {
        self.send("POST", path, None).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    /// A WebSocket, or the status with which it was refused.
    pub(crate) async fn connect(&self) -> Result<RawSocket, StatusCode> {
        use tokio_tungstenite::tungstenite::Error;
        let mut request = format!("ws://{}/ws", self.addr).into_client_request().unwrap();
        for (name, value) in &self.headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(RawSocket { stream, heard: Vec::new() }),
            Err(Error::Http(response)) => Err(StatusCode::from_u16(response.status().as_u16()).unwrap()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A WebSocket that keeps everything it hears.
pub(crate) struct RawSocket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) heard: Vec<String>,
}

impl RawSocket {
    pub(crate) async fn say(&mut self, message: &ToServer) {
        self.stream.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> ToClient {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(10), self.stream.next()).await;
            match next.expect("a message in time").expect("an open socket").unwrap() {
                Message::Text(text) => {
                    self.heard.push(text.to_string());
                    return serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                }
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// Why the next refusal came.
    pub(crate) async fn refused(&mut self) -> RefusalCode {
        loop {
            if let ToClient::Refused { refusal, .. } = self.hear().await {
                return refusal.code;
            }
        }
    }

    pub(crate) async fn follow(&mut self, table: &TableId) {
        self.say(&ToServer::Subscribe { table: table.clone(), since: None }).await;
    }
}

/// Which of the legal actions a player takes.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    First,
    Last,
}

/// Plays, or only watches, until the game is over. Now and then everything is asked for anew, or what was missed.
pub(crate) async fn take_part(mut socket: RawSocket, table: TableId, choice: Choice) -> Vec<String> {
    let mut view: Option<View> = None;
    let (mut number, mut is_over, mut decided_at, mut updates) = (0, false, None, 0_u64);
    socket.follow(&table).await;
    while !is_over {
        let legal = view.map(|view| view.legal_actions()).unwrap_or_default();
        let action = match choice {
            Choice::First => legal.first(),
            Choice::Last => legal.last(),
        };
        if let Some(&action) = action.filter(|_| decided_at != Some(number)) {
            decided_at = Some(number);
            socket.say(&ToServer::Decide { table: table.clone(), number, action }).await;
        }
        match socket.hear().await {
            ToClient::Snapshot(snapshot) => {
                (view, number) = (snapshot.view, snapshot.number);
                is_over = snapshot.table.state == TableState::Over;
            }
            ToClient::Update(update) => {
                (view, number, updates) = (Some(update.view), update.number, updates + 1);
                if updates % 40 == 0 {
                    let since = (updates % 80 == 0).then(|| number.saturating_sub(25));
                    socket.say(&ToServer::Subscribe { table: table.clone(), since }).await;
                }
            }
            ToClient::Table { table } => is_over = table.state == TableState::Over,
            ToClient::Refused { refusal, .. } if refusal.code == RefusalCode::TooMany => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                decided_at = None;
            }
            ToClient::Refused { refusal, .. } if refusal.code == RefusalCode::Stale => {}
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => {}
        }
    }
    socket.heard
}

/// Every word of a text that names a tile, such as `12I`.
fn tiles_in(text: &str) -> impl Iterator<Item = &str> {
    let is_tile = |word: &&str| {
        word.len() <= 3
            && word.ends_with(|letter: char| ('A'..='I').contains(&letter))
            && word[..word.len() - 1].parse::<u8>().is_ok_and(|column| (1..=12).contains(&column))
    };
    text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_tile)
}

/// The tiles on a board, which is written row by row.
fn tiles_on(board: &str) -> impl Iterator<Item = String> {
    board.split('/').zip('A'..='I').flat_map(|(row, letter)| {
        let is_taken = |(_, cell): &(usize, char)| *cell != '.';
        row.chars().enumerate().filter(is_taken).map(move |(column, _)| format!("{}{letter}", column + 1))
    })
}

/// What a viewer was sent that they may not have known at that moment, compared with the record.
fn leak(heard: &[String], viewer: Option<Seat>, record: &Record) -> Option<String> {
    let seed = record.seed.unwrap().to_string();
    let hides = record.rules.options().holdings == Holdings::Hidden;
    for text in heard {
        if text.contains(&seed) {
            return Some("the seed".into());
        }
        // How much of the game had happened when this was said.
        let (events, has_view) = match serde_json::from_str::<ToClient>(text).unwrap() {
            ToClient::Snapshot(snapshot) => (snapshot.events.len(), snapshot.view.is_some()),
            ToClient::Update(update) => (update.first_event + update.events.len(), true),
            _ => (0, false),
        };
        let known: BTreeSet<String> =
            record.events[..events].iter().flat_map(|event| shown_by(event, viewer)).collect();
        let view = &serde_json::from_str::<Value>(text).unwrap()["view"];
        let on_board = tiles_on(view["board"].as_str().unwrap_or_default());
        if let Some(tile) =
            tiles_in(text).map(str::to_owned).chain(on_board).find(|tile| !known.contains(tile))
        {
            return Some(format!("{tile} after {events} events: {text}"));
        }
        let is_over = view["situation"]["waits_for"] == "over";
        for (seat, player) in view["players"].as_array().into_iter().flatten().enumerate() {
            let is_own = viewer.is_some_and(|viewer| viewer.index() == seat);
            let holdings_are_told = !player["cash"].is_null() || !player["shares"].is_null();
            if player["hand"].is_number() == is_own || (hides && !is_own && !is_over && holdings_are_told) {
                return Some(format!("what {seat} has: {player}"));
            }
        }
        assert_eq!(has_view, view.is_object());
    }
    None
}

/// The tiles that an event shows to a viewer.
fn shown_by(event: &Event, viewer: Option<Seat>) -> Vec<String> {
    match event {
        Event::Deal { player, tiles } | Event::Draw { player, tiles } if viewer == Some(*player) => {
            tiles.iter().map(ToString::to_string).collect()
        }
        Event::Discard { tiles, .. } => tiles.iter().map(ToString::to_string).collect(),
        Event::StartTile { tile, .. } | Event::Place { tile, .. } | Event::BankTile { tile, .. } => {
            vec![tile.to_string()]
        }
        _ => Vec::new(),
    }
}

async fn check_game(addr: SocketAddr, preset: Preset, players: usize, holdings: Holdings, choice: Choice) {
    let what = format!("{preset} with {players}, holdings {holdings}");
    let mut people = Vec::new();
    for seat in 0..players {
        people.push(Raw::guest(addr, &format!("Player {seat}")).await);
    }
    let seats = vec![json!({"kind":"open"}); players];
    let body = json!({ "seats": seats, "rules": {"preset": preset.id(), "holdings": holdings.id()} });
    let info = people[0].send("POST", "/api/tables", Some(body)).await.json();
    let table = TableId(info["id"].as_str().unwrap().to_owned());
    let path = format!("/api/tables/{}", table.0);
    for (seat, person) in people.iter().enumerate().skip(1) {
        person.send("POST", &format!("{path}/join"), Some(json!({ "seat": seat }))).await.json();
    }
    let mut parts = Vec::new();
    for person in people.iter().chain([&Raw::nobody(addr)]) {
        parts.push(tokio::spawn(take_part(person.connect().await.unwrap(), table.clone(), choice)));
    }
    people[0].post(&format!("{path}/start")).await.json();
    // What the REST interface tells while the game runs.
    let mut told = Vec::new();
    for path in [path.clone(), "/api/tables?state=running".into(), "/api/me/tables".into()] {
        told.push(people[1].get(&path).await.text);
    }
    assert_eq!(people[1].get(&format!("{path}/record")).await.code(), RefusalCode::NotFound, "{what}");
    let mut heard = Vec::new();
    for part in parts {
        heard.push(part.await.unwrap());
    }
    let record = Record::read(people[0].get(&format!("{path}/record")).await.text.as_bytes()).unwrap();
    record.verify().unwrap();
    for (index, heard) in heard.iter().enumerate() {
        // A game may be short; whoever follows it hears of most decisions one by one.
        let decisions = record.events.iter().filter(|event| event.decision().is_some()).count();
        assert!(heard.len() > decisions / 2, "{what}: only {} messages looked at", heard.len());
        let viewer = Seat::new(index).filter(|_| index < players);
        assert_eq!(leak(heard, viewer, &record), None, "{what}, {viewer:?}");
        // What is fine for one is a leak for another: the search does find something.
        if viewer.is_some() {
            assert!(leak(heard, Seat::new((index + 1) % players), &record).is_some(), "{what}");
            assert!(leak(heard, None, &record).is_some(), "{what}");
        }
    }
    let seed = record.seed.unwrap().to_string();
    assert!(told.iter().all(|text| !text.contains(&seed) && tiles_in(text).next().is_none()), "{what}");
}

/// Every byte sent to every player and to a spectator, in games of every preset and of two to six players: no
/// tile that the viewer may not know at that moment, and no seed.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_sent_what_they_may_not_know() {
    let folder = Folder::new("secrets");
    let server = start(&folder).await;
    let mut games = Vec::new();
    let presets = Preset::ALL.iter().copied().filter(|&preset| preset != Preset::Custom);
    for (index, preset) in presets.enumerate() {
        for (players, holdings, choice) in [
            (2 + index % 5, Holdings::Open, Choice::First),
            (2 + (index + 2) % 5, Holdings::Hidden, Choice::Last),
        ] {
            games.push(tokio::spawn(check_game(server.addr(), preset, players, holdings, choice)));
        }
    }
    for game in games {
        game.await.unwrap();
    }
    server.end().await.unwrap();
}

/// A running game of two, and somebody who only watches.
struct Scene {
    ann: Raw,
    bob: Raw,
    cid: Raw,
    table: TableId,
    path: String,
}

async fn scene(addr: SocketAddr) -> Scene {
    let (ann, bob) = (Raw::guest(addr, "Ann").await, Raw::guest(addr, "Bob").await);
    let cid = Raw::guest(addr, "Cid").await;
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"open"}] });
    let info = ann.send("POST", "/api/tables", Some(body)).await.json();
    let table = TableId(info["id"].as_str().unwrap().to_owned());
    let path = format!("/api/tables/{}", table.0);
    bob.send("POST", &format!("{path}/join"), Some(json!({ "seat": 1 }))).await.json();
    Scene { ann, bob, cid, table, path }
}

#[tokio::test]
async fn nobody_decides_for_another() {
    let folder = Folder::new("secrets-decide");
    let server = start(&folder).await;
    let Scene { ann, bob, cid, table, path } = scene(server.addr()).await;
    ann.post(&format!("{path}/start")).await.json();
    let mut actor = None;
    let mut sockets = Vec::new();
    for (index, person) in [&ann, &bob].into_iter().enumerate() {
        let mut socket = person.connect().await.unwrap();
        socket.follow(&table).await;
        loop {
            if let ToClient::Snapshot(snapshot) = socket.hear().await {
                let legal = snapshot.view.unwrap().legal_actions();
                actor = actor.or(legal.first().map(|&action| (index, action)));
                break;
            }
        }
        sockets.push(socket);
    }
    let (index, action) = actor.unwrap();
    let decide = ToServer::Decide { table: table.clone(), number: 0, action };
    let wishes = [
        decide.clone(),
        ToServer::TakeBack { table: table.clone(), number: 0 },
        ToServer::LeaveSeat { table: table.clone() },
        ToServer::ResumeSeat { table: table.clone() },
        ToServer::Pause { table: table.clone(), paused: true },
        ToServer::Chat { table: table.clone(), text: "hello".into() },
    ];
    for (watcher, code) in
        [(&cid, RefusalCode::Forbidden), (&Raw::nobody(server.addr()), RefusalCode::Unknown)]
    {
        let mut watcher = watcher.connect().await.unwrap();
        watcher.follow(&table).await;
        for wish in &wishes {
            watcher.say(wish).await;
            assert_eq!(watcher.refused().await, code, "{wish:?}");
        }
    }
    sockets[1 - index].say(&decide).await;
    assert_eq!(sockets[1 - index].refused().await, RefusalCode::AgainstTheRules);
    // A message cannot name a seat: there is nothing to forge.
    let mut forged = serde_json::to_value(&decide).unwrap();
    forged["seat"] = json!(index);
    sockets[1 - index].stream.send(Message::text(forged.to_string())).await.unwrap();
    assert_eq!(sockets[1 - index].refused().await, RefusalCode::Unreadable);
    sockets[index].say(&decide).await;
    while !matches!(sockets[index].hear().await, ToClient::Accepted { number: 1, .. }) {}
    server.end().await.unwrap();
}

#[tokio::test]
async fn only_the_host_sends_away_swaps_and_starts() {
    let folder = Folder::new("secrets-host");
    let server = start(&folder).await;
    let Scene { ann, bob, cid, path, .. } = scene(server.addr()).await;
    for person in [&bob, &cid] {
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
    // Not even the host takes a place that is somebody's; sending away is the host's right.
    let taken = cid.send("POST", &format!("{path}/join"), Some(json!({ "seat": 1 }))).await;
    assert_eq!(taken.code(), RefusalCode::WrongState);
    let info = ann.send("DELETE", &format!("{path}/seats/1"), None).await.json();
    assert_eq!(info["seats"][1]["kind"], "open");
    server.end().await.unwrap();
}

#[tokio::test]
async fn foreign_pages_are_turned_away() {
    let folder = Folder::new("secrets-origin");
    let config = mergemaker_server::Config {
        addr: "127.0.0.1:0".parse().unwrap(),
        data: folder.0.clone(),
        database: None,
        origins: vec!["https://acquire.example".into()],
        behind_proxy: false,
    };
    let server = mergemaker_server::Server::start(config).await.unwrap();
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
async fn an_account_gets_a_new_secret_and_the_old_one_is_dead() {
    let folder = Folder::new("secrets-claim");
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
    // A secret that somebody planted is never taken over.
    let planted = Raw::nobody(server.addr()).with("cookie", "mergemaker_session=planted");
    let login = planted.send("POST", "/api/login", Some(form.clone())).await;
    let other = login.cookie.clone().unwrap();
    login.json();
    assert!(!other.contains("planted") && other != new);
    assert_eq!(planted.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    // A cookie is no token, and logging out ends one session only.
    let secret = new.split_once('=').unwrap().1;
    let bearer = Raw::nobody(server.addr()).with("authorization", &format!("Bearer {secret}"));
    assert_eq!(bearer.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "a cookie as a token");
    assert!(ann.post("/api/logout").await.status.is_success());
    assert_eq!(ann.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    ann.with("cookie", &other).get("/api/me").await.json();
    // The name is taken, in whatever case.
    let bob = Raw::guest(server.addr(), "Bob").await;
    let taken = bob.send("POST", "/api/claim", Some(json!({ "name": "ANN", "password": "12345678" }))).await;
    assert_eq!(taken.code(), RefusalCode::NameTaken);
    server.end().await.unwrap();
}

#[tokio::test]
async fn tokens_work_until_everything_is_ended_and_deleted_accounts_are_gone() {
    let folder = Folder::new("secrets-tokens");
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
    assert!(matches!(socket.hear().await, ToClient::Hello { you: Some(you), .. } if you == me));
    let as_cookie = Raw::nobody(server.addr()).with("cookie", &format!("mergemaker_session={token}"));
    assert_eq!(as_cookie.get("/api/me").await.status, StatusCode::UNAUTHORIZED, "a token as a cookie");
    assert!(ann.post("/api/logout-everywhere").await.status.is_success());
    for gone in [&ann, &bearer] {
        assert_eq!(gone.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    }
    let login = Raw::nobody(server.addr()).send("POST", "/api/login", Some(form.clone())).await;
    let ann = ann.with("cookie", &login.cookie.unwrap());
    assert!(ann.send("DELETE", "/api/me", None).await.status.is_success());
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
async fn guessing_passwords_is_slowed_down() {
    let folder = Folder::new("secrets-guess");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    ann.send("POST", "/api/claim", Some(json!({ "name": "Ann", "password": "correct horse" }))).await.json();
    let mut codes = Vec::new();
    for guess in 0..12 {
        // Another way to write the name is the same account.
        let name = if guess % 2 == 0 { "Ann" } else { " aNN " };
        let form = json!({ "name": name, "password": format!("guess {guess}") });
        let reply = Raw::nobody(server.addr()).send("POST", "/api/login", Some(form)).await;
        codes.push((reply.status.as_u16(), reply.code()));
    }
    assert_eq!(codes[..10], vec![(401, RefusalCode::WrongPassword); 10]);
    assert_eq!(codes[10..], vec![(429, RefusalCode::TooMany); 2]);
    // Who is logged in goes on as before.
    server.end().await.unwrap();
}

#[tokio::test]
async fn names_and_chat_are_plain_text() {
    const SCRIPT: &str = "<img src=x onerror=a()>";
    let folder = Folder::new("secrets-text");
    let server = start(&folder).await;
    let nobody = Raw::nobody(server.addr());
    for name in
        ["a\u{7}b", "a\nb", "\u{202e}abc", "a\u{200b}b", "", "   ", &"x".repeat(25), "\u{feff}a", "a\0b"]
    {
        let reply = nobody.send("POST", "/api/guest", Some(json!({ "name": name }))).await;
        assert_eq!((reply.status.as_u16(), reply.code()), (400, RefusalCode::Invalid), "{name:?}");
    }
    let ann = Raw::guest(server.addr(), SCRIPT).await;
    assert_eq!(ann.get("/api/me").await.json()["name"], SCRIPT);
    let response = ann.http.get(format!("http://{}/api/me", server.addr())).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}] });
    let info = ann.send("POST", "/api/tables", Some(body)).await.json();
    let table = TableId(info["id"].as_str().unwrap().to_owned());
    let mut socket = ann.connect().await.unwrap();
    socket.follow(&table).await;
    let text = format!("{SCRIPT}\u{1b}[2J\"}}");
    socket.say(&ToServer::Chat { table: table.clone(), text }).await;
    let line = loop {
        if let ToClient::Chat { line, .. } = socket.hear().await {
            break line;
        }
    };
    assert_eq!(line.text, format!("{SCRIPT}\u{fffd}[2J\"}}"), "nothing in it steers a screen");
    assert_eq!(line.person.name, SCRIPT);
    for text in [String::new(), " \n ".into(), "x".repeat(301)] {
        socket.say(&ToServer::Chat { table: table.clone(), text }).await;
        assert_eq!(socket.refused().await, RefusalCode::Invalid);
    }
    server.end().await.unwrap();
}

/// A decision cannot be made for a game that somebody only knows the link of.
#[tokio::test]
async fn decisions_that_are_no_decisions_are_refused() {
    let folder = Folder::new("secrets-rules");
    let server = start(&folder).await;
    let Scene { ann, table, path, .. } = scene(server.addr()).await;
    let mut socket = ann.connect().await.unwrap();
    let decide = ToServer::Decide { table: table.clone(), number: 0, action: Action::Pass };
    socket.say(&decide).await;
    assert_eq!(socket.refused().await, RefusalCode::WrongState, "the game has not begun");
    ann.post(&format!("{path}/start")).await.json();
    socket.say(&decide).await;
    assert_eq!(socket.refused().await, RefusalCode::AgainstTheRules);
    server.end().await.unwrap();
}
