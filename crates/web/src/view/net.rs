//! What is asked of the server, beside the game itself.

mod people;

use gloo_net::http::{Request, RequestBuilder, Response};
use mergemaker_protocol::{Account, ListedTable, NewTable, Refusal, TableInfo};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) use people::*;

/// Why nothing came of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// The server cannot be reached.
    Unreachable,
    /// It refuses.
    Refused(Refusal),
}

async fn read<T: DeserializeOwned>(response: Result<Response, gloo_net::Error>) -> Result<T, Trouble> {
    let response = response.map_err(|_| Trouble::Unreachable)?;
    if response.ok() {
        return response.json().await.map_err(|_| Trouble::Unreachable);
    }
    Err(response.json().await.map_or(Trouble::Unreachable, Trouble::Refused))
}

async fn send<T: DeserializeOwned>(request: RequestBuilder, body: &impl Serialize) -> Result<T, Trouble> {
    let request = request.json(body).map_err(|_| Trouble::Unreachable)?;
    read(request.send().await).await
}

/// Plays under a name from now on.
pub(crate) async fn become_guest(name: &str) -> Result<Account, Trouble> {
    send(Request::post("/api/guest"), &serde_json::json!({ "name": name })).await
}

/// Makes a table.
pub(crate) async fn create(table: &NewTable) -> Result<TableInfo, Trouble> {
    send(Request::post("/api/tables"), table).await
}

/// Does something at a table that needs no more words: `join`, `leave`, `start`, `rematch`.
pub(crate) async fn at_table(table: &str, what: &str) -> Result<TableInfo, Trouble> {
    send(Request::post(&format!("/api/tables/{table}/{what}")), &serde_json::json!({})).await
}

/// Sits down in a place.
pub(crate) async fn join(table: &str, seat: usize) -> Result<TableInfo, Trouble> {
    send(Request::post(&format!("/api/tables/{table}/join")), &serde_json::json!({ "seat": seat })).await
}

/// Puts a bot in a place, or nobody.
pub(crate) async fn set_place(table: &str, seat: usize, level: Option<&str>) -> Result<TableInfo, Trouble> {
    let address = format!("/api/tables/{table}/seats/{seat}");
    match level {
        Some(level) => send(Request::put(&address), &serde_json::json!({ "level": level })).await,
        None => read(Request::delete(&address).send().await).await,
    }
}

/// Tables: `/api/tables?state=open`, `/api/me/tables`.
pub(crate) async fn tables(address: &str) -> Result<Vec<ListedTable>, Trouble> {
    read(Request::get(address).send().await).await
}

/// The record of a game that is over, as text.
pub(crate) async fn record(table: &str) -> Option<String> {
    let response = Request::get(&format!("/api/tables/{table}/record")).send().await.ok()?;
    if response.ok() { response.text().await.ok() } else { None }
}
