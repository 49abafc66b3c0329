//! The log of a stage.

use leptos::prelude::*;
use mergemaker_voice::LogLine;
use mergemaker_web::scene::Scene;

use crate::view::app::{Shared, shared};

/// The log, oldest line first, explaining every payment and final sale.
#[component]
pub(super) fn StageLog(#[prop(into)] scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| scene.with(|scene| lines(shared, scene)));
    let line = |line: LogLine| {
        let class = line.seat.map_or("line".to_owned(), |seat| format!("line seat{}", seat.index()));
        view! {
            <li class=class>{line.text}
                {(!line.details.is_empty()).then(|| view! {
                    <ul>{line.details.into_iter().map(|detail| view! { <li>{detail}</li> }).collect_view()}</ul>
                })}
            </li>
        }
    };
    // An empty log is hidden, but remains a live region.
    view! {
        <div aria-live="polite">
            {move || (!lines.read().is_empty()).then(|| view! {
                <section class="panel told" aria-labelledby="told-title">
                    <h2 id="told-title">{shared.say("told-title")}</h2>
                    <ol>{lines.get().into_iter().map(line).collect_view()}</ol>
                </section>
            })}
        </div>
    }
}

/// The lines, with the final sales below the bonuses.
fn lines(shared: Shared, scene: &Scene) -> Vec<LogLine> {
    let words = shared.words();
    let narrator = scene.narrator(&words, shared.theme());
    let mut lines = narrator.lines(&scene.entries);
    for line in &mut lines {
        let payouts = &scene.entries[line.event].payouts;
        line.details.extend(payouts.iter().flat_map(|payout| narrator.sales(payout)));
    }
    lines
}
