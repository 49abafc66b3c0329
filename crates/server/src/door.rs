//! The door: accepts connections within limits, and closes those that keep the server waiting.

mod line;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use crate::config::Config;
use crate::limit::{Held, Open};
use crate::metrics;
use crate::refusals::{Refusals, Refused};
use line::{Line, LineState};

/// Files the server needs for everything but connections: its database, its log, the system.
const OWN_FILES: usize = 128;
/// Connections at once where the system does not say how many files may be open.
const UNKNOWN_FILES: usize = 4_096;
/// How long requests in flight may take once the server is asked to stop.
const LAST_REQUESTS: Duration = Duration::from_secs(1);
/// How long to wait after the system refused a connection, such as for want of files.
const AFTER_ERROR: Duration = Duration::from_millis(100);
/// Connections that the system keeps until they are accepted.
const BACKLOG: u32 = 1_024;
/// The answer to a connection too many.
const TOO_MANY: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\n\
    content-length: 48\r\nconnection: close\r\n\r\nToo many connections. Close some and try again.\n";

/// Who may open how much.
pub(crate) struct Door {
    config: Arc<Config>,
    /// The maximum number of connections from all addresses.
    most: usize,
    open: AtomicUsize,
    connections: Open,
    sockets: Open,
    pub(crate) refusals: Arc<Refusals>,
}

/// A connection that has been let in, until it is dropped.
struct Admitted {
    door: Arc<Door>,
    _held: Option<Held>,
    _counted: metrics::OpenConnection,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.door.open.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Door {
    /// A door for a process that may open this many files, if the system says so.
    pub(crate) fn new(config: Arc<Config>, files: Option<usize>) -> Door {
        let limits = &config.limits;
        let room = files.map_or(UNKNOWN_FILES, |files| files.saturating_sub(OWN_FILES).max(files / 2));
        let most = if limits.connections == 0 { room } else { room.min(limits.connections as usize) };
        Door {
            most,
            open: AtomicUsize::new(0),
            connections: Open::new(limits.connections_per_address),
            sockets: Open::new(limits.sockets_per_address),
            refusals: Arc::new(Refusals::new(config.log_addresses)),
            config,
        }
    }

    /// The maximum number of connections.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Lets a connection in, unless there are too many.
    fn admit(self: &Arc<Door>, address: IpAddr) -> Result<Admitted, Refused> {
        // Behind a proxy, all connections come from it: requests are counted instead.
        let is_limited = !self.config.behind_proxy && !self.config.trusts(address);
        let held = if is_limited {
            Some(self.connections.take(address).ok_or(Refused::AddressConnection)?)
        } else {
            None
        };
        if self.open.fetch_add(1, Ordering::Relaxed) >= self.most {
            self.open.fetch_sub(1, Ordering::Relaxed);
            return Err(Refused::Connection);
        }
        Ok(Admitted { door: self.clone(), _held: held, _counted: metrics::connection_opened() })
    }

    /// Lets a request in that a proxy passes on, unless its address has too many at once.
    pub(crate) fn admit_request(&self, address: IpAddr) -> Result<Option<Held>, Refused> {
        if !self.config.behind_proxy || self.config.trusts(address) {
            return Ok(None);
        }
        self.connections.take(address).map(Some).ok_or(Refused::AddressConnection)
    }

    /// Lets a WebSocket in, unless its address has too many.
    pub(crate) fn admit_socket(&self, address: IpAddr) -> Result<Option<Held>, Refused> {
        if self.config.trusts(address) {
            return Ok(None);
        }
        self.sockets.take(address).map(Some).ok_or(Refused::Socket)
    }
}

/// Listens on an address. Connections inherit the size of the send buffer, which bounds how much of the
/// system's memory a client that does not read can hold.
pub(crate) fn listen(config: &Config) -> io::Result<TcpListener> {
    let socket = if config.addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // On Windows, this would let another program take the port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(config.limits.send_kilobytes.max(4).saturating_mul(1_024))?;
    socket.bind(config.addr)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the server is asked to stop.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    door: Arc<Door>,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // An error means that the sender is gone, which also ends the server.
            _ = stop.changed() => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_one_connection(&error) {
                    tracing::error!(%error, "cannot accept connections");
                    tokio::time::sleep(AFTER_ERROR).await;
                }
                continue;
            }
        };
        match door.admit(peer.ip()) {
            Ok(admitted) => {
                tokio::spawn(serve(stream, peer, router.clone(), admitted, stop.clone()));
            }
            Err(kind) => {
                door.refusals.note(kind, peer.ip());
                // Whoever has too many gets an answer only if it costs no waiting.
                let _ = stream.try_write(TOO_MANY);
            }
        }
    }
}

/// Whether an error concerns only the connection that was about to be accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Serves one connection until it closes, keeps the server waiting, or the server is asked to stop.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    admitted: Admitted,
    mut stop: watch::Receiver<bool>,
) {
    // Messages are small and latency matters: do not delay them to fill packets.
    let _ = stream.set_nodelay(true);
    let door = admitted.door.clone();
    let limits = &door.config.limits;
    let state = Arc::new(LineState::default());
    let patience = seconds(limits.write_seconds);
    let line = Line::new(stream, patience, state.clone(), Guest { address: peer.ip(), admitted });
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    });
    let head = limits.head_kilobytes.clamp(1, 1_024) as usize * 1_024;
    let mut connection = std::pin::pin!(
        http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(seconds(limits.head_seconds))
            .max_headers(limits.head_lines.clamp(1, 1_000) as usize)
            .max_header_size(head)
            .max_buf_size(head.max(64 * 1_024))
            .serve_connection(TokioIo::new(line), service)
            .with_upgrades()
    );
    let ended = tokio::select! {
        ended = &mut connection => ended,
        _ = stop.changed() => {
            connection.as_mut().graceful_shutdown();
            // Whatever is half sent by then is dropped.
            tokio::time::timeout(LAST_REQUESTS, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        // An idle connection that is closed after a while is nothing unusual.
        if error.is_timeout() && state.is_half_received() {
            door.refusals.note(Refused::SlowHead, peer.ip());
        } else if error.is_parse_too_large() {
            door.refusals.note(Refused::LargeHead, peer.ip());
        }
    }
}

/// Whoever is at the other end of a line.
struct Guest {
    address: IpAddr,
    admitted: Admitted,
}

impl Guest {
    /// Notes that they do not read.
    fn note_slow_reader(&self) {
        self.admitted.door.refusals.note(Refused::SlowReader, self.address);
    }
}

/// A time limit; 0 means the shortest.
fn seconds(limit: u32) -> Duration {
    Duration::from_secs(limit.max(1).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(change: impl FnOnce(&mut Config), files: Option<usize>) -> Arc<Door> {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), "");
        change(&mut config);
        Arc::new(Door::new(Arc::new(config), files))
    }

    #[test]
    fn the_system_keeps_files_for_the_database() {
        let most = |connections, files| door(|config| config.limits.connections = connections, files).most();
        assert_eq!(most(0, Some(1_024)), 1_024 - OWN_FILES);
        assert_eq!(most(0, Some(200)), 100, "half of few");
        assert_eq!(most(50, Some(1_024)), 50);
        assert_eq!(most(5_000, Some(1_024)), 1_024 - OWN_FILES);
        assert_eq!(most(0, None), UNKNOWN_FILES);
    }

    #[test]
    fn connections_are_limited_in_all_and_per_address() {
        let door = door(
            |config| {
                config.limits.connections = 5;
                config.limits.connections_per_address = 2;
                config.trusted = vec!["192.0.2.0/24".parse().unwrap()];
            },
            None,
        );
        let admit = |text: &str| door.admit(text.parse().unwrap());
        let mut held = vec![admit("198.51.100.1"), admit("198.51.100.1")];
        assert_eq!(admit("198.51.100.1").err(), Some(Refused::AddressConnection));
        held.extend([admit("192.0.2.1"), admit("192.0.2.1"), admit("192.0.2.1")]);
        assert!(held.iter().all(Result::is_ok), "a trusted network has no limit of its own");
        assert_eq!(admit("192.0.2.1").err(), Some(Refused::Connection));
        assert_eq!(admit("198.51.100.2").err(), Some(Refused::Connection));
        held.clear();
        assert!(admit("198.51.100.1").is_ok());
    }

    #[test]
    fn behind_a_proxy_requests_are_counted_instead() {
        let door = door(
            |config| {
                config.behind_proxy = true;
                config.limits.connections_per_address = 1;
            },
            None,
        );
        let proxy = "127.0.0.1".parse().unwrap();
        assert!([door.admit(proxy), door.admit(proxy)].iter().all(Result::is_ok));
        let client = "198.51.100.1".parse().unwrap();
        let first = door.admit_request(client);
        assert!(first.is_ok_and(|held| held.is_some() && door.admit_request(client).is_err()));
        assert!(door.admit_request(client).is_ok());
    }

    #[test]
    fn the_answer_to_a_connection_too_many_is_well_formed() {
        let text = std::str::from_utf8(TOO_MANY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
    }
}
