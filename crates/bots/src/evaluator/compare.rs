//! Compares decisions over the same deals, giving weak ones fewer samples (successive halving).

use std::time::Instant;

use arrayvec::ArrayVec;
use mergemaker_engine::{Action, Dice, Game, MOST_PLAYERS, RandomDealer, Seat, View};
use rand_core::Rng as _;

use super::Estimate;
use crate::Budget;

/// The outcome of a decision in one deal, in seat order.
#[derive(Clone, Copy, Default)]
pub(crate) struct DealResult {
    /// Each player's share of the win.
    pub(crate) chances: [f32; MOST_PLAYERS],
    /// The value used to compare decisions: close to `chances`, with less variance.
    pub(crate) parts: [f32; MOST_PLAYERS],
    /// Each player's final money, if computed: always for the first deal.
    pub(crate) money: Option<[f32; MOST_PLAYERS]>,
}

/// Compares decisions of the viewer. `follow` plays out a game after one of them, with hidden information
/// sampled; its last argument is the index of the deal. One call is a unit of work.
pub(crate) fn compare(
    view: &View,
    actions: &[Action],
    dice: &mut Dice,
    budget: Budget,
    is_stopped: fn() -> bool,
    mut follow: impl FnMut(&mut Game, &mut RandomDealer<Dice>, &mut Dice, usize) -> DealResult,
) -> Vec<Estimate> {
    let mut trials = vec![Trial::default(); actions.len()];
    let mut field: Vec<usize> = (0..actions.len()).collect();
    let rounds = rounds(actions.len());
    let mut clock = Clock::new(budget, rounds);
    for _ in 0..rounds {
        // Each round uses fresh deals: keeping old samples would favour actions that were merely lucky.
        let mut outcomes = vec![Outcomes::default(); actions.len()];
        clock.begin_round();
        let mut deals = 0;
        while clock.next_deal(field.len(), is_stopped) {
            let deal = view.sample(dice);
            let number = dice.next_u64();
            let (chance, choices) = (Dice::new(number), Dice::new(!number));
            for &index in &field {
                let mut game = deal;
                let mut dealer = RandomDealer::from_pile(game.pile(), chance);
                super::follow(&mut game, &actions[index], &mut dealer);
                let result = follow(&mut game, &mut dealer, &mut choices.clone(), deals);
                outcomes[index].add(&result, view.viewer());
            }
            deals += 1;
        }
        for &index in &field {
            let (own, first) = (outcomes[index].clone(), outcomes[0].clone());
            trials[index] = Trial { own, first, rounds: trials[index].rounds + 1 };
        }
        let mean = |&index: &usize| outcomes[index].mean();
        field.sort_by(|a, b| mean(b).total_cmp(&mean(a)).then(a.cmp(b)));
        field.truncate(field.len().div_ceil(2).max(2));
        // Keep the first action as the baseline.
        if !field.contains(&0) {
            field.push(0);
        }
    }
    let Some(first) = trials.first().map(|trial| trial.own.clone()) else { return Vec::new() };
    let mut estimates: Vec<Estimate> =
        trials.iter().map(|trial| trial.estimate(view.players(), &first)).collect();
    if let Some(viewer) = view.viewer() {
        cap_dropped(&mut estimates, &trials, viewer);
    }
    estimates
}

/// The outcomes of one action in the last round it took part in.
#[derive(Clone, Default)]
struct Trial {
    own: Outcomes,
    /// The outcomes of the first action in the same deals.
    first: Outcomes,
    rounds: u32,
}

/// The outcomes of one action over the deals of one round.
#[derive(Clone, Default)]
struct Outcomes {
    chances: [f32; MOST_PLAYERS],
    parts: [f32; MOST_PLAYERS],
    /// The viewer's `parts`, by deal.
    own: Vec<f32>,
    money: [f32; MOST_PLAYERS],
    /// The number of deals in which money was computed.
    money_deals: u16,
}

/// Caps the estimate of dropped actions at that of actions kept longer: with few samples, a higher figure is
/// noise. The baseline (the first action) is exempt.
fn cap_dropped(estimates: &mut [Estimate], trials: &[Trial], viewer: Seat) {
    for index in 1..estimates.len() {
        let kept = (1..estimates.len()).filter(|&other| trials[other].rounds > trials[index].rounds);
        let least = kept.map(|other| estimates[other].chances[viewer.index()]).fold(1.0, f32::min);
        let chances = &mut estimates[index].chances;
        let over = (chances[viewer.index()] - least).max(0.0);
        let others = (chances.len() - 1).max(1) as f32;
        for (seat, chance) in chances.iter_mut().enumerate() {
            *chance += if seat == viewer.index() { -over } else { over / others };
        }
    }
}

impl Outcomes {
    fn add(&mut self, result: &DealResult, viewer: Option<Seat>) {
        for seat in 0..MOST_PLAYERS {
            self.chances[seat] += result.chances[seat];
            self.parts[seat] += result.parts[seat];
            self.money[seat] += result.money.map_or(0.0, |money| money[seat]);
        }
        self.money_deals += u16::from(result.money.is_some());
        if let Some(viewer) = viewer {
            self.own.push(result.parts[viewer.index()]);
        }
    }

    fn mean(&self) -> f32 {
        self.own.iter().sum::<f32>() / self.deals()
    }

    fn deals(&self) -> f32 {
        self.own.len().max(1) as f32
    }

    fn mean_of(&self, sums: [f32; MOST_PLAYERS]) -> [f32; MOST_PLAYERS] {
        sums.map(|sum| sum / self.deals())
    }

    fn mean_money(&self) -> [f32; MOST_PLAYERS] {
        self.money.map(|sum| sum / f32::from(self.money_deals.max(1)))
    }
}

impl Trial {
    /// The first action's final estimate plus this action's difference from it, over the deals both were
    /// tried in.
    fn estimate(&self, players: usize, first: &Outcomes) -> Estimate {
        let figures = |now: [f32; MOST_PLAYERS], of: fn(&Outcomes) -> [f32; MOST_PLAYERS]| {
            let (own, then) = (of(&self.own), of(&self.first));
            (0..players).map(|seat| (now[seat] + own[seat] - then[seat]).max(0.0)).collect()
        };
        let parts = |outcomes: &Outcomes| outcomes.mean_of(outcomes.parts);
        let chances: ArrayVec<f32, MOST_PLAYERS> = figures(first.mean_of(first.chances), parts);
        let total: f32 = chances.iter().sum();
        let differences = || self.own.own.iter().zip(&self.first.own).map(|(own, first)| own - first);
        let deals = self.own.deals();
        let bias = differences().sum::<f32>() / deals;
        let squares: f32 = differences().map(|difference| (difference - bias) * (difference - bias)).sum();
        Estimate {
            chances: chances.iter().map(|chance| chance / total.max(f32::MIN_POSITIVE)).collect(),
            money: figures(first.mean_money(), Outcomes::mean_money),
            doubt: (squares / (deals - 1.0).max(1.0) / deals).sqrt(),
        }
    }
}

/// The number of rounds: the field is halved until two actions are left.
fn rounds(actions: usize) -> u32 {
    let mut rounds = 1;
    let mut left = actions;
    while left > 2 {
        left = left.div_ceil(2);
        rounds += 1;
    }
    rounds
}

/// Divides a budget among rounds: half of it goes to the last, which decides.
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

    /// Whether to play another deal in this round, for this many actions. At least two are always played.
    fn next_deal(&mut self, actions: usize, is_stopped: fn() -> bool) -> bool {
        let actions = actions as u32;
        let least = self.used_in_round < 2 * actions;
        // The earlier rounds share the other half.
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
