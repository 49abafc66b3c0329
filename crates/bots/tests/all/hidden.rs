//! A bot never knows more than its view (K1, K2): swapping hidden information does not change its decisions.

use mergemaker_bots::{Budget, HoldingsDelta, Level, Memory};
use mergemaker_engine::{Dice, Holdings, Preset, View};

use crate::{Match, table, tables};

/// At every decision the hidden tiles are redealt: other hands and pile, same view. One bot decides in the
/// true game, its twin in the redealt one.
#[test]
fn swapping_hidden_information_changes_no_decision() {
    for (seed, table) in tables().enumerate() {
        for level in Level::ALL {
            // Lookahead is slow: use few tables and a small budget.
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
                let action = decided.expect("built-in bots do not fail");
                game.follow(&action);
                twin.follow(&action);
            }
        }
    }
}

/// A bot that watched from the start knows everybody's holdings, since every change is public (K1).
#[test]
fn public_information_is_remembered() {
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

/// A bot that joins late samples the holdings and still decides.
#[test]
fn a_bot_that_joins_late_still_decides_with_hidden_holdings() {
    let hidden = table(Preset::Trading, &[("holdings", "hidden")], 4);
    for seed in 0..20 {
        let mut game = Match::new(hidden, &[Level::Novice], seed);
        for _ in 0..60 {
            game.step();
        }
        for level in Level::ALL {
            let seat = game.game.to_act().expect("the game is not over");
            let view = game.game.view(Some(seat));
            let decided =
                level.bot().decide(&view, &view.legal_actions(), &mut Dice::new(1), Budget::default());
            assert!(view.check(&decided.unwrap()).is_ok());
        }
    }
}
