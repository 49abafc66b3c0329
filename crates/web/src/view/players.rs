//! The players: cash, shares, worth and majorities.

use leptos::prelude::*;
use mergemaker_engine::Chain;
use mergemaker_web::card::bonus_ids;
use mergemaker_web::scene::{Scene, Standing};

use super::app::shared;
use super::mark::{crown, named_mark};

/// The players as a table.
#[component]
pub(crate) fn Players(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let data = Memo::new(move |_| {
        scene.with(|scene| {
            let names: Vec<String> = scene.players.iter().map(|player| player.name.clone()).collect();
            (scene.standings(), names, scene.view.to_act(), scene.me())
        })
    });
    // The rules do not change during a game.
    let places = scene.with_untracked(|scene| bonus_ids(scene.view.rules().options().bonuses));
    let places = StoredValue::new(places);
    let hidden = move || view! { <span class="quiet" title=shared.say("hidden")>"?"</span> };
    let line = move |standing: Standing, name: String, is_acting: bool, is_me: bool| {
        let places = places.get_value();
        let cells = standing.shares.into_iter().map(move |(chain, count, place)| {
            let class = match place {
                Some(1) => format!("held first {}", chain.id()),
                Some(2) => "held second".to_owned(),
                Some(_) => "held third".to_owned(),
                None => "held".to_owned(),
            };
            let place = place.map(|place| usize::from(place) - 1);
            let name = place.and_then(|place| places.get(place).copied());
            let name = name.map(|id| shared.fill(&format!("place-{id}"), &[]));
            let text = match count {
                Some(0) => "·".into_any(),
                Some(count) => view! { <span class="count">{count}</span> }.into_any(),
                None => hidden().into_any(),
            };
            let said = name.clone().map(|name| view! { <span class="unseen">" "{name}</span> });
            view! { <td class=class title=name>{text}{place.map(crown)}{said}</td> }
        });
        view! {
            <tr data-seat=standing.seat.index() class:acting=is_acting class:me=is_me aria-current=is_acting.then_some("true")>
                <th scope="row">{name}</th>
                <td class="money" data-cash=standing.seat.index()>{standing.cash.map_or_else(|| hidden().into_any(), |cash| cash.to_string().into_any())}</td>
                {cells.collect_view()}
                <td class="money">{standing.worth.map_or_else(|| hidden().into_any(), |worth| worth.to_string().into_any())}</td>
            </tr>
        }
    };
    let pile = Memo::new(move |_| scene.with(|scene| (scene.view.pile_len(), scene.out_of_play())));
    let out = move || {
        let tiles = pile.get().1;
        (!tiles.is_empty()).then(|| {
            let tiles = tiles.into_iter().map(|tile| view! { <span class="out-tile">{tile.to_string()}</span>" " });
            view! { <span class="out-of-play">" · "{shared.say("out-of-play")}" "{tiles.collect_view()}</span> }
        })
    };
    let heads = Chain::ALL.map(|chain| view! { <th scope="col">{named_mark(chain)}</th> });
    view! {
        <div class="panel players">
            <table>
                <caption>{shared.say("players")}
                    <small>{move || shared.fill("pile-left", &[("count", pile.get().0.into())])}{out}</small></caption>
                <thead><tr><th scope="col"><span class="unseen">{shared.say("player")}</span></th>
                    <th scope="col">{shared.say("cash")}</th>{heads}<th scope="col">{shared.say("worth")}</th></tr></thead>
                <tbody>
                    {move || {
                        let (standings, names, acting, me) = data.get();
                        standings.into_iter().zip(names).map(|(standing, name)| {
                            let seat = standing.seat;
                            line(standing, name, acting == Some(seat), me == Some(seat))
                        }).collect_view()
                    }}
                </tbody>
            </table>
        </div>
    }
}
