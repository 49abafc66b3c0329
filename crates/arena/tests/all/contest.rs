//! Contests: rotations, fair shares, and bots that fail.

use mergemaker_arena::{Bots, Contest, PlayedGame, Tally};
use mergemaker_bots::{Bot, Budget, Fault, HoldingsDelta, Level};
use mergemaker_engine::{Action, Dice, Holdings, Preset, Rules, Seat, Table, View};

fn contest(players: usize, entrants: usize) -> Contest {
    let table = Table::new(Rules::of(Preset::Renegade), players).unwrap();
    Contest::new(table, entrants, 5, Budget::default()).unwrap()
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("bot {number}")).collect()
}

fn seats(game: &PlayedGame) -> Vec<usize> {
    game.seats.iter().map(|seat| seat.entrant).collect()
}

#[test]
fn each_deal_is_played_in_all_rotations() {
    let mut bots: Bots = (0..4).map(|_| Level::Shopper.bot()).collect();
    let deal = contest(4, 4).play_deal(&mut bots, 3);
    let seated: Vec<Vec<usize>> = deal.games.iter().map(seats).collect();
    assert_eq!(seated, [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]);
}

/// The tiles of a deal do not depend on the seating.
#[test]
fn all_rotations_have_the_same_tiles() {
    let mut bots: Bots = (0..3).map(|_| Level::Novice.bot()).collect();
    let deal = contest(3, 3).play_deal_recorded(&mut bots, 0, &names(3));
    let dealt: Vec<Vec<serde_json::Value>> = deal
        .records
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            record["events"].as_array().unwrap()[..6].to_vec()
        })
        .collect();
    assert!(dealt.iter().all(|events| *events == dealt[0]));
}

#[test]
fn with_more_bots_than_seats_all_tables_take_turns() {
    let contest = contest(2, 4);
    assert_eq!(contest.tables(), 6);
    let mut bots: Bots = (0..4).map(|_| Level::Shopper.bot()).collect();
    let tables: Vec<Vec<usize>> =
        (0..6).map(|deal| seats(&contest.play_deal(&mut bots, deal).games[0])).collect();
    assert_eq!(tables, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
}

/// Four equal bots win equally often, and the intervals contain par.
#[test]
fn equal_bots_have_equal_shares() {
    let contest = contest(4, 4);
    let mut bots: Bots = (0..4).map(|_| Level::Shopper.bot()).collect();
    let mut tally = Tally::new(&names(4));
    for deal in 0..500 {
        tally.add(&contest.play_deal(&mut bots, deal));
    }
    let standings = tally.standings();
    let total: f64 = standings.iter().map(|standing| standing.win_share).sum();
    assert!((total - 1.0).abs() < 1e-9);
    for standing in standings {
        assert!((standing.win_share - 0.25).abs() < 0.03, "three standard deviations: {standing:?}");
        assert!((standing.rating - 25.0).abs() < 2.0, "{standing:?}");
        assert!(standing.win_high - standing.win_low < 0.06, "2,000 games: {standing:?}");
    }
}

/// A bot that sometimes panics, or sometimes takes illegal actions.
struct Broken {
    panics: bool,
    asked: u32,
}

impl Bot for Broken {
    fn decide(&mut self, _: &View, legal: &[Action], _: &mut Dice, _: Budget) -> Result<Action, Fault> {
        self.asked += 1;
        match (self.panics, self.asked % 5) {
            (true, 0) => panic!("on purpose"),
            (false, 0) => Ok(Action::Pass),
            _ => Ok(legal[legal.len() - 1]),
        }
    }
}

#[test]
fn a_failing_bot_does_not_stop_a_match() {
    for (panics, fault) in [(true, Fault::Crashed), (false, Fault::Illegal)] {
        let mut bots: Bots =
            vec![Box::new(Broken { panics, asked: 0 }), Level::Steady.bot(), Level::Novice.bot()];
        let deal = contest(3, 3).play_deal(&mut bots, 1);
        for game in &deal.games {
            for seat in &game.seats {
                let is_broken = seat.entrant == 0;
                assert_eq!(seat.first_fault, is_broken.then_some(fault));
                assert_eq!(seat.faults > 3, is_broken, "{seat:?}");
            }
        }
    }
}

/// A bot that panics when a game starts and whenever holdings change.
struct PanicsOutsideDecide;

impl Bot for PanicsOutsideDecide {
    fn start(&mut self, _: &Table, _: Seat) {
        panic!("in start");
    }

    fn observe(&mut self, _: &HoldingsDelta) {
        panic!("in observe");
    }

    fn decide(&mut self, _: &View, legal: &[Action], _: &mut Dice, _: Budget) -> Result<Action, Fault> {
        Ok(legal[0])
    }
}

#[test]
fn a_bot_that_panics_outside_decide_does_not_stop_a_match() {
    let hidden = Rules::of(Preset::Renegade).with_holdings(Holdings::Hidden);
    let contest = Contest::new(Table::new(hidden, 2).unwrap(), 2, 5, Budget::default()).unwrap();
    let mut bots: Bots = vec![Box::new(PanicsOutsideDecide), Level::Novice.bot()];
    for game in contest.play_deal(&mut bots, 0).games {
        for seat in &game.seats {
            assert_eq!(seat.faults > 10, seat.entrant == 0, "{seat:?}");
        }
    }
}

/// A bot against itself always has exactly its even share; rounding errors do not widen the interval.
#[test]
fn a_bot_against_itself_has_an_even_share() {
    for players in 2..=6 {
        let contest = contest(players, players);
        let mut bots: Bots = (0..players).map(|_| Level::Shopper.bot()).collect();
        let mut tally = Tally::new(&vec!["shopper".to_owned(); players]);
        for deal in 0..200 {
            tally.add(&contest.play_deal(&mut bots, deal));
        }
        let alone = &tally.standings()[0];
        assert!(alone.win_high - alone.win_low < 1e-6, "{players}: {alone:?}");
    }
}

/// The interval of a bot with a varying number of seats per table contains its share.
#[test]
fn the_interval_contains_the_share() {
    let contest = contest(2, 3);
    let mut bots: Bots = vec![Level::Novice.bot(), Level::Novice.bot(), Level::Shopper.bot()];
    let mut tally = Tally::new(&["novice".into(), "novice".into(), "shopper".into()]);
    for deal in 0..300 {
        tally.add(&contest.play_deal(&mut bots, deal));
    }
    for standing in tally.standings() {
        assert!(
            standing.win_low < standing.win_share && standing.win_share < standing.win_high,
            "{standing:?}"
        );
        assert!(standing.win_high - standing.win_low < 0.12, "{standing:?}");
    }
}
