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
                let actions =
                    [Action::Found { chain }, Action::Survivor { chain }, Action::Defunct { chain }];
                actions
                    .into_iter()
                    .find(|action| scene.view.check(action).is_ok())
                    .map(|action| (chain, action))
            })
            .collect();
        let buttons = choices.iter().map(|&(chain, action)| {
        let price = match scene.view.preview(&action) {
            Preview::NewChain { price, .. } => price,
            _ => scene.view.price(chain),
        };
        view! {
            <button class=format!("chip {}", chain.id()) data-chain=chain.id() on:click=move |_| act.run(action)>
                <kbd>{chain.letter().to_string()}</kbd>{move || shared.chain(chain)}<small>{price.to_string()}</small>
            </button>
        }
    });
        let meanings = choices.iter().map(|&(chain, action)| {
            view! { <li>{meaning(shared, &scene, chain, action)}</li> }
        });
        view! {
            {buttons.collect_view()}
            <ul class="whole quiet meanings">{meanings.collect_view()}</ul>
        }
    }
}

fn meaning(shared: Shared, scene: &Scene, chain: Chain, action: Action) -> String {
    let name = ("chain", shared.chain(chain).into());
    match scene.view.preview(&action) {
        Preview::NewChain { size, price, gets_share, cash, .. } => {
            let gets = match (gets_share, cash.0) {
                (true, _) => "share",
                (false, 0) => "nothing",
                (false, _) => "cash",
            };
            let gaps = [
                name,
                ("size", size.into()),
                ("price", money(price).into()),
                ("gets", gets.into()),
                ("cash", money(cash).into()),
            ];
            shared.fill("choice-founds", &gaps)
        }
        Preview::Merges { dissolved, .. } => {
            let paid = payments(scene, &Teller::of(scene, &shared.words(), shared.theme()), &dissolved);
            let paid = if paid.is_empty() { shared.fill("choice-pays-nobody", &[]) } else { paid.join("; ") };
            let id =
                if matches!(action, Action::Survivor { .. }) { "choice-survives" } else { "choice-first" };
            shared.fill(id, &[name, ("paid", paid.into())])
        }
        _ => String::new(),
    }
}
