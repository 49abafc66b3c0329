//! The log, newest line first.

use std::collections::BTreeMap;

use leptos::prelude::*;
use mergemaker_bots::Mark;
use mergemaker_voice::LogLine;
use mergemaker_web::memory::Memory;
use mergemaker_web::scene::Scene;

use super::app::shared;

/// The sign of a mark, as used for chess.
#[component]
pub(crate) fn MarkSign(mark: Mark) -> impl IntoView {
    let shared = shared();
    let sign = match mark {
        Mark::Best => "✓",
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    };
    let name = move || shared.fill(&format!("mark-{}", mark.id()), &[]);
    view! { <span class=format!("sign {}", mark.id()) title=name><span aria-hidden="true">{sign}</span><span class="unseen">{name}</span></span>" " }
}

/// The log of the game.
#[component]
pub(crate) fn Log(
    scene: Signal<Scene>,
    /// The marks of decisions, by event number.
    #[prop(optional)]
    marks: Option<Signal<BTreeMap<usize, Mark>>>,
) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| {
        let words = shared.words();
        let theme = shared.theme();
        scene.with(|scene| {
            let mut lines = scene.log(&scene.narrator(&words, theme));
            lines.reverse();
            lines
        })
    });
    // Why the log is incomplete.
    let forgets = Memo::new(move |_| {
        scene.with(|scene| {
            let memory = scene.memory.filter(|_| scene.hides_holdings())?;
            match (memory, scene.me().is_some() && !scene.is_shared) {
                (Memory::All, true | false) => None,
                (Memory::Mergers, true) => Some("log-forgets-but-mergers"),
                (Memory::Mergers, false) => Some("log-forgets-rounds-but-mergers"),
                (Memory::None, true) => Some("log-forgets"),
                (Memory::None, false) => Some("log-forgets-rounds"),
            }
        })
    });
    let line = move |line: LogLine| {
        let event = line.event + 1;
        let mark = move || marks.and_then(|marks| marks.with(|marks| marks.get(&event).copied()));
        let class = line.seat.map_or("line".to_owned(), |seat| format!("line seat{}", seat.index()));
        view! {
            <li class=class>{move || mark().map(|mark| view! { <MarkSign mark/> })}{line.text}
                {(!line.details.is_empty()).then(|| view! {
                    <ul>{line.details.into_iter().map(|detail| view! { <li>{detail}</li> }).collect_view()}</ul>
                })}
            </li>
        }
    };
    view! {
        <section class="panel log" aria-labelledby="log-title">
            <h2 id="log-title">{shared.say("log")}</h2>
            {move || forgets.get().map(|id| view! { <p class="quiet" id="log-forgets">{shared.fill(id, &[])}</p> })}
            <ol tabindex="0" aria-labelledby="log-title">
                <For each=move || lines.get() key=|line| (line.event, line.text.clone()) children=line/>
            </ol>
        </section>
    }
}
