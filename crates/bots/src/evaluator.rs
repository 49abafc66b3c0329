//! Evaluators: what decisions lead to, in chances to win and in money.

use std::time::Instant;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, HAND_SIZE, MOST_PLAYERS, RandomDealer, Seat, Tile, View};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

use crate::Budget;
use crate::steady::Steady;

/// Judges decisions, from what the viewer may know. Whatever can do this can explain, advise and analyse.
pub trait Evaluator: Send {
    /// What each of the actions leads to, in their order. The actions are legal for the viewer, whose view
    /// has open holdings, or holdings filled in from memory.
    ///
    /// ```
    /// use mergemaker_bots::{Budget, Evaluator, Playouts};
    /// use mergemaker_engine::{Dice, Game, Preset, RandomDealer, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Classic), 3).unwrap();
    /// let game = Game::start(table, &mut RandomDealer::new(Dice::new(1)), &mut ());
    /// let view = game.view(game.to_act());
    /// let budget = Budget::Work { units: 12 };
    /// let estimates = Playouts::default().evaluate(&view, &view.legal_actions(), &mut Dice::new(2), budget);
    /// assert_eq!(estimates.len(), view.legal_actions().len());
    /// let all: f32 = estimates[0].chances.iter().sum();
    /// assert!((all - 1.0).abs() < 1e-3, "somebody wins");
    /// ```
    fn evaluate(&mut self, view: &View, actions: &[Action], dice: &mut Dice, budget: Budget)
    -> Vec<Estimate>;
}

/// What a decision leads to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// Each player's chance to win, in seat order; a shared victory counts in parts.
    pub chances: ArrayVec<f32, MOST_PLAYERS>,
    /// Each player's money at the end, in seat order.
    pub money: ArrayVec<f32, MOST_PLAYERS>,
    /// How far off the viewer's chance may be, compared with that of the first action: one standard
    /// deviation.
    pub doubt: f32,
}

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

/// What came of one action in the last round it was part of.
#[derive(Clone, Default)]
struct Tried {
    own: Outcomes,
    /// What came of the first action in the same deals.
    first: Outcomes,
    rounds: u32,
}

/// What came of one action in the deals of one round.
#[derive(Clone, Default)]
struct Outcomes {
    /// How often everybody won; a shared victory counts in parts.
    victories: [f32; MOST_PLAYERS],
    /// Everybody's part, by victory and by money.
    parts: [f32; MOST_PLAYERS],
    /// The viewer's part, deal by deal.
    own: Vec<f32>,
    money: [f32; MOST_PLAYERS],
}

impl Evaluator for Playouts {
    fn evaluate(
        &mut self,
        view: &View,
        actions: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Vec<Estimate> {
        let mut tried = vec![Tried::default(); actions.len()];
        let mut field: Vec<usize> = (0..actions.len()).collect();
        let rounds = rounds(actions.len());
        let mut clock = Clock::new(budget, rounds);
        for _ in 0..rounds {
            // Each round judges by its own deals: to go on with those that won a lottery before would
            // flatter the winners.
            let mut outcomes = vec![Outcomes::default(); actions.len()];
            clock.begin_round();
            while clock.goes_on(field.len(), self.is_stopped) {
                self.try_in_one_deal(view, actions, &field, &mut outcomes, dice);
            }
            for &index in &field {
                let (own, first) = (outcomes[index].clone(), outcomes[0].clone());
                tried[index] = Tried { own, first, rounds: tried[index].rounds + 1 };
            }
            let mean = |&index: &usize| outcomes[index].mean();
            field.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.cmp(b)));
            field.truncate(field.len().div_ceil(2).max(2));
            // The first action stays to compare with.
            if !field.contains(&0) {
                field.push(0);
            }
        }
        let Some(first) = tried.first().map(|tried| tried.own.clone()) else { return Vec::new() };
        let mut estimates: Vec<Estimate> =
            tried.iter().map(|tried| tried.estimate(view.players(), &first)).collect();
        if let Some(viewer) = view.viewer() {
            keep_order(&mut estimates, &tried, viewer);
        }
        estimates
    }
}

/// What was given up is told as no better than what was kept longer: it was tried less, and its luck in a few
/// deals says nothing. The first action, which is always kept, does not count for that.
fn keep_order(estimates: &mut [Estimate], tried: &[Tried], viewer: Seat) {
    for index in 1..estimates.len() {
        let kept = (1..estimates.len()).filter(|&other| tried[other].rounds > tried[index].rounds);
        let least = kept.map(|other| estimates[other].chances[viewer.index()]).fold(1.0, f32::min);
        let chances = &mut estimates[index].chances;
        let over = (chances[viewer.index()] - least).max(0.0);
        let others = (chances.len() - 1).max(1) as f32;
        for (seat, chance) in chances.iter_mut().enumerate() {
            *chance += if seat == viewer.index() { -over } else { over / others };
        }
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

    /// Plays on once after each of the actions still in the field, from the same deal.
    fn try_in_one_deal(
        &self,
        view: &View,
        actions: &[Action],
        field: &[usize],
        outcomes: &mut [Outcomes],
        dice: &mut Dice,
    ) {
        let deal = view.sample(dice);
        let chance = Dice::new(dice.next_u64());
        for &index in field {
            let mut game = deal;
            let mut dealer = RandomDealer::from_pile(game.pile(), chance);
            game.apply_unchecked(&actions[index], &mut dealer, &mut ());
            self.play_on(&mut game, &mut dealer);
            let drawn = deal.pile_len().saturating_sub(game.pile_len());
            let played = (drawn as f32 / pile_at_start(game.players())).min(1.0);
            outcomes[index].add(&game, view.viewer(), played);
        }
    }

    fn play_on(&self, game: &mut Game, dealer: &mut RandomDealer<Dice>) {
        while let Some(seat) = game.to_act() {
            let action = self.steady.decision(&game.view(Some(seat)));
            game.apply_unchecked(&action, dealer, &mut ());
        }
    }
}

impl Outcomes {
    /// Adds a game played on for this part of a whole game.
    fn add(&mut self, game: &Game, viewer: Option<Seat>, played: f32) {
        let Some(outcome) = game.outcome() else { return };
        let victory = 1.0 / outcome.winners.len() as f32;
        let most = outcome.cash.iter().max().map_or(1.0, |most| (most.0 as f32).max(1.0));
        let powers: ArrayVec<f32, MOST_PLAYERS> =
            outcome.cash.iter().map(|money| eighth_power(money.0 as f32 / most)).collect();
        let total: f32 = powers.iter().sum();
        for (seat, power) in game.seats().zip(&powers) {
            let won = if outcome.winners.contains(&seat) { victory } else { 0.0 };
            let part = played * power / total + (1.0 - played) * won;
            self.victories[seat.index()] += won;
            self.parts[seat.index()] += part;
            self.money[seat.index()] += game.cash(seat).0 as f32;
            if viewer == Some(seat) {
                self.own.push(part);
            }
        }
    }

    fn mean(&self) -> f32 {
        self.own.iter().sum::<f32>() / self.deals()
    }

    fn deals(&self) -> f32 {
        self.own.len().max(1) as f32
    }
}

impl Tried {
    /// The estimate: what the first action came to in the end, and the difference to it in the deals that both
    /// were tried in.
    fn estimate(&self, players: usize, first: &Outcomes) -> Estimate {
        let mean = |sums: [f32; MOST_PLAYERS], deals: f32| sums.map(|sum| sum / deals);
        let figures = |now: [f32; MOST_PLAYERS], of: fn(&Outcomes) -> [f32; MOST_PLAYERS]| {
            let own = mean(of(&self.own), self.own.deals());
            let then = mean(of(&self.first), self.first.deals());
            let now = mean(now, first.deals());
            (0..players).map(|seat| (now[seat] + own[seat] - then[seat]).max(0.0)).collect()
        };
        let chances: ArrayVec<f32, MOST_PLAYERS> = figures(first.victories, |outcomes| outcomes.parts);
        let total: f32 = chances.iter().sum();
        let differences = || self.own.own.iter().zip(&self.first.own).map(|(own, first)| own - first);
        let deals = self.own.deals();
        let bias = differences().sum::<f32>() / deals;
        let squares: f32 = differences().map(|difference| (difference - bias) * (difference - bias)).sum();
        Estimate {
            chances: chances.iter().map(|chance| chance / total.max(f32::MIN_POSITIVE)).collect(),
            money: figures(first.money, |outcomes| outcomes.money),
            doubt: (squares / (deals - 1.0).max(1.0) / deals).sqrt(),
        }
    }
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

/// How often the field is halved until two are left to compare.
fn rounds(actions: usize) -> u32 {
    let mut rounds = 1;
    let mut left = actions;
    while left > 2 {
        left = left.div_ceil(2);
        rounds += 1;
    }
    rounds
}

/// Shares a budget among rounds: half of it for the last, which decides.
struct Clock {
    budget: Budget,
    rounds: u32,
    round: u32,
    started: Option<Instant>,
    used: u32,
    used_in_round: u32,
}

impl Clock {
    fn new(budget: Budget, rounds: u32) -> Clock {
        let started = match budget {
            Budget::Work { .. } => None,
            Budget::Time { .. } => Some(Instant::now()),
        };
        Clock { budget, rounds, round: 0, started, used: 0, used_in_round: 0 }
    }

    fn begin_round(&mut self) {
        self.round += 1;
        self.used_in_round = 0;
    }

    /// Whether another deal is to be played in this round, with so many actions. Two always are.
    fn goes_on(&mut self, actions: usize, is_stopped: fn() -> bool) -> bool {
        let actions = actions as u32;
        let least = self.used_in_round < 2 * actions;
        // The rounds before the last take half of the whole together.
        let part =
            if self.round == self.rounds { 1.0 } else { 0.5 * self.round as f32 / (self.rounds - 1) as f32 };
        let goes_on = match (self.budget, self.started) {
            (Budget::Time { limit }, Some(started)) => started.elapsed() < limit.mul_f32(part),
            (Budget::Time { .. }, None) => false,
            (Budget::Work { units }, _) => ((self.used + actions) as f32) <= units as f32 * part,
        };
        let goes_on = least || (goes_on && !is_stopped());
        if goes_on {
            self.used += actions;
            self.used_in_round += actions;
        }
        goes_on
    }
}
