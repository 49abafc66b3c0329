//! A bot never knows more than its view (K1, K2): whatever is hidden may be swapped, and it decides the same.

use mergemaker_bots::{Budget, HoldingsDelta, Level, Memory};
use mergemaker_engine::{Dice, Holdings, Preset, View};

use crate::{Match, table, tables};

/// The hidden tiles are dealt anew at every decision: other hands, another pile, the same view. One bot is asked
/// with the true game, its twin with the other one.
#[test]
fn swapping_what_is_hidden_changes_no_decision() {
    for (seed, table) in tables().enumerate() {
        for level in Level::ALL {
            // Looking ahead takes its time: a few tables must do, and a little of it.
            if level == Level::Master && seed % 7 != 0 {
                continue;
            }
            let budget = Budget::Work { units: 8 };
            let mut game = Match::new(table, &[level], seed as u64);
            let mut twin = Match::new(table, &[level], seed as u64);
            let mut swaps = Dice::new(seed as u64);
            for number in 0.. {
                let Some(seat) = game.game.to_act() else { break };
                let view = game.game.view(Some(seat));
                let other = view.sample(&mut swaps);
                assert!(other != game.game || view.unseen().len() < 2 || number > 20, "nothing was swapped");
                let ask = |bots: &mut Match, view: &View| {
                    let legal = view.legal_actions();
                    let mut dice = Dice::new(number);
                    bots.bots[seat.index()].decide(view, &legal, &mut dice, budget)
                };
                let decided = ask(&mut game, &view);
                assert_eq!(
                    ask(&mut twin, &other.view(Some(seat))),
                    decided,
                    "{level}, seed {seed}: {number}"
                );
                let action = decided.expect("our bots do not fail");
                game.follow(&action);
                twin.follow(&action);
            }
        }
    }
}

/// Whoever watched from the start knows what everybody has: every movement is public (K1).
#[test]
fn what_was_public_is_remembered() {
    for (seed, table) in tables().enumerate() {
        if table.rules().options().holdings == Holdings::Open {
            continue;
        }
        let mut game = Match::new(table, &[Level::Random, Level::Steady], seed as u64);
        let mut memory = Memory::default();
        loop {
            let before = game.game;
            for seat in before.seats() {
                let recalled = memory.recall(&before.view(Some(seat)), &mut Dice::new(1));
                for other in before.seats() {
                    assert_eq!(recalled.cash(other), Some(before.cash(other)), "seed {seed}");
                    assert_eq!(recalled.shares(other), Some(before.shares(other)), "seed {seed}");
                }
            }
            if game.step().is_none() {
                break;
            }
            memory.note(&HoldingsDelta::between(&before, &game.game));
        }
    }
}

/// Who comes late guesses, and still decides.
#[test]
fn a_bot_that_comes_late_to_hidden_holdings_decides_all_the_same() {
    let hidden = table(Preset::Trading, &[("holdings", "hidden")], 4);
    for seed in 0..20 {
        let mut game = Match::new(hidden, &[Level::Novice], seed);
        for _ in 0..60 {
            game.step();
        }
        for level in Level::ALL {
            let seat = game.game.to_act().expect("not over so soon");
            let view = game.game.view(Some(seat));
            let decided =
                level.bot().decide(&view, &view.legal_actions(), &mut Dice::new(1), Budget::default());
            assert!(view.check(&decided.unwrap()).is_ok());
        }
    }
}
