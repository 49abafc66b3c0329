//! Muted people: their chat is hidden from the person who muted them.

use mergemaker_protocol::api::muted::{List, Mute, Unmute};
use mergemaker_protocol::{Account, Person, PersonId, RefusalCode};

use super::routes::{Answer, Reply};
use super::{App, Problem, You};

/// The maximum number of people one person may mute.
const MAX_MUTED: usize = 1_000;

pub(super) async fn list(app: App, You(you): You, _: List) -> Answer<List> {
    Ok(Reply::of(app.rooms.store.muted_by(&you.person.id).await?))
}

pub(super) async fn mute(app: App, You(you): You, Mute { person }: Mute) -> Answer<Mute> {
    if person == you.person.id {
        return Err(Problem::new(RefusalCode::Invalid, "You cannot mute yourself."));
    }
    if app.rooms.store.person(&person).await?.is_none() {
        return Err(Problem::no_such_person());
    }
    if app.rooms.store.muted_by(&you.person.id).await?.len() >= MAX_MUTED {
        let message = "You have muted the maximum of 1,000 people. Unmute someone first.";
        return Err(Problem::new(RefusalCode::TooMany, message));
    }
    Ok(Reply::of(set_muted(&app, &you, &person, true).await?))
}

pub(super) async fn unmute(app: App, You(you): You, Unmute { person }: Unmute) -> Answer<Unmute> {
    Ok(Reply::of(set_muted(&app, &you, &person, false).await?))
}

/// Stores the change and updates the rooms before replying.
async fn set_muted(
    app: &App,
    you: &Account,
    other: &PersonId,
    is_muted: bool,
) -> Result<Vec<Person>, Problem> {
    let store = &app.rooms.store;
    store.set_muted(&you.person.id, other, is_muted).await?;
    let muted = store.muted_by(&you.person.id).await?;
    app.rooms.mutes.of(&you.person.id).replace(muted.iter().map(|other| other.id.clone()).collect());
    Ok(muted)
}
