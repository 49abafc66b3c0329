//! A preview of the end of the game, before it is declared.

use mergemaker_engine::{Action, Money, Preview, Seat};

use crate::scene::Scene;

/// The result of ending the game now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Everybody's final money, highest first. Empty if it is hidden.
    pub standing: Vec<(Seat, Money)>,
    /// The id of a note about it.
    pub note: Option<&'static str>,
}

impl Scene {
    /// The result of ending the game now.
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
