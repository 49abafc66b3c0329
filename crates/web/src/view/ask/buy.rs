//! Buying up to three shares: their cost and the remaining cash.

use leptos::prelude::*;
use mergemaker_engine::Action;
use mergemaker_web::scene::Scene;
use mergemaker_web::words::money;

use super::super::app::shared;
use super::super::game::Draft;
use super::declare::Declare;

/// The active chains with steppers, and a button to buy.
#[component]
pub(super) fn BuyMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let cash = scene.me().and_then(|seat| view.cash(seat)).unwrap_or_default();
    let rows = view.active().iter().map(move |chain| {
        let count = move || draft.basket.get().count(chain);
        let can_add = move || draft.basket.get().with(&view, chain).is_some();
        let name = move || ("chain", shared.chain(chain).into());
        let left = move || shared.fill("shares-left", &[("count", view.market()[chain].into())]);
        view! {
            <div class=format!("chip {}", chain.id()) class:some=move || { count() > 0 } data-chain=chain.id()>
                <button class="step" aria-label=move || shared.fill("less", &[name()]) disabled=move || count() == 0
                    on:click=move |_| draft.basket.update(|basket| *basket = basket.without(chain))>"−"</button>
                <span class="what"><kbd aria-hidden="true">{shared.letter(chain)}</kbd>{move || shared.chain(chain)}
                    <small>{view.price(chain).to_string()}</small><small>{left}</small></span>
                <output>{count}</output>
                <button class="step" aria-label=move || shared.fill("more", &[name()]) disabled=move || !can_add()
                    on:click=move |_| draft.basket.update(|basket| if let Some(more) = basket.with(&view, chain) { *basket = more })>"+"</button>
            </div>
        }
    });
    let label = move || {
        let basket = draft.basket.get();
        match basket.shares().total() {
            0 => shared.fill("buy-nothing", &[]),
            count => {
                let gaps = [("count", count.into()), ("cost", money(basket.cost(&view)).into())];
                shared.fill("buy-for", &gaps)
            }
        }
    };
    let remains = move || {
        let left = cash.saturating_sub(draft.basket.get().cost(&view));
        shared.fill("remains", &[("cash", money(left).into())])
    };
    view! {
        <div class="chips">{rows.collect_view()}</div>
        <button class="primary" id="buy" on:click=move |_| act.run(draft.basket.get_untracked().action())>
            <kbd aria-hidden="true">"↵"</kbd>{label}</button>
        <span class="quiet" id="remains">{remains}</span>
        <Declare scene draft act/>
    }
}
