//! The course of a game: what its log makes of it, entry by entry. Pure: the same entries give the same game on
//! every node and after every restart.

use mergemaker_bots::{Level, Movement};
use mergemaker_engine::{Action, Event, Game, Holdings, MOST_PLAYERS, Phase, RuleError, Seat, Table};
use mergemaker_protocol::{Clock, Clocks, EXCHANGE_MS};
use mergemaker_record::{Chronicle, Deck, Record, Seed, Told};
use serde::{Deserialize, Serialize};

/// One thing that changes a running game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Entry {
    /// A decision.
    Decide {
        /// Whose.
        seat: Seat,
        /// What.
        action: Action,
        /// Who made it.
        by: Decider,
        /// Whether the player whose turn it is is asked about dead tiles, if that is what follows (T11). Otherwise the
        /// host exchanges all of them with this entry.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asks: bool,
    },
    /// The last decision is taken back.
    TakeBack {
        /// By whom.
        seat: Seat,
    },
    /// A bot plays on for a person, or the person again.
    StandIn {
        /// In which place.
        seat: Seat,
        /// The bot; none when the person is back.
        level: Option<Level>,
    },
    /// A player wants to be asked about dead tiles, or no longer.
    AskDeadTiles {
        /// Who.
        seat: Seat,
        /// Whether to ask.
        ask: bool,
    },
    /// The game is paused, or goes on.
    Pause {
        /// Whether it is paused.
        paused: bool,
    },
}

/// Who made a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Decider {
    /// The player.
    Person,
    /// A bot.
    Bot,
    /// Nobody: the bot failed, and the mildest decision was made for it.
    Fallback,
    /// The host of the game: a player was asked about dead tiles and did not answer.
    Host,
}

/// A running game.
pub(crate) struct Course {
    seed: Seed,
    deck: Deck,
    game: Game,
    chronicle: Chronicle,
    /// What changed hands, where holdings are hidden: what a bot that comes late must know.
    movements: Vec<Movement>,
    /// How many events there were before each entry, once it was done.
    first_events: Vec<usize>,
    stand_ins: [Option<Level>; MOST_PLAYERS],
    /// Whether the bot that plays for a person has decided anything.
    stood_in: [bool; MOST_PLAYERS],
    /// Whose time never runs.
    bots: [bool; MOST_PLAYERS],
    /// Who wants to be asked about dead tiles.
    asks: [bool; MOST_PLAYERS],
    /// How long the player who is asked about dead tiles has to answer, as of the last entry.
    exchange_ms: i64,
    /// What can be taken back, the last one last.
    undo: Vec<Undo>,
    clock: Clock,
    left_ms: [i64; MOST_PLAYERS],
    is_paused: bool,
    /// When the last entry was made.
    last_at: i64,
}

#[derive(Clone, Copy)]
struct Undo {
    seat: Seat,
    game: Game,
    events: usize,
    movements: usize,
    /// The time that was given for it.
    reward_ms: i64,
}

/// Why an entry cannot be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EntryError {
    /// A rule forbids it.
    Rule(RuleError),
    /// Nothing can be taken back by this player.
    NothingToTakeBack,
    /// The game is paused.
    Paused,
}

impl Course {
    /// A game that begins, and which seats are a bot's.
    pub(crate) fn start(
        table: Table,
        seed: Seed,
        clock: Clock,
        bots: [bool; MOST_PLAYERS],
        now: i64,
    ) -> Course {
        let mut deck = Deck::new(&seed);
        let (game, chronicle) = Chronicle::start(table, &mut deck);
        let left = match clock {
            Clock::None => 0,
            Clock::PerDecision { seconds } | Clock::Bank { seconds, .. } => i64::from(seconds) * 1_000,
            Clock::Days { days } => i64::from(days) * 86_400_000,
        };
        Course {
            seed,
            deck,
            game,
            chronicle,
            movements: Vec::new(),
            first_events: Vec::new(),
            stand_ins: [None; MOST_PLAYERS],
            stood_in: [false; MOST_PLAYERS],
            bots,
            asks: [false; MOST_PLAYERS],
            exchange_ms: 0,
            undo: Vec::new(),
            clock,
            left_ms: [left; MOST_PLAYERS],
            is_paused: false,
            last_at: now,
        }
    }

    /// Whether an entry may be made now. Making one that may be cannot fail.
    pub(crate) fn check(&self, entry: &Entry) -> Result<(), EntryError> {
        match entry {
            Entry::Decide { .. } | Entry::TakeBack { .. } if self.is_paused => Err(EntryError::Paused),
            Entry::Decide { seat, action, .. } => self.game.check(*seat, action).map_err(EntryError::Rule),
            Entry::TakeBack { seat } => match self.undo.last() {
                Some(undo) if undo.seat == *seat && self.game.outcome().is_none() => Ok(()),
                _ => Err(EntryError::NothingToTakeBack),
            },
            Entry::StandIn { .. } | Entry::AskDeadTiles { .. } | Entry::Pause { .. } => Ok(()),
        }
    }

    /// Makes an entry that [`Course::check`] found good.
    pub(crate) fn make(&mut self, entry: &Entry, at: i64) {
        let (waited_for, was_asked) = (self.game.to_act(), self.asked().is_some());
        self.charge(at);
        let mut first_event = self.chronicle.events().len();
        match entry {
            Entry::Decide { seat, action, asks, .. } => {
                self.decide(*seat, action, *asks);
                self.exchange_ms = EXCHANGE_MS;
            }
            Entry::TakeBack { .. } => {
                if let Some(undo) = self.undo.pop() {
                    self.game = undo.game;
                    self.chronicle.truncate(undo.events);
                    self.movements.truncate(undo.movements);
                    // Or one could win time by deciding and taking back, again and again.
                    self.left_ms[undo.seat.index()] -= undo.reward_ms;
                    first_event = undo.events;
                }
            }
            Entry::StandIn { seat, level } => {
                self.stand_ins[seat.index()] = *level;
                // Who comes back before the bot has done anything has won no time by going.
                if std::mem::take(&mut self.stood_in[seat.index()]) && level.is_none() {
                    self.renew(*seat);
                }
            }
            Entry::AskDeadTiles { seat, ask } => self.asks[seat.index()] = *ask,
            Entry::Pause { paused } => self.is_paused = *paused,
        }
        // An answer about dead tiles costs no time and yields none.
        if let (Entry::Decide { by, .. }, Some(seat), false) = (entry, waited_for, was_asked) {
            self.stood_in[seat.index()] |= *by != Decider::Person;
            let before = self.left_ms[seat.index()];
            self.reward(seat);
            if let Some(undo) = self.undo.last_mut() {
                undo.reward_ms = self.left_ms[seat.index()] - before;
            }
        }
        self.first_events.push(first_event);
        self.last_at = at;
    }

    /// Makes a decision, and answers for a player who is not to be asked about dead tiles.
    fn decide(&mut self, seat: Seat, action: &Action, asks: bool) {
        let before = self.game;
        let undo = Undo {
            seat,
            game: before,
            events: self.chronicle.events().len(),
            movements: self.movements.len(),
            reward_ms: 0,
        };
        self.chronicle.decide(&mut self.game, action, &mut self.deck);
        while let Some(all) = self.game.exchange_all().filter(|_| !asks) {
            self.chronicle.decide(&mut self.game, &all, &mut self.deck);
        }
        if before.rules().options().holdings == Holdings::Hidden {
            self.movements.push(Movement::between(&before, &self.game));
        }
        // Once another player has decided, a tile was shown that nobody could know, or everybody has seen that
        // somebody holds a dead tile, there is no way back.
        if self.undo.last().is_some_and(|last| last.seat != seat) {
            self.undo.clear();
        }
        let reveals = |event: &Event| {
            matches!(
                event,
                Event::Draw { .. } | Event::Discard { .. } | Event::BankTile { .. } | Event::End { .. }
            )
        };
        let is_question = before.phase() == Phase::Exchange || self.game.phase() == Phase::Exchange;
        if is_question || self.chronicle.events()[undo.events..].iter().any(reveals) {
            self.undo.clear();
        } else {
            self.undo.push(undo);
        }
    }

    /// Charges the player who was waited for with the time since the last entry.
    fn charge(&mut self, at: i64) {
        let used = (at - self.last_at).max(0);
        if let Some(seat) = self.charged() {
            self.left_ms[seat.index()] -= used;
        } else if self.asked().is_some() && !self.is_paused {
            self.exchange_ms -= used;
        }
    }

    /// Whose time runs.
    fn charged(&self) -> Option<Seat> {
        let runs = !self.is_paused && self.clock != Clock::None && self.asked().is_none();
        self.game.to_act().filter(|&seat| runs && !self.is_bot(seat))
    }

    /// Whether a bot has a place, if only for a while.
    fn is_bot(&self, seat: Seat) -> bool {
        self.bots[seat.index()] || self.stand_ins[seat.index()].is_some()
    }

    /// Whether a player wants to be asked about dead tiles.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        self.asks[seat.index()]
    }

    /// Whether a player may be asked about dead tiles, as long as they are here.
    pub(crate) fn may_ask(&self, seat: Seat) -> bool {
        self.asks(seat) && !self.is_bot(seat) && !matches!(self.clock, Clock::Days { .. })
    }

    /// The player who is asked about dead tiles now.
    pub(crate) fn asked(&self) -> Option<Seat> {
        self.game.to_act().filter(|_| self.game.phase() == Phase::Exchange)
    }

    /// The host's answer for the player who is asked about dead tiles.
    pub(crate) fn answer_of_host(&self) -> Option<Entry> {
        let (seat, action) = (self.asked()?, self.game.exchange_all()?);
        Some(Entry::Decide { seat, action, by: Decider::Host, asks: false })
    }

    /// Gives a player who decided what the clock gives for it.
    fn reward(&mut self, seat: Seat) {
        let left = &mut self.left_ms[seat.index()];
        match self.clock {
            Clock::None => {}
            Clock::PerDecision { seconds } => *left = i64::from(seconds) * 1_000,
            Clock::Bank { increment, .. } => *left = (*left).max(0) + i64::from(increment) * 1_000,
            Clock::Days { days } => *left = i64::from(days) * 86_400_000,
        }
    }

    /// Gives a player who comes back, or whose place a bot took, a little time to begin with.
    fn renew(&mut self, seat: Seat) {
        const LEAST: i64 = 30_000;
        let left = &mut self.left_ms[seat.index()];
        match self.clock {
            Clock::None => {}
            Clock::Bank { .. } => *left = (*left).max(LEAST),
            Clock::PerDecision { .. } | Clock::Days { .. } => self.reward(seat),
        }
    }

    /// When the time of the player who is waited for runs out: that of the clock, or that to answer about dead
    /// tiles.
    pub(crate) fn runs_out_at(&self) -> Option<i64> {
        let left = match self.asked() {
            Some(_) if self.is_paused => return None,
            Some(seat) if self.may_ask(seat) => self.exchange_ms,
            // The player turned the setting off, or a bot took the place.
            Some(_) => 0,
            None => self.left_ms[self.charged()?.index()],
        };
        Some(self.last_at + left.max(0))
    }

    /// The players' time as it is now.
    pub(crate) fn clocks(&self, now: i64) -> Clocks {
        let (running, used) = (self.charged(), (now - self.last_at).max(0));
        let left = |seat: Seat| {
            let used = if running == Some(seat) { used } else { 0 };
            (self.clock != Clock::None).then(|| (self.left_ms[seat.index()] - used).max(0))
        };
        let used_to_answer = if self.is_paused { 0 } else { used };
        Clocks {
            left_ms: self.game.seats().map(left).collect(),
            running,
            exchange_ms: self.asked().map(|_| (self.exchange_ms - used_to_answer).max(0)),
        }
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The seed of its tiles.
    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of the last entry; 0 before the first.
    pub(crate) fn number(&self) -> u64 {
        self.first_events.len() as u64
    }

    /// Whether the game is paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused
    }

    /// The bot that plays for a person.
    pub(crate) fn stand_in(&self, seat: Seat) -> Option<Level> {
        self.stand_ins[seat.index()]
    }

    /// What changed hands so far, where holdings are hidden.
    pub(crate) fn movements(&self) -> &[Movement] {
        &self.movements
    }

    /// Every event so far, as a viewer may see it.
    pub(crate) fn events_seen_by(&self, viewer: Option<Seat>) -> Vec<Told> {
        self.events_since(0, viewer)
    }

    /// The events from a place on, as a viewer may see them.
    fn events_since(&self, first: usize, viewer: Option<Seat>) -> Vec<Told> {
        self.chronicle.told(first, viewer)
    }

    /// What a viewer missed who knows everything up to an entry: how many of the events they know still
    /// stand, and those that come after. None when they know more than there is.
    pub(crate) fn missed(&self, since: u64, viewer: Option<Seat>) -> Option<(usize, Vec<Told>)> {
        let known = usize::try_from(since).ok().filter(|&known| known <= self.first_events.len())?;
        let first = self.first_events[known..].iter().copied().min().unwrap_or(self.chronicle.events().len());
        Some((first, self.events_since(first, viewer)))
    }

    /// The record of the game as it stands, with the seed once it is over.
    pub(crate) fn record(&self, names: Vec<String>) -> Record {
        let seed = self.game.outcome().map(|_| self.seed);
        self.chronicle.recorder().clone().finish(&self.game, names, seed)
    }
}

#[cfg(test)]
mod tests {
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
    fn the_same_entries_give_the_same_game_and_a_record_that_verifies() {
        let mut first = course(Clock::None);
        let mut entries = Vec::new();
        while first.game().to_act().is_some() {
            let entry = decision(&first);
            assert_eq!(first.check(&entry), Ok(()));
            first.make(&entry, entries.len() as i64);
            entries.push(entry);
        }
        let mut second = course(Clock::None);
        for (at, entry) in entries.iter().enumerate() {
            let text = serde_json::to_string(entry).unwrap();
            second.make(&serde_json::from_str(&text).unwrap(), at as i64);
        }
        assert_eq!(first.game(), second.game());
        let names = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
        assert_eq!(&second.record(names).verify().unwrap(), first.game());
    }

    /// A decision can be taken back until a tile is drawn or somebody else decides, and leaves no trace in the
    /// record.
    #[test]
    fn decisions_are_taken_back() {
        let mut course = course(Clock::None);
        let mut taken = 0;
        for at in 0..400 {
            let Some(seat) = course.game().to_act() else { break };
            let before = (*course.game(), course.events_seen_by(None).len());
            let entry = decision(&course);
            course.make(&entry, at);
            let back = Entry::TakeBack { seat };
            if course.game().phase() == Phase::Buy && course.check(&back).is_ok() {
                course.make(&back, at);
                assert_eq!((*course.game(), course.events_seen_by(None).len()), before);
                course.make(&entry, at);
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

    /// Whoever was away and tells the last number gets what is missing, also when something was taken back.
    #[test]
    fn what_was_missed_is_exactly_what_is_new() {
        let mut course = course(Clock::None);
        let viewers = [None, Seat::new(0), Seat::new(2)];
        let mut known: Vec<(u64, [Vec<Told>; 3])> = Vec::new();
        for at in 0..120 {
            let Some(seat) = course.game().to_act() else { break };
            known.push((course.number(), viewers.map(|viewer| course.events_seen_by(viewer))));
            course.make(&decision(&course), at);
            if at % 7 == 0 && course.check(&Entry::TakeBack { seat }).is_ok() {
                course.make(&Entry::TakeBack { seat }, at);
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

    /// Only the player who is waited for is charged; a pause costs nobody.
    #[test]
    fn clocks_charge_whom_is_waited_for() {
        let mut course = course(Clock::Bank { seconds: 60, increment: 5 });
        let seat = course.game().to_act().unwrap();
        assert_eq!(course.runs_out_at(), Some(60_000));
        course.make(&Entry::Pause { paused: true }, 10_000);
        assert_eq!((course.runs_out_at(), course.check(&decision(&course))), (None, Err(EntryError::Paused)));
        course.make(&Entry::Pause { paused: false }, 90_000);
        assert_eq!(course.clocks(90_000).left_ms[seat.index()], Some(50_000));
        course.make(&decision(&course), 100_000);
        let left = course.clocks(100_000).left_ms;
        assert_eq!(left[seat.index()], Some(45_000), "ten seconds less, five more");
        assert_eq!(left.iter().flatten().sum::<i64>(), 45_000 + 2 * 60_000);
    }

    /// Neither a takeback nor a bot that is let in and out again wins time.
    #[test]
    fn no_trick_stops_the_clock() {
        for clock in [Clock::Bank { seconds: 60, increment: 5 }, Clock::PerDecision { seconds: 60 }] {
            let mut course = course(clock);
            let seat = course.game().to_act().unwrap();
            for round in 0..5 {
                let at = 10_000 * (round + 1);
                course.make(&decision(&course), at);
                assert_eq!(course.check(&Entry::TakeBack { seat }), Ok(()));
                course.make(&Entry::TakeBack { seat }, at);
                assert_eq!(course.clocks(at).left_ms[seat.index()], Some(60_000 - at));
            }
            for level in [Some(Level::Steady), None, Some(Level::Steady), None] {
                course.make(&Entry::StandIn { seat, level }, 55_000);
            }
            assert_eq!(course.runs_out_at(), Some(60_000), "{clock:?}");
        }
    }

    /// A bot's time never runs.
    #[test]
    fn bots_are_not_charged() {
        let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
        let clock = Clock::Bank { seconds: 60, increment: 5 };
        let course = Course::start(table, Seed::for_simulation(1, 1), clock, [true; MOST_PLAYERS], 0);
        assert_eq!(course.runs_out_at(), None);
    }
}
