//! The foot of a page: who runs the server, and that the game's name belongs to somebody else.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::Site;
use mergemaker_protocol::api::operations::About;
use mergemaker_web::route::Route;

use super::app::shared;
use super::net;

/// What the host of the server has set about themselves, known to every view. Nothing without a server.
#[derive(Clone, Copy)]
struct Host(RwSignal<Site>);

/// Provides the host to every view, and loads what they have set.
pub(crate) fn provide_host() {
    let host = Host(RwSignal::new(Site::default()));
    provide_context(host);
    spawn_local(async move {
        if let Ok(site) = net::ask(About {}).await {
            host.0.set(site);
        }
    });
}

fn host() -> RwSignal<Site> {
    use_context::<Host>().expect("the app provides it to every view").0
}

/// A link to a page of the host, if there is one.
fn link(address: Option<String>, word: &'static str, target: Option<&'static str>) -> Option<impl IntoView> {
    let shared = shared();
    address.map(|address| view! { <a href=address rel="noopener" target=target>{shared.say(word)}</a> })
}

/// The foot of a page. Games fill the screen and have none.
#[component]
pub(crate) fn Footer() -> impl IntoView {
    let shared = shared();
    let host = host();
    let is_game = Memo::new(move |_| {
        shared.route.with(|route| {
            matches!(
                route,
                Route::Local
                    | Route::Table { .. }
                    | Route::Tv { .. }
                    | Route::Review { .. }
                    | Route::Position { .. }
            )
        })
    });
    let links = move || {
        let Site { imprint, privacy, terms, contact, .. } = host.get();
        let has_some = [&imprint, &privacy, &terms, &contact].into_iter().any(Option::is_some);
        has_some.then(|| view! {
            <nav aria-label=shared.say("about-site")>
                {link(imprint, "imprint", None)}{link(privacy, "privacy", None)}{link(terms, "terms", None)}{link(contact, "contact", None)}
            </nav>
        })
    };
    move || {
        (!is_game.get())
            .then(|| view! { <footer class="foot">{links}<p>{shared.say("trademark")}</p></footer> })
    }
}

/// What a newcomer should read before signing up, if the host has set anything.
#[component]
pub(crate) fn PleaseRead() -> impl IntoView {
    let shared = shared();
    let host = host();
    // What has been written into the form stays.
    let aside = Some("_blank");
    move || {
        let Site { terms, privacy, .. } = host.get();
        (terms.is_some() || privacy.is_some()).then(|| {
            view! {
                <p class="quiet please-read"><span>{shared.say("please-read")}</span>
                    {link(terms, "terms", aside)}{link(privacy, "privacy", aside)}</p>
            }
        })
    }
}
