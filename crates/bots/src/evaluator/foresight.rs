//! Foresight: evaluates decisions with a network.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Game, MOST_PLAYERS, Phase, RandomDealer, View};

use super::compare::{DealResult, compare};
use super::playouts::{follow, money, play_on};
use super::{Estimate, Evaluator};
use crate::Budget;
use crate::net::{Net, Thinker};
use crate::steady::Steady;

/// The maximum number of ideas from the network, and the least probability of one.
const MOST_IDEAS: usize = 3;
const LEAST_PROBABILITY: f32 = 0.05;

/// Money is computed once per this many deals: playing to the end takes longer than all the rest.
const MONEY_EVERY: usize = 4;

/// Evaluates decisions with a network, sampling hidden information many times.
///
/// A unit of work is one deal: the network plays out the turn, then `steady`, which is much faster, plays a
/// round. Each player's win probability is the average of the network's values at the start of each turn. The
/// average matters because the network was trained against all kinds of opponents, so each seat slightly
/// overrates itself. In some of the deals, `steady` plays on to the end for the money.
pub struct Foresight {
    thinker: Thinker,
    steady: Steady,
    is_stopped: fn() -> bool,
}

impl Foresight {
    /// Evaluates with a network, and stops early with the samples so far once `is_stopped` returns true.
    ///
    /// ```
    /// use mergemaker_bots::{Foresight, net::Networks};
    /// let foresight = Foresight::until(Networks::built_in().quick.unwrap(), || true);
    /// # let _ = foresight;
    /// ```
    #[must_use]
    pub fn until(net: Arc<Net>, is_stopped: fn() -> bool) -> Foresight {
        Foresight { thinker: Thinker::new(net), steady: Steady::default(), is_stopped }
    }
}

impl Evaluator for Foresight {
    fn evaluate(
        &mut self,
        view: &View,
        actions: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Vec<Estimate> {
        let Foresight { thinker, steady, is_stopped } = self;
        compare(view, actions, dice, budget, *is_stopped, |game, dealer, dice, deal| {
            let chances = round(thinker, steady, game, dealer, dice);
            let money = deal.is_multiple_of(MONEY_EVERY).then(|| {
                play_on(steady, game, dealer);
                money(game)
            });
            DealResult { chances, parts: chances, money }
        })
    }

    fn ideas(&mut self, view: &View) -> Vec<Action> {
        // Both answers are evaluated anyway.
        if view.phase() == Phase::Answer {
            return Vec::new();
        }
        let ideas = self.thinker.ideas(view, MOST_IDEAS, LEAST_PROBABILITY);
        ideas.into_iter().map(|idea| idea.0).collect()
    }
}

/// Plays on until every player has started a turn, and averages the win probabilities at those points.
fn round(
    thinker: &mut Thinker,
    steady: &Steady,
    game: &mut Game,
    dealer: &mut RandomDealer<Dice>,
    dice: &mut Dice,
) -> [f32; MOST_PLAYERS] {
    let players = game.players();
    let mut sums = [0.0; MOST_PLAYERS];
    let mut add = |chances: [f32; MOST_PLAYERS], weight: usize| {
        for (sum, chance) in sums.iter_mut().zip(chances) {
            *sum += weight as f32 * chance;
        }
    };
    let mut turn = game.turn();
    for turns in 0..players {
        while let Some(seat) = game.to_act()
            && (game.phase() != Phase::Tile || game.turn() == turn)
        {
            let view = game.view(Some(seat));
            let action = if turns == 0 { thinker.decide(&view, 1.0, dice) } else { steady.decision(&view) };
            follow(game, &action, dealer);
        }
        if let Some(outcome) = game.outcome() {
            let mut won = [0.0; MOST_PLAYERS];
            for winner in &outcome.winners {
                won[winner.index()] = 1.0 / outcome.winners.len() as f32;
            }
            add(won, players - turns);
            break;
        }
        turn = game.turn();
        add(thinker.chances(game, dealer), 1);
    }
    sums.map(|sum| sum / players as f32)
}
