//! The result: who won, and how everybody's money adds up.

use leptos::prelude::*;
use mergemaker_engine::{Chain, Money};
use mergemaker_web::scene::Scene;
use mergemaker_web::words::money;

use super::app::{Shared, shared};
use super::mark::named_mark;

/// The final scoring.
#[component]
pub(crate) fn Outcome(
    scene: Signal<Scene>,
    again: Callback<()>,
    save: Callback<()>,
    look: Callback<()>,
    /// Whether the game has a record.
    has_record: bool,
    /// Whether the viewer may start a similar game.
    can_repeat: bool,
) -> impl IntoView {
    let shared = shared();
    let table = move || {
        scene.with(|scene| {
        let outcome = scene.view.outcome()?;
        let payouts = scene.entries.last().map(|entry| entry.payouts.clone()).unwrap_or_default();
        let mut order: Vec<_> = scene.view.seats().collect();
        order.sort_by_key(|seat| std::cmp::Reverse(outcome.cash[seat.index()]));
        let chains: Vec<Chain> = payouts.iter().map(|payout| payout.chain).collect();
        let line = |seat: mergemaker_engine::Seat| {
            let scored: u32 =
                payouts.iter().map(|payout| payout.amount(seat).0 + payout.sale(seat).0).sum();
            let cash = Money(outcome.cash[seat.index()].0.saturating_sub(scored));
            let cells = payouts.iter().map(|payout| {
                let (bonus, sale) = (payout.amount(seat), payout.sale(seat));
                view! { <td>{(bonus + sale).to_string()}<small>{(bonus.0 > 0).then(|| format!("+{bonus}"))}</small></td> }
            });
            view! {
                <tr class:first=outcome.winners.contains(&seat)>
                    <th scope="row">{scene.players[seat.index()].name.clone()}</th>
                    <td>{cash.to_string()}</td>
                    {cells.collect_view()}
                    <td class="money">{outcome.cash[seat.index()].to_string()}</td>
                </tr>
            }
        };
        Some(view! {
            <h2>{won_by(shared, scene)}</h2>
            <div class="wide"><table>
                <caption class="unseen">{shared.say("final")}</caption>
                <thead><tr><th scope="col">{shared.say("player")}</th>
                    <th scope="col">{shared.say("cash")}</th>
                    {chains.into_iter().map(|chain| view! { <th scope="col">{named_mark(chain)}</th> }).collect_view()}
                    <th scope="col">{shared.say("total")}</th></tr></thead>
                <tbody>{order.into_iter().map(line).collect_view()}</tbody>
            </table></div>
        })
    })
    };
    view! {
        <section class="outcome">
            {table}
            <div class="means">
                {can_repeat.then(|| view! {
                    <button class="primary" id="again" on:click=move |_| again.run(())>{shared.say("again")}</button>
                })}
                {has_record.then(|| view! {
                    <button id="review" on:click=move |_| look.run(())>{shared.say("review-this")}</button>
                    <button id="save" on:click=move |_| save.run(())>{shared.say("save-record")}</button>
                })}
            </div>
        </section>
    }
}

/// Who won and with how much, once the game is over.
pub(crate) fn won_by(shared: Shared, scene: &Scene) -> Option<String> {
    let outcome = scene.view.outcome()?;
    let names: Vec<String> =
        outcome.winners.iter().map(|seat| scene.players[seat.index()].name.clone()).collect();
    let most = outcome.cash.iter().max().copied().unwrap_or_default();
    let gaps = [
        ("players", shared.words().list(&names).into()),
        ("count", names.len().into()),
        ("cash", money(most).into()),
    ];
    Some(shared.fill("won-by", &gaps))
}
