//! Starting a local game: alone against bots, or several people at one screen.

use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Options, Preset};
use mergemaker_web::local::{Customs, Setup};
use mergemaker_web::options::rules;
use mergemaker_web::route::Route;
use mergemaker_web::scene::{Player, PlayerKind};

use super::app::{Shared, shared};
use super::browser;
use super::confirm::Confirm;
use super::customs::CustomsChoice;
use super::local;
use super::options::RulesChoice;

const MOST_OPPONENTS: usize = 5;

/// Starts a game against bots with one press.
#[component]
pub(crate) fn PlayNow() -> impl IntoView {
    let shared = shared();
    let opponents = RwSignal::new(3_usize);
    let levels = RwSignal::new([Level::Novice; MOST_OPPONENTS]);
    let options = RwSignal::new(Options::of(Preset::Renegade));
    let players = Signal::derive(move || opponents.get() + 1);
    let hints = RwSignal::new(true);
    let customs = RwSignal::new(Customs::default());
    let name = RwSignal::new(browser::kept("name").unwrap_or_default());
    let own_name = move || {
        let given = name.get_untracked();
        let given = given.trim();
        browser::keep("name", given);
        if given.is_empty() { shared.fill("you", &[]) } else { given.to_owned() }
    };
    let is_asked = RwSignal::new(false);
    let play = Callback::new(move |()| {
        let levels = levels.get_untracked().into_iter().take(opponents.get_untracked());
        let bots = levels.enumerate().map(|(index, level)| Player::numbered_bot(level, index + 1));
        let players = std::iter::once(Player::person(&own_name())).chain(bots);
        begin(
            shared,
            options.get_untracked(),
            players.collect(),
            hints.get_untracked(),
            customs.get_untracked(),
        );
    });
    let all = move || {
        let levels = levels.get();
        let here = &levels[..opponents.get()];
        here.iter().all(|level| *level == here[0]).then(|| here[0])
    };
    let can_play = move || rules(options.get(), players.get()).is_ok();
    let each =
        move || {
            (0..opponents.get()).map(|index| {
            let change = move |event| {
                if let Ok(level) = event_target_value(&event).parse() {
                    levels.update(|levels| levels[index] = level);
                }
            };
            view! {
                <label>{move || shared.fill("opponent", &[("number", (index + 1).into())])}
                    <select data-opponent=index on:change=change>
                        {Level::OFFERED.map(|choice| view! {
                            <option value=choice.id() prop:selected=move || levels.get()[index] == choice>
                                {shared.level(choice.id())}</option>
                        })}
                    </select></label>
            }
        }).collect_view()
        };
    view! {
        <section class="card now" aria-labelledby="now">
            <h2 id="now">{shared.say("against-bots")}</h2>
            <button class="primary big" id="play-now" disabled=move || !can_play() on:click=move |_| ask_before(play, is_asked)>
                {shared.say("play-now")}</button>
            <StartAnew then=play is_asked/>
            <label>{shared.say("your-name")}
                <input type="text" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <fieldset class="segments"><legend>{shared.say("opponents")}</legend>
                {(1..=MOST_OPPONENTS).map(|count| view! {
                    <label><input type="radio" name="opponents" value=count
                        prop:checked=move || opponents.get() == count
                        on:change=move |_| opponents.set(count)/><span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            <fieldset class="segments"><legend>{shared.say("how-strong")}</legend>
                {Level::OFFERED.map(|choice| view! {
                    <label><input type="radio" name="level" value=choice.id()
                        prop:checked=move || all() == Some(choice)
                        on:change=move |_| levels.set([choice; MOST_OPPONENTS])/>
                        <span>{shared.level(choice.id())}</span></label>
                })}
            </fieldset>
            <RulesChoice id="preset" options players>
                <fieldset class="each"><legend>{shared.say("each-level")}</legend>{each}</fieldset>
            </RulesChoice>
            <CustomsChoice id="now" options customs label="ask-dead-tiles"/>
            <label class="tick"><input type="checkbox" id="hints" prop:checked=move || hints.get()
                on:change=move |event| hints.set(event_target_checked(&event))/><span>{shared.say("hints-option")}</span></label>
            <p class="quiet">{shared.say("local-about")}</p>
        </section>
    }
}

/// The occupant of a seat at the shared screen.
#[derive(Clone, PartialEq, Default)]
struct SharedSeat {
    name: String,
    bot: Option<Level>,
}

/// Starts a game for several people at one screen, with optional bots.
#[component]
pub(crate) fn Share() -> impl IntoView {
    let shared = shared();
    let count = RwSignal::new(2_usize);
    let seats = RwSignal::new(vec![SharedSeat::default(); 6]);
    let options = RwSignal::new(Options::of(Preset::Renegade));
    let players = move || -> Vec<Player> {
        let person = shared.fill("player", &[]);
        let seats = seats.get().into_iter().take(count.get()).enumerate();
        let player = |(index, seat): (usize, SharedSeat)| match (seat.bot, seat.name.trim()) {
            (Some(level), _) => Player::numbered_bot(level, index + 1),
            (None, "") => Player::person(&format!("{person} {}", index + 1)),
            (None, name) => Player::person(name),
        };
        seats.map(player).collect()
    };
    let trouble = move || {
        let players = players();
        if players.iter().all(|player| player.kind != PlayerKind::Person) {
            return Some(shared.fill("trouble-no-person", &[]));
        }
        let twice = players.iter().enumerate().find(|(index, player)| {
            players[..*index].iter().any(|other| other.name.eq_ignore_ascii_case(&player.name))
        });
        twice.map(|(_, player)| shared.fill("trouble-same-name", &[("player", player.name.clone().into())]))
    };
    let is_asked = RwSignal::new(false);
    let customs = RwSignal::new(Customs::default());
    let share = Callback::new(move |()| {
        begin(shared, options.get_untracked(), untrack(players), true, customs.get_untracked());
    });
    let can_play = move || trouble().is_none() && rules(options.get(), count.get()).is_ok();
    let row = move |index: usize| {
        let number = move || ("number", (index + 1).into());
        let is_person = move || seats.read()[index].bot.is_none();
        let change = move |event| {
            let level = event_target_value(&event).parse().ok();
            seats.update(|seats| seats[index].bot = level);
        };
        view! {
            <li>
                <label><span class="unseen">{move || shared.fill("name-of", &[number()])}</span>
                    <input type="text" maxlength="24" data-name=index disabled=move || !is_person()
                        placeholder=move || format!("{} {}", shared.fill("player", &[]), index + 1)
                        prop:value=move || seats.read()[index].name.clone()
                        on:input=move |event| seats.update(|seats| seats[index].name = event_target_value(&event))/></label>
                <label><span class="unseen">{move || shared.fill("kind-of", &[number()])}</span>
                    <select data-kind=index on:change=change>
                        <option value="person" prop:selected=is_person>{shared.say("person")}</option>
                        {Level::OFFERED.map(|choice| view! {
                            <option value=choice.id() prop:selected=move || seats.read()[index].bot == Some(choice)>
                                {shared.level(choice.id())}</option>
                        })}
                    </select></label>
            </li>
        }
    };
    view! {
        <section class="card share" aria-labelledby="share">
            <h2 id="share">{shared.say("pass-and-play")}</h2>
            <p class="quiet">{shared.say("pass-and-play-about")}</p>
            <fieldset class="segments"><legend>{shared.say("players")}</legend>
                {(2..=6).map(|number| view! {
                    <label><input type="radio" name="people" value=number
                        prop:checked=move || count.get() == number
                        on:change=move |_| count.set(number)/><span>{number}</span></label>
                }).collect_view()}
            </fieldset>
            <ol class="sitters">{move || (0..count.get()).map(row).collect_view()}</ol>
            <RulesChoice id="share-preset" options players=count/>
            <CustomsChoice id="share" options customs label="ask-dead-tiles-shared"/>
            <p class="trouble" role="alert" id="share-trouble">{trouble}</p>
            <button id="pass-and-play" disabled=move || !can_play() on:click=move |_| ask_before(share, is_asked)>
                {shared.say("start-game")}</button>
            <StartAnew then=share is_asked/>
        </section>
    }
}

/// Starts at once, or asks first if a saved game would be lost.
fn ask_before(begin: Callback<()>, is_asked: RwSignal<bool>) {
    if local::has_kept() {
        is_asked.set(true);
    } else {
        begin.run(());
    }
}

/// Asks whether to discard the saved game.
#[component]
fn StartAnew(then: Callback<()>, is_asked: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    view! {
        <Confirm heading="start-anew" yes="start-game" then is_asked><p>{shared.say("start-anew-about")}</p></Confirm>
    }
}

/// Starts a local game, if the rules allow the number of players.
fn begin(shared: Shared, options: Options, players: Vec<Player>, hints: bool, customs: Customs) {
    if let Ok(rules) = rules(options, players.len()) {
        local::keep_new(Setup { rules, players, seed: browser::random_seed(), hints }, customs);
        shared.go(Route::Local);
    }
}
