//! A dialog that everything else waits for: the browser keeps the focus in it.

use leptos::html;
use leptos::prelude::*;

/// A dialog, shown for as long as it is there.
#[component]
pub(crate) fn Dialog(
    /// How it looks.
    class: &'static str,
    /// The id of its heading.
    heading: &'static str,
    /// Done when it is left without an answer, by Escape or what a phone has for it; one without stays until it is
    /// answered.
    #[prop(optional, into)]
    cancel: Option<Callback<()>>,
    /// What it shows.
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let show = move || {
        if let Some(dialog) = dialog.get() {
            // One that is shown already stays so.
            let _ = dialog.show_modal();
        }
    };
    Effect::new(show);
    // Escape closes any dialog, but this one is gone only when it is no longer asked for.
    let closed = move |_| match cancel {
        Some(cancel) => drop(cancel.try_run(())),
        None => show(),
    };
    view! { <dialog node_ref=dialog class=class aria-labelledby=heading on:close=closed>{children()}</dialog> }
}
