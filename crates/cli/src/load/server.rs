//! The server under load, as its clients reach it.

use std::error::Error;
use std::io;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use mergemaker_protocol::api::accounts::{Guest, NameForm};
use mergemaker_protocol::api::operations::{Connect, Health};
use mergemaker_protocol::{Call, CallError, Endpoint, Native, Received, Transport, call};
use reqwest::StatusCode;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// A socket of a client.
pub(super) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A server, and the way to it.
pub(super) struct Server {
    /// Its address without `http://`.
    host: String,
    http: reqwest::Client,
    /// Requests under way: a few at a time, so that a server that takes only so many a second is not flooded.
    gate: Semaphore,
}

/// How many requests are under way at a time.
const REQUESTS_AT_ONCE: usize = 32;
/// How long to wait after the server said that there were too many.
const AFTER_TOO_MANY: Duration = Duration::from_millis(200);
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// What a socket reads at once: most messages are shorter. The usual size is for few sockets, not for thousands.
const READ_BYTES: usize = 4 * 1024;

const MORE_SOCKETS: &str =
    "cannot open so many sockets: run `ulimit -n 20000` first, here and where the server is started";

impl Server {
    /// A server by its address.
    pub(super) fn new(url: &str) -> Result<Server> {
        let host = url.strip_prefix("http://").map(|host| host.trim_end_matches('/'));
        let Some(host) = host.filter(|host| !host.is_empty() && !host.contains('/')) else {
            bail!("--url {url}: give an address such as http://127.0.0.1:8080");
        };
        let http = reqwest::Client::builder().timeout(PATIENCE).no_proxy().build();
        let http = http.context("cannot speak HTTP")?;
        Ok(Server { host: host.to_owned(), http, gate: Semaphore::new(REQUESTS_AT_ONCE) })
    }

    /// Fails where no server answers.
    pub(super) async fn must_answer(&self) -> Result<()> {
        if call(&self.nobody(), &Health {}).await.is_ok() {
            return Ok(());
        }
        let Server { host, .. } = self;
        bail!(
            "no server answers at http://{host}: start one with `mergemaker serve`, or name another with --url"
        )
    }

    /// Somebody without a name.
    pub(super) fn nobody(&self) -> Native {
        Native::new(self.http.clone(), format!("http://{}", self.host))
    }

    /// Somebody new.
    pub(super) async fn guest(&self, name: &str) -> Result<Native> {
        let guest = self.nobody();
        self.ask(&guest, Guest { body: NameForm { name: name.to_owned() } }).await?;
        Ok(guest)
    }

    /// Sends a request as somebody, again and again while the server says that there are too many.
    pub(super) async fn ask<E: Endpoint>(&self, who: &Native, request: E) -> Result<E::Answer> {
        let _turn = self.gate.acquire().await.context("the gate is never closed")?;
        call(&Patient(who), &request).await.map_err(|error| match error {
            CallError::Unreachable(error) => explained(E::PATH, &error),
            CallError::Refused(refusal) => anyhow!("the server refuses {}: {}", E::PATH, refusal.message),
            CallError::Unreadable => anyhow!("{}: the answer cannot be read", E::PATH),
        })
    }

    /// Opens a socket as somebody.
    pub(super) async fn connect(&self, who: &Native) -> Result<Stream> {
        let _turn = self.gate.acquire().await.context("the gate is never closed")?;
        let url = format!("ws://{}{}", self.host, Connect::PATH);
        let cookie = HeaderValue::from_str(&who.cookie().unwrap_or_default())?;
        loop {
            let mut request =
                url.as_str().into_client_request().map_err(|error| explained(Connect::PATH, &error))?;
            request.headers_mut().insert("cookie", cookie.clone());
            let config = WebSocketConfig::default().read_buffer_size(READ_BYTES).write_buffer_size(0);
            match timeout(PATIENCE, connect_async_with_config(request, Some(config), true)).await {
                Ok(Ok((stream, _))) => return Ok(stream),
                Ok(Err(tungstenite::Error::Http(answer)))
                    if answer.status() == StatusCode::TOO_MANY_REQUESTS =>
                {
                    sleep(AFTER_TOO_MANY).await;
                }
                Ok(Err(error)) => return Err(explained(Connect::PATH, &error)),
                Err(_) => {
                    bail!("the server takes no more sockets: run `ulimit -n 20000` where it is started")
                }
            }
        }
    }
}

/// Somebody who waits a moment and tries again where the server says that there are too many requests.
struct Patient<'a>(&'a Native);

impl Transport for Patient<'_> {
    type Error = reqwest::Error;

    async fn send(&self, call: Call) -> Result<Received, reqwest::Error> {
        loop {
            let received = self.0.send(call.clone()).await?;
            if received.status != StatusCode::TOO_MANY_REQUESTS {
                return Ok(received);
            }
            sleep(AFTER_TOO_MANY).await;
        }
    }
}

/// What went wrong, and what to do where that is known.
fn explained(path: &str, error: &(dyn Error + 'static)) -> anyhow::Error {
    let mut reason = error;
    let mut is_out_of_files = false;
    loop {
        is_out_of_files |= reason.downcast_ref::<io::Error>().is_some_and(lacks_files);
        match reason.source() {
            Some(source) => reason = source,
            None => break,
        }
    }
    if is_out_of_files { anyhow!(MORE_SOCKETS) } else { anyhow!("{path}: {reason}") }
}

/// Whether there are too many open files, of this program or of the machine.
fn lacks_files(error: &io::Error) -> bool {
    const EMFILE: i32 = 24;
    const ENFILE: i32 = 23;
    cfg!(unix) && matches!(error.raw_os_error(), Some(EMFILE | ENFILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn running_out_of_files_is_explained() {
        let error = io::Error::from_raw_os_error(24);
        assert_eq!(explained("/ws", &error).to_string(), MORE_SOCKETS);
        let other = explained("/ws", &io::Error::other("broken")).to_string();
        assert_eq!(other, "/ws: broken");
    }

    #[test]
    fn only_addresses_without_tls_or_path_are_taken() {
        assert!(Server::new("http://localhost:1/").is_ok());
        for url in ["https://localhost", "localhost:8080", "http://", "http://a/b", ""] {
            assert!(Server::new(url).is_err(), "{url}");
        }
    }
}
