//! A place where one game after another is played, stepped together with many others.

use mergemaker_bots::net::Observation;
use mergemaker_engine::{Dice, MOST_PLAYERS, RandomDealer, Seat, Step, StepMask, Table, below};
use rand_core::Rng as _;

use crate::play::{Asking, Play, Sitter};

/// How the game that was just finished ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ending {
    pub(crate) money: [i32; MOST_PLAYERS],
    /// The learners' numbers by seat; 255 for anybody else, and for seats without a player.
    pub(crate) learners: [u8; MOST_PLAYERS],
    pub(crate) players: u8,
    /// Everybody's part of the victory, less an even part.
    pub(crate) rewards: [f32; MOST_PLAYERS],
}

/// The number of a seat at which no learner sits.
pub(crate) const NO_LEARNER: u8 = u8::MAX;

/// A game, and the next when it is over.
pub(crate) struct Slot {
    tables: Vec<Table>,
    /// Whom to seat, in any order; the last one fills the seats that are left.
    lineup: Vec<Sitter>,
    asking: Asking,
    dice: Dice,
    play: Play<RandomDealer<Dice>, ()>,
    ending: Option<Ending>,
}

impl Slot {
    pub(crate) fn new(tables: Vec<Table>, lineup: Vec<Sitter>, asking: Asking, seed: u64) -> Slot {
        let mut dice = Dice::new(seed);
        let play = begin(&tables, &lineup, asking, &mut dice);
        Slot { tables, lineup, asking, dice, play, ending: None }
    }

    /// Goes on with the game of another place as it stands.
    pub(crate) fn take_over(&mut self, other: &Slot) {
        self.play = other.play.copied();
        self.forget_ending();
    }

    /// Whether the step with this number may be made now.
    pub(crate) fn is_legal(&self, step: u8) -> bool {
        Step::from_id(usize::from(step)).is_some_and(|step| self.play.legal_steps().contains(step))
    }

    /// Makes a step for the learner who was asked, and goes on until the next is asked. An illegal step is
    /// answered with `false` and changes nothing.
    pub(crate) fn step(&mut self, step: Step) -> bool {
        self.forget_ending();
        if !self.play.step(step) {
            return false;
        }
        if self.play.is_over() {
            self.ending = Some(ending(&self.play));
            self.play = begin(&self.tables, &self.lineup, self.asking, &mut self.dice);
        }
        true
    }

    /// The seat of the learner who is asked, and their number.
    pub(crate) fn asked(&self) -> (Seat, u8) {
        let seat = self.play.asked().unwrap_or(self.play.game().turn());
        (seat, number(self.play.sitter(seat)))
    }

    pub(crate) fn players(&self) -> usize {
        self.play.game().players()
    }

    /// What ended is told once.
    pub(crate) fn forget_ending(&mut self) {
        self.ending = None;
    }

    /// The game that ended with the last step.
    pub(crate) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    pub(crate) fn legal_steps(&self) -> StepMask {
        self.play.legal_steps()
    }

    pub(crate) fn observe(&self, observation: &mut Observation) {
        self.play.observe(observation);
    }
}

/// A new game at one of the tables, with everybody seated by chance. One that ends without a choice is not played.
fn begin(
    tables: &[Table],
    lineup: &[Sitter],
    asking: Asking,
    dice: &mut Dice,
) -> Play<RandomDealer<Dice>, ()> {
    loop {
        let table = tables[below(dice, tables.len() as u32) as usize];
        let mut sitters = [Sitter::Learner(0); MOST_PLAYERS];
        for (place, sitter) in sitters.iter_mut().enumerate() {
            *sitter = lineup[place.min(lineup.len() - 1)];
        }
        for place in (1..table.players()).rev() {
            sitters.swap(place, below(dice, place as u32 + 1) as usize);
        }
        let dealer = RandomDealer::new(Dice::new(dice.next_u64()));
        let play = Play::new(table, sitters, dealer, (), Dice::new(dice.next_u64()), asking);
        if !play.is_over() {
            return play;
        }
    }
}

fn ending(play: &Play<RandomDealer<Dice>, ()>) -> Ending {
    let game = play.game();
    let mut ending = Ending {
        money: [0; MOST_PLAYERS],
        learners: [NO_LEARNER; MOST_PLAYERS],
        players: game.players() as u8,
        rewards: [0.0; MOST_PLAYERS],
    };
    let outcome = game.outcome();
    let winners = outcome.as_ref().map_or(&[][..], |outcome| &outcome.winners);
    for seat in game.seats() {
        let part = if winners.contains(&seat) { 1.0 / f32::from(winners.len() as u8) } else { 0.0 };
        ending.rewards[seat.index()] = part - 1.0 / f32::from(ending.players);
        ending.money[seat.index()] = game.cash(seat).0.cast_signed();
        ending.learners[seat.index()] = number(play.sitter(seat));
    }
    ending
}

fn number(sitter: Sitter) -> u8 {
    match sitter {
        Sitter::Learner(number) => number,
        Sitter::Scripted(_) => NO_LEARNER,
    }
}
