//! The current decision: a question, and controls to answer it.

mod answer;
mod buy;
mod chain;
mod declare;
mod dispose;
mod exchange;
mod meaning;
mod offer;
mod tile;

use leptos::prelude::*;
use mergemaker_engine::{Action, Phase};
use mergemaker_web::scene::Scene;

use super::app::{Shared, shared};
use super::game::Draft;
use super::hint::{Advisor, Answered, Hint};
use answer::AnswerMeans;
use buy::BuyMeans;
use chain::ChainMeans;
use declare::Declare;
use dispose::{Bonuses, DisposeMeans};
use exchange::ExchangeMeans;
use tile::TileMeans;

/// The decision panel.
#[component]
pub(crate) fn Ask(
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
    undo: Callback<()>,
    /// Hints and the coach, if allowed.
    aids: Option<(Advisor, RwSignal<bool>)>,
) -> impl IntoView {
    let shared = shared();
    let question = move || scene.with(|scene| question(shared, scene));
    let means = move || {
        scene.with(|scene| match scene.asked() {
            Some(Phase::Tile) => view! { <TileMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Found | Phase::Survivor | Phase::Defunct) => {
                view! { <ChainMeans scene=scene.clone() draft act/> }.into_any()
            }
            Some(Phase::Dispose) => view! { <DisposeMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Buy) => view! { <BuyMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Close) => view! {
                <button class="primary" id="end-turn" on:click=move |_| act.run(Action::EndTurn)>
                    <kbd aria-hidden="true">"↵"</kbd>{shared.say("end-turn")}</button>
                <Declare scene=scene.clone() draft act/>
            }
            .into_any(),
            Some(Phase::Exchange) => view! { <ExchangeMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Answer) => view! { <AnswerMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Between | Phase::Over) | None => view! { <Bonuses scene=scene.clone()/> }.into_any(),
        })
    };
    let is_mine = Memo::new(move |_| scene.with(Scene::is_my_turn));
    let can_undo = Memo::new(move |_| scene.with(|scene| scene.can_take_back));
    view! {
        <section class="ask" class:mine=is_mine>
            <p class="question" aria-live="polite">{question}</p>
            {countdown(scene)}
            <div class="means">
                {means}
            </div>
            <div class="aids">
                <Show when=move || can_undo.get()>
                    <button class="plain" id="undo" on:click=move |_| undo.run(())><kbd aria-hidden="true">"U"</kbd>{shared.say("undo")}</button>
                </Show>
                {aids.map(|(advisor, coach)| view! { <Hint advisor coach/> })}
            </div>
        </section>
        {aids.map(|(advisor, _)| view! { <Answered advisor/> })}
    }
}

/// At a table of the server, the time left for the question about dead tiles, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct ExchangeTime(pub(crate) Signal<Option<i64>>);

/// The time left for dead tiles, which everybody sees.
fn countdown(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let is_one = Memo::new(move |_| scene.with(|scene| scene.view.most_exchanged() == 1));
    let left = use_context::<ExchangeTime>().map(|time| time.0);
    let seconds = Memo::new(move |_| left.and_then(|left| left.get()).map(|left| (left + 999) / 1_000));
    move || {
        seconds.get().map(|seconds| {
            let id = if is_one.get() { "exchange-time-one" } else { "exchange-time" };
            let text = shared.fill(id, &[("seconds", seconds.into())]);
            view! { <p class="quiet" id="exchange-time" role="timer">{text}</p> }
        })
    }
}

pub(crate) fn question(shared: Shared, scene: &Scene) -> String {
    let words = shared.words();
    let narrator = scene.narrator(&words, shared.theme());
    let view = &scene.view;
    let Some(seat) = view.to_act() else { return shared.fill("ask-over", &[]) };
    let is_mine = scene.is_my_turn();
    let name = || ("player", narrator.player(seat).into());
    let defunct = view.defunct().map_or("", |chain| shared.chain(chain));
    let id = match view.phase() {
        Phase::Tile if is_mine && view.check(&Action::Pass).is_ok() => return shared.fill("ask-pass", &[]),
        Phase::Tile => "ask-tile",
        Phase::Answer => {
            let Some(offer) = view.offer().filter(|_| is_mine) else {
                return shared.fill("ask-answer-of", &[name()]);
            };
            let gaps = [
                ("player", narrator.player(view.turn()).into()),
                ("give", narrator.bundle(&offer.give).into()),
                ("take", narrator.bundle(&offer.take).into()),
            ];
            return shared.fill("ask-answer", &gaps);
        }
        // The question names the start tile: there is no other tile yet.
        Phase::Found if view.set_up().is_some() => "ask-found-at-start",
        Phase::Found => "ask-found",
        Phase::Survivor => "ask-survivor",
        Phase::Defunct => "ask-defunct",
        Phase::Dispose if is_mine => {
            let count = view.defunct().and_then(|chain| view.shares_of(seat, chain)).unwrap_or(0);
            let survivor = view.survivor().map_or("", |chain| shared.chain(chain));
            let gaps = [("defunct", defunct.into()), ("survivor", survivor.into()), ("count", count.into())];
            return shared.fill("ask-dispose", &gaps);
        }
        Phase::Dispose => return shared.fill("ask-dispose-of", &[name(), ("defunct", defunct.into())]),
        Phase::Buy if is_mine && view.active().is_empty() => return shared.fill("ask-buy-none", &[]),
        Phase::Buy => "ask-buy",
        Phase::Close => "ask-close",
        Phase::Exchange => "ask-exchange",
        Phase::Between | Phase::Over => "ask-over",
    };
    if is_mine { shared.fill(id, &[]) } else { shared.fill(&format!("{id}-of"), &[name()]) }
}
