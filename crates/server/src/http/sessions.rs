//! Logging in and out.

use axum::http::HeaderMap;
use mergemaker_protocol::RefusalCode;
use mergemaker_protocol::api::sessions::{Login, Logout, LogoutEverywhere};

use super::identity::secret;
use super::passwords::{self, LoginAttempt, too_many};
use super::routes::{Address, Answer, Reply};
use super::{App, Problem, You};
use crate::name::NameKey;
use crate::secret::hashed;
use crate::store::SessionKind;
use crate::time::now_ms;

pub(super) async fn login(app: App, Address(address): Address, Login { body: form }: Login) -> Answer<Login> {
    let wrong = || Problem::new(RefusalCode::WrongPassword, "The name or the password is wrong.");
    if form.name.len() > 200 || form.password.len() > 1_000 {
        return Err(wrong());
    }
    let key = NameKey::of(&form.name);
    if !app.limits.logins_by_address.allows(address) {
        return Err(too_many(&app, address));
    }
    let attempt = LoginAttempt::start(&app, &key, address).ok_or_else(|| too_many(&app, address))?;
    let (person, hash) = app.rooms.store.password_of(&key).await?.unzip();
    let is_right = passwords::verify(form.password, hash).await?;
    let person = person.filter(|_| is_right).ok_or_else(wrong)?;
    attempt.succeeded(&app);
    tracing::info!(address = app.config.log_addresses.shorten(address), person = person.0, "logged in");
    let account = app.rooms.store.person(&person).await?.ok_or_else(wrong)?;
    let secret = app.new_session(&person, SessionKind::Cookie, "").await?;
    Ok(Reply::with_cookies(account, app.cookies(Some(&secret))?))
}

pub(super) async fn logout(app: App, headers: HeaderMap, _: Logout) -> Answer<Logout> {
    if let Some((secret, kind)) = secret(&headers) {
        let hash = hashed(&secret);
        let whose = app.rooms.store.person_of_session(&hash, kind, now_ms()).await?;
        app.rooms.store.end_session(&hash).await?;
        if let Some(you) = whose {
            app.rooms.recheck_sessions(&you.person.id);
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
