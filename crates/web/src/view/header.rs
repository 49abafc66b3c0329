//! The header of every page: navigation and the visitor's name.

use leptos::prelude::*;
use mergemaker_web::learn::LearnRoute;
use mergemaker_web::route::Route;

use super::app::{Choices, shared};
use super::browser;
use super::link::Link;
use super::me::{LoadState, me};

/// The pages in the navigation, and the text ids of their names.
const PAGES: [(Route, &str); 4] = [
    (Route::Home, "nav-play"),
    (Route::Learn(LearnRoute::Contents), "nav-learn"),
    (Route::Games, "nav-games"),
    (Route::Leaderboard { players: None }, "nav-leaderboard"),
];

/// The header. On a small screen part of it is behind a menu button.
#[component]
pub(crate) fn Header() -> impl IntoView {
    let shared = shared();
    let is_open = RwSignal::new(false);
    // Navigating closes the menu.
    Effect::new(move || {
        shared.route.track();
        is_open.set(false);
    });
    let escape = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && is_open.get_untracked() {
            is_open.set(false);
            browser::focus("#menu");
        }
    };
    view! {
        <a class="skip" href="#main" on:click=move |event| { event.prevent_default(); browser::focus("#main"); }>
            {shared.say("skip-to-content")}</a>
        <header class="top" on:keydown=escape>
            <Link to=Route::Home class="brand">
                <svg class="logo" viewBox="0 0 64 64" aria-hidden="true">
                    <rect width="64" height="64" rx="14" class="logo-ground"/>
                    <path d="M12 12h17v17h6v6h17v17H35V35h-6v-6H12z" fill="#f2b63c"/>
                    <rect x="35" y="12" width="17" height="17" rx="3" fill="#3fa7a0"/>
                    <rect x="12" y="35" width="17" height="17" rx="3" fill="#e4633f"/>
                </svg>
                <span>"Mergemaker"</span>
            </Link>
            <Who/>
            <button id="menu" class="menu-button" aria-controls="menu-panel"
                aria-expanded=move || if is_open.get() { "true" } else { "false" }
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>
                <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d="M1 3h14v2H1zM1 7h14v2H1zM1 11h14v2H1z"/></svg>
                <span>{shared.say("menu")}</span>
            </button>
            <div id="menu-panel" class="menu-panel" class:open=move || is_open.get()>
                <nav aria-label=shared.say("nav")>
                    {PAGES.map(|(to, word)| view! { <PageLink to word/> })}
                </nav>
                <Choices/>
            </div>
        </header>
    }
}

/// A navigation link, marked if it is the current page.
#[component]
fn PageLink(to: Route, word: &'static str) -> impl IntoView {
    let shared = shared();
    let place = place_of(&to);
    let current = move || (place_of(&shared.route.get()) == place).then_some("page");
    view! { <Link to attr:aria-current=current>{shared.say(word)}</Link> }
}

/// The section of a page: the first part of its address.
fn place_of(route: &Route) -> String {
    if matches!(route, Route::Home | Route::Local | Route::Table { .. }) {
        return "play".to_owned();
    }
    route.path().split('/').nth(1).unwrap_or_default().to_owned()
}

/// The visitor's name, or a link to log in. Empty without a server.
#[component]
fn Who() -> impl IntoView {
    let shared = shared();
    let me = me();
    let name = Memo::new(move |_| me.account.read().as_ref().map(|account| account.person.name.clone()));
    let link = move |text: String| {
        view! {
            <Link to=Route::Account class="who">
                <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M8 1a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM1.5 15c.3-3.6 3-5.5 6.500-5.500s6.200 1.900 6.500 5.500z"/></svg>
                <span>{text}</span>
            </Link>
        }
    };
    move || match (name.get(), me.standing.get()) {
        (Some(name), _) => Some(link(name).into_any()),
        (None, LoadState::Known) => Some(link(shared.fill("log-in", &[])).into_any()),
        // Reserve the space to avoid a layout shift when the answer arrives.
        (None, LoadState::Asking) => Some(
            view! { <span class="who ghost" aria-hidden="true">{shared.say("log-in")}</span> }.into_any(),
        ),
        (None, LoadState::Unreachable) => None,
    }
}
