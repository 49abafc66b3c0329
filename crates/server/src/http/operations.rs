//! What the server says about itself: whether it is alive and can serve, what it counts, and what its interface is.

use std::sync::LazyLock;

use mergemaker_protocol::api::operations::{Description, Health, Metrics, Page, Ready, Script, Style};
use mergemaker_protocol::{RefusalCode, openapi};
use serde_json::Value;

use super::routes::{Answer, Anyone, Reply};
use super::{App, Problem};
use crate::metrics;

pub(super) async fn health(_: App, _: Anyone, _: Health) -> Answer<Health> {
    Ok(Reply::of("ok\n".into()))
}

/// Whether it can serve: the database answers.
pub(super) async fn ready(app: App, _: Anyone, _: Ready) -> Answer<Ready> {
    if app.rooms.store.is_well().await {
        Ok(Reply::of("ready\n".into()))
    } else {
        Err(Problem::new(RefusalCode::Unavailable, "The database does not answer."))
    }
}

/// What it counts, as Prometheus reads it.
pub(super) async fn metrics(_: App, _: Anyone, _: Metrics) -> Answer<Metrics> {
    Ok(Reply::of(metrics::text()))
}

/// The interface, for programs.
pub(super) async fn description(_: App, _: Anyone, _: Description) -> Answer<Description> {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);
    Ok(Reply::of(DOCUMENT.clone()))
}

/// The page on which to try the interface. Its script and its style are files of their own: the page may hold neither.
pub(super) async fn page(_: App, _: Anyone, _: Page) -> Answer<Page> {
    Ok(Reply::of(include_str!("try.html").into()))
}

pub(super) async fn script(_: App, _: Anyone, _: Script) -> Answer<Script> {
    Ok(Reply::of(include_str!("try.js").into()))
}

pub(super) async fn style(_: App, _: Anyone, _: Style) -> Answer<Style> {
    Ok(Reply::of(include_str!("try.css").into()))
}
