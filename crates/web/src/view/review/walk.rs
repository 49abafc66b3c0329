//! Navigating a game: by buttons, by keys, or by autoplay.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use mergemaker_engine::Seat;
use mergemaker_web::review::Review;
use mergemaker_web::study::Study;

use super::charts::Ticks;
use crate::view::app::shared;
use crate::view::browser;
use crate::view::position::icon;

/// The current moment, and how to change it.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    /// The number of the last event.
    pub(super) at: RwSignal<usize>,
    pub(super) last: usize,
    pub(super) is_playing: RwSignal<bool>,
    turns: StoredValue<Vec<usize>>,
    study: RwSignal<Study>,
}

impl Walk {
    /// Starts at the end, or at the moment in the address.
    pub(super) fn new(review: &Review, study: RwSignal<Study>) -> Walk {
        let last = review.len();
        let first = browser::fragment().parse().ok().filter(|event| (1..=last).contains(event));
        Walk {
            at: RwSignal::new(first.unwrap_or(last)),
            last,
            is_playing: RwSignal::new(false),
            turns: StoredValue::new(review.turns()),
            study,
        }
    }

    pub(super) fn go(self, to: usize) {
        self.at.set(to.clamp(1, self.last));
    }

    /// Moves by one event.
    fn step(self, is_forward: bool) {
        let at = self.at.get_untracked();
        self.go(if is_forward { at + 1 } else { at.saturating_sub(1) });
    }

    /// Moves by one turn.
    fn turn(self, is_forward: bool) {
        let at = self.at.get_untracked();
        let turn = self.turns.with_value(|turns| {
            if is_forward {
                turns.iter().find(|&&turn| turn > at).copied()
            } else {
                turns.iter().rev().find(|&&turn| turn < at).copied()
            }
        });
        self.go(turn.unwrap_or(if is_forward { self.last } else { 1 }));
    }

    /// Moves to the next or the previous mistake.
    fn mistake(self, is_forward: bool) {
        let at = self.at.get_untracked();
        if let Some(event) = self.study.with_untracked(|study| study.next_mark(at, is_forward)) {
            self.go(event);
        }
    }

    /// Starts or stops autoplay.
    fn play(self) {
        if !self.is_playing.get_untracked() && self.at.get_untracked() == self.last {
            self.at.set(1);
        }
        self.is_playing.update(|is_playing| *is_playing = !*is_playing);
    }

    /// Runs autoplay until it is stopped.
    fn keep_time(self) {
        let shared = shared();
        let timer = StoredValue::new_local(None::<gloo_timers::callback::Interval>);
        Effect::new(move || {
            let pause = shared.settings.get_untracked().autoplay_ms();
            let tick = move || {
                if self.at.get_untracked() < self.last {
                    self.step(true);
                } else {
                    self.is_playing.set(false);
                }
            };
            let is_playing = self.is_playing.get();
            timer.set_value(is_playing.then(|| gloo_timers::callback::Interval::new(pause, tick)));
        });
        on_cleanup(move || timer.dispose());
    }

    /// Handles a key, unless a field handles it.
    fn press(self, event: &KeyboardEvent) {
        if !browser::is_free(event) {
            return;
        }
        let key = event.key();
        // Some of them would scroll the page.
        if ["ArrowLeft", "ArrowRight", "Home", "End"].contains(&key.as_str()) {
            event.prevent_default();
        }
        match key.as_str() {
            "ArrowLeft" if event.shift_key() => self.turn(false),
            "ArrowRight" if event.shift_key() => self.turn(true),
            "ArrowLeft" => self.step(false),
            "ArrowRight" => self.step(true),
            "Home" => self.go(1),
            "End" => self.go(self.last),
            "n" | "N" => self.mistake(true),
            "p" | "P" => self.mistake(false),
            " " if !browser::is_button(event) => {
                event.prevent_default();
                self.play();
            }
            _ => {}
        }
    }
}

/// The choice of the viewpoint.
#[component]
pub(super) fn Viewpoint(viewer: RwSignal<Option<Seat>>, names: Vec<String>) -> impl IntoView {
    let shared = shared();
    let views = Seat::all(names.len()).zip(names).map(move |(seat, name)| {
        view! { <option value=seat.index() selected=move || viewer.get() == Some(seat)>{name}</option> }
    });
    view! {
        <label><span class="unseen">{shared.say("viewpoint")}</span>
            <select id="viewpoint" on:change=move |event| viewer.set(event_target_value(&event).parse().ok().and_then(Seat::new))>
                {views.collect_view()}
                <option value="none">{shared.say("spectator")}</option>
            </select></label>
    }
}

/// The controls to go to another moment.
#[component]
pub(super) fn Controls(walk: Walk) -> impl IntoView {
    let shared = shared();
    let Walk { at, last, is_playing, study, .. } = walk;
    walk.keep_time();
    let keys = window_event_listener(leptos::ev::keydown, move |event: KeyboardEvent| walk.press(&event));
    on_cleanup(move || keys.remove());
    let marks = Signal::derive(move || study.with(Study::marks));
    let has_marks = Memo::new(move |_| !marks.read().is_empty());
    view! {
        <div class="means">
            <button id="first" aria-label=shared.say("first-event") on:click=move |_| walk.go(1)>{icon(FIRST)}</button>
            <button id="back" aria-label=shared.say("one-back") on:click=move |_| walk.step(false)>{icon(BACK)}</button>
            <button id="autoplay" aria-label=shared.say("autoplay") aria-pressed=move || is_playing.get().to_string()
                on:click=move |_| walk.play()>{move || icon(if is_playing.get() { PAUSE } else { PLAY })}</button>
            <button id="forth" aria-label=shared.say("one-forth") on:click=move |_| walk.step(true)>{icon(FORTH)}</button>
            <button id="last" aria-label=shared.say("last-event") on:click=move |_| walk.go(last)>{icon(LAST)}</button>
            <output>{move || format!("{} / {last}", at.get())}</output>
            <Show when=move || has_marks.get()>
                <button id="previous-mistake" on:click=move |_| walk.mistake(false)><kbd aria-hidden="true">"P"</kbd>{shared.say("previous-mistake")}</button>
                <button id="next-mistake" on:click=move |_| walk.mistake(true)><kbd aria-hidden="true">"N"</kbd>{shared.say("next-mistake")}</button>
            </Show>
        </div>
        <div>
            <input type="range" class="slider" id="slider" min="1" max=last prop:value=move || at.get()
                aria-label=shared.say("moment") on:input=move |event| if let Ok(to) = event_target_value(&event).parse() { walk.go(to) }/>
            <Ticks marks last/>
        </div>
    }
}

/// The icons of the buttons, in a 16 × 16 view box.
const FIRST: &str = "M3 2h2v12H3zM13 2v12L6 8z";
const BACK: &str = "M12 2v12L4 8z";
const FORTH: &str = "M4 2v12l8-6z";
const PLAY: &str = "M2 2v12l7-6zM9 2v12l6-6z";
const LAST: &str = "M11 2h2v12h-2zM3 2v12l7-6z";
const PAUSE: &str = "M4 2h3v12H4zM9 2h3v12H9z";
