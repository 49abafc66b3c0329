//! The page of a local game.

use leptos::prelude::*;
use mergemaker_engine::{Action, RuleError, Seat};
use mergemaker_web::local::{BotQuestion, Customs, LocalGame, Setup};
use mergemaker_web::review::Review;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;
use mergemaker_web::think::{WorkerReply, WorkerRequest};

use super::app::{Themed, shared};
use super::browser;
use super::customs::AskSwitch;
use super::dialog::Dialog;
use super::game::GameScreen;
use super::worker_client::{self, PendingRequest};

const KEPT: &str = "game";

/// Whether there is an unfinished saved game.
pub(crate) fn has_kept() -> bool {
    browser::kept(KEPT)
        .is_some_and(|text| LocalGame::read(&text).is_ok_and(|game| game.game().outcome().is_none()))
}

/// Saves a new game and opens it.
pub(crate) fn keep_new(setup: Setup, customs: Customs) {
    if let Ok(game) = LocalGame::new(setup) {
        keep_game(&game.with_customs(customs));
    }
}

/// Saves a game and opens it.
pub(crate) fn keep_game(game: &LocalGame) {
    browser::keep(KEPT, &game.to_text());
}

/// The saved game for a review, if it is over.
pub(crate) fn kept_review() -> Option<Review> {
    let game = LocalGame::read(&browser::kept(KEPT)?).ok()?;
    game.game().outcome().filter(|_| game.has_record())?;
    Review::read(&game.record().to_json()).ok()
}

/// The saved game.
#[component]
pub(crate) fn LocalPage() -> impl IntoView {
    let shared = shared();
    let game = browser::kept(KEPT).and_then(|text| LocalGame::read(&text).ok());
    if let Some(game) = game {
        let theme = shared.theme_of(&game.setup().rules);
        return view! { <Themed theme><Play game/></Themed> }.into_any();
    }
    shared.go(Route::Home);
    ().into_any()
}

/// The text id of why an offer was refused.
const fn refusal(error: &RuleError) -> Option<&'static str> {
    if matches!(error, RuleError::CannotGive { .. }) {
        Some("offer-refused")
    } else if matches!(error, RuleError::TooManyOffers) {
        Some("offer-refused-often")
    } else {
        None
    }
}

#[component]
fn Play(game: LocalGame) -> impl IntoView {
    let shared = shared();
    let people: Vec<Seat> = game.people().collect();
    let is_shared = people.len() > 1;
    // Who looks at the screen: the only person, or the one who opened the curtain.
    let viewer = RwSignal::new(if is_shared { None } else { people.first().copied() });
    // Name players in the language of the page.
    let words = StoredValue::new(shared.words());
    let localized = move |scene: Scene| words.with_value(|words| scene.localized(words));
    let scene = RwSignal::new(localized(game.scene(viewer.get_untracked())));
    let (hints, has_record) = (game.setup().hints, game.has_record());
    let game = StoredValue::new_local(game);
    let refresh = move || {
        let now = game.with_value(|game| game.scene(viewer.get_untracked()));
        scene.set(localized(now));
    };
    let go_on = move || {
        game.with_value(keep_game);
        refresh();
    };
    // Bots decide one by one, each after a pause, until the page is left.
    let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
    let asked = StoredValue::new_local(None::<PendingRequest>);
    // Whether a bot falls back to rules of thumb because its network could not be loaded.
    let is_missing = RwSignal::new(false);
    let let_decide = move || {
        let Some(BotQuestion { level, view, offered, number }) =
            game.try_update_value(LocalGame::ask_bot).flatten()
        else {
            return go_on();
        };
        let view = Box::new(view);
        let listen = move |reply: WorkerReply| {
            let answer = if let WorkerReply::Decided { action, .. } = reply { Some(action) } else { None };
            is_missing.set(answer.is_none());
            game.update_value(|game| game.play_bot_answer(answer));
            go_on();
        };
        asked.set_value(Some(worker_client::ask(
            |id| WorkerRequest::Decide { id, level, view, offered, number },
            listen,
        )));
    };
    Effect::new(move || {
        scene.track();
        asked.set_value(None);
        if game.with_value(LocalGame::waits_for_bot) {
            let pause = shared.settings.get_untracked().pause_ms();
            timer.set_value(Some(gloo_timers::callback::Timeout::new(pause, let_decide)));
        }
    });
    // The text id of why the last decision was refused.
    let trouble = RwSignal::new(None::<&'static str>);
    let act = Callback::new(move |action: Action| {
        let Some(seat) = game.with_value(|game| game.game().to_act()) else { return };
        // Only legal decisions are offered, but with hidden holdings an offer may ask for too much.
        match game.try_update_value(|game| game.decide(seat, &action)) {
            Some(Ok(())) => {
                trouble.set(None);
                if is_shared && game.with_value(|game| game.game().to_act()) != Some(seat) {
                    viewer.set(None);
                }
            }
            Some(Err(error)) => trouble.set(refusal(&error)),
            None => return,
        }
        // Save the game: it counts refused offers.
        go_on();
    });
    let undo = Callback::new(move |()| {
        if let Some(seat) = viewer.get_untracked() {
            game.update_value(|game| game.take_back(seat));
            go_on();
        }
    });
    let again = Callback::new(move |()| {
        if let Ok(game) = game.with_value(|game| game.again(browser::random_seed())) {
            keep_game(&game);
        }
        shared.route.set(Route::Home);
        shared.go(Route::Local);
    });
    let look = Callback::new(move |()| shared.go(Route::Review { which: Some("local".to_owned()) }));
    let save = Callback::new(move |()| {
        game.with_value(|game| browser::save_file("game.json", &game.record().to_json()));
    });
    let next = move || {
        let waiting = scene.with(|scene: &Scene| scene.view.to_act());
        waiting.filter(|seat| is_shared && viewer.get().is_none() && people.contains(seat))
    };
    let curtain = move || {
        next().map(|seat| {
            let name = scene.with(|scene| scene.players[seat.index()].name.clone());
            let open = move |_| {
                viewer.set(Some(seat));
                refresh();
            };
            view! {
                <Dialog class="curtain" heading="curtain-to">
                    <h1 id="curtain-to">{shared.fill("curtain", &[("player", name.clone().into())])}</h1>
                    <p>{shared.say("curtain-about")}</p>
                    <button class="primary big" id="open-curtain" autofocus on:click=open>
                        {shared.fill("curtain-open", &[("player", name.into())])}
                    </button>
                </Dialog>
            }
        })
    };
    let asks = RwSignal::new(game.with_value(|game| game.customs().asks));
    let has_choice = game.with_value(LocalGame::has_dead_tile_choice);
    let ask = Callback::new(move |is_asked: bool| {
        asks.set(is_asked);
        let before = game.with_value(|game| game.game().to_act());
        game.update_value(|game| game.ask_about_dead_tiles(is_asked));
        // The question is answered automatically, and the screen goes to the next player.
        if is_shared && game.with_value(|game| game.game().to_act()) != before {
            viewer.set(None);
        }
        go_on();
    });
    let notices = move || {
        trouble.get().map(|id| view! { <p class="banner" role="alert" id="refused">{shared.say(id)}</p> })
    };
    view! {
        {move || is_missing.get().then(|| view! { <p class="banner" role="status">{shared.say("network-missing")}</p> })}
        <GameScreen scene act undo again save look hints has_record notices=notices.into_any()>
            {has_choice.then(|| {
                let label = if is_shared { "ask-dead-tiles-shared" } else { "ask-dead-tiles" };
                view! { <AskSwitch label asks ask/> }
            })}
        </GameScreen>
        {curtain}
    }
}
