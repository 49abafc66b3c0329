//! The keyboard of the game: acts on the table of keys (`mergemaker_web::keys`), and shows the list of all
//! keys.
//!
//! What cannot be undone needs two presses: a digit or a letter chooses, and the same key again, or Enter,
//! confirms. A held key counts as one press.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_engine::{Action, Money, Phase, Theme};
use mergemaker_web::disposal::ways;
use mergemaker_web::keys::{Cap, Command, Key, KeyContext, KeyRow, is_shared, list};
use mergemaker_web::market::Basket;
use mergemaker_web::offer::{Deal, Direction, partners};
use mergemaker_web::scene::Scene;
use wasm_bindgen::JsCast;

use super::app::shared;
use super::browser;
use super::card::Card;
use super::dialog::Dialog;
use super::game::Draft;
use super::hint::Advisor;

/// The list of all keys.
#[component]
pub(crate) fn KeySheet(close: Callback<()>) -> impl IntoView {
    let shared = shared();
    let theme = shared.theme();
    let line = move |KeyRow { caps, words }: KeyRow| {
        let caps = caps.into_iter().map(|cap| match cap {
            Cap::Dash => view! { "–" }.into_any(),
            Cap::Label(text) => view! { <kbd>{text}</kbd> }.into_any(),
            Cap::Named(id) => view! { <kbd>{shared.say(id)}</kbd> }.into_any(),
        });
        view! { <tr><th scope="row">{caps.collect_view()}</th><td>{shared.say(words)}</td></tr> }
    };
    view! {
        <Dialog class="overlay" heading="keys" cancel=close on:click=move |_| close.run(())>
            <section class="sheet keys">
                <h2 id="keys">{shared.say("keys")}</h2>
                <table aria-labelledby="keys">
                    <thead class="unseen"><tr><th scope="col">{shared.say("keys-do")}</th><th scope="col">{shared.say("keys-what")}</th></tr></thead>
                    <tbody>{list(theme).into_iter().map(line).collect_view()}</tbody>
                </table>
                {is_shared(theme).then(|| view! { <p class="quiet">{shared.say("keys-shared")}</p> })}
                <button on:click=move |_| close.run(())>{shared.say("close")}</button>
            </section>
        </Dialog>
    }
}

/// What the keys of a screen act on.
#[derive(Clone, Copy)]
pub(crate) struct Keyboard {
    /// The current key bindings.
    pub(crate) context: Memo<KeyContext>,
    pub(crate) scene: Signal<Scene>,
    pub(crate) draft: Draft,
    pub(crate) act: Callback<Action>,
    pub(crate) undo: Callback<()>,
    /// Hints.
    pub(crate) advisor: Option<Advisor>,
    /// The card of prices and the list of all keys.
    pub(crate) sheets: Option<Sheets>,
}

/// The panels beside a game.
#[derive(Clone, Copy)]
pub(crate) struct Sheets {
    pub(crate) card: Card,
    pub(crate) keys: RwSignal<bool>,
}

impl Keyboard {
    /// Listens for keys while the screen is mounted.
    pub(crate) fn listen(self) {
        let theme = shared().theme();
        let keys = window_event_listener(leptos::ev::keydown, move |event| self.press(&event, theme));
        on_cleanup(move || keys.remove());
    }

    fn press(self, event: &KeyboardEvent, theme: Theme) {
        // AltGr, which some keyboards need for signs, counts as typing.
        let is_sign = event.get_modifier_state("AltGraph");
        let is_browsers = event.meta_key() || (event.ctrl_key() || event.alt_key()) && !is_sign;
        let Some(key) =
            Key::of(&event.key(), event.shift_key()).filter(|_| !is_browsers && !event.is_composing())
        else {
            return;
        };
        let command = self.context.get_untracked().command(theme, key);
        if event.repeat() && !command.is_some_and(Command::repeats) {
            // A held Enter would press the button repeatedly, and then the one that replaces it.
            if key == Key::Enter {
                event.prevent_default();
            }
            return;
        }
        let Some(command) = command else { return };
        if browser::has_dialog() {
            // Dialogs come first. The list of keys closes with the key that opens it.
            let is_list = self.sheets.is_some_and(|sheets| sheets.keys.get_untracked());
            if command != Command::Keys || !is_list {
                return;
            }
        }
        let is_taken = match Focus::of(event) {
            Focus::Field => command != Command::Close,
            // Enter on a focused button presses only that button.
            Focus::Button => key == Key::Enter,
            Focus::List => matches!(key, Key::Up | Key::Down | Key::Left | Key::Right),
            Focus::Page => false,
        };
        if is_taken {
            return;
        }
        if command != Command::Close {
            event.prevent_default();
        }
        self.run(command);
    }

    fn run(self, command: Command) {
        let Keyboard { draft, act, .. } = self;
        let scene = self.scene.get_untracked();
        let view = &scene.view;
        match command {
            Command::Tile(index) => {
                let Some(&(tile, outlook)) = scene.hand().get(index) else { return };
                if draft.tile.get_untracked() == Some(tile) && outlook.is_playable() {
                    act.run(Action::Place { tile });
                } else {
                    draft.tile.set(Some(tile));
                }
            }
            Command::Confirm => self.confirm(&scene),
            Command::Choose(chain) => {
                let choices = [
                    Action::Found { chain, at: draft.site.get_untracked() },
                    Action::Survivor { chain },
                    Action::Defunct { chain },
                ];
                if let Some(action) = choices.iter().find(|action| view.check(action).is_ok()) {
                    act.run(*action);
                }
            }
            Command::More(chain) => {
                if let Some(basket) = draft.basket.get_untracked().with(view, chain) {
                    draft.basket.set(basket);
                }
            }
            Command::Less(chain) => draft.basket.update(|basket| *basket = basket.without(chain)),
            Command::StartOver if draft.deal.get_untracked().is_some() => draft.deal.set(Deal::start(view)),
            Command::StartOver => draft.basket.set(Basket::default()),
            Command::Way(index) => {
                let Some(way) = ways(view).get(index).copied() else { return };
                if draft.way.get_untracked() == Some(way.id) {
                    act.run(way.disposal.action());
                } else {
                    draft.way.set(Some(way.id));
                    draft.disposal.set(way.disposal);
                }
            }
            Command::SellMore => self.dispose(&scene, 1, 0),
            Command::SellLess => self.dispose(&scene, -1, 0),
            Command::TradeMore => self.dispose(&scene, 0, 2),
            Command::TradeLess => self.dispose(&scene, 0, -2),
            Command::Declare if draft.declares.get_untracked() => act.run(Action::DeclareEnd),
            Command::EndAtOnce if draft.declares.get_untracked() => act.run(Action::EndTurn),
            Command::Declare | Command::EndAtOnce => draft.declares.set(true),
            Command::Pick(index) => draft.picks.update(|picks| {
                if let Some(&(tile, _)) = picks.choices(view).get(index) {
                    *picks = picks.toggled(view, tile);
                }
            }),
            Command::Offer => draft.deal.set(Deal::start(view)),
            Command::Partner(index) => {
                let to = partners(view).get(index).copied();
                self.offer(|deal| to.map(|to| deal.to(view, to)));
            }
            Command::Give(chain) => self.offer(|deal| deal.share(view, Direction::Give, chain, true)),
            Command::Get(chain) => self.offer(|deal| deal.share(view, Direction::Take, chain, true)),
            Command::GetMoney => self.offer(|deal| deal.cash(view, Direction::Take, Money::NOTE, true)),
            Command::PayMoney => self.offer(|deal| deal.cash(view, Direction::Give, Money::NOTE, true)),
            Command::Answer { accept } if draft.answer.get_untracked() == Some(accept) => {
                act.run(Action::TradeAnswer { accept });
            }
            Command::Answer { accept } => draft.answer.set(Some(accept)),
            Command::Undo => self.undo.run(()),
            Command::Card => {
                if let Some(sheets) = self.sheets {
                    sheets.card.toggle();
                }
            }
            Command::Hint => {
                if let Some(advisor) = self.advisor {
                    advisor.ask();
                }
            }
            Command::Close => {
                if let Some(sheets) = self.sheets {
                    sheets.card.close();
                }
                draft.tile.set(None);
                draft.close();
            }
            Command::Keys => {
                if let Some(sheets) = self.sheets {
                    sheets.keys.update(|shows| *shows = !*shows);
                }
            }
        }
    }

    /// Confirms the draft, if it is legal.
    fn confirm(self, scene: &Scene) {
        let Keyboard { draft, act, .. } = self;
        let view = &scene.view;
        if draft.declares.get_untracked() {
            let ends = if view.may_end_at_once() { Action::EndTurn } else { Action::DeclareEnd };
            return act.run(ends);
        }
        match scene.asked() {
            Some(Phase::Tile) => {
                let tile = draft.tile.get_untracked().filter(|&tile| scene.outlook(tile).is_playable());
                match draft.deal.get_untracked() {
                    Some(deal) if deal.error(view).is_none() => act.run(deal.action()),
                    Some(_) => {}
                    None => {
                        let action = tile.map_or(Action::Pass, |tile| Action::Place { tile });
                        if view.check(&action).is_ok() {
                            act.run(action);
                        }
                    }
                }
            }
            Some(Phase::Answer) => {
                if let Some(accept) = draft.answer.get_untracked() {
                    act.run(Action::TradeAnswer { accept });
                }
            }
            Some(Phase::Buy) => act.run(draft.basket.get_untracked().action()),
            Some(Phase::Dispose) => act.run(draft.disposal.get_untracked().action()),
            Some(Phase::Close) => act.run(Action::EndTurn),
            Some(Phase::Exchange) => act.run(draft.picks.get_untracked().action(view)),
            Some(Phase::Found | Phase::Survivor | Phase::Defunct | Phase::Between | Phase::Over) | None => {}
        }
    }

    /// Changes the numbers of shares to sell and trade, if legal.
    fn dispose(self, scene: &Scene, sell: i8, trade: i8) {
        if let Some(next) = self.draft.disposal.get_untracked().changed(&scene.view, sell, trade) {
            self.draft.way.set(None);
            self.draft.disposal.set(next);
        }
    }

    /// Changes the draft of an offer, if possible.
    fn offer(self, change: impl Fn(Deal) -> Option<Deal>) {
        if let Some(next) = self.draft.deal.get_untracked().and_then(change) {
            self.draft.deal.set(Some(next));
        }
    }
}

/// What has the focus when a key is pressed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Focus {
    /// A text field.
    Field,
    /// A button, which Enter presses.
    Button,
    /// Something that uses arrow keys itself.
    List,
    /// Nothing in particular.
    Page,
}

impl Focus {
    fn of(event: &KeyboardEvent) -> Focus {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is = |selector| target.as_ref().is_some_and(|target| target.matches(selector).unwrap_or(false));
        if browser::is_typing(event) {
            Focus::Field
        } else if is("button, a, summary") {
            Focus::Button
        } else if is("input, [tabindex]:not([tabindex='-1'])") {
            Focus::List
        } else {
            Focus::Page
        }
    }
}
