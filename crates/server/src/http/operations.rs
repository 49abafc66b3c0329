//! For those who run the server: whether it lives, whether it can serve, and what it does.

use axum::extract::State;
use axum::http::{HeaderName, header};
use mergemaker_protocol::RefusalCode;

use super::{App, Problem};
use crate::metrics;

/// It lives.
pub(super) async fn health() -> &'static str {
    "ok\n"
}

/// It can serve: the database answers.
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    if app.rooms.store.is_well().await {
        Ok("ready\n")
    } else {
        Err(Problem::new(RefusalCode::Unavailable, "the database does not answer"))
    }
}

/// What it does, as Prometheus reads it.
pub(super) async fn metrics() -> ([(HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics::text())
}
