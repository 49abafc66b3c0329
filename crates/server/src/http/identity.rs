//! Authentication: the caller, identified by an `HttpOnly` cookie or by a program's token, and what they may do.

use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, OnceLock};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use mergemaker_protocol::{
    Account, Caller, Endpoint, PersonId, RefusalCode, SECURE_SESSION_COOKIE, SESSION_COOKIE, Scope,
};

use super::routes::Address;
use super::{App, Problem};
use crate::secret::{hashed, random_text};
use crate::store::{NewSession, SessionKind};
use crate::time::now_ms;

/// Sessions last a year.
const LASTS_MS: i64 = 365 * 86_400_000;
/// The last use of a session is noted to the hour.
const NOTE_USE_EVERY_MS: i64 = 3_600_000;

/// The session of a request.
#[derive(Clone)]
pub(crate) struct Identity {
    pub(crate) account: Account,
    /// The hash of the secret.
    pub(crate) hash: String,
    pub(crate) kind: SessionKind,
    scopes: BTreeSet<Scope>,
}

impl Identity {
    /// Whether the session allows something.
    pub(crate) fn allows(&self, scope: Scope) -> bool {
        self.scopes.contains(&scope)
    }
}

/// The session of a request, once looked up.
#[derive(Clone)]
struct Looked(Option<Identity>);

/// The authenticated caller.
pub(crate) struct You(pub(crate) Account);

/// The caller, if they may read what only they may see.
pub(crate) struct MaybeYou(pub(crate) Option<Account>);

/// Whether the caller may send a request: with a session where the endpoint needs one, and with a token only if it has
/// the scope.
pub(super) struct Permit<E>(PhantomData<fn() -> E>);

/// The person who sends a request, for the log: filled in when they are found.
#[derive(Clone, Default)]
pub(super) struct LoggedPerson(Arc<OnceLock<PersonId>>);

impl LoggedPerson {
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

/// The session of a request, looked up once.
async fn identify(parts: &mut Parts, app: &App) -> Result<Option<Identity>, Problem> {
    if let Some(Looked(known)) = parts.extensions.get::<Looked>() {
        return Ok(known.clone());
    }
    let identity = match secret(&parts.headers) {
        Some((secret, kind)) => look_up(parts, app, hashed(&secret), kind).await?,
        None => None,
    };
    if let Some(Identity { account, .. }) = &identity {
        if let Some(ConnectInfo(peer)) = parts.extensions.get::<ConnectInfo<SocketAddr>>() {
            app.rooms.thinking.see(&account.person.id, app.client(&parts.headers, *peer));
        }
        if let Some(LoggedPerson(person)) = parts.extensions.get::<LoggedPerson>() {
            let _ = person.set(account.person.id.clone());
        }
    }
    parts.extensions.insert(Looked(identity.clone()));
    Ok(identity)
}

async fn look_up(
    parts: &mut Parts,
    app: &App,
    hash: String,
    kind: SessionKind,
) -> Result<Option<Identity>, Problem> {
    let now = now_ms();
    let Some(open) = app.rooms.store.session(&hash, kind, now).await? else { return Ok(None) };
    if open.used_at.is_none_or(|used_at| now - used_at >= NOTE_USE_EVERY_MS) {
        let Address(address) = Address::from_request_parts(parts, app).await?;
        // The request does not wait for it, and does not fail with it.
        let (app, hash, person) = (app.clone(), hash.clone(), open.account.person.clone());
        tokio::spawn(async move {
            let _ = app.rooms.store.note_use(&hash, now).await;
            if kind == SessionKind::Cookie && !person.is_guest {
                app.note_network(&person.id, address).await;
            }
        });
    }
    Ok(Some(Identity { account: open.account, hash, kind, scopes: open.scopes }))
}

fn unknown() -> Problem {
    Problem::new(RefusalCode::Unknown, "Choose a name first, or log in.")
}

impl<E: Endpoint> FromRequestParts<App> for Permit<E> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Permit<E>, Problem> {
        if E::CALLER != Caller::Anyone {
            let identity = identify(parts, app).await?.ok_or_else(unknown)?;
            if let Some(scope) = E::CALLER.scope().filter(|scope| !identity.allows(*scope)) {
                let message = format!(
                    "This token may not do this. Use one with the scope `{}`, which you create on your account page.",
                    scope.id()
                );
                return Err(Problem::new(RefusalCode::Forbidden, &message));
            }
        }
        Ok(Permit(PhantomData))
    }
}

impl FromRequestParts<App> for MaybeYou {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybeYou, Problem> {
        let identity = identify(parts, app).await?.filter(|identity| identity.allows(Scope::Read));
        Ok(MaybeYou(identity.map(|identity| identity.account)))
    }
}

impl FromRequestParts<App> for You {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<You, Problem> {
        Ok(You(Identity::from_request_parts(parts, app).await?.account))
    }
}

impl FromRequestParts<App> for Identity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Identity, Problem> {
        identify(parts, app).await?.ok_or_else(unknown)
    }
}

/// The caller with any session, for the WebSocket.
pub(super) struct MaybeIdentity(pub(super) Option<Identity>);

impl FromRequestParts<App> for MaybeIdentity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MaybeIdentity, Problem> {
        Ok(MaybeIdentity(identify(parts, app).await?))
    }
}

impl App {
    /// Logs a person in: creates a session for a browser, which may end their oldest one, and returns its cookies.
    pub(super) async fn log_in(&self, person: &PersonId, browser: &str) -> Result<Vec<HeaderValue>, Problem> {
        let scopes = BTreeSet::from(Scope::ALL);
        let kind = SessionKind::Cookie;
        let made = self.new_session(person, kind, browser, &scopes).await?;
        let (secret, ended) = made.ok_or_else(Problem::internal)?;
        if ended > 0 {
            self.rooms.recheck_sessions(person);
        }
        self.cookies(Some(&secret))
    }

    /// Creates a session. Returns its secret, of which only the hash is stored, and how many older ones it ended; none if
    /// there are too many tokens.
    pub(super) async fn new_session(
        &self,
        person: &PersonId,
        kind: SessionKind,
        label: &str,
        scopes: &BTreeSet<Scope>,
    ) -> Result<Option<(String, u64)>, Problem> {
        let secret = random_text(40);
        let now = now_ms();
        let limits = &self.config.limits;
        let most = match kind {
            SessionKind::Cookie => limits.sessions_per_person,
            SessionKind::Token => limits.tokens_per_person,
        };
        let hash = hashed(&secret);
        let session =
            NewSession { hash: &hash, person, kind, label, scopes, now, expires_at: now + LASTS_MS };
        let ended = self.rooms.store.add_session(&session, most).await?;
        Ok(ended.map(|ended| (secret, ended)))
    }

    /// Remembers that an account is used from a network: guesses from elsewhere do not lock it out there. If it cannot
    /// be stored now, the next time will do.
    pub(super) async fn note_network(&self, person: &PersonId, address: IpAddr) {
        let _ = self.rooms.store.note_network(person, &network_hash(person, address), now_ms()).await;
    }

    /// Whether an account was used from a network before.
    pub(super) async fn knows_network(&self, person: &PersonId, address: IpAddr) -> Result<bool, Problem> {
        Ok(self.rooms.store.knows_network(person, &network_hash(person, address)).await?)
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

/// A network as stored with an account. Nobody can tell from it which accounts share one.
fn network_hash(person: &PersonId, address: IpAddr) -> String {
    hashed(&format!("{} {address}", person.0))
}

/// The name of the browser of a request, for the list of sessions.
pub(super) struct BrowserName(pub(super) String);

impl FromRequestParts<App> for BrowserName {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<BrowserName, Problem> {
        let agent = parts.headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
        Ok(BrowserName(browser_name(agent.unwrap_or_default())))
    }
}

/// The browser and the system in a `User-Agent` header, such as `Firefox, Linux`; empty if neither is known.
fn browser_name(agent: &str) -> String {
    // The first that fits counts: many browsers also name others.
    const BROWSERS: [(&str, &str); 5] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let found = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    found(&BROWSERS).into_iter().chain(found(&SYSTEMS)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_named() {
        for (agent, name) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8.5.0", ""),
            ("", ""),
        ] {
            assert_eq!(browser_name(agent), name);
        }
    }
}
