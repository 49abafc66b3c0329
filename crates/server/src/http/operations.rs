//! Health checks, metrics and the API description.

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

/// Readiness: the server stored something a moment ago. Asking costs nothing.
pub(super) async fn ready(app: App, _: Anyone, _: Ready) -> Answer<Ready> {
    if app.health.is_ready() {
        Ok(Reply::of("ready\n".into()))
    } else {
        Err(Problem::new(
            RefusalCode::Unavailable,
            "The server cannot store anything right now. Its log says why.",
        ))
    }
}

/// Metrics in the Prometheus text format.
pub(super) async fn metrics(_: App, _: Anyone, _: Metrics) -> Answer<Metrics> {
    Ok(Reply::of(metrics::text()))
}

/// The API description in JSON.
pub(super) async fn description(_: App, _: Anyone, _: Description) -> Answer<Description> {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(openapi);
    Ok(Reply::of(DOCUMENT.clone()))
}

/// A page for trying out the API. Script and style are separate files because the CSP forbids inline ones.
pub(super) async fn page(_: App, _: Anyone, _: Page) -> Answer<Page> {
    Ok(Reply::of(include_str!("try.html").into()))
}

pub(super) async fn script(_: App, _: Anyone, _: Script) -> Answer<Script> {
    Ok(Reply::of(include_str!("try.js").into()))
}

pub(super) async fn style(_: App, _: Anyone, _: Style) -> Answer<Style> {
    Ok(Reply::of(include_str!("try.css").into()))
}
