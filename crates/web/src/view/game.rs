//! The game screen: everything in one view.

use leptos::prelude::*;
use mergemaker_engine::{Action, Tile};
use mergemaker_web::disposal::Disposal;
use mergemaker_web::exchange::Picks;
use mergemaker_web::keys::KeyContext;
use mergemaker_web::market::Basket;
use mergemaker_web::offer::Deal;
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::ask::Ask;
use super::board::Board;
use super::browser;
use super::card::{Card, CardButton, CardTab, DockedCard};
use super::coach::{Coach, Warning};
use super::hand::Hand;
use super::hint::Advisor;
use super::keys::{KeySheet, Keyboard, Sheets};
use super::log::Log;
use super::market::Market;
use super::players::Players;
use super::result::Outcome;
use super::senses::{InWords, Senses, follow};

/// The draft of the player's decision.
#[derive(Clone, Copy)]
pub(crate) struct Draft {
    /// The tile chosen or previewed.
    pub(crate) tile: RwSignal<Option<Tile>>,
    /// The draft of a purchase.
    pub(crate) basket: RwSignal<Basket>,
    /// The numbers of shares to sell and trade.
    pub(crate) disposal: RwSignal<Disposal>,
    /// The common disposal chosen by a first press of its key.
    pub(crate) way: RwSignal<Option<&'static str>>,
    /// The draft of an offer, while its panel is open.
    pub(crate) deal: RwSignal<Option<Deal>>,
    /// The answer to an offer chosen by a first press of its key.
    pub(crate) answer: RwSignal<Option<bool>>,
    /// Whether the preview of the end is shown.
    pub(crate) declares: RwSignal<bool>,
    /// The dead tiles to exchange.
    pub(crate) picks: RwSignal<Picks>,
    /// The place of a new chain's headquarters, or none for the founding tile.
    pub(crate) site: RwSignal<Option<Tile>>,
    /// The tile named by a hint.
    pub(crate) hint: RwSignal<Option<Tile>>,
}

impl Draft {
    /// An empty draft.
    pub(crate) fn new() -> Draft {
        Draft {
            tile: RwSignal::new(None),
            basket: RwSignal::new(Basket::default()),
            disposal: RwSignal::new(Disposal::default()),
            way: RwSignal::new(None),
            deal: RwSignal::new(None),
            answer: RwSignal::new(None),
            declares: RwSignal::new(false),
            picks: RwSignal::new(Picks::default()),
            site: RwSignal::new(None),
            hint: RwSignal::new(None),
        }
    }

    /// Clears the draft.
    pub(crate) fn clear(self) {
        self.tile.set(None);
        self.basket.set(Basket::default());
        self.disposal.set(Disposal::default());
        self.way.set(None);
        self.picks.set(Picks::default());
        self.site.set(None);
        self.close();
    }

    /// Closes all panels.
    pub(crate) fn close(self) {
        self.deal.set(None);
        self.answer.set(None);
        self.declares.set(false);
    }
}

/// Runs something now, and again for every new decision or viewer.
pub(crate) fn on_decision(scene: Signal<Scene>, then: impl Fn() + 'static) {
    let decision = Memo::new(move |_| scene.with(|scene| (scene.number, scene.me())));
    Effect::new(move || {
        // Read, not only tracked: an unread memo does not run.
        let _ = decision.get();
        then();
    });
}

/// The game screen for one viewer.
#[component]
pub(crate) fn GameScreen(
    /// The game.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Makes a decision.
    act: Callback<Action>,
    /// Takes back the last decision.
    undo: Callback<()>,
    /// Starts a similar game.
    again: Callback<()>,
    /// Saves the record.
    save: Callback<()>,
    /// Opens the review of the game.
    look: Callback<()>,
    /// Whether hints are available.
    #[prop(optional)]
    hints: bool,
    /// Whether the game has a record.
    #[prop(default = true)]
    has_record: bool,
    /// Whether the viewer may start a similar game: not as a spectator.
    #[prop(default = true)]
    can_repeat: bool,
    /// A banner, such as for a lost connection.
    #[prop(optional, into)]
    notices: Option<AnyView>,
    /// What is shown beside the game.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let shared = shared();
    // A decision the player confirms bypasses the coach.
    let decided = act;
    let draft = Draft::new();
    let coach = hints.then(Coach::new);
    let act = coach.map_or(act, |coach| coach.guard(scene, act));
    // A new decision starts with an empty draft. Other changes keep the draft.
    on_decision(scene, move || draft.clear());
    let act = follow(scene, act);
    let aids = coach.map(|coach| (Advisor::new(scene, draft), coach.is_on));
    let card = Card::new(scene);
    let shows_keys = RwSignal::new(false);
    let context = Memo::new(move |_| {
        let context = scene.with(|scene| draft.deal.with(|deal| KeyContext::of(scene, deal.as_ref())));
        KeyContext { has_hint: hints, has_sheets: true, ..context }
    });
    let sheets = Some(Sheets { card, keys: shows_keys });
    Keyboard { context, scene, draft, act, undo, advisor: aids.map(|aids| aids.0), sheets }.listen();
    Effect::new(move || {
        let mark = if scene.with(Scene::is_my_turn) { "● " } else { "" };
        browser::document().set_title(&format!("{mark}Mergemaker"));
    });
    let is_over = Memo::new(move |_| scene.with(|scene| scene.view.outcome().is_some()));
    view! {
        <Senses scene/>
        <div class="game" data-number=move || scene.with(|scene| scene.number)
            on:click=move |event| browser::let_go(&event)>
            <h1 class="unseen">"Mergemaker"</h1>
            <section class="table">
                <Board scene draft act/>
                <div class="below">
                    {move || if is_over.get() {
                        view! { <Outcome scene again save look has_record can_repeat/> }.into_any()
                    } else {
                        view! {
                            <Hand scene draft act/>
                            <Ask scene draft act undo aids/>
                        }.into_any()
                    }}
                </div>
            </section>
            <section class="figures">
                <CardTab scene card/>
                <Market scene/>
                <Players scene/>
                <div class="sheets">
                    <button class="plain keys-button" id="keys-button" on:click=move |_| shows_keys.set(true)>
                        <kbd aria-hidden="true">"?"</kbd>{shared.say("keys")}</button>
                    <CardButton scene card context/>
                </div>
            </section>
            <div class="aside">
                {notices.map(|notices| view! { <div class="notices">{notices}</div> })}
                <DockedCard scene card/>
                <Log scene/>
                {children.map(|children| children())}
            </div>
            <InWords scene/>
            {coach.map(|coach| view! { <Warning scene coach act=decided/> })}
            <Show when=move || shows_keys.get()>
                <KeySheet close=Callback::new(move |()| shows_keys.set(false))/>
            </Show>
        </div>
    }
}
