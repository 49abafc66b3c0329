//! The table of contents for learning.

use leptos::prelude::*;
use mergemaker_web::learn::chapter::Chapter;
use mergemaker_web::learn::guide::Guide;
use mergemaker_web::learn::{LearnRoute, puzzle};

use super::picture::Picture;
use super::{entitle, first, puzzle as puzzles};
use crate::view::app::shared;
use crate::view::browser;
use crate::view::link::Link;

/// The rules, the guided game and the puzzles.
#[component]
pub(super) fn Contents() -> impl IntoView {
    let shared = shared();
    entitle(shared.say("learn"));
    let chapter = |(index, chapter): (usize, Chapter)| {
        let board = *chapter.boards()[0].sandbox("").game().board();
        let id = chapter.id();
        view! {
            <li><Link to=LearnRoute::Chapter(chapter) class="card chapter">
                <Picture board/>
                <span><b>{index + 1}". "{move || shared.fill(&format!("chapter-{id}"), &[])}</b>
                    <small>{move || shared.fill(&format!("chapter-{id}-lead"), &[])}</small></span>
            </Link></li>
        }
    };
    let total = puzzle::all().len();
    let solved = puzzles::solved().len();
    view! {
        <div class="learn">
            <header class="hero"><h1>{shared.say("learn")}</h1><p>{shared.say("learn-about")}</p></header>
            <div class="ways">
                <section class="card way" aria-labelledby="way-first">
                    <Picture board=*Guide::new("").sandbox().game().board()/>
                    <h2 id="way-first">{shared.say("first-title")}</h2>
                    <p>{shared.say("first-about")}</p>
                    <Link to=LearnRoute::First class="button primary" id="begin-first">{move || shared.fill(
                        if first::has_begun() { "first-continue" } else { "first-begin" }, &[])}</Link>
                </section>
                <section class="card way" aria-labelledby="way-puzzles">
                    <Picture board=*puzzle::all()[total - 1].sandbox("").game().board()/>
                    <h2 id="way-puzzles">{shared.say("puzzles")}</h2>
                    <p>{shared.say("puzzles-about")}</p>
                    <p class="quiet">{move || shared.fill("puzzles-solved",
                        &[("solved", solved.into()), ("total", total.into())])}</p>
                    <Link to=LearnRoute::Puzzles class="button" id="to-puzzles">{shared.say("puzzles-go")}</Link>
                </section>
            </div>
            <section aria-labelledby="rules-title">
                <h2 id="rules-title">{shared.say("learn-rules")}</h2>
                <ol class="chapters">{Chapter::ALL.into_iter().enumerate().map(chapter).collect_view()}</ol>
            </section>
        </div>
    }
}

/// For newcomers, on the home page: at the top until they start something, then at the bottom.
#[component]
pub(crate) fn Invitation(
    /// Whether this is the top place.
    is_above: bool,
) -> impl IntoView {
    let shared = shared();
    let is_new = !first::has_begun() && browser::kept("game").is_none() && puzzles::solved().is_empty();
    (is_new == is_above).then(|| view! {
        <section class="card invitation" class:is-new=is_new aria-labelledby="new-here">
            <div>
                <h2 id="new-here">{shared.say("new-to-game")}</h2>
                <p class="quiet">{shared.say("first-about")}</p>
            </div>
            <div class="means">
                <Link to=LearnRoute::First class=if is_new { "button primary" } else { "button" } id="learn-first">
                    {move || shared.fill(if first::has_begun() { "first-continue" } else { "first-begin" }, &[])}</Link>
                <Link to=LearnRoute::Contents id="learn">{shared.say("learn-rules")}</Link>
                <Link to=LearnRoute::Puzzles>{shared.say("puzzles")}</Link>
            </div>
        </section>
    })
}
