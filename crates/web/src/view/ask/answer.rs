//! Answering an offer.

use leptos::prelude::*;
use mergemaker_engine::Action;
use mergemaker_web::scene::Scene;

use super::super::app::shared;
use super::super::game::Draft;
use super::meaning::Meanings;

/// What the offer would mean, and buttons for the two answers.
#[component]
pub(super) fn AnswerMeans(scene: Scene, draft: Draft, act: Callback<Action>) -> impl IntoView {
    let shared = shared();
    let offer = scene.view.offer().copied();
    let from = scene.view.turn();
    let answer = move |id: &'static str, class: &'static str, key: u8, accept: bool| {
        view! {
            <button id=id class=class class:chosen=move || draft.answer.get() == Some(accept)
                on:click=move |_| act.run(Action::TradeAnswer { accept })><kbd aria-hidden="true">{key}</kbd>{shared.say(id)}</button>
        }
    };
    view! {
        {offer.map(|offer| view! { <Meanings scene from offer/> })}
        {answer("accept", "primary", 1, true)}
        {answer("decline", "", 2, false)}
    }
}
