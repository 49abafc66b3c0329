//! Long games: what a player may add to a log, logs that cannot be read, and what must outlive a room.

use std::net::SocketAddr;

use mergemaker_engine::{Action, Bundle, Money, Offer, Phase, Seat, Shares, View};
use mergemaker_protocol::api::tables::Show;
use mergemaker_protocol::{RefusalCode, Request, Snapshot, TableId, TableState, ToClient, Update};
use mergemaker_server::{Config, Limits, Server};
use serde_json::{Value, json};

use crate::client::{Client, Socket};
use crate::layout::pool;
use crate::player::{Choice, take_part};
use crate::process::{Process, ProcessConfig};
use crate::raw::Raw;
use crate::{Folder, config};

/// A running game of people, with a socket for each.
async fn game_of<const N: usize>(
    addr: SocketAddr,
    names: [&str; N],
    settings: Value,
) -> (TableId, [Client; N], [Socket; N]) {
    let mut people = Vec::new();
    for name in names {
        people.push(Client::guest(addr, name).await);
    }
    let mut body = json!({ "seats": vec![json!({"kind": "open"}); N] });
    body.as_object_mut().unwrap().extend(settings.as_object().unwrap().clone());
    let table = people[0].new_table(body).await.id;
    for person in &people[1..] {
        person.join(&table).await;
    }
    people[0].start(&table).await;
    let mut sockets = Vec::new();
    for person in &people {
        sockets.push(person.connect().await);
    }
    (table, people.try_into().ok().unwrap(), sockets.try_into().ok().unwrap())
}

/// A running game of Ann and Bob.
async fn two(addr: SocketAddr, settings: Value) -> (TableId, [Client; 2], [Socket; 2]) {
    game_of(addr, ["Ann", "Bob"], settings).await
}

async fn snapshot(socket: &mut Socket, table: &TableId) -> Snapshot {
    socket.subscribe(table, None).await;
    loop {
        if let ToClient::Snapshot(snapshot) = socket.receive().await {
            return *snapshot;
        }
    }
}

/// The answer to a request: the number of its entry, or the code and the message of the refusal.
async fn answer(
    socket: &mut Socket,
    request: Request,
    table: &TableId,
) -> Result<u64, (RefusalCode, String)> {
    socket.send_message(&request.at(table)).await;
    loop {
        match socket.receive().await {
            ToClient::Accepted { number, .. } => return Ok(number),
            ToClient::Refused { refusal, .. } => return Err((refusal.code, refusal.message)),
            _ => {}
        }
    }
}

/// Nobody fills a log quickly.
#[tokio::test]
async fn pauses_and_seats_are_limited() {
    let folder = Folder::new("long-rate");
    let server = Server::start(config(&folder)).await.unwrap();
    let (table, _people, [mut a, mut b]) = two(server.addr(), json!({})).await;
    // Ann plays alone, so that her vote is enough.
    answer(&mut b, Request::LeaveSeat {}, &table).await.unwrap();
    let mut refused = 0;
    for round in 0..60 {
        let paused = round % 2 == 0;
        match answer(&mut a, Request::Pause { paused }, &table).await {
            Ok(_) => {}
            Err((code, message)) => {
                assert!(matches!(code, RefusalCode::TooMany), "{message}");
                refused += 1;
                break;
            }
        }
    }
    assert!(refused > 0, "more than ten pauses at once");
    server.end().await.unwrap();
}

/// A full log takes decisions only, so the game can still end. A chat has an end too.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_log_takes_decisions_only() {
    let folder = Folder::new("long-full");
    let limits = Limits { entries_per_game: 3, chat_lines_per_table: 2, ..Limits::default() };
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let (table, people, [mut a, mut b]) = two(server.addr(), json!({ "takebacks": true })).await;
    for ask in [true, false, true] {
        answer(&mut a, Request::AskAboutDeadTiles { ask }, &table).await.unwrap();
    }
    for request in
        [Request::LeaveSeat {}, Request::AskAboutDeadTiles { ask: true }, Request::Pause { paused: true }]
    {
        let (code, message) = answer(&mut b, request.clone(), &table).await.unwrap_err();
        assert_eq!(code, RefusalCode::TooMany, "{request:?}");
        assert!(message.contains("Only decisions are accepted"), "{message}");
    }
    for number in 1..=3 {
        a.send_message(&Request::Chat { text: format!("line {number}") }.at(&table)).await;
    }
    assert_eq!(a.refused().await, RefusalCode::TooMany, "two lines");
    let seen = [snapshot(&mut a, &table).await, snapshot(&mut b, &table).await];
    let actor = usize::from(seen[0].view.unwrap().legal_actions().is_empty());
    let sockets = [&mut a, &mut b];
    let action = seen[actor].view.unwrap().legal_actions()[0];
    let [first, second] = sockets;
    let socket = if actor == 0 { first } else { second };
    assert_eq!(answer(socket, Request::Decide { number: 3, action }, &table).await, Ok(4));
    if snapshot(socket, &table).await.can_take_back {
        let (code, _) = answer(socket, Request::TakeBack { number: 4 }, &table).await.unwrap_err();
        assert_eq!(code, RefusalCode::TooMany);
    }
    let playing = [a, b].map(|socket| tokio::spawn(take_part(socket, table.clone(), Choice::First)));
    for player in playing {
        player.await.unwrap();
    }
    people[0].record(&table).await;
    server.end().await.unwrap();
}

/// How often offers were refused is counted for the turn, even if the server restarts meanwhile.
#[tokio::test]
async fn refused_offers_are_counted_across_restarts() {
    let folder = Folder::new("long-offers");
    let server = Server::start(config(&folder)).await.unwrap();
    let rules = json!({ "rules": {"preset": "trading", "holdings": "hidden"} });
    let (table, people, [mut a, mut b]) = two(server.addr(), rules).await;
    let seen = [snapshot(&mut a, &table).await, snapshot(&mut b, &table).await];
    let actor = usize::from(seen[0].view.unwrap().legal_actions().is_empty());
    let nothing = Bundle { cash: Money(0), shares: Shares::default() };
    let take = Bundle { cash: Money(100_000), ..nothing };
    let offer = Offer { to: Seat::new(1 - actor).unwrap(), give: nothing, take };
    let offer = Request::Decide { number: 0, action: Action::TradeOffer { offer } };
    let mut server = server;
    let [ann, bob] = people;
    let mut person = if actor == 0 { ann } else { bob };
    for (expect, restarts) in [
        (RefusalCode::AgainstTheRules, true),
        (RefusalCode::AgainstTheRules, false),
        (RefusalCode::AgainstTheRules, true),
        (RefusalCode::TooMany, false),
    ] {
        let mut socket = person.connect().await;
        assert_eq!(answer(&mut socket, offer.clone(), &table).await.unwrap_err().0, expect);
        drop(socket);
        if restarts {
            server.end().await.unwrap();
            server = Server::start(config(&folder)).await.unwrap();
            person = person.at(server.addr());
        }
    }
    server.end().await.unwrap();
}

/// With hidden holdings, a merger that has shown what others hold cannot be taken back. Everything else still can.
#[tokio::test]
async fn a_takeback_does_not_reveal_hidden_holdings() {
    let folder = Folder::new("long-takebacks");
    let server = Server::start(config(&folder)).await.unwrap();
    let (mut shown, mut others) = (0, 0);
    while shown < 3 {
        let settings = json!({ "rules": {"preset": "renegade", "holdings": "hidden"}, "takebacks": true });
        // Of two, the bank's tile would be shown, which can never be taken back.
        let (table, _people, mut sockets) = game_of(server.addr(), ["Ann", "Bob", "Cid"], settings).await;
        let mut views: Vec<View> = Vec::new();
        for socket in &mut sockets {
            views.push(snapshot(socket, &table).await.view.unwrap());
        }
        let mut number = 0;
        while let Some(actor) = views[0].to_act() {
            let before = (views[0].phase(), views[0].defunct());
            let action = *views[actor.index()].legal_actions().last().unwrap();
            let decide = Request::Decide { number, action }.at(&table);
            sockets[actor.index()].send_message(&decide).await;
            let mut can_take_back = false;
            for (view, socket) in views.iter_mut().zip(&mut sockets) {
                let update = update(socket, number + 1).await;
                *view = update.view;
                can_take_back |= update.can_take_back;
            }
            number += 1;
            let after = (views[0].phase(), views[0].defunct());
            if after.0 == Phase::Dispose && before != after {
                assert!(!can_take_back, "{action:?}");
                let socket = &mut sockets[actor.index()];
                socket.send_message(&Request::TakeBack { number }.at(&table)).await;
                let refused = socket.refusal().await;
                assert!(refused.message.contains("has shown what others hold"), "{}", refused.message);
                shown += 1;
            }
            others += usize::from(can_take_back);
        }
    }
    assert!(others > 10, "{others}");
    server.end().await.unwrap();
}

/// The update with this number.
async fn update(socket: &mut Socket, number: u64) -> Update {
    loop {
        match socket.receive().await {
            ToClient::Update(update) if update.number == number => return *update,
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => {}
        }
    }
}

/// A game that cannot be read is logged once and counted, and the other games go on.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_read_is_logged_once() {
    let folder = Folder::new("long-unreadable");
    let data = folder.0.join("data");
    let data = data.to_str().unwrap();
    let process = Process::start(ProcessConfig { data, ..ProcessConfig::default() });
    let ann = Client::guest(process.addr, "Ann").await;
    let mut tables = Vec::new();
    for _ in 0..2 {
        let seats = json!([{"kind": "open"}, {"kind": "bot", "level": "novice"}]);
        let table = ann.new_table(json!({ "seats": seats })).await.id;
        ann.start(&table).await;
        tables.push(table);
    }
    process.end();
    let pool = pool(&folder.0.join("data")).await;
    sqlx::query("INSERT INTO entries (table_id, number, at, entry) VALUES ($1, 999999, 1, 'rubbish')")
        .bind(tables[0].0.as_str())
        .execute(&pool)
        .await
        .unwrap();
    sqlx::query("UPDATE tables SET due_at = 1").execute(&pool).await.unwrap();
    pool.close().await;

    let log = folder.0.join("log");
    let process = Process::start(ProcessConfig {
        data,
        log: Some((&log, tracing::Level::WARN)),
        ..ProcessConfig::default()
    });
    let nobody = Raw::nobody(process.addr);
    // The metric appears once the server has tried to wake the game.
    while !nobody.get("/metrics").await.text.contains("mergemaker_unreadable_tables 1\n") {
        tokio::task::yield_now().await;
    }
    let ann = ann.at(process.addr);
    for _ in 0..20 {
        let refused = ann.ask(Show { table: tables[0].clone() }).await.unwrap_err();
        assert_eq!(refused.code, RefusalCode::Unavailable, "{}", refused.message);
    }
    let mut socket = ann.connect().await;
    assert_eq!(snapshot(&mut socket, &tables[1]).await.table.state, TableState::Running);
    process.end();
    let log = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains(&tables[0].0)).collect();
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(!log.contains("the store failed"), "{log}");
}
