//! Foresight: what a network sees coming.

use std::sync::Arc;

use mergemaker_engine::{Action, Dice, Game, MOST_PLAYERS, Phase, RandomDealer, View};

use super::compare::{Line, compare};
use super::playouts::{follow, money, play_on};
use super::{Estimate, Evaluator};
use crate::Budget;
use crate::net::{Net, Thinker};
use crate::steady::Steady;

/// The most ideas the network is asked for, and how likely it must be to follow one.
const MOST_IDEAS: usize = 3;
const LEAST: f32 = 0.05;

/// In every how many deals there is a look at the money: to play on to the end takes longer than all the rest.
const MONEY_EVERY: usize = 4;

/// Judges decisions by a network, with what is hidden dealt anew many times.
///
/// A unit of work is one deal in which the turn is played on as the network would, and a round after it as `steady`
/// would, which is much faster. Whoever begins a turn tells everybody's chance to win, and the mean of them counts: a network learned to win against all kinds of players,
/// so that each seat thinks a little better of itself than of the others, which evens out. The money is what `steady`
/// would end with from there, in some of the deals.
pub struct Foresight {
    thinker: Thinker,
    steady: Steady,
    is_stopped: fn() -> bool,
}

impl Foresight {
    /// Judgement by a network. It ends early, with what there is so far, once somebody asks it to stop.
    ///
    /// ```
    /// use mergemaker_bots::{Foresight, net};
    /// let foresight = Foresight::until(net::small().unwrap(), || true);
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
            Line { chances, parts: chances, money }
        })
    }

    fn ideas(&mut self, view: &View) -> Vec<Action> {
        // Both answers are tried anyway.
        if view.phase() == Phase::Answer {
            return Vec::new();
        }
        let ideas = self.thinker.ideas(view, MOST_IDEAS, LEAST);
        ideas.into_iter().map(|idea| idea.0).collect()
    }
}

/// Plays on until everybody has begun a turn; everybody's chance to win, as the mean of what they said then.
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
    for told in 0..players {
        while let Some(seat) = game.to_act()
            && (game.phase() != Phase::Tile || game.turn() == turn)
        {
            let view = game.view(Some(seat));
            let action = if told == 0 { thinker.decide(&view, 1.0, dice) } else { steady.decision(&view) };
            follow(game, &action, dealer);
        }
        if let Some(outcome) = game.outcome() {
            let mut won = [0.0; MOST_PLAYERS];
            for winner in &outcome.winners {
                won[winner.index()] = 1.0 / outcome.winners.len() as f32;
            }
            add(won, players - told);
            break;
        }
        turn = game.turn();
        add(thinker.chances(game, dealer), 1);
    }
    sums.map(|sum| sum / players as f32)
}
