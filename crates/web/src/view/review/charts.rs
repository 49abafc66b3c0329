//! Charts of everybody's net worth and win probability. Pressing a chart goes to that event.

use std::collections::BTreeMap;

use leptos::prelude::*;
use mergemaker_bots::Mark;
use mergemaker_web::review::Review;
use mergemaker_web::study::Study;

use crate::view::app::shared;

const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 130.0;

/// A curve per player: events from 1, and heights from 0 to 1.
type Curves = Vec<Vec<(usize, f64)>>;

/// A mark in a chart: event, height and mark.
type Spot = (usize, f64, Mark);

/// Net worth.
#[component]
pub(super) fn Worths(review: StoredValue<Review>, names: Vec<String>, at: RwSignal<usize>) -> impl IntoView {
    let worths = review.with_value(Review::worths);
    let last = worths.len();
    let most = f64::from(worths.iter().flatten().map(|worth| worth.0).max().unwrap_or(1).max(1));
    let curve = |seat: usize| {
        let heights = worths.iter().enumerate();
        heights
            .filter_map(|(index, worths)| Some((index + 1, f64::from(worths.get(seat)?.0) / most)))
            .collect()
    };
    let curves: Curves = (0..names.len()).map(curve).collect();
    let curves = Signal::stored(curves);
    view! { <Chart title="worth-title" label="worth-chart" curves spots=Signal::stored(Vec::new()) last names at/> }
}

/// Win probabilities, as far as analysed.
#[component]
pub(super) fn Chances(
    study: RwSignal<Study>,
    review: StoredValue<Review>,
    names: Vec<String>,
    at: RwSignal<usize>,
) -> impl IntoView {
    let last = review.with_value(Review::len);
    let players = names.len();
    let curves = Signal::derive(move || {
        let chances = review.with_value(|review| study.with(|study| study.chances(review.end(), last)));
        let curve = |seat: usize| {
            let heights = chances.iter();
            heights.filter_map(|(event, chances)| Some((*event, f64::from(*chances.get(seat)?)))).collect()
        };
        (0..players).map(curve).collect::<Curves>()
    });
    let spots = Signal::derive(move || {
        study.with(|study| {
            let spot = |(event, mark)| {
                let judgement = study.of_event(event)?;
                let height = judgement.after.get(judgement.player.index())?;
                Some((event, f64::from(*height), mark))
            };
            study.marks().into_iter().filter_map(spot).collect::<Vec<Spot>>()
        })
    });
    let is_begun = Memo::new(move |_| study.with(|study| study.done() > 0));
    view! {
        <Show when=move || is_begun.get()>
            <Chart title="chance-title" label="chance-chart" curves spots last names=names.clone() at/>
        </Show>
    }
}

#[component]
fn Chart(
    title: &'static str,
    label: &'static str,
    curves: Signal<Curves>,
    spots: Signal<Vec<Spot>>,
    last: usize,
    names: Vec<String>,
    at: RwSignal<usize>,
) -> impl IntoView {
    let shared = shared();
    let lines = move || {
        let curves = curves.get();
        let line = |(seat, curve): (usize, Vec<(usize, f64)>)| {
            let points: Vec<String> = curve
                .into_iter()
                .map(|(event, part)| format!("{:.1},{:.1}", x(event, last), y(part)))
                .collect();
            view! { <polyline class=format!("worth line{seat}") points=points.join(" ")/> }
        };
        curves.into_iter().enumerate().map(line).collect_view()
    };
    let spots = move || {
        let spot = |(event, height, mark): Spot| {
            view! { <line class=format!("spot {}", mark.id()) x1=x(event, last) x2=x(event, last) y1=y(height) y2=y(height)/> }
        };
        spots.get().into_iter().map(spot).collect_view()
    };
    let press = move |event: web_sys::MouseEvent| {
        let place = event_target::<web_sys::Element>(&event).closest("svg").ok().flatten();
        let Some(place) = place.map(|place| place.get_bounding_client_rect()) else { return };
        let share = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0);
        // The first event right of the press.
        at.set((1..=last).find(|&event| x(event, last) >= share * WIDTH).unwrap_or(last));
    };
    view! {
        <figure class="chart">
            <figcaption><b>{shared.say(title)}</b></figcaption>
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") preserveAspectRatio="none" role="img" aria-label=shared.say(label) on:click=press>
                {lines}{spots}
                <line class="cursor" y1="0" y2=HEIGHT x1=move || x(at.get(), last) x2=move || x(at.get(), last)/>
            </svg>
            <figcaption>{names.iter().enumerate().map(|(seat, name)| view! { <span class=format!("key line{seat}")>{name.clone()}</span> }).collect_view()}</figcaption>
        </figure>
    }
}

/// Marks along the slider.
#[component]
pub(super) fn Ticks(marks: Signal<BTreeMap<usize, Mark>>, last: usize) -> impl IntoView {
    let tick = move |(event, mark): (usize, Mark)| {
        let height = match mark {
            Mark::Best | Mark::Inaccuracy => 4,
            Mark::Mistake => 7,
            Mark::Blunder => 10,
        };
        view! { <line class=format!("tick {}", mark.id()) x1=x(event, last) x2=x(event, last) y1="0" y2=height/> }
    };
    view! {
        <svg class="ticks" viewBox=format!("0 0 {WIDTH} 10") preserveAspectRatio="none" aria-hidden="true">
            {move || marks.get().into_iter().map(tick).collect_view()}
        </svg>
    }
}

/// The horizontal position of an event. A record has at most a few thousand.
fn x(event: usize, last: usize) -> f64 {
    let number = |count: usize| f64::from(u16::try_from(count).unwrap_or(u16::MAX));
    number(event.saturating_sub(1)) / number(last.max(2) - 1) * WIDTH
}

fn y(part: f64) -> f64 {
    HEIGHT - part * (HEIGHT - 6.0) - 2.0
}
