//! The frame of every page: routing, language and names of the chains.

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
use super::footer::{Footer, provide_host};
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

/// The context of all views. Texts and names are read untracked, and the whole page is redrawn when they
/// change: a short-lived view that subscribes to a signal that lives as long as the page would leak.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    pub(crate) route: RwSignal<Route>,
    pub(crate) settings: RwSignal<Settings>,
    /// Whether the settings are open.
    pub(crate) is_setting: RwSignal<bool>,
    words: RwSignal<Arc<Words>>,
    /// The theme of this part of the page, if it shows a game.
    theme: Option<Theme>,
    /// The theme that sets the page's colours: that of the game shown.
    painted: RwSignal<Option<Theme>>,
}

impl Shared {
    /// Returns a text.
    pub(crate) fn say(self, id: &'static str) -> impl Fn() -> String + Copy {
        move || self.words.read_untracked().say(id)
    }

    /// Returns a text with values filled in.
    pub(crate) fn fill(self, id: &str, gaps: &[Gap<'_>]) -> String {
        self.words.read_untracked().fill(id, gaps)
    }

    /// The current texts.
    pub(crate) fn words(self) -> Arc<Words> {
        self.words.get_untracked()
    }

    /// The theme of this part of the page.
    pub(crate) fn theme(self) -> Theme {
        self.theme.unwrap_or_else(|| self.names().of_game(Preset::Custom))
    }

    /// The theme of a game: that of its edition, unless the reader chose another.
    pub(crate) fn theme_of(self, rules: &Rules) -> Theme {
        self.names().of_game(rules.preset())
    }

    fn names(self) -> Names {
        self.settings.with_untracked(|settings| settings.names)
    }

    /// The name of a chain.
    pub(crate) fn chain(self, chain: Chain) -> &'static str {
        self.theme().face(chain).name
    }

    /// The letter of a chain, on tiles and on the keyboard.
    pub(crate) fn letter(self, chain: Chain) -> String {
        self.theme().face(chain).letter.to_string()
    }

    /// The name of a bot level.
    pub(crate) fn level(self, id: &str) -> String {
        self.fill(&format!("level-{id}"), &[])
    }

    /// Shows another page.
    pub(crate) fn go(self, route: Route) {
        browser::push_path(&route.path());
        self.route.set(route);
    }
}

/// The context of all views.
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
    provide_host();
    // A new page starts at its top, also for screen readers and keyboards.
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
    // The browser's back and forward buttons.
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

/// A game, or something else with its own theme.
#[component]
pub(crate) fn Themed(theme: Theme, children: Children) -> impl IntoView {
    let shared = Shared { theme: Some(theme), ..shared() };
    let painted = shared.painted;
    Effect::new(move || painted.set(Some(theme)));
    on_cleanup(move || painted.set(None));
    view! { <Provider value=shared>{children()}</Provider> }
}

/// The frame around every page, and the page.
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
        <Footer/>
    }
}

/// Sets the title in the browser's tab. Games set their own title.
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

/// Sets each chain's colour, and the ink for text on it.
fn paint_chains(theme: Theme) {
    for chain in Chain::ALL {
        let [red, green, blue] = theme.face(chain).rgb;
        let part = |value: u8| (f64::from(value) / 255.0).powf(2.2);
        let light = 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue);
        // The luminance where dark and white ink are equally readable.
        let ink = if light > 0.197 { "#14161a" } else { "#ffffff" };
        browser::set_style(&format!("--{}", chain.id()), &format!("rgb({red} {green} {blue})"));
        browser::set_style(&format!("--on-{}", chain.id()), ink);
    }
}
