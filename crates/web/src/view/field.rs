//! A field of a form, with its words.

use leptos::prelude::*;

use super::app::shared;

/// A text that is asked for.
#[component]
pub(crate) fn Field(
    /// The id of the field.
    id: &'static str,
    /// The id of its words.
    label: &'static str,
    /// What is in it.
    value: RwSignal<String>,
    /// `text` or `password`.
    #[prop(default = "text")]
    kind: &'static str,
    /// What the browser may fill in.
    #[prop(default = "off")]
    autocomplete: &'static str,
    /// The most letters.
    #[prop(default = 24)]
    most: u32,
    /// Whether it may be left empty.
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
