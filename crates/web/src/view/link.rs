//! Links within the page.

use leptos::prelude::*;
use mergemaker_web::route::Route;

use super::app::shared;

/// A link to another page. Modified clicks open it in a new tab or window, as usual.
#[component]
pub(crate) fn Link(
    /// Its target.
    #[prop(into)]
    to: Route,
    /// Its CSS class.
    #[prop(default = "")]
    class: &'static str,
    /// Its id.
    #[prop(optional)]
    id: Option<&'static str>,
    /// Its content.
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

/// Whether a click asks for a new tab or window.
fn wants_window(event: &web_sys::MouseEvent) -> bool {
    event.ctrl_key() || event.meta_key() || event.shift_key()
}
