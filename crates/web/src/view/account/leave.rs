//! Leaving: logging out here or everywhere, exporting data, deleting the account.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::super::app::shared;
use super::super::browser;
use super::super::confirm::Confirm;
use super::super::me::{Me, me};
use mergemaker_protocol::PersonId;
use mergemaker_protocol::api::accounts::{self, DeleteForm};

use super::super::field::Field;
use super::super::net::{self, Trouble};
use super::password::words_of_password;
use super::sessions::Sessions;

/// Shows the result of leaving.
fn gone(me: Me, trouble: RwSignal<Option<&'static str>>, result: &Result<(), Trouble>) {
    match result {
        Ok(()) => me.account.set(None),
        Err(why) => drop(trouble.try_set(Some(words_of_password(why)))),
    }
}

/// Logging out. Guests must confirm, since they cannot log in again.
#[component]
pub(super) fn LogOut(is_guest: bool) -> impl IntoView {
    let shared = shared();
    let me = me();
    let trouble = RwSignal::new(None);
    let is_asked = RwSignal::new(false);
    let leave = move |is_everywhere: bool| {
        spawn_local(async move { gone(me, trouble, &net::log_out(is_everywhere).await) });
    };
    let press = move |_| if is_guest { is_asked.set(true) } else { leave(false) };
    view! {
        <section class="card" aria-labelledby="sessions">
            <h2 id="sessions">{shared.say("sessions")}</h2>
            <Sessions/>
            <div class="means">
                <button id="log-out" on:click=press>{shared.say("log-out")}</button>
                {(!is_guest).then(|| view! {
                    <button id="log-out-everywhere" on:click=move |_| leave(true)>{shared.say("log-out-everywhere")}</button>
                })}
            </div>
            {(!is_guest).then(|| view! { <p class="quiet">{shared.say("log-out-everywhere-about")}</p> })}
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
            <Confirm heading="guest-leaves" yes="log-out" is_asked then=Callback::new(move |()| leave(false))>
                <p>{shared.say("guest-leaves-about")}</p>
            </Confirm>
        </section>
    }
}

/// Exports the server's data about the visitor as a file.
#[component]
pub(super) fn Download(person: String) -> impl IntoView {
    let shared = shared();
    let trouble = RwSignal::new(None);
    let person = StoredValue::new(person);
    let save = move |_| {
        trouble.set(None);
        spawn_local(async move {
            match net::everything(PersonId(person.get_value())).await {
                Ok(all) => {
                    let text = serde_json::to_string_pretty(&all).unwrap_or_default();
                    browser::save_file("mergemaker.json", &text);
                }
                Err(why) => drop(trouble.try_set(Some(why.words()))),
            }
        });
    };
    view! {
        <section class="card" aria-labelledby="own-data">
            <h2 id="own-data">{shared.say("own-data")}</h2>
            <p class="quiet">{shared.say("own-data-about")}</p>
            <button id="download" on:click=save>{shared.say("download")}</button>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
        </section>
    }
}

/// Deletes the account.
#[component]
pub(super) fn Delete(is_guest: bool) -> impl IntoView {
    let shared = shared();
    let me = me();
    let trouble = RwSignal::new(None);
    let is_asked = RwSignal::new(false);
    let password = RwSignal::new(String::new());
    let delete = Callback::new(move |()| {
        let body = DeleteForm { password: (!is_guest).then(|| password.get_untracked()) };
        password.set(String::new());
        trouble.set(None);
        spawn_local(async move {
            let result = net::ask(accounts::Delete { body }).await;
            if result.is_ok() {
                browser::forget("name");
            }
            gone(me, trouble, &result);
        });
    });
    let word = if is_guest { "delete-guest" } else { "delete-account" };
    view! {
        <section class="card" aria-labelledby="delete-heading">
            <h2 id="delete-heading">{shared.say(word)}</h2>
            <p class="quiet">{shared.say("delete-about")}</p>
            <button id="delete" class="danger" on:click=move |_| is_asked.set(true)>{shared.say("delete-ask")}</button>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
            <Confirm heading=word yes="delete-do" is_asked then=delete>
                <p>{shared.say("delete-lost")}</p>
                <p>{shared.say("delete-stays")}</p>
                <p><strong>{shared.say("delete-final")}</strong></p>
                {(!is_guest).then(|| view! {
                    <Field id="delete-password" label="confirm-password" value=password kind="password"
                        autocomplete="current-password" most=200/>
                })}
            </Confirm>
        </section>
    }
}
