//! Forms to get an account: sign up, log in, or convert a guest.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::Account;
use mergemaker_protocol::api::sessions::Login;
use mergemaker_web::people::is_password;

use super::super::app::shared;
use super::super::browser;
use super::super::field::Field;
use super::super::footer::PleaseRead;
use super::super::me::me;
use super::super::net::{self, Trouble};

/// The result of a form: the visitor, or why it failed.
#[derive(Clone, Copy)]
struct Outcome {
    trouble: RwSignal<Option<&'static str>>,
    is_busy: RwSignal<bool>,
}

impl Outcome {
    fn new() -> Outcome {
        Outcome { trouble: RwSignal::new(None), is_busy: RwSignal::new(false) }
    }

    /// Submits the form and shows the visitor's new name.
    fn run(self, work: impl Future<Output = Result<Account, Trouble>> + 'static) {
        let me = me();
        self.trouble.set(None);
        self.is_busy.set(true);
        spawn_local(async move {
            let result = work.await;
            // On success the form has disappeared.
            let _ = self.is_busy.try_set(false);
            match result {
                Ok(account) => {
                    browser::keep("name", &account.person.name);
                    me.account.set(Some(account));
                }
                Err(trouble) => drop(self.trouble.try_set(Some(trouble.words_of_name()))),
            }
        });
    }
}

/// Shows an error, and announces it to screen readers.
#[component]
fn Why(trouble: RwSignal<Option<&'static str>>) -> impl IntoView {
    let shared = shared();
    view! { <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p> }
}

/// For newcomers: a guest with just a name, or an account with a password.
#[component]
pub(super) fn NewHere() -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(browser::kept("name").unwrap_or_default());
    let password = RwSignal::new(String::new());
    let outcome = Outcome::new();
    let come = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (name, password) = (name.get_untracked().trim().to_owned(), password.get_untracked());
        if !password.is_empty() && !is_password(&password) {
            return outcome.trouble.set(Some("weak-password"));
        }
        outcome.run(async move {
            let guest = net::become_guest(&name).await?;
            if password.is_empty() {
                return Ok(guest);
            }
            let claimed = net::claim(&name, &password).await;
            if claimed.is_err() {
                // Keep the form and show the error: do not continue as a guest.
                net::log_out(false).await?;
            }
            claimed
        });
    };
    view! {
        <form class="card" id="new-here" on:submit=come>
            <h2>{shared.say("new-here")}</h2>
            <Field id="new-name" label="your-name" value=name autocomplete="username"/>
            <Field id="new-password" label="password-optional" value=password kind="password"
                autocomplete="new-password" most=200 may_be_empty=true/>
            <p class="quiet">{shared.say("new-here-about")}</p>
            <PleaseRead/>
            <Why trouble=outcome.trouble/>
            <button class="primary" id="come" disabled=move || outcome.is_busy.get()>{shared.say("enter")}</button>
        </form>
    }
}

/// For people with an account.
#[component]
pub(super) fn LogIn() -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(String::new());
    let password = RwSignal::new(String::new());
    let outcome = Outcome::new();
    let come = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (name, password) = (name.get_untracked(), password.get_untracked());
        outcome.run(async move { net::ask(Login { body: net::form(name.trim(), &password) }).await });
    };
    view! {
        <form class="card" id="log-in" on:submit=come>
            <h2>{shared.say("log-in")}</h2>
            <Field id="login-name" label="name" value=name autocomplete="username"/>
            <Field id="login-password" label="password" value=password kind="password"
                autocomplete="current-password" most=200/>
            <Why trouble=outcome.trouble/>
            <button class="primary" id="login" disabled=move || outcome.is_busy.get()>{shared.say("log-in")}</button>
        </form>
    }
}

/// For guests who want to stay: reserves their name and keeps everything.
#[component]
pub(super) fn Claim(name: String) -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(name);
    let password = RwSignal::new(String::new());
    let outcome = Outcome::new();
    let claim = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let (name, password) = (name.get_untracked(), password.get_untracked());
        if !is_password(&password) {
            return outcome.trouble.set(Some("weak-password"));
        }
        outcome.run(async move { net::claim(name.trim(), &password).await });
    };
    view! {
        <form class="card" id="claim" on:submit=claim>
            <h2>{shared.say("claim")}</h2>
            <p class="quiet">{shared.say("claim-about")}</p>
            <Field id="claim-name" label="name" value=name autocomplete="username"/>
            <Field id="claim-password" label="password" value=password kind="password"
                autocomplete="new-password" most=200/>
            <p class="quiet">{shared.say("password-about")}</p>
            <PleaseRead/>
            <Why trouble=outcome.trouble/>
            <button class="primary" id="claim-account" disabled=move || outcome.is_busy.get()>{shared.say("claim-do")}</button>
        </form>
    }
}
