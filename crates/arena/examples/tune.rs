//! Tunes the weights of `steady` by self-play.
//!
//! Simultaneous perturbation (SPSA): each step moves all weights up or down at random. Players with the moved
//! weights meet players with the opposite moves in rotated deals, and the weights follow the winners. Every
//! hundred steps it prints the weights as a line of JSON, with their lead over the initial weights, two
//! against two by the default rules.
//!
//! ```text
//! cargo run --release -p mergemaker-arena --example tune -- STEPS DEALS SEED > tuning.jsonl
//! ```

#![expect(clippy::cast_precision_loss, reason = "counts of games are small")]

use std::error::Error;
use std::num::NonZeroUsize;
use std::thread;

use mergemaker_arena::{Bots, Contest};
use mergemaker_bots::{Budget, Level, Steady, Weights};
use mergemaker_engine::{Dice, Preset, Rules, Table, below};

/// The tables to cycle through: mostly four players by the default rules.
const TABLES: [(Preset, usize); 8] = [
    (Preset::Renegade, 4),
    (Preset::Renegade, 3),
    (Preset::Renegade, 4),
    (Preset::Tycoon, 4),
    (Preset::Renegade, 4),
    (Preset::Renegade, 6),
    (Preset::Renegade, 4),
    (Preset::Renegade, 2),
];

/// The step size for a lead of 1.
const LEARNING_RATE: f32 = 0.4;

fn main() -> Result<(), Box<dyn Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let [steps, deals, seed] = numbers.unwrap_or_default()[..] else {
        return Err("give three numbers: the steps, the deals per step and a seed".into());
    };
    let mut dice = Dice::new(seed);
    let mut weights = Weights::TUNED.numbers();
    for step in 0..steps {
        let (preset, players) = TABLES[(step % TABLES.len() as u64) as usize];
        let table = Table::new(Rules::of(preset), players)?;
        let signs: Vec<f32> = weights.iter().map(|_| [-1.0, 1.0][below(&mut dice, 2) as usize]).collect();
        // Large moves first to find the direction, small ones later to converge.
        let decay = 1.0 / (1.0 + 4.0 * step as f32 / steps as f32);
        let moved = |by: f32| {
            let moves = signs.iter().zip(Weights::STEPS).map(|(sign, step)| by * sign * step);
            let numbers: Vec<f32> = weights.iter().zip(moves).map(|(weight, by)| weight + by).collect();
            Weights::from_numbers(&numbers).expect("as many numbers as weights")
        };
        let lead = lead(table, moved(decay), moved(-decay), seed.wrapping_add(step), deals);
        for ((weight, sign), step) in weights.iter_mut().zip(&signs).zip(Weights::STEPS) {
            *weight = (*weight + LEARNING_RATE * decay * lead * sign * step).max(0.0);
        }
        if (step + 1) % 100 == 0 {
            let now = Weights::from_numbers(&weights).expect("as many numbers as weights");
            let table = Table::new(Rules::of(Preset::Renegade), 4)?;
            print_weights(step + 1, &weights, self::lead(table, now, Weights::TUNED, seed + step, 500));
        }
    }
    Ok(())
}

/// The difference in win shares between two sets of weights that hold alternating seats. With an odd number
/// of players, the last seat is a novice.
fn lead(table: Table, one: Weights, other: Weights, seed: u64, deals: u64) -> f32 {
    let players = table.players();
    let contest = Contest::new(table, players, seed, Budget::default()).expect("a bot for each seat");
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get) as u64;
    let side = |entrant: usize| match entrant {
        last if last + 1 == players && players % 2 == 1 => None,
        even if even % 2 == 0 => Some(true),
        _ => Some(false),
    };
    let play = |thread: u64| {
        let bot = |entrant| match side(entrant) {
            Some(true) => Steady::with(one),
            Some(false) => Steady::with(other),
            None => Level::Novice.bot(),
        };
        let mut bots: Bots = (0..players).map(bot).collect();
        let mut lead = 0.0;
        for deal in (0..deals).filter(|deal| deal % threads == thread) {
            for game in contest.play_deal(&mut bots, deal).games {
                let most = game.seats.iter().map(|seat| seat.money).max();
                for seat in game.seats.iter().filter(|seat| Some(seat.money) == most) {
                    lead += match side(seat.entrant) {
                        Some(true) => 1.0,
                        Some(false) => -1.0,
                        None => 0.0,
                    };
                }
            }
        }
        lead
    };
    let total: f32 = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(move || play(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("built-in bots do not panic")).sum()
    });
    total / (deals * players as u64) as f32
}

fn print_weights(step: u64, weights: &[f32], lead: f32) {
    let members = Weights::NAMES.iter().zip(weights).map(|(name, weight)| format!("\"{name}\":{weight:.3}"));
    println!("{{\"step\":{step},\"lead\":{lead:.4},{}}}", members.collect::<Vec<_>>().join(","));
}
