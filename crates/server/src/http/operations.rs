//! For those who run the server: whether it lives, and whether it can serve.

use axum::extract::State;
use mergemaker_protocol::RefusalCode;

use super::{App, Problem};

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
