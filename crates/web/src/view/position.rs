//! A shared position: view it, get hints, play on.

use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Phase, Seat, View};
use mergemaker_web::keys::KeyContext;
use mergemaker_web::local::{Customs, LocalGame, Setup};
use mergemaker_web::route::Route;
use mergemaker_web::scene::{Player, PlayerKind, Scene};
use mergemaker_web::share;

use super::app::{Themed, shared};
use super::board::Board;
use super::browser;
use super::game::Draft;
use super::hand::StillHand;
use super::hint::{Advisor, Answered, Hint};
use super::keys::Keyboard;
use super::local;
use super::market::Market;
use super::players::Players;

/// The page of a position in a link.
#[component]
pub(crate) fn PositionPage(
    /// The view in the link, if valid.
    read: Option<Box<View>>,
) -> impl IntoView {
    let shared = shared();
    match read {
        Some(view) => {
            let theme = shared.theme_of(view.rules());
            view! { <Themed theme><Position view=*view/></Themed> }.into_any()
        }
        None => view! {
            <section class="sheet card" id="bad-position"><h1>{shared.say("position-bad")}</h1>
                <p>{shared.say("position-bad-about")}</p>
                <button on:click=move |_| shared.go(Route::Home)>{shared.say("back-home")}</button></section>
        }
        .into_any(),
    }
}

#[component]
fn Position(view: View) -> impl IntoView {
    let shared = shared();
    let level = RwSignal::new(Level::Steady);
    let players = move || -> Vec<Player> {
        let name =
            |number: usize| Player::person(&shared.fill("player-number", &[("number", number.into())]));
        (1..=view.players()).map(name).collect()
    };
    let scene: Signal<Scene> = Signal::derive(move || share::scene(view, players()));
    let draft = Draft::new();
    let advisor = Advisor::new(scene, draft);
    let nothing = Callback::new(|_: Action| {});
    // Nothing is decided here: keys can only ask for a hint.
    let context = Memo::new(|_| KeyContext { has_hint: true, ..KeyContext::IDLE });
    let undo = Callback::new(|()| ());
    Keyboard { context, scene, draft, act: nothing, undo, advisor: Some(advisor), sheets: None }.listen();
    let is_over = view.outcome().is_some();
    let play_on = move |_| {
        let own = view.viewer().or(view.to_act()).or(Seat::new(0));
        let sitters = Seat::all(view.players()).zip(players()).map(|(seat, player)| {
            let is_own = Some(seat) == own;
            Player {
                kind: if is_own {
                    PlayerKind::Person
                } else {
                    PlayerKind::Bot { level: level.get_untracked() }
                },
                ..player
            }
        });
        let (rules, seed) = (*view.rules(), browser::random_seed());
        let setup = Setup { rules, players: sitters.collect(), seed, hints: true };
        // In a position that asks about dead tiles, the reader wants to choose them.
        let customs = Customs { asks: view.phase() == Phase::Exchange, ..Customs::default() };
        local::keep_game(&LocalGame::at(setup, view).with_customs(customs));
        shared.go(Route::Local);
    };
    let about = match (is_over, view.viewer()) {
        (true, _) => "position-over",
        (false, None) => "position-spectator",
        (false, viewer) if viewer == view.to_act() => "position-about",
        (false, Some(_)) => "position-others",
    };
    view! {
        <div class="game position">
            <section class="table">
                <Board scene draft act=nothing/>
                <div class="below">
                    <StillHand scene/>
                    <section class="ask mine">
                        <h1 class="question">{shared.say("position-page")}</h1>
                        <p>{shared.say(about)}</p>
                        <p>{move || scene.with(|scene| super::ask::question(shared, scene))}</p>
                        <div class="means">
                            {(!is_over).then(|| view! {
                                <Levels level/>
                                <button class="primary" id="play-on" on:click=play_on>{shared.say("play-on")}</button>
                            })}
                            <Hint advisor/>
                        </div>
                    </section>
                    <Answered advisor/>
                </div>
            </section>
            <section class="figures"><Market scene/><Players scene/></section>
        </div>
    }
}

/// The level of the bots to play on against.
#[component]
pub(crate) fn Levels(level: RwSignal<Level>) -> impl IntoView {
    let shared = shared();
    let options = Level::OFFERED.map(|choice| {
        view! {
            <option value=choice.id() selected=move || level.get() == choice>
                {shared.level(choice.id())}</option>
        }
    });
    view! {
        <label><span class="unseen">{shared.say("strength")}</span>
            <select id="level" on:change=move |event| if let Ok(choice) = event_target_value(&event).parse() { level.set(choice) }>
                {options}</select></label>
    }
}

/// A button icon in a 16 × 16 view box.
pub(crate) fn icon(shape: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=shape/></svg> }
}
