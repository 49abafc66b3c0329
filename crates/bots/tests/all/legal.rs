//! Bots always decide legally, and deterministically for a seed.

use mergemaker_bots::Level;

use crate::{Match, tables};

/// All levels finish a game at every table of every preset, with open and hidden holdings, without a fault.
#[test]
fn every_bot_plays_every_preset_with_2_to_6_players() {
    for (seed, table) in tables().enumerate() {
        let by_rules = [Level::Steady, Level::Novice, Level::Shopper, Level::Random];
        for levels in
            [&by_rules[..], &[Level::Steady], &[Level::Expert, Level::Adept], &[Level::Adept, Level::Novice]]
        {
            let mut game = Match::new(table, levels, seed as u64);
            let steps = std::iter::from_fn(|| game.step()).take(5_000).count();
            assert!(game.game.outcome().is_some(), "seed {seed}: not over after {steps} decisions");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_decisions() {
    for (seed, table) in tables().enumerate() {
        let play = || {
            let levels =
                [Level::Random, Level::Shopper, Level::Novice, Level::Steady, Level::Adept, Level::Expert];
            let mut game = Match::new(table, &levels, seed as u64);
            std::iter::from_fn(|| game.step()).collect::<Vec<_>>()
        };
        assert_eq!(play(), play(), "seed {seed}");
    }
}

/// Starting a new game makes a bot forget the previous one.
#[test]
fn a_bot_that_has_played_before_decides_like_a_new_one() {
    for (seed, table) in tables().enumerate().filter(|(_, table)| table.players() == 3) {
        let levels = [Level::Steady, Level::Novice, Level::Expert];
        let mut first = Match::new(table, &levels, 99);
        while first.step().is_some() {}
        let mut new = Match::new(table, &levels, seed as u64);
        let mut used = Match::new(table, &levels, seed as u64);
        for (seat, (used, mut old)) in new.game.seats().zip(used.bots.iter_mut().zip(first.bots)) {
            old.start(&table, seat);
            *used = old;
        }
        while let Some(action) = new.step() {
            assert_eq!(used.step(), Some(action), "seed {seed}");
        }
    }
}
