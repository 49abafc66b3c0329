//! Making an offer: to whom, what to give and get, and what it would mean.

use leptos::html;
use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Money, RuleError, Seat};
use mergemaker_web::offer::{Deal, Direction, most_shares, partners};
use mergemaker_web::scene::Scene;

use super::super::app::{Shared, shared};
use super::super::game::Draft;
use super::super::mark::mark;
use super::meaning::Meanings;

/// The offer button and the panel it opens, if offers may be made.
#[component]
pub(super) fn Offering(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    if !scene.view.rules().options().trading {
        return ().into_any();
    }
    let Some(start) = Deal::start(&scene.view) else {
        return view! { <span class="quiet">{shared.say("offer-too-many")}</span> }.into_any();
    };
    let scene = StoredValue::new(scene);
    view! {
        <Show when=move || draft.deal.with(Option::is_some) fallback=move || view! {
            <button id="offer" on:click=move |_| draft.deal.set(Some(start))><kbd aria-hidden="true">"O"</kbd>{shared.say("offer-trade")}</button>
        }>
            <Panel scene=scene.get_value() start draft act/>
        </Show>
    }.into_any()
}

#[component]
fn Panel(scene: Scene, start: Deal, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let deal = Memo::new(move |_| draft.deal.get().unwrap_or(start));
    let to = Memo::new(move |_| deal.get().offer().to);
    let name = {
        let players = scene.players.clone();
        move |seat: Seat| players.get(seat.index()).map_or(String::new(), |player| player.name.clone())
    };
    let heading = NodeRef::<html::H2>::new();
    Effect::new(move || {
        if let Some(heading) = heading.get() {
            let _ = heading.focus();
        }
    });
    let whom = partners(&view).into_iter().enumerate().map(|(index, seat)| {
        let choose = move |_| draft.deal.set(Some(deal.get_untracked().to(&view, seat)));
        view! {
            <label><input type="radio" name="offer-to" value=seat.index() prop:checked=move || to.get() == seat on:change=choose/>
                <span><kbd aria-hidden="true">{index + 1}</kbd>{name(seat)}</span></label>
        }
    });
    let whom = whom.collect_view();
    let me = scene.me();
    let side = move |id: &'static str, way: Direction| {
        let giver = move || match way {
            Direction::Give => me,
            Direction::Take => Some(to.get()),
        };
        let has = move |chain: &Chain| giver().is_some_and(|seat| most_shares(&view, seat, *chain) > 0);
        let rows = move || {
            let chains: Vec<Chain> = Chain::ALL.into_iter().filter(has).collect();
            if chains.is_empty() {
                return view! { <span class="quiet">{shared.say("offer-no-shares")}</span> }.into_any();
            }
            let rows = chains.into_iter().map(|chain| view! { <ShareStep view deal draft way chain/> });
            rows.collect_view().into_any()
        };
        view! {
            <fieldset class="side" data-side=id><legend>{shared.say(id)}</legend>
                <MoneyStep view deal draft way/>
                {rows}
            </fieldset>
        }
    };
    let is_hidden = move || view.cash(to.get()).is_none();
    let scene = StoredValue::new(scene);
    let trouble = Memo::new(move |_| deal.get().error(&view));
    let says = move || {
        scene.with_value(|scene| {
            if let Some(error) = trouble.get() {
                return explain(shared, scene, error);
            }
            let words = shared.words();
            let narrator = scene.narrator(&words, shared.theme());
            let deal = deal.get();
            let offer = deal.offer();
            let gaps = [
                ("other", narrator.player(offer.to).into()),
                ("give", narrator.bundle(&offer.give).into()),
                ("take", narrator.bundle(&offer.take).into()),
            ];
            words.fill("offer-says", &gaps)
        })
    };
    let meaning = move || {
        let offer = *deal.get().offer();
        (trouble.get().is_none() && me.is_some()).then(|| {
            let scene = scene.get_value();
            view! { <Meanings from=me.unwrap_or(offer.to) scene offer/> }
        })
    };
    let hidden = move || {
        is_hidden().then(|| {
            let player = scene.with_value(|scene| scene.players[to.get().index()].name.clone());
            view! { <p class="quiet">{shared.fill("offer-hidden", &[("player", player.into())])}</p> }
        })
    };
    view! {
        <div class="whole panel-in offering" role="group" aria-labelledby="offer-heading">
            <h2 id="offer-heading" tabindex="-1" node_ref=heading>{shared.say("offer-heading")}</h2>
            <fieldset class="segments"><legend>{shared.say("offer-to")}</legend>{whom}</fieldset>
            <div class="sides">{side("you-give", Direction::Give)}{side("you-get", Direction::Take)}</div>
            <p id="offer-says" aria-live="polite">{says}</p>
            {hidden}
            {meaning}
            <div class="means">
                <button class="primary" id="send-offer" disabled=move || trouble.get().is_some()
                    on:click=move |_| act.run(deal.get_untracked().action())><kbd aria-hidden="true">"↵"</kbd>{shared.say("send-offer")}</button>
                <button id="cancel-offer" on:click=move |_| draft.deal.set(None)><kbd aria-hidden="true">"Esc"</kbd>{shared.say("cancel")}</button>
            </div>
        </div>
    }
}

/// Shares of one chain in one direction.
#[component]
fn ShareStep(
    view: mergemaker_engine::View,
    deal: Memo<Deal>,
    draft: Draft,
    way: Direction,
    chain: Chain,
) -> impl IntoView {
    let shared = shared();
    let count = move || match way {
        Direction::Give => deal.get().offer().give.shares[chain],
        Direction::Take => deal.get().offer().take.shares[chain],
    };
    let name = move || ("chain", shared.chain(chain).into());
    let change = move |is_more| deal.get().share(&view, way, chain, is_more);
    let press = move |is_more| {
        move |_| {
            if let Some(next) = deal.get_untracked().share(&view, way, chain, is_more) {
                draft.deal.set(Some(next));
            }
        }
    };
    view! {
        <div class="stepper" class:some=move || { count() > 0 } data-chain=chain.id()>
            <span>{mark(chain)}<span class="name">{move || shared.chain(chain)}</span></span>
            <button class="step less" aria-label=move || shared.fill("less", &[name()]) disabled=move || change(false).is_none()
                on:click=press(false)>"−"</button>
            <output>{count}</output>
            <button class="step more" aria-label=move || shared.fill("more", &[name()]) disabled=move || change(true).is_none()
                on:click=press(true)>"+"</button>
        </div>
    }
}

/// Money in one direction, in small and large steps.
#[component]
fn MoneyStep(view: mergemaker_engine::View, deal: Memo<Deal>, draft: Draft, way: Direction) -> impl IntoView {
    let shared = shared();
    let cash = move || match way {
        Direction::Give => deal.get().offer().give.cash,
        Direction::Take => deal.get().offer().take.cash,
    };
    let step = move |by: Money, is_more: bool| {
        let id = if is_more { "more-money" } else { "less-money" };
        let amount = by.to_string();
        let sign = if is_more { "+" } else { "−" };
        let short = if by == Money::NOTE { sign.to_owned() } else { sign.repeat(2) };
        let label = move || shared.fill(id, &[("amount", amount.clone().into())]);
        view! {
            <button class="step" data-by=format!("{sign}{}", by.0) aria-label=label.clone() title=label
                disabled=move || deal.get().cash(&view, way, by, is_more).is_none()
                on:click=move |_| if let Some(next) = deal.get_untracked().cash(&view, way, by, is_more) {
                    draft.deal.set(Some(next));
                }>{short}</button>
        }
    };
    view! {
        <div class="stepper" class:some=move || { cash().0 > 0 }>
            <span>{shared.say("money-of")}</span>
            {step(Money::NOTE * 10, false)}{step(Money::NOTE, false)}
            <output>{move || cash().to_string()}</output>
            {step(Money::NOTE, true)}{step(Money::NOTE * 10, true)}
        </div>
    }
}

/// Describes why an offer cannot be made.
fn explain(shared: Shared, scene: &Scene, error: RuleError) -> String {
    match error {
        RuleError::EmptyOffer => shared.fill("offer-empty", &[]),
        RuleError::CannotGive { seat } if scene.me() == Some(seat) => shared.fill("offer-you-cannot", &[]),
        RuleError::CannotGive { seat } => {
            let player = scene.players.get(seat.index()).map_or(String::new(), |player| player.name.clone());
            shared.fill("offer-they-cannot", &[("player", player.into())])
        }
        RuleError::TooManyOffers => shared.fill("offer-too-many", &[]),
        _ => shared.fill("offer-not-now", &[]),
    }
}
