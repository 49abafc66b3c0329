//! Small steps and whole decisions reach the same states.

use std::collections::BTreeSet;

use crate::random::tables;
use mergemaker_engine::{
    Action, Dice, Event, Game, Phase, RandomDealer, STEPS, Seat, Step, Stepper, Table, below,
};

fn deal(table: Table, seed: u64) -> (Game, RandomDealer<Dice>) {
    let mut dealer = RandomDealer::new(Dice::new(seed));
    (Game::start(table, &mut dealer, &mut ()), dealer)
}

fn random_step(stepper: &Stepper, rng: &mut Dice) -> Step {
    let legal = stepper.legal_steps();
    legal.iter().nth(below(rng, legal.len() as u32) as usize).unwrap()
}

/// A whole game in random small steps, told as events, is the same game when the events' whole
/// decisions are made with the same dealer.
#[test]
fn games_of_small_steps_are_games_of_whole_decisions() {
    for table in tables() {
        for seed in 0..20 {
            let (game, dealer) = deal(table, seed);
            let (mut stepper, mut step_dealer) = (Stepper::new(game), dealer.clone());
            let (mut whole, mut whole_dealer) = (game, dealer);
            let mut rng = Dice::new(seed + 1_000);
            while stepper.game().to_act().is_some() {
                let step = random_step(&stepper, &mut rng);
                let mut events: Vec<Event> = Vec::new();
                stepper.apply(step, &mut step_dealer, &mut events).unwrap();
                let decision = match step {
                    Step::EndTurn => Some((whole.turn(), Action::EndTurn)),
                    _ => events.first().and_then(Event::decision),
                };
                if let Some((seat, action)) = decision {
                    let mut told: Vec<Event> = Vec::new();
                    whole.apply(seat, &action, &mut whole_dealer, &mut told).unwrap();
                    assert_eq!(told, events, "seed {seed}");
                }
                assert_eq!(stepper.game(), &whole, "seed {seed}");
            }
            assert!(whole.outcome().is_some());
        }
    }
}

/// The whole decisions that small steps can make up are exactly the legal ones.
#[test]
fn small_steps_reach_every_whole_decision_and_no_other() {
    for table in tables() {
        for seed in 0..4 {
            let (mut game, mut dealer) = deal(table, seed);
            let mut rng = Dice::new(seed);
            while let Some(seat) = game.to_act() {
                let listed: BTreeSet<String> =
                    game.legal_actions().iter().map(|action| format!("{action:?}")).collect();
                let mut reached = BTreeSet::new();
                reach(&Stepper::new(game), seat, &mut reached);
                assert_eq!(reached, listed, "seed {seed}");
                let action = game.random_action(&mut rng);
                game.apply(seat, &action, &mut dealer, &mut ()).unwrap();
            }
        }
    }
}

/// Follows every way through the small steps of one decision.
fn reach(stepper: &Stepper, seat: Seat, reached: &mut BTreeSet<String>) {
    for step in stepper.legal_steps().iter() {
        let mut next = *stepper;
        let mut events: Vec<Event> = Vec::new();
        let mut dealer = RandomDealer::from_pile(stepper.game().pile(), Dice::new(1));
        next.apply(step, &mut dealer, &mut events).unwrap();
        match events.first().and_then(Event::decision) {
            _ if step == Step::EndTurn => {
                reached.insert(format!("{:?}", Action::EndTurn));
            }
            Some((player, action)) => {
                assert_eq!(player, seat);
                reached.insert(format!("{action:?}"));
            }
            None => {
                assert_eq!(next.game(), stepper.game(), "a decision begun changes nothing yet");
                assert!(matches!(next.game().phase(), Phase::Buy | Phase::Dispose));
                reach(&next, seat, reached);
            }
        }
    }
}

/// A step that is not legal is refused and changes nothing.
#[test]
fn steps_outside_the_mask_are_refused() {
    for table in tables() {
        let (game, mut dealer) = deal(table, 7);
        let mut stepper = Stepper::new(game);
        let mut rng = Dice::new(7);
        while stepper.game().to_act().is_some() {
            let legal = stepper.legal_steps();
            let counts = (0..=255).flat_map(|count| [Step::Trade { pairs: count }, Step::Hold { count }]);
            let steps = (0..STEPS).filter_map(Step::from_id).chain(counts);
            for step in steps.filter(|step| !legal.iter().any(|listed| listed == *step)) {
                let mut copy = stepper;
                assert!(copy.apply(step, &mut dealer, &mut ()).is_err());
                assert_eq!(copy, stepper);
            }
            let step = random_step(&stepper, &mut rng);
            stepper.apply(step, &mut dealer, &mut ()).unwrap();
        }
        assert!(stepper.legal_steps().is_empty());
    }
}
