//! The end of the game before it is declared: what everybody would have.

use mergemaker_engine::{Action, Money, Preview, Seat};

use crate::scene::Scene;

/// What an end of the game would come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What everybody would have, the most first; nothing where it is hidden.
    pub standing: Vec<(Seat, Money)>,
    /// What is to be said about it, as the id of the words.
    pub note: Option<&'static str>,
}

impl Scene {
    /// What ending the game would come to as things stand.
    #[must_use]
    pub fn ending(&self, action: &Action) -> Ending {
        let (mut cash, mut bank_competes) = (None, false);
        if let Preview::Ends { cash: known, bank_competes: competes, .. } = self.view.preview(action) {
            (cash, bank_competes) = (known, competes);
        }
        let note = match (&cash, bank_competes) {
            (None, _) => Some("declare-hidden"),
            (Some(_), true) => Some("declare-bank"),
            (Some(_), false) => None,
        };
        let mut standing: Vec<(Seat, Money)> = self.view.seats().zip(cash.into_iter().flatten()).collect();
        standing.sort_by_key(|(_, cash)| std::cmp::Reverse(*cash));
        Ending { standing, note }
    }
}
