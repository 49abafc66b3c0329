//! Muted people: their chat is hidden from the person who muted them.

use mergemaker_protocol::api::muted::{List, Mute, Show, Unmute};
use mergemaker_protocol::{Account, Page, Person, RefusalCode};

use super::pages::{first, window};
use super::routes::{Answer, Reply};
use super::{App, Problem, You};

pub(super) async fn list(app: App, You(you): You, List { query }: List) -> Answer<List> {
    Ok(Reply::of(app.rooms.store.muted_by(&you.person.id, &window(&query)?).await?))
}

pub(super) async fn show(app: App, You(you): You, Show { person }: Show) -> Answer<Show> {
    Ok(Reply::of(app.rooms.store.muted_ids(&you.person.id).await?.contains(&person)))
}

pub(super) async fn mute(app: App, You(you): You, Mute { person }: Mute) -> Answer<Mute> {
    if person == you.person.id {
        return Err(Problem::new(RefusalCode::Invalid, "You cannot mute yourself."));
    }
    if app.rooms.store.person(&person).await?.is_none() {
        return Err(Problem::no_such_person());
    }
    let most = app.config.limits.mutes_per_person;
    if !app.rooms.store.mute(&you.person.id, &person, most).await? {
        let message = format!("You have muted the maximum of {most} people. Unmute someone first.");
        return Err(Problem::new(RefusalCode::LimitReached, &message));
    }
    Ok(Reply::of(muted(&app, &you).await?))
}

pub(super) async fn unmute(app: App, You(you): You, Unmute { person }: Unmute) -> Answer<Unmute> {
    app.rooms.store.unmute(&you.person.id, &person).await?;
    Ok(Reply::of(muted(&app, &you).await?))
}

/// Updates the rooms after a change, before the reply, which is the first page of muted people.
async fn muted(app: &App, you: &Account) -> Result<Page<Person>, Problem> {
    let muted = app.rooms.store.muted_ids(&you.person.id).await?;
    app.rooms.mutes.of(&you.person.id).replace(muted);
    Ok(app.rooms.store.muted_by(&you.person.id, &first()).await?)
}
