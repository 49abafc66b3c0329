//! The transport for programs.

use std::sync::{Mutex, PoisonError};

use reqwest::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};

use super::{Call, Received, Transport};
use crate::Method;

/// Sends requests to a server as one person. Like a browser, it keeps the session cookie.
pub struct Native {
    http: reqwest::Client,
    server: String,
    cookie: Mutex<Option<String>>,
}

impl Native {
    /// A new visitor to the server at an address such as `http://127.0.0.1:8080`.
    #[must_use]
    pub fn new(http: reqwest::Client, server: impl Into<String>) -> Native {
        Native { http, server: server.into(), cookie: Mutex::new(None) }
    }

    /// The same person in another session that starts with the same cookie.
    #[must_use]
    pub fn again(&self) -> Native {
        self.at(self.server.clone())
    }

    /// The same person at another address of the server.
    #[must_use]
    pub fn at(&self, server: impl Into<String>) -> Native {
        Native { http: self.http.clone(), server: server.into(), cookie: Mutex::new(self.cookie()) }
    }

    /// The `Cookie` header, once there is one.
    #[must_use]
    pub fn cookie(&self) -> Option<String> {
        self.cookie.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn keep(&self, set_cookie: &str) {
        let cookie = set_cookie.split(';').next().filter(|cookie| !cookie.ends_with('='));
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = cookie.map(str::to_owned);
    }
}

impl Transport for Native {
    type Error = reqwest::Error;

    async fn send(&self, call: Call) -> Result<Received, reqwest::Error> {
        let method = match call.method {
            Method::Get => reqwest::Method::GET,
            Method::Post => reqwest::Method::POST,
            Method::Put => reqwest::Method::PUT,
            Method::Delete => reqwest::Method::DELETE,
        };
        let mut request = self.http.request(method, format!("{}{}", self.server, call.address));
        if let Some(cookie) = self.cookie() {
            request = request.header(COOKIE, cookie);
        }
        if let Some(body) = call.body {
            request = request.header(CONTENT_TYPE, "application/json").body(body);
        }
        let response = request.send().await?;
        if let Some(cookie) = response.headers().get(SET_COOKIE).and_then(|value| value.to_str().ok()) {
            self.keep(cookie);
        }
        Ok(Received { status: response.status().as_u16(), text: response.text().await? })
    }
}
