//! Logging in and out.

use axum::http::HeaderMap;
use mergemaker_protocol::RefusalCode;
use mergemaker_protocol::api::sessions::{End, List, Login, Logout, LogoutEverywhere};

use super::identity::{BrowserName, Identity, secret};
use super::pages::{first, window};
use super::passwords::{self, LoginAttempt, too_many};
use super::routes::{Address, Answer, Reply};
use super::{App, Problem, You};
use crate::name::NameKey;
use crate::secret::hashed;
use crate::store::SessionKind;
use crate::time::now_ms;

pub(super) async fn login(
    app: App,
    (Address(address), BrowserName(browser)): (Address, BrowserName),
    Login { body: form }: Login,
) -> Answer<Login> {
    let wrong = || Problem::new(RefusalCode::WrongPassword, "The name or the password is wrong.");
    if form.name.len() > 200 || form.password.len() > 1_000 {
        return Err(wrong());
    }
    let key = NameKey::of(&form.name);
    if !app.limits.logins_by_address.allows(address) {
        return Err(too_many(&app, address));
    }
    let (person, hash) = app.rooms.store.password_of(&key).await?.unzip();
    let is_known = match &person {
        Some(person) => app.knows_network(person, address).await?,
        None => false,
    };
    let attempt =
        LoginAttempt::start(&app, &key, address, is_known).ok_or_else(|| too_many(&app, address))?;
    let is_right = passwords::verify(form.password, hash).await?;
    let person = person.filter(|_| is_right).ok_or_else(wrong)?;
    attempt.succeeded(&app);
    tracing::info!(address = app.config.log_addresses.shorten(address), person = person.0, "logged in");
    let account = app.rooms.store.person(&person).await?.ok_or_else(wrong)?;
    app.note_network(&person, address).await;
    Ok(Reply::with_cookies(account, app.log_in(&person, &browser).await?))
}

pub(super) async fn logout(app: App, headers: HeaderMap, _: Logout) -> Answer<Logout> {
    if let Some((secret, kind)) = secret(&headers) {
        let hash = hashed(&secret);
        let open = app.rooms.store.session(&hash, kind, now_ms()).await?;
        app.rooms.store.end_session(&hash).await?;
        if let Some(open) = open {
            app.rooms.recheck_sessions(&open.account.person.id);
        }
    }
    Ok(Reply::with_cookies((), app.cookies(None)?))
}

pub(super) async fn logout_everywhere(
    app: App,
    You(you): You,
    _: LogoutEverywhere,
) -> Answer<LogoutEverywhere> {
    app.rooms.store.end_sessions(&you.person.id).await?;
    app.rooms.recheck_sessions(&you.person.id);
    Ok(Reply::with_cookies((), app.cookies(None)?))
}

pub(super) async fn list(app: App, you: Identity, List { query }: List) -> Answer<List> {
    let (person, own) = (&you.account.person.id, Some(you.hash.as_str()));
    Ok(Reply::of(app.rooms.store.sessions_of(person, now_ms(), own, &window(&query)?).await?))
}

pub(super) async fn end(app: App, you: Identity, End { session }: End) -> Answer<End> {
    let (person, own) = (&you.account.person.id, Some(you.hash.as_str()));
    if !app.rooms.store.end_session_of(person, SessionKind::Cookie, &session.0).await? {
        return Err(Problem::new(RefusalCode::NotFound, "You are not logged in there any more."));
    }
    app.rooms.recheck_sessions(person);
    Ok(Reply::of(app.rooms.store.sessions_of(person, now_ms(), own, &first()).await?))
}
