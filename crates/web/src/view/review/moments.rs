//! A game at any of its moments: the board and details.

use leptos::prelude::*;
use mergemaker_bots::Level;
use mergemaker_engine::{Action, Seat};
use mergemaker_web::review::Review;
use mergemaker_web::route::Route;
use mergemaker_web::scene::Scene;
use mergemaker_web::study::Study;
use mergemaker_web::think::{WorkerReply, WorkerRequest};

use super::OpenRecord;
use super::charts::{Chances, Worths};
use super::judged::{Analysis, Judged};
use super::walk::{Controls, Viewpoint, Walk};
use crate::view::app::shared;
use crate::view::board::Board;
use crate::view::browser;
use crate::view::copy::Copy;
use crate::view::game::Draft;
use crate::view::hand::StillHand;
use crate::view::local;
use crate::view::log::Log;
use crate::view::market::Market;
use crate::view::players::Players;
use crate::view::position::Levels;
use crate::view::worker_client::{self, PendingRequest};

#[component]
pub(super) fn Moments(
    review: Review,
    /// The table where it was played.
    table: Option<String>,
    /// Opens another record.
    choose: Callback<web_sys::Event>,
) -> impl IntoView {
    let shared = shared();
    let words = StoredValue::new(shared.words());
    let names = words.with_value(|words| review.names(words));
    let study = RwSignal::new(Study::default());
    let walk = Walk::new(&review, study);
    let review = StoredValue::new(review);
    let viewer = RwSignal::new(Seat::new(0));
    let scene: Signal<Scene> = Signal::derive(move || {
        let scene = review.with_value(|review| review.scene(walk.at.get(), viewer.get()));
        words.with_value(|words| scene.expect("a record that verifies has a start").localized(words))
    });
    let (draft, nothing) = (Draft::new(), Callback::new(|_: Action| {}));
    let asked = StoredValue::new_local(None::<PendingRequest>);
    let trouble = RwSignal::new(None::<&'static str>);
    let analyse = Callback::new(move |()| {
        study.set(Study::default());
        trouble.set(None);
        let record = review.with_value(Review::to_text);
        let request = move |id| WorkerRequest::Analyse {
            id,
            record,
            units: worker_client::work(worker_client::JUDGEMENT),
        };
        let listener = move |reply| match reply {
            WorkerReply::Progress { all: 0, .. } => trouble.set(Some("analysis-none")),
            WorkerReply::Progress { all, judgement, .. } => {
                study.update(|study| study.add(all, judgement.map(|one| *one)));
            }
            _ => trouble.set(Some("hint-failed")),
        };
        asked.set_value(Some(worker_client::ask(request, listener)));
    });
    let stop = Callback::new(move |()| {
        asked.set_value(None);
        study.update(Study::stop);
    });
    on_cleanup(move || asked.dispose());
    let marks = Signal::derive(move || study.with(Study::marks));
    view! {
        <div class="game review">
            <h1 class="unseen">{shared.say("review")}</h1>
            <section class="table">
                <Board scene draft act=nothing/>
                <div class="below">
                    <div class="means"><Viewpoint viewer names=names.clone()/><StillHand scene/></div>
                    <Controls walk/>
                </div>
            </section>
            <div class="aside">
                <Judged scene study at=walk.at/>
                <Analysis study review analyse stop trouble/>
                <Log scene marks/>
            </div>
            <section class="figures">
                <div class="charts">
                    <Worths review names=names.clone() at=walk.at/>
                    <Chances study review names at=walk.at/>
                </div>
                <Market scene/><Players scene/>
            </section>
            <section class="onward">
                <Onward review walk viewer table choose/>
                <p class="quiet">{shared.say("keys-review")}</p>
            </section>
        </div>
    }
}

/// Actions: play on from the moment, share it, save the record, open another record.
#[component]
fn Onward(
    review: StoredValue<Review>,
    walk: Walk,
    viewer: RwSignal<Option<Seat>>,
    table: Option<String>,
    choose: Callback<web_sys::Event>,
) -> impl IntoView {
    let shared = shared();
    let at = walk.at;
    let level = RwSignal::new(Level::Steady);
    let play_on = move |_| {
        let seat = viewer.get_untracked().or(Seat::new(0));
        let game =
            review.with_value(|review| review.play_on(at.get_untracked(), seat?, level.get_untracked()));
        if let Some(game) = game {
            local::keep_game(&game);
            shared.go(Route::Local);
        }
    };
    let save = move |_| review.with_value(|review| browser::save_file("game.json", &review.to_text()));
    let position = Callback::new(move |()| {
        let link = review.with_value(|review| review.position(at.get_untracked(), viewer.get_untracked()));
        browser::address_of(&Route::Position { link }.path())
    });
    let moment = table.map(|table| {
        let path = Route::Review { which: Some(table) }.path();
        Callback::new(move |()| format!("{}#{}", browser::address_of(&path), at.get_untracked()))
    });
    let can_play_on = review.with_value(Review::can_play_on);
    view! {
        {can_play_on.then(|| view! {
            <div class="means">
                <Levels level/>
                <button id="play-on" on:click=play_on>{shared.say("play-on")}</button>
            </div>
        })}
        <div class="means">
            <Copy id="share-position" label="share-position" text=position/>
            {moment.map(|link| view! { <Copy id="share-moment" label="share-moment" text=link/> })}
            <button on:click=save>{shared.say("save-record")}</button>
            <OpenRecord label="open-another" choose/>
        </div>
    }
}
