//! A game at any of its moments: the board, the means to go to another, and what there is to know about it.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Seat};
use mergemaker_web::review::Review;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;
use mergemaker_web::study::Study;
use mergemaker_web::think::{Ask, Say};

use super::OpenRecord;
use super::charts::{Chances, Ticks, Worths};
use super::judged::{Analysis, Judged};
use crate::view::app::shared;
use crate::view::board::Board;
use crate::view::browser;
use crate::view::game::Draft;
use crate::view::local;
use crate::view::log::Log;
use crate::view::market::Market;
use crate::view::mind::{self, Asked};
use crate::view::players::Players;
use crate::view::position::{Levels, icon};
use crate::view::share::CopyLink;

/// How long a moment is shown when the game plays by itself, in milliseconds.
const PAUSE_MS: u32 = 700;

#[component]
pub(super) fn Moments(
    review: Review,
    /// The table that it was played at.
    table: Option<String>,
    /// Opens another record.
    choose: Callback<web_sys::Event>,
) -> impl IntoView {
    let shared = shared();
    let last = review.len();
    let turns = StoredValue::new(review.turns());
    let worths = review.worths();
    let names: Vec<String> = review.players().iter().map(|player| player.name.clone()).collect();
    let players = names.len();
    let review = StoredValue::new(review);
    let first = browser::fragment().parse().ok().filter(|event| (1..=last).contains(event));
    let at = RwSignal::new(first.unwrap_or(last));
    let viewer = RwSignal::new(Seat::new(0));
    let level = RwSignal::new(Level::Steady);
    let scene: Signal<Scene> = Signal::derive(move || {
        review
            .with_value(|review| review.scene(at.get(), viewer.get()))
            .expect("a record that verifies has a start")
    });
    let draft = Draft::new();
    let go = move |to: usize| at.set(to.clamp(1, last));
    let back = move || {
        let turn =
            turns.with_value(|turns| turns.iter().rev().find(|&&turn| turn < at.get_untracked()).copied());
        go(turn.unwrap_or(1));
    };
    let forth = move || {
        let turn = turns.with_value(|turns| turns.iter().find(|&&turn| turn > at.get_untracked()).copied());
        go(turn.unwrap_or(last));
    };

    let study = RwSignal::new(Study::default());
    let asked = StoredValue::new_local(None::<Asked>);
    let has_failed = RwSignal::new(false);
    let analyse = Callback::new(move |()| {
        study.set(Study::default());
        has_failed.set(false);
        let record = review.with_value(Review::to_text);
        let question = move |id| Ask::Analyse { id, record, units: mind::work(mind::JUDGEMENT) };
        let hear = move |say| match say {
            Say::Progress { all, judgement, .. } => {
                study.update(|study| study.add(all, judgement.map(|one| *one)))
            }
            _ => has_failed.set(true),
        };
        asked.set_value(Some(mind::ask(question, hear)));
    });
    let stop = Callback::new(move |()| {
        asked.set_value(None);
        study.update(Study::stop);
    });
    let marks = Signal::derive(move || study.with(Study::marks));
    let to_mark = move |is_forth: bool| {
        if let Some(event) = study.with_untracked(|study| study.next_mark(at.get_untracked(), is_forth)) {
            go(event);
        }
    };

    let playing = StoredValue::new_local(None::<gloo_timers::callback::Interval>);
    let is_playing = RwSignal::new(false);
    let halt = move || {
        playing.set_value(None);
        is_playing.set(false);
    };
    let play = move || {
        if is_playing.get_untracked() {
            return halt();
        }
        if at.get_untracked() == last {
            at.set(1);
        }
        is_playing.set(true);
        let pause = if browser::kept("pace").as_deref() == Some("fast") { 40 } else { PAUSE_MS };
        playing.set_value(Some(gloo_timers::callback::Interval::new(pause, move || {
            if at.get_untracked() < last { go(at.get_untracked() + 1) } else { is_playing.set(false) }
        })));
    };
    // A game that has come to its end plays no more.
    Effect::new(move || {
        if !is_playing.get() {
            playing.set_value(None);
        }
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| {
        // A field has keys of its own.
        if event.ctrl_key() || event.meta_key() || event.alt_key() || browser::is_typing(&event) {
            return;
        }
        match event.key().as_str() {
            "ArrowLeft" if event.shift_key() => back(),
            "ArrowRight" if event.shift_key() => forth(),
            "ArrowLeft" => go(at.get_untracked().saturating_sub(1)),
            "ArrowRight" => go(at.get_untracked() + 1),
            "Home" => go(1),
            "End" => go(last),
            "n" | "N" => to_mark(true),
            "p" | "P" => to_mark(false),
            " " if !browser::is_button(&event) => {
                event.prevent_default();
                play();
            }
            _ => {}
        }
    });
    on_cleanup(move || {
        keys.remove();
        playing.dispose();
        asked.dispose();
    });
    let play_on = move |_| {
        let seat = viewer.get_untracked().or(Seat::new(0));
        let game =
            review.with_value(|review| review.play_on(at.get_untracked(), seat?, level.get_untracked()));
        if let Some(game) = game {
            local::keep_game(&game);
            shared.go(Route::Local);
        }
    };
    let save = move |_| review.with_value(|review| browser::save_file("game.json", &review.to_text()));
    let position = Callback::new(move |()| {
        let link = review.with_value(|review| review.position(at.get_untracked(), viewer.get_untracked()));
        browser::address_of(&Route::Position { link }.path())
    });
    let moment = table.map(|table| {
        let path = Route::Review { which: Some(table) }.path();
        Callback::new(move |()| format!("{}#{}", browser::address_of(&path), at.get_untracked()))
    });
    let views = Seat::all(players).zip(names.clone()).map(move |(seat, name)| {
        view! { <option value=seat.index() selected=move || viewer.get() == Some(seat)>{name}</option> }
    });
    let nothing = Callback::new(|_: Action| {});
    let can_play_on = review.with_value(Review::can_play_on);
    view! {
        <div class="game review">
            <h1 class="unseen">{shared.say("review")}</h1>
            <section class="table">
                <Board scene draft act=nothing/>
                <div class="below">
                    <div class="means">
                        <button id="first" aria-label=shared.say("first-event") on:click=move |_| go(1)>{icon(FIRST)}</button>
                        <button id="back" aria-label=shared.say("one-back") on:click=move |_| go(at.get_untracked().saturating_sub(1))>{icon(BACK)}</button>
                        <button id="autoplay" aria-label=shared.say("autoplay") aria-pressed=move || is_playing.get().to_string()
                            on:click=move |_| play()>{move || icon(if is_playing.get() { PAUSE } else { PLAY })}</button>
                        <button id="forth" aria-label=shared.say("one-forth") on:click=move |_| go(at.get_untracked() + 1)>{icon(FORTH)}</button>
                        <button id="last" aria-label=shared.say("last-event") on:click=move |_| go(last)>{icon(LAST)}</button>
                        <output>{move || format!("{} / {last}", at.get())}</output>
                        <label><span class="unseen">{shared.say("viewpoint")}</span>
                            <select id="viewpoint" on:change=move |event| viewer.set(event_target_value(&event).parse().ok().and_then(Seat::new))>
                                {views.collect_view()}
                                <option value="none">{shared.say("spectator")}</option>
                            </select></label>
                        <Show when=move || !marks.read().is_empty()>
                            <button id="previous-mistake" on:click=move |_| to_mark(false)><kbd>"P"</kbd>{shared.say("previous-mistake")}</button>
                            <button id="next-mistake" on:click=move |_| to_mark(true)><kbd>"N"</kbd>{shared.say("next-mistake")}</button>
                        </Show>
                    </div>
                    <div>
                        <input type="range" class="slider" id="slider" min="1" max=last prop:value=move || at.get()
                            aria-label=shared.say("moment") on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { go(to) }/>
                        <Ticks marks last/>
                    </div>
                    <Judged scene study at/>
                    <div class="charts">
                        <Worths worths names=names.clone() at/>
                        <Chances study review names at/>
                    </div>
                    <p class="hand still">{move || scene.with(|scene| scene.hand().into_iter().map(|(tile, outlook)| view! {
                        <span class=format!("tile {}", outlook.id())>{tile.to_string()}</span>
                    }).collect_view())}</p>
                    <div class="means">
                        {can_play_on.then(|| view! {
                            <Levels level/>
                            <button id="play-on" on:click=play_on>{shared.say("play-on")}</button>
                        })}
                    </div>
                    <div class="means">
                        <CopyLink id="share-position" label="share-position" link=position/>
                        {moment.map(|link| view! { <CopyLink id="share-moment" label="share-moment" link/> })}
                        <button on:click=save>{shared.say("save-record")}</button>
                        <OpenRecord label="open-another" choose/>
                    </div>
                    <p class="quiet">{shared.say("keys-review")}</p>
                </div>
            </section>
            <section class="figures">
                <Analysis study review analyse stop has_failed/>
                <Market scene draft/><Players scene/>
            </section>
            <Log scene marks/>
        </div>
    }
}

/// The shapes of the buttons, in a square of 16.
const FIRST: &str = "M3 2h2v12H3zM13 2v12L6 8z";
const BACK: &str = "M12 2v12L4 8z";
const FORTH: &str = "M4 2v12l8-6z";
const PLAY: &str = "M2 2v12l7-6zM9 2v12l6-6z";
const LAST: &str = "M11 2h2v12h-2zM3 2v12l7-6z";
const PAUSE: &str = "M4 2h3v12H4zM9 2h3v12H9z";
