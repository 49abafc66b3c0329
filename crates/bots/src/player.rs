//! A player: a mind that sees open holdings, and the memory that lets it.

use mergemaker_engine::{Action, Dice, Seat, Table, View};

use crate::{Bot, Budget, Fault, Memory, Movement};

/// How a bot of ours decides, once what is hidden about holdings is remembered. It always decides something
/// legal.
pub(crate) trait Mind: Send {
    /// Forgets the game before.
    fn forget(&mut self) {}

    /// Decides from a view with open holdings.
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, budget: Budget) -> Action;
}

/// A mind with a memory: a bot.
#[derive(Default)]
pub(crate) struct Player<M> {
    mind: M,
    memory: Memory,
}

impl<M> Player<M> {
    pub(crate) fn new(mind: M) -> Player<M> {
        Player { mind, memory: Memory::default() }
    }
}

impl<M: Mind> Bot for Player<M> {
    fn start(&mut self, _: &Table, _: Seat) {
        self.memory = Memory::default();
        self.mind.forget();
    }

    fn observe(&mut self, movement: &Movement) {
        self.memory.note(movement);
    }

    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault> {
        let recalled = self.memory.recall(view, dice);
        let action = self.mind.choose(&recalled, legal, dice, budget);
        // Whoever has to guess what the others hold makes no offers: a mind asked again makes another choice.
        if matches!(action, Action::TradeOffer { .. }) && !self.memory.agrees_with(view) {
            return Ok(self.mind.choose(&recalled, legal, dice, budget));
        }
        Ok(action)
    }
}
