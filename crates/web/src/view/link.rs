//! Links within the page.

use leptos::prelude::*;
use mergemaker_web::route::Route;

use super::app::shared;

/// A link to another page. Whoever wants it in a window of its own gets it there.
#[component]
pub(crate) fn Link(
    /// Where it leads.
    #[prop(into)]
    to: Route,
    /// How it looks.
    #[prop(default = "")]
    class: &'static str,
    /// What finds it.
    #[prop(optional)]
    id: Option<&'static str>,
    /// What it shows.
    children: Children,
) -> impl IntoView {
    let shared = shared();
    let path = to.path();
    let follow = move |event: web_sys::MouseEvent| {
        if !wants_window(&event) {
            event.prevent_default();
            shared.go(to.clone());
        }
    };
    view! { <a href=path class=class id=id on:click=follow>{children()}</a> }
}

/// Whether a click asks the browser for another window.
fn wants_window(event: &web_sys::MouseEvent) -> bool {
    event.ctrl_key() || event.meta_key() || event.shift_key()
}
