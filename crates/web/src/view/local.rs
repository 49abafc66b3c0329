//! The page of a game that is played wholly here.

use leptos::prelude::*;
use mergemaker_engine::{Action, Seat};
use mergemaker_web::local::{LocalGame, Question, Setup};
use mergemaker_web::review::Review;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;
use mergemaker_web::think::{Ask, Say};

use super::app::{Themed, shared};
use super::browser;
use super::dialog::Dialog;
use super::game::GameScreen;
use super::mind::{self, Asked};

const KEPT: &str = "game";

/// Whether a game is kept that can go on.
pub(crate) fn has_kept() -> bool {
    browser::kept(KEPT)
        .is_some_and(|text| LocalGame::read(&text).is_ok_and(|game| game.game().outcome().is_none()))
}

/// Keeps a new game, to be played on its page.
pub(crate) fn keep_new(setup: Setup) {
    if let Ok(game) = LocalGame::new(setup) {
        browser::keep(KEPT, &game.to_text());
    }
}

/// Keeps a game, to be played on its page.
pub(crate) fn keep_game(game: &LocalGame) {
    browser::keep(KEPT, &game.to_text());
}

/// The game that is kept, once it is over, to be looked at.
pub(crate) fn kept_review() -> Option<Review> {
    let game = LocalGame::read(&browser::kept(KEPT)?).ok()?;
    game.game().outcome().filter(|_| game.has_record())?;
    Review::read(&game.record().to_json()).ok()
}

/// The game that is kept.
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

#[component]
fn Play(game: LocalGame) -> impl IntoView {
    let shared = shared();
    let people: Vec<Seat> = game.people().collect();
    let is_shared = people.len() > 1;
    // Who looks at the screen: the only person, or, where several share it, whoever was told to.
    let viewer = RwSignal::new(if is_shared { None } else { people.first().copied() });
    // Whoever gave no name is addressed in the language of the page, and bots are named in it.
    let words = StoredValue::new(shared.words());
    let told = move |scene: Scene| words.with_value(|words| scene.told_in(words));
    let scene = RwSignal::new(told(game.scene(viewer.get_untracked())));
    let (hints, has_record) = (game.setup().hints, game.has_record());
    let game = StoredValue::new_local(game);
    let refresh = move || {
        let now = game.with_value(|game| game.scene(viewer.get_untracked()));
        scene.set(told(now));
    };
    let go_on = move || {
        game.with_value(keep_game);
        refresh();
    };
    // One bot after the other, each after a pause; a page that is left lets none decide any more.
    let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
    let asked = StoredValue::new_local(None::<Asked>);
    // Whether a bot plays by rules of thumb because its network could not be had.
    let is_missing = RwSignal::new(false);
    let let_decide = move || {
        let Some(Question { level, view, offered, number }) =
            game.try_update_value(LocalGame::ask_bot).flatten()
        else {
            return go_on();
        };
        let view = Box::new(view);
        let listen = move |say: Say| {
            let answer = if let Say::Decided { action, .. } = say { Some(action) } else { None };
            is_missing.set(answer.is_none());
            game.update_value(|game| game.hear_bot(answer));
            go_on();
        };
        asked.set_value(Some(mind::ask(|id| Ask::Decide { id, level, view, offered, number }, listen)));
    };
    Effect::new(move || {
        scene.track();
        asked.set_value(None);
        if game.with_value(LocalGame::waits_for_bot) {
            let pause = shared.settings.get_untracked().pause_ms();
            timer.set_value(Some(gloo_timers::callback::Timeout::new(pause, let_decide)));
        }
    });
    let act = Callback::new(move |action: Action| {
        let Some(seat) = game.with_value(|game| game.game().to_act()) else { return };
        // Only what the engine allows is offered; anything else changes nothing.
        if game.try_update_value(|game| game.decide(seat, &action).is_ok()) == Some(true) {
            if is_shared && game.with_value(|game| game.game().to_act()) != Some(seat) {
                viewer.set(None);
            }
            go_on();
        }
    });
    let undo = Callback::new(move |()| {
        if let Some(seat) = viewer.get_untracked() {
            game.update_value(|game| game.take_back(seat));
            go_on();
        }
    });
    let again = Callback::new(move |()| {
        let (setup, position) = game.with_value(|game| (game.setup().clone(), game.position()));
        let setup = Setup { seed: browser::random_seed(), ..setup };
        match position {
            Some(position) => keep_game(&LocalGame::at(setup, position)),
            None => keep_new(setup),
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
    view! {
        {move || is_missing.get().then(|| view! { <p class="banner" role="status">{shared.say("network-missing")}</p> })}
        <GameScreen scene act undo again save look hints has_record/>
        {curtain}
    }
}
