//! The home page: one press starts a game.

use leptos::prelude::*;
use mergemaker_web::route::Route;

use super::app::shared;
use super::join::Join;
use super::learn::Invitation;
use super::link::Link;
use super::local;
use super::start::{PlayNow, Share};
use super::tables::Tables;

/// The home page.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let shared = shared();
    let has_kept = local::has_kept();
    view! {
        <div class="home">
            <section class="hero">
                <div><h1>"Mergemaker"</h1><p>{shared.say("tagline")}</p></div>
                {has_kept.then(|| view! {
                    <button class="primary big" id="continue" on:click=move |_| shared.go(Route::Local)>
                        {shared.say("continue-game")}</button>
                })}
            </section>
            <Invitation is_above=true/>
            <div class="cards">
                <div class="side"><PlayNow/><Share/></div>
                <div class="side">
                    <Join/>
                    <Tables/>
                    <p><Link to=Route::Review { which: None }>{shared.say("review")}</Link></p>
                </div>
            </div>
            <Invitation is_above=false/>
        </div>
    }
}
