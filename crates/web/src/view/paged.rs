//! Lists of the server that are loaded page by page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::{Cursor, Endpoint, Page, PageQuery};

use super::app::shared;
use super::net;

/// A list, as far as it is loaded.
pub(crate) struct Paged<T: Send + Sync + 'static> {
    /// The items.
    pub(crate) items: RwSignal<Vec<T>>,
    /// Where the next page begins.
    next: RwSignal<Option<Cursor>>,
    /// The id of a text that explains what went wrong.
    pub(crate) trouble: RwSignal<Option<&'static str>>,
}

impl<T: Send + Sync + 'static> Clone for Paged<T> {
    fn clone(&self) -> Paged<T> {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Paged<T> {}

impl<T: Send + Sync + 'static> Paged<T> {
    /// An empty list.
    pub(crate) fn new() -> Paged<T> {
        Paged { items: RwSignal::new(Vec::new()), next: RwSignal::new(None), trouble: RwSignal::new(None) }
    }

    /// Shows the first page, or why there is none.
    pub(crate) fn show(self, answer: Result<Page<T>, net::Trouble>) {
        match answer {
            Ok(page) => {
                let _ = self.next.try_set(page.next);
                let _ = self.items.try_set(page.items);
            }
            Err(why) => drop(self.trouble.try_set(Some(why.words()))),
        }
    }

    /// Loads the next page.
    pub(crate) fn load_more<E: Endpoint<Answer = Page<T>>>(self, request: impl FnOnce(PageQuery) -> E) {
        self.trouble.set(None);
        let request = request(PageQuery { before: self.next.get_untracked(), limit: None });
        spawn_local(async move {
            match net::ask(request).await {
                Ok(page) => {
                    let _ = self.next.try_set(page.next);
                    let _ = self.items.try_update(|items| items.extend(page.items));
                }
                Err(why) => drop(self.trouble.try_set(Some(why.words()))),
            }
        });
    }

    /// Whether there is a next page.
    pub(crate) fn has_more(self) -> bool {
        self.next.read().is_some()
    }
}

/// The button for the next page of a list, and what went wrong with it.
#[component]
pub(crate) fn More<T: Send + Sync + 'static>(list: Paged<T>, load: Callback<()>) -> impl IntoView {
    let shared = shared();
    view! {
        <Show when=move || list.has_more()>
            <button type="button" class="more" on:click=move |_| load.run(())>{shared.say("show-more")}</button>
        </Show>
        <p class="trouble" role="alert">{move || list.trouble.get().map(|id| shared.fill(id, &[]))}</p>
    }
}
