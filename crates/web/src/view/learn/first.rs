//! The guided first game.

use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Chain, Preset, Rules};
use mergemaker_web::learn::LearnRoute;
use mergemaker_web::learn::guide::{Guide, GuideStep};
use mergemaker_web::local::{Customs, Setup};
use mergemaker_web::route::Route;
use mergemaker_web::scene::Player;

use super::log::StageLog;
use super::stage::Stage;
use super::{bring_into_sight, entitle};
use crate::view::app::{Shared, shared};
use crate::view::browser;
use crate::view::link::Link;
use crate::view::local;
use crate::view::result::won_by;

const KEPT: &str = "first-game";

/// Whether the guided game is started and not over.
pub(super) fn has_begun() -> bool {
    browser::kept(KEPT).is_some_and(|text| !["", "[]"].contains(&text.as_str()))
}

/// The game with its guide.
#[component]
pub(super) fn FirstGame() -> impl IntoView {
    let shared = shared();
    entitle(shared.say("first-title"));
    let you = shared.words().say("you");
    let guide = Guide::read(&browser::kept(KEPT).unwrap_or_default(), &you);
    let scene = RwSignal::new(guide.sandbox().scene());
    let state = RwSignal::new((guide.step(), guide.own()));
    // The step that was not followed, to be explained once.
    let otherwise = RwSignal::new(None::<GuideStep>);
    let guide = StoredValue::new_local(guide);
    let refresh = move || {
        guide.with_value(|guide| {
            browser::keep(KEPT, &guide.to_text());
            state.set((guide.step(), guide.own()));
            scene.set(guide.sandbox().scene());
        });
    };
    let act = Callback::new(move |action: Action| {
        let answer = guide.try_update_value(|guide| guide.decide(&action));
        otherwise.set(answer.and_then(Result::err));
        if answer == Some(Ok(())) {
            refresh();
        }
    });
    // The other players decide one by one, slowly enough to follow.
    let timer = StoredValue::new_local(None::<gloo_timers::callback::Timeout>);
    Effect::new(move || {
        if state.get().0 == GuideStep::Watch {
            scene.track();
            timer.set_value(Some(gloo_timers::callback::Timeout::new(
                shared.settings.get_untracked().pause_ms() * 2,
                move || {
                    guide.update_value(Guide::let_other_decide);
                    refresh();
                },
            )));
        }
    });
    Effect::new(move || {
        scene.track();
        let step = state.get().0;
        // After everything is drawn.
        request_animation_frame(move || point_to(&step.points_to()));
    });
    let again = move |_| {
        guide.set_value(Guide::new(&shared.words().say("you")));
        otherwise.set(None);
        refresh();
    };
    let step = Memo::new(move |_| state.get().0);
    let says = move |suffix: &str| {
        let (step, own) = state.get();
        say(shared, &format!("first-{}{suffix}", step.id()), step, own)
    };
    let progress = move || {
        GuideStep::ALL.iter().position(|&other| other == step.get()).map(|done| {
            let (number, total) = (done + 1, GuideStep::ALL.len());
            view! {
                <span class="quiet">{shared.fill("first-step", &[("number", number.into()), ("total", total.into())])}</span>
            }
        })
    };
    let is_done = Signal::derive(move || step.get() == GuideStep::Over);
    let done = move || view! { <End scene/> }.into_any();
    view! {
        <div class="learn first">
            <section class="guide" data-step=move || step.get().id() aria-labelledby="guide-title">
                <header><h1 id="guide-title">{shared.say("first-title")}</h1>{progress}
                    <button class="plain" id="first-again" on:click=again>{shared.say("first-again")}</button></header>
                <p id="guide-says" aria-live="polite">{move || says("")}</p>
                <p class="otherwise" role="status">{move || otherwise.get().map(|_| says("-otherwise"))}</p>
            </section>
            <Stage scene act is_done done>
                <StageLog scene/>
            </Stage>
        </div>
    }
}

fn say(shared: Shared, id: &str, step: GuideStep, own: Option<Chain>) -> String {
    let gaps = [
        ("tile", step.tile().map(|tile| tile.to_string()).unwrap_or_default().into()),
        ("own", own.map_or("", |chain| shared.chain(chain)).into()),
        ("large", shared.chain(Guide::LARGE).into()),
    ];
    shared.fill(id, &gaps)
}

/// The result, and what to do next.
#[component]
fn End(scene: RwSignal<mergemaker_web::scene::Scene>) -> impl IntoView {
    let shared = shared();
    let result = move || {
        scene.with(|scene| {
            let outcome = scene.view.outcome()?;
            let mut order: Vec<_> = scene.view.seats().collect();
            order.sort_by_key(|seat| std::cmp::Reverse(outcome.cash[seat.index()]));
            let payouts = scene.entries.last().map(|entry| entry.payouts.clone()).unwrap_or_default();
            let line = |seat: mergemaker_engine::Seat| {
                let bonus: mergemaker_engine::Money = payouts.iter().map(|payout| payout.amount(seat)).sum();
                let sale: mergemaker_engine::Money = payouts.iter().map(|payout| payout.sale(seat)).sum();
                let total = outcome.cash[seat.index()];
                view! {
                    <tr class:first=outcome.winners.contains(&seat)>
                        <th scope="row">{scene.players[seat.index()].name.clone()}</th>
                        <td>{(total - bonus - sale).to_string()}</td><td>{bonus.to_string()}</td>
                        <td>{sale.to_string()}</td><td class="money">{total.to_string()}</td>
                    </tr>
                }
            };
            Some(view! {
                <h2>{won_by(shared, scene)}</h2>
                <table>
                    <caption class="unseen">{shared.say("final")}</caption>
                    <thead><tr><th scope="col">{shared.say("player")}</th><th scope="col">{shared.say("cash")}</th>
                        <th scope="col">{shared.say("bonuses")}</th><th scope="col">{shared.say("first-sales")}</th>
                        <th scope="col">{shared.say("total")}</th></tr></thead>
                    <tbody>{order.into_iter().map(line).collect_view()}</tbody>
                </table>
            })
        })
    };
    view! {
        <section class="outcome payout">
            {result}
            <div class="means">
                <button class="primary" id="real-game" on:click=move |_| real_game(shared)>{shared.say("first-real-game")}</button>
                <Link to=LearnRoute::Puzzles class="button" id="to-puzzles">{shared.say("puzzles")}</Link>
                <Link to=LearnRoute::Contents>{shared.say("learn-rules")}</Link>
            </div>
        </section>
    }
}

/// A game against three bots. Does not overwrite a saved game.
fn real_game(shared: Shared) {
    browser::keep(KEPT, "");
    if local::has_kept() {
        shared.go(Route::Home);
        return;
    }
    let bots = (1..=3).map(|number| Player::numbered_bot(Level::Novice, number));
    let name = browser::kept("name").filter(|name| !name.is_empty());
    let you = Player::person(&name.unwrap_or_else(|| shared.words().say("you")));
    let players = std::iter::once(you).chain(bots).collect();
    let rules = Rules::of(Preset::Renegade);
    local::keep_new(Setup { rules, players, seed: browser::random_seed(), hints: true }, Customs::default());
    shared.go(Route::Local);
}

/// Marks where to look, and scrolls to it.
fn point_to(places: &str) {
    const MARK: &str = "data-pointed";
    let document = browser::document();
    while let Ok(Some(old)) = document.query_selector(&format!("[{MARK}]")) {
        let _ = old.remove_attribute(MARK);
    }
    for (index, place) in places.split(", ").enumerate() {
        let Ok(Some(element)) = document.query_selector(place) else { continue };
        let _ = element.set_attribute(MARK, "");
        // Events need not be in view, but the decision must be.
        if index == 0 && place != ".told" {
            bring_into_sight(&element);
        }
    }
}
