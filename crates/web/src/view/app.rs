//! The frame of every page: which one is shown, in which language, with which names.

use std::sync::Arc;

use leptos::prelude::*;
use mergemaker_engine::{Chain, Theme};
use mergemaker_web::route::Route;
use mergemaker_web::share::from_link;
use mergemaker_web::words::{Gap, Language, Words};

use super::browser;
use super::home::Home;
use super::local::LocalPage;
use super::position::PositionPage;
use super::review::ReviewPage;
use super::table::TablePage;

/// What every view may use.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    pub(crate) route: RwSignal<Route>,
    pub(crate) theme: RwSignal<Theme>,
    words: RwSignal<Arc<Words>>,
}

impl Shared {
    /// Says something, and says it again when the language changes.
    pub(crate) fn say(self, id: &'static str) -> impl Fn() -> String + Copy {
        move || self.words.read().say(id)
    }

    /// Says something with gaps.
    pub(crate) fn fill(self, id: &str, gaps: &[Gap<'_>]) -> String {
        self.words.read().fill(id, gaps)
    }

    /// The words now.
    pub(crate) fn words(self) -> Arc<Words> {
        self.words.get()
    }

    /// What a chain is called.
    pub(crate) fn chain(self, chain: Chain) -> &'static str {
        self.theme.get().face(chain).name
    }

    /// Shows another page.
    pub(crate) fn go(self, route: Route) {
        browser::push_path(&route.path());
        self.route.set(route);
    }
}

/// What every view may use.
pub(crate) fn shared() -> Shared {
    use_context::<Shared>().expect("the app provides it to every view")
}

/// The whole page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let code = browser::kept("language").unwrap_or_else(browser::language);
    let theme = browser::kept("theme").and_then(|id| id.parse().ok()).unwrap_or(Theme::Renegade);
    let shared = Shared {
        route: RwSignal::new(Route::parse(&browser::path())),
        theme: RwSignal::new(theme),
        words: RwSignal::new(Arc::new(Words::new(Language::of_code(&code)))),
    };
    provide_context(shared);
    Effect::new(move || paint_chains(shared.theme.get()));
    Effect::new(move || {
        let code = shared.words().language().code();
        if let Some(root) = browser::document().document_element() {
            let _ = root.set_attribute("lang", code);
        }
    });
    // The browser's own way back.
    let back = window_event_listener(leptos::ev::popstate, move |_| {
        shared.route.set(Route::parse(&browser::path()));
    });
    on_cleanup(move || back.remove());
    view! {
        <a class="skip" href="#main">"↓"</a>
        <header class="top">
            <a class="brand" href="/" on:click=move |event| { event.prevent_default(); shared.go(Route::Home); }>
                <svg class="logo" viewBox="0 0 64 64" aria-hidden="true">
                    <rect width="64" height="64" rx="14" class="logo-ground"/>
                    <path d="M12 12h17v17h6v6h17v17H35V35h-6v-6H12z" fill="#f2b63c"/>
                    <rect x="35" y="12" width="17" height="17" rx="3" fill="#3fa7a0"/>
                    <rect x="12" y="35" width="17" height="17" rx="3" fill="#e4633f"/>
                </svg>
                <span>"Mergemaker"</span>
            </a>
            <Choices/>
        </header>
        <main id="main">
            {move || match shared.route.get() {
                Route::Home => view! { <Home/> }.into_any(),
                Route::Local => view! { <LocalPage/> }.into_any(),
                Route::Table { table } => view! { <TablePage table/> }.into_any(),
                Route::Review { which } => view! { <ReviewPage which/> }.into_any(),
                Route::Position { link } => view! { <PositionPage read=from_link(&link)/> }.into_any(),
                Route::Unknown => {
                    view! { <section class="sheet"><h1>{shared.say("not-found")}</h1></section> }.into_any()
                }
            }}
        </main>
    }
}

/// The language and the names of the chains.
#[component]
fn Choices() -> impl IntoView {
    let shared = shared();
    let languages = Language::ALL.map(|language| {
        let is_chosen = move || shared.words().language() == language;
        view! { <option value=language.code() selected=is_chosen>{language.name()}</option> }
    });
    let themes = Theme::ALL.map(|theme| {
        let id = format!("theme-{}", theme.id());
        let is_chosen = move || shared.theme.get() == theme;
        view! { <option value=theme.id() selected=is_chosen>{move || shared.fill(&id, &[])}</option> }
    });
    view! {
        <div class="choices">
            <label><span class="unseen">{shared.say("theme")}</span>
                <select id="theme" on:change=move |event| {
                    if let Ok(theme) = event_target_value(&event).parse() {
                        shared.theme.set(theme);
                        browser::keep("theme", theme.id());
                    }
                }>{themes}</select>
            </label>
            <label><span class="unseen">{shared.say("language")}</span>
                <select id="language" on:change=move |event| {
                    let language = Language::of_code(&event_target_value(&event));
                    browser::keep("language", language.code());
                    shared.words.set(Arc::new(Words::new(language)));
                }>{languages}</select>
            </label>
        </div>
    }
}

/// Gives each chain its colour, and a colour for what is written on it.
fn paint_chains(theme: Theme) {
    for chain in Chain::ALL {
        let [red, green, blue] = theme.face(chain).rgb;
        let part = |value: u8| (f64::from(value) / 255.0).powf(2.2);
        let light = 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
        // Where dark and white ink can be read equally well.
        let ink = if light > 0.197 { "#14161a" } else { "#ffffff" };
        browser::set_style(&format!("--{}", chain.id()), &format!("rgb({red} {green} {blue})"));
        browser::set_style(&format!("--on-{}", chain.id()), ink);
    }
}
