//! The coach: judges a decision before it is made, and asks for confirmation of a blunder.

use leptos::prelude::*;
use mergemaker_bots::{Judgement, Mark};
use mergemaker_engine::Action;
use mergemaker_web::scene::Scene;
use mergemaker_web::think::{WorkerReply, WorkerRequest, guessed_view};

use super::app::shared;
use super::browser;
use super::dialog::Dialog;
use super::game::on_decision;
use super::worker_client::{self, PendingRequest};

/// The coach's time limit.
const LIMIT_MS: u32 = 500;
/// After this time a decision is made without the coach's answer.
const PATIENCE_MS: u32 = 1_500;

/// The coach of one game.
#[derive(Clone, Copy)]
pub(crate) struct Coach {
    pub(crate) is_on: RwSignal<bool>,
    warning: RwSignal<Option<Judgement>>,
}

impl Coach {
    pub(crate) fn new() -> Coach {
        let is_on = RwSignal::new(browser::kept("coach").as_deref() == Some("on"));
        Effect::new(move || {
            if is_on.get() {
                worker_client::wake();
            }
        });
        Coach { is_on, warning: RwSignal::new(None) }
    }

    /// Makes decisions, after confirmation if the coach warns.
    pub(crate) fn guard(self, scene: Signal<Scene>, act: Callback<Action>) -> Callback<Action> {
        // The decision being judged, with its number.
        let waiting = StoredValue::new(None::<(u64, Action)>);
        let asked = StoredValue::new_local(None::<PendingRequest>);
        let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
        let go = move || {
            if let Some(Some((number, action))) = waiting.try_update_value(Option::take)
                && scene.with_untracked(|scene| scene.number) == number
            {
                act.run(action);
            }
        };
        Callback::new(move |action: Action| {
            let (view, number, has_choice) = scene.with_untracked(|scene| {
                let has_choice = scene.is_my_turn() && scene.view.legal_actions().len() > 1;
                (guessed_view(scene), scene.number, has_choice)
            });
            if !self.is_on.get_untracked() || !has_choice {
                act.run(action);
                return;
            }
            if self.warning.with_untracked(Option::is_some) || waiting.with_value(Option::is_some) {
                return;
            }
            waiting.set_value(Some((number, action)));
            let units = worker_client::work(worker_client::WARNING);
            let request = move |id| WorkerRequest::Judge {
                id,
                view: Box::new(view),
                action,
                number: number + 1,
                units,
                limit_ms: LIMIT_MS,
            };
            let listener = move |reply| match reply {
                WorkerReply::Judged { judgement: Some(judgement), .. }
                    if judgement.mark == Mark::Blunder && waiting.with_value(Option::is_some) =>
                {
                    waiting.set_value(None);
                    self.warning.set(Some(*judgement));
                }
                _ => go(),
            };
            asked.set_value(Some(worker_client::ask(request, listener)));
            timer.set_value(Some(gloo_timers::callback::Timeout::new(PATIENCE_MS, go)));
        })
    }
}

/// Asks whether the player is sure, if the coach warns.
#[component]
pub(crate) fn Warning(scene: Signal<Scene>, coach: Coach, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let warning = coach.warning;
    // A warning applies to one decision only.
    on_decision(scene, move || warning.set(None));
    let dialog = move |judgement: Judgement| {
        scene.with_untracked(|scene| {
            let words = shared.words();
            let texts = mergemaker_web::advice::warning(&scene.narrator(&words, shared.theme()), &judgement);
            let action = judgement.action;
            let gaps = [("action", texts.action.into()), ("points", texts.cost.into())];
            let cost = shared.fill("coach-doubt", &gaps);
            let better = texts.better.map(|better| {
                let what = shared.fill("coach-better", &[("action", better.action.into())]);
                let instead = shared.fill("coach-instead", &[("reason", better.instead.into())]);
                view! { <p><b>{what}</b></p><p>{better.reason}</p><p class="quiet">{instead}</p> }
            });
            let play = move |_| {
                warning.set(None);
                act.run(action);
            };
            view! {
                <Dialog class="overlay" heading="coach-sure" cancel=move |()| warning.set(None)>
                    <section class="sheet">
                        <h2 id="coach-sure">{shared.say("coach-sure")}</h2>
                        <p>{cost}</p>
                        {better}
                        <div class="means">
                            <button class="primary" id="think-again" autofocus on:click=move |_| warning.set(None)>
                                {shared.say("coach-think")}</button>
                            <button id="play-anyway" on:click=play>{shared.say("coach-play")}</button>
                        </div>
                    </section>
                </Dialog>
            }
        })
    };
    move || warning.get().map(dialog)
}
