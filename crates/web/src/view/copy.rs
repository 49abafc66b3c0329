//! A button that puts a text where it can be pasted from, and says so.

use leptos::prelude::*;

use super::app::shared;
use super::browser;

/// Copies a text.
#[component]
pub(crate) fn Copy(
    /// The id of the button.
    id: &'static str,
    /// What is copied.
    text: String,
) -> impl IntoView {
    let shared = shared();
    let is_copied = RwSignal::new(false);
    let copy = move |_| {
        browser::copy(&text);
        is_copied.set(true);
    };
    view! {
        <button type="button" id=id on:click=copy>
            <span aria-live="polite">{move || shared.fill(if is_copied.get() { "copied" } else { "copy" }, &[])}</span>
        </button>
    }
}
