//! A test client: REST requests and a WebSocket.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::api::accounts::{Claim, Guest, Me, NameForm, PasswordForm};
use mergemaker_protocol::api::operations::Connect;
use mergemaker_protocol::api::sessions::Login;
use mergemaker_protocol::api::tables::{Create, Join, JoinForm, Rematch, Show, Start};
use mergemaker_protocol::api::{games, people};
use mergemaker_protocol::{
    Account, Call, CallError, Endpoint, Native, Profile, Received, Refusal, RefusalCode, TableId, TableInfo,
    ToClient, ToServer, Transport, call,
};
use mergemaker_record::Record;
use reqwest::header::{COOKIE, HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::TIMEOUT;
use crate::raw::Raw;
use crate::schema::check_answer;

/// A person who uses the server as it is meant to be used.
pub(crate) struct Client {
    addr: SocketAddr,
    native: Native,
    /// Sent with everything, beside the session's cookie.
    headers: HeaderMap,
    pub(crate) you: Account,
}

impl Client {
    /// A new guest.
    pub(crate) async fn guest(addr: SocketAddr, name: &str) -> Client {
        Client::guest_with(addr, HeaderMap::new(), name).await
    }

    /// A new guest whose requests come from this address, as a trusted proxy says.
    pub(crate) async fn guest_from(addr: SocketAddr, from: &str, name: &str) -> Client {
        let from = HeaderValue::from_str(from).unwrap();
        Client::guest_with(addr, HeaderMap::from_iter([(FORWARDED_FOR, from)]), name).await
    }

    async fn guest_with(addr: SocketAddr, headers: HeaderMap, name: &str) -> Client {
        let native = native(addr, headers.clone());
        let you = call(&native, &Guest { body: NameForm { name: name.into() } }).await.unwrap();
        Client { addr, native, headers, you }
    }

    /// The person with this cookie.
    pub(crate) async fn with_cookie(addr: SocketAddr, cookie: &str) -> Client {
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).unwrap())]);
        let native = native(addr, headers.clone());
        let you = call(&native, &Me {}).await.unwrap();
        Client { addr, native, headers, you }
    }

    /// Claims an account; returns the same person with the new cookie.
    pub(crate) async fn claim(&self, name: &str) -> Client {
        let native = self.native.again();
        let you = call(&native, &Claim { body: form(name) }).await.unwrap();
        Client { addr: self.addr, native, headers: self.headers.clone(), you }
    }

    /// Logs in as the same person in a new session.
    pub(crate) async fn login(&self, name: &str) -> Client {
        let native = native(self.addr, self.headers.clone());
        let you = call(&native, &Login { body: form(name) }).await.unwrap();
        Client { addr: self.addr, native, headers: self.headers.clone(), you }
    }

    /// The same person at the address of a restarted server.
    pub(crate) fn at(self, addr: SocketAddr) -> Client {
        Client { addr, native: self.native.at(format!("http://{addr}")), ..self }
    }

    /// The cookie of the session.
    pub(crate) fn cookie(&self) -> String {
        let of_headers = || Some(self.headers.get(COOKIE)?.to_str().unwrap().to_owned());
        self.native.cookie().or_else(of_headers).expect("a session")
    }

    /// The same person, sending whatever they like.
    pub(crate) fn raw(&self) -> Raw {
        let raw = Raw::nobody(self.addr).with("cookie", &self.cookie());
        match self.headers.get(FORWARDED_FOR) {
            Some(from) => raw.with("x-forwarded-for", from.to_str().unwrap()),
            None => raw,
        }
    }

    /// Sends a request. The answer is checked against the API description.
    pub(crate) async fn ask<E: Endpoint>(&self, request: E) -> Result<E::Answer, Refusal> {
        call(self, &request).await.map_err(|error| match error {
            CallError::Refused(refusal) => refusal,
            other => panic!("{}: {other:?}", E::PATH),
        })
    }

    pub(crate) async fn new_table(&self, body: Value) -> TableInfo {
        self.ask(Create { body: serde_json::from_value(body).unwrap() }).await.unwrap()
    }

    /// Takes any seat.
    pub(crate) async fn join(&self, table: &TableId) -> TableInfo {
        self.ask(Join { table: table.clone(), body: JoinForm::default() }).await.unwrap()
    }

    pub(crate) async fn start(&self, table: &TableId) -> TableInfo {
        self.ask(Start { table: table.clone() }).await.unwrap()
    }

    pub(crate) async fn rematch(&self, table: &TableId) -> TableInfo {
        self.ask(Rematch { table: table.clone() }).await.unwrap()
    }

    pub(crate) async fn info(&self, table: &TableId) -> TableInfo {
        self.ask(Show { table: table.clone() }).await.unwrap()
    }

    pub(crate) async fn own_profile(&self) -> Profile {
        self.ask(people::Show { person: self.you.person.id.clone() }).await.unwrap()
    }

    /// The record of a finished game, as it is stored.
    pub(crate) async fn record_text(&self, table: &TableId) -> String {
        self.ask(games::Record { table: table.clone() }).await.unwrap().0.get().to_owned()
    }

    /// The record of a finished game, verified.
    pub(crate) async fn record(&self, table: &TableId) -> Record {
        let record = Record::read(self.record_text(table).await.as_bytes()).unwrap();
        record.verify().unwrap();
        record
    }

    pub(crate) async fn connect(&self) -> Socket {
        let mut request = socket_request(self.addr);
        request.headers_mut().extend(self.headers.clone());
        request.headers_mut().insert(COOKIE, self.cookie().parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut socket = Socket::of(stream);
        assert!(matches!(socket.receive().await, ToClient::Hello { you: Some(_), .. }));
        socket
    }
}

/// The header in which a proxy passes on a client's address.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

fn native(addr: SocketAddr, headers: HeaderMap) -> Native {
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    Native::new(http, format!("http://{addr}"))
}

/// The request that opens a WebSocket.
pub(crate) fn socket_request(addr: SocketAddr) -> Request {
    format!("ws://{addr}{}", Connect::PATH).into_client_request().unwrap()
}

fn form(name: &str) -> PasswordForm {
    PasswordForm { name: name.into(), password: "correct horse".into() }
}

impl Transport for Client {
    type Error = reqwest::Error;

    async fn send(&self, call: Call) -> Result<Received, reqwest::Error> {
        let (method, address) = (call.method.name(), call.address.clone());
        let received = self.native.send(call).await?;
        check_answer(method, &address, received.status, &received.text);
        Ok(received)
    }
}

/// A WebSocket that keeps every message it receives.
pub(crate) struct Socket {
    pub(crate) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) received: Vec<String>,
}

impl Socket {
    pub(crate) fn of(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Socket {
        Socket { stream, received: Vec::new() }
    }

    pub(crate) async fn send_message(&mut self, message: &ToServer) {
        self.send_text(serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next message. Fails after a timeout.
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

    /// The next refusal.
    pub(crate) async fn refusal(&mut self) -> Refusal {
        loop {
            if let ToClient::Refused { refusal, .. } = self.receive().await {
                return refusal;
            }
        }
    }

    /// The code of the next refusal.
    pub(crate) async fn refused(&mut self) -> RefusalCode {
        self.refusal().await.code
    }

    /// The code and reason with which the server closes the socket.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            let next = tokio::time::timeout(TIMEOUT, self.stream.next()).await;
            match next.expect("an end in time").expect("a close frame").expect("a close frame") {
                Message::Close(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
                Message::Close(None) => panic!("closed without a reason"),
                _ => {}
            }
        }
    }

    pub(crate) async fn watch(&mut self, table: &TableId) {
        self.subscribe(table, None).await;
    }

    pub(crate) async fn subscribe(&mut self, table: &TableId, since: Option<u64>) {
        self.send_message(&ToServer::Subscribe { table: table.clone(), since, chat_since: None }).await;
    }
}
