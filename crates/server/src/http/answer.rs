//! Refusals and their HTTP responses.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection, RawPathParamsRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mergemaker_protocol::{Refusal, RefusalCode};

use crate::room::{Rejection, refuse, unavailable};
use crate::store::StoreError;

/// A refusal to send to a client.
#[derive(Debug)]
pub(crate) struct Problem(pub(crate) Refusal);

impl Problem {
    pub(crate) fn new(code: RefusalCode, message: &str) -> Problem {
        Problem(refuse(code, message))
    }

    /// 404 for an unknown address.
    pub(crate) fn not_found() -> Problem {
        Problem::new(RefusalCode::NotFound, "There is nothing at this address.")
    }

    /// 404 for an unknown person.
    pub(crate) fn no_such_person() -> Problem {
        Problem::new(RefusalCode::NotFound, "There is no such person.")
    }

    /// An internal error.
    pub(crate) fn internal() -> Problem {
        Problem::new(RefusalCode::Unavailable, "Something went wrong. Try again.")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).expect("every refusal has an HTTP status");
        (status, Json(self.0)).into_response()
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem(refusal)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem(unavailable(&error))
    }
}

impl From<Rejection> for Problem {
    fn from((refusal, _): Rejection) -> Problem {
        Problem(refusal)
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(RefusalCode::Unreadable, &format!("The body cannot be read. {}", rejection.body_text()))
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(RefusalCode::Unreadable, &format!("The query cannot be read. {}", rejection.body_text()))
    }
}

impl From<RawPathParamsRejection> for Problem {
    fn from(_: RawPathParamsRejection) -> Problem {
        Problem::not_found()
    }
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(_: WebSocketUpgradeRejection) -> Problem {
        Problem::new(RefusalCode::Unreadable, "This address is for WebSockets: see docs/PROTOCOL.md.")
    }
}

/// The fallback for a known path with the wrong method.
pub(super) async fn method_not_allowed() -> (StatusCode, Problem) {
    (
        StatusCode::METHOD_NOT_ALLOWED,
        Problem::new(RefusalCode::Invalid, "This address does not support this method."),
    )
}

/// The fallback for an unknown path.
pub(super) async fn not_found() -> Problem {
    Problem::not_found()
}

/// The response when a handler panics: only this request fails.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request handler panicked");
    Problem::internal().into_response()
}
