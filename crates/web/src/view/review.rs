//! The review of a game: any moment of it, from any place, with what everybody was worth.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Money, Seat};
use mergemaker_web::review::Review;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::board::Board;
use super::browser;
use super::game::Draft;
use super::local;
use super::log::Log;
use super::market::Market;
use super::net;
use super::players::Players;

/// The review of a game: of a table, of the game in this page, or of a record from disk.
#[component]
pub(crate) fn ReviewPage(which: Option<String>) -> impl IntoView {
    let shared = shared();
    let review = RwSignal::new_local(None::<Review>);
    let trouble = RwSignal::new(String::new());
    let open = move |text: &str| match Review::read(text) {
        Ok(read) => {
            trouble.set(String::new());
            review.set(Some(read));
        }
        Err(error) => trouble.set(error.to_string()),
    };
    match which {
        None => {}
        Some(which) if which == "local" => match local::kept_record() {
            Some(text) => open(&text),
            None => trouble.set(shared.fill("no-record", &[])),
        },
        Some(table) => {
            spawn_local(async move {
                match net::record(&table).await {
                    Some(text) => open(&text),
                    None => trouble.set(shared.fill("no-record", &[])),
                }
            });
        }
    }
    let read = move |file: Option<web_sys::File>| {
        let Some(file) = file else { return };
        spawn_local(async move {
            if let Some(text) = browser::read_file(&file).await {
                open(&text);
            }
        });
    };
    let choose = move |event: web_sys::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        read(input.files().and_then(|files| files.get(0)));
    };
    let drop = move |event: web_sys::DragEvent| {
        event.prevent_default();
        read(event.data_transfer().and_then(|data| data.files()).and_then(|files| files.get(0)));
    };
    view! {
        <div on:dragover=|event: web_sys::DragEvent| event.prevent_default() on:drop=drop>
            {move || (!trouble.read().is_empty()).then(|| view! { <p class="banner" role="alert">{trouble.get()}</p> })}
            {move || match review.get() {
                Some(review) => view! { <Moments review/> }.into_any(),
                None => view! {
                    <section class="sheet card">
                        <h1>{shared.say("review")}</h1>
                        <p class="quiet">{shared.say("open-record-about")}</p>
                        <label>{shared.say("open-record")}
                            <input type="file" id="record" accept=".json,application/json" on:change=choose/></label>
                    </section>
                }.into_any(),
            }}
        </div>
    }
}

#[component]
fn Moments(review: Review) -> impl IntoView {
    let shared = shared();
    let last = review.len();
    let turns = StoredValue::new(review.turns());
    let worths = review.worths();
    let names: Vec<String> = review.players().iter().map(|player| player.name.clone()).collect();
    let players = names.len();
    let review = StoredValue::new(review);
    let at = RwSignal::new(last);
    let viewer = RwSignal::new(Seat::new(0));
    let scene: Signal<Scene> = Signal::derive(move || {
        review
            .with_value(|review| review.scene(at.get(), viewer.get()))
            .expect("a record that verifies has a start")
    });
    let draft = Draft::new();
    let go = move |to: usize| at.set(to.clamp(1, last));
    let back = move || {
        go(turns
            .with_value(|turns| turns.iter().rev().find(|&&turn| turn < at.get_untracked()).copied())
            .unwrap_or(1));
    };
    let forth = move || {
        go(turns
            .with_value(|turns| turns.iter().find(|&&turn| turn > at.get_untracked()).copied())
            .unwrap_or(last));
    };
    let playing = StoredValue::new_local(None::<gloo_timers::callback::Interval>);
    let is_playing = RwSignal::new(false);
    let play = move |_| {
        if is_playing.get_untracked() {
            playing.set_value(None);
            is_playing.set(false);
            return;
        }
        if at.get_untracked() == last {
            at.set(1);
        }
        is_playing.set(true);
        playing.set_value(Some(gloo_timers::callback::Interval::new(700, move || {
            if at.get_untracked() < last {
                go(at.get_untracked() + 1);
            } else {
                is_playing.set(false);
            }
        })));
    };
    let keys =
        window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| match event.key().as_str() {
            "ArrowLeft" if event.shift_key() => back(),
            "ArrowRight" if event.shift_key() => forth(),
            "ArrowLeft" => go(at.get_untracked().saturating_sub(1)),
            "ArrowRight" => go(at.get_untracked() + 1),
            "Home" => go(1),
            "End" => go(last),
            _ => {}
        });
    on_cleanup(move || {
        keys.remove();
        playing.dispose();
    });
    let play_on = move |_| {
        let seat = viewer.get_untracked().or(Seat::new(0));
        let game = review.with_value(|review| review.play_on(at.get_untracked(), seat?, Level::Steady));
        if let Some(game) = game {
            local::keep_game(&game);
            shared.go(Route::Local);
        }
    };
    let save = move |_| review.with_value(|review| browser::save_file("game.json", &review.to_text()));
    let views = Seat::all(players).zip(names.clone()).map(move |(seat, name)| {
        view! {
            <option value=seat.index() selected=move || viewer.get() == Some(seat)>{name}</option>
        }
    });
    let nothing = Callback::new(|_: Action| {});
    view! {
        <div class="game review">
            <section class="table">
                <Board scene draft act=nothing/>
                <div class="below">
                    <div class="means">
                        <button id="first" aria-label=shared.say("first-event") on:click=move |_| go(1)>{icon(FIRST)}</button>
                        <button id="back" aria-label=shared.say("one-back") on:click=move |_| go(at.get_untracked().saturating_sub(1))>{icon(BACK)}</button>
                        <button id="autoplay" aria-label=shared.say("autoplay") on:click=play>{move || icon(if is_playing.get() { PAUSE } else { FORTH })}</button>
                        <button id="forth" aria-label=shared.say("one-forth") on:click=move |_| go(at.get_untracked() + 1)>{icon(FORTH)}</button>
                        <button id="last" aria-label=shared.say("last-event") on:click=move |_| go(last)>{icon(LAST)}</button>
                        <output>{move || format!("{} / {last}", at.get())}</output>
                        <label><span class="unseen">{shared.say("viewpoint")}</span>
                            <select id="viewpoint" on:change=move |event| viewer.set(event_target_value(&event).parse().ok().and_then(Seat::new))>
                                {views.collect_view()}
                                <option value="none">{shared.say("spectator")}</option>
                            </select></label>
                    </div>
                    <input type="range" class="slider" id="slider" min="1" max=last prop:value=move || at.get()
                        aria-label=shared.say("moment") on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { go(to) }/>
                    <Worths worths names at/>
                    <p class="hand still">{move || scene.with(|scene| scene.hand().into_iter().map(|(tile, outlook)| view! {
                        <span class=format!("tile {}", outlook.id())>{tile.to_string()}</span>
                    }).collect_view())}</p>
                    <div class="means">
                        <button id="play-on" on:click=play_on>{shared.say("play-on")}</button>
                        <button on:click=save>{shared.say("save-record")}</button>
                    </div>
                </div>
            </section>
            <section class="figures"><Market scene draft/><Players scene/></section>
            <Log scene/>
        </div>
    }
}

/// What everybody was worth, drawn over the whole game; a press on it goes there.
#[component]
fn Worths(worths: Vec<Vec<Money>>, names: Vec<String>, at: RwSignal<usize>) -> impl IntoView {
    const WIDTH: f64 = 600.0;
    const HEIGHT: f64 = 130.0;
    let shared = shared();
    // A record has at most some thousand events.
    let last = u16::try_from(worths.len()).unwrap_or(u16::MAX).max(2);
    let most = f64::from(worths.iter().flatten().map(|worth| worth.0).max().unwrap_or(1).max(1));
    let x =
        move |index: usize| f64::from(u16::try_from(index).unwrap_or(u16::MAX)) / f64::from(last - 1) * WIDTH;
    let line = |seat: usize| {
        let points: Vec<String> = worths
            .iter()
            .enumerate()
            .filter_map(|(index, worths)| {
                let worth = f64::from(worths.get(seat)?.0);
                Some(format!("{:.1},{:.1}", x(index), HEIGHT - worth / most * (HEIGHT - 6.0) - 2.0))
            })
            .collect();
        points.join(" ")
    };
    let lines = names
        .iter()
        .enumerate()
        .map(|(seat, _)| view! { <polyline class=format!("worth line{seat}") points=line(seat)/> });
    let press = move |event: web_sys::MouseEvent| {
        let place = event_target::<web_sys::Element>(&event).closest("svg").ok().flatten();
        let width = place.map_or(1.0, |place| place.get_bounding_client_rect().width());
        let share = f64::from(event.offset_x()) / width.max(1.0);
        // The nearest event: the first whose place is right of the press.
        let last = usize::from(last);
        let nearest = (0..last).find(|&index| x(index) >= share * WIDTH).unwrap_or(last - 1);
        at.set(nearest + 1);
    };
    view! {
        <figure class="chart">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=shared.say("worth-chart") on:click=press>
                {lines.collect_view()}
                <line class="cursor" y1="0" y2=HEIGHT x1=move || x(at.get().saturating_sub(1)) x2=move || x(at.get().saturating_sub(1))/>
            </svg>
            <figcaption>{names.iter().enumerate().map(|(seat, name)| view! { <span class=format!("key line{seat}")>{name.clone()}</span> }).collect_view()}</figcaption>
        </figure>
    }
}

/// The shapes of the buttons, in a square of 16.
const FIRST: &str = "M3 2h2v12H3zM13 2v12L6 8z";
const BACK: &str = "M12 2v12L4 8z";
const FORTH: &str = "M4 2v12l8-6z";
const LAST: &str = "M11 2h2v12h-2zM3 2v12l7-6z";
const PAUSE: &str = "M4 2h3v12H4zM9 2h3v12H9z";

fn icon(shape: &'static str) -> impl IntoView {
    view! { <svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=shape/></svg> }
}
