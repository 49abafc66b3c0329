//! A running game, built from its log entry by entry. Pure: the same entries give the same game on every node
//! and after every restart.

mod snapshot;
mod timer;

use std::collections::VecDeque;

use mergemaker_bots::{HoldingsDelta, Level};
use mergemaker_engine::{Action, Game, MOST_PLAYERS, Phase, RuleError, Seat, Table};
use mergemaker_protocol::{Clock, Clocks, EXCHANGE_MS, Takebacks};
use mergemaker_record::{Deck, GameLog, LogEntry, Record, Seed};
use serde::{Deserialize, Serialize};

pub(crate) use snapshot::CourseSnapshot;
use timer::{Countdown, Timer};

/// The maximum number of missed entries; beyond that, a client gets a full snapshot.
pub(crate) const MAX_MISSED: usize = 400;

/// One entry in the log of a running game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Entry {
    /// A decision.
    Decide {
        /// Who decided.
        seat: Seat,
        /// The decision.
        action: Action,
        /// Who made it for them.
        by: Decider,
        /// Whether the player whose turn it is is asked about dead tiles if this decision leads there (T11).
        /// Otherwise this entry exchanges all of them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        asks: bool,
    },
    /// The last decision is taken back.
    TakeBack {
        /// Who takes it back.
        seat: Seat,
    },
    /// A bot takes over for a person, or the person returns.
    StandIn {
        /// The seat.
        seat: Seat,
        /// The bot; `None` when the person is back.
        level: Option<Level>,
    },
    /// A player turns questions about dead tiles on or off.
    AskDeadTiles {
        /// The player.
        seat: Seat,
        /// Whether to ask.
        ask: bool,
    },
    /// The game is paused or resumed.
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
    /// The server, because the bot failed: the first legal action.
    Fallback,
    /// The server, because a player did not answer a question about dead tiles.
    Host,
}

/// A running game.
pub(crate) struct Course {
    seed: Seed,
    deck: Deck,
    game: Game,
    game_log: GameLog,
    /// The changes in holdings, if they are hidden: a bot that joins later needs them.
    deltas: Vec<HoldingsDelta>,
    /// The decisions that count, in order: all but those taken back.
    decisions: Vec<Decision>,
    numbers: Numbers,
    players: [Player; MOST_PLAYERS],
    /// The decisions that can be taken back.
    takebacks: Takebacks<Undo>,
    timer: Timer,
}

/// A decision, as the log has it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Decision {
    seat: Seat,
    action: Action,
    asks: bool,
}

/// Where the log stands.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
struct Numbers {
    /// The number of the last entry.
    last: u64,
    /// The number of the last entry other than a change of settings.
    changed_at: u64,
    /// The number of the entry with which this turn began.
    turn_began_at: u64,
    /// For each of the last [`MAX_MISSED`] entries, the index of the first event it added or removed.
    first_events: VecDeque<usize>,
}

/// How a seat is played.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
struct Player {
    /// Whether it is a bot's. Its clock never runs.
    is_bot: bool,
    /// The bot standing in for a person.
    stand_in: Option<Level>,
    /// Whether the stand-in has decided anything.
    stood_in: bool,
    /// Whether the player wants to be asked about dead tiles.
    asks: bool,
}

#[derive(Clone, Copy)]
struct Undo {
    game: Game,
    events: usize,
    deltas: usize,
    /// The time the clock granted for the decision.
    granted_ms: i64,
    turn_began_at: u64,
}

/// Why an entry is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EntryError {
    /// A rule forbids it.
    Rule(RuleError),
    /// This player has nothing to take back.
    NothingToTakeBack,
    /// The game is paused.
    Paused,
}

impl Course {
    /// Starts a game; `bots` marks the bot seats.
    pub(crate) fn start(
        table: Table,
        seed: Seed,
        clock: Clock,
        bots: [bool; MOST_PLAYERS],
        now: i64,
    ) -> Course {
        let mut deck = Deck::new(&seed);
        let (game, game_log) = GameLog::start(table, &mut deck);
        Course {
            seed,
            deck,
            game,
            game_log,
            deltas: Vec::new(),
            decisions: Vec::new(),
            numbers: Numbers::default(),
            players: bots.map(|is_bot| Player { is_bot, ..Player::default() }),
            takebacks: Takebacks::default(),
            timer: Timer::start(clock, now),
        }
    }

    /// Checks whether an entry may be applied now. Applying an entry that passes cannot fail.
    pub(crate) fn check(&self, entry: &Entry) -> Result<(), EntryError> {
        match entry {
            Entry::Decide { .. } | Entry::TakeBack { .. } if self.is_paused() => Err(EntryError::Paused),
            Entry::Decide { seat, action, .. } => self.game.check(*seat, action).map_err(EntryError::Rule),
            Entry::TakeBack { seat } if self.takebacks.is_last_of(*seat) => Ok(()),
            Entry::TakeBack { .. } => Err(EntryError::NothingToTakeBack),
            Entry::StandIn { .. } | Entry::AskDeadTiles { .. } | Entry::Pause { .. } => Ok(()),
        }
    }

    /// Whether a player may take back the last decision today. [`Course::check`] also accepts what older logs hold.
    pub(crate) fn may_take_back(&self, seat: Seat) -> bool {
        self.takebacks.may_take_back(seat, &self.game)
    }

    /// Applies an entry that passed [`Course::check`].
    pub(crate) fn apply(&mut self, entry: &Entry, at: i64) {
        let (waited_for, was_asked) = (self.game.to_act(), self.asked().is_some());
        let turn = self.game.turn();
        self.timer.charge(self.running(), at);
        let mut first_event = self.game_log.events().len();
        match entry {
            Entry::Decide { seat, action, asks, .. } => {
                self.decide(*seat, action, *asks);
                self.timer.answer_ms = EXCHANGE_MS;
            }
            Entry::TakeBack { .. } => {
                if let Some((seat, undo)) = self.takebacks.pop() {
                    self.decisions.pop();
                    self.game = undo.game;
                    self.game_log.truncate(undo.events);
                    self.deltas.truncate(undo.deltas);
                    // Otherwise deciding and taking back repeatedly would gain time.
                    self.timer.left_ms[seat.index()] -= undo.granted_ms;
                    self.numbers.turn_began_at = undo.turn_began_at;
                    first_event = undo.events;
                }
            }
            Entry::StandIn { seat, level } => {
                let player = &mut self.players[seat.index()];
                player.stand_in = *level;
                // Leaving and returning before the bot decides gains no time.
                if std::mem::take(&mut player.stood_in) && level.is_none() {
                    self.timer.top_up(*seat);
                }
            }
            Entry::AskDeadTiles { seat, ask } => self.players[seat.index()].asks = *ask,
            Entry::Pause { paused } => self.timer.is_paused = *paused,
        }
        // An answer about dead tiles neither costs nor earns time.
        if let (Entry::Decide { by, .. }, Some(seat), false) = (entry, waited_for, was_asked) {
            self.players[seat.index()].stood_in |= *by != Decider::Person;
            let granted_ms = self.timer.grant(seat);
            if let Some(undo) = self.takebacks.last_mut() {
                undo.granted_ms = granted_ms;
            }
        }
        self.numbers.add(first_event);
        if !matches!(entry, Entry::AskDeadTiles { .. }) {
            self.numbers.changed_at = self.number();
        }
        if self.game.turn() != turn && !matches!(entry, Entry::TakeBack { .. }) {
            self.numbers.turn_began_at = self.number();
        }
    }

    /// Applies a decision, and exchanges all dead tiles for a player who is not asked.
    fn decide(&mut self, seat: Seat, action: &Action, asks: bool) {
        let before = self.game;
        let undo = Undo {
            game: before,
            events: self.game_log.events().len(),
            deltas: self.deltas.len(),
            granted_ms: 0,
            turn_began_at: self.numbers.turn_began_at,
        };
        self.decisions.push(Decision { seat, action: *action, asks });
        self.game_log.decide(&mut self.game, action, &mut self.deck);
        self.game_log.exchange_for(&mut self.game, |_| !asks, &mut self.deck);
        if before.rules().hides_holdings() {
            self.deltas.push(HoldingsDelta::between(&before, &self.game));
        }
        let events = &self.game_log.events()[undo.events..];
        self.takebacks.note((seat, undo), [&before, &self.game], events);
    }

    /// What is running down now.
    fn running(&self) -> Option<Countdown> {
        let seat = self.game.to_act().filter(|_| !self.is_paused())?;
        if self.asked().is_some() {
            return Some(Countdown::Answer);
        }
        let has_clock = self.timer.clock != Clock::None && !self.is_bot(seat);
        has_clock.then_some(Countdown::Clock(seat))
    }

    /// Whether a bot plays this seat, permanently or as a stand-in.
    fn is_bot(&self, seat: Seat) -> bool {
        let player = &self.players[seat.index()];
        player.is_bot || player.stand_in.is_some()
    }

    /// Whether a player wants to be asked about dead tiles.
    pub(crate) fn asks(&self, seat: Seat) -> bool {
        self.players[seat.index()].asks
    }

    /// Whether a player may be asked about dead tiles while connected.
    pub(crate) fn may_ask(&self, seat: Seat) -> bool {
        self.asks(seat) && !self.is_bot(seat) && !matches!(self.timer.clock, Clock::Days { .. })
    }

    /// The player who is being asked about dead tiles.
    pub(crate) fn asked(&self) -> Option<Seat> {
        self.game.to_act().filter(|_| self.game.phase() == Phase::Exchange)
    }

    /// The server's answer for the player who is being asked about dead tiles: exchange all.
    pub(crate) fn host_answer(&self) -> Option<Entry> {
        let (seat, action) = (self.asked()?, self.game.exchange_all()?);
        Some(Entry::Decide { seat, action, by: Decider::Host, asks: false })
    }

    /// When the time of the player to move runs out: their clock, or the time to answer about dead tiles.
    pub(crate) fn timeout_at(&self) -> Option<i64> {
        let running = self.running()?;
        // The player turned the setting off, or a bot took the seat.
        let is_moot = self.asked().is_some_and(|seat| !self.may_ask(seat));
        let left = if is_moot { 0 } else { self.timer.left(running, None, self.timer.last_at) };
        Some(self.timer.last_at + left)
    }

    /// The players' clocks at `now`.
    pub(crate) fn clocks(&self, now: i64) -> Clocks {
        self.timer.clocks(self.game.seats(), self.running(), self.asked().is_some(), now)
    }

    /// The game.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The seed that determines the tiles.
    pub(crate) fn seed(&self) -> Seed {
        self.seed
    }

    /// The number of the last entry; 0 before the first.
    pub(crate) fn number(&self) -> u64 {
        self.numbers.last
    }

    /// The number of the entry with which this turn began.
    pub(crate) fn turn_began_at(&self) -> u64 {
        self.numbers.turn_began_at
    }

    /// Whether a decision made at `number` is still current: only settings have changed since.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        (self.numbers.changed_at..=self.number()).contains(&number)
    }

    /// Whether the game is paused.
    pub(crate) fn is_paused(&self) -> bool {
        self.timer.is_paused
    }

    /// The bot standing in for a person.
    pub(crate) fn stand_in(&self, seat: Seat) -> Option<Level> {
        self.players[seat.index()].stand_in
    }

    /// Whether the bot standing in for a person has decided anything.
    pub(crate) fn has_stood_in(&self, seat: Seat) -> bool {
        self.players[seat.index()].stood_in
    }

    /// The changes in holdings so far; empty unless holdings are hidden.
    pub(crate) fn deltas(&self) -> &[HoldingsDelta] {
        &self.deltas
    }

    /// All events so far, as the viewer may see them.
    pub(crate) fn events_seen_by(&self, viewer: Option<Seat>) -> Vec<LogEntry> {
        self.events_since(0, viewer)
    }

    /// The events from index `first`, as the viewer may see them.
    fn events_since(&self, first: usize, viewer: Option<Seat>) -> Vec<LogEntry> {
        self.game_log.entries(first, viewer)
    }

    /// What a viewer missed since entry `since`: how many of the events they know are still valid, and the
    /// events that follow. `None` if there is no such entry yet, or if it was too long ago.
    pub(crate) fn missed(&self, since: u64, viewer: Option<Seat>) -> Option<(usize, Vec<LogEntry>)> {
        let missed = usize::try_from(self.number().checked_sub(since)?).ok()?;
        let known = self.numbers.first_events.len().checked_sub(missed)?;
        let first = self.numbers.first_events.range(known..).copied().min();
        let first = first.unwrap_or(self.game_log.events().len());
        Some((first, self.events_since(first, viewer)))
    }

    /// The record of the game so far; includes the seed once the game is over.
    pub(crate) fn record(&self, names: Vec<String>) -> Record {
        let seed = self.game.outcome().map(|_| self.seed);
        self.game_log.recorder().clone().finish(&self.game, names, seed)
    }
}

impl Numbers {
    /// Counts an entry.
    fn add(&mut self, first_event: usize) {
        self.last += 1;
        self.first_events.push_back(first_event);
        if self.first_events.len() > MAX_MISSED {
            self.first_events.pop_front();
        }
    }
}

#[cfg(test)]
mod tests;
