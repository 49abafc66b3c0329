//! The game screen: everything in one view.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Phase, Tile};
use mergemaker_web::market::Basket;
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::ask::Ask;
use super::board::Board;
use super::browser;
use super::card::PriceCard;
use super::coach::{Coach, Doubt};
use super::dialog::Dialog;
use super::hand::Hand;
use super::log::Log;
use super::market::Market;
use super::players::Players;
use super::result::Outcome;
use super::senses::{InWords, Senses, follow};

/// What the player is about to decide, before it is decided.
#[derive(Clone, Copy)]
pub(crate) struct Draft {
    /// The tile that is chosen, or looked at.
    pub(crate) tile: RwSignal<Option<Tile>>,
    /// What is to be bought.
    pub(crate) basket: RwSignal<Basket>,
    /// How many shares are to be sold and traded.
    pub(crate) disposal: RwSignal<(u8, u8)>,
    /// The tile that a hint names.
    pub(crate) hint: RwSignal<Option<Tile>>,
}

impl Draft {
    /// Nothing chosen yet.
    pub(crate) fn new() -> Draft {
        Draft {
            tile: RwSignal::new(None),
            basket: RwSignal::new(Basket::default()),
            disposal: RwSignal::new((0, 0)),
            hint: RwSignal::new(None),
        }
    }
}

/// A game, for one viewer.
#[component]
pub(crate) fn GameScreen(
    /// The game.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Makes a decision.
    act: Callback<Action>,
    /// Takes back the last one.
    undo: Callback<()>,
    /// Begins another game like this.
    again: Callback<()>,
    /// Saves the record.
    save: Callback<()>,
    /// Shows the game again from its beginning.
    look: Callback<()>,
    /// Whether one may ask for a hint.
    #[prop(optional)]
    hints: bool,
    /// Whether there is a record of the game.
    #[prop(default = true)]
    has_record: bool,
    /// What is beside the game.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    // What was decided after all goes past the coach.
    let decided = act;
    let draft = Draft::new();
    let coach = hints.then(Coach::new);
    let act = coach.map_or(act, |coach| coach.guard(scene, act));
    // A new decision begins with nothing chosen; whatever else changes takes nothing away.
    let decision = Memo::new(move |_| scene.with(|scene| (scene.number, scene.me())));
    Effect::new(move || {
        decision.track();
        draft.tile.set(None);
        draft.basket.set(Basket::default());
        draft.disposal.set((0, 0));
    });
    let act = follow(scene, act);
    let shows_card = RwSignal::new(false);
    let shows_keys = RwSignal::new(false);
    let keys = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "?" {
            shows_keys.update(|shows| *shows = !*shows);
        } else if event.key() == "Escape" {
            shows_keys.set(false);
            shows_card.set(false);
            draft.tile.set(None);
        } else if browser::has_dialog() {
            // Whatever is asked there comes first.
        } else if matches!(event.key().as_str(), "p" | "P")
            && !is_typing(&event)
            && !event.ctrl_key()
            && !event.meta_key()
        {
            shows_card.update(|shows| *shows = !*shows);
        } else {
            press(&event, scene, draft, act, undo);
        }
    });
    on_cleanup(move || keys.remove());
    Effect::new(move || {
        let mark = if scene.with(Scene::is_my_turn) { "● " } else { "" };
        browser::document().set_title(&format!("{mark}Mergemaker"));
    });
    let is_over = Memo::new(move |_| scene.with(|scene| scene.view.outcome().is_some()));
    view! {
        <Senses scene/>
        <div class="game" data-number=move || scene.with(|scene| scene.number)>
            <h1 class="unseen">"Mergemaker"</h1>
            <section class="table">
                <Board scene draft act/>
                <div class="below">
                    {move || if is_over.get() {
                        view! { <Outcome scene again save look has_record/> }.into_any()
                    } else {
                        view! {
                            <Hand scene draft act/>
                            <Ask scene draft act undo coach=coach.map(|coach| coach.is_on)/>
                        }.into_any()
                    }}
                </div>
            </section>
            <section class="figures">
                <Market scene draft/>
                <Players scene/>
                <PriceCard scene is_open=shows_card/>
                {children.map(|children| children())}
            </section>
            <Log scene/>
            <InWords scene/>
            {coach.map(|coach| view! { <Doubt scene coach act=decided/> })}
            <Show when=move || shows_keys.get()>
                <Dialog class="overlay" heading="keys" on:click=move |_| shows_keys.set(false)>
                    <section class="sheet">
                        <h2 id="keys">{shared.say("keys")}</h2>
                        <ul>
                            {["keys-tiles", "keys-chains", "keys-enter", "keys-undo", "keys-card", "keys-help"]
                                .map(|id| view! { <li>{shared.say(id)}</li> })}
                            {hints.then(|| view! { <li>{shared.say("keys-hint")}</li> })}
                        </ul>
                        <button on:click=move |_| shows_keys.set(false)>{shared.say("close")}</button>
                    </section>
                </Dialog>
            </Show>
        </div>
    }
}

/// Whether what is pressed is meant for a field.
fn is_typing(event: &KeyboardEvent) -> bool {
    event
        .target()
        .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok())
        .is_some_and(|target| ["INPUT", "SELECT", "TEXTAREA"].contains(&target.tag_name().as_str()))
}

/// What a key does.
pub(crate) fn press(
    event: &KeyboardEvent,
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
    undo: Callback<()>,
) {
    let is_button = event
        .target()
        .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok())
        .is_some_and(|target| target.tag_name() == "BUTTON");
    if is_typing(event) || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let scene = scene.get_untracked();
    let Some(phase) = scene.asked() else { return };
    let key = event.key();
    let chain = key
        .chars()
        .next()
        .filter(|_| key.len() == 1)
        .and_then(|letter| Chain::from_letter(letter.to_ascii_uppercase()));
    let number = key.parse::<usize>().ok().filter(|number| (1..=6).contains(number));
    match (phase, key.as_str()) {
        (_, "u" | "U") if scene.can_take_back && phase != Phase::Tile => undo.run(()),
        (Phase::Tile, _) if let Some(number) = number => {
            let Some(&(tile, outlook)) = scene.hand().get(number - 1) else { return };
            if draft.tile.get_untracked() == Some(tile) && outlook.is_playable() {
                act.run(Action::Place { tile });
            } else {
                draft.tile.set(Some(tile));
            }
        }
        (Phase::Tile, "Enter") if !is_button => {
            if let Some(tile) = draft.tile.get_untracked().filter(|&tile| scene.outlook(tile).is_playable()) {
                act.run(Action::Place { tile });
            } else if scene.view.check(&Action::Pass).is_ok() {
                act.run(Action::Pass);
            }
        }
        (Phase::Found | Phase::Survivor | Phase::Defunct, _) if let Some(chain) = chain => {
            let choices = [Action::Found { chain }, Action::Survivor { chain }, Action::Defunct { chain }];
            if let Some(action) = choices.iter().find(|action| scene.view.check(action).is_ok()) {
                act.run(*action);
            }
        }
        (Phase::Buy, "Backspace") => draft.basket.set(Basket::default()),
        (Phase::Buy, "Enter") if !is_button => act.run(draft.basket.get_untracked().action()),
        (Phase::Buy, _) if let Some(chain) = chain => {
            if let Some(more) = draft.basket.get_untracked().with(&scene.view, chain) {
                draft.basket.set(more);
            }
        }
        (Phase::Dispose, "Enter") if !is_button => {
            let (sell, trade) = draft.disposal.get_untracked();
            act.run(Action::Dispose { sell, trade });
        }
        (Phase::Close, "Enter") if !is_button => act.run(Action::EndTurn),
        _ => {}
    }
}
