//! Muted people.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::muted::List;
use mergemaker_protocol::{PageQuery, Person};

use super::super::app::shared;
use super::super::net;
use super::super::paged::{More, Paged};

/// Muted people, with buttons to unmute them. Empty if there are none.
#[component]
pub(super) fn Muted() -> impl IntoView {
    let shared = shared();
    let people = Paged::<Person>::new();
    spawn_local(async move { people.show(net::ask(List { query: PageQuery::default() }).await) });
    let more = Callback::new(move |()| people.load_more(|query| List { query }));
    let line = move |person: Person| {
        let id = StoredValue::new(person.id);
        let unmute =
            move |_| spawn_local(async move { people.show(net::set_muted(id.get_value(), false).await) });
        view! { <li><b class="grow">{person.name}</b><button on:click=unmute>{shared.say("hear-again")}</button></li> }
    };
    move || {
        (!people.items.read().is_empty()).then(|| {
            view! {
                <section class="card" aria-labelledby="muted">
                    <h2 id="muted">{shared.say("muted-people")}</h2>
                    <ul class="lines">{people.items.get().into_iter().map(line).collect_view()}</ul>
                    <More list=people load=more/>
                </section>
            }
        })
    }
}
