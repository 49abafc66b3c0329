//! The settings: a button in the frame of every page, and the dialog it opens.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_web::cue::Cue;
use mergemaker_web::settings::{Moves, Names, OptIn, Pace, Scheme, Setting, Settings};

use super::app::{Shared, shared};
use super::browser;
use super::dialog::Dialog;
use super::notice;
use super::sound;

/// The stored settings.
pub(crate) fn kept() -> Settings {
    Settings::of(browser::kept)
}

/// Stores the settings and applies the colour scheme and motion.
pub(crate) fn apply(settings: RwSignal<Settings>) {
    Effect::new(move |before: Option<Settings>| {
        let now = settings.get();
        if before.is_some_and(|before| before != now) {
            for (name, text) in now.kept() {
                browser::keep(name, &text);
            }
        }
        let scheme = match now.scheme {
            Scheme::Auto => "",
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        browser::set_style("color-scheme", scheme);
        if let Some(root) = browser::document().document_element() {
            let moves = now.moves(browser::wants_less_motion());
            let _ = root.set_attribute("data-motion", if moves { "on" } else { "off" });
        }
        now
    });
}

/// The button, and the dialog it opens.
#[component]
pub(crate) fn SettingsButton() -> impl IntoView {
    let shared = shared();
    let is_open = shared.is_setting;
    view! {
        <button class="plain gear" id="settings" aria-label=shared.say("settings") title=shared.say("settings")
            aria-haspopup="dialog" on:click=move |_| is_open.set(true)>
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=GEAR fill-rule="evenodd"/></svg>
        </button>
        <Show when=move || is_open.get()>
            <Dialog class="overlay" heading="settings-title" cancel=move |()| is_open.set(false)>
                <Choices is_open/>
            </Dialog>
        </Show>
    }
}

/// A gear with eight teeth in a 24 × 24 view box.
const GEAR: &str = "M10.3 1h3.4l.5 3 2 .8 2.5-1.7 2.4 2.4-1.7 2.5.8 2 3 .5v3.4l-3 .5-.8 2 1.7 2.5-2.4 2.4-2.5-1.7-2 \
    .8-.5 3h-3.4l-.5-3-2-.8-2.5 1.7-2.4-2.4 1.7-2.5-.8-2-3-.5v-3.4l3-.5.8-2-1.7-2.5 2.4-2.4 2.5 1.7 2-.8zM12 8a4 4 0 \
    1 0 0 8 4 4 0 0 0 0-8z";

#[component]
fn Choices(is_open: RwSignal<bool>) -> impl IntoView {
    let shared = shared();
    let settings = shared.settings;
    let is_denied = RwSignal::new(false);
    let names = Names::ALL.iter().map(|&names| {
        let id = format!("theme-{}", names.id());
        let is_chosen = move || settings.get().names == names;
        view! { <option value=names.id() selected=is_chosen>{move || shared.fill(&id, &[])}</option> }
    });
    let sound = move |event| {
        settings.update(|settings| settings.sound = wanted(event_target_checked(&event)));
        sound::play(Cue::MyTurn, settings.get_untracked());
    };
    let volume = move |event| {
        if let Ok(volume) = event_target_value(&event).parse() {
            settings.update(|settings| settings.volume = volume);
            sound::play(Cue::Tile, settings.get_untracked());
        }
    };
    // Ask for permission only when the reader opts in.
    let notify = move |event: web_sys::Event| {
        let is_wanted = event_target_checked(&event);
        settings.update(|settings| settings.notify = wanted(is_wanted));
        is_denied.set(false);
        if is_wanted {
            spawn_local(async move {
                if !notice::ask().await {
                    is_denied.set(true);
                    settings.update(|settings| settings.notify = OptIn::Off);
                }
            });
        }
    };
    view! {
        <section class="sheet settings">
            <h2 id="settings-title">{shared.say("settings")}</h2>
            <label class="pick">{shared.say("theme")}
                <select id="theme" on:change=move |event| {
                    let names = Names::of(Some(&event_target_value(&event)));
                    settings.update(|settings| settings.names = names);
                }>{names.collect_view()}</select>
            </label>
            <Segments<Pace> name="set-pace" chosen=move |settings: Settings| settings.pace
                choose=|settings: &mut Settings, choice| settings.pace = choice/>
            <Segments<Moves> name="set-motion" chosen=move |settings: Settings| settings.moves
                choose=|settings: &mut Settings, choice| settings.moves = choice/>
            <Segments<Scheme> name="set-scheme" chosen=move |settings: Settings| settings.scheme
                choose=|settings: &mut Settings, choice| settings.scheme = choice/>
            <fieldset><legend>{shared.say("set-sound")}</legend>
                <label class="tick"><input type="checkbox" id="sound" prop:checked=move || settings.get().sound == OptIn::On
                    on:change=sound/><span>{shared.say("set-sound-on")}</span></label>
                <label class="pick">{shared.say("set-volume")}
                    <input type="range" id="volume" min="0" max="100" step="5" disabled=move || settings.get().sound == OptIn::Off
                        prop:value=move || settings.get().volume on:change=volume/></label>
            </fieldset>
            <label class="tick"><input type="checkbox" id="notify" prop:checked=move || settings.get().notify == OptIn::On
                on:change=notify/><span>{shared.say("set-notify")}</span></label>
            <p class="trouble" role="alert">{move || is_denied.get().then(|| shared.fill("set-notify-denied", &[]))}</p>
            <label class="tick"><input type="checkbox" id="words" prop:checked=move || settings.get().words == OptIn::On
                on:change=move |event| settings.update(|settings| settings.words = wanted(event_target_checked(&event)))/>
                <span>{shared.say("set-words")}</span></label>
            <button class="primary" id="settings-close" on:click=move |_| is_open.set(false)>{shared.say("close")}</button>
        </section>
    }
}

fn wanted(is_wanted: bool) -> OptIn {
    if is_wanted { OptIn::On } else { OptIn::Off }
}

/// A choice of a few values side by side.
#[component]
fn Segments<C: Setting + Send + Sync>(
    /// The text id of its label.
    name: &'static str,
    /// The chosen value.
    chosen: fn(Settings) -> C,
    /// Called with a new value.
    choose: fn(&mut Settings, C),
) -> impl IntoView {
    let Shared { settings, .. } = shared();
    let shared = shared();
    let all = C::ALL.iter().copied().map(|choice| {
        let id = format!("{}-{}", C::NAME, choice.id());
        view! {
            <label><input type="radio" name=C::NAME value=choice.id() prop:checked=move || chosen(settings.get()) == choice
                on:change=move |_| settings.update(|settings| choose(settings, choice))/>
                <span>{move || shared.fill(&id, &[])}</span></label>
        }
    });
    view! { <fieldset class="segments"><legend>{shared.say(name)}</legend>{all.collect_view()}</fieldset> }
}
