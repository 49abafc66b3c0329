//! Connections that keep the server waiting, and addresses that open too many.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mergemaker_protocol::RefusalCode;
use mergemaker_protocol::api::operations::{Health, Metrics};
use mergemaker_server::{Config, Limits, Server};
use reqwest::StatusCode;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::Client;
use crate::raw::Raw;
use crate::{Folder, TIMEOUT, config, unlimited};

/// A request whose head never ends.
const HALF_A_HEAD: &str = "GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: ";
/// A request whose body never ends.
const HALF_A_BODY: &str = "POST /api/guest HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"na";

/// The defaults with a change.
fn limits(change: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    change(&mut limits);
    limits
}

/// A connection that has sent this so far.
pub(crate) async fn half_open(addr: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    stream.write_all(text.as_bytes()).await.unwrap();
    stream
}

/// Everything the server still sends over a connection before it closes it.
async fn rest(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let reading = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await;
    // A connection closed with unread input ends with an error.
    let _ = reading.expect("the server closes the connection");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many the server has refused of a kind.
async fn refused(person: &Client, kind: &str) -> u64 {
    let text = person.ask(Metrics {}).await.unwrap();
    let name = format!("mergemaker_refused_total{{kind=\"{kind}\"}} ");
    let value = text.lines().find_map(|line| line.strip_prefix(&name));
    value.expect("the metric exists").parse().unwrap()
}

/// One address sends half of many requests. All are closed after a while, others are served meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn half_sent_requests_are_closed_in_time() {
    let folder = Folder::new("door-half");
    let limits = limits(|limits| (limits.head_seconds, limits.body_seconds) = (1, 1));
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let addr = server.addr();
    let ann = Client::guest(addr, "Ann").await;
    let before = (refused(&ann, "slow_heads").await, refused(&ann, "slow_bodies").await);
    let (mut heads, mut bodies, mut silent) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..50 {
        heads.push(half_open(addr, HALF_A_HEAD).await);
        bodies.push(half_open(addr, HALF_A_BODY).await);
        silent.push(half_open(addr, "").await);
    }
    ann.ask(Health {}).await.unwrap();
    for stream in heads.iter_mut().chain(&mut silent) {
        assert_eq!(rest(stream).await, "");
    }
    for stream in &mut bodies {
        assert!(rest(stream).await.starts_with("HTTP/1.1 400 "), "half a body gets an answer");
    }
    // A connection that was in use may idle no longer than one that never was.
    let mut idle = half_open(addr, "GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n").await;
    assert!(rest(&mut idle).await.starts_with("HTTP/1.1 200 "));
    assert!(refused(&ann, "slow_heads").await >= before.0 + 50);
    assert!(refused(&ann, "slow_bodies").await >= before.1 + 50);
    server.end().await.unwrap();
}

/// A body that arrives one byte at a time is closed too.
#[tokio::test(flavor = "multi_thread")]
async fn dripping_bodies_are_closed_in_time() {
    let folder = Folder::new("door-drip");
    let limits = limits(|limits| limits.body_seconds = 1);
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let mut stream = half_open(server.addr(), HALF_A_BODY).await;
    let (mut reading, mut writing) = stream.split();
    let mut answer = [0; 12];
    let dripping = async {
        while writing.write_all(b"m").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    tokio::select! {
        read = tokio::time::timeout(TIMEOUT, reading.read_exact(&mut answer)) => drop(read.unwrap().unwrap()),
        () = dripping => panic!("closed without an answer"),
    }
    assert_eq!(&answer, b"HTTP/1.1 400");
    server.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn large_heads_are_refused() {
    let folder = Folder::new("door-large");
    let server = Server::start(config(&folder)).await.unwrap();
    let ann = Client::guest(server.addr(), "Ann").await;
    let before = refused(&ann, "large_heads").await;
    let many = "x-more: a\r\n".repeat(100);
    let long = format!("x-long: {}\r\n", "a".repeat(40_000));
    for lines in [many, long] {
        let text = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n{lines}\r\n");
        let mut stream = half_open(server.addr(), &text).await;
        assert!(rest(&mut stream).await.starts_with("HTTP/1.1 431 "));
    }
    assert!(refused(&ann, "large_heads").await >= before + 2);
    server.end().await.unwrap();
}

/// An address that has too many connections gets an answer and no more of them, until it closes some.
#[tokio::test(flavor = "multi_thread")]
async fn connections_are_limited_per_address() {
    let folder = Folder::new("door-connections");
    let limits = limits(|limits| limits.connections_per_address = 5);
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(half_open(server.addr(), HALF_A_HEAD).await);
    }
    // Connections are accepted in order, so these five are counted.
    let mut sixth = TcpStream::connect(server.addr()).await.unwrap();
    assert!(rest(&mut sixth).await.starts_with("HTTP/1.1 429 "));
    drop(open);
    let started = Instant::now();
    while Raw::nobody(server.addr())
        .http
        .get(format!("http://{}/healthz", server.addr()))
        .send()
        .await
        .is_err()
    {
        assert!(started.elapsed() < TIMEOUT, "closed connections still count");
    }
    server.end().await.unwrap();
}

/// A host may exempt addresses, such as that of a club.
#[tokio::test(flavor = "multi_thread")]
async fn trusted_addresses_have_no_limits_of_their_own() {
    let folder = Folder::new("door-trusted");
    let few = limits(|limits| {
        (limits.connections_per_address, limits.sockets_per_address, limits.guests_per_address) = (5, 2, 2);
    });
    let server = Server::start(Config { limits: few, ..unlimited(&folder) }).await.unwrap();
    let mut people = Vec::new();
    for number in 0..10 {
        let person = Client::guest(server.addr(), &format!("Guest {number}")).await;
        people.push((person.connect().await, person));
    }
    drop(people);
    server.end().await.unwrap();
}

/// Sockets and guests are counted by network: IPv6 by /64, and by /48 with a higher limit.
#[tokio::test(flavor = "multi_thread")]
async fn sockets_and_guests_are_limited_per_network() {
    let folder = Folder::new("door-networks");
    // Half of the guests of a day may come at once.
    let limits = limits(|limits| (limits.sockets_per_address, limits.guests_per_address) = (2, 6));
    let server = Server::start(Config { limits, behind_proxy: true, ..config(&folder) }).await.unwrap();
    let from = |address: &str| Raw::nobody(server.addr()).with("x-forwarded-for", address);
    let mut open = Vec::new();
    for (address, fits) in [
        ("192.0.2.7", true),
        ("192.0.2.7", true),
        ("192.0.2.7", false),
        ("2001:db8:1:1::1", true),
        ("2001:db8:1:1::2", true),
        ("2001:db8:1:1::3", false),
        ("2001:db8:1:2::1", true),
        ("2001:db8:1:2::1", true),
        ("2001:db8:1:3::1", true),
        ("2001:db8:1:3::1", true),
        ("2001:db8:1:4::1", true),
        ("2001:db8:1:4::1", true),
        ("2001:db8:1:5::1", false),
        ("2001:db8:2:1::1", true),
    ] {
        let connected = from(address).connect().await;
        assert_eq!(connected.as_ref().err(), (!fits).then_some(&StatusCode::TOO_MANY_REQUESTS), "{address}");
        open.extend(connected);
    }
    drop(open);
    for (number, fits) in [(1, true), (2, true), (3, true), (4, false)] {
        let guest = json!({ "name": format!("Guest {number}") });
        let reply = from("192.0.2.9").send("POST", "/api/guest", Some(guest)).await;
        assert_eq!(reply.status.is_success(), fits, "{number}: {}", reply.text);
        assert!(fits || reply.code() == RefusalCode::TooMany);
    }
    server.end().await.unwrap();
}

/// A client that asks for much and reads nothing holds little memory, and not for long.
#[tokio::test(flavor = "multi_thread")]
async fn downloads_that_nobody_reads_are_closed() {
    const ASKED: usize = 200;
    /// What the system may keep for both ends of a connection.
    const MOST_KEPT: usize = 2 << 20;
    let folder = Folder::new("door-unread");
    let limits = limits(|limits| limits.write_seconds = 1);
    let server = Server::start(Config { limits, ..config(&folder) }).await.unwrap();
    let ann = Client::guest(server.addr(), "Ann").await;
    let before = refused(&ann, "slow_readers").await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(server.addr()).await.unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n";
    let size = ann.raw().get("/api/openapi.json").await.text.len();
    assert!(size * ASKED > 4 * MOST_KEPT, "{size} bytes");
    stream.write_all(request.repeat(ASKED).as_bytes()).await.unwrap();
    let started = Instant::now();
    while refused(&ann, "slow_readers").await == before {
        assert!(started.elapsed() < TIMEOUT, "the download is still open");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let kept = rest(&mut stream).await.len();
    assert!(kept < MOST_KEPT, "{kept} bytes were kept for a client that does not read");
    server.end().await.unwrap();
}

/// Whatever is half open, the server ends in time.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_ends_whatever_is_half_open() {
    /// The target is two seconds; a server that waits for any of these takes longer than this.
    const LIMIT: Duration = Duration::from_secs(8);
    let folder = Folder::new("door-end");
    let server = Server::start(config(&folder)).await.unwrap();
    let addr = server.addr();
    let ann = Client::guest(addr, "Ann").await;
    let mut open = Vec::new();
    for text in ["", HALF_A_HEAD, HALF_A_BODY] {
        for _ in 0..20 {
            open.push(half_open(addr, text).await);
        }
    }
    let unread = "GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(200);
    open.push(half_open(addr, &unread).await);
    let _non_reader = crate::readers::narrow(addr).await;
    ann.ask(Health {}).await.unwrap();
    let started = Instant::now();
    server.end().await.unwrap();
    let took = started.elapsed();
    assert!(took < LIMIT, "ended after {took:?}");
    drop(open);
}
