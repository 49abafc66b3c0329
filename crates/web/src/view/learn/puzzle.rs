//! The puzzles.

use leptos::prelude::*;
use mergemaker_engine::Action;
use mergemaker_web::learn::LearnRoute;
use mergemaker_web::learn::puzzle::{Choice, Puzzle, all};
use mergemaker_web::scene::Scene;
use mergemaker_web::words::money;

use super::log::StageLog;
use super::picture::Picture;
use super::stage::Stage;
use super::{bring_into_sight, entitle};
use crate::view::app::{Shared, shared};
use crate::view::browser;
use crate::view::link::Link;

const KEPT: &str = "puzzles";
/// The number of choices in the comparison.
const COMPARED: usize = 5;

/// The ids of solved puzzles.
pub(super) fn solved() -> Vec<String> {
    let kept = browser::kept(KEPT).unwrap_or_default();
    kept.split(',').filter(|id| all().iter().any(|puzzle| puzzle.id == *id)).map(str::to_owned).collect()
}

fn keep_solved(id: &str) {
    let mut solved = solved();
    if !solved.iter().any(|other| other == id) {
        solved.push(id.to_owned());
        browser::keep(KEPT, &solved.join(","));
    }
}

/// The list of puzzles, with those solved.
#[component]
pub(super) fn Puzzles() -> impl IntoView {
    let shared = shared();
    entitle(shared.say("puzzles"));
    let (puzzles, solved) = (all(), solved());
    let count = (solved.len(), puzzles.len());
    let line = move |(index, puzzle): (usize, Puzzle)| {
        let is_solved = solved.iter().any(|id| id == puzzle.id);
        let board = *puzzle.sandbox("").game().board();
        view! {
            <li><Link to=LearnRoute::Puzzle(index + 1) class="card chapter">
                <Picture board/>
                <span><b>{index + 1}". "{move || shared.fill(&format!("puzzle-{}", puzzle.id), &[])}</b>
                    {is_solved.then(|| view! { <small class="solved"><Tick/>{shared.say("puzzle-solved")}</small> })}</span>
            </Link></li>
        }
    };
    view! {
        <div class="learn">
            <nav class="crumbs" aria-label=shared.say("learn")><Link to=LearnRoute::Contents>{shared.say("learn")}</Link></nav>
            <header><h1>{shared.say("puzzles")}</h1><p class="lead">{shared.say("puzzles-about")}</p>
                <p class="quiet">{move || shared.fill("puzzles-solved",
                    &[("solved", count.0.into()), ("total", count.1.into())])}</p></header>
            <ol class="chapters">{puzzles.into_iter().enumerate().map(line).collect_view()}</ol>
        </div>
    }
}

#[component]
fn Tick() -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M6.2 12.6 1.8 8.2l1.6-1.6 2.8 2.8 6.4-6.4 1.6 1.6z"/></svg> }
}

/// The reader's answer.
#[derive(Clone, PartialEq)]
struct Answer {
    /// The decision.
    choice: Choice,
    /// All choices, best first.
    choices: Vec<Choice>,
    /// Whether the reader asked to see the best answer.
    is_shown: bool,
}

impl Answer {
    fn is_best(&self) -> bool {
        self.choices[0].action == self.choice.action
    }
}

/// One puzzle.
#[component]
pub(super) fn PuzzlePage(number: usize) -> impl IntoView {
    let shared = shared();
    let puzzles = all();
    let total = puzzles.len();
    let puzzle = puzzles[number - 1];
    let title = move || shared.fill(&format!("puzzle-{}", puzzle.id), &[]);
    entitle(title);
    let start = puzzle.sandbox(&shared.words().say("you"));
    let before = start.scene();
    let scene = RwSignal::new(before.clone());
    let before = StoredValue::new(before);
    let answer = RwSignal::new(None::<Answer>);
    let shows_hint = RwSignal::new(false);
    let start = StoredValue::new_local(start);
    // The decision and the best play that follows, as a log.
    let play = move |choice: &Choice| {
        let mut sandbox = start.get_value();
        for action in std::iter::once(&choice.action).chain(&choice.rest) {
            // The solver only returns legal decisions.
            let _ = sandbox.decide(action);
        }
        scene.set(sandbox.scene());
    };
    let act = Callback::new(move |action: Action| {
        let choices = puzzle.choices();
        let Some(choice) = choices.iter().find(|choice| choice.action == action).cloned() else { return };
        play(&choice);
        let given = Answer { choice, choices, is_shown: false };
        if given.is_best() {
            keep_solved(puzzle.id);
        }
        answer.set(Some(given));
        request_animation_frame(|| {
            if let Ok(Some(verdict)) = browser::document().query_selector("#verdict") {
                bring_into_sight(&verdict);
            }
        });
    });
    let set_back = Callback::new(move |()| {
        answer.set(None);
        scene.set(before.get_value());
    });
    let show = Callback::new(move |()| {
        answer.update(|answer| {
            if let Some(answer) = answer {
                answer.is_shown = true;
                play(&answer.choices[0]);
            }
        });
    });
    let is_done = Signal::derive(move || answer.read().is_some());
    let done = move || {
        answer.get().map_or(().into_any(), |answer| {
            let before = before.get_value();
            view! { <Verdict puzzle answer before set_back show next=(number < total).then_some(number + 1)/> }.into_any()
        })
    };
    view! {
        <div class="learn">
            <nav class="crumbs" aria-label=shared.say("learn")>
                <Link to=LearnRoute::Contents>{shared.say("learn")}</Link>
                <Link to=LearnRoute::Puzzles>{shared.say("puzzles")}</Link>
                <span>{number}" / "{total}</span>
            </nav>
            <header><h1>{title}</h1>
                <p class="lead">{move || shared.fill(&format!("puzzle-{}-ask", puzzle.id), &[])}</p>
                <p class="quiet">{move || shared.fill(&format!("puzzle-counts-{}", puzzle.counts.id()), &[])}</p></header>
            <Stage scene act is_done done>
                <section class="panel hints" aria-labelledby="hint-title">
                    <h2 id="hint-title" class="unseen">{shared.say("hint")}</h2>
                    {move || if shows_hint.get() {
                        view! { <p class="hint" role="status">{shared.fill(&format!("puzzle-{}-hint", puzzle.id), &[])}</p> }.into_any()
                    } else {
                        view! { <button id="puzzle-hint" on:click=move |_| shows_hint.set(true)>{shared.say("puzzle-hint")}</button> }.into_any()
                    }}
                </section>
                <StageLog scene/>
            </Stage>
        </div>
    }
}

/// The verdict and the arithmetic.
#[component]
fn Verdict(
    puzzle: Puzzle,
    answer: Answer,
    before: Scene,
    set_back: Callback<()>,
    show: Callback<()>,
    next: Option<usize>,
) -> impl IntoView {
    let shared = shared();
    let is_best = answer.is_best();
    let best = answer.choices[0].clone();
    let gap = best.money - answer.choice.money;
    let said = {
        let gaps = [
            ("choice", words_for(shared, &before, &answer.choice.action).into()),
            ("money", money(answer.choice.money).into()),
            ("more", money(gap).into()),
        ];
        shared.fill(if is_best { "puzzle-right" } else { "puzzle-wrong" }, &gaps)
    };
    let is_open = is_best || answer.is_shown;
    let given = answer.choice.action;
    let mut compared: Vec<Choice> = answer.choices.iter().take(COMPARED).cloned().collect();
    if !compared.contains(&answer.choice) {
        compared.pop();
        compared.push(answer.choice.clone());
    }
    let line = move |choice: Choice| {
        view! {
            <tr class:first=choice.action == best.action class:me=choice.action == given>
                <th scope="row">{words_for(shared, &before, &choice.action)}</th>
                <td class="money">{choice.money.to_string()}</td>
            </tr>
        }
    };
    view! {
        <section class="ask verdict" class:mine=is_best id="verdict" data-right=is_best.to_string() role="status">
            <p class="question">{said}</p>
            {is_open.then(|| view! {
                <p>{shared.fill(&format!("puzzle-{}-why", puzzle.id), &[])}</p>
                <table class="compared">
                    <caption>{shared.say("puzzle-compared")}</caption>
                    <thead class="unseen"><tr><th scope="col">{shared.say("puzzle-choice")}</th><th scope="col">{shared.say("total")}</th></tr></thead>
                    <tbody>{compared.into_iter().map(line).collect_view()}</tbody>
                </table>
            })}
            <div class="means">
                {(!is_best).then(|| view! {
                    <button class="primary" id="set-back" on:click=move |_| set_back.run(())>{shared.say("puzzle-again")}</button>
                })}
                {(!is_open).then(|| view! {
                    <button class="plain" id="show-answer" on:click=move |_| show.run(())>{shared.say("puzzle-show")}</button>
                })}
                {is_best.then(|| match next {
                    Some(next) => view! { <Link to=LearnRoute::Puzzle(next) class="button primary" id="next">{shared.say("puzzle-next")}</Link> }.into_any(),
                    None => view! { <Link to=LearnRoute::Puzzles class="button primary" id="next">{shared.say("puzzles")}</Link> }.into_any(),
                })}
            </div>
        </section>
    }
}

/// A decision in a few words.
fn words_for(shared: Shared, scene: &Scene, action: &Action) -> String {
    let words = shared.words();
    let narrator = scene.narrator(&words, shared.theme());
    match *action {
        Action::Place { tile } => tile.to_string(),
        Action::Found { chain, .. } | Action::Survivor { chain } | Action::Defunct { chain } => {
            narrator.chain(chain).to_owned()
        }
        Action::Dispose { sell, trade } => {
            let chain = scene.view.defunct();
            let held = chain.and_then(|chain| scene.view.shares_of(scene.me()?, chain)).unwrap_or(0);
            let parts = [("sell", sell), ("trade", trade), ("hold", held - sell - trade)];
            let parts = parts.into_iter().filter(|(_, count)| *count > 0);
            parts.map(|(id, count)| format!("{} {count}", words.say(id))).collect::<Vec<_>>().join(", ")
        }
        Action::Buy { shares } => {
            let bundle = mergemaker_engine::Bundle { shares, ..Default::default() };
            narrator.bundle(&bundle)
        }
        Action::DeclareEnd => words.say("declare-end"),
        Action::EndTurn => words.say("end-turn"),
        Action::Exchange { tiles } => narrator.tiles(tiles.iter()),
        Action::Pass => words.say("pass"),
        Action::TradeOffer { .. } | Action::TradeAnswer { .. } => String::new(),
    }
}
