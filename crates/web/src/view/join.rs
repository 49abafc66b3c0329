//! Joining a game: one field for a link, an id or a code.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::tables::{Show, WithCode};
use mergemaker_protocol::{RefusalCode, TableId};
use mergemaker_web::people::Destination;
use mergemaker_web::route::Route;

use super::app::shared;
use super::browser;
use super::net;

/// The field and its button.
#[component]
pub(crate) fn Join() -> impl IntoView {
    let shared = shared();
    let text = RwSignal::new(String::new());
    let trouble = RwSignal::new(None);
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        trouble.set(None);
        match Destination::of(&text.get_untracked(), &browser::host()) {
            None => trouble.set(Some(shared.fill("join-unreadable", &[]))),
            Some(Destination::Elsewhere { host, page }) => spawn_local(async move {
                // A server may have several names: it is this server if it has the table.
                let is_here = matches!(&page, Route::Table { table } if is_known(table).await);
                if is_here {
                    shared.go(page);
                } else {
                    let _ = trouble.try_set(Some(shared.fill("join-elsewhere", &[("host", host.into())])));
                }
            }),
            Some(Destination::Page(route)) => shared.go(route),
            Some(Destination::Code(code)) => spawn_local(async move {
                match net::ask(WithCode { code }).await {
                    Ok(table) => shared.go(Route::Table { table: table.id.0 }),
                    Err(why) => {
                        let words = match why.code() {
                            Some(RefusalCode::NotFound) => "join-no-table",
                            _ => why.words(),
                        };
                        let _ = trouble.try_set(Some(shared.fill(words, &[])));
                    }
                }
            }),
        }
    };
    view! {
        <form class="card join" aria-labelledby="join-heading" on:submit=go>
            <h2 id="join-heading">{shared.say("join-game")}</h2>
            <div class="in-line">
                <label>{shared.say("link-or-code")}
                    <input type="text" id="join-text" autocomplete="off" autocapitalize="characters" spellcheck="false" required
                        prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/></label>
                <button id="join">{shared.say("join")}</button>
            </div>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
        </form>
    }
}

/// Whether the server has a table.
async fn is_known(table: &str) -> bool {
    net::ask(Show { table: TableId(table.to_owned()) }).await.is_ok()
}
