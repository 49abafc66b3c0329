//! A test client: REST requests and a WebSocket.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::api::accounts::{Claim, Guest, NameForm, PasswordForm};
use mergemaker_protocol::api::games::Record;
use mergemaker_protocol::api::sessions::Login;
use mergemaker_protocol::api::tables::Create;
use mergemaker_protocol::{
    Account, Call, CallError, Endpoint, Method, Native, Received, Refusal, TableId, TableInfo, ToClient,
    ToServer, Transport, call,
};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::TIMEOUT;
use crate::schema::check_answer;

pub(crate) struct Client {
    addr: SocketAddr,
    native: Native,
    pub(crate) you: Account,
}

impl Client {
    /// A new guest.
    pub(crate) async fn guest(addr: SocketAddr, name: &str) -> Client {
        let native = native(addr);
        let you = call(&native, &Guest { body: NameForm { name: name.into() } }).await.unwrap();
        Client { addr, native, you }
    }

    /// Claims an account; returns the same person with the new cookie.
    pub(crate) async fn claim(&self, name: &str) -> Client {
        let native = self.native.again();
        let you = call(&native, &Claim { body: form(name) }).await.unwrap();
        Client { addr: self.addr, native, you }
    }

    /// Logs in as the same person in a new session.
    pub(crate) async fn login(&self, name: &str) -> Client {
        let native = native(self.addr);
        let you = call(&native, &Login { body: form(name) }).await.unwrap();
        Client { addr: self.addr, native, you }
    }

    /// The same person at the address of a restarted server.
    pub(crate) fn at(self, addr: SocketAddr) -> Client {
        Client { addr, native: self.native.at(format!("http://{addr}")), you: self.you }
    }

    /// Sends a typed request. The answer is checked against the API description.
    pub(crate) async fn ask<E: Endpoint>(&self, request: E) -> Result<E::Answer, Refusal> {
        call(self, &request).await.map_err(|error| match error {
            CallError::Refused(refusal) => refusal,
            other => panic!("{}: {other:?}", E::PATH),
        })
    }

    /// Sends an untyped request.
    pub(crate) async fn call(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, Refusal> {
        let methods = [Method::Get, Method::Post, Method::Put, Method::Delete];
        let method = methods.into_iter().find(|one| one.name() == method).expect("a method");
        let body = body.map(|body| body.to_string());
        let received = self.send(Call { method, address: format!("/api{path}"), body }).await.unwrap();
        let text = received.text;
        if (200..300).contains(&received.status) {
            Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
        } else {
            Err(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}")))
        }
    }

    pub(crate) async fn new_table(&self, body: Value) -> TableInfo {
        self.ask(Create { body: serde_json::from_value(body).unwrap() }).await.unwrap()
    }

    /// The record of a finished game.
    pub(crate) async fn record(&self, table: &TableId) -> Value {
        let record = self.ask(Record { table: table.clone() }).await.unwrap();
        serde_json::from_str(record.0.get()).unwrap()
    }

    pub(crate) async fn connect(&self) -> Socket {
        let mut request = format!("ws://{}/ws", self.addr).into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.native.cookie().unwrap().parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut socket = Socket { stream };
        assert!(matches!(socket.receive().await, ToClient::Hello { you: Some(_), .. }));
        socket
    }
}

fn native(addr: SocketAddr) -> Native {
    Native::new(reqwest::Client::new(), format!("http://{addr}"))
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

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// Wraps an already open socket.
    pub(crate) fn of(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Socket {
        Socket { stream }
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
            if let Message::Text(text) = next.expect("a message in time").expect("an open socket").unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
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

    pub(crate) async fn subscribe(&mut self, table: &TableId, since: Option<u64>) {
        self.send_message(&ToServer::Subscribe { table: table.clone(), since, chat_since: None }).await;
    }
}
