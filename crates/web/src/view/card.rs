//! The card of prices and bonuses: docked beside the game if there is space, otherwise over the market, and
//! on a phone in a tab that shares the market's space. It never covers the log.

use leptos::prelude::*;
use mergemaker_engine::{Chain, Preset, Sizes, Tier};
use mergemaker_web::card::{CardRow, Placement, bonus_ids, comes_first, rows};
use mergemaker_web::keys::{Command, Key, KeyContext};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::browser;
use super::mark::{named_mark, place_head};

/// The card of a game screen: its placement, and whether it is open.
#[derive(Clone, Copy)]
pub(crate) struct Card {
    placement: Memo<Placement>,
    preset: Preset,
    /// The reader's choice to open or close it.
    chosen: RwSignal<Option<bool>>,
}

impl Card {
    /// The card of a game, open by default if there is space.
    pub(crate) fn new(scene: Signal<Scene>) -> Card {
        // The rules do not change during a game.
        let preset = scene.with_untracked(|scene| scene.view.rules().preset());
        let size = RwSignal::new(());
        let resized = window_event_listener(leptos::ev::resize, move |_| size.set(()));
        on_cleanup(move || resized.remove());
        let placement = Memo::new(move |_| {
            size.track();
            Placement::on(preset, browser::fits)
        });
        Card { placement, preset, chosen: RwSignal::new(None) }
    }

    fn is_open(self) -> bool {
        self.placement.get().is_open(self.preset, self.chosen.get())
    }

    /// Whether it is open in a placement.
    fn is_open_in(self, placement: Placement) -> bool {
        self.placement.get() == placement && self.is_open()
    }

    /// Opens it, or closes it if it can be closed.
    pub(crate) fn toggle(self) {
        self.chosen.set(Some(!untrack(|| self.is_open())));
    }

    /// Closes it if it covers something.
    pub(crate) fn close(self) {
        if self.placement.get_untracked() == Placement::Overlay {
            self.chosen.set(Some(false));
        }
    }
}

/// The button to show the card, unless it is always shown, and the card if it is over the market.
#[component]
pub(crate) fn CardButton(scene: Signal<Scene>, card: Card, context: Memo<KeyContext>) -> impl IntoView {
    let shared = shared();
    let has_button =
        move || card.placement.get() != Placement::Tab && !card.placement.get().is_fixed(card.preset);
    let key = move || context.get().key(shared.theme(), Command::Card).and_then(Key::cap);
    view! {
        <Show when=has_button>
            <button class="plain" id="prices-button" aria-expanded=move || card.is_open().to_string()
                aria-controls="prices" on:click=move |_| card.toggle()>
                <kbd aria-hidden="true">{key}</kbd>{shared.say("card-about")}</button>
        </Show>
        <Show when=move || card.is_open_in(Placement::Overlay)><Prices scene card class="prices over"/></Show>
    }
}

/// The docked card, above the log.
#[component]
pub(crate) fn DockedCard(scene: Signal<Scene>, card: Card) -> impl IntoView {
    view! { <Show when=move || card.is_open_in(Placement::Docked)><Prices scene card class="panel prices"/></Show> }
}

/// On a phone, the tabs of card and market, and the card if chosen. The market hides itself.
#[component]
pub(crate) fn CardTab(scene: Signal<Scene>, card: Card) -> impl IntoView {
    let shared = shared();
    let tab = move |is_card: bool, word: &'static str, id: &'static str| {
        view! {
            <label><input type="radio" name="tab" id=id prop:checked=move || card.is_open() == is_card
                on:change=move |_| card.chosen.set(Some(is_card))/><span>{shared.say(word)}</span></label>
        }
    };
    let tabs = move || {
        let mut tabs = [(false, "market", "tab-market"), (true, "card", "tab-prices")];
        if comes_first(card.preset) {
            tabs.reverse();
        }
        tabs.map(|(is_card, word, id)| tab(is_card, word, id))
    };
    view! {
        <Show when=move || card.placement.get() == Placement::Tab>
            <fieldset class="segments tabs"><legend class="unseen">{shared.say("tabs")}</legend>{tabs()}</fieldset>
        </Show>
        <Show when=move || card.is_open_in(Placement::Tab)><Prices scene card class="panel prices tab"/></Show>
    }
}

#[component]
fn Prices(scene: Signal<Scene>, card: Card, class: &'static str) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| scene.with(|scene| rows(&scene.view)));
    let places = scene.with_untracked(|scene| bonus_ids(scene.view.rules().options().bonuses));
    let cell = move |cell: Option<(Sizes, Vec<Chain>)>| {
        let Some((sizes, chains)) = cell else { return view! { <td class="none"></td> }.into_any() };
        let marks = chains.iter().map(|&chain| named_mark(chain));
        view! { <td class:here=!chains.is_empty()>{marks.collect_view()}" "{sizes.to_string()}</td> }
            .into_any()
    };
    let line = move |row: CardRow| {
        view! {
            <tr>
                {row.cells.map(cell)}
                <th scope="row">{row.price.to_string()}</th>
                {row.bonuses.into_iter().map(|bonus| view! { <td>{bonus.to_string()}</td> }).collect_view()}
            </tr>
        }
    };
    let tiers = Tier::ALL.map(|tier| {
        view! { <th scope="col">{tier.chains().map(named_mark).collect_view()}</th> }
    });
    let can_close =
        move || card.placement.get() != Placement::Tab && !card.placement.get().is_fixed(card.preset);
    view! {
        <aside class=class id="prices" aria-labelledby="prices-title">
            <div class="prices-head">
                <h2 id="prices-title">{shared.say("card-about")}</h2>
                <Show when=can_close>
                    <button class="plain" id="prices-close" on:click=move |_| card.chosen.set(Some(false))>{shared.say("close")}</button>
                </Show>
            </div>
            <div class="prices-table" tabindex="0" role="group" aria-labelledby="prices-title">
            <table>
                <caption class="unseen">{shared.say("card-about")}</caption>
                <thead><tr>{tiers}<th scope="col">{shared.say("card-price")}</th>
                    {places.into_iter().enumerate().map(|(index, id)| place_head(index, id)).collect_view()}</tr></thead>
                <tbody>{move || lines.get().into_iter().map(line).collect_view()}</tbody>
            </table>
            </div>
        </aside>
    }
}
