//! The log, the newest line first.

use leptos::prelude::*;
use mergemaker_web::log::{Line, Teller};
use mergemaker_web::scene::Scene;

use super::app::shared;

/// The log of the game.
#[component]
pub(crate) fn Log(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| {
        let words = shared.words();
        let theme = shared.theme();
        scene.with(|scene| {
            let mut lines = Teller::of(scene, &words, theme).lines(&scene.told);
            lines.reverse();
            lines
        })
    });
    let line = |line: Line| {
        let class = line.seat.map_or("line".to_owned(), |seat| format!("line seat{}", seat.index()));
        view! {
            <li class=class>{line.text}
                {(!line.details.is_empty()).then(|| view! {
                    <ul>{line.details.into_iter().map(|detail| view! { <li>{detail}</li> }).collect_view()}</ul>
                })}
            </li>
        }
    };
    view! {
        <section class="panel log" aria-labelledby="log-title">
            <h2 id="log-title">{shared.say("log")}</h2>
            <ol tabindex="0" aria-labelledby="log-title">
                <For each=move || lines.get() key=|line| (line.event, line.text.clone()) children=line/>
            </ol>
        </section>
    }
}
