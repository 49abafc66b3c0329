//! A stage: a small game screen over a position.

use leptos::prelude::*;
use mergemaker_engine::Action;
use mergemaker_web::keys::KeyContext;
use mergemaker_web::scene::Scene;

use crate::view::ask::Ask;
use crate::view::board::Board;
use crate::view::game::{Draft, on_decision};
use crate::view::hand::Hand;
use crate::view::keys::Keyboard;
use crate::view::market::Market;
use crate::view::players::Players;

/// The board with hand and decision, and beside it helpful information.
#[component]
pub(super) fn Stage<D>(
    /// The position.
    #[prop(into)]
    scene: Signal<Scene>,
    /// Makes a decision.
    act: Callback<Action>,
    /// Whether there is nothing left to decide.
    #[prop(into)]
    is_done: Signal<bool>,
    /// What to show then instead of the decision.
    done: D,
    /// What to show beside the board, before the market and the players.
    children: Children,
) -> impl IntoView
where
    D: Fn() -> AnyView + Copy + Send + Sync + 'static,
{
    let draft = Draft::new();
    // A new decision starts with an empty draft.
    on_decision(scene, move || draft.clear());
    // There is no undo here: the whole board is reset.
    let undo = Callback::new(|()| ());
    let context = Memo::new(move |_| {
        if is_done.get() {
            return KeyContext::IDLE;
        }
        scene.with(|scene| draft.deal.with(|deal| KeyContext::of(scene, deal.as_ref())))
    });
    Keyboard { context, scene, draft, act, undo, advisor: None, sheets: None }.listen();
    view! {
        <div class="stage">
            <section class="table">
                <Board scene draft act/>
                <div class="below">
                    {move || if is_done.get() {
                        done()
                    } else {
                        view! {
                            <Hand scene draft act/>
                            <Ask scene draft act undo aids=None/>
                        }.into_any()
                    }}
                </div>
            </section>
            <section class="figures">
                {children()}
                <Market scene/>
                <Players scene/>
            </section>
        </div>
    }
}
