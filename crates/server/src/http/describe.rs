//! The REST interface, described: for programs as a document of its own, for people as a page on which to try it.

use axum::http::{HeaderName, header};

/// A file of ours, and what it is.
type Page = ([(HeaderName, &'static str); 1], &'static str);

/// The routes, their bodies and answers.
pub(super) async fn document() -> Page {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json"))
}

/// The page. Its script and its style are files of their own: the page may hold neither.
pub(super) async fn page() -> Page {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], include_str!("try.html"))
}

pub(super) async fn script() -> Page {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("try.js"))
}

pub(super) async fn style() -> Page {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("try.css"))
}
