//! The market: sizes, prices, shares left and bonuses, now and at the next step.

use leptos::prelude::*;
use mergemaker_web::market::{Row, Step, rows};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::game::Draft;

/// The market as a table.
#[component]
pub(crate) fn Market(scene: Signal<Scene>, draft: Draft) -> impl IntoView {
    let shared = shared();
    let market = Memo::new(move |_| scene.with(|scene| rows(&scene.view)));
    let line = move |row: Row| {
        let chain = row.chain;
        let bonuses =
            |step: &Step| step.bonuses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ");
        let next = row.next.as_ref().map(|(size, step)| format!("{size}: {}", step.price));
        let title = row.next.as_ref().map(|(_, step)| bonuses(step)).unwrap_or_default();
        view! {
            <tr class:off=row.size == 0 class:wanted=move || { draft.basket.get().count(chain) > 0 }>
                <th scope="row"><span class=format!("mark {}", chain.id())>{chain.letter().to_string()}</span>
                    {move || shared.chain(chain)}</th>
                <td class:safe=row.is_safe title=move || if row.is_safe { shared.fill("safe", &[]) } else { String::new() }>
                    {if row.size == 0 { "–".to_owned() } else { row.size.to_string() }}
                    {row.is_safe.then(|| view! { <span class="unseen">{shared.say("safe")}</span> })}</td>
                <td>{row.now.price.to_string()}</td>
                <td>{row.left}</td>
                <td class="bonus">{bonuses(&row.now)}</td>
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
                <tbody>{move || market.get().into_iter().map(line).collect_view()}</tbody>
            </table>
        </div>
    }
}
