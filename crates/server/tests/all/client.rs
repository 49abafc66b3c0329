//! A client of the server: HTTP for what is not live, a WebSocket for the game.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use mergemaker_protocol::{Account, Refusal, TableId, TableInfo, ToClient, ToServer};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

pub(crate) struct Client {
    addr: SocketAddr,
    http: reqwest::Client,
    cookie: String,
    pub(crate) you: Account,
}

impl Client {
    /// Somebody new.
    pub(crate) async fn guest(addr: SocketAddr, name: &str) -> Client {
        Client::come(addr, "guest", "", json!({ "name": name })).await
    }

    /// The same person with an account, and with the cookie that comes with it.
    pub(crate) async fn claim(&self, name: &str) -> Client {
        let form = json!({ "name": name, "password": "correct horse" });
        Client::come(self.addr, "claim", &self.cookie, form).await
    }

    /// The same person in another session.
    pub(crate) async fn login(&self, name: &str) -> Client {
        let form = json!({ "name": name, "password": "correct horse" });
        Client::come(self.addr, "login", "", form).await
    }

    /// Somebody as the answer to a request says, with the cookie it brings.
    async fn come(addr: SocketAddr, what: &str, cookie: &str, form: Value) -> Client {
        let http = reqwest::Client::new();
        let request = http.post(format!("http://{addr}/api/{what}")).header("cookie", cookie);
        let response = request.json(&form).send().await.unwrap();
        assert!(response.status().is_success(), "{}", response.text().await.unwrap());
        let cookie = response.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let you = response.json().await.unwrap();
        Client { addr, http, cookie, you }
    }

    /// The same person at another address: a server that was started again.
    pub(crate) fn at(self, addr: SocketAddr) -> Client {
        Client { addr, ..self }
    }

    pub(crate) async fn call(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, Refusal> {
        let method = method.parse().unwrap();
        let request = self.http.request(method, format!("http://{}/api{path}", self.addr));
        let request = request.header("cookie", &self.cookie);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let response = request.send().await.unwrap();
        let is_fine = response.status().is_success();
        let text = response.text().await.unwrap();
        if is_fine {
            Ok(serde_json::from_str(&text).unwrap_or(Value::Null))
        } else {
            Err(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}")))
        }
    }

    pub(crate) async fn new_table(&self, body: Value) -> TableInfo {
        serde_json::from_value(self.call("POST", "/tables", Some(body)).await.unwrap()).unwrap()
    }

    pub(crate) async fn connect(&self) -> Socket {
        let mut request = format!("ws://{}/ws", self.addr).into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        let (stream, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut socket = Socket { stream };
        assert!(matches!(socket.hear().await, ToClient::Hello { you: Some(_), .. }));
        socket
    }
}

pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    /// A socket that was opened otherwise.
    pub(crate) fn of(stream: WebSocketStream<MaybeTlsStream<TcpStream>>) -> Socket {
        Socket { stream }
    }

    pub(crate) async fn say(&mut self, message: &ToServer) {
        self.say_text(serde_json::to_string(message).unwrap()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next message; none within a while is a failure.
    pub(crate) async fn hear(&mut self) -> ToClient {
        self.hear_within(Duration::from_secs(10)).await.expect("a message")
    }

    pub(crate) async fn hear_within(&mut self, wait: Duration) -> Option<ToClient> {
        loop {
            match tokio::time::timeout(wait, self.stream.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(_)) | None) | Err(_) => return None,
            }
        }
    }

    /// With which code and why the server closes the socket.
    pub(crate) async fn closed(&mut self) -> (u16, String) {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(10), self.stream.next()).await;
            match next.expect("an end in time").expect("a close frame").expect("a close frame") {
                Message::Close(Some(frame)) => return (frame.code.into(), frame.reason.to_string()),
                Message::Close(None) => panic!("closed without a reason"),
                _ => {}
            }
        }
    }

    pub(crate) async fn subscribe(&mut self, table: &TableId, since: Option<u64>) {
        self.say(&ToServer::Subscribe { table: table.clone(), since, chat_since: None }).await;
    }
}
