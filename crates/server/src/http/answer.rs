//! Answers: what a handler comes to, and how a refusal becomes a response.

use std::any::Any;

use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mergemaker_protocol::{Refusal, RefusalCode};

use crate::room::{Denied, refuse, unavailable};
use crate::store::StoreError;

/// What a handler comes to.
pub(crate) type Answer<T> = Result<Json<T>, Problem>;

/// A refusal on its way to a client.
#[derive(Debug)]
pub(crate) struct Problem(pub(crate) Refusal);

impl Problem {
    pub(crate) fn new(code: RefusalCode, message: &str) -> Problem {
        Problem(refuse(code, message))
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            RefusalCode::Unreadable | RefusalCode::Invalid => StatusCode::BAD_REQUEST,
            RefusalCode::Unknown | RefusalCode::WrongPassword => StatusCode::UNAUTHORIZED,
            RefusalCode::Forbidden => StatusCode::FORBIDDEN,
            RefusalCode::NotFound => StatusCode::NOT_FOUND,
            RefusalCode::NameTaken
            | RefusalCode::WrongState
            | RefusalCode::Stale
            | RefusalCode::AgainstTheRules => StatusCode::CONFLICT,
            RefusalCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            RefusalCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        (status, Json(self.0)).into_response()
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem(unavailable(&error))
    }
}

impl From<Denied> for Problem {
    fn from((refusal, _): Denied) -> Problem {
        Problem(refusal)
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::new(
            RefusalCode::Unreadable,
            &format!("the request cannot be read: {}", rejection.body_text()),
        )
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(
            RefusalCode::Unreadable,
            &format!("the address cannot be read: {}", rejection.body_text()),
        )
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        Problem::new(RefusalCode::NotFound, "there is nothing at this address")
    }
}

impl From<WebSocketUpgradeRejection> for Problem {
    fn from(_: WebSocketUpgradeRejection) -> Problem {
        Problem::new(RefusalCode::Unreadable, "this address is for WebSockets: see docs/PROTOCOL.md")
    }
}

/// The id in an address. What cannot be one, such as a zero byte, is not asked of the database.
pub(super) fn id(path: Result<Path<String>, PathRejection>) -> Result<String, Problem> {
    checked_id(path?.0)
}

/// An id that we could have given.
pub(super) fn checked_id(id: String) -> Result<String, Problem> {
    let could_be = !id.is_empty() && id.len() <= 64 && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if could_be {
        return Ok(id);
    }
    Err(Problem::new(RefusalCode::NotFound, "there is nothing at this address"))
}

/// What is there, but not for this method.
pub(super) async fn not_so() -> (StatusCode, Problem) {
    (StatusCode::METHOD_NOT_ALLOWED, Problem::new(RefusalCode::Invalid, "this address knows no such method"))
}

/// What is not there.
pub(super) async fn nothing_here() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is nothing at this address")
}

/// A handler that broke down: one request is lost, nothing else.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request handler panicked");
    Problem::new(RefusalCode::Unavailable, "something broke: try again").into_response()
}
