//! Whole games through the server.

use std::time::Duration;

use mergemaker_engine::{Action, Seat, View};
use mergemaker_protocol::api::operations::Metrics;
use mergemaker_protocol::api::tables::{Join, JoinForm, Start};
use mergemaker_protocol::{RefusalCode, Request, TableId, TableState, ToClient, ToServer};
use mergemaker_record::Record;
use mergemaker_server::{Config, Server};
use serde_json::json;

use crate::client::{Client, Socket};
use crate::{Folder, config, start};

/// What a player knows about a game.
pub(crate) struct PlayerView {
    pub(crate) number: u64,
    seat: Option<Seat>,
    pub(crate) view: Option<View>,
    events: Vec<serde_json::Value>,
    state: TableState,
}

impl PlayerView {
    pub(crate) fn new() -> PlayerView {
        PlayerView { number: 0, seat: None, view: None, events: Vec::new(), state: TableState::Open }
    }

    pub(crate) fn update(&mut self, message: &ToClient) {
        let value = |event| serde_json::to_value(event).unwrap();
        match message {
            ToClient::Snapshot(snapshot) => {
                self.number = snapshot.number;
                self.seat = snapshot.seat;
                self.view = snapshot.view;
                self.events = snapshot.events.iter().map(value).collect();
                self.state = snapshot.table.state;
            }
            ToClient::Update(update) => {
                self.number = update.number;
                self.view = Some(update.view);
                self.events.truncate(update.first_event);
                self.events.extend(update.events.iter().map(value));
            }
            ToClient::Table { table } => self.state = table.state,
            _ => {}
        }
    }

    /// The last legal action, if it is the viewer's turn.
    pub(crate) fn action(&self) -> Option<Action> {
        self.view?.legal_actions().last().copied()
    }
}

/// Plays until the game is over, always choosing the last legal action.
pub(crate) async fn play(socket: &mut Socket, table: &TableId, known: &mut PlayerView) {
    let mut decided_at = None;
    while known.state != TableState::Over {
        if let Some(action) = known.action().filter(|_| decided_at != Some(known.number)) {
            decided_at = Some(known.number);
            socket.send_message(&Request::Decide { number: known.number, action }.at(table)).await;
        }
        let message = socket.receive().await;
        if let ToClient::Refused { refusal, .. } = &message {
            // A client faster than any person must slow down.
            assert_eq!(refusal.code, RefusalCode::TooMany, "{refusal:?}");
            tokio::time::sleep(Duration::from_millis(100)).await;
            decided_at = None;
        }
        known.update(&message);
    }
}

/// The log entries that a viewer should have received.
fn expected_events(record: &Record, viewer: Option<Seat>) -> Vec<serde_json::Value> {
    let replay = record.replay().unwrap();
    let entries = replay.moments().iter().map(|moment| moment.entry(viewer));
    entries.map(|entry| serde_json::to_value(entry).unwrap()).collect()
}

#[tokio::test]
async fn two_people_and_two_bots_play_a_game() {
    let folder = Folder::new("play");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let seats = json!([{"kind":"open"}, {"kind":"bot","level":"steady"}, {"kind":"open"}, {"kind":"bot","level":"novice"}]);
    let table = ann.new_table(json!({ "seats": seats })).await;
    let id = table.id.clone();
    assert_eq!(table.state, TableState::Open);
    let refused = ann.ask(Start { table: id.clone() }).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::WrongState, "a seat is open");
    bob.ask(Join { table: id.clone(), body: JoinForm::default() }).await.unwrap();
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    let mut watcher = Client::guest(server.addr(), "Cid").await.connect().await;
    for socket in [&mut a, &mut b, &mut watcher] {
        socket.subscribe(&id, None).await;
    }
    let refused = bob.ask(Start { table: id.clone() }).await.unwrap_err();
    assert_eq!(refused.code, RefusalCode::Forbidden, "not the host");
    ann.start(&id).await;

    let (mut knows_a, mut knows_b, mut knows_w) = (PlayerView::new(), PlayerView::new(), PlayerView::new());
    tokio::join!(play(&mut a, &id, &mut knows_a), play(&mut b, &id, &mut knows_b), async {
        while knows_w.state != TableState::Over {
            knows_w.update(&watcher.receive().await);
        }
    });
    let record = ann.record(&id).await;
    assert!(record.seed.is_some(), "the deal can be verified");
    // Everyone saw every event, but only the number of other players' tiles.
    for (known, seat) in [(&knows_a, Some(0)), (&knows_b, Some(2)), (&knows_w, None)] {
        assert_eq!(known.events, expected_events(&record, seat.and_then(Seat::new)));
    }
    let profile = ann.own_profile().await;
    assert_eq!((profile.games.len(), profile.ratings[0].players), (1, 4));
    server.end().await.unwrap();
}

/// Network bots play like any other bot, with hidden holdings.
#[tokio::test]
async fn networks_play_at_a_table() {
    let folder = Folder::new("networks");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let bot = |level: &str| json!({"kind": "bot", "level": level});
    let seats = json!([{"kind":"open"}, bot("adept"), bot("expert"), bot("master")]);
    let rules = json!({"preset": "renegade", "holdings": "hidden"});
    let table = ann.new_table(json!({ "seats": seats, "rules": rules })).await.id;
    ann.start(&table).await;
    let mut socket = ann.connect().await;
    socket.subscribe(&table, None).await;
    let mut known = PlayerView::new();
    play(&mut socket, &table, &mut known).await;
    let record = ann.record(&table).await;
    assert_eq!(record.players, ["Ann", "adept", "expert", "master"]);
    // If a bot fails, the server decides for it and counts the fault.
    let metrics = ann.ask(Metrics {}).await.unwrap();
    let mut faults = metrics.lines().filter(|line| line.starts_with("mergemaker_bot_faults_total{"));
    assert!(faults.all(|line| line.ends_with(" 0")), "{metrics}");
    server.end().await.unwrap();
}

/// After a restart in the middle of a game, the game continues, and a client that sends its last number gets
/// exactly what it missed.
#[tokio::test]
async fn a_game_continues_after_a_restart() {
    let folder = Folder::new("restart");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let seats = json!([{"kind":"open"}, {"kind":"bot","level":"steady"}]);
    let table = ann.new_table(json!({ "seats": seats, "rules": {"preset": "classic"} })).await.id;
    ann.start(&table).await;
    let mut socket = ann.connect().await;
    socket.subscribe(&table, None).await;
    let mut known = PlayerView::new();
    let mut decided = 0;
    while decided < 8 {
        known.update(&socket.receive().await);
        if let Some(action) = known.action() {
            let number = known.number;
            socket.send_message(&Request::Decide { number, action }.at(&table)).await;
            decided += 1;
            while known.number == number {
                known.update(&socket.receive().await);
            }
        }
    }
    let addr = server.addr();
    server.end().await.unwrap();

    let server = Server::start(Config { addr, ..config(&folder) }).await.unwrap();
    let mut socket = ann.connect().await;
    socket.subscribe(&table, Some(known.number)).await;
    let first = socket.receive().await;
    assert!(matches!(first, ToClient::Update(_)), "expected only what was missed: {first:?}");
    known.update(&first);
    play(&mut socket, &table, &mut known).await;
    let record = ann.record(&table).await;
    assert_eq!(known.events, expected_events(&record, Seat::new(0)));
    server.end().await.unwrap();
}

/// The code of the next refusal.
async fn refused(socket: &mut Socket) -> RefusalCode {
    loop {
        if let ToClient::Refused { refusal, .. } = socket.receive().await {
            return refusal.code;
        }
    }
}

/// Repeated, stale and foreign decisions are refused with the right code.
#[tokio::test]
async fn wrong_decisions_get_a_typed_refusal() {
    let folder = Folder::new("wrong");
    let server = start(&folder).await;
    let (ann, bob) = (Client::guest(server.addr(), "Ann").await, Client::guest(server.addr(), "Bob").await);
    let table =
        ann.new_table(json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "takebacks": true })).await.id;
    bob.ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(1) } }).await.unwrap();
    ann.start(&table).await;
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    a.subscribe(&table, None).await;
    b.subscribe(&table, None).await;
    let (mut knows_a, mut knows_b) = (PlayerView::new(), PlayerView::new());
    knows_a.update(&a.receive().await);
    knows_b.update(&b.receive().await);
    let (first, second) = if knows_a.action().is_some() { (&mut a, &mut b) } else { (&mut b, &mut a) };
    let (mine, other) = if knows_a.action().is_some() { (&knows_a, &knows_b) } else { (&knows_b, &knows_a) };
    assert!(other.action().is_none());
    let action = mine.action().unwrap();
    let decide = |number, action| Request::Decide { number, action }.at(&table);
    second.send_message(&decide(0, action)).await;
    assert_eq!(refused(second).await, RefusalCode::AgainstTheRules, "not their decision");
    first.send_message(&decide(0, Action::Pass)).await;
    assert_eq!(refused(first).await, RefusalCode::AgainstTheRules);
    first.send_message(&decide(0, action)).await;
    first.send_message(&decide(0, action)).await;
    assert_eq!(refused(first).await, RefusalCode::Stale, "a repeat");
    first.send_message(&Request::TakeBack { number: 1 }.at(&table)).await;
    first.send_message(&decide(2, action)).await;
    first.send_text("{\"type\":\"decide\"".into()).await;
    assert_eq!(refused(first).await, RefusalCode::Unreadable);
    first
        .send_message(&ToServer::Subscribe {
            table: TableId("nothere".into()),
            since: None,
            chat_since: None,
        })
        .await;
    assert_eq!(refused(first).await, RefusalCode::NotFound);
    second.receive().await;
    server.end().await.unwrap();
}

/// A reconnecting client gets what it missed of the game, the table and the chat.
#[tokio::test]
async fn reconnecting_includes_the_chat_and_the_table() {
    let folder = Folder::new("comes-back");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let bob = Client::guest(server.addr(), "Bob").await;
    let seats = json!([{"kind":"open"}, {"kind":"open"}]);
    let table = ann.new_table(json!({ "seats": seats })).await.id;
    bob.ask(Join { table: table.clone(), body: JoinForm::default() }).await.unwrap();
    ann.start(&table).await;
    let mut a = ann.connect().await;
    a.subscribe(&table, None).await;
    for text in ["one", "two"] {
        a.send_message(&Request::Chat { text: text.into() }.at(&table)).await;
        while !matches!(a.receive().await, ToClient::Chat { .. }) {}
    }
    let mut b = bob.connect().await;
    b.send_message(&ToServer::Subscribe { table: table.clone(), since: Some(0), chat_since: Some(1) }).await;
    let mut received = Vec::new();
    while received.len() < 3 {
        received.push(b.receive().await);
    }
    assert!(matches!(&received[0], ToClient::Update(update) if update.number == 0), "{received:?}");
    assert!(matches!(&received[1], ToClient::Table { .. }), "{received:?}");
    assert!(matches!(&received[2], ToClient::Chat { line, .. } if line.text == "two"), "{received:?}");
    server.end().await.unwrap();
}
