//! The card of prices and bonuses: beside the game on a large screen, a sheet on a small one.

use leptos::prelude::*;
use mergemaker_engine::Chain;
use mergemaker_web::card::{CardRow, Sizes, TIERS, chains_of, places, rows};
use mergemaker_web::scene::Scene;

use super::app::shared;
use super::mark::named_mark;

/// The button that shows the card, and the card.
#[component]
pub(crate) fn PriceCard(scene: Signal<Scene>, is_open: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    view! {
        <button class="plain" id="prices-button" aria-expanded=move || is_open.get().to_string()
            aria-controls="prices" on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>
            <kbd aria-hidden="true">"P"</kbd>{shared.say("card-about")}</button>
        <Show when=move || is_open.get()><Card scene is_open/></Show>
    }
}

#[component]
fn Card(scene: Signal<Scene>, is_open: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    let card = Memo::new(move |_| {
        scene.with(|scene| (rows(&scene.view), places(scene.view.rules().options().bonuses)))
    });
    let size = move |sizes: Option<Sizes>| {
        let Some(sizes) = sizes else { return view! { <td class="none"></td> }.into_any() };
        let text = sizes.text();
        let marks = sizes.chains.iter().map(|&chain| named_mark(chain));
        view! { <td class:here=!sizes.chains.is_empty()>{marks.collect_view()}" "{text}</td> }.into_any()
    };
    let line = move |row: CardRow| {
        view! {
            <tr>
                {row.sizes.map(size)}
                <th scope="row">{row.price.to_string()}</th>
                {row.bonuses.into_iter().map(|bonus| view! { <td>{bonus.to_string()}</td> }).collect_view()}
            </tr>
        }
    };
    let classes = TIERS.map(|tier| {
        view! { <th scope="col">{chains_of(tier).map(named_mark).collect_view()}</th> }
    });
    // Names change with the theme, letters do not.
    let letters = move || {
        let letters: Vec<String> =
            Chain::ALL.into_iter().filter_map(|chain| shared.letter_of(chain)).collect();
        (!letters.is_empty()).then(|| view! { <p class="quiet" id="letters">{letters.join("; ")}"."</p> })
    };
    view! {
        <aside class="prices" id="prices" aria-labelledby="prices-title">
            <div class="prices-head">
                <h2 id="prices-title">{shared.say("card-about")}</h2>
                <button class="plain" id="prices-close" on:click=move |_| is_open.set(false)>{shared.say("close")}</button>
            </div>
            <div class="prices-table" tabindex="0" role="group" aria-labelledby="prices-title">
            <table>
                <caption class="unseen">{shared.say("card-about")}</caption>
                <thead><tr>{classes}<th scope="col">{shared.say("card-price")}</th>
                    {move || card.get().1.into_iter().map(|place| view! {
                        <th scope="col">{move || shared.fill(&format!("place-{place}"), &[])}</th>
                    }).collect_view()}</tr></thead>
                <tbody>{move || card.get().0.into_iter().map(line).collect_view()}</tbody>
            </table>
            {letters}
            </div>
        </aside>
    }
}
