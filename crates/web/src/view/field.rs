//! A labelled form field.

use leptos::prelude::*;

use super::app::shared;

/// A text field.
#[component]
pub(crate) fn Field(
    /// The id of the field.
    id: &'static str,
    /// The text id of its label.
    label: &'static str,
    /// Its value.
    value: RwSignal<String>,
    /// `text` or `password`.
    #[prop(default = "text")]
    kind: &'static str,
    /// The `autocomplete` value.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// The maximum length.
    #[prop(default = 24)]
    most: u32,
    /// Whether it may be empty.
    #[prop(optional)]
    may_be_empty: bool,
) -> impl IntoView {
    let shared = shared();
    view! {
        <label>{shared.say(label)}
            <input type=kind id=id maxlength=most autocomplete=autocomplete required=!may_be_empty
                prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
        </label>
    }
}
