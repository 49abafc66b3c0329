//! The mark of a chain: its letter on its colour and pattern.

use leptos::prelude::*;
use mergemaker_engine::Chain;

use super::app::shared;

/// The mark beside a chain's name.
pub(crate) fn mark(chain: Chain) -> impl IntoView {
    view! { <span class=class(chain) aria-hidden="true">{letter(chain)}</span> }
}

/// The mark instead of a chain's name, with the name as label and tooltip.
pub(crate) fn named_mark(chain: Chain) -> impl IntoView {
    let name = shared().chain(chain);
    view! { <span class=class(chain) title=name>{letter(chain)}<span class="unseen">{name}" "</span></span> }
}

/// The crown of a rank, from 0: a full one, an open one, a circlet.
pub(crate) fn crown(place: usize) -> impl IntoView {
    let shape = CROWNS.get(place).copied().unwrap_or_default();
    view! { <svg class=format!("crown place{}", place + 1) viewBox="0 0 16 12" aria-hidden="true"><path d=shape fill-rule="evenodd"/></svg> }
}

/// The crowns of the ranks, in a 16 × 12 view box.
const CROWNS: [&str; 3] = [
    "M1 2l3.500 4L8 0l3.500 6L15 2l-1.500 10h-11z",
    "M1 2l3.500 4L8 0l3.500 6L15 2l-1.500 10h-11zM3 6.200l.9 4.300h8.200l.9-4.300-1.700 1.900L8 3.200 4.700 8.100z",
    "M2 6l2.500 2L8 6l3.500 2L14 6l-1 6H3z",
];

/// The header of the bonus column of a rank, from 0.
pub(crate) fn place_head(place: usize, id: &'static str) -> impl IntoView {
    let shared = shared();
    view! { <th scope="col">{crown(place)}" "{move || shared.fill(&format!("place-{id}"), &[])}</th> }
}

fn class(chain: Chain) -> String {
    format!("mark {}", chain.id())
}

fn letter(chain: Chain) -> String {
    shared().letter(chain)
}
