//! Estimates by playouts and by a network.

use mergemaker_bots::{Budget, Evaluator, Foresight, Level, Playouts, net::Networks};
use mergemaker_engine::{Action, Dice, Phase, Preset};

use crate::{Match, table};

/// All evaluators.
fn evaluators() -> [Box<dyn Evaluator>; 2] {
    [Box::new(Playouts::default()), Box::new(foresight())]
}

fn foresight() -> Foresight {
    Foresight::until(Networks::built_in().quick.unwrap(), || false)
}

/// Views of several moments with a choice.
fn moments() -> Vec<mergemaker_engine::View> {
    let mut moments = Vec::new();
    for (seed, players) in [(1, 2), (2, 3), (3, 4), (4, 6)] {
        let mut game =
            Match::new(table(Preset::Renegade, &[], players), &[Level::Steady, Level::Novice], seed);
        for number in 0.. {
            let Some(seat) = game.game.to_act() else { break };
            let view = game.game.view(Some(seat));
            if number % 25 == 10 && view.legal_actions().len() > 1 {
                moments.push(view);
            }
            game.step();
        }
    }
    moments
}

#[test]
fn chances_add_up_and_are_deterministic() {
    for view in moments() {
        let actions = &view.legal_actions()[..view.legal_actions().len().min(6)];
        let budget = Budget::Work { units: 60 };
        for mut evaluator in evaluators() {
            let mut evaluate = || evaluator.evaluate(&view, actions, &mut Dice::new(3), budget);
            let estimates = evaluate();
            assert_eq!(estimates, evaluate());
            assert_eq!(estimates.len(), actions.len());
            for estimate in estimates {
                let sum: f32 = estimate.chances.iter().sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum}");
                assert!(estimate.chances.iter().all(|&chance| (0.0..=1.001).contains(&chance)));
                assert!(estimate.money.iter().all(|&money| money > 0.0));
            }
        }
    }
}

/// The same action twice gets the same estimate, with no standard error.
#[test]
fn equal_actions_have_equal_estimates() {
    for view in moments() {
        let action = view.legal_actions()[0];
        let budget = Budget::Work { units: 20 };
        for mut evaluator in evaluators() {
            let estimates = evaluator.evaluate(&view, &[action, action], &mut Dice::new(3), budget);
            assert_eq!(estimates[0].chances, estimates[1].chances);
            assert!(estimates[1].doubt.abs() < 1e-6);
        }
    }
}

/// A game that ends at once has a certain result.
#[test]
fn the_end_is_certain() {
    let mut seen = 0;
    for seed in 0..60 {
        let mut game = Match::new(table(Preset::Renegade, &[], 3), &[Level::Steady, Level::Random], seed);
        while let Some(seat) = game.game.to_act() {
            let view = game.game.view(Some(seat));
            if view.phase() == Phase::Close && view.may_declare() {
                let ends = Playouts::default().evaluate(
                    &view,
                    &[Action::DeclareEnd],
                    &mut Dice::new(1),
                    Budget::Work { units: 4 },
                );
                let mut ended = Match::new(table(Preset::Renegade, &[], 3), &[Level::Random], seed);
                ended.game = game.game;
                ended.follow(&Action::DeclareEnd);
                let winners = ended.game.outcome().unwrap().winners;
                let part =
                    if winners.contains(&seat) { [1.0, 0.5, 1.0 / 3.0][winners.len() - 1] } else { 0.0 };
                assert!((ends[0].chances[seat.index()] - part).abs() < 1e-6, "seed {seed}: {ends:?}");
                seen += 1;
            }
            game.step();
        }
    }
    assert!(seen > 5, "{seen}");
}

/// At the start no seat is ahead, whichever is asked. A network alone would favour each seat it is asked about.
#[test]
fn foresight_is_unbiased() {
    for (players, even) in [(2, 1.0 / 2.0), (4, 1.0 / 4.0), (6, 1.0 / 6.0)] {
        let mut sum = 0.0;
        for seed in 0..60 {
            let game = Match::new(table(Preset::Renegade, &[], players), &[Level::Steady], seed).game;
            let view = game.view(game.to_act());
            let first = &view.legal_actions()[..1];
            let budget = Budget::Work { units: 4 };
            let estimates = foresight().evaluate(&view, first, &mut Dice::new(seed), budget);
            sum += estimates[0].chances[view.viewer().unwrap().index()];
        }
        let mean = sum / 60.0;
        assert!((mean - even).abs() < 0.2 * even, "{players}: {mean}");
    }
}
