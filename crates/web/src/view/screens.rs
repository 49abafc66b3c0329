//! Error screens: each says what happened and what to do next.

use leptos::prelude::*;
use mergemaker_web::people::refusal_text_id;
use mergemaker_web::route::Route;

use super::app::shared;
use super::link::Link;
use super::net::Trouble;

/// A screen that says what happened, with actions below.
#[component]
pub(crate) fn Notice(
    /// The text id of its heading.
    heading: &'static str,
    /// The text id of the explanation.
    about: &'static str,
    /// The actions.
    children: Children,
) -> impl IntoView {
    let shared = shared();
    view! {
        <section class="sheet card notice">
            <h1>{shared.say(heading)}</h1>
            <p>{shared.say(about)}</p>
            <div class="means">{children()}</div>
        </section>
    }
}

/// There is no page at this address.
#[component]
pub(crate) fn NothingHere() -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="not-found" about="not-found-about">
            <Link to=Route::Home class="button primary">{shared.say("back-home")}</Link>
            <Link to=Route::Games class="button">{shared.say("nav-games")}</Link>
        </Notice>
    }
}

/// Loading failed: the server cannot be reached, or refuses.
#[component]
pub(crate) fn NotNow(trouble: Trouble, retry: Callback<()>) -> impl IntoView {
    let shared = shared();
    let (heading, about) = match trouble {
        Trouble::Unreachable => ("offline", "offline-about"),
        Trouble::Refused(refusal) => ("not-now", refusal_text_id(refusal.code)),
    };
    view! {
        <Notice heading about>
            <button class="primary" id="retry" on:click=move |_| retry.run(())>{shared.say("try-again")}</button>
            <Link to=Route::Home class="button">{shared.say("play-here")}</Link>
        </Notice>
    }
}

/// There is no such table.
#[component]
pub(crate) fn NoTable() -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="no-table" about="no-table-about">
            <Link to=Route::Home class="button primary">{shared.say("back-home")}</Link>
            <Link to=Route::Games class="button">{shared.say("nav-games")}</Link>
        </Notice>
    }
}

/// The table was closed before its game started.
#[component]
pub(crate) fn ClosedTable() -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="closed-table" about="closed-table-about">
            <Link to=Route::Home class="button primary">{shared.say("back-home")}</Link>
        </Notice>
    }
}

/// The table's game is over, for people who did not play.
#[component]
pub(crate) fn GameOver(table: String) -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="ask-over" about="game-over-about">
            <Link to=Route::Review { which: Some(table) } class="button primary">{shared.say("review-game")}</Link>
            <Link to=Route::Games class="button">{shared.say("nav-games")}</Link>
        </Notice>
    }
}

/// The host removed the visitor from the table.
#[component]
pub(crate) fn SentAway() -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="sent-away" about="sent-away-about">
            <Link to=Route::Home class="button primary">{shared.say("back-home")}</Link>
            <Link to=Route::Games class="button">{shared.say("nav-games")}</Link>
        </Notice>
    }
}

/// The session was ended elsewhere.
#[component]
pub(crate) fn LoggedOut() -> impl IntoView {
    let shared = shared();
    view! {
        <Notice heading="logged-out" about="logged-out-about">
            <Link to=Route::Account class="button primary">{shared.say("log-in")}</Link>
            <Link to=Route::Home class="button">{shared.say("back-home")}</Link>
        </Notice>
    }
}
