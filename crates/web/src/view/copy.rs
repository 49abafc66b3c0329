//! Copying a text, with feedback.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::app::shared;
use super::browser;

/// A button that copies a text. If the browser does not allow it, the text is shown for copying by hand.
#[component]
pub(crate) fn Copy(
    id: &'static str,
    /// The button's label.
    label: &'static str,
    /// Returns the text when needed.
    text: Callback<(), String>,
) -> impl IntoView {
    let shared = shared();
    let is_copied = RwSignal::new(false);
    let by_hand = RwSignal::new(None::<String>);
    let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
    let copy = move |_| {
        let text = text.run(());
        spawn_local(async move {
            if browser::copied(&text).await {
                by_hand.set(None);
                is_copied.set(true);
                let forget = move || {
                    is_copied.try_set(false);
                };
                timer.try_update_value(|timer| {
                    *timer = Some(gloo_timers::callback::Timeout::new(2_000, forget));
                });
            } else {
                by_hand.set(Some(text));
            }
        });
    };
    view! {
        <button type="button" id=id on:click=copy>{shared.say(label)}</button>
        <span class="quiet" role="status">{move || is_copied.get().then(|| shared.fill("copied", &[]))}</span>
        {move || by_hand.get().map(|text| view! {
            <label class="by-hand">{shared.say("copy-by-hand")}<input type="text" readonly value=text/></label>
        })}
    }
}
