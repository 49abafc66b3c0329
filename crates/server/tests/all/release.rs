//! Compatibility with release 0.1.0: its database opens, its tables are unchanged, and its games can be
//! finished under the rules they started with. See `testdata/0.1.0/README.md`.

use std::path::{Path, PathBuf};

use mergemaker_engine::{Chain, Event, Money, Preset, Rules, RulesVersion, Seat};
use mergemaker_protocol::api::tables::{BotForm, SetBot};
use mergemaker_protocol::{Request, Snapshot, TableId, TableState, ToClient};
use mergemaker_record::{Record, position};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::player::{Choice, take_part};
use crate::raw::Raw;
use crate::{Folder, start};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/0.1.0")
}

fn read(file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(testdata().join(file)).unwrap()).unwrap()
}

/// People from the release's database, by name.
struct People(Vec<(String, Client)>);

impl People {
    fn named(&self, name: &str) -> &Client {
        &self.0.iter().find(|(other, _)| other == name).expect("one of the people").1
    }
}

/// Copies the release's database, because SQLite would create files next to the original. In the copy,
/// sessions never expire.
async fn copy(folder: &Folder) {
    let file = folder.0.join("mergemaker.db");
    std::fs::copy(testdata().join("server.db"), &file).unwrap();
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let renewed =
        sqlx::query("UPDATE sessions SET expires_at = $1").bind(i64::MAX).execute(&pool).await.unwrap();
    assert!(renewed.rows_affected() > 3);
    pool.close().await;
}

/// Checks that everything from before still exists unchanged, except `is_here`, which is not stored.
fn check_holds(before: &Value, now: &Value, what: &str) {
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            for (name, value) in before.iter().filter(|(name, _)| *name != "is_here") {
                let now = now.get(name).unwrap_or_else(|| panic!("{what}: {name} is gone"));
                check_holds(value, now, &format!("{what}.{name}"));
            }
        }
        (Value::Array(before), Value::Array(now)) => {
            assert_eq!(before.len(), now.len(), "{what}");
            for (index, (before, now)) in before.iter().zip(now).enumerate() {
                check_holds(before, now, &format!("{what}[{index}]"));
            }
        }
        _ => assert_eq!(before, now, "{what}"),
    }
}

async fn snapshot(mut socket: Socket, table: &TableId) -> Snapshot {
    socket.watch(table).await;
    loop {
        if let ToClient::Snapshot(snapshot) = socket.receive().await {
            return *snapshot;
        }
    }
}

fn names(table: &Value) -> impl Iterator<Item = &str> {
    table["people"].as_array().unwrap().iter().map(|name| name.as_str().unwrap())
}

fn id(table: &Value) -> TableId {
    TableId(table["id"].as_str().unwrap().to_owned())
}

/// Checks that a table looks as it did in the release, to its people and to everyone.
async fn check_as_before(people: &People, nobody: &Raw, table: &Value) {
    let what = table["name"].as_str().unwrap();
    let seen = snapshot(nobody.connect().await.unwrap(), &id(table)).await;
    check_holds(
        &table["snapshot"],
        &serde_json::to_value(ToClient::Snapshot(Box::new(seen.clone()))).unwrap(),
        what,
    );
    assert_eq!(json!(seen.number), table["number"], "{what}");
    let text = seen.view.as_ref().map(|view| position::to_text(&view.position()));
    assert_eq!(json!(text), table["position"], "{what}");
    let situation =
        seen.view.as_ref().map(|view| serde_json::to_value(view).unwrap()["situation"]["waits_for"].clone());
    assert_eq!(json!(situation), table["waits_for"], "{what}");
    assert_eq!(json!(seen.view.and_then(|view| view.to_act())), table["to_act"], "{what}");
    for (name, view) in table["views"].as_object().unwrap() {
        let own = snapshot(people.named(name).connect().await, &id(table)).await;
        // Exactly: version 1 rules are written with just nine options. Only the market now names sold-out
        // chains too.
        let mut expected = view.clone();
        if let Some(market) = expected["view"]["market"].as_object_mut() {
            for chain in Chain::ALL {
                market.entry(chain.id()).or_insert(json!(0));
            }
        }
        assert_eq!(json!({ "seat": own.seat, "view": own.view }), expected, "{what}: {name}");
    }
}

/// Finishes a table's game, then checks its record and its rematch.
async fn play_to_the_end(people: &People, table: &Value, choice: Choice) {
    let what = table["name"].as_str().unwrap();
    let mut parts = Vec::new();
    for name in names(table) {
        let socket = people.named(name).connect().await;
        parts.push(tokio::spawn(take_part(socket, id(table), choice)));
    }
    for part in parts {
        part.await.unwrap();
    }
    let player = people.named(names(table).next().unwrap());
    let text = player.record_text(&id(table)).await;
    assert!(text.contains(r#""version":1,"#), "{what}: it started before version 2");
    let record = Record::read(text.as_bytes()).unwrap();
    record.verify().unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(record.to_json(), text, "{what}: the record must round-trip");
    assert_eq!(
        (record.rules.version(), json!(record.rules.preset())),
        (RulesVersion::One, table["preset"].clone())
    );
    // The record starts with the events of the release.
    let replay = record.replay().unwrap();
    let entries: Vec<Value> =
        replay.moments().iter().map(|moment| serde_json::to_value(moment.entry(None)).unwrap()).collect();
    let before = table["snapshot"]["events"].as_array().unwrap();
    assert!(before.len() < entries.len(), "{what}");
    assert_eq!(before[..], entries[..before.len()], "{what}");
    if what == "trading-dollar" {
        let is_dollar = |pair: &[Event]| {
            matches!(pair, [Event::TradeOffer { give, .. }, Event::TradeAnswer { accept: true, .. }]
                if give.cash == Money(1))
        };
        assert!(record.events.windows(2).any(is_dollar), "a player gave $1");
    }
    check_rematch(player, &id(table), record.rules).await;
}

/// A rematch at an old table uses the current rules.
async fn check_rematch(player: &Client, table: &TableId, before: Rules) {
    let rules = player.rematch(table).await.settings.rules;
    assert_eq!((rules, rules.version()), (before.today(), RulesVersion::Two));
}

/// The release's games, in all six presets, continue where they were and end under their original rules.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_the_release_can_be_finished() {
    let folder = Folder::new("release");
    copy(&folder).await;
    let server = start(&folder).await;
    let nobody = Raw::nobody(server.addr());
    let data = read("server.json");
    let mut people = People(Vec::new());
    for person in data["people"].as_array().unwrap() {
        let (name, cookie) = (person["name"].as_str().unwrap(), person["cookie"].as_str().unwrap());
        let client = Client::with_cookie(server.addr(), cookie).await;
        assert_eq!(json!(client.you.person.id), person["id"], "{name}");
        if person["password"].is_string() {
            let form = json!({ "name": name, "password": person["password"] });
            let login = nobody.send("POST", "/api/login", Some(form)).await.json();
            assert_eq!(login["id"], person["id"], "{name}");
        }
        people.0.push((name.to_owned(), client));
    }
    let bearer = format!("Bearer {}", data["token"]["token"].as_str().unwrap());
    assert_eq!(nobody.with("authorization", &bearer).get("/api/me").await.json()["name"], "Ann");

    let tables = data["tables"].as_array().unwrap();
    for table in tables {
        check_as_before(&people, &nobody, table).await;
    }
    let running = |preset: &str| {
        tables
            .iter()
            .filter(|table| table["state"] == "running")
            .filter(|table| table["preset"] == preset)
            .count()
    };
    let presets = Preset::ALL.iter().filter(|preset| running(preset.id()) > 0).count();
    assert_eq!(presets, 7, "every preset of the release is among them");
    assert!(tables.iter().any(|table| table["waits_for"] == "dispose"), "and a merger");

    // Open tables start under their original rules; the server closes tables that are too old.
    for table in tables.iter().filter(|table| table["state"] == "open") {
        let host = people.named(names(table).next().unwrap());
        let seats = table["seats"].as_array().unwrap();
        for (seat, _) in seats.iter().enumerate().filter(|(_, seat)| seat["kind"] == "open") {
            let (seat, body) = (Seat::new(seat).unwrap(), BotForm { level: "novice".into() });
            host.ask(SetBot { table: id(table), seat, body }).await.unwrap();
        }
        let started = host.start(&id(table)).await;
        assert_eq!(started.state, TableState::Running);
        assert_eq!(json!(started.settings.rules), table["snapshot"]["table"]["rules"]);
    }
    let paused = tables.iter().find(|table| table["name"] == "classic-paused").unwrap();
    let mut socket = people.named("Bob").connect().await;
    socket.send_message(&Request::Pause { paused: false }.at(&id(paused))).await;
    while !matches!(socket.receive().await, ToClient::Accepted { number: 34, .. }) {}

    for (index, table) in tables.iter().filter(|table| table["state"] != "over").enumerate() {
        let choice = [Choice::First, Choice::Last, Choice::Random(index as u64)][index % 3];
        play_to_the_end(&people, table, choice).await;
    }
    let over = tables.iter().find(|table| table["name"] == "trading-over").unwrap();
    let ann = people.named("Ann");
    let text = ann.record_text(&id(over)).await;
    assert_eq!(text, over["record"].as_str().unwrap(), "byte for byte");
    check_rematch(ann, &id(over), Record::read(text.as_bytes()).unwrap().rules).await;
    server.end().await.unwrap();
    assert!(!testdata().join("server.db-wal").exists() && !testdata().join("server.db-shm").exists());
}

/// A client of the release can still create tables. The new games use the current rules, with every option
/// the client names.
#[tokio::test]
async fn requests_of_the_release_create_games_with_current_rules() {
    let folder = Folder::new("release-tables");
    let server = start(&folder).await;
    let ann = Raw::guest(server.addr(), "Ann").await;
    let messages = read("messages.json");
    let (mut todays, mut custom) = (0, 0);
    for asked in messages["new_tables"].as_array().unwrap() {
        let named = &asked["body"]["rules"];
        let made = ann.send("POST", "/api/tables", Some(asked["body"].clone())).await.json();
        let rules: Rules = serde_json::from_value(made["rules"].clone()).unwrap();
        assert_eq!(rules.version(), RulesVersion::Two, "{named}");
        for (option, value) in
            named.as_object().into_iter().flatten().filter(|(option, _)| *option != "preset")
        {
            assert_eq!(made["rules"][option], *value, "{option} of {named}");
        }
        if rules.preset() == Preset::Custom {
            assert!(named["bonuses"].is_string(), "only where every option is named");
            custom += 1;
        } else {
            assert_eq!(json!(rules.preset()), named.get("preset").unwrap_or(&json!("renegade")).clone());
            todays += 1;
        }
    }
    assert_eq!((todays, custom), (9, 5));
    for asked in messages["refused_tables"].as_array().unwrap() {
        let reply = ann.send("POST", "/api/tables", Some(asked["body"].clone())).await;
        assert_eq!(json!(reply.status.as_u16()), asked["status"]);
        assert_eq!(json!(reply.code()), asked["answer"]["code"]);
    }
    server.end().await.unwrap();
}
