//! The market: sizes, prices, shares left and bonuses, now and at the next price.

use leptos::prelude::*;
use mergemaker_engine::Chain;
use mergemaker_web::card::bonus_ids;
use mergemaker_web::market::{Quote, rows};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::mark::{mark, place_head};

/// The market as a table. Below each current amount, in small print, the one at the next price.
#[component]
pub(crate) fn Market(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let market = Memo::new(move |_| scene.with(|scene| rows(&scene.view)));
    // The rules do not change during a game.
    let places = scene.with_untracked(|scene| bonus_ids(scene.view.rules().options().bonuses));
    let count = places.len();
    // A row per chain, which persists while its figures change.
    let line = move |chain: Chain| {
        let row = Memo::new(move |_| market.with(|rows| rows[chain.index()].clone()));
        let is_safe = move || row.with(|row| row.is_safe);
        // An amount now and at the next price.
        let amount = move |of: fn(&Quote, usize) -> String, place: usize| {
            let next = move || row.with(|row| row.next.as_ref().map(|(_, step)| of(step, place)));
            view! {
                {move || row.with(|row| of(&row.now, place))}
                <small class="next">{move || next().map(|next| view! {
                    <span class="unseen">{shared.say("next-step")}": "</span>{next}
                })}</small>
            }
        };
        let price = |step: &Quote, _: usize| step.price.to_string();
        let bonus =
            |step: &Quote, place: usize| step.bonuses.get(place).map(ToString::to_string).unwrap_or_default();
        let from = move || {
            let size = row.with(|row| row.next.as_ref().map(|(size, _)| *size));
            size.map(|size| shared.fill("from-tiles", &[("count", size.into())]))
        };
        view! {
            <tr class:off=move || row.with(|row| row.size == 0)>
                <th scope="row">{mark(chain)}
                    <span class="name">{move || shared.chain(chain)}<small class="next">{from}</small></span></th>
                <td class:safe=is_safe title=move || if is_safe() { shared.fill("safe", &[]) } else { String::new() }>
                    {move || row.with(|row| if row.size == 0 { "–".to_owned() } else { row.size.to_string() })}
                    {move || is_safe().then(|| view! { <span class="unseen">{shared.say("safe")}</span> })}</td>
                <td>{move || row.with(|row| row.left)}</td>
                <td>{amount(price, 0)}</td>
                {(0..count).map(|place| view! { <td>{amount(bonus, place)}</td> }).collect_view()}
            </tr>
        }
    };
    let places = places.into_iter().enumerate().map(|(place, id)| place_head(place, id));
    view! {
        <div class="panel market">
            <table>
                <caption>{shared.say("market")}</caption>
                <thead><tr>
                    {["chain", "size", "left", "price"].map(|id| view! { <th scope="col">{shared.say(id)}</th> })}
                    {places.collect_view()}
                </tr></thead>
                <tbody>{Chain::ALL.map(line)}</tbody>
            </table>
        </div>
    }
}
