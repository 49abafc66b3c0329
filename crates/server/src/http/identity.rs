//! Authentication: the caller, identified by an `HttpOnly` cookie or by a program's token.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use mergemaker_protocol::{Account, PersonId, RefusalCode, SECURE_SESSION_COOKIE, SESSION_COOKIE};

use super::{App, Problem};
use crate::secret::{hashed, random_text};
use crate::store::SessionKind;
use crate::time::now_ms;

/// Sessions last a year.
const LASTS_MS: i64 = 365 * 86_400_000;

/// The authenticated caller.
pub(crate) struct You(pub(crate) Account);

/// The caller, authenticated or not.
pub(crate) struct MaybeYou(pub(crate) Option<Account>);

/// The person who sends a request, for the log: filled in when they are found.
#[derive(Clone, Default)]
pub(super) struct Caller(Arc<OnceLock<PersonId>>);

impl Caller {
    /// Their id, once they are known.
    pub(super) fn id(&self) -> Option<&str> {
        self.0.get().map(|person| person.0.as_str())
    }
}

/// The session secret in a request, and its kind.
pub(super) fn secret(headers: &HeaderMap) -> Option<(String, SessionKind)> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(token) = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")) {
        return Some((token.trim().to_owned(), SessionKind::Token));
    }
    let cookies = text(header::COOKIE)?;
    let value = |wanted: &str| {
        let mut pairs = cookies.split(';').filter_map(|cookie| cookie.trim().split_once('='));
        pairs.find(|(name, value)| *name == wanted && !value.is_empty()).map(|(_, value)| value.to_owned())
    };
    // Only this server can have set the first one. The second is from before it had TLS, or has none.
    Some((value(SECURE_SESSION_COOKIE).or_else(|| value(SESSION_COOKIE))?, SessionKind::Cookie))
}

impl FromRequestParts<App> for MaybeYou {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybeYou, Problem> {
        let Some((secret, kind)) = secret(&parts.headers) else { return Ok(MaybeYou(None)) };
        let account = app.rooms.store.person_of_session(&hashed(&secret), kind, now_ms()).await?;
        if let Some(you) = &account {
            if let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() {
                app.rooms.thinking.see(&you.person.id, app.client(&parts.headers, *peer));
            }
            if let Some(Caller(caller)) = parts.extensions.get::<Caller>() {
                let _ = caller.set(you.person.id.clone());
            }
        }
        Ok(MaybeYou(account))
    }
}

impl FromRequestParts<App> for You {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<You, Problem> {
        let MaybeYou(account) = MaybeYou::from_request_parts(parts, app).await?;
        account.map(You).ok_or_else(|| Problem::new(RefusalCode::Unknown, "Choose a name first, or log in."))
    }
}

impl App {
    /// Creates a session and returns its secret. Only the hash is stored.
    pub(super) async fn new_session(
        &self,
        person: &PersonId,
        kind: SessionKind,
        label: &str,
    ) -> Result<String, Problem> {
        let secret = random_text(40);
        let now = now_ms();
        self.rooms.store.add_session(&hashed(&secret), person, kind, label, now, now + LASTS_MS).await?;
        Ok(secret)
    }

    /// The headers that set the session cookie, or clear it. Over TLS, its name keeps other sites of the same
    /// domain from setting it; the cookie from before is cleared.
    pub(super) fn cookies(&self, secret: Option<&str>) -> Result<Vec<HeaderValue>, Problem> {
        let cookie = |name: &str, secret: Option<&str>| {
            let secure = if self.config.is_https() { "; Secure" } else { "" };
            let (value, age) = secret.map_or(("", 0), |secret| (secret, LASTS_MS / 1_000));
            let text = format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}");
            HeaderValue::from_str(&text).map_err(|_| Problem::internal())
        };
        if self.config.is_https() {
            return Ok(vec![cookie(SECURE_SESSION_COOKIE, secret)?, cookie(SESSION_COOKIE, None)?]);
        }
        Ok(vec![cookie(SESSION_COOKIE, secret)?])
    }
}
