//! Fuzzing: whatever the input, the server sends well-formed answers and keeps running.
//!
//! `INPUT` sets the number of inputs, two thirds messages and one third requests: `cargo xtask soak server`
//! sends many more than the checks.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{Refusal, RefusalCode, Request, TableId, ToClient, ToServer};
use mergemaker_server::Server;
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::player::{Choice, take_part};
use crate::process::{Process, ProcessConfig};
use crate::{Folder, TIMEOUT, seed, start_behind_proxy, unlimited};

/// A small, portable random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    /// A random value, often an edge case.
    fn value(&mut self) -> Value {
        match self.below(14) {
            0 => Value::Null,
            1 => json!(self.next()),
            2 => json!(-1),
            3 => json!(u64::MAX),
            4 => json!(1e300),
            5 => json!(""),
            6 => json!("\u{0}\u{202e}<script>"),
            7 => json!("x".repeat(self.below(3_000))),
            8 => json!([]),
            9 => json!({}),
            10 => json!(true),
            11 => json!({ "kind": "place", "tile": "13J" }),
            12 => json!({ "preset": "custom", "kind": "bot", "level": "random", "seconds": -1 }),
            _ => (0..self.below(60)).fold(json!(0), |inner, _| json!([inner])),
        }
    }

    /// A mutation of a value.
    fn mutated(&mut self, value: &Value) -> Value {
        let mut value = value.clone();
        if let Value::Object(object) = &mut value {
            let keys: Vec<String> = object.keys().cloned().collect();
            match self.below(4) {
                0 if !keys.is_empty() => drop(object.remove(self.pick(&keys))),
                1 => drop(object.insert(format!("k{}", self.below(3)), self.value())),
                _ if !keys.is_empty() => {
                    let key = self.pick(&keys).clone();
                    let inner = if self.below(2) == 0 { self.value() } else { self.mutated(&object[&key]) };
                    object.insert(key, inner);
                }
                _ => {}
            }
            return value;
        }
        self.value()
    }

    /// A text with random bytes changed, truncated, duplicated or replaced.
    fn scrambled(&mut self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        match self.below(4) {
            0 => bytes.truncate(self.below(bytes.len() + 1)),
            1 => bytes = (0..self.below(200)).map(|_| self.next() as u8).collect(),
            2 => bytes.extend_from_within(self.below(bytes.len())..),
            _ => {
                for _ in 0..=self.below(4) {
                    let at = self.below(bytes.len());
                    bytes[at] = self.next() as u8;
                }
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The JSON of a value, usually mutated.
    fn text(&mut self, value: &Value) -> String {
        match self.below(5) {
            0 => value.to_string(),
            1 => self.scrambled(&value.to_string()),
            2 => {
                let mutated = self.mutated(value);
                self.mutated(&mutated).to_string()
            }
            _ => self.mutated(value).to_string(),
        }
    }

    /// A random address, to avoid rate limits.
    fn address(&mut self) -> String {
        let [a, b, c, ..] = self.next().to_le_bytes();
        format!("10.{a}.{b}.{c}")
    }
}

/// The number of panics of servers in this process, excluding failing tests.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn count_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let is_test = panic.location().is_some_and(|place| place.file().contains("tests"));
            PANICS.fetch_add(usize::from(!is_test), Ordering::Relaxed);
            before(panic);
        }));
    });
}

/// Starts a server that trusts forwarded addresses.
async fn start(folder: &Folder) -> Server {
    count_panics();
    start_behind_proxy(folder).await
}

/// Creates a table with a bot.
async fn new_table(person: &Client) -> TableId {
    let body = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}], "takebacks": true });
    person.new_table(body).await.id
}

/// Plays a whole game to check that the server still works.
async fn still_plays(addr: SocketAddr) {
    let ann = Client::guest(addr, "Ann").await;
    let table = new_table(&ann).await;
    let socket = ann.connect().await;
    ann.start(&table).await;
    let received = take_part(socket, table, Choice::Last).await;
    assert!(received.len() > 50);
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "nothing panicked");
}

/// The total number of inputs.
fn input() -> usize {
    std::env::var("INPUT").map_or(30_000, |text| text.parse().expect("INPUT is a number"))
}

/// A server in a separate process whose memory and log are monitored.
struct Target {
    process: Process,
    log: PathBuf,
    started: Instant,
    /// Its memory after a quarter of the input, once caches have filled.
    warm: u64,
}

impl Target {
    /// The maximum growth in memory after the first quarter: the allocator, the database, and rooms waiting
    /// for reconnects.
    const MAX_GROWTH: u64 = 64 << 20;

    fn start(folder: &Folder) -> Target {
        let log = folder.0.join("log");
        let data = folder.0.to_str().unwrap();
        let process = Process::start(ProcessConfig {
            data,
            behind_proxy: true,
            log: Some((&log, tracing::Level::ERROR)),
            ..ProcessConfig::default()
        });
        Target { process, log, started: Instant::now(), warm: 0 }
    }

    /// Sends all input in four parts with several workers each. A worker gets its number and the total number
    /// of workers.
    async fn send<F: Future<Output = ()> + Send + 'static>(&mut self, worker: impl Fn(u64, usize) -> F) {
        const WORKERS: u64 = 4;
        for quarter in 0..4 {
            let numbers = quarter * WORKERS..(quarter + 1) * WORKERS;
            let workers: Vec<_> = numbers.map(|number| tokio::spawn(worker(number, 16))).collect();
            for worker in workers {
                worker.await.unwrap();
            }
            println!("{} MiB after {} s", self.process.resident() >> 20, self.started.elapsed().as_secs());
            if quarter == 0 {
                self.warm = self.process.resident();
            }
        }
    }

    /// Checks that it still works, logged no errors and did not grow.
    async fn check(self, folder: Folder) {
        let (warm, end) = (self.warm, self.process.resident());
        assert!(end < warm + Target::MAX_GROWTH, "{} MiB more", (end - warm) >> 20);
        still_plays(self.process.addr).await;
        self.process.end();
        assert_eq!(std::fs::read_to_string(&self.log).unwrap(), "", "nothing was logged");
        drop(folder);
    }
}

/// A message of each kind.
fn messages(table: &TableId) -> Vec<Value> {
    let actions = [
        json!({"kind":"place","tile":"5C"}),
        json!({"kind":"buy","shares":{"tower":1}}),
        json!({"kind":"dispose","sell":1,"trade":2}),
        json!({"kind":"found","chain":"tower"}),
        json!({"kind":"trade_offer","to":1,"give":{"cash":100,"shares":{}},"take":{"cash":0,"shares":{}}}),
        json!({"kind":"pass"}),
    ];
    let decide = |action| json!({"type":"decide","table":table,"number":0,"action":action});
    let mut messages: Vec<Value> = actions.into_iter().map(decide).collect();
    messages.extend([
        json!({"type":"subscribe","table":table,"since":3}),
        json!({"type":"unsubscribe","table":table}),
        json!({"type":"take_back","table":table,"number":0}),
        json!({"type":"leave_seat","table":table}),
        json!({"type":"resume_seat","table":table}),
        json!({"type":"pause","table":table,"paused":true}),
        json!({"type":"chat","table":table,"text":"hello"}),
        json!({"type":"ping","nonce":7}),
    ]);
    messages
}

/// Sends mutated messages over many sockets.
async fn send_mutated_messages(addr: SocketAddr, worker: u64, sockets: usize) {
    const MESSAGES: usize = 50;
    let mut random = Random(seed() + worker);
    let person = Client::guest(addr, "Ann").await;
    let table = new_table(&person).await;
    if worker.is_multiple_of(2) {
        person.start(&table).await;
    }
    let person = person.raw();
    let messages = messages(&table);
    for nonce in 0..sockets as u64 {
        let person = person.with("x-forwarded-for", &random.address());
        let mut socket = person.connect().await.unwrap();
        for _ in 0..MESSAGES {
            let message = random.pick(&messages).clone();
            let message = match random.below(20) {
                0 => Message::binary(random.scrambled("abc").into_bytes()),
                1 => Message::Ping(vec![1, 2, 3].into()),
                _ => Message::text(random.text(&message)),
            };
            socket.stream.feed(message).await.unwrap();
        }
        // Every earlier message was answered, in order and with valid messages.
        let nonce = u64::MAX - nonce;
        socket.send_message(&ToServer::Ping { nonce }).await;
        while socket.receive().await != (ToClient::Pong { nonce }) {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_messages() {
    let folder = Folder::new("input-socket");
    let mut target = Target::start(&folder);
    let addr = target.process.addr;
    let messages = input() * 2 / 3;
    target
        .send(|worker, workers| send_mutated_messages(addr, worker, (messages / 50).div_ceil(workers)))
        .await;
    target.check(folder).await;
}

/// Endpoints with a valid body.
fn requests(table: &TableId) -> Vec<(&'static str, String, Value)> {
    let table = &table.0;
    vec![
        ("POST", "/api/guest".into(), json!({ "name": "Ann" })),
        ("POST", "/api/claim".into(), json!({ "name": "Annabel", "password": "correct horse" })),
        ("POST", "/api/login".into(), json!({ "name": "Annabel", "password": "correct horse" })),
        ("POST", "/api/tokens".into(), json!({ "label": "bot", "scopes": ["play"], "password": "x" })),
        ("GET", "/api/me/tokens?before=5.a&limit=3".into(), Value::Null),
        ("GET", "/api/me/sessions".into(), Value::Null),
        ("DELETE", "/api/me/sessions/abc".into(), Value::Null),
        ("PUT", "/api/me/password".into(), json!({ "old": "correct horse", "new": "battery staple" })),
        ("GET", "/api/me/muted?limit=1".into(), Value::Null),
        ("GET", "/api/games?before=5.a&limit=2&players=3".into(), Value::Null),
        ("GET", "/api/me".into(), Value::Null),
        ("GET", "/api/me/tables".into(), Value::Null),
        ("GET", "/api/tables?state=open".into(), Value::Null),
        (
            "POST",
            "/api/tables".into(),
            json!({
                "seats": [{"kind":"open"}, {"kind":"bot","level":"steady"}],
                "rules": {"preset":"classic"}, "visibility": "link",
                "clock": {"kind":"bank","seconds":60,"increment":5}, "takebacks": true, "chat": true,
            }),
        ),
        ("GET", format!("/api/tables/{table}"), Value::Null),
        ("POST", format!("/api/tables/{table}/join"), json!({ "seat": 1 })),
        ("POST", format!("/api/tables/{table}/leave"), Value::Null),
        ("PUT", format!("/api/tables/{table}/seats/1"), json!({ "level": "steady" })),
        ("DELETE", format!("/api/tables/{table}/seats/1"), Value::Null),
        ("POST", format!("/api/tables/{table}/swap"), json!({ "one": 0, "other": 1 })),
        ("POST", format!("/api/tables/{table}/start"), Value::Null),
        ("POST", format!("/api/tables/{table}/rematch"), Value::Null),
        ("GET", format!("/api/tables/{table}/record"), Value::Null),
        ("GET", "/api/people/abc".into(), Value::Null),
        ("GET", "/api/people/abc/games?before=5".into(), Value::Null),
        ("GET", "/api/people/abc/ratings/4".into(), Value::Null),
        ("GET", "/api/leaderboard/4".into(), Value::Null),
        ("GET", "/api/codes/CDFGHJ".into(), Value::Null),
        ("GET", "/ws".into(), Value::Null),
        ("GET", "/metrics".into(), Value::Null),
    ]
}

/// A path with one segment replaced by an odd one.
fn odd_path(path: &str, random: &mut Random) -> String {
    const ODD: [&str; 12] = [
        "",
        "%00",
        "%ff%fe",
        "..",
        "-1",
        "99999999999999999999",
        "%2e%2e%2f",
        "'%20OR%201=1",
        "a%0d%0ab",
        "%F0%9F%98%80",
        "?state=x",
        "?before=1e9&before=",
    ];
    let mut parts: Vec<&str> = path.split('/').collect();
    let at = 1 + random.below(parts.len() - 1);
    parts[at] = *random.pick::<&str>(&ODD);
    parts.join("/")
}

/// Sends mutated requests.
async fn send_mutated_requests(addr: SocketAddr, worker: u64, count: usize) {
    let mut random = Random(seed() + 1_000 + worker);
    let person = Client::guest(addr, "Ann").await;
    let requests = requests(&new_table(&person).await);
    let person = person.raw();
    let mut asked = 0;
    while asked < count {
        let (method, path, body) = random.pick(&requests).clone();
        // Passwords are deliberately slow.
        if matches!(path.as_str(), "/api/login" | "/api/claim") && random.below(10) > 0 {
            continue;
        }
        asked += 1;
        let method = if random.below(10) == 0 { *random.pick(&["PATCH", "PUT", "GET"]) } else { method };
        let path = if random.below(4) == 0 { odd_path(&path, &mut random) } else { path };
        let request = person.http.request(method.parse().unwrap(), format!("http://{addr}{path}"));
        let request = request.header("x-forwarded-for", random.address());
        let request =
            if random.below(8) == 0 { request } else { request.header("cookie", &person.headers[0].1) };
        let kind = *random.pick(&["application/json", "application/json", "text/plain", "a/b; c"]);
        let request = request.header("content-type", kind).body(random.text(&body));
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        assert!(!status.is_server_error(), "{method} {path}: {status} {text}");
        if !status.is_success() {
            let refusal: Result<Refusal, _> = serde_json::from_str(&text);
            assert!(refusal.is_ok(), "{method} {path}: {status} {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_requests() {
    let folder = Folder::new("input-http");
    let mut target = Target::start(&folder);
    let addr = target.process.addr;
    let requests = input() / 3;
    target.send(|worker, workers| send_mutated_requests(addr, worker, requests.div_ceil(workers))).await;
    target.check(folder).await;
}

/// Malformed HTTP.
#[tokio::test]
async fn malformed_http() {
    let folder = Folder::new("input-bytes");
    let server = Server::start(unlimited(&folder)).await.unwrap();
    let mut random = Random(seed() + 2_000);
    let request = "POST /api/guest HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 14\r\n\r\n{\"name\":\"Ann\"}";
    for _ in 0..500 {
        let mut stream = TcpStream::connect(server.addr()).await.unwrap();
        // The server may close the connection early.
        let _ = stream.write_all(random.scrambled(request).as_bytes()).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await.unwrap();
        let answer = String::from_utf8_lossy(&answer);
        assert!(!answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    still_plays(server.addr()).await;
    server.end().await.unwrap();
}

#[tokio::test]
async fn invalid_input_gets_a_typed_refusal() {
    let folder = Folder::new("input-typed");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let deep = format!("{}{}", "[".repeat(7_000), "]".repeat(7_000));
    let deep_inside = format!(r#"{{"type":"ping","nonce":{deep}}}"#);
    let mut socket = ann.connect().await;
    let wrong = [
        Message::text(""),
        Message::text("{"),
        Message::text("null"),
        Message::text(r#"{"type":"fly"}"#),
        Message::text(r#"{"type":"ping","nonce":1,"more":2}"#),
        Message::text(r#"{"type":"ping","nonce":-1}"#),
        Message::text(deep.clone()),
        Message::text(deep_inside),
        Message::binary(br#"{"type":"ping","nonce":1}"#.to_vec()),
    ];
    for message in wrong {
        socket.stream.send(message.clone()).await.unwrap();
        assert_eq!(socket.refused().await, RefusalCode::Unreadable, "{message:?}");
    }
    // An oversized message ends the socket, but a new one works.
    socket.stream.send(Message::text("x".repeat(16 * 1024 + 1))).await.unwrap();
    let ended = async { while let Some(Ok(_)) = socket.stream.next().await {} };
    tokio::time::timeout(TIMEOUT, ended).await.expect("the socket ends");
    let mut socket = ann.connect().await;
    socket.send_message(&ToServer::Ping { nonce: 1 }).await;
    while socket.receive().await != (ToClient::Pong { nonce: 1 }) {}
    // Too fast: after the first sixty, some are refused, even if sending takes seconds.
    for nonce in 0..300 {
        socket.send_message(&ToServer::Ping { nonce }).await;
    }
    assert_eq!(socket.refused().await, RefusalCode::TooMany);
    // Too many tables.
    let mut socket = ann.connect().await;
    for _ in 0..51 {
        socket.watch(&new_table(&ann).await).await;
    }
    assert_eq!(socket.refused().await, RefusalCode::TooMany);

    let ann = ann.raw();
    let url = format!("http://{}", server.addr());
    let post = |path: &str, kind: &str, body: String| {
        ann.http.post(format!("{url}{path}")).header("content-type", kind).body(body).send()
    };
    let large = format!(r#"{{"name":"{}"}}"#, "x".repeat(16 * 1024));
    for (kind, body) in [
        ("application/json", large),
        ("application/json", deep),
        ("application/json", "{".into()),
        ("application/json", String::new()),
        ("application/json", r#"{"name":"Ann","admin":true}"#.into()),
        ("text/plain", r#"{"name":"Ann"}"#.into()),
    ] {
        let response = post("/api/guest", kind, body).await.unwrap();
        let status = response.status();
        let refusal: Refusal = response.json().await.unwrap();
        assert_eq!((status, refusal.code), (StatusCode::BAD_REQUEST, RefusalCode::Unreadable));
    }
    let reply = ann.send("PATCH", "/api/me", None).await;
    assert_eq!((reply.status, reply.code()), (StatusCode::METHOD_NOT_ALLOWED, RefusalCode::Invalid));
    let reply = ann.get("/ws").await;
    assert_eq!((reply.status, reply.code()), (StatusCode::BAD_REQUEST, RefusalCode::Unreadable));
    for path in ["/nothing", "/api/nothing", "/api/tables/%00", "/api/tables/%ff", "/api/leaderboard/many"] {
        let reply = ann.get(path).await;
        assert_eq!((reply.status, reply.code()), (StatusCode::NOT_FOUND, RefusalCode::NotFound), "{path}");
    }
    server.end().await.unwrap();
}

/// Decisions that are early, replayed, out of order, forged, or someone else's.
#[tokio::test]
async fn untimely_decisions_get_a_typed_refusal() {
    let folder = Folder::new("input-order");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let table = new_table(&ann).await;
    let bob = Client::guest(server.addr(), "Bob").await;
    let (mut socket, mut other) = (ann.connect().await, bob.connect().await);
    let decide = |number: u64, action: Value| {
        Message::text(json!({"type":"decide","table":table,"number":number,"action":action}).to_string())
    };
    let pass = || json!({"kind":"pass"});
    socket.stream.send(decide(0, pass())).await.unwrap();
    assert_eq!(socket.refused().await, RefusalCode::WrongState, "too early");
    ann.start(&table).await;
    socket.watch(&table).await;
    let (number, action) = loop {
        let (number, view) = match socket.receive().await {
            ToClient::Snapshot(snapshot) => (snapshot.number, snapshot.view),
            ToClient::Update(update) => (update.number, Some(update.view)),
            _ => continue,
        };
        if let Some(action) = view.and_then(|view| view.legal_actions().first().copied()) {
            break (number, serde_json::to_value(action).unwrap());
        }
    };
    for ahead in [1, u64::MAX >> 1, u64::MAX] {
        socket.stream.send(decide(number.saturating_add(ahead), action.clone())).await.unwrap();
        assert_eq!(socket.refused().await, RefusalCode::Stale, "ahead of the game");
    }
    other.stream.send(decide(number, action.clone())).await.unwrap();
    assert_eq!(other.refused().await, RefusalCode::Forbidden, "not at the table");
    let mut forged = json!({"type":"decide","table":table,"number":number,"action":action});
    forged["seat"] = json!(1);
    socket.stream.send(Message::text(forged.to_string())).await.unwrap();
    assert_eq!(socket.refused().await, RefusalCode::Unreadable, "a seat cannot be named");
    for wrong in [json!({"kind":"place","tile":"13J"}), json!({"kind":"buy","shares":{"tower":-1}})] {
        socket.stream.send(decide(number, wrong)).await.unwrap();
        assert_eq!(socket.refused().await, RefusalCode::Unreadable);
    }
    socket.stream.send(decide(number, json!({"kind":"buy","shares":{"tower":200}}))).await.unwrap();
    assert!(matches!(socket.refused().await, RefusalCode::Unreadable | RefusalCode::AgainstTheRules));
    socket.stream.send(decide(number, json!({"kind":"dispose","sell":1,"trade":2}))).await.unwrap();
    assert_eq!(socket.refused().await, RefusalCode::AgainstTheRules);
    for _ in 0..2 {
        socket.stream.send(decide(number, action.clone())).await.unwrap();
    }
    assert_eq!(socket.refused().await, RefusalCode::Stale, "a replay");
    socket.send_message(&Request::TakeBack { number }.at(&TableId("nothere".into()))).await;
    assert_eq!(socket.refused().await, RefusalCode::NotFound);
    server.end().await.unwrap();
}
