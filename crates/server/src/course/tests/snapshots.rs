//! A game restored from a snapshot equals one replayed from its log.

use mergemaker_engine::below;

use super::*;

/// A random entry that is legal now: mostly decisions, also takebacks, pauses, stand-ins and settings.
fn any_entry(course: &Course, dice: &mut Dice) -> Option<Entry> {
    let seats = course.game().players() as u32;
    let seat = Seat::new(below(dice, seats) as usize).unwrap();
    let entry = match below(dice, 12) {
        0 => Entry::Pause { paused: !course.is_paused() },
        1 => Entry::StandIn { seat, level: course.stand_in(seat).is_none().then_some(Level::Steady) },
        2 => Entry::AskDeadTiles { seat, ask: !course.asks(seat) },
        3..5 => Entry::TakeBack { seat: course.takebacks_of()? },
        _ => {
            let seat = course.game().to_act()?;
            let by = [Decider::Person, Decider::Bot, Decider::Fallback][below(dice, 3) as usize];
            let asks = course.asks(course.game().turn());
            Entry::Decide { seat, action: course.game().random_action(dice), by, asks }
        }
    };
    (course.check(&entry) == Ok(())).then_some(entry)
}

impl Course {
    /// The player whose decision can be taken back.
    fn takebacks_of(&self) -> Option<Seat> {
        self.game.seats().find(|&seat| self.takebacks.is_last_of(seat))
    }
}

/// Checks that nobody can tell two games apart, now or later.
fn assert_same(one: &Course, other: &Course, context: &str) {
    assert_eq!(one.game(), other.game(), "{context}");
    assert_eq!(one.snapshot(), other.snapshot(), "{context}");
    assert_eq!((one.number(), one.turn_began_at()), (other.number(), other.turn_began_at()), "{context}");
    assert_eq!(one.deltas(), other.deltas(), "{context}");
    let at = one.timer.last_at;
    for at in [at, at + 1_000, at + 1_000_000] {
        assert_eq!((one.clocks(at), one.timeout_at()), (other.clocks(at), other.timeout_at()), "{context}");
    }
    let number = one.number();
    for viewer in [None].into_iter().chain(one.game().seats().map(Some)) {
        assert_eq!(one.events_seen_by(viewer), other.events_seen_by(viewer), "{context}");
        for since in [0, number / 2, number.saturating_sub(400), number.saturating_sub(7), number, number + 1]
        {
            assert_eq!(one.missed(since, viewer), other.missed(since, viewer), "{context}, since {since}");
        }
    }
    for seat in one.game().seats() {
        assert_eq!(one.may_take_back(seat), other.may_take_back(seat), "{context}");
        assert_eq!(one.check(&Entry::TakeBack { seat }), other.check(&Entry::TakeBack { seat }), "{context}");
    }
    let names = || vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
    assert_eq!(one.record(names()).to_json(), other.record(names()).to_json(), "{context}");
}

#[test]
fn a_game_restored_from_any_snapshot_equals_its_log() {
    let clocks = [Clock::None, Clock::Bank { seconds: 60, increment: 5 }, Clock::PerDecision { seconds: 60 }];
    let mut restored_from = 0;
    for round in 0..24 {
        let preset = Preset::ALL[round % Preset::ALL.len()];
        let options = *Rules::of(preset).options();
        let rules = if round % 2 == 0 { Rules::of(preset) } else { hidden(options) };
        let table = Table::new(rules, 3).unwrap();
        let (clock, seed) = (clocks[round % 3], Seed::for_simulation(round as u64, 1));
        let bots = [false, false, round % 4 == 0, false, false, false];
        let start = || Course::start(table, seed, clock, bots, 0);
        let mut dice = Dice::new(round as u64);
        let (mut course, mut at) = (start(), 0);
        // Games that were restored at some point, and go on alike.
        let mut others: Vec<(u64, Course)> = Vec::new();
        while course.game().to_act().is_some() {
            let Some(entry) = any_entry(&course, &mut dice) else { continue };
            at += i64::from(below(&mut dice, 3_000));
            course.apply(&entry, at);
            for (_, other) in &mut others {
                assert_eq!(other.check(&entry), Ok(()));
                other.apply(&entry, at);
            }
            if below(&mut dice, 40) == 0 {
                let text = serde_json::to_string(&course.snapshot()).unwrap();
                let restored = start().restored(serde_json::from_str(&text).unwrap()).expect("it fits");
                assert_same(&course, &restored, &format!("round {round}, number {}", course.number()));
                others.push((course.number(), restored));
                restored_from += 1;
            }
        }
        for (number, other) in &others {
            assert_same(&course, other, &format!("round {round}, restored at {number}"));
        }
    }
    assert!(restored_from > 100, "{restored_from}");
}

fn hidden(options: mergemaker_engine::Options) -> Rules {
    use mergemaker_engine::{Holdings, RulesVersion};
    Rules::named(
        RulesVersion::Two,
        Preset::Custom,
        mergemaker_engine::Options { holdings: Holdings::Hidden, ..options },
    )
    .unwrap()
}

/// A snapshot of another game is not used.
#[test]
fn a_snapshot_that_does_not_fit_is_refused() {
    let mut one = course(Clock::None);
    for at in 0..60 {
        let entry = decision(&one);
        one.apply(&entry, at);
    }
    let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
    let other = Course::start(table, Seed::for_simulation(9, 9), Clock::None, [false; MOST_PLAYERS], 0);
    assert!(other.restored(one.snapshot()).is_none());
}

/// With hidden holdings, a merger shows who holds the chain that pays bonuses: it cannot be taken back. Older logs may
/// do so.
#[test]
fn a_merger_that_shows_hidden_holdings_cannot_be_taken_back() {
    let (mut mergers, mut others) = (0, 0);
    for (number, holdings) in (0..40).flat_map(|number| [(number, false), (number, true)]) {
        let options = *Rules::of(Preset::Renegade).options();
        let rules = if holdings { hidden(options) } else { Rules::of(Preset::Renegade) };
        let table = Table::new(rules, 3).unwrap();
        let seed = Seed::for_simulation(number, 1);
        let mut course = Course::start(table, seed, Clock::None, [false; MOST_PLAYERS], 0);
        let mut dice = Dice::new(number);
        while let Some(seat) = course.game().to_act() {
            let before = (course.game().phase(), course.game().defunct());
            let action = course.game().random_action(&mut dice);
            course.apply(&Entry::Decide { seat, action, by: Decider::Person, asks: false }, 0);
            let can_be = course.check(&Entry::TakeBack { seat }) == Ok(());
            let after = (course.game().phase(), course.game().defunct());
            let pays = after.0 == Phase::Dispose && before != after;
            if pays && can_be {
                assert_eq!(course.may_take_back(seat), !holdings, "{action:?}");
                mergers += 1;
            } else if can_be {
                assert!(course.may_take_back(seat), "{action:?}");
                others += 1;
            }
        }
    }
    assert!(mergers > 100 && others > 1_000, "{mergers} {others}");
}
