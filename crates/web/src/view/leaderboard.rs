//! The leaderboard for each number of players.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::people::Leaderboard;
use mergemaker_protocol::{PageQuery, Rated};
use mergemaker_web::people::decimal;
use mergemaker_web::route::Route;

use super::app::shared;
use super::browser;
use super::link::Link;
use super::me::me;
use super::net::{self, Trouble};
use super::paged::{More, Paged};
use super::screens::NotNow;

/// The default number of players.
const USUAL: u8 = 4;

/// The leaderboard.
#[component]
pub(crate) fn LeaderboardPage(players: Option<u8>) -> impl IntoView {
    let shared = shared();
    let me = me();
    let players = RwSignal::new(players.unwrap_or(USUAL));
    let found = RwSignal::new(None::<Result<(), Trouble>>);
    let ranked = Paged::<Rated>::new();
    let ask = move |wanted: u8| {
        spawn_local(async move {
            let query = PageQuery::default();
            let answer = net::ask(Leaderboard { players: wanted.into(), query }).await;
            // The reader may have chosen another meanwhile.
            if players.try_get_untracked() == Some(wanted) {
                let outcome = answer.as_ref().map(|_| ()).map_err(Trouble::clone);
                ranked.show(answer);
                found.set(Some(outcome));
            }
        });
    };
    Effect::new(move || ask(players.get()));
    let retry = Callback::new(move |()| ask(players.get_untracked()));
    let choose = move |count: u8| {
        players.set(count);
        browser::replace_path(&Route::Leaderboard { players: Some(count) }.path());
    };
    let more = Callback::new(move |()| {
        let players = players.get_untracked().into();
        ranked.load_more(|query| Leaderboard { players, query });
    });
    let is_listed = move |list: &[Rated]| list.iter().any(|rated| me.is(&rated.person));
    let list = move || match found.get() {
        None => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        Some(Err(trouble)) => view! { <NotNow trouble retry/> }.into_any(),
        Some(Ok(())) if ranked.items.read().is_empty() => view! {
            <div class="card empty" id="nobody-rated">
                <p>{shared.say("nobody-rated")}</p>
                <Link to=Route::Home class="button primary">{shared.say("nav-play")}</Link>
            </div>
        }
        .into_any(),
        Some(Ok(())) => {
            let list = ranked.items.get();
            let is_missing = !is_listed(&list);
            view! {
                <div class="card"><Ranks list/><More list=ranked load=more/></div>
                {move || (is_missing && me.account.read().as_ref().is_some_and(|account| account.person.is_guest)).then(|| view! {
                    <p class="quiet">{shared.say("guests-not-listed")}" "<Link to=Route::Account>{shared.say("claim")}</Link></p>
                })}
            }
            .into_any()
        }
    };
    view! {
        <div class="page">
            <h1>{shared.say("nav-leaderboard")}</h1>
            <p class="quiet">{shared.say("rating-about")}" "<span class="bots-rank">{shared.say("bot-ranks-last")}</span></p>
            <fieldset class="segments"><legend>{shared.say("number-of-players")}</legend>
                {(2..=6).map(|count| view! {
                    <label><input type="radio" name="leaderboard-players" value=count
                        prop:checked=move || players.get() == count on:change=move |_| choose(count)/>
                        <span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            {list}
        </div>
    }
}

#[component]
fn Ranks(list: Vec<Rated>) -> impl IntoView {
    let shared = shared();
    let me = me();
    let row = move |(place, rated): (usize, Rated)| {
        let number = move |value: f64| decimal(value, 1, shared.words().language());
        let person = StoredValue::new(rated.person.clone());
        let Rated { estimate, rating, uncertainty: doubt, .. } = rated;
        let is_me = Memo::new(move |_| me.is(&person.get_value()));
        view! {
            <tr class:me=move || is_me.get()>
                <td class="place">{place}</td>
                <th scope="row"><Link to=Route::Person { person: rated.person.0 }>{rated.name}</Link>
                    {move || is_me.get().then(|| view! { <span class="tag">{shared.say("you")}</span> })}</th>
                <td><b>{move || number(estimate)}</b>" "<span class="quiet">{move || number(rating)}" ± "{move || number(doubt)}</span></td>
                <td>{rated.games}</td>
            </tr>
        }
    };
    view! {
        <table class="ranks">
            <caption class="unseen">{shared.say("nav-leaderboard")}</caption>
            <thead><tr><th scope="col">{shared.say("place")}</th><th scope="col">{shared.say("name")}</th>
                <th scope="col">{shared.say("rating")}</th><th scope="col">{shared.say("games-played")}</th></tr></thead>
            <tbody>{(1..).zip(list).map(row).collect_view()}</tbody>
        </table>
    }
}
