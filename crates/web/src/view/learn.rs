//! The pages that teach.

mod chapter;
mod contents;
mod first;
mod log;
mod picture;
mod puzzle;
mod stage;

use leptos::prelude::*;
use mergemaker_engine::Theme;
use mergemaker_web::learn::LearnRoute;

use super::app::Themed;
use super::browser;

pub(crate) use contents::Invitation;

/// A page that teaches.
#[component]
pub(crate) fn LearnPage(page: LearnRoute) -> impl IntoView {
    // Lessons and puzzles use the names of the 2023 edition, whatever theme the reader chose.
    let page = move || match page {
        LearnRoute::Contents => view! { <contents::Contents/> }.into_any(),
        LearnRoute::Chapter(chapter) => view! { <chapter::ChapterPage chapter/> }.into_any(),
        LearnRoute::First => view! { <first::FirstGame/> }.into_any(),
        LearnRoute::Puzzles => view! { <puzzle::Puzzles/> }.into_any(),
        LearnRoute::Puzzle(number) => view! { <puzzle::PuzzlePage number/> }.into_any(),
    };
    view! { <Themed theme=Theme::Renegade>{page()}</Themed> }
}

/// Sets the title of the tab.
fn entitle(title: impl Fn() -> String + Send + Sync + 'static) {
    Effect::new(move || browser::document().set_title(&format!("{} – Mergemaker", title())));
}

/// Scrolls to an element below the screen.
fn bring_into_sight(element: &web_sys::Element) {
    let height = browser::window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or(0.0);
    if element.get_bounding_client_rect().bottom() > height {
        element.scroll_into_view_with_bool(false);
    }
}
