//! The lobby of a table: the seats, before the game starts.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_bots::Level;
use mergemaker_engine::Seat;
use mergemaker_protocol::api::tables::{BotForm, ClearSeat, Join, JoinForm, Leave, SetBot, Start};
use mergemaker_protocol::{Account, Occupant, PersonId, RefusalCode, SeatInfo, Settings, TableId, TableInfo};
use mergemaker_web::remote::Remote;
use mergemaker_web::route::Route;
use mergemaker_web::words::clock;

use super::app::{Shared, shared};
use super::browser;
use super::copy::Copy;
use super::link::Link;
use super::net::{self, Trouble};
use super::options::RulesInWords;
use super::screens::SentAway;
use super::tv::TvLink;

/// The seats, the link to share, and the start button.
#[component]
pub(crate) fn Lobby(
    remote: RwSignal<Remote>,
    you: Option<Account>,
    trouble: RwSignal<String>,
) -> impl IntoView {
    let shared = shared();
    let id = remote.with_untracked(|remote| remote.id().clone());
    let link = browser::address_of(&Route::Table { table: id.0.clone() }.path());
    let id = StoredValue::new(id);
    let own = StoredValue::new(you.map(|you| you.person.id));
    let is_own_id = move |id: &PersonId| own.with_value(|own| own.as_ref() == Some(id));
    let table = Memo::new(move |_| remote.with(|remote| remote.table().cloned()));
    let is_host = move || table.get().is_some_and(|table| is_own_id(&table.host));
    let place = move |(index, seat): (usize, SeatInfo)| {
        let is_own = seat.occupant.person().is_some_and(|person| is_own_id(&person.id));
        let what = view! { <Sitter seat index table=id own trouble/> };
        let change = Callback::new(move |choice: String| {
            spawn_local(async move {
                match set_seat(id.get_value(), index, choice).await {
                    Err(why) if why.code() == Some(RefusalCode::WrongState) => {
                        trouble.set(shared.fill("seat-reserved-wait", &[]));
                    }
                    result => report(shared, trouble, result),
                }
            });
        });
        let options = (is_host() && !is_own).then(|| view! { <WhoSits change/> });
        view! { <li>{what}{options}</li> }
    };
    let is_full = move || table.get().is_some_and(|table| table.open_seats() == 0);
    let sits = Memo::new(move |_| {
        table.get().is_some_and(|table| own.get_value().is_some_and(|own| table.seats_person(&own)))
    });
    let is_leaving = StoredValue::new(false);
    let is_sent_away = sent_away(sits, is_leaving);
    let is_left_out = move || {
        let has_free =
            table.get().is_some_and(|table| own.with_value(|own| table.open_seats_for(own.as_ref())) > 0);
        table.get().is_some() && !has_free && !sits.get()
    };
    let start = move |_| {
        let start = Start { table: id.get_value() };
        spawn_local(async move { report(shared, trouble, net::ask(start).await) });
    };
    let leave = move |_| {
        is_leaving.set_value(true);
        spawn_local(async move {
            let _ = net::ask(Leave { table: id.get_value() }).await;
            shared.go(Route::Home);
        });
    };
    let rules = Memo::new(move |_| table.get().map(|table| table.settings.rules));
    let link = StoredValue::new(link);
    let code = Memo::new(move |_| table.get().and_then(|table| table.code));
    let lobby = move || {
        let link = link.get_value();
        view! {
            <section class="sheet card lobby">
                <h1>{move || shared.fill(if is_full() { "lobby-full" } else { "lobby" }, &[])}</h1>
                <div id="options">
                    {move || rules.get().map(|rules| view! { <RulesInWords rules/> })}
                    <p class="quiet">{shared.say("clock")}": "{move || table.get().map(|table| clock(&shared.words(), table.settings.clock))}</p>
                    {move || table.get().map(|table| table.settings).filter(|settings| settings.rules.hides_holdings()).map(|settings| view! {
                        <p class="quiet">{shared.say("memory")}": "{move || shared.fill(&format!("memory-{}", settings.memory.id()), &[])}</p>
                    })}
                    {Settings::SWITCHES.iter().map(|switch| move || {
                        let is_on = table.get().is_some_and(|table| (switch.is_on)(&table.settings));
                        is_on.then(|| view! { <p class="quiet">{shared.fill(&format!("setting-{}", switch.id), &[])}</p> })
                    }).collect_view()}
                </div>
                {move || is_left_out().then(|| view! {
                    <div class="full" id="full" role="status">
                        <p><b>{shared.say("table-full")}</b>" "{shared.say("table-full-about")}</p>
                    </div>
                })}
                <Invitation code link/>
                <ol class="places">
                    {move || table.get().map(|table| table.seats.into_iter().enumerate().map(place).collect_view())}
                </ol>
                <div class="means">
                    <Show when=is_host fallback=move || view! { <p class="quiet">{shared.say("wait-for-host")}</p> }>
                        <button class="primary big" id="start" disabled=move || !is_full() on:click=start>{shared.say("start-game")}</button>
                    </Show>
                    <TvLink table=id.get_value().0/>
                    {move || if sits.get() {
                        view! { <button class="plain" id="leave" on:click=leave>{shared.say("leave")}</button> }.into_any()
                    } else {
                        view! { <Link to=Route::Home class="button">{shared.say("back-home")}</Link> }.into_any()
                    }}
                </div>
            </section>
        }
    };
    move || if is_sent_away.get() { view! { <SentAway/> }.into_any() } else { lobby().into_any() }
}

/// Says what went wrong with a request, if anything did. The answer may come when the game has replaced the lobby, so
/// this is no callback of the lobby's.
fn report(shared: Shared, trouble: RwSignal<String>, result: Result<TableInfo, Trouble>) {
    let text = result.err().map(|why| shared.fill(in_lobby(&why), &[])).unwrap_or_default();
    let _ = trouble.try_set(text);
}

/// Who has a seat, or how to take it.
#[component]
fn Sitter(
    seat: SeatInfo,
    index: usize,
    table: StoredValue<TableId>,
    own: StoredValue<Option<PersonId>>,
    trouble: RwSignal<String>,
) -> impl IntoView {
    let shared = shared();
    let SeatInfo { occupant, presence, reserved } = seat;
    let is_own =
        reserved.as_ref().is_some_and(|reserved| own.get_value().as_ref() == Some(&reserved.person.id));
    match (occupant, reserved) {
        (Occupant::Bot { level }, _) => view! { <span>{shared.level(&level)}</span> }.into_any(),
        (Occupant::Person { person }, _) => {
            let is_here = presence.is_some_and(|presence| presence.is_here);
            view! { <span class:quiet=!is_here>{person.name}</span> }.into_any()
        }
        (Occupant::Open, Some(reserved)) if !is_own => {
            let text = shared.fill("seat-reserved", &[("player", reserved.person.name.into())]);
            view! { <span class="quiet">{text}</span> }.into_any()
        }
        (Occupant::Open, _) => {
            let join = move |_| {
                // The page of the table asks newcomers for a name.
                if own.with_value(Option::is_none) {
                    return browser::reload();
                }
                let join = Join { table: table.get_value(), body: JoinForm { seat: Seat::new(index) } };
                spawn_local(async move { report(shared, trouble, net::ask(join).await) });
            };
            let decline = move |_| {
                let leave = Leave { table: table.get_value() };
                spawn_local(async move { report(shared, trouble, net::ask(leave).await) });
            };
            view! {
                <span class="quiet">{shared.say("seat-open")}</span>
                <button data-join=index on:click=join>{shared.say("sit-down")}</button>
                {is_own.then(|| view! { <button class="plain" id="decline" on:click=decline>{shared.say("decline-seat")}</button> })}
            }
            .into_any()
        }
    }
}

/// Puts a bot in a seat, or opens it.
async fn set_seat(table: TableId, index: usize, choice: String) -> Result<TableInfo, Trouble> {
    let Some(seat) = Seat::new(index) else { return Err(Trouble::Unreachable) };
    match choice.as_str() {
        "open" => net::ask(ClearSeat { table, seat }).await,
        _ => net::ask(SetBot { table, seat, body: BotForm { level: choice } }).await,
    }
}

/// The host's choice of the occupant of a seat.
#[component]
fn WhoSits(change: Callback<String>) -> impl IntoView {
    let shared = shared();
    view! {
        <label><span class="unseen">{shared.say("who-sits-here")}</span>
            <select on:change=move |event| change.run(event_target_value(&event))>
                <option value="" selected disabled>"…"</option>
                <option value="open">{shared.say("seat-open")}</option>
                {Level::OFFERED.map(|level| view! {
                    <option value=level.id()>{shared.level(level.id())}</option>
                })}
            </select>
        </label>
    }
}

/// Whether the host removed the visitor from the table.
fn sent_away(sits: Memo<bool>, is_leaving: StoredValue<bool>) -> RwSignal<bool> {
    let is_sent_away = RwSignal::new(false);
    Effect::new(move |sat: Option<bool>| {
        let sits = sits.get();
        if sat == Some(true) && !sits && !is_leaving.get_value() {
            is_sent_away.set(true);
        } else if sits {
            is_sent_away.set(false);
        }
        sits
    });
    is_sent_away
}

/// The table's code and link, for inviting others.
#[component]
fn Invitation(code: Memo<Option<String>>, link: String) -> impl IntoView {
    let shared = shared();
    view! {
        {move || code.get().map(|code| view! {
            <p class="code-label" id="code-label">{shared.say("lobby-code")}</p>
            <p class="code" id="code" aria-labelledby="code-label code">{code}</p>
        })}
        <div class="in-line">
            <label>{shared.say("share-link")}
                <input type="text" id="link" readonly value=link.clone()/></label>
            <Copy id="copy-link" label="copy" text=Callback::new(move |()| link.clone())/>
        </div>
    }
}

/// The text for a refusal in the lobby.
fn in_lobby(why: &Trouble) -> &'static str {
    match why.code() {
        Some(RefusalCode::WrongState) => "seat-taken",
        Some(RefusalCode::Forbidden) => "sent-away-about",
        _ => why.words(),
    }
}
