//! The page of a table of the server: first its lobby, then its game.

mod connection;

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_engine::{Action, Seat};
use mergemaker_protocol::api::tables::{Rematch, Show};
use mergemaker_protocol::{
    Account, Occupant, RefusalCode, Request, SeatInfo, TableId, TableInfo, TableState,
};
use mergemaker_web::remote::Remote;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;

use super::app::{Shared, Themed, shared};
use super::ask::ExchangeTime;
use super::browser;
use super::footer::PleaseRead;
use super::game::GameScreen;
use super::lobby::Lobby;
use super::me::me;
use super::net::{self, Trouble};
use super::screens::{ClosedTable, GameOver, LoggedOut, NoTable, NotNow};
use super::talk::Talk;
use super::tv::{Purse, ViewSwitches, hear_chat};

pub(crate) use connection::{Connection, ConnectionState, connect};

/// The state of a table's page.
#[derive(Clone, PartialEq)]
enum Found {
    Asking,
    Table(Box<TableInfo>),
    Trouble(Trouble),
}

/// How long to wait before retrying an unreachable server.
const AGAIN_MS: u32 = 4_000;

/// A table of the server. Visitors who cannot play there learn so before they are asked for a name.
#[component]
pub(crate) fn TablePage(table: String) -> impl IntoView {
    let shared = shared();
    let me = me();
    let found = RwSignal::new(Found::Asking);
    let table = StoredValue::new(table);
    let look = move || {
        let table = table.get_value();
        spawn_local(async move {
            loop {
                let known = me.refresh().await;
                let answer = match known {
                    Ok(_) => net::ask(Show { table: TableId(table.clone()) }).await,
                    Err(trouble) => Err(trouble),
                };
                let is_over = !matches!(answer, Err(Trouble::Unreachable));
                let answer = answer.map_or_else(Found::Trouble, |info| Found::Table(Box::new(info)));
                if found.try_set(answer).is_some() || is_over {
                    return;
                }
                gloo_timers::future::TimeoutFuture::new(AGAIN_MS).await;
                if found.is_disposed() {
                    return;
                }
            }
        });
    };
    look();
    let retry = Callback::new(move |()| browser::reload());
    let you = Memo::new(move |_| me.account.get());
    move || match found.get() {
        Found::Asking => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        Found::Trouble(trouble) if trouble.code() == Some(RefusalCode::NotFound) => {
            view! { <NoTable/> }.into_any()
        }
        Found::Trouble(trouble) => view! { <NotNow trouble retry/> }.into_any(),
        Found::Table(info) => {
            let you = you.get();
            let sits = you.as_ref().is_some_and(|you| info.seats_person(&you.person.id));
            let has_place = info.open_seats_for(you.as_ref().map(|you| &you.person.id)) > 0;
            match info.state {
                TableState::Closed => view! { <ClosedTable/> }.into_any(),
                TableState::Over if !sits => view! { <GameOver table=table.get_value()/> }.into_any(),
                TableState::Open if has_place && you.is_none() => {
                    view! { <Introduce you=me.account/> }.into_any()
                }
                TableState::Open | TableState::Running | TableState::Over => {
                    view! { <Connected table=table.get_value() you/> }.into_any()
                }
            }
        }
    }
}

/// Asks a newcomer for a name.
#[component]
pub(crate) fn Introduce(you: RwSignal<Option<Account>>) -> impl IntoView {
    let shared = shared();
    let name = RwSignal::new(browser::kept("name").unwrap_or_default());
    let trouble = RwSignal::new(String::new());
    let go = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked();
        browser::keep("name", name.trim());
        spawn_local(async move {
            match net::become_guest(name.trim()).await {
                Ok(account) => you.set(Some(account)),
                Err(why) => trouble.set(shared.fill(why.words_of_name(), &[])),
            }
        });
    };
    view! {
        <form class="sheet card" on:submit=go>
            <h1>{shared.say("who-are-you")}</h1>
            <label>{shared.say("your-name")}
                <input type="text" id="guest-name" maxlength="24" required autofocus prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <PleaseRead/>
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <button class="primary" id="introduce">{shared.say("enter")}</button>
        </form>
    }
}

#[component]
fn Connected(table: String, you: Option<Account>) -> impl IntoView {
    let shared = shared();
    let own = you.as_ref().map(|you| you.person.id.clone());
    let Connection { remote, line, trouble, say } = connect(&table, own.clone());
    hear_chat(remote, own);
    let hand_only = RwSignal::new(browser::kept("view").as_deref() == Some("hand"));
    let id = TableId(table.clone());
    let act = {
        let id = id.clone();
        Callback::new(move |action: Action| {
            let number = remote.with_untracked(Remote::number);
            say.run(Request::Decide { number, action }.at(&id));
        })
    };
    let undo = {
        let id = id.clone();
        Callback::new(move |()| {
            let number = remote.with_untracked(Remote::number);
            say.run(Request::TakeBack { number }.at(&id));
        })
    };
    let address = StoredValue::new(table);
    let again = Callback::new(move |()| {
        spawn_local(async move {
            match net::ask(Rematch { table: TableId(address.get_value()) }).await {
                Ok(next) => shared.go(Route::Table { table: next.id.0 }),
                Err(why) => trouble.set(shared.fill(why.words(), &[])),
            }
        });
    });
    let look = Callback::new(move |()| shared.go(Route::Review { which: Some(address.get_value()) }));
    let save = Callback::new(move |()| {
        spawn_local(async move {
            if let Some(record) = net::record(address.get_value()).await {
                browser::save_file("game.json", &record);
            }
        });
    });
    let now = RwSignal::new(browser::now());
    let ticking =
        StoredValue::new_local(gloo_timers::callback::Interval::new(500, move || now.set(browser::now())));
    on_cleanup(move || ticking.dispose());
    provide_context(ExchangeTime(Signal::derive(move || {
        remote.with(|remote| remote.exchange_left_ms(now.get()))
    })));
    let scene = scene_of(shared, remote);
    let has_begun = Memo::new(move |_| scene.with(Option::is_some));
    let banner = move || {
        match line.get() {
        ConnectionState::Lost => {
            let is_kept = remote.with(|remote| remote.unanswered().is_some());
            let id = if is_kept { "decision-kept" } else { "connection-lost" };
            Some(view! { <p class="banner" role="status">{shared.say(id)}</p> }.into_any())
        }
        ConnectionState::OldPage => Some(
            view! {
                <p class="banner" role="alert">{shared.say("old-page")}" "
                    <button class="primary" id="reload" on:click=move |_| browser::reload()>{shared.say("reload")}</button></p>
            }
            .into_any(),
        ),
        ConnectionState::Opening | ConnectionState::Open | ConnectionState::NoTable | ConnectionState::LoggedOut => None,
    }
    };
    let you = StoredValue::new(you);
    let state = Memo::new(move |_| remote.with(|remote| remote.table().map(|table| table.state)));
    let line = Memo::new(move |_| line.get());
    let rematch = move || remote.with(|remote| remote.table().and_then(|table| table.rematch.clone()));
    let notices = move || {
        view! {
            {banner}
            {move || (!trouble.read().is_empty()).then(|| view! { <p class="banner" role="alert">{trouble.get()}</p> })}
            {move || rematch().map(|next| view! {
                <p class="banner"><button class="primary" id="follow" on:click=move |_| shared.go(Route::Table { table: next.0.clone() })>
                    {shared.say("follow-rematch")}</button></p>
            })}
        }
    };
    view! {
        // In a game they are shown beside it.
        {move || (!has_begun.get()).then(notices)}
        {move || match (line.get(), has_begun.get(), state.get()) {
            (ConnectionState::NoTable, ..) => view! { <NoTable/> }.into_any(),
            (ConnectionState::LoggedOut, ..) => view! { <LoggedOut/> }.into_any(),
            (_, _, Some(TableState::Closed)) => view! { <ClosedTable/> }.into_any(),
            (_, true, _) => {
                let scene = shown_on(scene);
                let plays = remote.with_untracked(|remote| remote.seat().is_some());
                let hints = plays
                    && remote.with_untracked(|remote| remote.table().is_some_and(|table| table.settings.hints));
                let theme = scene.with_untracked(|scene| shared.theme_of(scene.view.rules()));
                view! {
                    <Themed theme>
                    <div class:hand-only=move || hand_only.get() && scene.with(|scene| scene.me().is_some())>
                        <Purse scene hand_only/>
                        <GameScreen scene act undo again save look hints can_repeat=plays notices=notices().into_any()>
                            <Talk remote say you=you.get_value()/>
                            <ViewSwitches table=address.get_value() scene hand_only/>
                        </GameScreen>
                    </div>
                    </Themed>
                }.into_any()
            }
            (_, false, Some(_)) => view! { <Lobby remote you=you.get_value() trouble/> }.into_any(),
            (ConnectionState::OldPage, false, None) => ().into_any(),
            (_, false, None) => view! { <p class="wait">{shared.say("connecting")}</p> }.into_any(),
        }}
    }
}

/// The game of a table, once started, with bots named in the page's language.
pub(crate) fn scene_of(shared: Shared, remote: RwSignal<Remote>) -> Memo<Option<Scene>> {
    let words = StoredValue::new(shared.words());
    Memo::new(move |_| {
        let scene = remote.with(|remote| remote.has_begun().then(|| remote.scene()).flatten())?;
        Some(words.with_value(|words| scene.with_bots_localized(words)))
    })
}

/// A started game. Keeps the last one if there is none for a moment between two games.
pub(crate) fn shown_on(scene: Memo<Option<Scene>>) -> Signal<Scene> {
    let last = StoredValue::new(scene.get_untracked());
    Signal::derive(move || {
        if let Some(scene) = scene.get() {
            last.set_value(Some(scene));
        }
        last.get_value().expect("it had started when this was drawn")
    })
}

/// The name of a seat's occupant, for lists.
pub(crate) fn seat_name(shared: Shared, table: &TableInfo, seat: Seat) -> String {
    match table.seats.get(seat.index()).map(|seat| &seat.occupant) {
        Some(Occupant::Person { person }) => person.name.clone(),
        Some(Occupant::Bot { level }) => {
            let is_bot = |seat: &&SeatInfo| matches!(seat.occupant, Occupant::Bot { .. });
            let number = table.seats[..=seat.index()].iter().filter(is_bot).count();
            format!("{} {number}", shared.level(level))
        }
        Some(Occupant::Open) | None => String::new(),
    }
}
