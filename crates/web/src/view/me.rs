//! The visitor, known to every page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::accounts::Visitor;
use mergemaker_protocol::{Account, PersonId};

use super::net::{self, Trouble};

/// The visitor, once known.
#[derive(Clone, Copy)]
pub(crate) struct Me {
    pub(crate) account: RwSignal<Option<Account>>,
    pub(crate) standing: RwSignal<LoadState>,
}

/// The state of the request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LoadState {
    /// Pending.
    Asking,
    /// Answered.
    Known,
    /// The server cannot be reached.
    Unreachable,
}

impl Me {
    /// Provides it to every view, and loads it.
    pub(crate) fn provide() {
        let me = Me { account: RwSignal::new(None), standing: RwSignal::new(LoadState::Asking) };
        provide_context(me);
        spawn_local(async move { drop(me.refresh().await) });
    }

    /// Reloads it: the session may have ended elsewhere. Redraws nothing if it is unchanged.
    pub(crate) async fn refresh(self) -> Result<Option<Account>, Trouble> {
        let answer = net::ask(Visitor {}).await;
        let standing = if answer.is_ok() { LoadState::Known } else { LoadState::Unreachable };
        if let Ok(account) = &answer
            && self.account.get_untracked() != *account
        {
            self.account.set(account.clone());
        }
        if self.standing.get_untracked() != standing {
            self.standing.set(standing);
        }
        answer
    }

    /// Whether a person is the visitor.
    pub(crate) fn is(self, person: &PersonId) -> bool {
        self.account.read().as_ref().is_some_and(|account| account.person.id == *person)
    }
}

/// The visitor.
pub(crate) fn me() -> Me {
    use_context::<Me>().expect("the app provides it to every view")
}
