//! A bot made of a strategy, which needs open holdings, and a memory that provides them.

use mergemaker_engine::{Action, Actions, Dice, Offer, RandomDealer, Seat, Table, View};

use crate::evaluator::{follow, play_on};
use crate::steady::Steady;
use crate::{Bot, Budget, Fault, HoldingsDelta, Memory};

/// How a built-in bot decides, with open or remembered holdings. Its decisions are always legal.
pub(crate) trait Strategy: Send {
    /// Starts a game, or resumes one in which `offered` was the last offer.
    fn begin(&mut self, offered: Option<Offer>) {
        let _ = offered;
    }

    /// A trade to offer before placing a tile, if there is a good one that is not a repeat. Called only where
    /// offers are legal.
    fn offer(&mut self, view: &View) -> Option<Offer> {
        let _ = view;
        None
    }

    /// Decides without making offers. The view has open holdings. Not called for dead tiles (T11).
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, budget: Budget) -> Action;
}

/// A strategy with a memory: a bot.
pub(crate) struct Player {
    strategy: Box<dyn Strategy>,
    memory: Memory,
}

impl Player {
    pub(crate) fn new(strategy: Box<dyn Strategy>) -> Player {
        Player { strategy, memory: Memory::default() }
    }
}

impl Bot for Player {
    fn start(&mut self, _: &Table, _: Seat) {
        self.memory = Memory::default();
        self.strategy.begin(None);
    }

    fn observe(&mut self, delta: &HoldingsDelta) {
        self.memory.note(delta);
    }

    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault> {
        let recalled = self.memory.recall(view, dice);
        // A bot that has to guess the others' holdings makes no offers.
        let may_offer = view.may_offer() && self.memory.agrees_with(view);
        if may_offer && let Some(offer) = self.strategy.offer(&recalled) {
            return Ok(Action::TradeOffer { offer });
        }
        Ok(choose(&mut *self.strategy, &recalled, legal, dice, budget))
    }
}

/// Decides with a strategy, without offers. Strategies ignore dead tiles, which are all exchanged (T11), and
/// ending at once (E2): they finish the turn, and the two ends are compared.
pub(crate) fn choose(
    strategy: &mut dyn Strategy,
    view: &View,
    legal: &[Action],
    dice: &mut Dice,
    budget: Budget,
) -> Action {
    if let Some(all) = view.exchange_all() {
        return all;
    }
    if !view.may_end_at_once() {
        return strategy.choose(view, legal, dice, budget);
    }
    let finishing: Actions = legal.iter().copied().filter(|&action| action != Action::EndTurn).collect();
    let action = strategy.choose(view, &finishing, dice, budget);
    if is_better_to_end(view, action) { Action::EndTurn } else { action }
}

/// Whether the viewer, who has declared the end, does better by ending at once than by taking this action and
/// finishing the turn by rules of thumb. The view has open holdings.
fn is_better_to_end(view: &View, action: Action) -> bool {
    let Some(me) = view.viewer() else { return false };
    // Only the bank's tiles are still to be drawn (P5). They are the same in both cases unless a merger
    // during the rest of the turn draws some first.
    let deal = view.sample(&mut Dice::new(0));
    let lead = |action: Action| {
        let mut game = deal;
        let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(0));
        follow(&mut game, &action, &mut dealer);
        play_on(&Steady::default(), &mut game, &mut dealer);
        let money = |seat: Seat| i64::from(game.cash(seat).0);
        let others = game.seats().filter(|&seat| seat != me).map(money).max().unwrap_or(0);
        money(me) - others
    };
    lead(Action::EndTurn) > lead(action)
}
