//! A player: a mind that sees open holdings, and the memory that lets it.

use mergemaker_engine::{Action, Actions, Dice, Offer, RandomDealer, Seat, Table, View};

use crate::evaluator::{follow, play_on};
use crate::steady::Steady;
use crate::{Bot, Budget, Fault, HoldingsDelta, Memory};

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

    /// Decides from a view with open holdings, offers left out. Not asked about dead tiles (T11).
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
        // Whoever has to guess what the others hold makes no offers.
        let may_offer = view.may_offer() && self.memory.agrees_with(view);
        if may_offer && let Some(offer) = self.mind.offer(&recalled) {
            return Ok(Action::TradeOffer { offer });
        }
        Ok(choose(&mut self.mind, &recalled, legal, dice, budget))
    }
}

/// What a mind decides from a view with open holdings, offers left out. Minds know nothing of dead tiles, which all go
/// (T11), or of ending at once (E2): they finish the turn, and the two ends are compared.
pub(crate) fn choose(
    mind: &mut dyn Mind,
    view: &View,
    legal: &[Action],
    dice: &mut Dice,
    budget: Budget,
) -> Action {
    if let Some(all) = view.exchange_all() {
        return all;
    }
    if !view.may_end_at_once() {
        return mind.choose(view, legal, dice, budget);
    }
    let finishing: Actions = legal.iter().copied().filter(|&action| action != Action::EndTurn).collect();
    let action = mind.choose(view, &finishing, dice, budget);
    if is_better_ended(view, action) { Action::EndTurn } else { action }
}

/// Whether the viewer, who has declared the end, would come off better if the game ended at once than if they
/// decided this and finished the turn by rules of thumb. The view has open holdings.
fn is_better_ended(view: &View, action: Action) -> bool {
    let Some(me) = view.viewer() else { return false };
    // Nothing more is dealt but the bank's tiles (P5). They are the same for both ends, unless a merger in the rest of
    // the turn takes some first.
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
