//! Choosing a chain: to found, to survive, to be dissolved first.

use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Preview};
use mergemaker_web::log::Teller;
use mergemaker_web::scene::Scene;
use mergemaker_web::spoken::payments;
use mergemaker_web::words::money;

use super::super::app::{Shared, shared};

/// The chains there are to choose from, each with what the choice would mean.
#[component]
pub(super) fn ChainMeans(scene: Scene, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    move || {
        let choices: Vec<(Chain, Action)> = scene
            .choices()
            .iter()
            .filter_map(|chain| {
                let actions = [
                    Action::Found { chain, at: None },
                    Action::Survivor { chain },
                    Action::Defunct { chain },
                ];
                actions
                    .into_iter()
                    .find(|action| scene.view.check(action).is_ok())
                    .map(|action| (chain, action))
            })
            .collect();
        let buttons = choices.iter().map(|&(chain, action)| {
        // What is not on the board looks as it does in the market.
        let is_new = matches!(action, Action::Found { .. });
        let price = match scene.view.preview(&action) {
            Preview::NewChain { price, .. } => price,
            _ => scene.view.price(chain),
        };
        view! {
            <button class=format!("chip{} {}", if is_new { " off" } else { "" }, chain.id()) data-chain=chain.id() on:click=move |_| act.run(action)>
                <kbd aria-hidden="true">{shared.letter(chain)}</kbd>{move || shared.chain(chain)}<small>{price.to_string()}</small>
            </button>
        }
    });
        let meanings = choices.iter().filter_map(|&(chain, action)| {
            let meaning = meaning(shared, &scene, chain, action)?;
            Some(view! { <li>{meaning}</li> })
        });
        // What is alike for all chains is said once.
        let founds = choices.iter().find_map(|(_, action)| match scene.view.preview(action) {
            Preview::NewChain { size, gets_share: true, .. } => {
                let founds = shared.fill("choice-founds", &[("size", size.into())]);
                Some(view! { <p class="whole quiet">{founds}</p> })
            }
            _ => None,
        });
        view! {
            {buttons.collect_view()}
            {founds}
            <ul class="whole quiet meanings">{meanings.collect_view()}</ul>
        }
    }
}

/// What sets the choice apart from the others, in words.
fn meaning(shared: Shared, scene: &Scene, chain: Chain, action: Action) -> Option<String> {
    let name = ("chain", shared.chain(chain).into());
    match scene.view.preview(&action) {
        Preview::NewChain { gets_share: true, .. } => None,
        Preview::NewChain { cash, .. } => {
            let gets = if cash.0 == 0 { "nothing" } else { "cash" };
            let gaps = [name, ("gets", gets.into()), ("cash", money(cash).into())];
            Some(shared.fill("choice-no-share", &gaps))
        }
        Preview::Merges { dissolved, .. } => {
            let paid = payments(scene, &Teller::of(scene, &shared.words(), shared.theme()), &dissolved);
            let paid = if paid.is_empty() { shared.fill("choice-pays-nobody", &[]) } else { paid.join("; ") };
            let id =
                if matches!(action, Action::Survivor { .. }) { "choice-survives" } else { "choice-first" };
            Some(shared.fill(id, &[name, ("paid", paid.into())]))
        }
        _ => None,
    }
}
