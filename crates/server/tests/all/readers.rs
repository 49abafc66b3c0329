//! Slow readers: who does not read is dropped, and nobody else notices.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{Request, TableId, TableState, ToClient, ToServer};
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::process::{Process, Wanted};
use crate::raw::{Raw, RawSocket};
use crate::{Folder, PATIENCE};

/// A socket of somebody for whom little can wait on the way.
pub(crate) async fn narrow(addr: SocketAddr) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(addr).await.unwrap();
    let request = format!("ws://{addr}/ws").into_client_request().unwrap();
    tokio_tungstenite::client_async(request, stream).await.unwrap().0
}

/// A game of one person and five bots that has begun.
async fn new_game(person: &Raw) -> TableId {
    let mut seats = vec![json!({"kind":"bot","level":"random"}); 6];
    seats[0] = json!({"kind":"open"});
    let info = person.send("POST", "/api/tables", Some(json!({ "seats": seats }))).await.json();
    let table = TableId(info["id"].as_str().unwrap().to_owned());
    person.post(&format!("/api/tables/{}/start", table.0)).await.json();
    table
}

/// How many sockets a server has open.
async fn sockets_open(person: &Raw) -> u64 {
    let text = person.get("/metrics").await.text;
    let value = text.lines().find_map(|line| line.strip_prefix("mergemaker_sockets_open "));
    value.expect("it is counted").trim().parse().unwrap()
}

/// Plays a game to its end, and counts each decision that is accepted.
async fn play(socket: &mut RawSocket, table: &TableId, accepted: &Cell<usize>) {
    socket.follow(table).await;
    loop {
        let (number, view) = match socket.hear().await {
            ToClient::Snapshot(snapshot) if snapshot.table.id == *table => (snapshot.number, snapshot.view),
            ToClient::Update(update) if update.table == *table => (update.number, Some(update.view)),
            ToClient::Accepted { .. } => {
                accepted.set(accepted.get() + 1);
                continue;
            }
            ToClient::Table { table: info } if info.id == *table && info.state == TableState::Over => return,
            ToClient::Refused { refusal, .. } => panic!("{refusal:?}"),
            _ => continue,
        };
        if let Some(action) = view.and_then(|view| view.legal_actions().last().copied()) {
            // As fast as a person with quick fingers.
            tokio::time::sleep(Duration::from_millis(25)).await;
            socket.say(&Request::Decide { number, action }.at(table)).await;
        }
    }
}

/// Somebody asks for so much that nothing more fits on the way, follows games, and never reads.
#[tokio::test(flavor = "multi_thread")]
async fn who_never_reads_is_dropped_and_nobody_notices() {
    const GAMES: usize = 20;
    let folder = Folder::new("readers");
    let process = Process::start(Wanted { data: folder.0.to_str().unwrap(), ..Wanted::default() });
    let ann = Raw::guest(process.addr, "Ann").await;
    let over = new_game(&ann).await;
    let accepted = Cell::new(0);
    play(&mut ann.connect().await.unwrap(), &over, &accepted).await;
    let mut deaf = narrow(process.addr).await;
    let mut playing = ann.connect().await.unwrap();
    let mut starter = ann.connect().await.unwrap();
    let is_dropped = Cell::new(false);
    let deafness = async {
        let mut games = Vec::new();
        for _ in 0..GAMES {
            let table = new_game(&ann).await;
            deaf.send(follow(&table)).await.unwrap();
            games.push(table);
        }
        // A game that is over is long to tell. Once nothing more fits, the server hears no more either.
        for _ in 0..250 {
            let asking = tokio::time::timeout(Duration::from_millis(100), deaf.send(follow(&over)));
            if !asking.await.is_ok_and(|asked| asked.is_ok()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (begun, before) = (Instant::now(), accepted.get());
        // Bots alone play them to their ends.
        for table in games {
            starter.say(&Request::LeaveSeat {}.at(&table)).await;
        }
        while sockets_open(&ann).await > 2 {
            assert!(begun.elapsed() < PATIENCE, "who does not read is still there");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        is_dropped.set(true);
        accepted.get() - before
    };
    let playing = async {
        while !is_dropped.get() {
            play(&mut playing, &new_game(&ann).await, &accepted).await;
        }
    };
    let (meanwhile, ()) = tokio::join!(deafness, playing);
    // It takes seconds until somebody is given up. If the server waited for them, nothing would be accepted by then.
    assert!(meanwhile >= 5, "{meanwhile} decisions while somebody did not read");
    // Who reads at last finds what was on its way, and then the end.
    let rest = async { while let Some(Ok(_)) = deaf.next().await {} };
    tokio::time::timeout(PATIENCE, rest).await.expect("the socket has ended");
    process.end();
}

/// Who reads, but more slowly than the games go, is told to come back, with the code for that.
#[tokio::test(flavor = "multi_thread")]
async fn who_reads_slowly_is_told_to_come_back() {
    const GAMES: usize = 40;
    let folder = Folder::new("readers-slow");
    let process = Process::start(Wanted { data: folder.0.to_str().unwrap(), ..Wanted::default() });
    let ann = Raw::guest(process.addr, "Ann").await;
    let mut slow = narrow(process.addr).await;
    let mut starter = ann.connect().await.unwrap();
    for _ in 0..GAMES {
        let table = new_game(&ann).await;
        slow.send(follow(&table)).await.unwrap();
        starter.say(&Request::LeaveSeat {}.at(&table)).await;
    }
    let code = tokio::time::timeout(PATIENCE, async {
        loop {
            match slow.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| u16::from(frame.code)),
                // Far more slowly than any machine plays forty games.
                Some(Ok(_)) => tokio::time::sleep(Duration::from_millis(25)).await,
                Some(Err(_)) | None => return None,
            }
        }
    });
    assert_eq!(code.await.expect("the socket ends"), Some(1013));
    process.end();
}

fn follow(table: &TableId) -> Message {
    let message = ToServer::Subscribe { table: table.clone(), since: None, chat_since: None };
    Message::text(serde_json::to_string(&message).unwrap())
}
