//! What an offer would mean for both sides: cash, worth and majorities, before and after.

use leptos::prelude::*;
use mergemaker_engine::{Bonuses, Money, Offer, Seat};
use mergemaker_web::offer::{Held, Meaning, meanings};
use mergemaker_web::scene::Scene;

use super::super::app::{Shared, shared};
use super::super::mark::mark;

/// A table of both sides, the viewer first.
#[component]
pub(super) fn Meanings(scene: Scene, from: Seat, offer: Offer) -> impl IntoView {
    let shared = shared();
    move || {
        let sides = meanings(&scene, from, &offer);
        let bonuses = scene.view.rules().options().bonuses;
        let heads = sides
            .iter()
            .map(|side| view! { <th scope="col">{scene.players[side.seat.index()].name.clone()}</th> });
        let money = |of: fn(&Meaning) -> Option<(Money, Money)>| {
            sides.iter().map(|side| view! { <td>{change(shared, of(side))}</td> }).collect_view()
        };
        let chains = sides.first().map(|side| side.shares.clone()).unwrap_or_default();
        let lines = chains.iter().enumerate().map(|(index, &(chain, _))| {
        let cells = sides.iter().map(|side| view! { <td>{held(shared, bonuses, side.shares[index].1)}</td> });
        view! { <tr><th scope="row">{mark(chain)}<span class="name">{move || shared.chain(chain)}</span></th>{cells.collect_view()}</tr> }
    });
        view! {
            <table class="whole meaning">
                <caption>{shared.say("now-and-after")}</caption>
                <thead><tr><td></td>{heads.collect_view()}</tr></thead>
                <tbody>
                    <tr><th scope="row">{shared.say("cash")}</th>{money(|side| side.cash)}</tr>
                    <tr><th scope="row">{shared.say("worth")}</th>{money(|side| side.worth)}</tr>
                    {lines.collect_view()}
                </tbody>
            </table>
        }
    }
}

fn change(shared: Shared, amounts: Option<(Money, Money)>) -> String {
    match amounts {
        Some((before, after)) if before == after => before.to_string(),
        Some((before, after)) => format!("{before} → {after}"),
        None => shared.fill("hidden", &[]),
    }
}

/// `3 → 1`, and below it the ranks: `majority $3,000 → no bonus`.
fn held(shared: Shared, bonuses: Bonuses, held: Option<(Held, Held)>) -> impl IntoView {
    let Some((before, after)) = held else { return shared.fill("hidden", &[]).into_any() };
    let place = |held: Held| match held.award {
        Some((place, amount)) => {
            let names = bonuses.places(Money::ZERO);
            let name = names.get(usize::from(place) - 1).map_or("majority", |place| place.0);
            shared.fill(&format!("bonus-{name}"), &[("amount", amount.to_string().into())])
        }
        None => "–".to_owned(),
    };
    let (was, is) = (place(before), place(after));
    let places = if was == is { is } else { format!("{was} → {is}") };
    view! { {format!("{} → {}", before.count, after.count)}<small>{places}</small> }.into_any()
}
