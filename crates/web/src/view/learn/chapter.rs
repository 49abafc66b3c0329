//! A chapter of the rules, with boards to try them on.

use leptos::prelude::*;
use mergemaker_engine::{Action, Tier, price_card};
use mergemaker_web::learn::LearnRoute;
use mergemaker_web::learn::chapter::{Chapter, LiveBoard};

use super::entitle;
use super::log::StageLog;
use super::stage::Stage;
use crate::view::app::shared;
use crate::view::link::Link;
use crate::view::mark::named_mark;

/// The chapter: its boards, then the explanations.
#[component]
pub(super) fn ChapterPage(chapter: Chapter) -> impl IntoView {
    let shared = shared();
    let id = chapter.id();
    let title = move || shared.fill(&format!("chapter-{id}"), &[]);
    entitle(title);
    let boards = chapter.boards();
    let chosen = RwSignal::new(0_usize);
    let choose = (boards.len() > 1).then(|| view! {
        <fieldset class="segments"><legend class="unseen">{shared.say("learn-boards")}</legend>
            {boards.iter().enumerate().map(|(index, board)| view! {
                <label><input type="radio" name="board" value=index prop:checked=move || chosen.get() == index
                    on:change=move |_| chosen.set(index)/>
                    <span>{move || shared.fill(&format!("board-{}", board.id), &[])}</span></label>
            }).collect_view()}
        </fieldset>
    });
    let points = (1..=chapter.points()).map(|point| {
        view! {
            <li>{move || shared.fill(&format!("chapter-{id}-{point}"), &[])}</li>
        }
    });
    let number = Chapter::ALL.iter().position(|&other| other == chapter).unwrap_or(0) + 1;
    view! {
        <div class="learn">
            <nav class="crumbs" aria-label=shared.say("learn")>
                <Link to=LearnRoute::Contents>{shared.say("learn")}</Link>
                <span>{move || shared.fill("learn-chapter-of", &[("number", number.into()), ("total", Chapter::ALL.len().into())])}</span>
            </nav>
            <header><h1>{title}</h1><p class="lead">{move || shared.fill(&format!("chapter-{id}-lead"), &[])}</p></header>
            {choose}
            {move || view! { <Live board=boards[chosen.get()]/> }}
            <section class="panel points" aria-labelledby="points">
                <h2 id="points">{shared.say("learn-points")}</h2>
                <ul>{points.collect_view()}</ul>
                {(chapter == Chapter::Stock).then(|| view! { <Prices/> })}
            </section>
            <nav class="turn" aria-label=shared.say("learn-turn")>
                {chapter.previous().map(|page| view! {
                    <Link to=LearnRoute::Chapter(page) class="button" id="previous">"← "{move || shared.fill(&format!("chapter-{}", page.id()), &[])}</Link>
                })}
                {match chapter.next() {
                    Some(page) => view! {
                        <Link to=LearnRoute::Chapter(page) class="button primary" id="next">
                            {move || shared.fill(&format!("chapter-{}", page.id()), &[])}" →"</Link>
                    }.into_any(),
                    None => view! {
                        <Link to=LearnRoute::First class="button primary" id="next">{shared.say("first-title")}" →"</Link>
                    }.into_any(),
                }}
            </nav>
        </div>
    }
}

/// A playable board.
#[component]
fn Live(board: LiveBoard) -> impl IntoView {
    let shared = shared();
    let sandbox = board.sandbox(&shared.words().say("you"));
    let scene = RwSignal::new(sandbox.scene());
    let is_done = RwSignal::new(false);
    let sandbox = StoredValue::new_local(sandbox);
    let refresh = move || {
        sandbox.with_value(|sandbox| {
            is_done.set(!sandbox.is_own_turn());
            scene.set(sandbox.scene());
        });
    };
    let act = Callback::new(move |action: Action| {
        sandbox.update_value(|sandbox| {
            // Only legal decisions are offered. Ignore anything else.
            let _ = sandbox.decide(&action);
            while sandbox.is_own_turn() && sandbox.waits_for_other() {
                sandbox.let_bot_decide();
            }
        });
        refresh();
    });
    let set_back = move |_| {
        sandbox.update_value(mergemaker_web::learn::sandbox::Sandbox::reset);
        refresh();
    };
    let has_begun = Memo::new(move |_| scene.with(|scene| scene.number > 0));
    let done = move || view! { <p class="ask verdict">{shared.say("learn-done")}</p> }.into_any();
    view! {
        <p class="task">{move || shared.fill(&format!("board-{}-try", board.id), &[])}</p>
        <Stage scene act is_done done>
            <button id="set-back" class="again" disabled=move || !has_begun.get() on:click=set_back>
                {shared.say("learn-set-back")}</button>
            <StageLog scene/>
        </Stage>
    }
}

/// Prices by size and tier.
#[component]
fn Prices() -> impl IntoView {
    let shared = shared();
    // The sizes of the cheap chains at each price are the steps of all chains.
    let steps = price_card().into_iter().filter_map(|row| row.sizes[0]);
    view! {
        <table class="price-steps">
            <caption>{shared.say("learn-prices")}</caption>
            <thead><tr><th scope="col">{shared.say("size")}</th>
                {Tier::ALL.map(|tier| view! { <th scope="col">{tier.chains().map(named_mark).collect_view()}</th> })}
            </tr></thead>
            <tbody>{steps.map(|sizes| view! {
                <tr><th scope="row">{sizes.to_string()}</th>
                    {Tier::ALL.map(|tier| view! { <td>{tier.price(sizes.from).to_string()}</td> })}</tr>
            }).collect_view()}</tbody>
        </table>
    }
}
