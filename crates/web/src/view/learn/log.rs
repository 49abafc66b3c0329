//! The log of a stage.

use leptos::prelude::*;
use mergemaker_engine::Payout;
use mergemaker_voice::Line;
use mergemaker_web::scene::Scene;
use mergemaker_web::words::money;

use crate::view::app::{Shared, shared};

/// The log, oldest line first, explaining every payment and final sale.
#[component]
pub(super) fn StageLog(#[prop(into)] scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| scene.with(|scene| lines(shared, scene)));
    let line = |(line, sales): (Line, Vec<String>)| {
        let class = line.seat.map_or("line".to_owned(), |seat| format!("line seat{}", seat.index()));
        let details: Vec<String> = line.details.into_iter().chain(sales).collect();
        view! {
            <li class=class>{line.text}
                {(!details.is_empty()).then(|| view! {
                    <ul>{details.into_iter().map(|detail| view! { <li>{detail}</li> }).collect_view()}</ul>
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

/// The lines, each with its sales.
fn lines(shared: Shared, scene: &Scene) -> Vec<(Line, Vec<String>)> {
    let words = shared.words();
    let narrator = scene.narrator(&words, shared.theme());
    let sales = |line: &Line| -> Vec<String> {
        let payouts = scene.entries[line.event].payouts.iter().filter(|payout| payout.is_final);
        payouts.flat_map(|payout| sales(shared, scene, payout)).collect()
    };
    narrator
        .lines(&scene.entries)
        .into_iter()
        .map(|line| {
            let sales = sales(&line);
            (line, sales)
        })
        .collect()
}

/// The final sale of everybody's shares of a chain.
fn sales(shared: Shared, scene: &Scene, payout: &Payout) -> Vec<String> {
    let sale = |(index, &count): (usize, &u8)| {
        let gaps = [
            ("player", scene.players[index].name.clone().into()),
            ("count", count.into()),
            ("chain", shared.chain(payout.chain).into()),
            ("price", money(payout.price).into()),
            ("amount", money(payout.price * count).into()),
        ];
        shared.fill("told-sale", &gaps)
    };
    payout.shares.iter().enumerate().filter(|(_, count)| **count > 0).map(sale).collect()
}
