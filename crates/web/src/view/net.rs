//! HTTP requests to the server.

mod people;

use gloo_net::http::Request;
use mergemaker_protocol::api::games::Record;
use mergemaker_protocol::{Call, CallError, Endpoint, Method, Received, Refusal, TableId, Transport, call};

pub(crate) use people::*;

/// Why a request failed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// The server cannot be reached.
    Unreachable,
    /// The server refused it.
    Refused(Refusal),
}

/// Sends a request and waits for the response.
pub(crate) async fn ask<E: Endpoint>(request: E) -> Result<E::Answer, Trouble> {
    call(&Browser, &request).await.map_err(|error| match error {
        CallError::Refused(refusal) => Trouble::Refused(refusal),
        CallError::Unreachable(_) | CallError::Unreadable => Trouble::Unreachable,
    })
}

/// The record of a finished game, as text.
pub(crate) async fn record(table: String) -> Option<String> {
    let record = ask(Record { table: TableId(table) }).await.ok()?;
    Some(record.0.get().to_owned())
}

/// The browser's HTTP client.
struct Browser;

impl Transport for Browser {
    type Error = gloo_net::Error;

    async fn send(&self, call: Call) -> Result<Received, gloo_net::Error> {
        let request = match call.method {
            Method::Get => Request::get(&call.address),
            Method::Post => Request::post(&call.address),
            Method::Put => Request::put(&call.address),
            Method::Delete => Request::delete(&call.address),
        };
        let response = match call.body {
            Some(body) => request.header("content-type", "application/json").body(body)?.send().await?,
            None => request.send().await?,
        };
        Ok(Received { status: response.status(), text: response.text().await? })
    }
}
