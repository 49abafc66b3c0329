//! Whom people mute: a copy of what is kept, for those who are here, so that a room need not ask for each line.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use mergemaker_protocol::PersonId;

/// Whom everybody mutes who is here.
#[derive(Clone, Default)]
pub(crate) struct Mutes {
    lists: Arc<Mutex<HashMap<PersonId, Weak<Muted>>>>,
}

/// Whom one person mutes. All their sockets share it, and it goes with the last of them.
#[derive(Default)]
pub(crate) struct Muted {
    people: Mutex<Arc<BTreeSet<PersonId>>>,
}

/// From how many on the lists of those who have gone are thrown away.
const MANY: usize = 10_000;

impl Mutes {
    /// The list of somebody who comes; empty where nobody has set it since.
    pub(crate) fn of(&self, person: &PersonId) -> Arc<Muted> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(muted) = lists.get(person).and_then(Weak::upgrade) {
            return muted;
        }
        if lists.len() >= MANY {
            lists.retain(|_, muted| muted.strong_count() > 0);
        }
        let muted = Arc::new(Muted::default());
        lists.insert(person.clone(), Arc::downgrade(&muted));
        muted
    }
}

impl Muted {
    /// Who is muted now.
    pub(crate) fn people(&self) -> Arc<BTreeSet<PersonId>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces who is muted, by what is kept.
    pub(crate) fn replace(&self, people: BTreeSet<PersonId>) {
        *self.people.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_shared_while_somebody_is_here() {
        let (mutes, ann) = (Mutes::default(), PersonId("ann".into()));
        let (one, other) = (mutes.of(&ann), mutes.of(&ann));
        one.replace(BTreeSet::from([PersonId("bob".into())]));
        assert!(other.people().contains(&PersonId("bob".into())));
        drop((one, other));
        assert!(mutes.of(&ann).people().is_empty());
    }
}
