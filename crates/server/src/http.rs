//! The HTTP interface: one file for each resource, one error type that becomes a response.

mod accounts;
mod answer;
mod games;
mod identity;
mod muted;
mod operations;
mod page;
mod passwords;
mod people;
mod routes;
mod sessions;
mod tables;
mod tokens;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use mergemaker_protocol::api::operations::Connect;
use mergemaker_protocol::{Endpoint, RefusalCode};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) use answer::Problem;
use identity::{MaybeYou, You};
use routes::Routes;

use crate::config::Config;
use crate::limit::{Limiter, Rate, network};
use crate::metrics;
use crate::name::NameKey;
use crate::room::RoomRequest;
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

/// How often one address, or one account, may do something costly.
struct Limits {
    requests: Limiter<IpAddr>,
    newcomers: Limiter<IpAddr>,
    logins_by_address: Limiter<IpAddr>,
    /// Wrong passwords for an account from one address: guessing locks out nobody else.
    failures_by_address: Limiter<(NameKey, IpAddr)>,
    /// Wrong passwords for an account from everywhere.
    failures: Limiter<NameKey>,
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

    /// The address of a client: that of the socket, or the one that the proxy in front of us reports.
    fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let address = forwarded_for(headers).filter(|_| self.config.behind_proxy).unwrap_or(peer.ip());
        network(address)
    }

    /// Whether the page a browser shows may use us: our own pages may, and those of the configured origins.
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

/// Every endpoint with its handler. Methods, addresses and types come from `mergemaker_protocol::api`.
fn routes() -> Routes {
    Routes::default()
        .serve(accounts::guest)
        .serve(accounts::claim)
        .serve(accounts::visitor)
        .serve(accounts::me)
        .serve(accounts::delete)
        .serve(sessions::login)
        .serve(sessions::logout)
        .serve(sessions::logout_everywhere)
        .serve(tokens::create)
        .serve(tokens::list)
        .serve(tokens::end)
        .serve(muted::list)
        .serve(muted::mute)
        .serve(muted::unmute)
        .serve(people::show)
        .serve(people::games)
        .serve(people::rating_history)
        .serve(people::leaderboard)
        .serve(tables::list)
        .serve(tables::mine)
        .serve(tables::create)
        .serve(tables::show)
        .serve(tables::with_code)
        .pass_on(RoomRequest::Join)
        .pass_on(RoomRequest::Leave)
        .pass_on(RoomRequest::SetBot)
        .pass_on(RoomRequest::ClearSeat)
        .pass_on(RoomRequest::Swap)
        .pass_on(RoomRequest::Silence)
        .pass_on(RoomRequest::Unsilence)
        .pass_on(RoomRequest::Start)
        .pass_on(RoomRequest::Rematch)
        .serve(games::search)
        .serve(games::record)
        .serve(operations::page)
        .serve(operations::style)
        .serve(operations::script)
        .serve(operations::description)
        .serve(operations::health)
        .serve(operations::ready)
        .serve(operations::metrics)
}

/// The whole interface.
pub(crate) fn router(app: App) -> Router {
    let Routes { api, outside, .. } = routes();
    let api = api
        .fallback(any(answer::nothing_here))
        // A client that sends half a request and no more is not waited for.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(30)));
    let fixed = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    outside
        .nest("/api", api)
        .route(Connect::PATH, any(connect))
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

/// Refuses requests from foreign pages, and more than an address may send.
async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if !app.allows_origin(request.headers()) {
        return Err(Problem::new(
            RefusalCode::Forbidden,
            "This page may not use the server. Open the server's own page.",
        ));
    }
    if !app.limits.requests.allows(app.address(request.headers(), peer)) {
        return Err(Problem::new(RefusalCode::TooMany, "Too many requests. Wait a moment."));
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
