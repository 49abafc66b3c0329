//! A person's rating over time, for one number of players at a time.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::{PersonId, Rated};
use mergemaker_web::people::chart::{Chart, HEIGHT, LEFT, WIDTH};
use mergemaker_web::people::decimal;

use super::super::app::shared;
use super::super::browser;
use super::super::net;

/// The rating over time. The number of players is chosen above it, starting with the one with the most games.
#[component]
pub(super) fn Ratings(person: String, ratings: Vec<Rated>) -> impl IntoView {
    let shared = shared();
    let most = ratings.iter().max_by_key(|rated| rated.games).map(|rated| rated.players);
    let players = RwSignal::new(most.unwrap_or(2));
    let history = RwSignal::new(Vec::<(i64, f64)>::new());
    let person = StoredValue::new(person);
    Effect::new(move || {
        let wanted = players.get();
        spawn_local(async move {
            let answer = net::rating_history(PersonId(person.get_value()), wanted).await;
            // The reader may have chosen another meanwhile.
            if players.try_get_untracked() == Some(wanted) {
                history.set(answer);
            }
        });
    });
    let choices: Vec<i64> = ratings.into_iter().map(|rated| rated.players).collect();
    most?;
    Some(view! {
        <section class="card" aria-labelledby="rating-heading">
            <h2 id="rating-heading">{shared.say("rating-chart")}</h2>
            <fieldset class="segments"><legend>{shared.say("number-of-players")}</legend>
                {choices.into_iter().map(|count| view! {
                    <label><input type="radio" name="rated-players" value=count
                        prop:checked=move || players.get() == count on:change=move |_| players.set(count)/>
                        <span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            {move || Chart::of(&history.read()).map(|chart| view! { <Drawn chart history=history.get()/> })}
        </section>
    })
}

#[component]
fn Drawn(chart: Chart, history: Vec<(i64, f64)>) -> impl IntoView {
    let shared = shared();
    let (first, last) =
        (history.first().copied().unwrap_or_default(), history.last().copied().unwrap_or_default());
    let date = move |at: i64| browser::day(at, shared.words().language());
    let summary = move || {
        let rating = |value: f64| decimal(value, 1, shared.words().language());
        let gaps = [
            ("first", rating(first.1).into()),
            ("last", rating(last.1).into()),
            ("from", date(first.0).into()),
            ("to", date(last.0).into()),
        ];
        shared.fill("rating-went", &gaps)
    };
    let rows = chart.rows.iter().map(|&(y, value)| {
        view! {
            <line class="rule" x1=LEFT x2=WIDTH y1=y y2=y/>
            <text class="value" x={LEFT - 6.0} y={y + 4.0}>{format!("{value:.0}")}</text>
        }
    });
    let dots = chart.dots.iter().map(|&(x, y)| view! { <circle class="dot" cx=x cy=y r="3"/> });
    view! {
        <figure class="rating-chart">
            <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=summary>
                {rows.collect_view()}
                <polyline class="rating-line" points=chart.line.clone()/>
                {dots.collect_view()}
            </svg>
            <figcaption><span>{move || date(first.0)}</span><span>{move || date(last.0)}</span></figcaption>
        </figure>
    }
}
