//! Who is asked about dead tiles (T11), for how long, and what that costs.

use mergemaker_engine::{DeadTileExchange, DeadTiles, Hand, Options};

use super::question::{Question, comes_again};
use super::*;

const CLOCKS: [Clock; 3] =
    [Clock::None, Clock::PerDecision { seconds: 60 }, Clock::Bank { seconds: 60, increment: 5 }];

/// A game that comes to a question about dead tiles.
struct Scene(Question);

impl Scene {
    fn find(rules: Rules, fits: impl Fn(&Game, &Deck) -> bool) -> Scene {
        Scene(Question::find(rules, 3, fits))
    }

    fn of(preset: Preset) -> Scene {
        Scene::find(Rules::of(preset), |_, _| true)
    }

    /// The player who is asked.
    fn seat(&self) -> Seat {
        self.0.seat
    }

    /// The game before the last decision, in which the player wants to be asked. Nothing has taken any time.
    fn course(&self, clock: Clock) -> Course {
        let mut course = Course::start(self.0.table, self.0.seed, clock, [false; MOST_PLAYERS], 0);
        for &(seat, action) in &self.0.before {
            course.make(&decided(seat, action, false), 0);
        }
        course.make(&Entry::AskDeadTiles { seat: self.seat(), ask: true }, 0);
        course
    }

    /// The last decision, which leads to the question or not.
    fn last(&self, asks: bool) -> Entry {
        decided(self.0.seat, self.0.last, asks)
    }

    /// The game with the question asked, one second after it began.
    fn asked(&self, clock: Clock) -> Course {
        let mut course = self.course(clock);
        course.make(&self.last(true), 1_000);
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

/// T11: the host answers "exchange all" in the entry that leads to the question.
#[test]
fn who_is_not_asked_is_answered_for_in_the_same_entry() {
    for preset in [Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Digital] {
        let scene = Scene::of(preset);
        let (mut answered, mut asked) = (scene.course(Clock::None), scene.asked(Clock::None));
        answered.make(&scene.last(false), 1_000);
        assert_eq!((answered.asked(), answered.number()), (None, asked.number()), "{preset}");
        while let Some(answer) = asked.answer_of_host() {
            assert_eq!(asked.check(&answer), Ok(()));
            asked.make(&answer, 2_000);
        }
        assert_eq!(answered.game(), asked.game(), "{preset}: both exchange all");
        assert_eq!(answered.record(names()).events, asked.record(names()).events);
    }
}

/// T11: twenty seconds, in which no clock runs; the answer neither costs nor earns any time.
#[test]
fn no_clock_runs_while_a_player_is_asked() {
    for clock in CLOCKS {
        let scene = Scene::of(Preset::Renegade);
        let mut course = scene.asked(clock);
        assert_eq!(course.runs_out_at(), Some(21_000));
        let (left, later) = (course.clocks(1_000).left_ms, course.clocks(16_000));
        assert_eq!(later, Clocks { left_ms: left.clone(), running: None, exchange_ms: Some(5_000) });
        course.make(&exchange(scene.seat(), Hand::EMPTY, true), 16_000);
        let now = course.clocks(16_000);
        assert_eq!((now.left_ms, now.exchange_ms), (left, None), "{clock:?}");
        let next = course.game().to_act().filter(|_| clock != Clock::None);
        assert_eq!(now.running, next, "then the next player's time runs");
    }
}

/// T11: without an answer the host exchanges all. That is not the end of a clock: no bot takes the seat.
#[test]
fn the_host_answers_when_the_time_is_up() {
    for clock in CLOCKS {
        let scene = Scene::of(Preset::Digital);
        let mut course = scene.asked(clock);
        let left = course.clocks(1_000).left_ms;
        let answer = course.answer_of_host().unwrap();
        assert!(matches!(answer, Entry::Decide { seat, by: Decider::Host, .. } if seat == scene.seat()));
        course.make(&answer, 21_000);
        assert_eq!((course.asked(), course.stand_in(scene.seat())), (None, None));
        assert_eq!(course.clocks(21_000).left_ms, left, "{clock:?}");
        assert_eq!(course.answer_of_host(), None, "once");
        // Nor did a bot decide anything, which would give the player new time on coming back.
        course.make(&Entry::StandIn { seat: scene.seat(), level: None }, 21_000);
        assert_eq!(course.clocks(21_000).left_ms, left, "{clock:?}");
    }
}

#[test]
fn who_may_be_asked() {
    let scene = Scene::of(Preset::Renegade);
    for clock in CLOCKS {
        let mut course = scene.course(clock);
        assert!(course.may_ask(scene.seat()));
        let others = course.game().seats().filter(|&seat| seat != scene.seat());
        assert!(others.into_iter().all(|seat| !course.may_ask(seat)), "the setting is off until turned on");
        course.make(&Entry::StandIn { seat: scene.seat(), level: Some(Level::Steady) }, 0);
        assert!(!course.may_ask(scene.seat()), "a bot holds the seat for a while");
        course.make(&Entry::StandIn { seat: scene.seat(), level: None }, 0);
        assert!(course.may_ask(scene.seat()));
        course.make(&Entry::AskDeadTiles { seat: scene.seat(), ask: false }, 0);
        assert!(!course.may_ask(scene.seat()));
    }
    assert!(
        !scene.course(Clock::Days { days: 1 }).may_ask(scene.seat()),
        "days are no time to wait for this"
    );
    let mut bots = Course::start(scene.0.table, scene.0.seed, Clock::None, [true; MOST_PLAYERS], 0);
    bots.make(&Entry::AskDeadTiles { seat: scene.seat(), ask: true }, 0);
    assert!(!bots.may_ask(scene.seat()), "a bot holds the seat");
}

/// The host's answer is due at once when the player does not want to be asked any more, or has left.
#[test]
fn the_question_ends_with_its_reason() {
    let scene = Scene::of(Preset::Renegade);
    let seat = scene.seat();
    for end in [Entry::AskDeadTiles { seat, ask: false }, Entry::StandIn { seat, level: Some(Level::Steady) }]
    {
        for clock in CLOCKS {
            let mut course = scene.asked(clock);
            let left = course.clocks(1_000).left_ms;
            course.make(&end, 4_000);
            assert_eq!(course.runs_out_at(), Some(4_000), "{end:?}");
            course.make(&course.answer_of_host().unwrap(), 4_000);
            assert_eq!((course.asked(), course.clocks(4_000).left_ms), (None, left), "{end:?}");
        }
    }
    // Who comes back before the answer is asked still, and has won no time.
    let mut course = scene.asked(Clock::None);
    course.make(&Entry::StandIn { seat, level: Some(Level::Steady) }, 4_000);
    course.make(&Entry::StandIn { seat, level: None }, 5_000);
    assert_eq!(course.runs_out_at(), Some(21_000));
}

#[test]
fn a_pause_stops_the_time_to_answer() {
    let scene = Scene::of(Preset::Renegade);
    for clock in CLOCKS {
        let mut course = scene.asked(clock);
        let left = course.clocks(1_000).left_ms;
        course.make(&Entry::Pause { paused: true }, 6_000);
        let paused = Clocks { left_ms: left, running: None, exchange_ms: Some(15_000) };
        assert_eq!((course.runs_out_at(), course.clocks(500_000)), (None, paused.clone()));
        let answer = course.answer_of_host().unwrap();
        assert_eq!(course.check(&answer), Err(EntryError::Paused));
        // Whoever turns the setting off meanwhile is answered for once the game goes on.
        let mut changed = scene.asked(clock);
        changed.make(&Entry::Pause { paused: true }, 6_000);
        changed.make(&Entry::AskDeadTiles { seat: scene.seat(), ask: false }, 7_000);
        assert_eq!(changed.runs_out_at(), None);
        changed.make(&Entry::Pause { paused: false }, 8_000);
        assert_eq!(changed.runs_out_at(), Some(8_000));

        course.make(&Entry::Pause { paused: false }, 500_000);
        assert_eq!((course.runs_out_at(), course.clocks(500_000)), (Some(515_000), paused));
    }
}

/// The question shows everyone that there is a dead tile: nothing before it is taken back any more, nor is the
/// answer. Dead tiles that go before the hand is filled up are asked for before any tile is drawn.
#[test]
fn nothing_is_taken_back_from_the_question_on() {
    let before_drawing = Options {
        dead_tiles: DeadTiles::DiscardThenDraw,
        dead_tile_exchange: DeadTileExchange::Choice,
        ..Options::of(Preset::Manual)
    };
    for rules in [Rules::of(Preset::Renegade), Rules::new(before_drawing).unwrap()] {
        let scene = Scene::find(rules, |game, _| game.exchangeable().len() > 1);
        let take_back = |seat| Entry::TakeBack { seat };
        let mut course = scene.asked(Clock::None);
        let refused = Err(EntryError::NothingToTakeBack);
        for seat in course.game().seats() {
            assert_eq!(course.check(&take_back(seat)), refused, "while asked");
        }
        course.make(&exchange(scene.seat(), Hand::EMPTY, true), 2_000);
        for seat in course.game().seats() {
            assert_eq!(course.check(&take_back(seat)), refused, "after the answer");
        }
        let mut answered = scene.course(Clock::None);
        answered.make(&scene.last(false), 1_000);
        assert_eq!(answered.check(&take_back(scene.seat())), refused, "the exchange was seen");
    }
}

/// A log with questions and answers, as it is kept, gives the same game, the same clocks and the same record.
#[test]
fn a_log_with_questions_is_played_again() {
    for clock in CLOCKS {
        let table = Table::new(Rules::of(Preset::Trading), 3).unwrap();
        let start = || Course::start(table, Seed::for_simulation(4, 1), clock, [false; MOST_PLAYERS], 0);
        let mut first = start();
        let (mut dice, mut entries, mut questions, mut at) = (Dice::new(4), Vec::new(), 0, 0);
        for seat in first.game().seats() {
            entries.push((Entry::AskDeadTiles { seat, ask: seat.index() > 0 }, 0));
            first.make(&entries.last().unwrap().0, 0);
        }
        while let Some(seat) = first.game().to_act() {
            at += 700;
            let asks = first.may_ask(first.game().turn());
            let mut entry = decided(seat, first.game().random_action(&mut dice), asks);
            if first.asked().is_some() {
                questions += 1;
                if questions % 3 == 0 {
                    at = first.runs_out_at().unwrap();
                    entry = first.answer_of_host().unwrap();
                }
            }
            assert_eq!(first.check(&entry), Ok(()));
            first.make(&entry, at);
            entries.push((entry, at));
        }
        assert!(questions > 3, "{questions} questions");
        let mut second = start();
        for (entry, at) in &entries {
            let text = serde_json::to_string(entry).unwrap();
            assert_eq!(
                text.contains("asks"),
                text.contains(r#""asks":true"#),
                "written only where it is true"
            );
            let again = serde_json::from_str(&text).unwrap();
            assert_eq!(second.check(&again), Ok(()), "{text}");
            second.make(&again, *at);
        }
        assert_eq!((first.game(), first.clocks(at)), (second.game(), second.clocks(at)));
        let record = second.record(names());
        assert_eq!(record.to_json(), first.record(names()).to_json());
        assert_eq!(&record.verify().unwrap(), first.game());
    }
}

/// Where the exchange is repeated, each question has twenty seconds of its own.
#[test]
fn who_is_asked_again_has_the_whole_time_again() {
    let scene = Scene::find(Rules::of(Preset::Trading), comes_again);
    for clock in CLOCKS {
        let mut course = scene.asked(clock);
        let left = course.clocks(1_000).left_ms;
        let all = course.game().exchangeable();
        course.make(&exchange(scene.seat(), all, true), 18_000);
        assert_eq!(course.asked(), Some(scene.seat()), "asked again");
        assert_eq!((course.runs_out_at(), course.clocks(18_000).exchange_ms), (Some(38_000), Some(20_000)));
        course.make(&exchange(scene.seat(), Hand::EMPTY, true), 37_000);
        assert_eq!((course.asked(), course.clocks(37_000).left_ms), (None, left), "{clock:?}");
    }
    // The host exchanges until nothing is left to exchange, in one entry.
    let mut course = scene.asked(Clock::None);
    course.make(&course.answer_of_host().unwrap(), 21_000);
    assert_eq!(course.asked(), None);
    let mut course = scene.course(Clock::None);
    course.make(&scene.last(false), 1_000);
    assert_eq!(course.asked(), None);
}

/// What a player keeps changes nothing that the others are told.
#[test]
fn nobody_else_learns_what_is_kept() {
    let scene = Scene::find(Rules::of(Preset::Digital), |game, _| game.exchangeable().len() == 2);
    let dead: Vec<_> = scene.asked(Clock::None).game().exchangeable().iter().collect();
    // What somebody sees after an answer; the tile that is exchanged, which all see, has no name here.
    let seen = |tiles: &[mergemaker_engine::Tile], viewer: Option<Seat>| {
        let mut course = scene.asked(CLOCKS[2]);
        course.make(&exchange(scene.seat(), tiles.iter().copied().collect(), true), 9_000);
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
    for viewer in [None].into_iter().chain(scene.course(Clock::None).game().seats().map(Some)) {
        if viewer != Some(scene.seat()) {
            assert_eq!(seen(&dead[..1], viewer), seen(&dead[1..], viewer));
            let (view, events, _) = seen(&[], viewer);
            assert!(!view.contains(r#""waits_for":"exchange""#) && !events.contains('?'), "no trace of it");
        }
    }
}
