//! Muted people.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::Person;
use mergemaker_protocol::api::muted::List;

use super::super::app::shared;
use super::super::net;

/// Muted people, with buttons to unmute them. Empty if there are none.
#[component]
pub(super) fn Muted() -> impl IntoView {
    let shared = shared();
    let people = RwSignal::new(Vec::<Person>::new());
    let trouble = RwSignal::new(None);
    spawn_local(async move {
        if let Ok(list) = net::ask(List {}).await {
            let _ = people.try_set(list);
        }
    });
    let line = move |person: Person| {
        let id = StoredValue::new(person.id);
        let unmute = move |_| {
            spawn_local(async move {
                match net::set_muted(id.get_value(), false).await {
                    Ok(list) => drop(people.try_set(list)),
                    Err(why) => drop(trouble.try_set(Some(why.words()))),
                }
            });
        };
        view! { <li><b class="grow">{person.name}</b><button on:click=unmute>{shared.say("hear-again")}</button></li> }
    };
    move || {
        (!people.read().is_empty()).then(|| {
            view! {
                <section class="card" aria-labelledby="muted">
                    <h2 id="muted">{shared.say("muted-people")}</h2>
                    <ul class="lines">{people.get().into_iter().map(line).collect_view()}</ul>
                    <p class="trouble" role="alert">{move || trouble.get().map(|id| shared.fill(id, &[]))}</p>
                </section>
            }
        })
    }
}
