//! Home: a game within one press.

use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Preset, Rules, Table};
use mergemaker_web::local::Setup;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Player;

use super::app::{Shared, shared};
use super::browser;
use super::join::Join;
use super::learn::Invitation;
use super::local;
use super::tables::Tables;

/// The presets, the usual one first.
pub(crate) const PRESETS: [Preset; 6] =
    [Preset::Renegade, Preset::Classic, Preset::Tycoon, Preset::Trading, Preset::Manual, Preset::Digital];

/// The first page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let shared = shared();
    let opponents = RwSignal::new(3_usize);
    let level = RwSignal::new(Level::Novice);
    let preset = RwSignal::new(Preset::Renegade);
    let hints = RwSignal::new(true);
    let name = RwSignal::new(browser::kept("name").unwrap_or_default());
    let has_kept = local::has_kept();
    let own_name = move || {
        let given = name.get_untracked();
        let given = given.trim();
        browser::keep("name", given);
        if given.is_empty() { shared.fill("you", &[]) } else { given.to_owned() }
    };
    let play_now = move |_| {
        let bots = (0..opponents.get_untracked()).map(|_| Player::bot(level.get_untracked()));
        let players = std::iter::once(Player::person(&own_name())).chain(numbered(bots));
        begin(shared, preset.get_untracked(), players.collect(), hints.get_untracked());
    };
    let is_for_two = move || preset.get() != Preset::Tycoon;
    view! {
        <div class="home">
            <section class="hero">
                <h1>"Mergemaker"</h1>
                <p>{shared.say("tagline")}</p>
            </section>
            <Invitation is_above=true/>
            <div class="cards">
                <section class="card main-card" aria-labelledby="now">
                    <h2 id="now">{shared.say("against-bots")}</h2>
                    <label>{shared.say("your-name")}
                        <input type="text" maxlength="24" autocomplete="nickname" prop:value=move || name.get()
                            on:input=move |event| name.set(event_target_value(&event))/>
                    </label>
                    <fieldset class="segments"><legend>{shared.say("opponents")}</legend>
                        {(1..=5).map(|count| view! {
                            <label><input type="radio" name="opponents" value=count
                                prop:checked=move || opponents.get() == count
                                disabled=move || count == 1 && !is_for_two()
                                on:change=move |_| opponents.set(count)/><span>{count}</span></label>
                        }).collect_view()}
                    </fieldset>
                    <fieldset class="segments"><legend>{shared.say("how-strong")}</legend>
                        {[Level::Shopper, Level::Novice, Level::Steady].map(|choice| view! {
                            <label><input type="radio" name="level" value=choice.id()
                                prop:checked=move || level.get() == choice
                                on:change=move |_| level.set(choice)/>
                                <span>{move || shared.fill(&format!("level-{}", choice.id()), &[])}</span></label>
                        })}
                    </fieldset>
                    <label>{shared.say("rules")}
                        <select id="preset" on:change=move |event| {
                            if let Ok(choice) = event_target_value(&event).parse() {
                                preset.set(choice);
                                if choice == Preset::Tycoon && opponents.get_untracked() == 1 {
                                    opponents.set(2);
                                }
                            }
                        }>
                            {PRESETS.map(|choice| view! {
                                <option value=choice.id() selected=move || preset.get() == choice>
                                    {move || shared.fill(&format!("preset-{}", choice.id()), &[])}
                                </option>
                            })}
                        </select>
                    </label>
                    <label class="tick"><input type="checkbox" id="hints" prop:checked=move || hints.get()
                        on:change=move |event| hints.set(event_target_checked(&event))/><span>{shared.say("hints-option")}</span></label>
                    <button class="primary big" id="play-now" on:click=play_now>{shared.say("play-now")}</button>
                    <p class="quiet">{shared.say("local-about")}</p>
                </section>
                <div class="side">
                    {has_kept.then(|| view! {
                        <section class="card">
                            <button class="primary" id="continue" on:click=move |_| shared.go(Route::Local)>
                                {shared.say("continue-game")}</button>
                        </section>
                    })}
                    <Join/>
                    <Tables/>
                    <Share preset/>
                    <p><a href="/review" on:click=move |event| {
                        event.prevent_default();
                        shared.go(Route::Review { which: None });
                    }>{shared.say("review")}</a></p>
                </div>
            </div>
            <Invitation is_above=false/>
        </div>
    }
}

/// A game for several people at one screen.
#[component]
fn Share(preset: RwSignal<Preset>) -> impl IntoView {
    let shared = shared();
    let people = RwSignal::new(2_usize);
    let share = move |_| {
        let count = people.get_untracked();
        let person = shared.fill("player", &[]);
        let players = (1..=count).map(|number| Player::person(&format!("{person} {number}")));
        begin(shared, preset.get_untracked(), players.collect(), true);
    };
    view! {
        <section class="card" aria-labelledby="share">
            <h2 id="share">{shared.say("pass-and-play")}</h2>
            <p class="quiet">{shared.say("pass-and-play-about")}</p>
            <fieldset class="segments"><legend>{shared.say("people")}</legend>
                {(2..=6).map(|count| view! {
                    <label><input type="radio" name="people" value=count
                        prop:checked=move || people.get() == count
                        on:change=move |_| people.set(count)/><span>{count}</span></label>
                }).collect_view()}
            </fieldset>
            <button id="pass-and-play" on:click=share>{shared.say("start-game")}</button>
        </section>
    }
}

/// Begins a game in the page, where the rules allow so many.
fn begin(shared: Shared, preset: Preset, players: Vec<Player>, hints: bool) {
    let rules = Rules::of(preset);
    if Table::new(rules, players.len()).is_ok() {
        local::keep_new(Setup { rules, players, seed: browser::random_seed(), hints });
        shared.go(Route::Local);
    }
}

/// Bots of one level, told apart by a number.
fn numbered(bots: impl Iterator<Item = Player>) -> impl Iterator<Item = Player> {
    bots.enumerate()
        .map(|(index, bot)| Player { name: format!("{} {}", capital(&bot.name), index + 1), ..bot })
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
