//! Players who are away, the vote to let a bot play for them, and bots that stand in.

use leptos::prelude::*;
use mergemaker_engine::Seat;
use mergemaker_protocol::{Clock, Request, TableInfo, TableState, ToServer};
use mergemaker_web::remote::{Absence, Remote};

use super::app::{Shared, shared};
use super::table::seat_name;

/// Who is away and for how long, and for whom a bot plays.
#[component]
pub(crate) fn Absences(
    remote: RwSignal<Remote>,
    say: Callback<ToServer>,
    /// The page's time.
    now: RwSignal<f64>,
) -> impl IntoView {
    let shared = shared();
    let table = Memo::new(move |_| remote.with(|remote| remote.table().cloned()));
    let absences = Memo::new(move |_| remote.with(|remote| remote.absences(now.get())));
    let stand_ins = Memo::new(move |_| remote.with(Remote::stand_ins));
    let me = Memo::new(move |_| remote.with(Remote::seat));
    let id = StoredValue::new(remote.with_untracked(|remote| remote.id().clone()));
    let vote = Callback::new(move |(seat, agree): (Seat, bool)| {
        say.run(Request::LetBotPlay { seat, agree }.at(&id.get_value()));
    });
    let away = move || {
        let table = table.get()?;
        let lines = absences.get().into_iter().map(|absence| absent(shared, &table, absence, vote));
        Some(lines.collect_view())
    };
    let bots = move || {
        let table = table.get()?;
        let is_over = table.state == TableState::Over;
        let line = |(seat, level): (Seat, String)| {
            let (player, level) = (seat_name(shared, &table, seat), shared.level(&level));
            let id = match (is_over, me.get() == Some(seat)) {
                (true, true) => "bot-finished-mine",
                (true, false) => "bot-finished",
                (false, true) => "bot-plays-mine",
                (false, false) => "bot-plays",
            };
            let text = shared.fill(id, &[("player", player.into()), ("level", level.into())]);
            view! { <p class="stands-in" data-seat=seat.index()>{text}</p> }
        };
        Some(stand_ins.get().into_iter().map(line).collect_view())
    };
    view! { {away}{bots} }
}

/// A player who is away.
fn absent(
    shared: Shared,
    table: &TableInfo,
    absence: Absence,
    vote: Callback<(Seat, bool)>,
) -> impl IntoView + use<> {
    let Absence { seat, minutes, wait_minutes, votes, has_voted } = absence;
    let player = seat_name(shared, table, seat);
    let gaps = [("player", player.clone().into()), ("minutes", minutes.into())];
    let since = shared.fill("away", &gaps);
    let next = match wait_minutes {
        None if table.settings.clock != Clock::None => Some(shared.fill("away-clock", &[])),
        Some(wait) if wait > 0 => Some(shared.fill("away-wait", &[("minutes", wait.into())])),
        None | Some(_) => None,
    };
    let voters: Vec<String> = votes.iter().map(|voter| seat_name(shared, table, *voter)).collect();
    let agreed = (!voters.is_empty())
        .then(|| shared.fill("away-agreed", &[("players", shared.words().list(&voters).into())]));
    let can_vote = has_voted.filter(|_| wait_minutes == Some(0));
    let player = StoredValue::new(player);
    view! {
        <div class="away" data-seat=seat.index()>
            <p>{since}{next.map(|next| format!(" {next}"))}</p>
            {can_vote.map(|has_voted| view! {
                <p class="quiet">{shared.fill("away-rating", &[("player", player.get_value().into())])}</p>
                <button class="plain" data-let-bot-play=seat.index() aria-pressed=has_voted.to_string()
                    on:click=move |_| vote.run((seat, !has_voted))>
                    {shared.fill("away-vote", &[("player", player.get_value().into())])}</button>
            })}
            {agreed.map(|agreed| view! { <p class="quiet" role="status">{agreed}</p> })}
        </div>
    }
}
