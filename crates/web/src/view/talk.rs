//! Beside a game at a table of the server: clocks, chat, pauses, and leaving the seat to a bot.

use leptos::prelude::*;
use mergemaker_engine::Seat;
use mergemaker_protocol::{Account, Request, TableState, ToServer};
use mergemaker_web::remote::Remote;

use super::absence::Absences;
use super::app::shared;
use super::browser;
use super::customs::AskSwitch;
use super::table::seat_name;

/// Clocks, chat and other table controls.
#[component]
pub(crate) fn Talk(remote: RwSignal<Remote>, say: Callback<ToServer>, you: Option<Account>) -> impl IntoView {
    let shared = shared();
    let now = RwSignal::new(browser::now());
    let ticking =
        StoredValue::new_local(gloo_timers::callback::Interval::new(500, move || now.set(browser::now())));
    on_cleanup(move || ticking.dispose());
    let id = StoredValue::new(remote.with_untracked(|remote| remote.id().clone()));
    let clocks = move || {
        remote.with(|remote| {
        let table = remote.table()?;
        let lines: Vec<_> = Seat::all(table.seats.len())
            .filter_map(|seat| remote.left_ms(seat, now.get()).map(|left| (seat_name(shared, table, seat), left)))
            .map(|(name, (left, runs))| view! { <li class:runs=runs><span>{name}</span><time>{clock(left)}</time></li> })
            .collect();
        (!lines.is_empty()).then(|| view! { <ul class="clocks">{lines}</ul> })
    })
    };
    let stand_in = Memo::new(move |_| {
        remote.with(|remote| {
            let seat = remote.seat()?;
            let presence = remote.table()?.seats.get(seat.index())?.presence.as_ref()?;
            Some(presence.stand_in.is_some())
        })
    });
    let is_running = Memo::new(move |_| {
        remote.with(|remote| remote.table().is_some_and(|table| table.state == TableState::Running))
    });
    let paused = Memo::new(move |_| {
        remote.with(|remote| remote.table().map(|table| (table.is_paused, table.pause_votes.len())))
    });
    let tools = move || {
        stand_in.get().filter(|_| is_running.get()).map(|is_bot| view! {
        <div class="means">
            {if is_bot {
                view! { <button class="primary" id="resume" on:click=move |_| say.run(Request::ResumeSeat {}.at(&id.get_value()))>
                    {shared.say("resume-seat")}</button> }.into_any()
            } else {
                view! { <button class="plain" id="leave-seat" on:click=move |_| say.run(Request::LeaveSeat {}.at(&id.get_value()))>
                    {shared.say("leave-seat")}</button> }.into_any()
            }}
            {paused.get().map(|(is_paused, votes)| view! {
                <button class="plain" id="pause" on:click=move |_| say.run(Request::Pause { paused: !is_paused }.at(&id.get_value()))>
                    {move || if is_paused { shared.fill("go-on", &[]) } else { shared.fill("pause", &[]) }}
                    {(votes > 0).then(|| format!(" ({votes})"))}</button>
            })}
        </div>
    })
    };
    let do_bots_wait = Memo::new(move |_| {
        remote.with(|remote| remote.table().is_some_and(|table| table.bots_wait_until.is_some()))
    });
    let asks = Memo::new(move |_| remote.with(Remote::asks_about_dead_tiles).filter(|_| is_running.get()));
    let ask = Callback::new(move |ask| say.run(Request::AskAboutDeadTiles { ask }.at(&id.get_value())));
    let has_switch = Memo::new(move |_| asks.get().is_some());
    let draft = RwSignal::new(String::new());
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let text = draft.get_untracked();
        if !text.trim().is_empty() {
            say.run(Request::Chat { text }.at(&id.get_value()));
            draft.set(String::new());
        }
    };
    let has_chat = Memo::new(move |_| {
        remote.with(|remote| {
            remote.table().is_some_and(|table| table.settings.may_chat(remote.seat().is_some()))
        })
    });
    let own = you.map(|you| you.person.id);
    let lines = move || {
        remote.with(|remote| {
            remote.chat().iter().rev().map(|line| {
        let is_own = own.as_ref() == Some(&line.person.id);
        view! { <li class:own=is_own><b>{line.person.name.clone()}</b>" "{line.text.clone()}</li> }
    }).collect_view()
        })
    };
    view! {
        <div class="panel talk">
            {clocks}
            <Absences remote say now/>
            <div role="status">{move || do_bots_wait.get().then(|| view! {
                <p class="quiet" id="bots-wait">{shared.say("bots-wait")}</p> })}</div>
            {tools}
            <Show when=move || has_switch.get()>
                <AskSwitch label="ask-dead-tiles" asks=Signal::derive(move || asks.get() == Some(true)) ask/>
            </Show>
            {move || has_chat.get().then(|| view! {
                <form on:submit=send>
                    <label><span class="unseen">{shared.say("chat")}</span>
                        <input type="text" id="chat" maxlength="300" autocomplete="off" placeholder=shared.say("chat")
                            prop:value=move || draft.get() on:input=move |event| draft.set(event_target_value(&event))/></label>
                </form>
            })}
            <ul class="chat" aria-live="polite">{lines}</ul>
        </div>
    }
}

/// `1:05`, `2:03:04`, `3 d`.
fn clock(ms: i64) -> String {
    let seconds = ms / 1_000;
    match seconds {
        172_800.. => format!("{} d", seconds / 86_400),
        3_600.. => format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}
