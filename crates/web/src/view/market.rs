//! The market: sizes, prices, shares left and bonuses, now and at the next step.

use leptos::prelude::*;
use mergemaker_engine::Chain;
use mergemaker_web::market::{Step, rows};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::game::Draft;

/// The market as a table.
#[component]
pub(crate) fn Market(scene: Signal<Scene>, draft: Draft) -> impl IntoView {
    let shared = shared();
    let market = Memo::new(move |_| scene.with(|scene| rows(&scene.view)));
    // A line for each chain, which stays while its figures change.
    let line = move |chain: Chain| {
        let row = Memo::new(move |_| market.with(|rows| rows[chain.index()].clone()));
        let bonuses =
            |step: &Step| step.bonuses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ");
        let next =
            move || row.with(|row| row.next.as_ref().map(|(size, step)| format!("{size}: {}", step.price)));
        let title =
            move || row.with(|row| row.next.as_ref().map(|(_, step)| bonuses(step)).unwrap_or_default());
        let is_safe = move || row.with(|row| row.is_safe);
        view! {
            <tr class:off=move || row.with(|row| row.size == 0) class:wanted=move || { draft.basket.get().count(chain) > 0 }>
                <th scope="row"><span class=format!("mark {}", chain.id())>{chain.letter().to_string()}</span>
                    {move || shared.chain(chain)}</th>
                <td class:safe=is_safe title=move || if is_safe() { shared.fill("safe", &[]) } else { String::new() }>
                    {move || row.with(|row| if row.size == 0 { "–".to_owned() } else { row.size.to_string() })}
                    {move || is_safe().then(|| view! { <span class="unseen">{shared.say("safe")}</span> })}</td>
                <td>{move || row.with(|row| row.now.price.to_string())}</td>
                <td>{move || row.with(|row| row.left)}</td>
                <td class="bonus">{move || row.with(|row| bonuses(&row.now))}</td>
                <td class="next" title=title>{next}</td>
            </tr>
        }
    };
    view! {
        <div class="panel market">
            <table>
                <caption>{shared.say("market")}</caption>
                <thead><tr>
                    {["chain", "size", "price", "left", "bonuses", "next-step"].map(|id| view! { <th scope="col">{shared.say(id)}</th> })}
                </tr></thead>
                <tbody>{Chain::ALL.map(line)}</tbody>
            </table>
        </div>
    }
}
