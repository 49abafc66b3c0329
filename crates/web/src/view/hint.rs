//! Hints: what the strongest bot would do and why; and the coach's switch beside them.

use leptos::prelude::*;
use mergemaker_bots::Advice;
use mergemaker_engine::{Action, Phase};
use mergemaker_web::advice::RatedChoice;
use mergemaker_web::scene::Scene;
use mergemaker_web::think::{WorkerReply, WorkerRequest, guessed_view};

use super::app::{Shared, shared};
use super::browser;
use super::game::{Draft, on_decision};
use super::worker_client::{self, PendingRequest};

#[derive(Clone, PartialEq)]
enum Answer {
    Thinking,
    Advice(Box<Advice>),
    Failed,
}

/// The state of hints.
#[derive(Clone, Copy)]
pub(crate) struct Advisor {
    scene: Signal<Scene>,
    draft: Draft,
    can_ask: Memo<bool>,
    answer: RwSignal<Option<Answer>>,
    asked: StoredValue<Option<PendingRequest>, LocalStorage>,
}

impl Advisor {
    /// Nothing asked yet.
    pub(crate) fn new(scene: Signal<Scene>, draft: Draft) -> Advisor {
        let can_ask = Memo::new(move |_| {
            scene.with(|scene| {
                // There are no hints about dead tiles.
                let is_judged = scene.asked().is_some_and(|phase| phase != Phase::Exchange);
                is_judged && !scene.view.legal_actions().is_empty()
            })
        });
        let (answer, asked) = (RwSignal::new(None::<Answer>), StoredValue::new_local(None::<PendingRequest>));
        // A hint applies to one decision only.
        on_decision(scene, move || {
            asked.set_value(None);
            answer.set(None);
            draft.hint.set(None);
        });
        Advisor { scene, draft, can_ask, answer, asked }
    }

    /// Asks for a hint, unless one is pending.
    pub(crate) fn ask(self) {
        let Advisor { scene, draft, can_ask, answer, asked } = self;
        if !can_ask.get_untracked() || answer.get_untracked() == Some(Answer::Thinking) {
            return;
        }
        answer.set(Some(Answer::Thinking));
        let (view, number) = scene.with_untracked(|scene| (guessed_view(scene), scene.number));
        let request = move |id| WorkerRequest::Advise {
            id,
            view: Box::new(view),
            number,
            units: worker_client::work(worker_client::HINT),
        };
        let listener = move |reply| match reply {
            WorkerReply::Advice { advice, .. } => {
                draft.hint.set(advice.alternatives.first().and_then(|best| match best.action {
                    Action::Place { tile } => Some(tile),
                    _ => None,
                }));
                answer.set(Some(Answer::Advice(advice)));
            }
            _ => answer.set(Some(Answer::Failed)),
        };
        asked.set_value(Some(worker_client::ask(request, listener)));
    }
}

/// The hint button and the coach's switch.
#[component]
pub(crate) fn Hint(
    advisor: Advisor,
    /// Whether the coach is on; none without a coach.
    #[prop(optional)]
    coach: Option<RwSignal<bool>>,
) -> impl IntoView {
    let shared = shared();
    let switch = move |coach: RwSignal<bool>| {
        let turn = move |_| {
            coach.update(|is_on| *is_on = !*is_on);
            browser::keep("coach", if coach.get_untracked() { "on" } else { "off" });
        };
        view! {
            <button class="plain" id="coach" role="switch" aria-checked=move || coach.get().to_string()
                title=shared.say("coach-about") on:click=turn>
                <span class="switch" aria-hidden="true"></span>{shared.say("coach")}</button>
        }
    };
    view! {
        <Show when=move || advisor.can_ask.get()>
            <button class="plain" id="hint" on:click=move |_| advisor.ask()>{shared.say("hint")}</button>
        </Show>
        {coach.map(switch)}
    }
}

/// The hint, once asked for: beside the decision, to avoid moving it.
#[component]
pub(crate) fn Answered(advisor: Advisor) -> impl IntoView {
    let shared = shared();
    let Advisor { scene, answer, .. } = advisor;
    move || {
        answer.get().map(|answer| match answer {
            Answer::Thinking => {
                view! { <p class="hint" role="status">{shared.say("hint-thinking")}</p> }.into_any()
            }
            Answer::Failed => {
                view! { <p class="hint" role="status">{shared.say("hint-failed")}</p> }.into_any()
            }
            Answer::Advice(advice) => scene.with(|scene| advised(shared, scene, &advice)).into_any(),
        })
    }
}

/// The advice: the best choice with its reason, and alternatives.
fn advised(shared: Shared, scene: &Scene, advice: &Advice) -> impl IntoView + use<> {
    let words = shared.words();
    let hint = mergemaker_web::advice::hint(&scene.narrator(&words, shared.theme()), scene, advice);
    let line = |choice: RatedChoice| {
        let chance = words.fill("hint-chance", &[("points", choice.points.into())]);
        (choice.action, chance)
    };
    let (best, chance) = hint.best.map(line).unwrap_or_default();
    let others: Vec<_> = hint.others.into_iter().map(line).collect();
    let reason = hint.reason;
    view! {
        <div class="hint" role="status">
            <p><b>{best}</b>" "<span class="chance">{chance}" "<span class="quiet">{shared.say("hint-chances")}</span></span></p>
            {reason.map(|reason| view! { <p>{reason}</p> })}
            {(!others.is_empty()).then(|| view! {
                <p class="quiet">{shared.say("hint-others")}</p>
                <ul>{others.into_iter().map(|(action, chance)| view! {
                    <li>{action}" "<span class="chance">{chance}</span></li>
                }).collect_view()}</ul>
            })}
        </div>
    }
}
