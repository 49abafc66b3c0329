//! Hints: what the strongest bot would do, and why.

use leptos::prelude::*;
use mergemaker_bots::{Budget, Playouts, advise};
use mergemaker_engine::{Dice, Holdings};
use mergemaker_record::Names;
use mergemaker_web::scene::Scene;

use super::app::shared;

/// How much work a hint is worth: a tenth of a second or two.
const WORK: Budget = Budget::Work { units: 400 };

/// A button that asks, and the answer. There is none where holdings are hidden: the page does not know them.
#[component]
pub(crate) fn Hint(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let answer = RwSignal::new(None::<String>);
    let can_ask = Memo::new(move |_| {
        scene.with(|scene| scene.is_my_turn() && scene.view.rules().options().holdings == Holdings::Open)
    });
    // An answer is for one decision.
    Effect::new(move || {
        let _ = scene.with(|scene| scene.number);
        answer.set(None);
    });
    let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
    let ask = move |_| {
        answer.set(Some(shared.fill("hint-thinking", &[])));
        // The words are drawn before the thinking begins.
        timer.set_value(Some(gloo_timers::callback::Timeout::new(30, move || {
            scene.with_untracked(|scene| {
                let players: Vec<String> = scene.players.iter().map(|player| player.name.clone()).collect();
                let names = Names::new(&players, shared.theme());
                let mut dice = Dice::new(scene.number);
                let advice = advise(&scene.view, &mut Playouts::default(), &mut dice, WORK, &names);
                let best = advice.alternatives.first().map_or(String::new(), |best| best.words.clone());
                let gaps = [("action", best.into()), ("reason", advice.reason.into())];
                answer.set(Some(shared.fill("hint-says", &gaps)));
            });
        })));
    };
    view! {
        <Show when=move || can_ask.get()>
            <button class="plain" id="hint" on:click=ask>{shared.say("hint")}</button>
        </Show>
        {move || answer.get().map(|answer| view! { <p class="hint" role="status">{answer}</p> })}
    }
}
