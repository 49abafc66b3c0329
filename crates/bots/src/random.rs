//! The bot `random`: any legal decision.

use mergemaker_engine::{Action, Dice, View};

use crate::player::Mind;
use crate::{Budget, standing};

/// Picks at random: a tile, a chain, an answer evenly; a purchase share by share, evenly among what can
/// still be bought and stopping; a disposal by how many to trade, then how many to sell. It offers nothing.
#[derive(Default)]
pub(crate) struct Random;

impl Mind for Random {
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, _: Budget) -> Action {
        standing::random(view, legal, dice)
    }
}
