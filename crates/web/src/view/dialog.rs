//! A modal dialog: the browser keeps the focus in it.

use leptos::html;
use leptos::prelude::*;

/// A dialog, open while mounted.
#[component]
pub(crate) fn Dialog(
    /// Its CSS class.
    class: &'static str,
    /// The id of its heading.
    heading: &'static str,
    /// Called when it is dismissed, by Escape or a phone's back gesture. Without it, the dialog cannot be
    /// dismissed.
    #[prop(optional, into)]
    cancel: Option<Callback<()>>,
    /// Its content.
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    let show = move || {
        if let Some(dialog) = dialog.get() {
            // It fails only if the dialog is open already.
            let _ = dialog.show_modal();
        }
    };
    Effect::new(show);
    // Escape closes any dialog, but only the owner decides when this one goes.
    let closed = move |_| match cancel {
        Some(cancel) => drop(cancel.try_run(())),
        None => show(),
    };
    view! { <dialog node_ref=dialog class=class aria-labelledby=heading on:close=closed>{children()}</dialog> }
}
