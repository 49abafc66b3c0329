//! Slow readers are dropped without affecting others.

use std::cell::Cell;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::api::operations::Metrics;
use mergemaker_protocol::{Request, TableId, TableState, ToClient, ToServer};
use serde_json::json;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::client::{Client, Socket, socket_request};
use crate::process::{Process, ProcessConfig};
use crate::{Folder, TIMEOUT};

/// A socket with a small receive buffer.
pub(crate) async fn narrow(addr: SocketAddr) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let stream = socket.connect(addr).await.unwrap();
    tokio_tungstenite::client_async(socket_request(addr), stream).await.unwrap().0
}

/// Starts a game of one person and five bots.
async fn new_game(person: &Client) -> TableId {
    let mut seats = vec![json!({"kind":"bot","level":"random"}); 6];
    seats[0] = json!({"kind":"open"});
    let table = person.new_table(json!({ "seats": seats })).await.id;
    person.start(&table).await;
    table
}

/// The number of open sockets on the server.
async fn sockets_open(person: &Client) -> u64 {
    let text = person.ask(Metrics {}).await.unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix("mergemaker_sockets_open "));
    value.expect("the metric must exist").trim().parse().unwrap()
}

/// Plays a game to its end and counts accepted decisions.
async fn play(socket: &mut Socket, table: &TableId, accepted: &Cell<usize>) {
    socket.watch(table).await;
    loop {
        let (number, view) = match socket.receive().await {
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
            // As fast as a quick person.
            tokio::time::sleep(Duration::from_millis(25)).await;
            socket.send_message(&Request::Decide { number, action }.at(table)).await;
        }
    }
}

/// A client requests more than fits into the buffers, watches games, and never reads.
#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_is_dropped_without_affecting_others() {
    const GAMES: usize = 20;
    let folder = Folder::new("readers");
    let process =
        Process::start(ProcessConfig { data: folder.0.to_str().unwrap(), ..ProcessConfig::default() });
    let ann = Client::guest(process.addr, "Ann").await;
    let over = new_game(&ann).await;
    let accepted = Cell::new(0);
    play(&mut ann.connect().await, &over, &accepted).await;
    let mut non_reader = narrow(process.addr).await;
    let mut playing = ann.connect().await;
    let mut starter = ann.connect().await;
    let is_dropped = Cell::new(false);
    let non_reading = async {
        let mut games = Vec::new();
        for _ in 0..GAMES {
            let table = new_game(&ann).await;
            non_reader.send(follow(&table)).await.unwrap();
            games.push(table);
        }
        // Snapshots of a finished game are large. Once the buffers are full, the server stops reading too.
        for _ in 0..250 {
            let asking = tokio::time::timeout(Duration::from_millis(100), non_reader.send(follow(&over)));
            if !asking.await.is_ok_and(|asked| asked.is_ok()) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (started, before) = (Instant::now(), accepted.get());
        // Bots finish these games alone.
        for table in games {
            starter.send_message(&Request::LeaveSeat {}.at(&table)).await;
        }
        while sockets_open(&ann).await > 2 {
            assert!(started.elapsed() < TIMEOUT, "the client is still connected");
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
    let (meanwhile, ()) = tokio::join!(non_reading, playing);
    // Dropping the client takes seconds. If the server blocked meanwhile, no decision would be accepted.
    assert!(meanwhile >= 5, "{meanwhile} decisions while a client did not read");
    // Reading at last yields the buffered messages and then the end.
    let rest = async { while let Some(Ok(_)) = non_reader.next().await {} };
    tokio::time::timeout(TIMEOUT, rest).await.expect("the socket has ended");
    process.end();
}

/// A client that reads too slowly is asked to reconnect, with the right close code.
#[tokio::test(flavor = "multi_thread")]
async fn slow_readers_are_asked_to_reconnect() {
    const GAMES: usize = 40;
    let folder = Folder::new("readers-slow");
    let process =
        Process::start(ProcessConfig { data: folder.0.to_str().unwrap(), ..ProcessConfig::default() });
    let ann = Client::guest(process.addr, "Ann").await;
    let mut slow = narrow(process.addr).await;
    let mut starter = ann.connect().await;
    for _ in 0..GAMES {
        let table = new_game(&ann).await;
        slow.send(follow(&table)).await.unwrap();
        starter.send_message(&Request::LeaveSeat {}.at(&table)).await;
    }
    let code = tokio::time::timeout(TIMEOUT, async {
        loop {
            match slow.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| u16::from(frame.code)),
                // Slower than forty games produce messages. But a third of the server's send buffer must be read before
                // it can send the close frame, and it waits five seconds for that.
                Some(Ok(_)) => tokio::time::sleep(Duration::from_millis(2)).await,
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
