//! A merger: the bonuses and how they were computed, then the viewer's shares of the dissolved chain.

use leptos::prelude::*;
use mergemaker_engine::{Action, Phase, Preview};
use mergemaker_web::disposal::{Disposal, Way, ways};
use mergemaker_web::scene::Scene;
use mergemaker_web::words::Gap;
use mergemaker_web::words::money;

use super::super::app::{Shared, shared};
use super::super::game::Draft;

/// The bonuses for the chain being dissolved, and how they were computed.
#[component]
pub(super) fn Bonuses(scene: Scene) -> impl IntoView {
    let shared = shared();
    move || {
        let words = shared.words();
        let lines = scene
            .payout()
            .filter(|_| scene.view.phase() == Phase::Dispose)
            .map(|payout| scene.narrator(&words, shared.theme()).payout(payout))
            .unwrap_or_default();
        let mut lines = lines.into_iter();
        lines.next().map(|heading| {
            view! {
                <div class="whole bonuses">
                    <p>{heading}</p>
                    <ul>{lines.map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
                </div>
            }
        })
    }
}

/// Sell, trade or hold: buttons for common choices, steppers for everything else.
#[component]
pub(super) fn DisposeMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let price = view.defunct().map(|chain| {
        let survivor = view.survivor().unwrap_or(chain);
        let gaps = [
            ("chain", shared.chain(chain).into()),
            ("price", money(view.price(chain)).into()),
            ("survivor", shared.chain(survivor).into()),
            ("left", view.market()[survivor].into()),
        ];
        shared.fill("dispose-price", &gaps)
    });
    let stored = StoredValue::new(scene.clone());
    let describe =
        move |id: &str, disposal: Disposal| stored.with_value(|scene| says(shared, scene, id, disposal));
    let choices = ways(&view).into_iter().enumerate().map(move |(index, Way { id, disposal })| view! {
        <button id=id class:chosen=move || draft.way.get() == Some(id) on:click=move |_| act.run(disposal.action())>
            <kbd aria-hidden="true">{index + 1}</kbd>{move || describe(id, disposal)}</button>
    });
    let stepper = move |id: &'static str,
                        sell: i8,
                        trade: i8,
                        count: fn(Disposal) -> u8,
                        keys: &'static str| {
        let can = move |sell, trade| draft.disposal.get().changed(&view, sell, trade).is_some();
        let step = move |sell, trade| {
            if let Some(next) = draft.disposal.get_untracked().changed(&view, sell, trade) {
                draft.way.set(None);
                draft.disposal.set(next);
            }
        };
        view! {
            <div class="stepper">
                <span><kbd aria-hidden="true">{keys}</kbd>{shared.say(id)}</span>
                <button class="step" aria-label=move || format!("{} −", shared.fill(id, &[])) disabled=move || !can(-sell, -trade)
                    on:click=move |_| step(-sell, -trade)>"−"</button>
                <output>{move || count(draft.disposal.get())}</output>
                <button class="step" aria-label=move || format!("{} +", shared.fill(id, &[])) disabled=move || !can(sell, trade)
                    on:click=move |_| step(sell, trade)>"+"</button>
            </div>
        }
    };
    view! {
        <Bonuses scene/>
        <div class="disposing">
            <p class="quiet">{price}</p>
        <div class="presets">{choices.collect_view()}</div>
        <fieldset class="exactly"><legend>{shared.say("exactly")}</legend>
            {stepper("sell", 1, 0, |disposal| disposal.sell, "↑↓")}
            {stepper("trade", 0, 2, |disposal| disposal.trade, "→←")}
            <span class="quiet" id="brings" aria-live="polite">{move || describe("disposal-brings", draft.disposal.get())}</span>
            <button class="primary" id="confirm" on:click=move |_| act.run(draft.disposal.get_untracked().action())>
                <kbd aria-hidden="true">"↵"</kbd>{shared.say("confirm")}</button>
        </fieldset>
        </div>
    }
}

/// Describes the result of a decision.
fn says(shared: Shared, scene: &Scene, id: &str, disposal: Disposal) -> String {
    let Preview::Disposes { cash, taken, held } = scene.view.preview(&disposal.action()) else {
        return String::new();
    };
    let survivor = scene.view.survivor().map_or("", |chain| shared.chain(chain));
    let gaps: [Gap<'_>; 6] = [
        ("sell", disposal.sell.into()),
        ("cash", money(cash).into()),
        ("trade", disposal.trade.into()),
        ("taken", taken.into()),
        ("survivor", survivor.into()),
        ("held", held.into()),
    ];
    shared.fill(id, &gaps)
}
