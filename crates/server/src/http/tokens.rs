//! Tokens, which let programs act for a person.

use mergemaker_protocol::api::tokens::{Create, End, List};
use mergemaker_protocol::{NewToken, RefusalCode};

use super::routes::{Answer, Reply};
use super::{App, Problem, You};
use crate::name::checked_name;
use crate::secret::hashed;
use crate::store::{SessionKind, Store};
use crate::time::now_ms;

pub(super) async fn create(app: App, You(you): You, Create { body: form }: Create) -> Answer<Create> {
    let label = checked_name(&form.label)?;
    let token = app.new_session(&you.person.id, SessionKind::Token, &label).await?;
    Ok(Reply::of(NewToken { id: Store::token_id(&hashed(&token)), token }))
}

pub(super) async fn list(app: App, You(you): You, _: List) -> Answer<List> {
    Ok(Reply::of(app.rooms.store.tokens_of(&you.person.id, now_ms()).await?))
}

pub(super) async fn end(app: App, You(you): You, End { token }: End) -> Answer<End> {
    if !app.rooms.store.end_token(&you.person.id, &token).await? {
        return Err(Problem::new(RefusalCode::NotFound, "You have no such token."));
    }
    app.rooms.recheck_sessions(&you.person.id);
    Ok(Reply::of(app.rooms.store.tokens_of(&you.person.id, now_ms()).await?))
}
