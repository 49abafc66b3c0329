//! A player: a mind that sees open holdings, and the memory that lets it.

use mergemaker_engine::{Action, Dice, Offer, Phase, Seat, Table, View};

use crate::{Bot, Budget, Fault, Memory, Movement};

/// How a bot of ours decides, once what is hidden about holdings is remembered. It always decides something
/// legal.
pub(crate) trait Mind: Send {
    /// Forgets what was before. Where a game goes on, this was offered last in it.
    fn begin(&mut self, offered: Option<Offer>) {
        let _ = offered;
    }

    /// The offer of a trade to make before placing a tile, if there is a good one that was not made before. Asked only
    /// where there may be one.
    fn offer(&mut self, view: &View) -> Option<Offer> {
        let _ = view;
        None
    }

    /// Decides from a view with open holdings, offers left out.
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
        self.mind.begin(None);
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
        // Whoever has to guess what the others hold makes no offers.
        let may_offer =
            view.phase() == Phase::Tile && view.rules().options().trading && self.memory.agrees_with(view);
        if may_offer && let Some(offer) = self.mind.offer(&recalled) {
            return Ok(Action::TradeOffer { offer });
        }
        Ok(self.mind.choose(&recalled, legal, dice, budget))
    }
}
