//! What players agree on besides the rules: whether they are asked about dead tiles, and what the page
//! remembers with hidden holdings.

use leptos::prelude::*;
use mergemaker_engine::Options;
use mergemaker_web::local::Customs;
use mergemaker_web::memory::Memory;

use super::app::shared;

/// A switch during a game for being asked about dead tiles.
#[component]
pub(crate) fn AskSwitch(
    /// The text id of its label.
    label: &'static str,
    #[prop(into)] asks: Signal<bool>,
    ask: Callback<bool>,
) -> impl IntoView {
    let shared = shared();
    view! {
        <div class="means">
            <button class="plain" id="ask-dead-tiles" role="switch" aria-checked=move || asks.get().to_string()
                title=shared.say("ask-dead-tiles-about") on:click=move |_| ask.run(!asks.get_untracked())>
                <span class="switch" aria-hidden="true"></span>{shared.say(label)}</button>
        </div>
    }
}

/// The customs of a new game, as far as its rules allow a choice.
#[component]
pub(crate) fn CustomsChoice(
    /// The prefix of the ids.
    id: &'static str,
    options: RwSignal<Options>,
    customs: RwSignal<Customs>,
    /// The text id of the label for dead tiles.
    label: &'static str,
) -> impl IntoView {
    let shared = shared();
    let has_choice = Memo::new(move |_| options.get().has_dead_tile_choice());
    let memory = Signal::derive(move || customs.get().memory);
    let remember = Callback::new(move |memory| customs.update(|customs| customs.memory = memory));
    view! {
        <MemoryChoice id options memory remember/>
        <Show when=move || has_choice.get()>
            <label class="tick" title=shared.say("ask-dead-tiles-about")>
                <input type="checkbox" id=format!("{id}-ask-dead-tiles") prop:checked=move || customs.get().asks
                    on:change=move |event| customs.update(|customs| customs.asks = event_target_checked(&event))/>
                <span>{shared.say(label)}</span></label>
        </Show>
    }
}

/// The choice of what the page remembers with hidden holdings.
#[component]
pub(crate) fn MemoryChoice(
    /// The prefix of the ids.
    id: &'static str,
    options: RwSignal<Options>,
    memory: Signal<Memory>,
    remember: Callback<Memory>,
) -> impl IntoView {
    let shared = shared();
    let is_hidden = Memo::new(move |_| options.get().hides_holdings());
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some(memory) = Memory::ALL.into_iter().find(|memory| memory.id() == chosen) {
            remember.run(memory);
        }
    };
    let about_id = format!("{id}-memory-about");
    view! {
        <Show when=move || is_hidden.get()>
            <div class="option">
                <label>{shared.say("memory")}
                    <select id=format!("{id}-memory") aria-describedby=about_id.clone() on:change=choose>
                        {Memory::ALL.map(|each| view! {
                            <option value=each.id() prop:selected=move || memory.get() == each>
                                {shared.say(match each {
                                    Memory::None => "memory-none",
                                    Memory::Mergers => "memory-mergers",
                                    Memory::All => "memory-all",
                                })}</option>
                        })}
                    </select>
                </label>
                <p class="quiet" id=about_id.clone()>{move || shared.fill(&format!("memory-{}-about", memory.get().id()), &[])}</p>
            </div>
        </Show>
    }
}
