//! The HTTP interface: one file for each resource, one error type that becomes a response.

mod answer;
mod describe;
mod identity;
mod operations;
mod page;
mod people;
mod tables;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{any, delete, get, post, put};
use mergemaker_protocol::RefusalCode;
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) use answer::{Answer, Problem};
pub(crate) use identity::MaybeYou;

use crate::config::Config;
use crate::limit::{Limiter, Rate, network};
use crate::metrics;
use crate::rooms::Rooms;
use crate::socket;

/// What every handler works with.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) rooms: Rooms,
    config: Arc<Config>,
    ending: watch::Receiver<bool>,
    limits: Arc<Limits>,
}

/// How often one address, or one account, may do what is costly.
struct Limits {
    requests: Limiter<IpAddr>,
    newcomers: Limiter<IpAddr>,
    logins_by_address: Limiter<IpAddr>,
    /// Wrong passwords for an account from one address: who guesses locks nobody out but themselves.
    failures_by_address: Limiter<(String, IpAddr)>,
    /// Wrong passwords for an account from everywhere.
    failures: Limiter<String>,
    tables: Limiter<String>,
    /// Codes that no table has.
    codes: Limiter<IpAddr>,
}

impl App {
    pub(crate) fn new(rooms: Rooms, config: Config, ending: watch::Receiver<bool>) -> App {
        let limits = Limits {
            requests: Limiter::new(Rate { at_once: 400, each_ms: 5 }),
            newcomers: Limiter::new(Rate { at_once: 60, each_ms: 10_000 }),
            logins_by_address: Limiter::new(Rate { at_once: 20, each_ms: 3_000 }),
            failures_by_address: Limiter::new(Rate { at_once: 10, each_ms: 30_000 }),
            failures: Limiter::new(Rate { at_once: 40, each_ms: 10_000 }),
            tables: Limiter::new(Rate { at_once: 60, each_ms: 10_000 }),
            codes: Limiter::new(Rate { at_once: 10, each_ms: 30_000 }),
        };
        App { rooms, config: Arc::new(config), ending, limits: Arc::new(limits) }
    }

    /// The address of a client: of the socket, or told by the proxy in front of us.
    fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let address = forwarded_for(headers).filter(|_| self.config.behind_proxy).unwrap_or(peer.ip());
        network(address)
    }

    /// Whether a browser may use us from where it comes: from our own pages, or from those we were told of.
    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let own = origin.split_once("://").map(|(_, host)| host);
        (own.is_some() && own == host) || self.config.origins.iter().any(|allowed| allowed == origin)
    }
}

/// The address that the proxy in front of us added: the last one of the last line. Those before it are whatever
/// the client wrote.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next()?.trim().parse().ok()
}

/// All routes.
pub(crate) fn router(app: App) -> Router {
    let api = Router::new()
        .route("/", get(describe::page))
        .route("/try.css", get(describe::style))
        .route("/try.js", get(describe::script))
        .route("/openapi.json", get(describe::document))
        .route("/me", get(people::me).delete(people::delete_account))
        .route("/visitor", get(people::visitor))
        .route("/guest", post(people::guest))
        .route("/claim", post(people::claim))
        .route("/login", post(people::login))
        .route("/logout", post(people::logout))
        .route("/logout-everywhere", post(people::logout_everywhere))
        .route("/tokens", post(people::token))
        .route("/me/tokens", get(people::tokens))
        .route("/me/tokens/{token}", delete(people::end_token))
        .route("/me/muted", get(people::muted))
        .route("/me/muted/{person}", put(people::mute).delete(people::unmute))
        .route("/me/tables", get(tables::mine))
        .route("/tables", get(tables::list).post(tables::create))
        .route("/tables/{table}", get(tables::show))
        .route("/tables/{table}/join", post(tables::join))
        .route("/tables/{table}/leave", post(tables::leave))
        .route("/tables/{table}/seats/{seat}", put(tables::set_bot).delete(tables::clear_seat))
        .route("/tables/{table}/swap", post(tables::swap))
        .route("/tables/{table}/silenced/{person}", put(tables::silence).delete(tables::unsilence))
        .route("/tables/{table}/start", post(tables::start))
        .route("/tables/{table}/rematch", post(tables::rematch))
        .route("/tables/{table}/record", get(tables::record))
        .route("/codes/{code}", get(tables::with_code))
        .route("/games", get(tables::games))
        .route("/people/{person}", get(people::profile))
        .route("/people/{person}/games", get(people::games))
        .route("/people/{person}/ratings/{players}", get(people::rating_history))
        .route("/leaderboard/{players}", get(people::leaderboard))
        .fallback(any(answer::nothing_here))
        // Who sends half a request and no more is not waited for.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(30)));
    let fixed = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    Router::new()
        .nest("/api", api)
        .route("/ws", any(connect))
        .route("/healthz", get(operations::health))
        .route("/readyz", get(operations::ready))
        .route("/metrics", get(operations::metrics))
        .fallback(any(page::show))
        .method_not_allowed_fallback(answer::not_so)
        .layer(DefaultBodyLimit::max(socket::MOST_BYTES))
        .layer(from_fn_with_state(app.clone(), guard))
        .layer(fixed("x-content-type-options", "nosniff"))
        .layer(fixed("x-frame-options", "DENY"))
        .layer(fixed("referrer-policy", "same-origin"))
        .layer(fixed(
            "content-security-policy",
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; \
             frame-ancestors 'none'",
        ))
        .layer(CatchPanicLayer::custom(answer::panicked))
        .layer(from_fn(count))
        .with_state(app)
}

/// Turns away who comes from a foreign page, or too often.
async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if !app.allows_origin(request.headers()) {
        return Err(Problem::new(
            RefusalCode::Forbidden,
            "this page may not use the server: open it directly",
        ));
    }
    if !app.limits.requests.allows(app.address(request.headers(), peer)) {
        return Err(Problem::new(RefusalCode::TooMany, "too many requests: wait a moment"));
    }
    Ok(next.run(request).await)
}

/// Counts what is answered.
async fn count(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    metrics::request_answered(response.status().as_u16());
    response
}

/// The WebSocket.
async fn connect(
    State(app): State<App>,
    MaybeYou(you): MaybeYou,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade?
        .max_message_size(socket::MOST_BYTES_READ)
        .max_frame_size(socket::MOST_BYTES_READ)
        .read_buffer_size(4 * 1024);
    let session = identity::secret(&headers)
        .map(|(secret, kind)| socket::Session { hash: crate::secret::hashed(&secret), kind });
    Ok(upgrade.on_upgrade(async move |socket| {
        let _open = metrics::socket_opened();
        socket::serve(socket, app.rooms, you.zip(session), app.ending, socket::SILENCE).await;
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_proxy_added_is_believed() {
        let check = |lines: &[&'static str], expect: Option<&str>| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            assert_eq!(forwarded_for(&headers), expect.map(|address| address.parse().unwrap()), "{lines:?}");
        };
        check(&[], None);
        check(&["10.0.0.1"], Some("10.0.0.1"));
        check(&["1.1.1.1, 10.0.0.1"], Some("10.0.0.1"));
        check(&["1.1.1.1", "10.0.0.1"], Some("10.0.0.1"));
        check(&["1.1.1.1", "2001:db8::1"], Some("2001:db8::1"));
        check(&["10.0.0.1", "rubbish"], None);
    }
}
