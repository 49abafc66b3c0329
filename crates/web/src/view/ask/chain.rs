//! Choosing a chain to found, to survive, or to dissolve first.

use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Preview, Tile};
use mergemaker_web::scene::Scene;
use mergemaker_web::spoken::choice;

use super::super::app::shared;
use super::super::game::Draft;

/// The chains to choose from, each with the effect of choosing it.
#[component]
pub(super) fn ChainMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let sites = Sites::of(&scene);
    // Choosing the chain also fixes the place of the headquarters.
    let choose = move |action: Action| match action {
        Action::Found { chain, .. } => act.run(Action::Found { chain, at: draft.site.get_untracked() }),
        action => act.run(action),
    };
    let choices = move || {
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
            // Chains not on the board are muted, as in the market.
            let is_new = matches!(action, Action::Found { .. });
            let price = match scene.view.preview(&action) {
                Preview::NewChain { price, .. } => price,
                _ => scene.view.price(chain),
            };
            view! {
                <button class=format!("chip{} {}", if is_new { " off" } else { "" }, chain.id()) data-chain=chain.id() on:click=move |_| choose(action)>
                    <kbd aria-hidden="true">{shared.letter(chain)}</kbd>{move || shared.chain(chain)}<small>{price.to_string()}</small>
                </button>
            }
        });
        let words = shared.words();
        let narrator = scene.narrator(&words, shared.theme());
        let meanings = choices.iter().filter_map(|&(chain, action)| {
            let meaning = choice(&scene, &narrator, chain, &action)?;
            Some(view! { <li>{meaning}</li> })
        });
        // Say once what applies to all chains.
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
    };
    view! {
        {choices}
        {sites.map(|sites| view! { <SiteChoice sites draft/> })}
    }
}

/// The tiles of a chain being founded: its headquarters may be on any of them (S5).
struct Sites {
    /// The founding tile, the default.
    founding: Tile,
    tiles: Vec<Tile>,
}

impl Sites {
    fn of(scene: &Scene) -> Option<Sites> {
        let mut tiles: Vec<Tile> = scene.view.founding_tiles().iter().collect();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        let founding = scene.founding_tile().filter(|tile| tiles.contains(tile))?;
        Some(Sites { founding, tiles })
    }
}

#[component]
fn SiteChoice(sites: Sites, draft: Draft) -> impl IntoView {
    let shared = shared();
    let Sites { founding, tiles } = sites;
    let button = move |tile: Tile| {
        let is_chosen = move || draft.site.get().unwrap_or(founding) == tile;
        let choose = move |_| draft.site.set((tile != founding).then_some(tile));
        view! {
            <label><input type="radio" name="site" value=tile.to_string() prop:checked=is_chosen on:change=choose/>
                <span>{tile.to_string()}</span></label>
        }
    };
    view! {
        <fieldset class="whole segments sites"><legend>{shared.say("headquarters-on")}</legend>
            {tiles.into_iter().map(button).collect_view()}
        </fieldset>
    }
}
