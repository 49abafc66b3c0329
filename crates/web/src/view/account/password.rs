//! Changing the password.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::RefusalCode;
use mergemaker_protocol::api::accounts::{ChangePassword, ChangePasswordForm};
use mergemaker_web::people::is_password;

use super::super::app::shared;
use super::super::field::Field;
use super::super::net::{self, Trouble};

/// The id of a text for a password that was asked for again.
pub(super) fn words_of_password(why: &Trouble) -> &'static str {
    if why.code() == Some(RefusalCode::WrongPassword) { "refused-password" } else { why.words() }
}

/// A form with the old and the new password.
#[component]
pub(super) fn NewPassword() -> impl IntoView {
    let shared = shared();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let outcome = RwSignal::new(None::<&'static str>);
    let trouble = RwSignal::new(None::<&'static str>);
    let change = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        outcome.set(None);
        trouble.set(None);
        if !is_password(&new.get_untracked()) {
            return trouble.set(Some("weak-password"));
        }
        let body = ChangePasswordForm { old: old.get_untracked(), new: new.get_untracked() };
        spawn_local(async move {
            match net::ask(ChangePassword { body }).await {
                Ok(_) => {
                    let _ = old.try_set(String::new());
                    let _ = new.try_set(String::new());
                    let _ = outcome.try_set(Some("password-changed"));
                }
                Err(why) => drop(trouble.try_set(Some(words_of_password(&why)))),
            }
        });
    };
    view! {
        <form class="card" id="change-password" on:submit=change>
            <h2>{shared.say("change-password")}</h2>
            <Field id="old-password" label="old-password" value=old kind="password"
                autocomplete="current-password" most=200/>
            <Field id="next-password" label="next-password" value=new kind="password"
                autocomplete="new-password" most=200/>
            <p class="quiet">{shared.say("change-password-about")}</p>
            <p role="status">{move || outcome.get().map(|id| shared.fill(id, &[]))}</p>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
            <button id="change-password-do">{shared.say("change-password")}</button>
        </form>
    }
}
