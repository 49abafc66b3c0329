//! The keyboard of the game: what each key does, and the sheet that says so.
//!
//! What cannot be taken back needs two presses: a digit or a letter chooses, the same again, or Enter, does it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Phase};
use mergemaker_web::disposal::ways;
use mergemaker_web::market::Basket;
use mergemaker_web::offer::{Deal, STEP, Way, partners};
use mergemaker_web::scene::Scene;
use wasm_bindgen::JsCast;

use super::app::shared;
use super::browser;
use super::dialog::Dialog;
use super::game::Draft;

/// A key of the sheet: as it is written on every keyboard, or by the id of its words.
enum Cap {
    As(&'static str),
    Said(&'static str),
}

use Cap::{As, Said};

/// Every key, and the id of what it does.
const KEYS: &[(&[Cap], &str)] = &[
    (&[As("1"), As("–"), As("6")], "keys-1-6"),
    (&[Said("key-enter")], "keys-enter"),
    (&[As("L T A W F I C")], "keys-chain"),
    (&[Said("key-shift"), As("L T A …")], "keys-shift-chain"),
    (&[Said("key-backspace")], "keys-backspace"),
    (&[As("1"), As("–"), As("4")], "keys-ways"),
    (&[As("↑"), As("↓")], "keys-up-down"),
    (&[As("→"), As("←")], "keys-right-left"),
    (&[As("E")], "keys-e"),
    (&[As("U")], "keys-u"),
    (&[As("O")], "keys-o"),
    (&[As("1"), As("–"), As("5")], "keys-offer-partner"),
    (&[As("L T A …")], "keys-offer-give"),
    (&[Said("key-shift"), As("L T A …")], "keys-offer-get"),
    (&[As("↑"), As("↓")], "keys-offer-money"),
    (&[As("1"), As("2")], "keys-answer"),
    (&[As("P")], "keys-card"),
    (&[As("H")], "keys-hint"),
    (&[Said("key-escape")], "keys-escape"),
    (&[As("?")], "keys-help"),
];

/// The sheet with all keys.
#[component]
pub(crate) fn KeySheet(close: Callback<()>) -> impl IntoView {
    let shared = shared();
    let line = move |(caps, what): &(&'static [Cap], &'static str)| {
        let caps = caps.iter().map(|cap| match cap {
            As("–") => view! { "–" }.into_any(),
            As(text) => view! { <kbd>{*text}</kbd> }.into_any(),
            Said(id) => view! { <kbd>{shared.say(id)}</kbd> }.into_any(),
        });
        view! { <tr><th scope="row">{caps.collect_view()}</th><td>{shared.say(what)}</td></tr> }
    };
    view! {
        <Dialog class="overlay" heading="keys" cancel=close on:click=move |_| close.run(())>
            <section class="sheet keys">
                <h2 id="keys">{shared.say("keys")}</h2>
                <table aria-labelledby="keys">
                    <thead class="unseen"><tr><th scope="col">{shared.say("keys-do")}</th><th scope="col">{shared.say("keys-what")}</th></tr></thead>
                    <tbody>{KEYS.iter().map(line).collect_view()}</tbody>
                </table>
                <button on:click=move |_| close.run(())>{shared.say("close")}</button>
            </section>
        </Dialog>
    }
}

/// What a key does.
pub(crate) fn press(
    event: &KeyboardEvent,
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
    undo: Callback<()>,
) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.is_composing() {
        return;
    }
    let on = Place::of(event);
    let scene = scene.get_untracked();
    let Some(phase) = scene.asked().filter(|_| on != Place::Field) else { return };
    let key = event.key();
    // Enter on a button presses that button, and no other.
    if key == "Enter" && on == Place::Button {
        return;
    }
    let is_used = match draft.deal.get_untracked() {
        Some(_) if on == Place::List && key.starts_with("Arrow") => false,
        Some(deal) => offer(&key, event.shift_key(), deal, &scene, draft, act),
        None => decide(&key, event.shift_key(), phase, on, &scene, draft, act, undo),
    };
    if is_used {
        event.prevent_default();
    }
}

/// Where the focus is when a key is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Where one types.
    Field,
    /// On a button, which Enter presses.
    Button,
    /// On something that has its own use for arrow keys.
    List,
    /// Nowhere in particular.
    Page,
}

impl Place {
    fn of(event: &KeyboardEvent) -> Place {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is = |selector| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
        if browser::is_typing(event) {
            Place::Field
        } else if is("button, a, summary") {
            Place::Button
        } else if is("input, [tabindex]:not([tabindex='-1'])") {
            Place::List
        } else {
            Place::Page
        }
    }
}

fn chain_of(key: &str) -> Option<Chain> {
    let letter = key.chars().next().filter(|_| key.len() == 1)?;
    Chain::from_letter(letter.to_ascii_uppercase())
}

fn digit_of(key: &str) -> Option<usize> {
    key.parse::<usize>().ok().filter(|digit| (1..=6).contains(digit))
}

/// What a key does while an offer is put together; whether it does anything.
fn offer(key: &str, is_shift: bool, deal: Deal, scene: &Scene, draft: Draft, act: Callback<Action>) -> bool {
    let view = &scene.view;
    let change = |next: Option<Deal>| {
        if next.is_some() {
            draft.deal.set(next);
        }
        true
    };
    match key {
        "Enter" if deal.trouble(view).is_none() => {
            act.run(deal.action());
            true
        }
        "Backspace" => change(Deal::start(view)),
        "ArrowUp" => change(deal.cash(view, Way::Take, STEP, true)),
        "ArrowDown" => change(deal.cash(view, Way::Give, STEP, true)),
        _ if let Some(digit) = digit_of(key) => {
            change(partners(view).get(digit - 1).map(|&seat| deal.to(view, seat)))
        }
        _ if let Some(chain) = chain_of(key) => {
            let way = if is_shift { Way::Take } else { Way::Give };
            change(deal.share(view, way, chain, true))
        }
        _ => false,
    }
}

/// What a key does about the decision that is asked for; whether it does anything.
#[allow(clippy::too_many_arguments)]
fn decide(
    key: &str,
    is_shift: bool,
    phase: Phase,
    on: Place,
    scene: &Scene,
    draft: Draft,
    act: Callback<Action>,
    undo: Callback<()>,
) -> bool {
    let view = &scene.view;
    match (phase, key) {
        (_, "u" | "U") if scene.can_take_back => undo.run(()),
        (_, "e" | "E") if view.check(&Action::DeclareEnd).is_ok() => {
            if draft.declares.get_untracked() {
                act.run(Action::DeclareEnd);
            } else {
                draft.declares.set(true);
            }
        }
        (_, "Enter") if draft.declares.get_untracked() => act.run(Action::DeclareEnd),
        (Phase::Tile, "o" | "O") => draft.deal.set(Deal::start(view)),
        (Phase::Tile, "Enter") => {
            if let Some(tile) = draft.tile.get_untracked().filter(|&tile| scene.outlook(tile).is_playable()) {
                act.run(Action::Place { tile });
            } else if view.check(&Action::Pass).is_ok() {
                act.run(Action::Pass);
            }
        }
        (Phase::Tile, _) if let Some(digit) = digit_of(key) => {
            let Some(&(tile, outlook)) = scene.hand().get(digit - 1) else { return false };
            if draft.tile.get_untracked() == Some(tile) && outlook.is_playable() {
                act.run(Action::Place { tile });
            } else {
                draft.tile.set(Some(tile));
            }
        }
        (Phase::Answer, "Enter") => {
            if let Some(accept) = draft.answer.get_untracked() {
                act.run(Action::TradeAnswer { accept });
            }
        }
        (Phase::Answer, "1" | "2") => {
            let accept = key == "1";
            if draft.answer.get_untracked() == Some(accept) {
                act.run(Action::TradeAnswer { accept });
            } else {
                draft.answer.set(Some(accept));
            }
        }
        (Phase::Found | Phase::Survivor | Phase::Defunct, _) if let Some(chain) = chain_of(key) => {
            let choices =
                [Action::Found { chain, at: None }, Action::Survivor { chain }, Action::Defunct { chain }];
            if let Some(action) = choices.iter().find(|action| view.check(action).is_ok()) {
                act.run(*action);
            }
        }
        (Phase::Buy, "Backspace") => draft.basket.set(Basket::default()),
        (Phase::Buy, "Enter") => act.run(draft.basket.get_untracked().action()),
        (Phase::Buy, _) if let Some(chain) = chain_of(key) => {
            let basket = draft.basket.get_untracked();
            let next = if is_shift { Some(basket.without(chain)) } else { basket.with(view, chain) };
            if let Some(next) = next {
                draft.basket.set(next);
            }
        }
        (Phase::Dispose, "Enter") => act.run(draft.disposal.get_untracked().action()),
        (Phase::Dispose, _) if let Some(digit) = digit_of(key) => {
            let Some(way) = ways(view).get(digit - 1).copied() else { return false };
            if draft.way.get_untracked() == Some(way.id) {
                act.run(way.disposal.action());
            } else {
                draft.way.set(Some(way.id));
                draft.disposal.set(way.disposal);
            }
        }
        (Phase::Dispose, "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight") if on != Place::List => {
            let (sell, trade) = match key {
                "ArrowUp" => (1, 0),
                "ArrowDown" => (-1, 0),
                "ArrowRight" => (0, 2),
                _ => (0, -2),
            };
            if let Some(next) = draft.disposal.get_untracked().changed(view, sell, trade) {
                draft.way.set(None);
                draft.disposal.set(next);
            }
        }
        (Phase::Close, "Enter") => act.run(Action::EndTurn),
        (Phase::Exchange, "Enter") => {
            let Some(action) = view.exchange_all() else { return false };
            act.run(action);
        }
        _ => return false,
    }
    true
}
