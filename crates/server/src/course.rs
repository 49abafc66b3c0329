//! The course of a game: what its log makes of it, entry by entry. Pure: the same entries give the same game on
//! every node and after every restart.

use mergemaker_bots::{HoldingsDelta, Level};
use mergemaker_engine::{Action, Game, MOST_PLAYERS, Phase, RuleError, Seat, Table};
use mergemaker_protocol::{Clock, Clocks, EXCHANGE_MS, Takebacks};
use mergemaker_record::{Deck, GameLog, LogEntry, Record, Seed};
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
    game_log: GameLog,
    /// What changed hands, where holdings are hidden: what a bot that comes late must know.
    deltas: Vec<HoldingsDelta>,
    /// How many events there were before each entry, once it was done.
    first_events: Vec<usize>,
    /// The number of the last entry that is more than a setting.
    changed_at: u64,
    stand_ins: [Option<Level>; MOST_PLAYERS],
    /// Whether the bot that plays for a person has decided anything.
    stood_in: [bool; MOST_PLAYERS],
    /// Whose time never runs.
    bots: [bool; MOST_PLAYERS],
    /// Who wants to be asked about dead tiles.
    asks: [bool; MOST_PLAYERS],
    /// How long the player who is asked about dead tiles has to answer, as of the last entry.
    exchange_ms: i64,
    /// What can be taken back.
    takebacks: Takebacks<Undo>,
    clock: Clock,
    left_ms: [i64; MOST_PLAYERS],
    is_paused: bool,
    /// When the last entry was made.
    last_at: i64,
}

#[derive(Clone, Copy)]
struct Undo {
    game: Game,
    events: usize,
    deltas: usize,
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
        let (game, game_log) = GameLog::start(table, &mut deck);
        let left = match clock {
            Clock::None => 0,
            Clock::PerDecision { seconds } | Clock::Bank { seconds, .. } => i64::from(seconds) * 1_000,
            Clock::Days { days } => i64::from(days) * 86_400_000,
        };
        Course {
            seed,
            deck,
            game,
            game_log,
            deltas: Vec::new(),
            first_events: Vec::new(),
            stand_ins: [None; MOST_PLAYERS],
            stood_in: [false; MOST_PLAYERS],
            bots,
            asks: [false; MOST_PLAYERS],
            exchange_ms: 0,
            takebacks: Takebacks::default(),
            changed_at: 0,
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
            Entry::TakeBack { seat } if self.takebacks.is_last_of(*seat) => Ok(()),
            Entry::TakeBack { .. } => Err(EntryError::NothingToTakeBack),
            Entry::StandIn { .. } | Entry::AskDeadTiles { .. } | Entry::Pause { .. } => Ok(()),
        }
    }

    /// Makes an entry that [`Course::check`] found good.
    pub(crate) fn make(&mut self, entry: &Entry, at: i64) {
        let (waited_for, was_asked) = (self.game.to_act(), self.asked().is_some());
        self.charge(at);
        let mut first_event = self.game_log.events().len();
        match entry {
            Entry::Decide { seat, action, asks, .. } => {
                self.decide(*seat, action, *asks);
                self.exchange_ms = EXCHANGE_MS;
            }
            Entry::TakeBack { .. } => {
                if let Some((seat, undo)) = self.takebacks.pop() {
                    self.game = undo.game;
                    self.game_log.truncate(undo.events);
                    self.deltas.truncate(undo.deltas);
                    // Or one could win time by deciding and taking back, again and again.
                    self.left_ms[seat.index()] -= undo.reward_ms;
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
            if let Some(undo) = self.takebacks.last_mut() {
                undo.reward_ms = self.left_ms[seat.index()] - before;
            }
        }
        self.first_events.push(first_event);
        if !matches!(entry, Entry::AskDeadTiles { .. }) {
            self.changed_at = self.number();
        }
        self.last_at = at;
    }

    /// Makes a decision, and answers for a player who is not to be asked about dead tiles.
    fn decide(&mut self, seat: Seat, action: &Action, asks: bool) {
        let before = self.game;
        let undo = Undo {
            game: before,
            events: self.game_log.events().len(),
            deltas: self.deltas.len(),
            reward_ms: 0,
        };
        self.game_log.decide(&mut self.game, action, &mut self.deck);
        self.game_log.exchange_for(&mut self.game, |_| !asks, &mut self.deck);
        if before.rules().hides_holdings() {
            self.deltas.push(HoldingsDelta::between(&before, &self.game));
        }
        let events = &self.game_log.events()[undo.events..];
        self.takebacks.note((seat, undo), [&before, &self.game], events);
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

    /// Whether a decision made at a number still fits: only settings have changed since.
    pub(crate) fn is_current(&self, number: u64) -> bool {
        (self.changed_at..=self.number()).contains(&number)
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
    pub(crate) fn deltas(&self) -> &[HoldingsDelta] {
        &self.deltas
    }

    /// Every event so far, as a viewer may see it.
    pub(crate) fn events_seen_by(&self, viewer: Option<Seat>) -> Vec<LogEntry> {
        self.events_since(0, viewer)
    }

    /// The events from a place on, as a viewer may see them.
    fn events_since(&self, first: usize, viewer: Option<Seat>) -> Vec<LogEntry> {
        self.game_log.entries(first, viewer)
    }

    /// What a viewer missed who knows everything up to an entry: how many of the events they know still
    /// stand, and those that come after. None when they know more than there is.
    pub(crate) fn missed(&self, since: u64, viewer: Option<Seat>) -> Option<(usize, Vec<LogEntry>)> {
        let known = usize::try_from(since).ok().filter(|&known| known <= self.first_events.len())?;
        let first = self.first_events[known..].iter().copied().min().unwrap_or(self.game_log.events().len());
        Some((first, self.events_since(first, viewer)))
    }

    /// The record of the game as it stands, with the seed once it is over.
    pub(crate) fn record(&self, names: Vec<String>) -> Record {
        let seed = self.game.outcome().map(|_| self.seed);
        self.game_log.recorder().clone().finish(&self.game, names, seed)
    }
}

#[cfg(test)]
mod tests;
