//! Tests that replay logs entry by entry, with simulated time.

mod dead_tiles;
mod question;
mod snapshots;

use mergemaker_bots::{Budget, decide};
use mergemaker_engine::{Dice, Preset, Rules};

use super::*;

fn course(clock: Clock) -> Course {
    let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    Course::start(table, Seed::for_simulation(1, 1), clock, [false; MOST_PLAYERS], 0)
}

fn decision(course: &Course) -> Entry {
    let seat = course.game().to_act().unwrap();
    let action =
        decide(&mut *Level::Novice.bot(), course.game(), &mut Dice::new(1), Budget::default()).action;
    Entry::Decide { seat, action, by: Decider::Bot, asks: false }
}

#[test]
fn the_same_entries_give_the_same_game_and_a_valid_record() {
    let mut first = course(Clock::None);
    let mut entries = Vec::new();
    while first.game().to_act().is_some() {
        let entry = decision(&first);
        assert_eq!(first.check(&entry), Ok(()));
        first.apply(&entry, entries.len() as i64);
        entries.push(entry);
    }
    let mut second = course(Clock::None);
    for (at, entry) in entries.iter().enumerate() {
        let text = serde_json::to_string(entry).unwrap();
        second.apply(&serde_json::from_str(&text).unwrap(), at as i64);
    }
    assert_eq!(first.game(), second.game());
    let names = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    assert_eq!(&second.record(names).verify().unwrap(), first.game());
}

/// A decision can be taken back until a tile is drawn or another player decides, and leaves no trace in the
/// record.
#[test]
fn decisions_are_taken_back() {
    let mut course = course(Clock::None);
    let mut taken = 0;
    for at in 0..400 {
        let Some(seat) = course.game().to_act() else { break };
        let before = (*course.game(), course.events_seen_by(None).len());
        let entry = decision(&course);
        course.apply(&entry, at);
        let back = Entry::TakeBack { seat };
        if course.game().phase() == Phase::Buy && course.check(&back).is_ok() {
            course.apply(&back, at);
            assert_eq!((*course.game(), course.events_seen_by(None).len()), before);
            course.apply(&entry, at);
            taken += 1;
        }
        if course.game().to_act().is_some() && course.game().phase() == Phase::Tile {
            assert_eq!(course.check(&Entry::TakeBack { seat }), Err(EntryError::NothingToTakeBack));
        }
    }
    assert!(taken > 20);
    let names = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    course.record(names).verify().unwrap();
}

/// A reconnecting client gets exactly the missing events, even after a takeback.
#[test]
fn missed_events_complete_the_known_ones() {
    let mut course = course(Clock::None);
    let viewers = [None, Seat::new(0), Seat::new(2)];
    let mut known: Vec<(u64, [Vec<LogEntry>; 3])> = Vec::new();
    for at in 0..120 {
        let Some(seat) = course.game().to_act() else { break };
        known.push((course.number(), viewers.map(|viewer| course.events_seen_by(viewer))));
        course.apply(&decision(&course), at);
        if at % 7 == 0 && course.check(&Entry::TakeBack { seat }).is_ok() {
            course.apply(&Entry::TakeBack { seat }, at);
        }
        for (index, viewer) in viewers.into_iter().enumerate() {
            for (number, known) in &known {
                let (first, missed) = course.missed(*number, viewer).unwrap();
                let now = course.events_seen_by(viewer);
                assert_eq!([&known[index][..first], &missed].concat(), now);
            }
        }
    }
    assert_eq!(course.missed(10_000, None), None);
}

/// Only the player to move is charged; a pause costs no time.
#[test]
fn only_the_player_to_move_is_charged() {
    let mut course = course(Clock::Bank { seconds: 60, increment: 5 });
    let seat = course.game().to_act().unwrap();
    assert_eq!(course.timeout_at(), Some(60_000));
    course.apply(&Entry::Pause { paused: true }, 10_000);
    assert_eq!((course.timeout_at(), course.check(&decision(&course))), (None, Err(EntryError::Paused)));
    course.apply(&Entry::Pause { paused: false }, 90_000);
    assert_eq!(course.clocks(90_000).left_ms[seat.index()], Some(50_000));
    course.apply(&decision(&course), 100_000);
    let left = course.clocks(100_000).left_ms;
    assert_eq!(left[seat.index()], Some(45_000), "ten seconds less, five more");
    assert_eq!(left.iter().flatten().sum::<i64>(), 45_000 + 2 * 60_000);
}

/// Neither takebacks nor handing the seat to a bot and back gain time.
#[test]
fn no_trick_gains_time() {
    for clock in [Clock::Bank { seconds: 60, increment: 5 }, Clock::PerDecision { seconds: 60 }] {
        let mut course = course(clock);
        let seat = course.game().to_act().unwrap();
        for round in 0..5 {
            let at = 10_000 * (round + 1);
            course.apply(&decision(&course), at);
            assert_eq!(course.check(&Entry::TakeBack { seat }), Ok(()));
            course.apply(&Entry::TakeBack { seat }, at);
            assert_eq!(course.clocks(at).left_ms[seat.index()], Some(60_000 - at));
        }
        for level in [Some(Level::Steady), None, Some(Level::Steady), None] {
            course.apply(&Entry::StandIn { seat, level }, 55_000);
        }
        assert_eq!(course.timeout_at(), Some(60_000), "{clock:?}");
    }
}

/// A bot's time never runs.
#[test]
fn bots_are_not_charged() {
    let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    let clock = Clock::Bank { seconds: 60, increment: 5 };
    let course = Course::start(table, Seed::for_simulation(1, 1), clock, [true; MOST_PLAYERS], 0);
    assert_eq!(course.timeout_at(), None);
}

/// A change of settings makes no decision stale, by people or bots. Every other entry does.
#[test]
fn settings_make_no_decision_stale() {
    let mut course = course(Clock::None);
    course.apply(&decision(&course), 1);
    let number = course.number();
    for (index, ask) in [true, false, true].into_iter().enumerate() {
        course.apply(&Entry::AskDeadTiles { seat: Seat::new(index).unwrap(), ask }, 2);
        assert!((number..=course.number()).all(|number| course.is_current(number)));
        assert!(!course.is_current(number - 1) && !course.is_current(course.number() + 1));
    }
    for entry in [decision(&course), Entry::Pause { paused: true }] {
        let number = course.number();
        course.apply(&entry, 3);
        assert!(!course.is_current(number) && course.is_current(number + 1), "{entry:?}");
    }
}
