//! Guests and accounts.

use mergemaker_protocol::api::accounts::{ChangePassword, Claim, Delete, Guest, Me, Visitor};
use mergemaker_protocol::{Account, Person, PersonId, RefusalCode};

use super::identity::BrowserName;
use super::routes::{Address, Answer, Reply};
use super::{App, MaybeYou, Problem, You, passwords};
use crate::name::{NameKey, checked_name};
use crate::refusals::Refused;
use crate::room::Change;
use crate::secret::random_text;
use crate::time::now_ms;

pub(super) async fn guest(
    app: App,
    (MaybeYou(you), Address(address), BrowserName(browser)): (MaybeYou, Address, BrowserName),
    Guest { body: form }: Guest,
) -> Answer<Guest> {
    if you.is_some() {
        let message = "You already have a name. Log out to choose another.";
        return Err(Problem::new(RefusalCode::WrongState, message));
    }
    if !app.config.trusts(address) && !app.limits.new_guests.allows(address) {
        let message =
            "Too many new guests from your network today. Log in with an account, or come back later.";
        return Err(app.refuse_address(Refused::Guest, address, message));
    }
    let name = checked_name(&form.name)?;
    // A guest may not use the name of an account.
    refuse_taken(&app, &name).await?;
    let id = PersonId(random_text(16));
    let now = now_ms();
    if let Err(error) = app.rooms.store.add_guest(&id, &name, now).await {
        // Nobody was created: whoever tries again while nothing can be stored does not use up the day.
        app.limits.new_guests.refund(address);
        return Err(error.into());
    }
    let cookies = app.log_in(&id, &browser).await?;
    tracing::info!(address = app.config.log_addresses.shorten(address), person = id.0, "new guest");
    let account = Account { person: Person { id, name, is_guest: true }, created_at: now };
    Ok(Reply::with_cookies(account, cookies))
}

fn taken() -> Problem {
    Problem::new(RefusalCode::NameTaken, "This name is taken, or looks like one that is. Choose another.")
}

/// Refuses a name that belongs to an account, or looks like it.
async fn refuse_taken(app: &App, name: &str) -> Result<(), Problem> {
    if app.rooms.store.is_taken(&NameKey::of(name)).await? { Err(taken()) } else { Ok(()) }
}

/// Turns a guest into an account with the same id, games and ratings.
pub(super) async fn claim(
    app: App,
    (You(you), Address(address), BrowserName(browser)): (You, Address, BrowserName),
    Claim { body: form }: Claim,
) -> Answer<Claim> {
    let name = checked_name(&form.name)?;
    if !you.person.is_guest {
        let message = "You already have an account. Log out to create another.";
        return Err(Problem::new(RefusalCode::WrongState, message));
    }
    if !app.limits.logins_by_address.allows(address) {
        return Err(passwords::too_many(&app, address));
    }
    passwords::check_new(&form.password)?;
    refuse_taken(&app, &name).await?;
    let hash = passwords::hash(form.password).await?;
    run_to_completion(async move {
        if !app.rooms.store.claim(&you.person.id, &name, &hash).await? {
            return Err(taken());
        }
        // End old sessions, in case a secret has leaked.
        app.rooms.store.end_sessions(&you.person.id).await?;
        app.note_network(&you.person.id, address).await;
        let cookies = app.log_in(&you.person.id, &browser).await?;
        app.rooms.recheck_sessions(&you.person.id);
        let person = Person { name, is_guest: false, ..you.person };
        let change = Change::Renamed { person: person.clone() };
        app.rooms.change_seated(&change).await?;
        app.rooms.change_open(&change).await?;
        Ok(Reply::with_cookies(Account { person, ..you }, cookies))
    })
    .await
}

/// Runs all of `work`, even if the client disconnects.
async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Problem>> + Send + 'static,
) -> Result<T, Problem> {
    tokio::spawn(work).await.map_err(|_| Problem::internal())?
}

/// The caller, or `null` for a page that does not know yet whether the user has a session.
pub(super) async fn visitor(_: App, MaybeYou(you): MaybeYou, _: Visitor) -> Answer<Visitor> {
    Ok(Reply::of(you))
}

pub(super) async fn me(_: App, You(you): You, _: Me) -> Answer<Me> {
    Ok(Reply::of(you))
}

/// Changes the password and ends everything that the old one allowed.
pub(super) async fn change_password(
    app: App,
    (You(you), Address(address), BrowserName(browser)): (You, Address, BrowserName),
    ChangePassword { body }: ChangePassword,
) -> Answer<ChangePassword> {
    passwords::check_new(&body.new)?;
    passwords::confirm(&app, &you, address, Some(body.old)).await?;
    let hash = passwords::hash(body.new).await?;
    run_to_completion(async move {
        app.rooms.store.set_password(&you.person.id, &hash).await?;
        app.rooms.store.end_sessions(&you.person.id).await?;
        let cookies = app.log_in(&you.person.id, &browser).await?;
        app.rooms.recheck_sessions(&you.person.id);
        Ok(Reply::with_cookies(you, cookies))
    })
    .await
}

/// Deletes an account. The row itself is deleted last: if the server stops midway, the client can try again.
pub(super) async fn delete(
    app: App,
    (You(you), Address(address)): (You, Address),
    Delete { body }: Delete,
) -> Answer<Delete> {
    if !you.person.is_guest {
        passwords::confirm(&app, &you, address, body.password).await?;
    }
    let person = you.person.id;
    run_to_completion(async move {
        let change = Change::Gone { person: person.clone() };
        app.rooms.change_seated(&change).await?;
        app.rooms.store.remove_name(&person).await?;
        // They may have taken another seat since.
        app.rooms.change_seated(&change).await?;
        app.rooms.store.delete_person(&person, now_ms()).await?;
        app.rooms.recheck_sessions(&person);
        app.rooms.change_open(&change).await?;
        Ok(Reply::with_cookies((), app.cookies(None)?))
    })
    .await
}
