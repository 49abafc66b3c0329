//! The router. A handler's types determine which endpoint it serves.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Json, Query, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodFilter, on};
use axum::{RequestPartsExt, Router};
use mergemaker_protocol::{Endpoint, Form, Method, RefusalCode, TableInfo};

use super::identity::Permit;
use super::{App, Problem, You, tables};
use crate::refusals::Refused;
use crate::room::RoomRequest;

/// The return type of an endpoint's handler.
pub(crate) type Answer<E> = Result<Reply<E>, Problem>;

/// The answer to a request, with the cookies it sets.
pub(crate) struct Reply<E: Endpoint> {
    answer: E::Answer,
    cookies: Vec<HeaderValue>,
}

impl<E: Endpoint> Reply<E> {
    /// An answer.
    pub(crate) fn of(answer: E::Answer) -> Reply<E> {
        Reply { answer, cookies: Vec::new() }
    }

    /// An answer that sets or clears the session cookie.
    pub(crate) fn with_cookies(answer: E::Answer, cookies: Vec<HeaderValue>) -> Reply<E> {
        Reply { answer, cookies }
    }
}

impl<E: Endpoint> IntoResponse for Reply<E> {
    fn into_response(self) -> Response {
        let mut response = match E::FORM {
            Form::Json => Json(self.answer).into_response(),
            Form::Empty | Form::WebSocket => ().into_response(),
            Form::Text(media) => {
                let text = serde_json::to_value(self.answer).ok();
                let text = text.as_ref().and_then(|text| text.as_str()).unwrap_or_default().to_owned();
                ([(header::CONTENT_TYPE, media)], text).into_response()
            }
        };
        for cookie in self.cookies {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// The endpoints and their handlers.
#[derive(Default)]
pub(super) struct Routes {
    /// Endpoints under `/api`, by the rest of their paths.
    pub(super) api: Router<App>,
    /// All other endpoints.
    pub(super) outside: Router<App>,
    /// The endpoints served, such as `GET /api/me`.
    #[cfg(test)]
    served: std::collections::BTreeSet<String>,
}

impl Routes {
    /// Adds an endpoint. `Who` is the caller, or anything else the handler needs from the request's headers.
    pub(super) fn serve<E, Who, H, F>(mut self, handler: H) -> Routes
    where
        E: Endpoint,
        Who: FromRequestParts<App> + Send + 'static,
        H: Fn(App, Who, E) -> F + Clone + Send + Sync + 'static,
        F: Future<Output = Answer<E>> + Send + 'static,
    {
        let method = match E::METHOD {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Delete => MethodFilter::DELETE,
        };
        let served = on(
            method,
            move |State(app): State<App>, _: Permit<E>, who: Who, Decoded(request): Decoded<E>| {
                handler(app, who, request)
            },
        );
        #[cfg(test)]
        self.served.insert(format!("{} {}", E::METHOD.name(), E::PATH));
        match E::PATH.strip_prefix("/api") {
            Some("") => self.api = self.api.route("/", served),
            Some(path) => self.api = self.api.route(path, served),
            None => self.outside = self.outside.route(E::PATH, served),
        }
        self
    }

    /// Serves an endpoint by passing its request on to the room of its table.
    pub(super) fn pass_on<E: Endpoint<Answer = TableInfo>>(self, request: fn(E) -> RoomRequest) -> Routes {
        self.serve(move |app: App, you: You, asked: E| tables::ask::<E>(app, you, request(asked)))
    }
}

/// The decoded request of an endpoint.
struct Decoded<E>(E);

impl<E: Endpoint> FromRequest<App> for Decoded<E> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Decoded<E>, Problem> {
        let (mut parts, body) = request.into_parts();
        let path = parts.extract::<RawPathParams>().await?;
        let path: Vec<&str> = path.iter().map(|(_, value)| value).collect();
        let query = if E::HAS_QUERY { Some(parts.extract::<Query<E::Query>>().await?.0) } else { None };
        let body = if E::HAS_BODY {
            Some(read_body::<E>(Request::from_parts(parts, body), app).await?)
        } else {
            None
        };
        E::read(&path, query, body).map(Decoded).ok_or_else(Problem::not_found)
    }
}

/// Reads the body of a request, which must arrive in time.
async fn read_body<E: Endpoint>(request: Request, app: &App) -> Result<E::Body, Problem> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0);
    let client = peer.map(|peer| app.client(request.headers(), peer));
    let limit = Duration::from_secs(app.config.limits.body_seconds.max(1).into());
    if let Ok(read) = tokio::time::timeout(limit, Json::<E::Body>::from_request(request, app)).await {
        return Ok(read?.0);
    }
    if let Some(client) = client {
        app.door.refusals.note(Refused::SlowBody, client);
    }
    let message = "The request took too long to arrive. Check your connection and try again.";
    Err(Problem::new(RefusalCode::Unreadable, message))
}

/// For endpoints that anyone may call.
pub(super) struct Anyone;

impl FromRequestParts<App> for Anyone {
    type Rejection = Problem;

    async fn from_request_parts(_: &mut Parts, _: &App) -> Result<Anyone, Problem> {
        Ok(Anyone)
    }
}

/// The network a request comes from, for rate limits.
pub(super) struct Address(pub(super) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Address, Problem> {
        let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() else {
            return Err(Problem::new(RefusalCode::Unavailable, "Something went wrong. Try again."));
        };
        Ok(Address(app.address(&parts.headers, *peer)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn every_declared_endpoint_is_served() {
        let description = mergemaker_protocol::openapi();
        let mut declared = BTreeSet::new();
        for (path, methods) in description["paths"].as_object().unwrap() {
            let methods = methods.as_object().unwrap().keys();
            declared.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
        }
        // The WebSocket is routed separately.
        assert!(declared.remove("GET /ws"));
        assert_eq!(crate::http::routes().served, declared);
        assert!(declared.len() > 30);
    }
}
