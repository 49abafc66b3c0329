//! Side effects of a game screen: motion, sounds, notifications and announcements.

use leptos::prelude::*;
use mergemaker_engine::Action;
use mergemaker_web::cue::{self, Cue};
use mergemaker_web::motion;
use mergemaker_web::scene::Scene;
use mergemaker_web::settings::OptIn;
use mergemaker_web::spoken::{News, board};

use super::app::shared;
use super::browser;
use super::motion::Stage;
use super::notice;
use super::sound;

/// Follows a game from scene to scene, and records the viewer's decisions to let tiles fly from their
/// position.
pub(crate) fn follow(scene: Signal<Scene>, act: Callback<Action>) -> Callback<Action> {
    let shared = shared();
    let stage = Stage::new();
    Effect::new(move |before: Option<Scene>| {
        let now = scene.get();
        let settings = shared.settings.get_untracked();
        let Some(before) = before else { return now };
        // A clock update is not an event.
        if before.entries.len() == now.entries.len() && before.me() == now.me() {
            return now;
        }
        stage.clear(&now);
        let cues = cue::between(&before, &now);
        for cue in &cues {
            sound::play(*cue, settings);
        }
        if cues.contains(&Cue::MyTurn) && settings.notify == OptIn::On {
            notice::your_turn(shared);
        }
        if settings.moves(browser::wants_less_motion()) && !browser::document().hidden() {
            stage.play(&motion::between(&before, &now));
        }
        now
    });
    Callback::new(move |action: Action| {
        if let Action::Place { tile } = action {
            stage.note(tile);
        }
        act.run(action);
    })
}

/// The layer for flying elements, and a live region that announces every event in order.
#[component]
pub(crate) fn Senses(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let news = RwSignal::new(News::default());
    Effect::new(move || {
        scene.with(|scene| {
            let words = shared.words();
            let narrator = scene.narrator(&words, shared.theme());
            news.update(|news| news.update(scene, &narrator));
        });
    });
    view! {
        <div id="flight" aria-hidden="true"></div>
        <ol class="unseen" id="news" role="log" aria-live="polite" aria-label=shared.say("log")>
            <For each=move || news.read().lines() key=|(number, _)| *number
                children=|(_, text)| view! { <li class="line">{text}</li> }/>
        </ol>
    }
}

/// The board in words: always for screen readers, for others if they opted in.
#[component]
pub(crate) fn InWords(scene: Signal<Scene>) -> impl IntoView {
    let shared = shared();
    let lines = Memo::new(move |_| {
        let words = shared.words();
        scene.with(|scene| board(scene, &scene.narrator(&words, shared.theme())))
    });
    let is_unseen = move || shared.settings.get().words == OptIn::Off;
    view! {
        <section class="in-words" class:panel=move || !is_unseen() class:unseen=is_unseen aria-labelledby="in-words">
            <h2 id="in-words">{shared.say("spoken")}</h2>
            <ul>{move || lines.get().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
        </section>
    }
}
