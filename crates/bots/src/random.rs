//! The bot `random`: any legal decision.

use mergemaker_engine::{Action, Dice, View};

use crate::player::Strategy;
use crate::{Budget, standing};

/// Picks tiles, chains and answers uniformly. Buys share by share, uniformly among what is affordable and
/// stopping. Disposes by choosing how many to trade, then how many to sell. Makes no offers.
#[derive(Default)]
pub(crate) struct Random;

impl Strategy for Random {
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, _: Budget) -> Action {
        standing::random(view, legal, dice)
    }
}
