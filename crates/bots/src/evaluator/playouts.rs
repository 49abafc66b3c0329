//! Playouts: games played to the end by rules of thumb.

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, HAND_SIZE, MOST_PLAYERS, RandomDealer, Tile, View};

use super::compare::{DealResult, compare};
use super::{Estimate, Evaluator};
use crate::Budget;
use crate::steady::Steady;

/// Evaluates by playing to the end with `steady` in every seat, sampling hidden information each time.
///
/// A unit of work is one playout. All actions are tried in the same deals so that luck affects them alike;
/// weak actions get fewer deals.
///
/// The first action's estimate is the plain win rate. The others are estimated by their difference from it,
/// where wins alone are too noisy: a narrow win many turns later is chance. The longer the playout, the more
/// the difference counts money (each player's share of the sum of money to the eighth power) instead of wins.
/// A game that ends at once counts wins only.
pub struct Playouts {
    steady: Steady,
    is_stopped: fn() -> bool,
}

impl Default for Playouts {
    fn default() -> Playouts {
        Playouts::until(|| false)
    }
}

impl Playouts {
    /// Playouts that stop early with the samples so far once `is_stopped` returns true.
    ///
    /// ```
    /// use mergemaker_bots::Playouts;
    /// let playouts = Playouts::until(|| true);
    /// # let _ = playouts;
    /// ```
    #[must_use]
    pub fn until(is_stopped: fn() -> bool) -> Playouts {
        Playouts { steady: Steady::default(), is_stopped }
    }
}

impl Evaluator for Playouts {
    fn evaluate(
        &mut self,
        view: &View,
        actions: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Vec<Estimate> {
        let Playouts { steady, is_stopped } = self;
        compare(view, actions, dice, budget, *is_stopped, |game, dealer, _, _| {
            let before = view.pile_len();
            play_on(steady, game, dealer);
            let drawn = before.saturating_sub(game.pile_len());
            result(game, (drawn as f32 / pile_at_start(game.players())).min(1.0))
        })
    }
}

/// Plays a game to its end.
pub(crate) fn play_on(steady: &Steady, game: &mut Game, dealer: &mut RandomDealer<Dice>) {
    while let Some(seat) = game.to_act() {
        let action = steady.decision(&game.view(Some(seat)));
        follow(game, &action, dealer);
    }
}

/// Applies an action in a simulated game. Dead tiles are always exchanged: no bot thinks about them (T11).
pub(crate) fn follow(game: &mut Game, action: &Action, dealer: &mut RandomDealer<Dice>) {
    game.apply_unchecked(action, dealer, &mut ());
    game.exchange_for(|_| true, dealer, &mut ());
}

/// The outcome of a finished game; `played` is the part of a whole game that was played out.
fn result(game: &Game, played: f32) -> DealResult {
    let mut result = DealResult::default();
    let Some(outcome) = game.outcome() else { return result };
    let victory = 1.0 / outcome.winners.len() as f32;
    let most = outcome.cash.iter().max().map_or(1.0, |most| (most.0 as f32).max(1.0));
    let powers: ArrayVec<f32, MOST_PLAYERS> =
        outcome.cash.iter().map(|money| eighth_power(money.0 as f32 / most)).collect();
    let total: f32 = powers.iter().sum();
    for (seat, power) in game.seats().zip(&powers) {
        let won = if outcome.winners.contains(&seat) { victory } else { 0.0 };
        result.chances[seat.index()] = won;
        result.parts[seat.index()] = played * power / total + (1.0 - played) * won;
    }
    result.money = Some(money(game));
    result
}

/// Everybody's money, in seat order.
pub(super) fn money(game: &Game) -> [f32; MOST_PLAYERS] {
    let mut money = [0.0; MOST_PLAYERS];
    for seat in game.seats() {
        money[seat.index()] = game.cash(seat).0 as f32;
    }
    money
}

/// The size of the pile at the start of a game, after the first draws.
pub(crate) fn pile_at_start(players: usize) -> f32 {
    (Tile::COUNT - (1 + HAND_SIZE) * players) as f32
}

/// By multiplication only, which rounds the same on every processor.
fn eighth_power(number: f32) -> f32 {
    let square = number * number;
    let fourth = square * square;
    fourth * fourth
}
