//! Access to the server under test.

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
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// A client's socket.
pub(super) type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The server under test.
pub(super) struct Server {
    /// Its URL without `http://`.
    host: String,
    http: reqwest::Client,
    /// Limits concurrent requests, to respect the server's rate limit.
    gate: Semaphore,
}

/// The maximum number of concurrent requests.
const REQUESTS_AT_ONCE: usize = 32;
/// The delay after a request was refused as too many.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// How long requests are refused as too many before that is an error.
const PATIENCE: Duration = Duration::from_mins(1);
/// The time limit for a response.
const TIMEOUT: Duration = Duration::from_secs(30);
/// The read buffer per socket: small, because there are thousands of sockets.
const READ_BYTES: usize = 4 * 1024;

const TOO_FEW_SOCKETS: &str =
    "cannot open so many sockets: run `ulimit -n 20000` first, here and before starting the server";

const TOO_MANY: &str = "the server lets this address open no more sockets: start it with `--trusted` and the address of \
                        this machine";

impl Server {
    /// The server at a URL.
    pub(super) fn new(url: &str) -> Result<Server> {
        let host = url.strip_prefix("http://").map(|host| host.trim_end_matches('/'));
        let Some(host) = host.filter(|host| !host.is_empty() && !host.contains('/')) else {
            bail!("--url {url}: give an address such as http://127.0.0.1:8080");
        };
        let http = reqwest::Client::builder().timeout(TIMEOUT).no_proxy().build();
        let http = http.context("cannot create an HTTP client")?;
        Ok(Server { host: host.to_owned(), http, gate: Semaphore::new(REQUESTS_AT_ONCE) })
    }

    /// Fails if the server does not respond.
    pub(super) async fn check_health(&self) -> Result<()> {
        if call(&self.nobody(), &Health {}).await.is_ok() {
            return Ok(());
        }
        let Server { host, .. } = self;
        bail!(
            "no server responds at http://{host}: start one with `mergemaker serve`, or choose another with --url"
        )
    }

    /// A client without a session.
    pub(super) fn nobody(&self) -> Native {
        Native::new(self.http.clone(), format!("http://{}", self.host))
    }

    /// A new guest.
    pub(super) async fn guest(&self, name: &str) -> Result<Native> {
        let guest = self.nobody();
        self.ask(&guest, Guest { body: NameForm { name: name.to_owned() } }).await?;
        Ok(guest)
    }

    /// Sends a request, and retries while the server says that there are too many.
    pub(super) async fn ask<E: Endpoint>(&self, who: &Native, request: E) -> Result<E::Answer> {
        let _turn = self.gate.acquire().await.context("the gate is never closed")?;
        call(&Retrying(who), &request).await.map_err(|error| match error {
            CallError::Unreachable(error) => explained(E::PATH, &error),
            CallError::Refused(refusal) => anyhow!("the server refused {}: {}", E::PATH, refusal.message),
            CallError::Unreadable => anyhow!("{}: cannot read the response", E::PATH),
        })
    }

    /// Opens a socket.
    pub(super) async fn connect(&self, who: &Native) -> Result<Stream> {
        let _turn = self.gate.acquire().await.context("the gate is never closed")?;
        let url = format!("ws://{}{}", self.host, Connect::PATH);
        let cookie = HeaderValue::from_str(&who.cookie().unwrap_or_default())?;
        let last_try = Instant::now() + PATIENCE;
        loop {
            let mut request =
                url.as_str().into_client_request().map_err(|error| explained(Connect::PATH, &error))?;
            request.headers_mut().insert("cookie", cookie.clone());
            let config = WebSocketConfig::default().read_buffer_size(READ_BYTES).write_buffer_size(0);
            match timeout(TIMEOUT, connect_async_with_config(request, Some(config), true)).await {
                Ok(Ok((stream, _))) => return Ok(stream),
                Ok(Err(tungstenite::Error::Http(answer)))
                    if answer.status() == StatusCode::TOO_MANY_REQUESTS =>
                {
                    if Instant::now() > last_try {
                        bail!(TOO_MANY);
                    }
                    sleep(RETRY_DELAY).await;
                }
                Ok(Err(error)) => return Err(explained(Connect::PATH, &error)),
                Err(_) => {
                    bail!("the server accepts no more sockets: run `ulimit -n 20000` before starting it")
                }
            }
        }
    }
}

/// A transport that retries when the server says that there are too many requests.
struct Retrying<'a>(&'a Native);

impl Transport for Retrying<'_> {
    type Error = reqwest::Error;

    async fn send(&self, call: Call) -> Result<Received, reqwest::Error> {
        let last_try = Instant::now() + PATIENCE;
        loop {
            let received = self.0.send(call.clone()).await?;
            if received.status != StatusCode::TOO_MANY_REQUESTS || Instant::now() > last_try {
                return Ok(received);
            }
            sleep(RETRY_DELAY).await;
        }
    }
}

/// Describes an error, with a remedy if one is known.
fn explained(path: &str, error: &(dyn Error + 'static)) -> anyhow::Error {
    let mut reason = error;
    let mut out_of_files = false;
    loop {
        out_of_files |= reason.downcast_ref::<io::Error>().is_some_and(is_out_of_files);
        match reason.source() {
            Some(source) => reason = source,
            None => break,
        }
    }
    if out_of_files { anyhow!(TOO_FEW_SOCKETS) } else { anyhow!("{path}: {reason}") }
}

/// Whether the process or the system has too many open files.
fn is_out_of_files(error: &io::Error) -> bool {
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
        assert_eq!(explained("/ws", &error).to_string(), TOO_FEW_SOCKETS);
        let other = explained("/ws", &io::Error::other("broken")).to_string();
        assert_eq!(other, "/ws: broken");
    }

    #[test]
    fn only_urls_without_tls_or_path_are_accepted() {
        assert!(Server::new("http://localhost:1/").is_ok());
        for url in ["https://localhost", "localhost:8080", "http://", "http://a/b", ""] {
            assert!(Server::new(url).is_err(), "{url}");
        }
    }
}
