//! The HTTP API: one file per resource, one error type that becomes a response.

mod accounts;
mod answer;
mod games;
mod identity;
mod muted;
mod operations;
mod page;
mod pages;
mod passwords;
mod people;
mod routes;
mod sessions;
mod site;
mod tables;
mod tokens;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::any;
use mergemaker_protocol::api::operations::{Connect, Health, Ready};
use mergemaker_protocol::{Endpoint, RefusalCode, Scope};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) use answer::Problem;
use identity::{Identity, LoggedPerson, MaybeIdentity, MaybeYou, You};
use routes::Routes;

use crate::config::Config;
use crate::door::Door;
use crate::heartbeat;
use crate::limit::{AddressLimiter, Limiter, Rate, network};
use crate::metrics;
use crate::refusals::Refused;
use crate::room::RoomRequest;
use crate::rooms::Rooms;
use crate::socket;

/// The state shared by all handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) rooms: Rooms,
    config: Arc<Config>,
    door: Arc<Door>,
    shutdown: watch::Receiver<bool>,
    pub(crate) health: heartbeat::Health,
    limits: Arc<Limits>,
}

/// Rate limits for costly requests, per address or account.
struct Limits {
    requests: AddressLimiter,
    new_guests: AddressLimiter,
    logins_by_address: AddressLimiter,
    /// Failed logins per account and address, so that an attacker does not lock out the owner.
    failures_by_address: Limiter<(String, IpAddr)>,
    /// Failed logins per account, from all networks where it was not used before.
    failures: Limiter<String>,
    tables: Limiter<String>,
    /// Lookups of unknown table codes.
    codes: AddressLimiter,
}

impl App {
    pub(crate) fn new(
        rooms: Rooms,
        config: Arc<Config>,
        door: Arc<Door>,
        shutdown: watch::Receiver<bool>,
        health: heartbeat::Health,
    ) -> App {
        let limits = Limits {
            requests: AddressLimiter::new(Rate { burst: 400, refill_ms: 5 }),
            new_guests: AddressLimiter::new(Rate::per_day(config.limits.guests_per_address)),
            logins_by_address: AddressLimiter::new(Rate { burst: 20, refill_ms: 3_000 }),
            failures_by_address: Limiter::new(Rate { burst: 10, refill_ms: 30_000 }),
            failures: Limiter::new(Rate { burst: 40, refill_ms: 60_000 }),
            tables: Limiter::new(Rate { burst: 60, refill_ms: 10_000 }),
            codes: AddressLimiter::new(Rate { burst: 10, refill_ms: 30_000 }),
        };
        App { rooms, config, door, shutdown, health, limits: Arc::new(limits) }
    }

    /// The client's network: from the socket, or from the reverse proxy's header.
    fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        network(self.client(headers, peer))
    }

    /// The client's address: from the socket, or from the reverse proxy's header.
    fn client(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        forwarded_for(headers).filter(|_| self.config.behind_proxy).unwrap_or(peer.ip()).to_canonical()
    }

    /// A refusal, counted, because an address goes over a limit.
    fn refuse_address(&self, kind: Refused, address: IpAddr, message: &str) -> Problem {
        self.door.refusals.note(kind, address);
        // Tables stay open; everything else only takes some patience.
        let code = if kind == Refused::Table { RefusalCode::LimitReached } else { RefusalCode::TooMany };
        Problem::new(code, message)
    }

    /// Whether the request's origin is the server's own or a configured one. Requests without an origin are
    /// allowed. The own origin is the public address; without one, the address the request was sent to.
    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let is_own = if let Some(url) = &self.config.public_url {
            url.as_str() == origin
        } else {
            let scheme = if self.config.is_https() { "https" } else { "http" };
            let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
            origin.split_once("://").is_some_and(|own| Some(own) == host.map(|host| (scheme, host)))
        };
        is_own || self.config.origins.iter().any(|allowed| allowed == origin)
    }
}

/// The client address added by the reverse proxy: the last one in the last header. The client controls the
/// rest.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    line.rsplit(',').next()?.trim().parse().ok()
}

/// All endpoints and their handlers. Methods, paths and types come from `mergemaker_protocol::api`.
fn routes() -> Routes {
    Routes::default()
        .serve(accounts::guest)
        .serve(accounts::claim)
        .serve(accounts::visitor)
        .serve(accounts::me)
        .serve(accounts::delete)
        .serve(accounts::change_password)
        .serve(sessions::login)
        .serve(sessions::logout)
        .serve(sessions::logout_everywhere)
        .serve(sessions::list)
        .serve(sessions::end)
        .serve(tokens::create)
        .serve(tokens::list)
        .serve(tokens::end)
        .serve(muted::list)
        .serve(muted::show)
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
        .serve(tables::join)
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
        .serve(site::show)
        .serve(operations::health)
        .serve(operations::ready)
        .serve(operations::metrics)
}

/// The content security policy of every response.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The headers of every response.
const HEADERS: [(&str, &str); 7] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("content-security-policy", POLICY),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// Makes browsers use TLS for two years.
const ONLY_TLS: HeaderValue = HeaderValue::from_static("max-age=63072000");

/// The router for all requests.
pub(crate) fn router(app: App) -> Router {
    let Routes { api, outside, .. } = routes();
    let api = api
        .fallback(any(answer::not_found))
        // Do not wait forever for the rest of a request.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(30)));
    let mut router = outside
        .nest("/api", api)
        .route(Connect::PATH, any(connect))
        // What the server says is for now and for one person.
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
        .fallback(any(page::show))
        .method_not_allowed_fallback(answer::method_not_allowed)
        .layer(DefaultBodyLimit::max(socket::MAX_BYTES))
        .layer(from_fn_with_state(app.clone(), guard));
    for (name, value) in HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        ));
    }
    if app.config.is_https() {
        router =
            router.layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, ONLY_TLS));
    }
    router.layer(CatchPanicLayer::custom(answer::panicked)).layer(from_fn(count)).with_state(app)
}

/// Refuses requests from other origins and requests over a limit of their address. Logs who changed what.
async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Result<Response, Problem> {
    if !app.allows_origin(request.headers()) {
        return Err(Problem::new(
            RefusalCode::Forbidden,
            "This page may not use the server. Open the server's own page.",
        ));
    }
    // Whoever watches over the server hears from it, whatever else comes from their address.
    if [Health::PATH, Ready::PATH].contains(&request.uri().path()) {
        return Ok(next.run(request).await);
    }
    let client = app.client(request.headers(), peer);
    if !app.config.trusts(client) && !app.limits.requests.allows(client) {
        return Err(app.refuse_address(Refused::Request, client, "Too many requests. Wait a moment."));
    }
    let _held = app.door.admit_request(client).map_err(|kind| {
        app.refuse_address(kind, client, "Too many requests at once from your address. Wait a moment.")
    })?;
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return Ok(next.run(request).await);
    }
    let caller = LoggedPerson::default();
    request.extensions_mut().insert(caller.clone());
    let (method, path) = (request.method().clone(), loggable(request.uri().path()).to_owned());
    let response = next.run(request).await;
    let (status, address) = (response.status().as_u16(), app.config.log_addresses.shorten(client));
    tracing::info!(address, person = caller.id(), %method, path, status, "request");
    Ok(response)
}

/// The part of a path that is logged. Nothing that a client made up gets into the log at length.
fn loggable(path: &str) -> &str {
    const MOST: usize = 100;
    let end = path.char_indices().map(|(at, _)| at).nth(MOST).unwrap_or(path.len());
    &path[..end]
}

/// Counts responses by status.
async fn count(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    metrics::request_answered(response.status().as_u16());
    response
}

/// The WebSocket.
async fn connect(
    State(app): State<App>,
    MaybeIdentity(identity): MaybeIdentity,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let client = app.client(&headers, peer);
    let held = app.door.admit_socket(client).map_err(|kind| {
        app.refuse_address(kind, client, "Your address has too many connections. Close other tabs first.")
    })?;
    let upgrade = upgrade?
        .max_message_size(socket::MAX_BYTES_READ)
        .max_frame_size(socket::MAX_BYTES_READ)
        .read_buffer_size(4 * 1024);
    // A token that may neither play nor read sees what everybody sees.
    let may = |identity: &Identity, scope| identity.allows(scope);
    let identity = identity.filter(|identity| may(identity, Scope::Play) || may(identity, Scope::Read));
    let you = identity.map(|identity| {
        let may_play = may(&identity, Scope::Play);
        (identity.account, socket::Session { hash: identity.hash, kind: identity.kind, may_play })
    });
    let address = app.config.log_addresses.shorten(client);
    Ok(upgrade.on_upgrade(async move |socket| {
        let _held = held;
        let _open = metrics::socket_opened();
        let person = you.as_ref().map(|(you, _)| you.person.id.0.clone());
        tracing::info!(address, person, "connected");
        socket::serve(socket, app.rooms, you, address.clone(), app.shutdown, socket::IDLE_TIMEOUT).await;
        tracing::info!(address, person, "disconnected");
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_address_added_by_the_proxy_is_trusted() {
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
