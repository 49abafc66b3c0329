//! The web page: embedded files, sent compressed if the browser supports it.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::RustEmbed;

use super::{App, answer};
use crate::config::Origin;

/// The output of `cargo xtask web`. A binary built without it serves [`NO_PAGE`].
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Files;

/// Served when the binary was built without the page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Mergemaker</title>\
    <p>This server was built without its page. Build it with <code>cargo xtask play</code>, or use the \
    <a href=\"/api\">API</a>.</p></html>";

/// The file of the page itself.
const INDEX: &str = "index.html";

/// The first path segments of the page's own routes, one per line: the page's own list.
const PAGES: &str = include_str!("../../../web/src/pages.txt");

/// Serves a file of the page, or the page itself. For unknown addresses, browsers get the page with status
/// 404, where it shows that nothing is there; programs get the refusal.
pub(super) async fn show(State(app): State<App>, request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return answer::not_found().await.into_response();
    }
    let name = request.uri().path().trim_start_matches('/');
    let is_versioned = request.uri().query().is_some_and(|query| query.starts_with("v="));
    if name != INDEX
        && let Some(response) = file(name, is_versioned, request.headers())
    {
        return response;
    }
    let is_known = name.split('/').next().is_some_and(|first| PAGES.lines().any(|page| page == first));
    let accepted = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    if !is_known && !accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return answer::not_found().await.into_response();
    }
    let mut page = index(app.config.public_url.as_ref());
    if !is_known {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    page
}

/// The page itself.
fn index(public_url: Option<&Origin>) -> Response {
    let found = Files::get(INDEX).and_then(|file| String::from_utf8(file.data.into_owned()).ok());
    let html = found.map_or_else(|| NO_PAGE.to_owned(), |html| with_picture(&html, public_url));
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))], Html(html)).into_response()
}

/// The page with the address of its picture for previews, which must be absolute. Without a public address, it
/// has none.
fn with_picture(html: &str, public_url: Option<&Origin>) -> String {
    let picture =
        public_url.map(|url| format!("<meta property=\"og:image\" content=\"{}/og.png\">", url.as_str()));
    html.replace("<meta property=\"og:image\" content=\"/og.png\">", &picture.unwrap_or_default())
}

fn file(name: &str, is_versioned: bool, headers: &HeaderMap) -> Option<Response> {
    let accepted =
        headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let accepts = |encoding: &str| {
        accepted.split(',').any(|one| one.split(';').next().map(str::trim) == Some(encoding))
    };
    let content_type = match name.rsplit('.').next()? {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "safetensors" => "application/octet-stream",
        _ => return None,
    };
    let mut compressed =
        [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(encoding, _)| accepts(encoding));
    let compressed = compressed
        .find_map(|(encoding, ending)| Some((encoding, Files::get(&format!("{name}{ending}"))?.data)));
    let (encoding, bytes): (Option<&'static str>, Cow<'static, [u8]>) = match compressed {
        Some((encoding, bytes)) => (Some(encoding), bytes),
        None => (None, Files::get(name)?.data),
    };
    let mut response = (StatusCode::OK, Body::from(bytes.into_owned())).into_response();
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let keep = if is_versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Some(encoding) = encoding {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn previews_have_a_picture_where_the_public_address_is_known() {
        let page = include_str!("../../../web/page/index.html");
        assert!(!with_picture(page, None).contains("og:image"));
        let url = "https://acquire.example".parse().unwrap();
        let shown = with_picture(page, Some(&url));
        assert!(shown.contains("<meta property=\"og:image\" content=\"https://acquire.example/og.png\">"));
    }
}
