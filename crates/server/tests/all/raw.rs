//! A low-level client that sends anything and keeps every response, and a player built on it.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mergemaker_engine::{Action, Bundle, Dice, Money, Offer, Seat, Shares, View, below};
use mergemaker_protocol::{RefusalCode, Request, TableId, TableState, ToClient, ToServer};
use reqwest::StatusCode;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::TIMEOUT;
use crate::schema::check_answer;

/// A client that sends any request with any headers.
pub(crate) struct Raw {
    pub(crate) addr: SocketAddr,
    pub(crate) http: reqwest::Client,
    pub(crate) headers: Vec<(&'static str, String)>,
}

/// A response.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) cookie: Option<String>,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn code(&self) -> RefusalCode {
        let refusal: mergemaker_protocol::Refusal =
            serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text));
        refusal.code
    }

    pub(crate) fn json(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        serde_json::from_str(&self.text).unwrap()
    }
}

impl Raw {
    pub(crate) fn nobody(addr: SocketAddr) -> Raw {
        Raw { addr, http: reqwest::Client::new(), headers: Vec::new() }
    }

    /// A new guest.
    pub(crate) async fn guest(addr: SocketAddr, name: &str) -> Raw {
        Raw::nobody(addr).named(name).await
    }

    /// Joins as a guest under a name.
    pub(crate) async fn named(mut self, name: &str) -> Raw {
        let reply = self.send("POST", "/api/guest", Some(json!({ "name": name }))).await;
        self.headers.push(("cookie", reply.cookie.expect("a cookie")));
        self
    }

    pub(crate) fn with(&self, name: &'static str, value: &str) -> Raw {
        let mut headers: Vec<_> = self.headers.iter().filter(|(other, _)| *other != name).cloned().collect();
        headers.push((name, value.to_owned()));
        Raw { addr: self.addr, http: self.http.clone(), headers }
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Option<Value>) -> Reply {
        let mut request = self.http.request(method.parse().unwrap(), format!("http://{}{path}", self.addr));
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let cookie = cookie.and_then(|value| value.split(';').next()).map(str::to_owned);
        let reply = Reply { status: response.status(), cookie, text: response.text().await.unwrap() };
        check_answer(method, path, reply.status.as_u16(), &reply.text);
        reply
    }

    pub(crate) async fn post(&self, path: &str) -> Reply {
        self.send("POST", path, None).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None).await
    }

    /// Opens a WebSocket; returns the status if it is refused.
    pub(crate) async fn connect(&self) -> Result<RawSocket, StatusCode> {
        use tokio_tungstenite::tungstenite::Error;
        let mut request = format!("ws://{}/ws", self.addr).into_client_request().unwrap();
        for (name, value) in &self.headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(RawSocket { stream, received: Vec::new() }),
            Err(Error::Http(response)) => Err(StatusCode::from_u16(response.status().as_u16()).unwrap()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// A WebSocket that keeps every message it receives.
pub(crate) struct RawSocket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) received: Vec<String>,
}

impl RawSocket {
    pub(crate) async fn send_message(&mut self, message: &ToServer) {
        self.stream.send(Message::text(serde_json::to_string(message).unwrap())).await.unwrap();
    }

    pub(crate) async fn receive(&mut self) -> ToClient {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.stream.next()).await;
            match next.expect("a message in time").expect("an open socket").unwrap() {
                Message::Text(text) => {
                    self.received.push(text.to_string());
                    return serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
                }
                Message::Close(frame) => panic!("closed: {frame:?}"),
                _ => {}
            }
        }
    }

    /// The code of the next refusal.
    pub(crate) async fn refused(&mut self) -> RefusalCode {
        loop {
            if let ToClient::Refused { refusal, .. } = self.receive().await {
                return refusal.code;
            }
        }
    }

    pub(crate) async fn watch(&mut self, table: &TableId) {
        self.send_message(&ToServer::Subscribe { table: table.clone(), since: None, chat_since: None }).await;
    }
}

/// How a player chooses among the legal actions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Choice {
    First,
    Last,
    /// At random with this seed, including trade offers.
    Random(u64),
}

impl Choice {
    fn action(self, view: &View, dice: &mut Dice) -> Option<Action> {
        match self {
            Choice::First => view.legal_actions().first().copied(),
            Choice::Last => view.legal_actions().last().copied(),
            Choice::Random(_) => {
                let action = view.random_action(dice)?;
                // With hidden holdings, asking for something is risky, but giving always works.
                let gift = Bundle { cash: Money(100), shares: Shares::NONE };
                let other =
                    view.viewer().map_or(0, Seat::index).checked_sub(1).map_or(Seat::new(1), Seat::new)?;
                let offer =
                    Action::TradeOffer { offer: Offer { to: other, give: gift, take: Bundle::default() } };
                let is_offered = below(dice, 8) == 0 && view.check(&offer).is_ok();
                Some(if is_offered { offer } else { action })
            }
        }
    }
}

/// Plays or watches until the game is over. Occasionally requests a snapshot or missed updates, and takes back
/// decisions if the table allows it. Returns all messages received.
pub(crate) async fn take_part(mut socket: RawSocket, table: TableId, choice: Choice) -> Vec<String> {
    let mut view: Option<View> = None;
    let mut dice = Dice::new(if let Choice::Random(seed) = choice { seed } else { 1 });
    let (mut number, mut is_over, mut decided_at, mut updates) = (0, false, None, 0_u64);
    let mut takes_back = false;
    socket.watch(&table).await;
    while !is_over {
        let may_decide = view.filter(|_| decided_at != Some(number));
        if let Some(action) = may_decide.and_then(|view| choice.action(&view, &mut dice)) {
            decided_at = Some(number);
            socket.send_message(&Request::Decide { number, action }.at(&table)).await;
        }
        match socket.receive().await {
            ToClient::Snapshot(snapshot) => {
                (view, number) = (snapshot.view, snapshot.number);
                is_over = snapshot.table.state == TableState::Over;
                takes_back = snapshot.table.settings.takebacks;
            }
            ToClient::Update(update) => {
                let is_own = decided_at.is_some_and(|decided: u64| decided + 1 == update.number);
                (view, number, updates) = (Some(update.view), update.number, updates + 1);
                if is_own && takes_back && below(&mut dice, 6) == 0 {
                    // Wait for the answer before deciding again.
                    decided_at = Some(number);
                    socket.send_message(&Request::TakeBack { number }.at(&table)).await;
                }
                if updates % 40 == 0 {
                    let since = (updates % 80 == 0).then(|| number.saturating_sub(25));
                    socket
                        .send_message(&ToServer::Subscribe { table: table.clone(), since, chat_since: None })
                        .await;
                }
            }
            ToClient::Table { table } => is_over = table.state == TableState::Over,
            ToClient::Refused { refusal, .. } => match refusal.code {
                RefusalCode::TooMany => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    decided_at = None;
                }
                // There was nothing to take back, or the game is over.
                RefusalCode::WrongState => decided_at = None,
                RefusalCode::Stale => {}
                _ => panic!("{refusal:?}"),
            },
            _ => {}
        }
    }
    socket.received
}
