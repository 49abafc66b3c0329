//! Network bots without lookahead: `expert`, and `adept`, which plays at a higher temperature.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Offer, View};

use crate::Budget;
use crate::net::{Net, Temperature, Thinker};
use crate::player::Strategy;

/// Plays by a network's policy.
pub(crate) struct Expert {
    thinker: Thinker,
    temperature: Temperature,
}

impl Expert {
    pub(crate) fn new(net: Arc<Net>, temperature: Temperature) -> Expert {
        Expert { thinker: Thinker::new(net), temperature }
    }
}

impl Strategy for Expert {
    fn begin(&mut self, offered: Option<Offer>) {
        self.thinker.begin(offered);
    }

    fn offer(&mut self, view: &View) -> Option<Offer> {
        self.thinker.offer(view)
    }

    fn choose(&mut self, view: &View, _: &[Action], dice: &mut Dice, _: Budget) -> Action {
        self.thinker.decide(view, self.temperature, dice)
    }
}
