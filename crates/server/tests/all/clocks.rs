//! Clocks, stand-ins and pauses.

use std::time::{Duration, Instant};

use mergemaker_engine::Seat;
use mergemaker_protocol::api::tables::{Join, JoinForm, Start};
use mergemaker_protocol::{RefusalCode, Request, SeatInfo, TableId, TableInfo, TableState, ToClient};
use serde_json::json;

use crate::client::{Client, Socket};
use crate::{Folder, PATIENCE, start};

/// A game of two people that has begun, with a socket for each.
async fn two(addr: std::net::SocketAddr, clock: serde_json::Value) -> (TableId, Client, Socket, Socket) {
    let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let table =
        ann.new_table(json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "clock": clock })).await.id;
    bob.ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(1) } }).await.unwrap();
    ann.ask(Start { table: table.clone() }).await.unwrap();
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    a.subscribe(&table, None).await;
    b.subscribe(&table, None).await;
    (table, ann, a, b)
}

/// The next message about the table that fits.
async fn table_with(socket: &mut Socket, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let ToClient::Table { table } = socket.hear().await
            && fits(&table)
        {
            return *table;
        }
    }
    panic!("no such message came");
}

/// Why something is refused next.
async fn next_refusal(socket: &mut Socket) -> RefusalCode {
    loop {
        if let ToClient::Refused { refusal, .. } = socket.hear().await {
            return refusal.code;
        }
    }
}

fn stand_ins(table: &TableInfo) -> usize {
    let has_one =
        |seat: &&SeatInfo| seat.presence.as_ref().is_some_and(|presence| presence.stand_in.is_some());
    table.seats.iter().filter(has_one).count()
}

/// When the time of a player runs out a bot takes the place; the player can take it back.
#[tokio::test]
async fn a_bot_takes_over_when_time_runs_out() {
    let folder = Folder::new("clock");
    let server = start(&folder).await;
    let started = Instant::now();
    let (table, _ann, mut a, mut b) = two(server.addr(), json!({"kind":"per_decision","seconds":5})).await;
    let ToClient::Snapshot(snapshot) = a.hear().await else { panic!("a snapshot comes first") };
    let running = snapshot.clocks.running.expect("somebody's time runs");
    assert!(snapshot.clocks.left_ms[running.index()].is_some_and(|left| left <= 5_000));
    let info = table_with(&mut a, |table| stand_ins(table) == 1).await;
    let waited = started.elapsed();
    assert!(waited >= Duration::from_secs(5), "the time was not over: {waited:?}");
    assert!(info.seats[running.index()].presence.as_ref().unwrap().stand_in.as_deref() == Some("steady"));
    let socket = if running.index() == 0 { &mut a } else { &mut b };
    socket.say(&Request::ResumeSeat {}.at(&table)).await;
    let is_back = |table: &TableInfo| {
        table.seats[running.index()].presence.as_ref().is_some_and(|presence| presence.stand_in.is_none())
    };
    table_with(socket, is_back).await;
    server.end().await.unwrap();
}

/// All people must agree to a pause; to go on, one is enough.
#[tokio::test]
async fn a_game_is_paused_by_agreement() {
    let folder = Folder::new("pause");
    let server = start(&folder).await;
    let (table, _ann, mut a, mut b) =
        two(server.addr(), json!({"kind":"bank","seconds":60,"increment":5})).await;
    let pause = |paused| Request::Pause { paused }.at(&table);
    a.say(&pause(true)).await;
    let info = table_with(&mut b, |table| table.pause_votes.len() == 1).await;
    assert!(!info.is_paused, "one of two");
    b.say(&pause(true)).await;
    table_with(&mut a, |table| table.is_paused).await;
    a.say(&pause(false)).await;
    table_with(&mut b, |table| !table.is_paused && table.pause_votes.is_empty()).await;
    server.end().await.unwrap();
}

/// Whoever leaves for good is played for to the end, and both bots finish the game alone.
#[tokio::test]
async fn who_leaves_is_played_for() {
    let folder = Folder::new("leaves");
    let server = start(&folder).await;
    let (table, ann, mut a, mut b) = two(server.addr(), json!({"kind":"none"})).await;
    a.say(&Request::LeaveSeat {}.at(&table)).await;
    b.say(&Request::LeaveSeat {}.at(&table)).await;
    table_with(&mut a, |table| table.state == TableState::Over).await;
    let record = ann.record(&table).await;
    mergemaker_record::Record::read(record.to_string().as_bytes()).unwrap().verify().unwrap();
    let next = ann.call("POST", &format!("/tables/{}/rematch", table.0), None).await.unwrap();
    assert_eq!(next["state"], "open");
    let again = ann.call("POST", &format!("/tables/{}/rematch", table.0), None).await.unwrap();
    assert_eq!(again["id"], next["id"], "one next game");
    server.end().await.unwrap();
}

/// What is written at a table reaches those at it, within limits.
#[tokio::test]
async fn people_write_to_each_other() {
    let folder = Folder::new("chat");
    let server = start(&folder).await;
    let (table, _ann, mut a, mut b) = two(server.addr(), json!({"kind":"none"})).await;
    let chat = |text: &str| Request::Chat { text: text.to_owned() }.at(&table);
    // What is written before Bob follows the table is part of what he gets first.
    while !matches!(b.hear().await, ToClient::Snapshot(_)) {}
    a.say(&chat("<script>alert(1)</script> \u{1b}[31m")).await;
    loop {
        if let ToClient::Chat { line, .. } = b.hear().await {
            assert_eq!(
                (line.text.as_str(), line.person.name.as_str()),
                ("<script>alert(1)</script> \u{fffd}[31m", "Ann")
            );
            break;
        }
    }
    a.say(&chat(&"long ".repeat(100))).await;
    assert_eq!(next_refusal(&mut a).await, RefusalCode::Invalid);
    // More than anybody may write in the time that these take, however slow the machine.
    for _ in 0..30 {
        a.say(&chat("again")).await;
    }
    assert_eq!(next_refusal(&mut a).await, RefusalCode::TooMany);
    server.end().await.unwrap();
}
