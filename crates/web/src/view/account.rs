//! The visitor's account: logging in and out, and what belongs to it.

mod enter;
mod leave;
mod muted;
mod password;
mod sessions;
mod tokens;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::Account;
use mergemaker_web::route::Route;

use super::app::shared;
use super::browser;
use super::link::Link;
use super::me::{LoadState, me};
use super::net::Trouble;
use super::screens::NotNow;
use enter::{Claim, LogIn, NewHere};
use leave::{Delete, Download, LogOut};
use muted::Muted;
use password::NewPassword;
use tokens::Tokens;

/// The account, or the forms to get one.
#[component]
pub(crate) fn AccountPage() -> impl IntoView {
    let me = me();
    // Requests about the account would fail after a logout elsewhere.
    let is_answered = RwSignal::new(false);
    let ask = move || {
        spawn_local(async move {
            drop(me.refresh().await);
            let _ = is_answered.try_set(true);
        });
    };
    ask();
    let retry = Callback::new(move |()| ask());
    let shared = shared();
    move || match (me.account.get(), me.standing.get(), is_answered.get()) {
        (_, LoadState::Unreachable, _) => view! { <NotNow trouble=Trouble::Unreachable retry/> }.into_any(),
        (_, LoadState::Asking, _) | (_, LoadState::Known, false) => {
            view! { <p class="wait">{shared.say("connecting")}</p> }.into_any()
        }
        (None, LoadState::Known, true) => view! {
            <div class="page">
                <h1>{shared.say("account")}</h1>
                <div class="cards"><NewHere/><LogIn/></div>
            </div>
        }
        .into_any(),
        (Some(account), LoadState::Known, true) => view! { <Own account/> }.into_any(),
    }
}

/// The visitor's name and actions.
#[component]
fn Own(account: Account) -> impl IntoView {
    let shared = shared();
    let Account { person, created_at } = account;
    let profile = Route::Person { person: person.id.0.clone() };
    let id = person.id.0.clone();
    let is_guest = person.is_guest;
    let since = move || {
        let date = browser::day(created_at, shared.words().language());
        shared.fill(if is_guest { "guest-since" } else { "account-since" }, &[("date", date.into())])
    };
    view! {
        <div class="page">
            <section class="hello">
                <h1 id="own-name">{person.name.clone()}</h1>
                <p class="quiet">{since}</p>
                <p><Link to=profile>{shared.say("own-profile")}</Link></p>
            </section>
            <div class="cards">
                <div class="side">
                    {is_guest.then(|| view! { <Claim name=person.name.clone()/> })}
                    <LogOut is_guest/>
                    <Download person=id/>
                    {(!is_guest).then(|| view! { <NewPassword/> })}
                    <Delete is_guest/>
                </div>
                <div class="side">
                    <Tokens is_guest/>
                    <Muted/>
                </div>
            </div>
        </div>
    }
}
