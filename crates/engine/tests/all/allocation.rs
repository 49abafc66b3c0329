//! Rules and playouts never allocate, as measured by a counting allocator.

use mergemaker_engine::{Dice, Game, Holdings, Options, RandomDealer, Rules, Stepper, Table, below};

use crate::random::tables;

/// How many allocations `work` makes.
fn allocations(work: impl FnOnce()) -> u64 {
    allocation_counter::measure(work).count_total
}

/// The counter works: otherwise the other tests would pass for the wrong reason.
#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

/// Random games, including the deal, do not allocate under any preset with any number of players.
#[test]
fn playouts_do_not_allocate() {
    let tables: Vec<_> = tables().collect();
    let count = allocations(|| {
        for &table in &tables {
            for seed in 0..20 {
                let mut dealer = RandomDealer::new(Dice::new(seed));
                let mut game = Game::start(table, &mut dealer, &mut ());
                game.play_randomly(&mut Dice::new(seed + 100), &mut dealer, &mut ());
            }
        }
    });
    assert_eq!(count, 0);
}

/// Neither do checked decisions, lists of legal actions, steps, views and samples, even with hidden holdings.
#[test]
fn rules_do_not_allocate() {
    let hide = |table: Table| {
        let hidden = Options { holdings: Holdings::Hidden, ..*table.rules().options() };
        Rules::new(hidden).and_then(|rules| Table::new(rules, table.players())).unwrap()
    };
    let tables: Vec<_> = tables().flat_map(|table| [table, hide(table)]).collect();
    let count = allocations(|| {
        for &table in &tables {
            let mut rng = Dice::new(1);
            let mut dealer = RandomDealer::new(Dice::new(2));
            let mut game = Game::start(table, &mut dealer, &mut ());
            while let Some(seat) = game.to_act() {
                let view = game.view(Some(seat));
                std::hint::black_box(view.sample(&mut rng));
                std::hint::black_box(Stepper::new(game).legal_steps());
                let legal = view.legal_actions();
                let action = legal[below(&mut rng, legal.len() as u32) as usize];
                game.apply(seat, &action, &mut dealer, &mut ()).expect("a listed action is legal");
            }
        }
    });
    assert_eq!(count, 0);
}
