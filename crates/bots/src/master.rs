//! The bot `master`: a network that looks ahead.
//!
//! What the network thinks of is tried in many deals of what is hidden; everybody plays on as the small network would,
//! which plays as well and is faster, until it is the bot's turn again. Then the network tells who will win. The less
//! sure that is, the more the network's own liking counts.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Game, Offer, Phase, RandomDealer, Seat, View};

use crate::Budget;
use crate::evaluator::{Line, compare, follow};
use crate::net::{self, Net, Thinker};
use crate::player::Mind;

/// The most decisions that are tried, and how likely the network must be to make one that is.
const MOST_IDEAS: usize = 4;
const LEAST: f32 = 0.02;
/// What the network's liking alone says a decision loses, as a part of the win, for each factor of e by which it is less
/// likely than the likeliest.
const LIKING: f32 = 0.01;
/// How far from that what a decision is worth usually lies: with as much doubt about what came of it, either counts half.
const APART: f32 = 0.01;

/// The mind of `master`.
pub(crate) struct Master {
    thinker: Thinker,
    /// Plays on.
    quick: Thinker,
}

impl Master {
    pub(crate) fn new(net: Arc<Net>) -> Master {
        let quick = net::small().unwrap_or_else(|| Arc::clone(&net));
        Master { thinker: Thinker::new(net), quick: Thinker::new(quick) }
    }
}

impl Mind for Master {
    fn begin(&mut self, offered: Option<Offer>) {
        self.thinker.begin(offered);
    }

    fn offer(&mut self, view: &View) -> Option<Offer> {
        self.thinker.offer(view)
    }

    /// A unit of work is one deal played on.
    fn choose(&mut self, view: &View, legal: &[Action], dice: &mut Dice, budget: Budget) -> Action {
        let Some(me) = view.viewer().filter(|_| view.phase() != Phase::Answer) else {
            return self.thinker.decide(view, 0.0, dice);
        };
        let ideas = self.thinker.ideas(view, MOST_IDEAS, LEAST);
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
                Line { chances, parts: chances, money: None }
            },
        );
        let chance = |index: usize| estimates[index].chances[me.index()];
        let score = |index: usize| {
            weighed(chance(index) - chance(0), estimates[index].doubt, ideas[index].1 / ideas[0].1)
        };
        let best =
            (1..actions.len()).fold(0, |best, index| if score(index) > score(best) { index } else { best });
        actions[best]
    }
}

/// What a decision is worth beside the likeliest: what came of it, as far as that is sure, and else what the network's
/// liking says of one that is so many times as likely.
fn weighed(gain: f32, doubt: f32, times_as_likely: f32) -> f32 {
    let surety = APART * APART / (APART * APART + doubt * doubt);
    gain * surety + LIKING * libm::logf(times_as_likely) * (1.0 - surety)
}

/// Plays on as a network would, until it is somebody's turn again.
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
    fn what_is_sure_counts_and_what_is_not_is_left_to_liking() {
        assert!(weighed(0.0, 0.01, 1.0).abs() < 1e-6, "the likeliest is what all are compared with");
        assert!((weighed(0.02, 0.0, 0.1) - 0.02).abs() < 1e-6, "nothing but a sure gain counts");
        assert!(weighed(0.02, 0.001, 0.1) > 0.0, "an unlikely decision that surely gains is made");
        assert!(weighed(0.02, 0.03, 0.1) < 0.0, "the same gain by chance is not trusted");
        assert!(weighed(-0.02, 0.03, 1.0) < 0.0);
        assert!(weighed(0.0, 0.01, 0.1) < weighed(0.0, 0.01, 0.5), "of two the likelier");
    }
}
