//! Whole games through the server, on PostgreSQL.

use std::time::Duration;

use mergemaker_engine::View;
use mergemaker_protocol::{RefusalCode, Request, TableId, TableState, ToClient};
use mergemaker_server::{Config, Server};
use serde_json::json;

use crate::client::{Client, Socket};
use crate::database::Postgres;
use crate::{Folder, config};

/// Plays the last legal action until the game is over or `limit` decisions are accepted.
async fn play(socket: &mut Socket, table: &TableId, limit: usize) -> usize {
    let (mut accepted, mut state) = (0, TableState::Running);
    socket.subscribe(table, None).await;
    while state != TableState::Over && accepted < limit {
        let decide = |number: u64, view: &View| {
            let action = view.legal_actions().last().copied()?;
            Some(Request::Decide { number, action }.at(table))
        };
        let decision = match socket.receive().await {
            ToClient::Snapshot(snapshot) => {
                state = snapshot.table.state;
                snapshot.view.and_then(|view| decide(snapshot.number, &view))
            }
            ToClient::Update(update) => decide(update.number, &update.view),
            ToClient::Table { table } => {
                state = table.state;
                None
            }
            ToClient::Accepted { .. } => {
                accepted += 1;
                None
            }
            // A client faster than any person must slow down.
            ToClient::Refused { refusal, .. } if refusal.code == RefusalCode::TooMany => {
                tokio::time::sleep(Duration::from_millis(100)).await;
                socket.subscribe(table, None).await;
                None
            }
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => None,
        };
        if let Some(decision) = decision {
            socket.send_message(&decision).await;
        }
    }
    accepted
}

/// Two people and a bot play a game across a restart, and the results are stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_played_on_postgres() {
    let folder = Folder::new("postgres");
    let url = Postgres::start().database();
    let on_postgres = || Config { database: Some(url.clone()), ..config(&folder) };
    let server = Server::start(on_postgres()).await.unwrap();
    let addr = server.addr();
    let (ann, bob) = (Client::guest(addr, "Zoë").await, Client::guest(addr, "O'Bob").await);
    let seats = json!([{"kind":"open"}, {"kind":"open"}, {"kind":"bot","level":"steady"}]);
    let table = ann.new_table(json!({ "seats": seats, "rules": {"preset": "classic"} })).await.id;
    bob.join(&table).await;
    ann.start(&table).await;
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    a.send_message(&Request::Chat { text: "it's \"on\" 🎲".to_owned() }.at(&table)).await;
    // Bob plays until Ann is done: neither can decide without the other.
    let accepted = tokio::select! {
        accepted = play(&mut a, &table, 5) => accepted,
        _ = play(&mut b, &table, usize::MAX) => panic!("the game ended too early"),
    };
    assert_eq!(accepted, 5);
    server.end().await.unwrap();

    let server = Server::start(Config { addr, ..on_postgres() }).await.unwrap();
    let (mut a, mut b) = (ann.connect().await, bob.connect().await);
    tokio::join!(play(&mut a, &table, usize::MAX), play(&mut b, &table, usize::MAX));
    ann.record(&table).await;
    let profile = bob.own_profile().await;
    assert_eq!(profile.games.len(), 1);
    assert_eq!((profile.ratings[0].players, profile.ratings[0].name.as_str()), (3, "O'Bob"));
    let mut late = ann.connect().await;
    late.subscribe(&table, None).await;
    let ToClient::Snapshot(snapshot) = late.receive().await else { panic!("expected a snapshot") };
    assert_eq!(snapshot.chat[0].text, "it's \"on\" 🎲");
    server.end().await.unwrap();
}
