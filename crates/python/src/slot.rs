//! A slot of a vector environment: plays one game after another.

use mergemaker_bots::net::Observation;
use mergemaker_engine::{Dice, MOST_PLAYERS, RandomDealer, Seat, Step, StepMask, Table, below};
use rand_core::Rng as _;

use crate::play::{Controller, OptionalSteps, Play};

/// The result of the game that just ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct GameResult {
    pub(crate) money: [i32; MOST_PLAYERS],
    /// The learners' ids by seat; 255 for bots and empty seats.
    pub(crate) learners: [u8; MOST_PLAYERS],
    pub(crate) players: u8,
    /// Everybody's share of the win, minus an even share.
    pub(crate) rewards: [f32; MOST_PLAYERS],
}

/// The learner id of seats without a learner.
pub(crate) const NO_LEARNER: u8 = u8::MAX;

/// A game, replaced by a new one when it is over.
pub(crate) struct Slot {
    tables: Vec<Table>,
    /// Who plays, in any order; the last entry fills the remaining seats.
    lineup: Vec<Controller>,
    options: OptionalSteps,
    dice: Dice,
    play: Play<RandomDealer<Dice>, ()>,
    result: Option<GameResult>,
}

impl Slot {
    pub(crate) fn new(
        tables: Vec<Table>,
        lineup: Vec<Controller>,
        options: OptionalSteps,
        seed: u64,
    ) -> Slot {
        let mut dice = Dice::new(seed);
        let play = start(&tables, &lineup, options, &mut dice);
        Slot { tables, lineup, options, dice, play, result: None }
    }

    /// Continues with a copy of another slot's game.
    pub(crate) fn copy_from(&mut self, other: &Slot) {
        self.play = other.play.copy();
        self.clear_result();
    }

    /// Whether the step with this id is legal.
    pub(crate) fn is_legal(&self, step: u8) -> bool {
        Step::from_id(usize::from(step)).is_some_and(|step| self.play.legal_steps().contains(step))
    }

    /// Makes a step for the learner to act and plays on to the next choice. Returns false and changes nothing
    /// if the step is illegal.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        self.clear_result();
        if !self.play.step(step) {
            return false;
        }
        if self.play.is_over() {
            self.result = Some(game_result(&self.play));
            self.play = start(&self.tables, &self.lineup, self.options, &mut self.dice);
        }
        true
    }

    /// The seat to act, and the id of its learner.
    pub(crate) fn seat_to_act(&self) -> (Seat, u8) {
        let seat = self.play.seat_to_act().unwrap_or(self.play.game().turn());
        (seat, learner_id(self.play.controller(seat)))
    }

    pub(crate) fn players(&self) -> usize {
        self.play.game().players()
    }

    /// Clears the result, which is reported once.
    pub(crate) fn clear_result(&mut self) {
        self.result = None;
    }

    /// The result of the game that ended with the last step.
    pub(crate) fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    pub(crate) fn legal_steps(&self) -> StepMask {
        self.play.legal_steps()
    }

    pub(crate) fn observe(&self, observation: &mut Observation) {
        self.play.observe(observation);
    }
}

/// Starts a game at a random table with random seats. Skips games without any choice.
fn start(
    tables: &[Table],
    lineup: &[Controller],
    options: OptionalSteps,
    dice: &mut Dice,
) -> Play<RandomDealer<Dice>, ()> {
    loop {
        let table = tables[below(dice, tables.len() as u32) as usize];
        let mut controllers = [Controller::Learner(0); MOST_PLAYERS];
        for (place, controller) in controllers.iter_mut().enumerate() {
            *controller = lineup[place.min(lineup.len() - 1)];
        }
        for place in (1..table.players()).rev() {
            controllers.swap(place, below(dice, place as u32 + 1) as usize);
        }
        let dealer = RandomDealer::new(Dice::new(dice.next_u64()));
        let play = Play::new(table, controllers, dealer, (), Dice::new(dice.next_u64()), options);
        if !play.is_over() {
            return play;
        }
    }
}

fn game_result(play: &Play<RandomDealer<Dice>, ()>) -> GameResult {
    let game = play.game();
    let mut result = GameResult {
        money: [0; MOST_PLAYERS],
        learners: [NO_LEARNER; MOST_PLAYERS],
        players: game.players() as u8,
        rewards: [0.0; MOST_PLAYERS],
    };
    let outcome = game.outcome();
    let winners = outcome.as_ref().map_or(&[][..], |outcome| &outcome.winners);
    for seat in game.seats() {
        let part = if winners.contains(&seat) { 1.0 / f32::from(winners.len() as u8) } else { 0.0 };
        result.rewards[seat.index()] = part - 1.0 / f32::from(result.players);
        result.money[seat.index()] = game.cash(seat).0.cast_signed();
        result.learners[seat.index()] = learner_id(play.controller(seat));
    }
    result
}

fn learner_id(controller: Controller) -> u8 {
    match controller {
        Controller::Learner(learner_id) => learner_id,
        Controller::Scripted(_) => NO_LEARNER,
    }
}
