//! Choosing the rules: a preset, with any options changed.

use leptos::prelude::*;
use mergemaker_engine::{OPTIONS, OptionInfo, Options, Preset};
use mergemaker_web::options::{presets, rules, with_choice};

use super::app::shared;

/// The choice of a preset, with every option below it.
#[component]
pub(crate) fn RulesChoice(
    /// The id of the preset's control, and the prefix of the options' ids.
    id: &'static str,
    /// The chosen options.
    options: RwSignal<Options>,
    /// The number of players.
    #[prop(into)]
    players: Signal<usize>,
    /// Other settings to show below the options.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    // The option changed by the last choice.
    let note = RwSignal::new(None);
    let choose = move |event| {
        if let Ok(preset) = event_target_value(&event).parse::<Preset>() {
            note.set(None);
            options.set(Options::of(preset));
        }
    };
    let preset = move |preset: Preset| {
        view! {
            <option value=preset.id() prop:selected=move || options.get().preset() == preset>
                {move || shared.fill(&format!("preset-{}", preset.id()), &[])}</option>
        }
    };
    let is_custom = move || options.get().preset() == Preset::Custom;
    let trouble = move || rules(options.get(), players.get()).err().map(|id| shared.fill(id, &[]));
    view! {
        <label>{shared.say("rules")}
            <select id=id on:change=choose>
                {presets().into_iter().map(preset).collect_view()}
                {move || is_custom().then(|| preset(Preset::Custom))}
            </select>
        </label>
        {move || (!is_custom()).then(|| {
            let advice = format!("preset-{}-first", options.get().preset().id());
            view! { <p class="quiet" id=format!("{id}-first")>{shared.fill(&advice, &[])}</p> }
        })}
        <details class="more-options" id=format!("{id}-more") aria-label=shared.say("more-options")>
            <summary>{shared.say("more-options")}</summary>
            <div class="options">
                {children.map(|children| children())}
                {OPTIONS.map(|option| view! { <OptionChoice id option options note/> }).collect_view()}
            </div>
        </details>
        <p class="quiet" role="status" id=format!("{id}-told")>{move || note.get().map(|id| shared.fill(id, &[]))}</p>
        <p class="trouble" role="alert" id=format!("{id}-trouble")>{trouble}</p>
    }
}

/// One option: its values, and what the chosen one means.
#[component]
fn OptionChoice(
    id: &'static str,
    option: OptionInfo,
    options: RwSignal<Options>,
    /// The text id for the option changed by the last choice.
    note: RwSignal<Option<&'static str>>,
) -> impl IntoView {
    let shared = shared();
    let own_id = format!("{id}-{}", option.id);
    let about_id = format!("{own_id}-about");
    let value = Memo::new(move |_| option.value(&options.get()));
    let about = move || shared.fill(&format!("option-{}-{}-about", option.id, value.get()), &[]);
    let choose = move |event| {
        if let Some((next, words)) =
            with_choice(options.get_untracked(), option.id, &event_target_value(&event))
        {
            note.set(words);
            options.set(next);
        }
    };
    let values = option.values.iter().map(|&each| {
        view! {
            <option value=each prop:selected=move || value.get() == each>
                {move || shared.fill(&format!("option-{}-{each}", option.id), &[])}</option>
        }
    });
    view! {
        <div class="option">
            <label>{move || shared.fill(&format!("option-{}", option.id), &[])}
                <select id=own_id aria-describedby=about_id.clone() on:change=choose>{values.collect_view()}</select>
            </label>
            <p class="quiet" id=about_id>{about}</p>
        </div>
    }
}

/// Describes the rules of a table: the preset, and below it every option.
#[component]
pub(crate) fn RulesInWords(rules: mergemaker_engine::Rules) -> impl IntoView {
    let shared = shared();
    let preset = move || shared.fill(&format!("preset-{}", rules.preset().id()), &[]);
    let lines = rules.options().values().map(|(option, value)| {
        view! {
            <li>
                {move || shared.fill(&format!("option-{option}"), &[])}": "
                <b>{move || shared.fill(&format!("option-{option}-{value}"), &[])}</b>
            </li>
        }
    });
    view! {
        <details class="more-options rules-in-words" aria-label=shared.say("rules")><summary>{shared.say("rules")}": "{preset}</summary><ul>{lines}</ul></details>
    }
}
