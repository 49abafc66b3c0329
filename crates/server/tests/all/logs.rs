//! Logs at every level contain no tiles and no secrets.

use std::fmt::{Debug, Write as _};

use mergemaker_engine::Event;
use mergemaker_protocol::Request;
use mergemaker_protocol::api::tokens::{Create, TokenForm};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record as SpanRecord};
use tracing::{Level, Metadata, Subscriber};

use crate::Folder;
use crate::client::Client;
use crate::player::{Choice, take_part};
use crate::process::{Process, ProcessConfig};
use crate::raw::Raw;
use crate::secrets::tiles_in;

/// Writes everything up to a level to standard error, including logs of dependencies.
struct StderrLogger(Level);

/// The fields of an event or span, as text.
struct Fields(String);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, " {field}={value:?}");
    }
}

impl Subscriber for StderrLogger {
    fn enabled(&self, metadata: &Metadata) -> bool {
        *metadata.level() <= self.0
    }

    fn new_span(&self, span: &Attributes) -> Id {
        let mut fields = Fields(String::new());
        span.record(&mut fields);
        eprintln!("SPAN {}{}", span.metadata().name(), fields.0);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &SpanRecord) {
        let mut fields = Fields(String::new());
        values.record(&mut fields);
        eprintln!("SPAN{}", fields.0);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &tracing::Event) {
        let mut fields = Fields(String::new());
        event.record(&mut fields);
        eprintln!("{} {}{}", event.metadata().level(), event.metadata().target(), fields.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Makes the whole process log to standard error.
pub(crate) fn write_to_stderr(level: Level) {
    tracing::subscriber::set_global_default(StderrLogger(level)).unwrap();
}

/// The secret part of a cookie.
fn secret(cookie: &str) -> String {
    cookie.split_once('=').unwrap().1.to_owned()
}

/// Plays whole games involving all kinds of secrets, then searches every log line.
#[tokio::test(flavor = "multi_thread")]
async fn logs_contain_no_secrets() {
    let folder = Folder::new("logs");
    let log = folder.0.join("log");
    let data = folder.0.to_str().unwrap();
    let process =
        Process::start(ProcessConfig { data, log: Some((&log, Level::DEBUG)), ..ProcessConfig::default() });
    let addr = process.addr;
    let mut secrets = Vec::new();
    // People with every kind of secret, and failed attempts to impersonate them.
    let (guest, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let ann = guest.claim("Ann").await;
    let again = ann.login("Ann").await;
    secrets.extend([&guest, &bob, &ann, &again].map(|person| secret(&person.cookie())));
    secrets.extend(["correct horse".into(), "battery staple".into()]);
    let form = json!({ "name": "Ann", "password": "battery staple" });
    Raw::nobody(addr).send("POST", "/api/login", Some(form)).await;
    let token = ann.ask(Create { body: TokenForm::usual("bot") }).await.unwrap().token;
    let bearer = Raw::nobody(addr).with("authorization", &format!("Bearer {token}"));
    bearer.get("/api/me").await.json();
    secrets.push(token);
    let stolen = "stolenstolenstolenstolenstolenstolen";
    Raw::nobody(addr).with("cookie", &format!("mergemaker_session={stolen}")).get("/api/me").await;
    secrets.push(stolen.into());

    let mut records = Vec::new();
    for choice in [Choice::First, Choice::Random(7)] {
        let seats = json!([{"kind":"open"}, {"kind":"open"}, {"kind":"bot","level":"steady"}]);
        let body = json!({ "seats": seats, "rules": {"preset":"trading"}, "takebacks": true });
        let table = ann.new_table(body).await.id;
        bob.join(&table).await;
        let (mut a, b, mut wrong) = (ann.connect().await, bob.connect().await, ann.connect().await);
        a.send_message(&Request::Chat { text: "my whispered plan".into() }.at(&table)).await;
        wrong.send_text(r#"{"type":"decide","action":"5C"}"#.into()).await;
        wrong.refused().await;
        ann.start(&table).await;
        tokio::join!(take_part(a, table.clone(), choice), take_part(b, table.clone(), choice));
        records.push(ann.record(&table).await);
    }
    secrets.push("my whispered plan".into());
    process.end();

    // Hashes must not be logged either.
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&format!("sqlite://{data}/mergemaker.db")).await.unwrap();
    for query in [
        "SELECT secret_hash FROM sessions",
        "SELECT password_hash FROM people WHERE password_hash IS NOT NULL",
    ] {
        let kept: Vec<String> = sqlx::query_scalar(query).fetch_all(&pool).await.unwrap();
        assert!(!kept.is_empty(), "{query}");
        secrets.extend(kept);
    }
    pool.close().await;
    secrets.extend(records.iter().map(|record| record.seed.unwrap().to_string()));

    let log = std::fs::read_to_string(log).unwrap();
    let hands = records.iter().flat_map(|record| &record.events);
    assert!(hands.filter(|event| matches!(event, Event::Deal { .. } | Event::Draw { .. })).count() > 50);
    for line in log.lines() {
        assert_eq!(tiles_in(line).next(), None, "a tile: {line}");
        for secret in &secrets {
            assert!(!line.contains(secret.as_str()), "{secret}: {line}");
        }
    }
    // Make sure that the log has the SQL statements and the server's own messages.
    let count = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert!(count("sqlx::query") > 200 && count("game over") == 2, "{log}");
    // The server's own lines say who did what, from where, with shortened addresses.
    let own = |what: &str| {
        let is_it = |line: &&str| line.starts_with("INFO mergemaker_server") && line.contains(what);
        log.lines().filter(is_it).collect::<Vec<_>>()
    };
    let (ann, bob) = (format!("{:?}", ann.you.person.id.0), format!("{:?}", bob.you.person.id.0));
    let has = |lines: &[&str], parts: &[&str]| {
        let fits = |line: &&str| parts.iter().all(|part| line.contains(part));
        assert!(lines.iter().any(fits), "{parts:?} in {lines:#?}");
    };
    has(&own("new guest"), &[&bob, "127.0.0.0/24"]);
    has(&own("connected"), &[&bob, "127.0.0.0/24"]);
    has(&own("logged in"), &[&ann, "127.0.0.0/24"]);
    has(&own("request"), &[&ann, "127.0.0.0/24", "\"/api/tables\"", "status=200"]);
    has(&own("request"), &[&ann, "127.0.0.0/24", "\"chat\""]);
    has(&own("request"), &["\"/api/login\"", "status=401"]);
    assert!(own("").iter().all(|line| !line.contains("127.0.0.1\"")), "a whole address");
    println!("{} lines of log, {} secrets", log.lines().count(), secrets.len());
}
