//! Tokens: with one, a program plays in our name.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::Token;
use mergemaker_protocol::api::tokens::{Create, End, List, TokenForm};

use super::super::app::shared;
use super::super::browser;
use super::super::copy::Copy;
use super::super::field::Field;
use super::super::net::{self, Trouble};

/// The tokens there are, and a new one.
#[component]
pub(super) fn Tokens() -> impl IntoView {
    let shared = shared();
    let tokens = RwSignal::new(Vec::<Token>::new());
    let fresh = RwSignal::new(None::<String>);
    let label = RwSignal::new(String::new());
    let trouble = RwSignal::new(None);
    let show = move |result: Result<Vec<Token>, Trouble>| match result {
        Ok(list) => drop(tokens.try_set(list)),
        Err(why) => drop(trouble.try_set(Some(why.words()))),
    };
    spawn_local(async move { show(net::ask(List {}).await) });
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        trouble.set(None);
        spawn_local(async move {
            match net::ask(Create { body: TokenForm { label: label.get_untracked().trim().to_owned() } })
                .await
            {
                Ok(made) => {
                    // Both at once, or the longer list would move the new token and its button while they are read.
                    let list = net::ask(List {}).await;
                    let _ = fresh.try_set(Some(made.token));
                    let _ = label.try_set(String::new());
                    show(list);
                }
                Err(why) => drop(trouble.try_set(Some(why.words()))),
            }
        });
    };
    let line = move |token: Token| {
        let id = StoredValue::new(token.id);
        let end = move |_| {
            trouble.set(None);
            fresh.set(None);
            spawn_local(async move { show(net::ask(End { token: id.get_value() }).await) });
        };
        let until = move || {
            let date = browser::day(token.expires_at, shared.words().language());
            shared.fill("token-until", &[("date", date.into())])
        };
        let name = token.label.clone();
        let what = move || shared.fill("token-end-of", &[("label", name.clone().into())]);
        view! {
            <li><span class="grow"><b>{token.label.clone()}</b>" "<span class="quiet">{until}</span></span>
                <button class="end-token" aria-label=what on:click=end>{shared.say("token-end")}</button></li>
        }
    };
    view! {
        <section class="card" aria-labelledby="tokens">
            <h2 id="tokens">{shared.say("tokens")}</h2>
            <p class="quiet">{shared.say("tokens-about")}" "<a href="/api">{shared.say("api-page")}</a></p>
            <ul class="lines">{move || tokens.get().into_iter().map(line).collect_view()}</ul>
            {move || fresh.get().map(|token| view! {
                <div class="fresh" role="status">
                    <p>{shared.say("token-once")}</p>
                    <p><code id="token">{token.clone()}</code></p>
                    <Copy id="copy-token" label="copy" text=Callback::new(move |()| token.clone())/>
                </div>
            })}
            <form class="in-line" on:submit=make>
                <Field id="token-label" label="token-label" value=label/>
                <button id="make-token">{shared.say("token-make")}</button>
            </form>
            <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
        </section>
    }
}
