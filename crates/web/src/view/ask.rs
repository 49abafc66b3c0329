//! What is to be decided now, in words, and the means to decide it.

use leptos::prelude::*;
use mergemaker_engine::{Action, Chain, Phase, Preview};
use mergemaker_web::log::Teller;
use mergemaker_web::scene::Scene;
use mergemaker_web::words::money;

use super::app::{Shared, shared};
use super::game::Draft;
use super::hint::Hint;

/// The panel of the decision.
#[component]
pub(crate) fn Ask(
    scene: Signal<Scene>,
    draft: Draft,
    act: Callback<Action>,
    undo: Callback<()>,
    /// Whether the coach watches; none where one may not ask for hints.
    coach: Option<RwSignal<bool>>,
) -> impl IntoView {
    let shared = shared();
    let question = move || scene.with(|scene| question(shared, scene));
    let means = move || {
        scene.with(|scene| match scene.asked() {
            Some(Phase::Tile) => view! { <TileMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Found | Phase::Survivor | Phase::Defunct) => {
                view! { <ChainMeans scene=scene.clone() act/> }.into_any()
            }
            Some(Phase::Dispose) => view! { <DisposeMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Buy) => view! { <BuyMeans scene=scene.clone() draft act/> }.into_any(),
            Some(Phase::Close) => view! {
                <button class="primary" on:click=move |_| act.run(Action::EndTurn)>{shared.say("end-turn")}</button>
                <Declare scene=scene.clone() act/>
            }.into_any(),
            Some(Phase::Answer) => view! {
                <button class="primary" on:click=move |_| act.run(Action::TradeAnswer { accept: true })>
                    {shared.say("accept")}</button>
                <button on:click=move |_| act.run(Action::TradeAnswer { accept: false })>{shared.say("decline")}</button>
            }.into_any(),
            Some(Phase::Between | Phase::Over) | None => ().into_any(),
        })
    };
    let is_mine = Memo::new(move |_| scene.with(Scene::is_my_turn));
    let can_undo = Memo::new(move |_| scene.with(|scene| scene.can_take_back));
    view! {
        <section class="ask" class:mine=is_mine>
            <p class="question" aria-live="polite">{question}</p>
            <div class="means">
                {means}
                <Show when=move || can_undo.get()>
                    <button class="plain" id="undo" on:click=move |_| undo.run(())>{shared.say("undo")}</button>
                </Show>
                {coach.map(|coach| view! { <Hint scene draft coach/> })}
            </div>
        </section>
    }
}

pub(crate) fn question(shared: Shared, scene: &Scene) -> String {
    let words = shared.words();
    let teller = Teller::of(scene, &words, shared.theme());
    let view = &scene.view;
    let Some(seat) = view.to_act() else { return shared.fill("ask-over", &[]) };
    let is_mine = scene.is_my_turn();
    let name = || ("player", teller.player(seat).into());
    let defunct = view.defunct().map_or("", |chain| shared.chain(chain));
    let id = match view.phase() {
        Phase::Tile if is_mine && view.check(&Action::Pass).is_ok() => return shared.fill("ask-pass", &[]),
        Phase::Tile => "ask-tile",
        Phase::Answer => {
            let Some(offer) = view.offer().filter(|_| is_mine) else {
                return shared.fill("ask-answer-of", &[name()]);
            };
            let gaps = [
                ("player", teller.player(view.turn()).into()),
                ("give", teller.bundle(&offer.give).into()),
                ("take", teller.bundle(&offer.take).into()),
            ];
            return shared.fill("ask-answer", &gaps);
        }
        Phase::Found => "ask-found",
        Phase::Survivor => "ask-survivor",
        Phase::Defunct => "ask-defunct",
        Phase::Dispose if is_mine => {
            let count = view.defunct().and_then(|chain| view.shares_of(seat, chain)).unwrap_or(0);
            let survivor = view.survivor().map_or("", |chain| shared.chain(chain));
            let gaps = [("defunct", defunct.into()), ("survivor", survivor.into()), ("count", count.into())];
            return shared.fill("ask-dispose", &gaps);
        }
        Phase::Dispose => return shared.fill("ask-dispose-of", &[name(), ("defunct", defunct.into())]),
        Phase::Buy => "ask-buy",
        Phase::Close => "ask-close",
        Phase::Between | Phase::Over => "ask-over",
    };
    if is_mine { shared.fill(id, &[]) } else { shared.fill(&format!("{id}-of"), &[name()]) }
}

#[component]
fn TileMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let can_pass = scene.view.check(&Action::Pass).is_ok();
    let playable: Vec<_> =
        scene.hand().into_iter().filter(|(_, outlook)| outlook.is_playable()).map(|(tile, _)| tile).collect();
    let chosen = move || draft.tile.get().filter(|tile| playable.contains(tile));
    view! {
        {can_pass.then(|| view! {
            <button class="primary" id="pass" on:click=move |_| act.run(Action::Pass)>{shared.say("pass")}</button>
        })}
        {move || chosen().map(|tile| view! {
            <button class="primary" id="place" on:click=move |_| act.run(Action::Place { tile })>
                {shared.fill("place-tile", &[("tile", tile.to_string().into())])}</button>
        })}
        <Declare scene act/>
    }
}

/// Declares the end, where that may be done; says first what it would mean.
#[component]
fn Declare(scene: Scene, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    if scene.view.check(&Action::DeclareEnd).is_err() {
        return ().into_any();
    }
    let means = match scene.view.preview(&Action::DeclareEnd) {
        Preview::Ends { cash: Some(cash), .. } => {
            let mut standing: Vec<(String, mergemaker_engine::Money)> =
                scene.players.iter().map(|player| player.name.clone()).zip(cash).collect();
            standing.sort_by_key(|(_, cash)| std::cmp::Reverse(*cash));
            let parts: Vec<String> = standing.iter().map(|(name, cash)| format!("{name} {cash}")).collect();
            shared.fill("declare-end-means", &[("standing", parts.join(", ").into())])
        }
        _ => String::new(),
    };
    let title = means.clone();
    view! {
        <button id="declare" title=title on:click=move |_| act.run(Action::DeclareEnd)>{shared.say("declare-end")}</button>
        <span class="quiet">{means}</span>
    }.into_any()
}

#[component]
fn ChainMeans(scene: Scene, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let chains = scene.choices().iter().map(|chain| {
        let actions = [Action::Found { chain }, Action::Survivor { chain }, Action::Defunct { chain }];
        let action = actions.into_iter().find(|action| view.check(action).is_ok());
        let price = match action.map(|action| view.preview(&action)) {
            Some(Preview::NewChain { price, .. }) => price.to_string(),
            _ => view.price(chain).to_string(),
        };
        view! {
            <button class=format!("chip {}", chain.id()) data-chain=chain.id()
                on:click=move |_| if let Some(action) = action { act.run(action) }>
                <kbd>{chain.letter().to_string()}</kbd>{move || shared.chain(chain)}<small>{price}</small>
            </button>
        }
    });
    chains.collect_view()
}

#[component]
fn BuyMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let cash = scene.me().and_then(|seat| view.cash(seat)).unwrap_or_default();
    let rows = view.active().iter().map(move |chain| {
        let count = move || draft.basket.get().count(chain);
        let can_add = move || draft.basket.get().with(&view, chain).is_some();
        let name = move || ("chain", shared.chain(chain).into());
        view! {
            <div class=format!("chip {}", chain.id()) class:some=move || { count() > 0 } data-chain=chain.id()>
                <button class="step" aria-label=move || shared.fill("less", &[name()]) disabled=move || count() == 0
                    on:click=move |_| draft.basket.update(|basket| *basket = basket.without(chain))>"−"</button>
                <span class="what"><kbd>{chain.letter().to_string()}</kbd>{move || shared.chain(chain)}
                    <small>{view.price(chain).to_string()}</small></span>
                <output>{count}</output>
                <button class="step" aria-label=move || shared.fill("more", &[name()]) disabled=move || !can_add()
                    on:click=move |_| draft.basket.update(|basket| if let Some(more) = basket.with(&view, chain) { *basket = more })>"+"</button>
            </div>
        }
    });
    let label = move || {
        let cost = draft.basket.get().cost(&view);
        if draft.basket.get().shares().total() == 0 {
            shared.fill("buy-nothing", &[])
        } else {
            shared.fill("buy-for", &[("cost", money(cost).into())])
        }
    };
    let remains = move || {
        let left = cash.saturating_sub(draft.basket.get().cost(&view));
        shared.fill("remains", &[("cash", money(left).into())])
    };
    view! {
        <div class="chips">{rows.collect_view()}</div>
        <button class="primary" id="buy" on:click=move |_| act.run(draft.basket.get_untracked().action())>{label}</button>
        <span class="quiet">{remains}</span>
        <Declare scene act/>
    }
}

#[component]
fn DisposeMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let view = scene.view;
    let held = view.defunct().and_then(|chain| view.shares_of(scene.me()?, chain)).unwrap_or(0);
    let is_legal = move |sell: u8, trade: u8| view.check(&Action::Dispose { sell, trade }).is_ok();
    let most_trade = (0..=held).rev().find(|&trade| is_legal(0, trade)).unwrap_or(0);
    let change = move |sell: i16, trade: i16| {
        let (old_sell, old_trade) = draft.disposal.get_untracked();
        let new = |old: u8, change: i16| u8::try_from(i16::from(old) + change).ok();
        if let (Some(sell), Some(trade)) = (new(old_sell, sell), new(old_trade, trade))
            && is_legal(sell, trade)
        {
            draft.disposal.set((sell, trade));
        }
    };
    let can = move |sell: i16, trade: i16| {
        let (old_sell, old_trade) = draft.disposal.get();
        let new = |old: u8, change: i16| u8::try_from(i16::from(old) + change).ok();
        new(old_sell, sell).zip(new(old_trade, trade)).is_some_and(|(sell, trade)| is_legal(sell, trade))
    };
    let brings = move || {
        let (sell, trade) = draft.disposal.get();
        let Preview::Disposes { cash, taken, held } = view.preview(&Action::Dispose { sell, trade }) else {
            return String::new();
        };
        let survivor = view.survivor().map_or("", |chain: Chain| shared.chain(chain));
        let gaps = [
            ("cash", money(cash).into()),
            ("taken", taken.into()),
            ("survivor", survivor.into()),
            ("held", held.into()),
        ];
        shared.fill("disposal-brings", &gaps)
    };
    let stepper = move |id: &'static str, sell: i16, trade: i16, count: fn((u8, u8)) -> u8| {
        view! {
            <div class="stepper">
                <span>{shared.say(id)}</span>
                <button class="step" aria-label=move || format!("{} −", shared.fill(id, &[])) disabled=move || !can(-sell, -trade)
                    on:click=move |_| change(-sell, -trade)>"−"</button>
                <output>{move || count(draft.disposal.get())}</output>
                <button class="step" aria-label=move || format!("{} +", shared.fill(id, &[])) disabled=move || !can(sell, trade)
                    on:click=move |_| change(sell, trade)>"+"</button>
            </div>
        }
    };
    view! {
        <div class="presets">
            <button id="sell-all" on:click=move |_| draft.disposal.set((held, 0))>{shared.say("sell-all")}</button>
            {(most_trade > 0).then(|| view! {
                <button id="trade-all" on:click=move |_| draft.disposal.set((0, most_trade))>{shared.say("trade-all")}</button>
            })}
            <button id="hold-all" on:click=move |_| draft.disposal.set((0, 0))>{shared.say("hold-all")}</button>
        </div>
        {stepper("sell", 1, 0, |(sell, _)| sell)}
        {stepper("trade", 0, 2, |(_, trade)| trade)}
        <span class="quiet">{brings}</span>
        <button class="primary" id="confirm" on:click=move |_| {
            let (sell, trade) = draft.disposal.get_untracked();
            act.run(Action::Dispose { sell, trade });
        }>{shared.say("confirm")}</button>
    }
}
