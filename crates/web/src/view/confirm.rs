//! A confirmation before something that cannot be undone.

use leptos::prelude::*;

use super::app::shared;
use super::dialog::Dialog;

/// Asks for confirmation. Escape and the first button mean no.
#[component]
pub(crate) fn Confirm(
    /// The text id of its heading.
    heading: &'static str,
    /// The text id of "yes".
    yes: &'static str,
    /// Called on "yes".
    then: Callback<()>,
    /// Whether the dialog is open.
    is_asked: RwSignal<bool>,
    /// The explanation.
    children: ChildrenFn,
) -> impl IntoView {
    let shared = shared();
    let children = StoredValue::new(children);
    let agree = move |_| {
        is_asked.set(false);
        then.run(());
    };
    view! {
        <Show when=move || is_asked.get()>
            <Dialog class="overlay" heading="confirm-heading" cancel=move |()| is_asked.set(false)>
                <section class="sheet">
                    <h2 id="confirm-heading">{shared.say(heading)}</h2>
                    {children.with_value(|children| children())}
                    <div class="means">
                        <button id="confirm-no" autofocus on:click=move |_| is_asked.set(false)>{shared.say("cancel")}</button>
                        <button id="confirm-yes" class="danger" on:click=agree>{shared.say(yes)}</button>
                    </div>
                </section>
            </Dialog>
        </Show>
    }
}
