//! The bot `master`: a network that looks ahead.
//!
//! It tries the network's likeliest actions over many deals of hidden information. The small network, which
//! is faster and strong enough, plays every seat until the bot's next turn, where the full network estimates
//! the win probabilities. The noisier the result, the more the network's policy counts.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Game, Offer, Phase, RandomDealer, Seat, View};

use crate::Budget;
use crate::evaluator::{DealResult, compare, follow};
use crate::net::{Net, Thinker};
use crate::player::Strategy;

/// The maximum number of actions to try, and the least probability of one.
const MOST_IDEAS: usize = 4;
const LEAST_PROBABILITY: f32 = 0.02;
/// Prior penalty: win probability an action is assumed to cost per factor of *e* in policy probability below
/// the top action.
const PRIOR_PENALTY: f32 = 0.01;
/// The typical spread of true values around that prior. At a standard error this large, prior and sample
/// count equally.
const PRIOR_SPREAD: f32 = 0.01;

/// Looks ahead with a network.
pub(crate) struct Master {
    thinker: Thinker,
    /// Plays out the deals.
    quick: Thinker,
}

impl Master {
    pub(crate) fn new(net: Arc<Net>, quick: Arc<Net>) -> Master {
        Master { thinker: Thinker::new(net), quick: Thinker::new(quick) }
    }
}

impl Strategy for Master {
    fn begin(&mut self, offered: Option<Offer>) {
        self.thinker.begin(offered);
    }

    fn offer(&mut self, view: &View) -> Option<Offer> {
        self.thinker.offer(view)
    }

    /// A unit of work is one deal.
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, budget: Budget) -> Action {
        let Some(me) = view.viewer().filter(|_| view.phase() != Phase::Answer) else {
            return self.thinker.decide(view, 0.0, dice);
        };
        let ideas = self.thinker.ideas(view, MOST_IDEAS, LEAST_PROBABILITY);
        let actions: Vec<Action> = ideas.iter().map(|idea| idea.0).collect();
        if actions.len() < 2 {
            return actions.first().copied().unwrap_or(legal[0]);
        }
        let Master { thinker, quick } = self;
        let estimates = compare(
            view,
            &actions,
            dice,
            budget,
            || false,
            |game, dealer, dice, _| {
                play_to_turn(quick, game, me, dealer, dice);
                let chances = thinker.chances(game, dealer);
                DealResult { chances, parts: chances, money: None }
            },
        );
        let chance = |index: usize| estimates[index].chances[me.index()];
        let score = |index: usize| {
            relative_value(chance(index) - chance(0), estimates[index].doubt, ideas[index].1 / ideas[0].1)
        };
        let best =
            (1..actions.len()).fold(0, |best, index| if score(index) > score(best) { index } else { best });
        actions[best]
    }
}

/// An action's value relative to the likeliest: its sampled gain, shrunk towards the policy prior by its
/// standard error. `times_as_likely` is the ratio of policy probabilities.
fn relative_value(gain: f32, doubt: f32, times_as_likely: f32) -> f32 {
    let weight = PRIOR_SPREAD * PRIOR_SPREAD / (PRIOR_SPREAD * PRIOR_SPREAD + doubt * doubt);
    gain * weight + PRIOR_PENALTY * libm::logf(times_as_likely) * (1.0 - weight)
}

/// Plays on with a network until a player's next turn.
fn play_to_turn(
    quick: &mut Thinker,
    game: &mut Game,
    whose: Seat,
    dealer: &mut RandomDealer<Dice>,
    dice: &mut Dice,
) {
    let mut is_away = false;
    while let Some(seat) = game.to_act() {
        is_away |= game.turn() != whose;
        if is_away && game.turn() == whose && game.phase() == Phase::Tile {
            return;
        }
        let action = quick.decide(&game.view(Some(seat)), 1.0, dice);
        follow(game, &action, dealer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn certain_gains_count_and_noisy_ones_yield_to_the_prior() {
        assert!(relative_value(0.0, 0.01, 1.0).abs() < 1e-6, "the likeliest action is the baseline");
        assert!((relative_value(0.02, 0.0, 0.1) - 0.02).abs() < 1e-6, "only a certain gain counts");
        assert!(relative_value(0.02, 0.001, 0.1) > 0.0, "an unlikely action with a certain gain wins");
        assert!(relative_value(0.02, 0.03, 0.1) < 0.0, "the same gain with noise does not");
        assert!(relative_value(-0.02, 0.03, 1.0) < 0.0);
        assert!(relative_value(0.0, 0.01, 0.1) < relative_value(0.0, 0.01, 0.5), "the likelier of two wins");
    }
}
