//! Playouts: games played on to their end by rules of thumb.

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, HAND_SIZE, MOST_PLAYERS, RandomDealer, Tile, View};

use super::compare::{Line, compare};
use super::{Estimate, Evaluator};
use crate::Budget;
use crate::steady::Steady;

/// Plays on to the end with `steady` in every seat, many times, with what is hidden dealt anew each time.
///
/// A unit of work is one game played on. All actions are tried in the same deals, so that luck counts for
/// all of them alike; those that do badly are tried in fewer.
///
/// The chances of the first action are how often everybody won. Those of the others are told by the difference
/// to it, for which bare victories would need very many playouts: who wins by a little after many more turns is
/// chance. The longer a playout, the less it counts in differences by victory and the more by money: everybody's
/// part is their money to the eighth power. A game that ends at once counts by victory alone.
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
    /// Playouts that end early, with what there is so far, once somebody asks them to stop.
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
            line(game, (drawn as f32 / pile_at_start(game.players())).min(1.0))
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

/// Makes a decision in a game that is thought through. Dead tiles are all exchanged: nobody thinks about them (T11).
pub(crate) fn follow(game: &mut Game, action: &Action, dealer: &mut RandomDealer<Dice>) {
    game.apply_unchecked(action, dealer, &mut ());
    game.exchange_for(|_| true, dealer, &mut ());
}

/// What came of a game played on for this part of a whole game.
fn line(game: &Game, played: f32) -> Line {
    let mut line = Line::default();
    let Some(outcome) = game.outcome() else { return line };
    let victory = 1.0 / outcome.winners.len() as f32;
    let most = outcome.cash.iter().max().map_or(1.0, |most| (most.0 as f32).max(1.0));
    let powers: ArrayVec<f32, MOST_PLAYERS> =
        outcome.cash.iter().map(|money| eighth_power(money.0 as f32 / most)).collect();
    let total: f32 = powers.iter().sum();
    for (seat, power) in game.seats().zip(&powers) {
        let won = if outcome.winners.contains(&seat) { victory } else { 0.0 };
        line.chances[seat.index()] = won;
        line.parts[seat.index()] = played * power / total + (1.0 - played) * won;
    }
    line.money = Some(money(game));
    line
}

/// What everybody has, in seat order.
pub(super) fn money(game: &Game) -> [f32; MOST_PLAYERS] {
    let mut money = [0.0; MOST_PLAYERS];
    for seat in game.seats() {
        money[seat.index()] = game.cash(seat).0 as f32;
    }
    money
}

/// How many tiles the pile of a new game has.
pub(crate) fn pile_at_start(players: usize) -> f32 {
    (Tile::COUNT - (1 + HAND_SIZE) * players) as f32
}

/// By multiplication alone, which every processor rounds alike.
fn eighth_power(number: f32) -> f32 {
    let square = number * number;
    let fourth = square * square;
    fourth * fourth
}
