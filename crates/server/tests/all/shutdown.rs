//! Shutdown: clients are asked to reconnect, and nothing in flight is lost.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use mergemaker_protocol::{RefusalCode, Request, TableId, ToClient};
use mergemaker_server::{Config, Server};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Socket};
use crate::player::{Choice, take_part};
use crate::{Folder, TIMEOUT, config, start};

/// Plays until the server shuts down. Returns the last accepted number and the retry delay.
async fn play_until_bye(mut socket: Socket, table: TableId) -> (u64, Option<u32>) {
    let (mut accepted, mut retry_ms) = (0, None);
    socket.watch(&table).await;
    while let Ok(Some(Ok(message))) = tokio::time::timeout(TIMEOUT, socket.stream.next()).await {
        let Message::Text(text) = message else { continue };
        let (number, view) = match serde_json::from_str(&text).unwrap() {
            ToClient::Snapshot(snapshot) => (snapshot.number, snapshot.view),
            ToClient::Update(update) => (update.number, Some(update.view)),
            ToClient::Accepted { number, .. } => {
                accepted = number;
                continue;
            }
            ToClient::Bye { retry_ms: ms, .. } => {
                retry_ms = Some(ms);
                continue;
            }
            ToClient::Refused { refusal, .. } if refusal.code == RefusalCode::TooMany => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                socket.watch(&table).await;
                continue;
            }
            // A decision during shutdown may find the store closed.
            ToClient::Refused { refusal, .. } if refusal.code == RefusalCode::Unavailable => continue,
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => continue,
        };
        if let Some(action) = view.and_then(|view| view.legal_actions().last().copied()) {
            let decide = Request::Decide { number, action }.at(&table);
            let text = serde_json::to_string(&decide).unwrap();
            // The server may be gone already.
            let _ = futures_util::SinkExt::send(&mut socket.stream, Message::text(text)).await;
        }
    }
    (accepted, retry_ms)
}

/// The server shuts down during twenty games, with a client that does not read.
#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_is_announced_and_loses_nothing() {
    const GAMES: usize = 20;
    let folder = Folder::new("shutdown");
    let server = start(&folder).await;
    let addr = server.addr();
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let person = Client::guest(addr, "Ann").await;
        let body = json!({ "seats": [{"kind":"open"}, {"kind":"bot","level":"random"}] });
        let table = person.new_table(body).await.id;
        person.start(&table).await;
        let playing = tokio::spawn(play_until_bye(person.connect().await, table.clone()));
        games.push((person, table, playing));
    }
    let _non_reader = crate::readers::narrow(addr).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let started = Instant::now();
    server.end().await.unwrap();
    let took = started.elapsed();
    println!("ended after {took:?}");
    assert!(took < TIMEOUT, "a client that does not read delays the shutdown: {took:?}");
    let mut ended = Vec::new();
    for (person, table, playing) in games {
        let (accepted, retry_ms) = playing.await.unwrap();
        assert_eq!(retry_ms, Some(2_000), "the player at table {} gets a bye", table.0);
        ended.push((person, table, accepted));
    }

    // After a restart on the same port, everything accepted is there and every game continues.
    let server = Server::start(Config { addr, ..config(&folder) }).await.unwrap();
    for (person, table, accepted) in ended {
        let mut socket = person.connect().await;
        socket.subscribe(&table, Some(accepted)).await;
        loop {
            match socket.receive().await {
                ToClient::Update(update) => break assert!(update.number >= accepted),
                ToClient::Snapshot(snapshot) => panic!("{} was lost: {}", accepted, snapshot.number),
                _ => {}
            }
        }
        take_part(socket, table.clone(), Choice::Last).await;
        person.record(&table).await;
    }
    server.end().await.unwrap();
}
