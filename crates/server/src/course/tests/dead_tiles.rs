//! Questions about dead tiles (T11): who is asked, for how long, and what it costs.

use mergemaker_engine::{DeadTileExchange, DeadTiles, Hand, Options};

use super::question::{Question, comes_again};
use super::*;

const CLOCKS: [Clock; 3] =
    [Clock::None, Clock::PerDecision { seconds: 60 }, Clock::Bank { seconds: 60, increment: 5 }];

/// A game that reaches a question about dead tiles.
struct QuestionGame(Question);

impl QuestionGame {
    fn find(rules: Rules, fits: impl Fn(&Game, &Deck) -> bool) -> QuestionGame {
        QuestionGame(Question::find(rules, 3, fits))
    }

    fn of(preset: Preset) -> QuestionGame {
        QuestionGame::find(Rules::of(preset), |_, _| true)
    }

    /// The player who is asked.
    fn seat(&self) -> Seat {
        self.0.seat
    }

    /// The game before the last decision, in which the player wants to be asked. No time has passed.
    fn course(&self, clock: Clock) -> Course {
        let mut course = Course::start(self.0.table, self.0.seed, clock, [false; MOST_PLAYERS], 0);
        for &(seat, action) in &self.0.before {
            course.apply(&decided(seat, action, false), 0);
        }
        course.apply(&Entry::AskDeadTiles { seat: self.seat(), ask: true }, 0);
        course
    }

    /// The last decision, which leads to the question if `asks` is set.
    fn last(&self, asks: bool) -> Entry {
        decided(self.0.seat, self.0.last, asks)
    }

    /// The game with the question asked, after one second.
    fn asked(&self, clock: Clock) -> Course {
        let mut course = self.course(clock);
        course.apply(&self.last(true), 1_000);
        assert_eq!(course.asked(), Some(self.seat()));
        course
    }
}

fn decided(seat: Seat, action: Action, asks: bool) -> Entry {
    Entry::Decide { seat, action, by: Decider::Person, asks }
}

fn exchange(seat: Seat, tiles: Hand, asks: bool) -> Entry {
    decided(seat, Action::Exchange { tiles }, asks)
}

fn names() -> Vec<String> {
    vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]
}

/// T11: for a player who is not asked, the same entry exchanges all dead tiles.
#[test]
fn without_a_question_the_same_entry_exchanges_all() {
    for preset in [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Digital] {
        let setup = QuestionGame::of(preset);
        let (mut answered, mut asked) = (setup.course(Clock::None), setup.asked(Clock::None));
        answered.apply(&setup.last(false), 1_000);
        assert_eq!((answered.asked(), answered.number()), (None, asked.number()), "{preset}");
        while let Some(answer) = asked.host_answer() {
            assert_eq!(asked.check(&answer), Ok(()));
            asked.apply(&answer, 2_000);
        }
        assert_eq!(answered.game(), asked.game(), "{preset}: both exchange all");
        assert_eq!(answered.record(names()).events, asked.record(names()).events);
    }
}

/// T11: there are twenty seconds to answer; no clock runs, and the answer neither costs nor earns time.
#[test]
fn no_clock_runs_while_a_player_is_asked() {
    for clock in CLOCKS {
        let setup = QuestionGame::of(Preset::Renegade);
        let mut course = setup.asked(clock);
        assert_eq!(course.timeout_at(), Some(21_000));
        let (left, later) = (course.clocks(1_000).left_ms, course.clocks(16_000));
        assert_eq!(later, Clocks { left_ms: left.clone(), running: None, exchange_ms: Some(5_000) });
        course.apply(&exchange(setup.seat(), Hand::EMPTY, true), 16_000);
        let now = course.clocks(16_000);
        assert_eq!((now.left_ms, now.exchange_ms), (left, None), "{clock:?}");
        let next = course.game().to_act().filter(|_| clock != Clock::None);
        assert_eq!(now.running, next, "then the next player's time runs");
    }
}

/// T11: without an answer in time, the host exchanges all. No clock has run out, so no bot takes the seat.
#[test]
fn the_host_answers_when_the_time_is_up() {
    for clock in CLOCKS {
        let setup = QuestionGame::of(Preset::Digital);
        let mut course = setup.asked(clock);
        let left = course.clocks(1_000).left_ms;
        let answer = course.host_answer().unwrap();
        assert!(matches!(answer, Entry::Decide { seat, by: Decider::Host, .. } if seat == setup.seat()));
        course.apply(&answer, 21_000);
        assert_eq!((course.asked(), course.stand_in(setup.seat())), (None, None));
        assert_eq!(course.clocks(21_000).left_ms, left, "{clock:?}");
        assert_eq!(course.host_answer(), None, "once");
        // No bot has decided, so returning grants no new time.
        course.apply(&Entry::StandIn { seat: setup.seat(), level: None }, 21_000);
        assert_eq!(course.clocks(21_000).left_ms, left, "{clock:?}");
    }
}

#[test]
fn only_people_who_want_it_are_asked() {
    let setup = QuestionGame::of(Preset::Renegade);
    for clock in CLOCKS {
        let mut course = setup.course(clock);
        assert!(course.may_ask(setup.seat()));
        let others = course.game().seats().filter(|&seat| seat != setup.seat());
        assert!(others.into_iter().all(|seat| !course.may_ask(seat)), "the setting is off until turned on");
        course.apply(&Entry::StandIn { seat: setup.seat(), level: Some(Level::Steady) }, 0);
        assert!(!course.may_ask(setup.seat()), "a bot is standing in");
        course.apply(&Entry::StandIn { seat: setup.seat(), level: None }, 0);
        assert!(course.may_ask(setup.seat()));
        course.apply(&Entry::AskDeadTiles { seat: setup.seat(), ask: false }, 0);
        assert!(!course.may_ask(setup.seat()));
    }
    assert!(
        !setup.course(Clock::Days { days: 1 }).may_ask(setup.seat()),
        "a clock of days is too slow for questions"
    );
    let mut bots = Course::start(setup.0.table, setup.0.seed, Clock::None, [true; MOST_PLAYERS], 0);
    bots.apply(&Entry::AskDeadTiles { seat: setup.seat(), ask: true }, 0);
    assert!(!bots.may_ask(setup.seat()), "the seat is a bot's");
}

/// The host's answer is due at once when the player turns the setting off or leaves the seat.
#[test]
fn the_host_answers_at_once_when_the_player_no_longer_can() {
    let setup = QuestionGame::of(Preset::Renegade);
    let seat = setup.seat();
    for end in [Entry::AskDeadTiles { seat, ask: false }, Entry::StandIn { seat, level: Some(Level::Steady) }]
    {
        for clock in CLOCKS {
            let mut course = setup.asked(clock);
            let left = course.clocks(1_000).left_ms;
            course.apply(&end, 4_000);
            assert_eq!(course.timeout_at(), Some(4_000), "{end:?}");
            course.apply(&course.host_answer().unwrap(), 4_000);
            assert_eq!((course.asked(), course.clocks(4_000).left_ms), (None, left), "{end:?}");
        }
    }
    // A player who returns before the answer is still being asked, with no time gained.
    let mut course = setup.asked(Clock::None);
    course.apply(&Entry::StandIn { seat, level: Some(Level::Steady) }, 4_000);
    course.apply(&Entry::StandIn { seat, level: None }, 5_000);
    assert_eq!(course.timeout_at(), Some(21_000));
}

#[test]
fn a_pause_stops_the_time_to_answer() {
    let setup = QuestionGame::of(Preset::Renegade);
    for clock in CLOCKS {
        let mut course = setup.asked(clock);
        let left = course.clocks(1_000).left_ms;
        course.apply(&Entry::Pause { paused: true }, 6_000);
        let paused = Clocks { left_ms: left, running: None, exchange_ms: Some(15_000) };
        assert_eq!((course.timeout_at(), course.clocks(500_000)), (None, paused.clone()));
        let answer = course.host_answer().unwrap();
        assert_eq!(course.check(&answer), Err(EntryError::Paused));
        // If the setting is turned off meanwhile, the host answers when the game resumes.
        let mut changed = setup.asked(clock);
        changed.apply(&Entry::Pause { paused: true }, 6_000);
        changed.apply(&Entry::AskDeadTiles { seat: setup.seat(), ask: false }, 7_000);
        assert_eq!(changed.timeout_at(), None);
        changed.apply(&Entry::Pause { paused: false }, 8_000);
        assert_eq!(changed.timeout_at(), Some(8_000));

        course.apply(&Entry::Pause { paused: false }, 500_000);
        assert_eq!((course.timeout_at(), course.clocks(500_000)), (Some(515_000), paused));
    }
}

/// The question reveals a dead tile to everyone, so nothing before it can be taken back, nor can the answer.
/// This also holds under the option that asks before the hand is refilled.
#[test]
fn a_question_ends_takebacks() {
    let before_drawing = Options {
        dead_tiles: DeadTiles::DiscardThenDraw,
        dead_tile_exchange: DeadTileExchange::Choice,
        ..Options::of(Preset::Manual)
    };
    for rules in [Rules::of(Preset::Renegade), Rules::new(before_drawing).unwrap()] {
        let setup = QuestionGame::find(rules, |game, _| game.exchangeable().len() > 1);
        let take_back = |seat| Entry::TakeBack { seat };
        let mut course = setup.asked(Clock::None);
        let refused = Err(EntryError::NothingToTakeBack);
        for seat in course.game().seats() {
            assert_eq!(course.check(&take_back(seat)), refused, "while asked");
        }
        course.apply(&exchange(setup.seat(), Hand::EMPTY, true), 2_000);
        for seat in course.game().seats() {
            assert_eq!(course.check(&take_back(seat)), refused, "after the answer");
        }
        let mut answered = setup.course(Clock::None);
        answered.apply(&setup.last(false), 1_000);
        assert_eq!(answered.check(&take_back(setup.seat())), refused, "the exchange was seen");
    }
}

/// Replaying a stored log with questions and answers gives the same game, clocks and record.
#[test]
fn a_log_with_questions_replays() {
    for clock in CLOCKS {
        let table = Table::new(Rules::of(Preset::Trading), 3).unwrap();
        let start = || Course::start(table, Seed::for_simulation(4, 1), clock, [false; MOST_PLAYERS], 0);
        let mut first = start();
        let (mut dice, mut entries, mut questions, mut at) = (Dice::new(4), Vec::new(), 0, 0);
        for seat in first.game().seats() {
            entries.push((Entry::AskDeadTiles { seat, ask: seat.index() > 0 }, 0));
            first.apply(&entries.last().unwrap().0, 0);
        }
        while let Some(seat) = first.game().to_act() {
            at += 700;
            let asks = first.may_ask(first.game().turn());
            let mut entry = decided(seat, first.game().random_action(&mut dice), asks);
            if first.asked().is_some() {
                questions += 1;
                if questions % 3 == 0 {
                    at = first.timeout_at().unwrap();
                    entry = first.host_answer().unwrap();
                }
            }
            assert_eq!(first.check(&entry), Ok(()));
            first.apply(&entry, at);
            entries.push((entry, at));
        }
        assert!(questions > 3, "{questions} questions");
        let mut second = start();
        for (entry, at) in &entries {
            let text = serde_json::to_string(entry).unwrap();
            assert_eq!(text.contains("asks"), text.contains(r#""asks":true"#), "only written if true");
            let again = serde_json::from_str(&text).unwrap();
            assert_eq!(second.check(&again), Ok(()), "{text}");
            second.apply(&again, *at);
        }
        assert_eq!((first.game(), first.clocks(at)), (second.game(), second.clocks(at)));
        let record = second.record(names());
        assert_eq!(record.to_json(), first.record(names()).to_json());
        assert_eq!(&record.verify().unwrap(), first.game());
    }
}

/// If the exchange repeats, each question has its own twenty seconds.
#[test]
fn each_repeated_question_has_its_own_time() {
    let setup = QuestionGame::find(Rules::of(Preset::Trading), comes_again);
    for clock in CLOCKS {
        let mut course = setup.asked(clock);
        let left = course.clocks(1_000).left_ms;
        let all = course.game().exchangeable();
        course.apply(&exchange(setup.seat(), all, true), 18_000);
        assert_eq!(course.asked(), Some(setup.seat()), "asked again");
        assert_eq!((course.timeout_at(), course.clocks(18_000).exchange_ms), (Some(38_000), Some(20_000)));
        course.apply(&exchange(setup.seat(), Hand::EMPTY, true), 37_000);
        assert_eq!((course.asked(), course.clocks(37_000).left_ms), (None, left), "{clock:?}");
    }
    // The host exchanges until nothing is left, in one entry.
    let mut course = setup.asked(Clock::None);
    course.apply(&course.host_answer().unwrap(), 21_000);
    assert_eq!(course.asked(), None);
    let mut course = setup.course(Clock::None);
    course.apply(&setup.last(false), 1_000);
    assert_eq!(course.asked(), None);
}

/// The tiles a player keeps do not affect what others see.
#[test]
fn kept_tiles_stay_secret() {
    let setup = QuestionGame::find(Rules::of(Preset::Digital), |game, _| game.exchangeable().len() == 2);
    let dead: Vec<_> = setup.asked(Clock::None).game().exchangeable().iter().collect();
    // What a viewer sees after an answer, with the publicly exchanged tiles masked.
    let seen = |tiles: &[mergemaker_engine::Tile], viewer: Option<Seat>| {
        let mut course = setup.asked(CLOCKS[2]);
        course.apply(&exchange(setup.seat(), tiles.iter().copied().collect(), true), 9_000);
        let mut view = serde_json::to_value(course.game().view(viewer)).unwrap();
        let aside = view["set_aside"].as_array_mut().unwrap();
        aside.retain(|tile| dead.iter().all(|dead| *tile != dead.to_string()));
        let view = view.to_string();
        let events = serde_json::to_string(&course.missed(0, viewer)).unwrap();
        let named = |text: &str| dead.iter().filter(|tile| text.contains(&format!("\"{tile}\""))).count();
        assert_eq!((named(&view), named(&events)), (0, tiles.len()), "kept tiles stay secret");
        let nameless = dead.iter().fold(events, |text, tile| text.replace(&format!("\"{tile}\""), "?"));
        (view, nameless, course.clocks(9_000))
    };
    for viewer in [None].into_iter().chain(setup.course(Clock::None).game().seats().map(Some)) {
        if viewer != Some(setup.seat()) {
            assert_eq!(seen(&dead[..1], viewer), seen(&dead[1..], viewer));
            let (view, events, _) = seen(&[], viewer);
            assert!(
                !view.contains(r#""waits_for":"exchange""#) && !events.contains('?'),
                "no trace of the question"
            );
        }
    }
}
