//! The frame of every page: which one is shown, in which language, with which names.

use std::sync::Arc;

use leptos::context::Provider;
use leptos::prelude::*;
use mergemaker_engine::{Chain, Preset, Rules, Theme};
use mergemaker_web::route::Route;
use mergemaker_web::settings::{Names, Settings};
use mergemaker_web::share::from_link;
use mergemaker_web::words::{Gap, Language, Words, page};

use super::account::AccountPage;
use super::browser;
use super::games::GamesPage;
use super::header::Header;
use super::home::Home;
use super::leaderboard::LeaderboardPage;
use super::learn::LearnPage;
use super::local::LocalPage;
use super::me::Me;
use super::position::PositionPage;
use super::profile::ProfilePage;
use super::review::ReviewPage;
use super::screens::NothingHere;
use super::settings::{self, SettingsButton};
use super::table::TablePage;
use super::tv::TvPage;

/// What every view may use. Words and names are read without being followed: everything is drawn anew when they change.
/// Thousands of views come and go in a long game, and each that followed them would be remembered for as long as they
/// live, which is as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    pub(crate) route: RwSignal<Route>,
    pub(crate) settings: RwSignal<Settings>,
    /// Whether the settings are shown.
    pub(crate) is_setting: RwSignal<bool>,
    words: RwSignal<Arc<Words>>,
    /// What the chains are called here; none where no game is shown.
    theme: Option<Theme>,
    /// Whose colours the page has: those of the game that is shown.
    painted: RwSignal<Option<Theme>>,
}

impl Shared {
    /// Says something.
    pub(crate) fn say(self, id: &'static str) -> impl Fn() -> String + Copy {
        move || self.words.read_untracked().say(id)
    }

    /// Says something with gaps.
    pub(crate) fn fill(self, id: &str, gaps: &[Gap<'_>]) -> String {
        self.words.read_untracked().fill(id, gaps)
    }

    /// The words now.
    pub(crate) fn words(self) -> Arc<Words> {
        self.words.get_untracked()
    }

    /// The names of the chains here.
    pub(crate) fn theme(self) -> Theme {
        self.theme.unwrap_or_else(|| self.names().of_game(Preset::Custom))
    }

    /// The names of the chains in a game: those of its edition, unless the reader chose others.
    pub(crate) fn theme_of(self, rules: &Rules) -> Theme {
        self.names().of_game(rules.preset())
    }

    fn names(self) -> Names {
        self.settings.with_untracked(|settings| settings.names)
    }

    /// What a chain is called.
    pub(crate) fn chain(self, chain: Chain) -> &'static str {
        self.theme().face(chain).name
    }

    /// The letter of a chain, on tiles and on the keyboard.
    pub(crate) fn letter(self, chain: Chain) -> String {
        self.theme().face(chain).letter.to_string()
    }

    /// What a level of bots is called.
    pub(crate) fn level(self, id: &str) -> String {
        self.fill(&format!("level-{id}"), &[])
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
    let shared = Shared {
        route: RwSignal::new(Route::parse(&browser::path())),
        settings: RwSignal::new(settings::kept()),
        is_setting: RwSignal::new(false),
        words: RwSignal::new(Arc::new(page(Language::of_code(&code)))),
        theme: None,
        painted: RwSignal::new(None),
    };
    provide_context(shared);
    settings::apply(shared.settings);
    let names = Memo::new(move |_| shared.settings.with(|settings| settings.names));
    Effect::new(move || {
        let elsewhere = names.get().of_game(Preset::Custom);
        paint_chains(shared.painted.get().unwrap_or(elsewhere));
    });
    Effect::new(move || {
        let code = shared.words.read().language().code();
        if let Some(root) = browser::document().document_element() {
            let _ = root.set_attribute("lang", code);
        }
    });
    Me::provide();
    // Another page begins at its top, also for those who listen or use the keyboard.
    Effect::new(move |before: Option<Route>| {
        let route = shared.route.get();
        shared.words.track();
        browser::document().set_title(&title(shared, &route));
        if before.is_some_and(|before| before != route) {
            browser::to_top();
            browser::focus("#main");
        }
        route
    });
    // The browser's own way back.
    let back = window_event_listener(leptos::ev::popstate, move |_| {
        shared.route.set(Route::parse(&browser::path()));
    });
    on_cleanup(move || back.remove());
    move || {
        shared.words.track();
        names.track();
        view! { <Frame/> }
    }
}

/// A game, or whatever else has names and colours of its own for the chains.
#[component]
pub(crate) fn Themed(theme: Theme, children: Children) -> impl IntoView {
    let shared = Shared { theme: Some(theme), ..shared() };
    let painted = shared.painted;
    Effect::new(move || painted.set(Some(theme)));
    on_cleanup(move || painted.set(None));
    view! { <Provider value=shared>{children()}</Provider> }
}

/// What is around every page, and the page.
#[component]
fn Frame() -> impl IntoView {
    let shared = shared();
    view! {
        <Header/>
        <main id="main" tabindex="-1">
            {move || match shared.route.get() {
                Route::Home => view! { <Home/> }.into_any(),
                Route::Local => view! { <LocalPage/> }.into_any(),
                Route::Table { table } => view! { <TablePage table/> }.into_any(),
                Route::Tv { table } => view! { <TvPage table/> }.into_any(),
                Route::Review { which } => view! { <ReviewPage which/> }.into_any(),
                Route::Position { link } => view! { <PositionPage read=from_link(&link).ok().map(Box::new)/> }.into_any(),
                Route::Learn(page) => view! { <LearnPage page/> }.into_any(),
                Route::Account => view! { <AccountPage/> }.into_any(),
                Route::Person { person } => view! { <ProfilePage person/> }.into_any(),
                Route::Leaderboard { players } => view! { <LeaderboardPage players/> }.into_any(),
                Route::Games => view! { <GamesPage/> }.into_any(),
                Route::Unknown => view! { <NothingHere/> }.into_any(),
            }}
        </main>
    }
}

/// What the page is called, in the browser's tabs. A game says itself whose turn it is.
fn title(shared: Shared, route: &Route) -> String {
    let id = match route {
        Route::Account => "account",
        Route::Person { .. } => "profile",
        Route::Leaderboard { .. } => "nav-leaderboard",
        Route::Games => "nav-games",
        Route::Learn(_) => "nav-learn",
        Route::Position { .. } => "position-page",
        Route::Review { .. } => "review",
        Route::Unknown => "not-found",
        Route::Home | Route::Local | Route::Table { .. } | Route::Tv { .. } => {
            return "Mergemaker".to_owned();
        }
    };
    format!("{} – Mergemaker", shared.fill(id, &[]))
}

/// The language, and all other settings.
#[component]
pub(crate) fn Choices() -> impl IntoView {
    let shared = shared();
    let languages = Language::ALL.map(|language| {
        let is_chosen = move || shared.words().language() == language;
        view! { <option value=language.code() selected=is_chosen>{language.name()}</option> }
    });
    view! {
        <div class="choices">
            <label><span class="unseen">{shared.say("language")}</span>
                <select id="language" on:change=move |event| {
                    let language = Language::of_code(&event_target_value(&event));
                    browser::keep("language", language.code());
                    shared.words.set(Arc::new(page(language)));
                }>{languages}</select>
            </label>
            <SettingsButton/>
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
