//! The browsers in which the visitor is logged in.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::sessions::{End, List};
use mergemaker_protocol::{PageQuery, Session};

use super::super::app::shared;
use super::super::browser;
use super::super::net;
use super::super::paged::{More, Paged};

/// The browsers, with buttons to log out in each of the others.
#[component]
pub(super) fn Sessions() -> impl IntoView {
    let shared = shared();
    let sessions = Paged::<Session>::new();
    spawn_local(async move { sessions.show(net::ask(List { query: PageQuery::default() }).await) });
    let more = Callback::new(move |()| sessions.load_more(|query| List { query }));
    let line = move |session: Session| {
        let id = StoredValue::new(session.id);
        let end = move |_| {
            spawn_local(async move { sessions.show(net::ask(End { session: id.get_value() }).await) });
        };
        let label = StoredValue::new(session.label);
        let name = move || {
            let label = label.get_value();
            if label.is_empty() { shared.fill("some-browser", &[]) } else { label }
        };
        let used = move || {
            let date = browser::day(session.used_at, shared.words().language());
            shared.fill("last-used", &[("date", date.into())])
        };
        let what = move || shared.fill("log-out-of", &[("label", name().into())]);
        let button = (!session.is_current).then(|| {
            view! {
                <button class="end-session" aria-label=what on:click=end>{shared.say("log-out")}</button>
            }
        });
        let tag = session.is_current.then(|| view! { <span class="tag">{shared.say("this-browser")}</span> });
        view! { <li><span class="grow"><b>{name}</b>" "{tag}" "<span class="quiet">{used}</span></span>{button}</li> }
    };
    view! {
        <ul class="lines" id="browsers">{move || sessions.items.get().into_iter().map(line).collect_view()}</ul>
        <More list=sessions load=more/>
    }
}
