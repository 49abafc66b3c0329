//! Tokens, which let programs play as the visitor.

use std::collections::BTreeSet;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::tokens::{Create, End, List, TokenForm};
use mergemaker_protocol::{PageQuery, Scope, Token};

use super::super::app::{Shared, shared};
use super::super::browser;
use super::super::copy::Copy;
use super::super::field::Field;
use super::super::net;
use super::super::paged::{More, Paged};
use super::password::words_of_password;

/// The existing tokens, and a form for a new one.
#[component]
pub(super) fn Tokens(is_guest: bool) -> impl IntoView {
    let shared = shared();
    let tokens = Paged::<Token>::new();
    let fresh = RwSignal::new(None::<String>);
    let label = RwSignal::new(String::new());
    let scopes = RwSignal::new(Scope::usual());
    let password = RwSignal::new(String::new());
    let trouble = RwSignal::new(None);
    spawn_local(async move { tokens.show(net::ask(List { query: PageQuery::default() }).await) });
    let more = Callback::new(move |()| tokens.load_more(|query| List { query }));
    let needs_password = Memo::new(move |_| scopes.read().contains(&Scope::Account));
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        trouble.set(None);
        let body = TokenForm {
            label: label.get_untracked().trim().to_owned(),
            scopes: scopes.get_untracked(),
            password: needs_password.get_untracked().then(|| password.get_untracked()),
        };
        spawn_local(async move {
            match net::ask(Create { body }).await {
                Ok(made) => {
                    // Both at once, or the longer list would move the new token and its button while they are read.
                    let list = net::ask(List { query: PageQuery::default() }).await;
                    let _ = fresh.try_set(Some(made.token));
                    let _ = label.try_set(String::new());
                    let _ = password.try_set(String::new());
                    tokens.show(list);
                }
                Err(why) => drop(trouble.try_set(Some(words_of_password(&why)))),
            }
        });
    };
    let end = Callback::new(move |token: End| {
        trouble.set(None);
        fresh.set(None);
        spawn_local(async move { tokens.show(net::ask(token).await) });
    });
    // Guests have no password, so they cannot allow this.
    let offered = Scope::ALL.into_iter().filter(move |scope| !is_guest || *scope != Scope::Account);
    view! {
        <section class="card" aria-labelledby="tokens">
            <h2 id="tokens">{shared.say("tokens")}</h2>
            <p class="quiet">{shared.say("tokens-about")}" "<a href="/api">{shared.say("api-page")}</a></p>
            <ul class="lines">{move || tokens.items.get().into_iter().map(|token| view! { <Line token end/> }).collect_view()}</ul>
            <More list=tokens load=more/>
            {move || fresh.get().map(|token| view! {
                <div class="fresh" role="status">
                    <p>{shared.say("token-once")}</p>
                    <p><code id="token">{token.clone()}</code></p>
                    <Copy id="copy-token" label="copy" text=Callback::new(move |()| token.clone())/>
                </div>
            })}
            <form class="card-form" on:submit=make>
                <Field id="token-label" label="token-label" value=label/>
                <fieldset><legend>{shared.say("token-scopes")}</legend>
                    {offered.map(|scope| view! { <ScopeBox scope scopes/> }).collect_view()}
                </fieldset>
                <Show when=move || needs_password.get()>
                    <Field id="token-password" label="confirm-password" value=password kind="password"
                        autocomplete="current-password" most=200/>
                </Show>
                <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
                <button id="make-token" disabled=move || scopes.read().is_empty()>{shared.say("token-make")}</button>
            </form>
        </section>
    }
}

/// What a scope allows, in a word.
fn scope_name(shared: Shared, scope: Scope) -> String {
    let id = match scope {
        Scope::Play => "scope-play",
        Scope::Read => "scope-read",
        Scope::Account => "scope-account",
    };
    shared.fill(id, &[])
}

/// A box to tick for a scope.
#[component]
fn ScopeBox(scope: Scope, scopes: RwSignal<BTreeSet<Scope>>) -> impl IntoView {
    let shared = shared();
    let tick = move |event| {
        let is_ticked = event_target_checked(&event);
        scopes.update(|scopes| {
            if is_ticked {
                scopes.insert(scope)
            } else {
                scopes.remove(&scope)
            };
        });
    };
    view! {
        <label class="tick"><input type="checkbox" id=format!("scope-{}", scope.id())
            prop:checked=move || scopes.read().contains(&scope) on:change=tick/>
            <span>{move || scope_name(shared, scope)}</span></label>
    }
}

/// A token: what it is for, what it allows, when it was last used.
#[component]
fn Line(token: Token, end: Callback<End>) -> impl IntoView {
    let shared = shared();
    let Token { id, label, scopes, expires_at, used_at, .. } = token;
    let id = StoredValue::new(id);
    let about = move || {
        let date = |at| browser::day(at, shared.words().language());
        let scopes: Vec<String> = scopes.iter().map(|scope| scope_name(shared, *scope)).collect();
        let used = match used_at {
            Some(at) => shared.fill("last-used", &[("date", date(at).into())]),
            None => shared.fill("never-used", &[]),
        };
        let until = shared.fill("token-until", &[("date", date(expires_at).into())]);
        [scopes.join(", "), used, until].join(" · ")
    };
    let name = label.clone();
    let what = move || shared.fill("token-end-of", &[("label", name.clone().into())]);
    let press = move |_| end.run(End { token: id.get_value() });
    view! {
        <li><span class="grow"><b>{label}</b>" "<span class="quiet">{about}</span></span>
            <button class="end-token" aria-label=what on:click=press>{shared.say("token-end")}</button></li>
    }
}
