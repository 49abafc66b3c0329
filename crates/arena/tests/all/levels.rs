//! The strength of the levels: each is clearly stronger than the one below, for every number of players and
//! by other rules too. The deals are fixed, so the results are deterministic.

use mergemaker_arena::{Bots, Contest, Standing, Tally};
use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{Preset, Rules, Table};

/// The result of one player of a level against all others of another.
fn one_against(one: Level, others: Level, preset: Preset, players: usize, deals: u64) -> Standing {
    let table = Table::new(Rules::of(preset), players).unwrap();
    let contest = Contest::new(table, players, 11, Budget::default()).unwrap();
    let levels: Vec<Level> = std::iter::once(one).chain([others; 5]).take(players).collect();
    let names: Vec<String> = levels.iter().map(Level::to_string).collect();
    let mut bots: Bots = levels.into_iter().map(Level::bot).collect();
    let mut tally = Tally::new(&names);
    for deal in 0..deals {
        tally.add(&contest.play_deal(&mut bots, deal));
    }
    let standing = tally.standings().swap_remove(0);
    assert_eq!(standing.faults, 0);
    standing
}

/// Each level with the one below it.
const STEPS: [(Level, Level); 3] =
    [(Level::Steady, Level::Novice), (Level::Novice, Level::Shopper), (Level::Shopper, Level::Random)];

#[test]
fn steady_wins_85_games_in_100_against_three_shoppers() {
    let steady = one_against(Level::Steady, Level::Shopper, Preset::Renegade, 4, 250);
    assert!(steady.win_low > 0.85, "{steady:?}");
}

#[test]
fn each_level_wins_40_games_in_100_against_three_of_the_one_below() {
    for (one, below) in STEPS {
        let standing = one_against(one, below, Preset::Renegade, 4, 250);
        assert!(standing.win_low > 0.4, "{standing:?}");
    }
}

#[test]
fn the_order_holds_with_every_number_of_players() {
    for (one, below) in STEPS {
        for (players, par) in [(2, 0.5), (3, 1.0 / 3.0), (5, 0.2), (6, 1.0 / 6.0)] {
            let standing = one_against(one, below, Preset::Renegade, players, 250);
            assert!(standing.win_low > par, "{players} players: {standing:?}");
        }
    }
}

#[test]
fn the_order_holds_by_other_rules() {
    for (one, below) in STEPS {
        for preset in [Preset::Classic, Preset::Tycoon, Preset::Trading, Preset::Manual, Preset::Digital] {
            let standing = one_against(one, below, preset, 4, 100);
            assert!(standing.win_low > 0.25, "{preset}: {standing:?}");
        }
    }
}
