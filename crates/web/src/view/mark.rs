//! The mark of a chain: its letter on its colour and pattern.

use leptos::prelude::*;
use mergemaker_engine::Chain;

use super::app::shared;

/// The mark beside the chain's name.
pub(crate) fn mark(chain: Chain) -> impl IntoView {
    view! { <span class=class(chain) aria-hidden="true">{letter(chain)}</span> }
}

/// The mark beside the chain's name, which tells those who point at it what its letter stands for.
pub(crate) fn explained_mark(chain: Chain) -> impl IntoView {
    let letter_of = shared().letter_of(chain);
    view! { <span class=class(chain) aria-hidden="true" title=letter_of>{letter(chain)}</span> }
}

/// The mark in the place of the chain's name, which those who listen or point at it are told.
pub(crate) fn named_mark(chain: Chain) -> impl IntoView {
    let name = shared().chain(chain);
    view! { <span class=class(chain) title=name>{letter(chain)}<span class="unseen">{name}" "</span></span> }
}

fn class(chain: Chain) -> String {
    format!("mark {}", chain.id())
}

fn letter(chain: Chain) -> String {
    chain.letter().to_string()
}
