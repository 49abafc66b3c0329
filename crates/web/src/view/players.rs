//! The players: cash, shares, worth, and who holds which majority.

use leptos::prelude::*;
use mergemaker_engine::Chain;
use mergemaker_web::scene::{Scene, Standing};

use super::app::shared;
use super::mark::named_mark;

/// The players as a table.
#[component]
pub(crate) fn Players(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let data = Memo::new(move |_| {
        scene.with(|scene| {
            let names: Vec<String> = scene.players.iter().map(|player| player.name.clone()).collect();
            (scene.standings(), names, scene.view.to_act(), scene.me(), scene.view.pile_len())
        })
    });
    let hidden = move || view! { <span class="quiet" title=shared.say("hidden")>"?"</span> };
    let line = move |standing: Standing, name: String, is_acting: bool, is_me: bool| {
        let cells = standing.shares.into_iter().map(move |(chain, count, place)| {
            let class = match place {
                Some(1) => format!("held first {}", chain.id()),
                Some(_) => "held second".to_owned(),
                None => "held".to_owned(),
            };
            let title = move || match place {
                Some(1) => shared.fill("majority", &[]),
                Some(_) => shared.fill("minority", &[]),
                None => String::new(),
            };
            let text = match count {
                Some(0) => "·".into_any(),
                Some(count) => view! { <span class="count">{count}</span> }.into_any(),
                None => hidden().into_any(),
            };
            view! { <td class=class title=title>{text}</td> }
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
    let heads = Chain::ALL.map(|chain| view! { <th scope="col">{named_mark(chain)}</th> });
    view! {
        <div class="panel players">
            <table>
                <caption>{shared.say("players")}
                    <small>{move || shared.fill("pile-left", &[("count", data.get().4.into())])}</small></caption>
                <thead><tr><th scope="col"><span class="unseen">{shared.say("player")}</span></th>
                    <th scope="col">{shared.say("cash")}</th>{heads}<th scope="col">{shared.say("worth")}</th></tr></thead>
                <tbody>
                    {move || {
                        let (standings, names, acting, me, _) = data.get();
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
