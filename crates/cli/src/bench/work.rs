//! The benchmarks.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::thread;
use std::time::{Duration, Instant};

use mergemaker_bots::net::{self, Net, Observation};
use mergemaker_bots::{Budget, Level, decide};
use mergemaker_engine::{Dice, Game, Phase, Preset, RandomDealer, Rules, Table, below};
use mergemaker_record::{Deck, Record, Recorder, Seed};

use crate::text::grouped;

/// One benchmark.
#[derive(Clone, Copy)]
pub(super) enum Work {
    /// Whole games of random, unchecked decisions, as in playouts.
    RandomGames { players: u8 },
    /// The same on every core at once.
    RandomGamesOnAllCores { cores: NonZeroUsize },
    /// The throughput of two cores relative to one.
    TwoCoreSpeedup,
    /// Games where each decision is picked from the legal actions and checked.
    CheckedGames,
    /// Games dealt from a seed and written as records.
    RecordedGames,
    /// Records read and verified.
    VerifiedRecords,
    /// Network inference on one decision, including writing the observation.
    Inference { file: &'static [u8], name: &'static str },
}

impl Work {
    /// The benchmarks for this machine, with the headline figure first.
    pub(super) fn all(cores: NonZeroUsize) -> Vec<Work> {
        let mut all = vec![Work::RandomGames { players: 4 }];
        all.extend([2, 3, 5, 6].map(|players| Work::RandomGames { players }));
        all.extend([Work::CheckedGames, Work::RecordedGames, Work::VerifiedRecords]);
        all.push(Work::Inference { file: net::SMALL, name: "small" });
        all.push(Work::Inference { file: net::BIG, name: "big" });
        all.push(Work::RandomGamesOnAllCores { cores });
        if cores.get() >= 2 {
            all.push(Work::TwoCoreSpeedup);
        }
        all
    }

    /// The name of the figure in JSON.
    pub(super) fn id(self) -> String {
        match self {
            Work::RandomGames { players: 4 } => "random_games_per_second".to_owned(),
            Work::RandomGames { players } => format!("random_games_per_second_{players}_players"),
            Work::RandomGamesOnAllCores { .. } => "random_games_per_second_all_cores".to_owned(),
            Work::TwoCoreSpeedup => "two_core_speedup".to_owned(),
            Work::CheckedGames => "checked_games_per_second".to_owned(),
            Work::RecordedGames => "games_recorded_per_second".to_owned(),
            Work::VerifiedRecords => "records_verified_per_minute".to_owned(),
            Work::Inference { name, .. } => format!("us_per_decision_of_{name}_network"),
        }
    }

    /// The name of the figure in text.
    pub(super) fn words(self) -> String {
        match self {
            Work::RandomGames { players } => format!("random games per second, {players} players"),
            Work::RandomGamesOnAllCores { .. } => "random games per second, 4 players, all cores".to_owned(),
            Work::TwoCoreSpeedup => "speedup of two cores over one".to_owned(),
            Work::CheckedGames => "checked games per second, 4 players".to_owned(),
            Work::RecordedGames => "games recorded per second, 4 players".to_owned(),
            Work::VerifiedRecords => "records verified per minute, 4 players".to_owned(),
            Work::Inference { name, .. } => format!("µs per decision, network `{name}`"),
        }
    }

    /// The value, rounded to significant digits.
    pub(super) fn rounded(self, value: f64) -> f64 {
        match self {
            Work::TwoCoreSpeedup => (value * 1000.0).round() / 1000.0,
            Work::Inference { .. } => (value * 10.0).round() / 10.0,
            _ => value.round(),
        }
    }

    /// The value in text.
    pub(super) fn shown(self, value: f64) -> String {
        match self {
            Work::TwoCoreSpeedup => format!("{value:.2}"),
            Work::Inference { .. } => format!("{value:.1}"),
            _ => grouped(value as u64),
        }
    }

    /// Runs the benchmark for `time` and returns its figure.
    pub(super) fn measure(self, time: Duration) -> f64 {
        match self {
            Work::RandomGames { players } => rate(time, random_games(players)),
            Work::RandomGamesOnAllCores { cores } => rate_on(cores.get(), time),
            Work::TwoCoreSpeedup => {
                // In the order 1, 2, 2, 1, so that a machine that slows down affects both alike.
                let [one, two] = [1, 2].map(|cores| rate_on(cores, time / 4));
                let [two_again, one_again] = [2, 1].map(|cores| rate_on(cores, time / 4));
                (two + two_again) / (one + one_again)
            }
            Work::CheckedGames => rate(time, checked_game),
            Work::RecordedGames => rate(time, |number| recorded_game(number).len()),
            Work::VerifiedRecords => {
                let records: Vec<String> = (0..64).map(recorded_game).collect();
                let verify = |number: u64| {
                    let record = Record::read(records[number as usize % records.len()].as_bytes());
                    record.and_then(|record| record.verify()).expect("a new record is valid")
                };
                60.0 * rate(time, verify)
            }
            Work::Inference { file, .. } => 1e6 / rate(time, inference(file)),
        }
    }
}

/// How often per second `work` can run on this thread.
fn rate<T>(time: Duration, mut work: impl FnMut(u64) -> T) -> f64 {
    /// Small enough that slow work does not take much longer than `time`.
    const BATCH: u64 = 16;
    let started = Instant::now();
    let mut done = 0;
    loop {
        for _ in 0..BATCH {
            black_box(work(done));
            done += 1;
        }
        let elapsed = started.elapsed();
        if elapsed >= time {
            return done as f64 / elapsed.as_secs_f64();
        }
    }
}

/// Random four-player games per second on several threads.
fn rate_on(cores: usize, time: Duration) -> f64 {
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(|| rate(time, random_games(4)))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a random game never fails")).sum()
    })
}

fn table(players: u8) -> Table {
    Table::new(Rules::of(Preset::Renegade), players.into()).expect("2 to 6 can play")
}

/// Plays one whole game per call.
fn random_games(players: u8) -> impl FnMut(u64) -> Game {
    let table = table(players);
    let mut rng = Dice::new(1);
    move |number| {
        let mut dealer = RandomDealer::new(Dice::new(number.wrapping_mul(0xd134_2543_de82_ef95)));
        let mut game = Game::start(table, &mut dealer, &mut ());
        game.play_randomly(&mut rng, &mut dealer, &mut ());
        game
    }
}

/// Evaluates one position per call, cycling through those of some games.
fn inference(file: &[u8]) -> impl FnMut(u64) -> f32 {
    let net = Net::read(file).expect("a test loads our networks");
    let (mut observation, mut thought) = (Observation::default(), net.thought());
    let mut moments = Vec::new();
    for number in 0..8 {
        let mut dealer = RandomDealer::new(Dice::new(number));
        let mut game = Game::start(table(4), &mut dealer, &mut ());
        let mut bot = Level::Steady.bot();
        while game.phase() != Phase::Over {
            moments.push(game.view(game.to_act()));
            let action = decide(&mut *bot, &game, &mut Dice::new(1), Budget::default()).action;
            game.apply_unchecked(&action, &mut dealer, &mut ());
        }
    }
    move |number| {
        let view = &moments[number as usize % moments.len()];
        observation.write(view, &view.choosing());
        net.think(&observation, &mut thought);
        thought.choices[0]
    }
}

fn checked_game(number: u64) -> Game {
    let mut dealer = RandomDealer::new(Dice::new(2 * number));
    let mut rng = Dice::new(2 * number + 1);
    let mut game = Game::start(table(4), &mut dealer, &mut ());
    while let Some(seat) = game.to_act() {
        let actions = game.legal_actions();
        let action = actions[below(&mut rng, actions.len() as u32) as usize];
        game.apply(seat, &action, &mut dealer, &mut ()).expect("a listed action is legal");
    }
    game
}

fn recorded_game(number: u64) -> String {
    let seed = Seed::for_simulation(1, number);
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let mut game = Game::start(table(4), &mut deck, &mut recorder);
    let mut rng = Dice::new(number);
    while game.phase() != Phase::Over {
        let action = game.random_action(&mut rng);
        game.apply_unchecked(&action, &mut deck, &mut recorder);
    }
    let names = (1..=4).map(|player| format!("random {player}")).collect();
    recorder.finish(&game, names, Some(seed)).to_json()
}
