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
use mergemaker_protocol::{Endpoint, RefusalCode, Scope};
use tokio::sync::watch;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

pub(crate) use answer::Problem;
use identity::{Identity, MaybeIdentity, MaybeYou, You};
use routes::Routes;

use crate::config::Config;
use crate::heartbeat::Health;
use crate::limit::{Limiter, Rate, network};
use crate::metrics;
use crate::room::RoomRequest;
use crate::rooms::Rooms;
use crate::socket;

/// The state shared by all handlers.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) rooms: Rooms,
    config: Arc<Config>,
    shutdown: watch::Receiver<bool>,
    pub(crate) health: Health,
    limits: Arc<Limits>,
}

/// Rate limits for costly requests, per address or account.
struct Limits {
    requests: Limiter<IpAddr>,
    new_guests: Limiter<IpAddr>,
    logins_by_address: Limiter<IpAddr>,
    /// Failed logins per account and address, so that an attacker does not lock out the owner.
    failures_by_address: Limiter<(String, IpAddr)>,
    /// Failed logins per account, from all networks where it was not used before.
    failures: Limiter<String>,
    tables: Limiter<String>,
    /// Lookups of unknown table codes.
    codes: Limiter<IpAddr>,
}

impl App {
    pub(crate) fn new(rooms: Rooms, config: Config, shutdown: watch::Receiver<bool>, health: Health) -> App {
        let limits = Limits {
            requests: Limiter::new(Rate { burst: 400, refill_ms: 5 }),
            new_guests: Limiter::new(Rate::per_day(config.limits.guests_per_address)),
            logins_by_address: Limiter::new(Rate { burst: 20, refill_ms: 3_000 }),
            failures_by_address: Limiter::new(Rate { burst: 10, refill_ms: 30_000 }),
            failures: Limiter::new(Rate { burst: 40, refill_ms: 60_000 }),
            tables: Limiter::new(Rate { burst: 60, refill_ms: 10_000 }),
            codes: Limiter::new(Rate { burst: 10, refill_ms: 30_000 }),
        };
        App { rooms, config: Arc::new(config), shutdown, health, limits: Arc::new(limits) }
    }

    /// The client's network: from the socket, or from the reverse proxy's header.
    fn address(&self, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
        let address = forwarded_for(headers).filter(|_| self.config.behind_proxy).unwrap_or(peer.ip());
        network(address)
    }

    /// Whether the request's origin is our own or a configured one. Requests without an origin are allowed.
    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let Some(origin) = headers.get(header::ORIGIN) else { return true };
        let Ok(origin) = origin.to_str() else { return false };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let own = origin.split_once("://").map(|(_, host)| host);
        (own.is_some() && own == host) || self.config.origins.iter().any(|allowed| allowed == origin)
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
        .serve(operations::health)
        .serve(operations::ready)
        .serve(operations::metrics)
}

/// The router for all requests.
pub(crate) fn router(app: App) -> Router {
    let Routes { api, outside, .. } = routes();
    let api = api
        .fallback(any(answer::not_found))
        // Do not wait forever for the rest of a request.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(30)));
    let fixed = |name: &'static str, value: &'static str| {
        SetResponseHeaderLayer::overriding(HeaderName::from_static(name), HeaderValue::from_static(value))
    };
    outside
        .nest("/api", api)
        .route(Connect::PATH, any(connect))
        .fallback(any(page::show))
        .method_not_allowed_fallback(answer::method_not_allowed)
        .layer(DefaultBodyLimit::max(socket::MAX_BYTES))
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

/// Refuses requests from other origins and requests over the rate limit.
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
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
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
    Ok(upgrade.on_upgrade(async move |socket| {
        let _open = metrics::socket_opened();
        socket::serve(socket, app.rooms, you, app.shutdown, socket::IDLE_TIMEOUT).await;
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
