//! Steps and whole decisions reach the same states.

use std::collections::BTreeSet;

use crate::random::tables;
use mergemaker_engine::{
    Action, Choosing, Dice, Event, Game, Phase, RandomDealer, STEPS, STEPS_WITH_EXCHANGE, Step, Stepper,
    Table, below,
};

fn deal(table: Table, seed: u64) -> (Game, RandomDealer<Dice>) {
    let mut dealer = RandomDealer::new(Dice::new(seed));
    (Game::start(table, &mut dealer, &mut ()), dealer)
}

fn random_step(stepper: &Stepper, rng: &mut Dice) -> Step {
    let legal = stepper.legal_steps();
    legal.iter().nth(below(rng, legal.len() as u32) as usize).unwrap()
}

/// A game of random steps has the same events and states as one of whole decisions with the same dealer.
#[test]
fn games_of_steps_equal_games_of_whole_decisions() {
    let mut exchanges = 0;
    for table in tables() {
        for seed in 0..20 {
            let (game, dealer) = deal(table, seed);
            let (mut stepper, mut step_dealer) = (Stepper::new(game), dealer.clone());
            let (mut whole, mut whole_dealer) = (game, dealer);
            let mut rng = Dice::new(seed + 1_000);
            while stepper.game().to_act().is_some() {
                let step = random_step(&stepper, &mut rng);
                let decision = { *stepper.choosing() }.choose(step).unwrap();
                let mut events: Vec<Event> = Vec::new();
                stepper.apply(step, &mut step_dealer, &mut events).unwrap();
                let mut expected: Vec<Event> = Vec::new();
                if let Some(action) = decision {
                    exchanges += u32::from(matches!(action, Action::Exchange { .. }));
                    let seat = whole.to_act().unwrap();
                    whole.apply(seat, &action, &mut whole_dealer, &mut expected).unwrap();
                }
                assert_eq!(events, expected, "seed {seed}");
                assert_eq!(stepper.game(), &whole, "seed {seed}");
            }
            assert!(whole.outcome().is_some());
        }
    }
    assert!(exchanges > 500, "too few exchanges: {exchanges}");
}

/// T11: if no seat is asked about dead tiles, the first 181 steps are enough. The last two occur only when a
/// seat is asked, once per dead tile.
#[test]
fn masks_without_exchanges_need_fewer_steps() {
    let mut asked = 0;
    for table in tables() {
        for seed in 0..10 {
            let (mut game, mut dealer) = deal(table, seed);
            let mut rng = Dice::new(seed);
            while let Some(seat) = game.to_act() {
                let mut choosing = *Stepper::new(game).choosing();
                let mask = choosing.legal_steps();
                if game.phase() == Phase::Exchange {
                    assert_eq!(mask.iter().collect::<Vec<_>>(), [Step::KeepTile, Step::ExchangeTile]);
                    asked += game.exchangeable().len();
                    for tile in game.exchangeable().iter() {
                        assert_eq!(choosing.tile_asked_about(), Some(tile), "seed {seed}");
                        choosing.choose(Step::KeepTile).unwrap();
                    }
                    game.exchange_for(|asked| asked == seat, &mut dealer, &mut ());
                    continue;
                }
                assert_eq!(choosing.tile_asked_about(), None);
                assert!(mask.iter().all(|step| step.id() < STEPS), "seed {seed}");
                let action = game.random_action(&mut rng);
                game.apply(seat, &action, &mut dealer, &mut ()).unwrap();
            }
        }
    }
    assert!(asked > 500, "too few exchanges: {asked}");
}

/// The decisions reachable by steps are exactly the legal ones.
#[test]
fn steps_reach_exactly_the_legal_decisions() {
    for table in tables() {
        for seed in 0..4 {
            let (mut game, mut dealer) = deal(table, seed);
            let mut rng = Dice::new(seed);
            while let Some(seat) = game.to_act() {
                let listed: BTreeSet<String> =
                    game.legal_actions().iter().map(|action| format!("{action:?}")).collect();
                let mut reached = BTreeSet::new();
                reach(Stepper::new(game).choosing(), &mut reached);
                assert_eq!(reached, listed, "seed {seed}");
                let action = game.random_action(&mut rng);
                game.apply(seat, &action, &mut dealer, &mut ()).unwrap();
            }
        }
    }
}

/// Collects the decisions at the end of every path of steps.
fn reach(choosing: &Choosing, reached: &mut BTreeSet<String>) {
    for step in choosing.legal_steps().iter() {
        let mut next = *choosing;
        match next.choose(step).unwrap() {
            Some(action) => {
                reached.insert(format!("{action:?}"));
            }
            None => reach(&next, reached),
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
            let steps = (0..STEPS_WITH_EXCHANGE).filter_map(Step::from_id).chain(counts);
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
