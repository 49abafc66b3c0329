//! A client for hostile input: it sends anything and keeps every response.

use std::net::SocketAddr;

use mergemaker_protocol::RefusalCode;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::client::{Socket, socket_request};
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
    pub(crate) async fn connect(&self) -> Result<Socket, StatusCode> {
        use tokio_tungstenite::tungstenite::Error;
        let mut request = socket_request(self.addr);
        for (name, value) in &self.headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket::of(stream)),
            Err(Error::Http(response)) => Err(StatusCode::from_u16(response.status().as_u16()).unwrap()),
            Err(error) => panic!("{error}"),
        }
    }
}
