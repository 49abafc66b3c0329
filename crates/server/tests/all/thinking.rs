//! Bots share the machine fairly, whoever else lets them play.

use std::time::{Duration, Instant};

use mergemaker_protocol::api::operations::Metrics;
use mergemaker_protocol::{Request, TableId, ToClient};
use mergemaker_server::{Config, Limits, Server};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::{Folder, TIMEOUT, config, start};

/// A started game of one person and bots of these levels.
async fn new_game(person: &Client, levels: &[&str]) -> TableId {
    let bots = levels.iter().map(|level| json!({ "kind": "bot", "level": level }));
    let seats: Vec<Value> = std::iter::once(json!({ "kind": "open" })).chain(bots).collect();
    let table = person.new_table(json!({ "seats": seats })).await.id;
    person.start(&table).await;
    table
}

/// Plays decisions until a bot has answered this many; returns the slowest answer.
async fn slowest_answer(socket: &mut Socket, table: &TableId, answers: usize) -> Duration {
    socket.watch(table).await;
    let (mut slowest, mut seen, mut asked) = (Duration::ZERO, 0, Instant::now());
    let mut was_mine = true;
    loop {
        let (number, view) = match socket.receive().await {
            ToClient::Snapshot(snapshot) if snapshot.table.id == *table => (snapshot.number, snapshot.view),
            ToClient::Update(update) if update.table == *table => (update.number, Some(update.view)),
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => continue,
        };
        let Some(view) = view else { continue };
        if !was_mine {
            slowest = slowest.max(asked.elapsed());
            seen += 1;
        }
        if seen >= answers || view.to_act().is_none() {
            return slowest;
        }
        asked = Instant::now();
        let action = view.legal_actions().last().copied();
        was_mine = action.is_some();
        if let Some(action) = action {
            socket.send_message(&Request::Decide { number, action }.at(table)).await;
        }
    }
}

/// The number of the metric.
async fn metric(person: &Client, name: &str) -> u64 {
    let text = person.ask(Metrics {}).await.unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
    value.unwrap_or_else(|| panic!("no {name}"))
}

/// A few people let `master` play at 180 tables. Another person's `novice` answers as if it were alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_light_bot_answers_at_once_while_heavy_ones_play() {
    const PEOPLE: usize = 4;
    const TABLES: usize = 45;
    const ANSWERS: usize = 40;
    /// Ten times the target.
    const LIMIT: Duration = Duration::from_millis(2_500);
    let folder = Folder::new("thinking-fair");
    let server = start(&folder).await;
    let ann = Client::guest(server.addr(), "Ann").await;
    let mut others = Vec::new();
    for _ in 0..PEOPLE {
        let mallory = Client::guest(server.addr(), "Mallory").await;
        let mut leaving = mallory.connect().await;
        for _ in 0..TABLES {
            let table = new_game(&mallory, &["master"; 5]).await;
            leaving.send_message(&Request::LeaveSeat {}.at(&table)).await;
        }
        others.push(leaving);
    }
    while metric(&ann, "mergemaker_bot_thinking_seconds_count ").await < 10 {}
    let table = new_game(&ann, &["novice"]).await;
    let slowest = slowest_answer(&mut ann.connect().await, &table, ANSWERS).await;
    println!("slowest answer: {slowest:?}");
    assert!(slowest < LIMIT, "a novice answered after {slowest:?}");
    server.end().await.unwrap();
}

/// Once a person has used up the thinking time, bots that play alone for them wait, and the table says so. Bots
/// that play against them go on.
#[tokio::test(flavor = "multi_thread")]
async fn bots_that_play_alone_wait_when_their_time_is_used_up() {
    let folder = Folder::new("thinking-quota");
    let limits = Limits { bot_seconds_per_person: 1, ..Limits::default() };
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let ann = Client::guest(server.addr(), "Ann").await;
    let alone = new_game(&ann, &["master"; 5]).await;
    let mut socket = ann.connect().await;
    socket.watch(&alone).await;
    socket.send_message(&Request::LeaveSeat {}.at(&alone)).await;
    let until = tokio::time::timeout(TIMEOUT, async {
        loop {
            if let ToClient::Table { table } = socket.receive().await
                && let Some(until) = table.bots_wait_until
            {
                return until;
            }
        }
    });
    assert!(until.await.expect("the bots wait at last") > ann.info(&alone).await.created_at);
    // Against a person, they play on.
    let table = new_game(&ann, &["master"]).await;
    slowest_answer(&mut ann.connect().await, &table, 5).await;
    assert_eq!(ann.info(&table).await.bots_wait_until, None);
    // With their person back, they play on at the other table too.
    socket.send_message(&Request::ResumeSeat {}.at(&alone)).await;
    let goes_on = tokio::time::timeout(TIMEOUT, async {
        while !matches!(socket.receive().await, ToClient::Update(update) if !update.view.legal_actions().is_empty())
        {
        }
    });
    goes_on.await.expect("the game reaches its player");
    server.end().await.unwrap();
}
