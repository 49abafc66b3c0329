//! Tokens, which let programs act for a person.

use mergemaker_protocol::api::tokens::{Create, End, List};
use mergemaker_protocol::{NewToken, RefusalCode, Scope, TokenId};

use super::pages::{first, window};
use super::routes::{Address, Answer, Reply};
use super::{App, Problem, You, passwords};
use crate::name::checked_label;
use crate::secret::hashed;
use crate::store::{SessionKind, Store};
use crate::time::now_ms;

pub(super) async fn create(
    app: App,
    (You(you), Address(address)): (You, Address),
    Create { body: form }: Create,
) -> Answer<Create> {
    let label = checked_label(&form.label)?;
    if form.scopes.is_empty() {
        return Err(Problem::new(RefusalCode::Invalid, "Choose at least one scope for the token."));
    }
    if form.scopes.contains(&Scope::Account) {
        passwords::confirm(&app, &you, address, form.password).await?;
    }
    let made = app.new_session(&you.person.id, SessionKind::Token, &label, &form.scopes).await?;
    let (token, _) = made.ok_or_else(|| {
        let most = app.config.limits.tokens_per_person;
        let message = format!("You have {most} tokens, as many as you may have. End one first.");
        Problem::new(RefusalCode::LimitReached, &message)
    })?;
    Ok(Reply::of(NewToken { id: TokenId(Store::session_id(&hashed(&token))), token }))
}

pub(super) async fn list(app: App, You(you): You, List { query }: List) -> Answer<List> {
    let window = window(&query)?;
    Ok(Reply::of(app.rooms.store.tokens_of(&you.person.id, now_ms(), &window).await?))
}

pub(super) async fn end(app: App, You(you): You, End { token }: End) -> Answer<End> {
    if !app.rooms.store.end_session_of(&you.person.id, SessionKind::Token, &token.0).await? {
        return Err(Problem::new(RefusalCode::NotFound, "You have no such token."));
    }
    app.rooms.recheck_sessions(&you.person.id);
    Ok(Reply::of(app.rooms.store.tokens_of(&you.person.id, now_ms(), &first()).await?))
}
