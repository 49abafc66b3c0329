//! Who we are, known to every page.

use leptos::prelude::*;
use leptos::task::spawn_local;
use mergemaker_protocol::api::accounts::Visitor;
use mergemaker_protocol::{Account, PersonId};

use super::net::{self, Trouble};

/// Who we are, as far as it is known.
#[derive(Clone, Copy)]
pub(crate) struct Me {
    pub(crate) account: RwSignal<Option<Account>>,
    pub(crate) standing: RwSignal<Standing>,
}

/// How far it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// The server is being asked.
    Asking,
    /// It has answered.
    Known,
    /// It cannot be reached.
    Unreachable,
}

impl Me {
    /// Gives it to every view, and asks for the first time.
    pub(crate) fn provide() {
        let me = Me { account: RwSignal::new(None), standing: RwSignal::new(Standing::Asking) };
        provide_context(me);
        spawn_local(async move { drop(me.refresh().await) });
    }

    /// Asks again: the session may have ended elsewhere. Nothing is drawn anew where nothing changed.
    pub(crate) async fn refresh(self) -> Result<Option<Account>, Trouble> {
        let answer = net::ask(Visitor {}).await;
        let standing = if answer.is_ok() { Standing::Known } else { Standing::Unreachable };
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

    /// Whether somebody is us.
    pub(crate) fn is(self, person: &PersonId) -> bool {
        self.account.read().as_ref().is_some_and(|account| account.person.id == *person)
    }
}

/// Who we are.
pub(crate) fn me() -> Me {
    use_context::<Me>().expect("the app provides it to every view")
}
