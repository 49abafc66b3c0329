//! Muted people: a cache for connected people, so that a room need not query the store for each chat line.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use mergemaker_protocol::PersonId;

/// The muted people of everyone connected.
#[derive(Clone, Default)]
pub(crate) struct Mutes {
    lists: Arc<Mutex<HashMap<PersonId, Weak<Muted>>>>,
}

/// The people one person has muted. Shared by all their sockets, and dropped with the last of them.
#[derive(Default)]
pub(crate) struct Muted {
    people: Mutex<Arc<BTreeSet<PersonId>>>,
}

/// The number of lists from which dropped ones are removed.
const SWEEP_FROM: usize = 10_000;

impl Mutes {
    /// The shared list of a person; a new one is empty.
    pub(crate) fn of(&self, person: &PersonId) -> Arc<Muted> {
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(muted) = lists.get(person).and_then(Weak::upgrade) {
            return muted;
        }
        if lists.len() >= SWEEP_FROM {
            lists.retain(|_, muted| muted.strong_count() > 0);
        }
        let muted = Arc::new(Muted::default());
        lists.insert(person.clone(), Arc::downgrade(&muted));
        muted
    }
}

impl Muted {
    /// The people muted now.
    pub(crate) fn people(&self) -> Arc<BTreeSet<PersonId>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Replaces the list with the one from the store.
    pub(crate) fn replace(&self, people: BTreeSet<PersonId>) {
        *self.people.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(people);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_shared_while_its_owner_is_connected() {
        let (mutes, ann) = (Mutes::default(), PersonId("ann".into()));
        let (one, other) = (mutes.of(&ann), mutes.of(&ann));
        one.replace(BTreeSet::from([PersonId("bob".into())]));
        assert!(other.people().contains(&PersonId("bob".into())));
        drop((one, other));
        assert!(mutes.of(&ann).people().is_empty());
    }
}
