//! Authentication: the caller, identified by an `HttpOnly` cookie or by a program's token.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use mergemaker_protocol::{Account, PersonId, RefusalCode, SESSION_COOKIE};

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

/// The session secret in a request, and its kind.
pub(super) fn secret(headers: &HeaderMap) -> Option<(String, SessionKind)> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(token) = text(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer ")) {
        return Some((token.trim().to_owned(), SessionKind::Token));
    }
    let cookies = text(header::COOKIE)?.split(';').filter_map(|cookie| cookie.trim().split_once('='));
    let own = cookies.into_iter().find(|(name, _)| *name == SESSION_COOKIE)?;
    Some((own.1.to_owned(), SessionKind::Cookie))
}

impl FromRequestParts<App> for MaybeYou {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybeYou, Problem> {
        let Some((secret, kind)) = secret(&parts.headers) else { return Ok(MaybeYou(None)) };
        let account = app.rooms.store.person_of_session(&hashed(&secret), kind, now_ms()).await?;
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

    /// The header that sets the session cookie, or clears it.
    pub(super) fn cookie(&self, secret: Option<&str>) -> Result<HeaderValue, Problem> {
        let secure = if self.config.behind_proxy { "; Secure" } else { "" };
        let (value, age) = secret.map_or(("", 0), |secret| (secret, LASTS_MS / 1_000));
        let text = format!("{SESSION_COOKIE}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}");
        HeaderValue::from_str(&text).map_err(|_| Problem::internal())
    }
}
