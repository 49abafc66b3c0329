//! The bots that play by a network: `expert`, and friendlier ones that leave more to chance.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Offer, View};

use crate::Budget;
use crate::net::{Heat, Net, Thinker};
use crate::player::Mind;

/// The mind of a network.
pub(crate) struct Expert {
    thinker: Thinker,
    heat: Heat,
}

impl Expert {
    pub(crate) fn new(net: Arc<Net>, heat: Heat) -> Expert {
        Expert { thinker: Thinker::new(net), heat }
    }
}

impl Mind for Expert {
    fn begin(&mut self, offered: Option<Offer>) {
        self.thinker.begin(offered);
    }

    fn offer(&mut self, view: &View) -> Option<Offer> {
        self.thinker.offer(view)
    }

    fn choose(&mut self, view: &View, _: &[Action], dice: &mut Dice, _: Budget) -> Action {
        self.thinker.decide(view, self.heat, dice)
    }
}
