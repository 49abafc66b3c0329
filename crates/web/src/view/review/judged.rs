//! The results of the analysis, for the current decision and the whole game.

use leptos::prelude::*;
use mergemaker_bots::{Judgement, Mark, Summary};
use mergemaker_web::advice::points;
use mergemaker_web::review::Review;
use mergemaker_web::scene::Scene;
use mergemaker_web::study::Study;

use crate::view::app::{Shared, shared};
use crate::view::log::MarkSign;

/// The judgement of the current decision, and a better one.
#[component]
pub(super) fn Judged(scene: Signal<Scene>, study: RwSignal<Study>, at: RwSignal<usize>) -> impl IntoView {
    let shared = shared();
    let judgement = Memo::new(move |_| study.with(|study| study.of_event(at.get()).cloned()));
    move || {
        let judgement = judgement.get()?;
        Some(scene.with(|scene| judgement_view(shared, scene, judgement)))
    }
}

fn judgement_view(shared: Shared, scene: &Scene, judgement: Judgement) -> impl IntoView + use<> {
    let words = shared.words();
    let narrator = scene.narrator(&words, shared.theme());
    let own = judgement.player.index();
    let part = |chances: &[f32]| chances.get(own).copied().map_or(0, points);
    let action = narrator.action(&judgement.action, judgement.dissolving);
    let who = [("player", narrator.player(judgement.player).into()), ("action", action.into())];
    let decided = shared.fill("judged", &who);
    let gaps = [("before", part(&judgement.before).into()), ("after", part(&judgement.after).into())];
    let is_best = judgement.mark == Mark::Best;
    let chance =
        shared.fill(if is_best { "judged-best" } else { "judged-chance" }, &gaps[usize::from(is_best)..]);
    let better = judgement.better.map(|better| {
        let action = narrator.action(&better.action, judgement.dissolving);
        let what = shared.fill("judged-better", &[("action", action.into())]);
        let (reason, instead) = (
            narrator.reason(&better.reason, judgement.player),
            narrator.reason(&better.instead_of, judgement.player),
        );
        view! { <p><b>{what}</b>" "{reason}</p><p class="quiet">{instead}</p> }
    });
    let mark = judgement.mark;
    view! {
        <section class=format!("judged {}", mark.id()) role="status">
            <p><MarkSign mark/><b>{move || shared.fill(&format!("mark-{}", mark.id()), &[])}</b>" "{decided}</p>
            <p>{chance}</p>
            {better}
        </section>
    }
}

/// The controls and the summary of the analysis.
#[component]
pub(super) fn Analysis(
    study: RwSignal<Study>,
    review: StoredValue<Review>,
    analyse: Callback<()>,
    stop: Callback<()>,
    /// Why there is no analysis.
    trouble: RwSignal<Option<&'static str>>,
) -> impl IntoView {
    let shared = shared();
    let is_asked = RwSignal::new(false);
    let begin = move |_| {
        is_asked.set(true);
        analyse.run(());
    };
    let counts = move || study.with(|study| [("done", study.done().into()), ("all", study.all().into())]);
    let is_running = Memo::new(move |_| {
        is_asked.get()
            && trouble.get().is_none()
            && study.with(|study| study.all() == 0 || study.is_running())
    });
    let is_stopped = Memo::new(move |_| {
        study.with(|study| study.all() > 0 && !study.is_running() && !study.is_complete())
    });
    let summaries =
        Memo::new(move |_| review.with_value(|review| study.with(|study| study.summaries(review.end()))));
    let names = review.with_value(|review| review.names(&shared.words()));
    view! {
        <section class="panel analysis">
            {move || if is_running.get() {
                view! {
                    <p role="status">{move || shared.fill("analysing", &counts())}</p>
                    <progress id="progress" aria-label=shared.say("analyse") max=move || study.with(|study| study.all().max(1))
                        prop:value=move || study.with(Study::done)></progress>
                    <button id="stop-analysis" on:click=move |_| { stop.run(()); is_asked.set(false); }>{shared.say("analysis-stop")}</button>
                }.into_any()
            } else {
                let label = if study.with(|study| study.all() > 0) { "analysis-again" } else { "analyse" };
                view! {
                    {trouble.get().map(|id| view! { <p role="alert">{shared.say(id)}</p> })}
                    {move || is_stopped.get().then(|| view! { <p role="status" id="stopped">{move || shared.fill("analysis-stopped", &counts())}</p> })}
                    <button class="primary" id="analyse" on:click=begin>{shared.say(label)}</button>
                }.into_any()
            }}
            {move || summaries.get().map(|summaries| summed_up(shared, &summaries, &names))}
        </section>
    }
}

fn summed_up(shared: Shared, summaries: &[Summary], names: &[String]) -> impl IntoView + use<> {
    let marks = [Mark::Best, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];
    let name = |summary: &Summary| names.get(summary.player.index()).cloned().unwrap_or_default();
    let counts = |summary: &Summary| {
        let Summary { decisions, inaccuracies, mistakes, blunders, .. } = *summary;
        let cells =
            [decisions, decisions - inaccuracies - mistakes - blunders, inaccuracies, mistakes, blunders];
        view! { <tr><th scope="row">{name(summary)}</th>{cells.map(|count| view! { <td>{count}</td> })}</tr> }
    };
    let luck = |summary: &Summary| {
        let own = format!("{} ± {}", signed(summary.own_mistakes), points(summary.own_doubt));
        let cells = [
            points(summary.start).to_string(),
            own,
            signed(summary.others_mistakes),
            signed(summary.luck),
            points(summary.result).to_string(),
        ];
        view! { <tr><th scope="row">{name(summary)}</th>{cells.map(|cell| view! { <td>{cell}</td> })}</tr> }
    };
    let player = || view! { <th scope="col"><span class="unseen">{shared.say("player")}</span></th> };
    view! {
        <table id="summary">
            <caption>{shared.say("summary")}</caption>
            <thead><tr>{player()}<th scope="col">{shared.say("decisions")}</th>
                {marks.map(|mark| view! { <th scope="col"><MarkSign mark/></th> })}</tr></thead>
            <tbody>{summaries.iter().map(counts).collect_view()}</tbody>
        </table>
        <table>
            <caption class="unseen">{shared.say("summary-luck")}</caption>
            <thead><tr>{player()}
                {["summary-start", "summary-own", "summary-others", "summary-luck", "summary-result"]
                    .map(|id| view! { <th scope="col">{shared.say(id)}</th> })}</tr></thead>
            <tbody>{summaries.iter().map(luck).collect_view()}</tbody>
        </table>
        <p class="quiet">{shared.say("summary-about")}</p>
    }
}

/// Points gained or lost.
fn signed(part: f32) -> String {
    match points(part) {
        0 => "0".to_owned(),
        points if points > 0 => format!("+{points}"),
        points => format!("−{}", -points),
    }
}
