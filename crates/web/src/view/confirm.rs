//! A question before something that cannot be undone.

use leptos::prelude::*;

use super::app::shared;
use super::dialog::Dialog;

/// Asks whether it is meant. Escape and the first button mean no.
#[component]
pub(crate) fn Confirm(
    /// The id of the words of its heading.
    heading: &'static str,
    /// The id of the words for yes.
    yes: &'static str,
    /// Done where it is meant.
    then: Callback<()>,
    /// Whether it is asked.
    is_asked: RwSignal<bool>,
    /// What it means.
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
