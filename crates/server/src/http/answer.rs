//! Answers: what a handler comes to, and how a refusal becomes a response.

use std::any::Any;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
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

/// What is not there.
pub(super) async fn nothing_here() -> Problem {
    Problem::new(RefusalCode::NotFound, "there is nothing at this address")
}

/// A handler that broke down: one request is lost, nothing else.
pub(super) fn panicked(_: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request handler panicked");
    Problem::new(RefusalCode::Unavailable, "something broke: try again").into_response()
}
