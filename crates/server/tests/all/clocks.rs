//! Clocks, stand-ins and pauses.

use std::time::{Duration, Instant};

use mergemaker_engine::Seat;
use mergemaker_protocol::api::tables::{Join, JoinForm};
use mergemaker_protocol::{RefusalCode, Request, SeatInfo, TableId, TableInfo, TableState, ToClient};
use serde_json::json;

use crate::client::{Client, Socket};
use crate::{Folder, TIMEOUT, start};

/// A running game of two people, with a socket for each.
async fn two(addr: std::net::SocketAddr, clock: serde_json::Value) -> (TableId, Client, Socket, Socket) {
    let (ann, bob) = (Client::guest(addr, "Ann").await, Client::guest(addr, "Bob").await);
    let table =
        ann.new_table(json!({ "seats": [{"kind":"open"}, {"kind":"open"}], "clock": clock })).await.id;
    bob.ask(Join { table: table.clone(), body: JoinForm { seat: Seat::new(1) } }).await.unwrap();
    ann.start(&table).await;
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    a.subscribe(&table, None).await;
    b.subscribe(&table, None).await;
    (table, ann, a, b)
}

/// The next table message that matches.
async fn table_with(socket: &mut Socket, fits: impl Fn(&TableInfo) -> bool) -> TableInfo {
    let started = Instant::now();
    while started.elapsed() < TIMEOUT {
        if let ToClient::Table { table } = socket.receive().await
            && fits(&table)
        {
            return *table;
        }
    }
    panic!("no matching message");
}

/// The code of the next refusal.
async fn next_refusal(socket: &mut Socket) -> RefusalCode {
    loop {
        if let ToClient::Refused { refusal, .. } = socket.receive().await {
            return refusal.code;
        }
    }
}

fn stand_ins(table: &TableInfo) -> usize {
    let has_one =
        |seat: &&SeatInfo| seat.presence.as_ref().is_some_and(|presence| presence.stand_in.is_some());
    table.seats.iter().filter(has_one).count()
}

/// A bot takes over when a player's time runs out; the player can take the seat back.
#[tokio::test]
async fn a_bot_takes_over_when_time_runs_out() {
    let folder = Folder::new("clock");
    let server = start(&folder).await;
    let started = Instant::now();
    let (table, _ann, mut a, mut b) = two(server.addr(), json!({"kind":"per_decision","seconds":5})).await;
    let ToClient::Snapshot(snapshot) = a.receive().await else { panic!("expected a snapshot first") };
    let running = snapshot.clocks.running.expect("a clock is running");
    assert!(snapshot.clocks.left_ms[running.index()].is_some_and(|left| left <= 5_000));
    let info = table_with(&mut a, |table| stand_ins(table) == 1).await;
    let waited = started.elapsed();
    assert!(waited >= Duration::from_secs(5), "too early: {waited:?}");
    assert!(info.seats[running.index()].presence.as_ref().unwrap().stand_in.as_deref() == Some("steady"));
    let socket = if running.index() == 0 { &mut a } else { &mut b };
    socket.send_message(&Request::ResumeSeat {}.at(&table)).await;
    let is_back = |table: &TableInfo| {
        table.seats[running.index()].presence.as_ref().is_some_and(|presence| presence.stand_in.is_none())
    };
    table_with(socket, is_back).await;
    server.end().await.unwrap();
}

/// All players must agree to pause; one is enough to resume.
#[tokio::test]
async fn a_game_is_paused_by_agreement() {
    let folder = Folder::new("pause");
    let server = start(&folder).await;
    let (table, _ann, mut a, mut b) =
        two(server.addr(), json!({"kind":"bank","seconds":60,"increment":5})).await;
    let pause = |paused| Request::Pause { paused }.at(&table);
    a.send_message(&pause(true)).await;
    let info = table_with(&mut b, |table| table.pause_votes.len() == 1).await;
    assert!(!info.is_paused, "one of two");
    b.send_message(&pause(true)).await;
    table_with(&mut a, |table| table.is_paused).await;
    a.send_message(&pause(false)).await;
    table_with(&mut b, |table| !table.is_paused && table.pause_votes.is_empty()).await;
    server.end().await.unwrap();
}

/// Bots play for people who leave, and finish the game alone.
#[tokio::test]
async fn bots_play_for_people_who_leave() {
    let folder = Folder::new("leaves");
    let server = start(&folder).await;
    let (table, ann, mut a, mut b) = two(server.addr(), json!({"kind":"none"})).await;
    a.send_message(&Request::LeaveSeat {}.at(&table)).await;
    b.send_message(&Request::LeaveSeat {}.at(&table)).await;
    table_with(&mut a, |table| table.state == TableState::Over).await;
    ann.record(&table).await;
    let next = ann.rematch(&table).await;
    assert_eq!(next.state, TableState::Open);
    assert_eq!(ann.rematch(&table).await.id, next.id, "there is one rematch");
    server.end().await.unwrap();
}

/// Chat reaches everyone at the table, within limits.
#[tokio::test]
async fn people_chat() {
    let folder = Folder::new("chat");
    let server = start(&folder).await;
    let (table, _ann, mut a, mut b) = two(server.addr(), json!({"kind":"none"})).await;
    let chat = |text: &str| Request::Chat { text: text.to_owned() }.at(&table);
    // Lines from before Bob subscribes are part of his snapshot.
    while !matches!(b.receive().await, ToClient::Snapshot(_)) {}
    a.send_message(&chat("<script>alert(1)</script> \u{1b}[31m")).await;
    loop {
        if let ToClient::Chat { line, .. } = b.receive().await {
            assert_eq!(
                (line.text.as_str(), line.person.name.as_str()),
                ("<script>alert(1)</script> \u{fffd}[31m", "Ann")
            );
            break;
        }
    }
    a.send_message(&chat(&"long ".repeat(100))).await;
    assert_eq!(next_refusal(&mut a).await, RefusalCode::Invalid);
    // More than the limit allows in this time, even on a slow machine.
    for _ in 0..30 {
        a.send_message(&chat("again")).await;
    }
    assert_eq!(next_refusal(&mut a).await, RefusalCode::TooMany);
    server.end().await.unwrap();
}
