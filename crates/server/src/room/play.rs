//! The game: decisions of people and bots, and clocks.

use std::time::Duration;

use mergemaker_bots::{Bot, Budget, Decided, Fault, Level, decide, observe, start};
use mergemaker_engine::{Action, Dice, Game, RuleError, Seat, Table};
use mergemaker_protocol::{
    Occupant, Person, Probe, Refusal, RefusalCode, TableState, has_telling_offer, probe,
};

use super::{Command, Granted, Room, as_json, refuse};
use crate::course::{Course, Decider, Entry, EntryError};
use crate::journal::NotKept;
use crate::limit::{Rate, elapsed_ms};
use crate::metrics;
use crate::store::{Append, Finished, FinishedPlayer};
use crate::time::{now_ms, unique_ms};

/// How long a bot may think before the mildest decision is made for it.
const BOT_LIMIT: Duration = Duration::from_secs(3);

/// How often a player may change the setting about dead tiles: each change is kept for ever.
const ASK_RATE: Rate = Rate { at_once: 3, each_ms: 5_000 };

impl Room {
    pub(super) async fn decide(
        &mut self,
        person: &Person,
        number: u64,
        action: Action,
    ) -> Result<Granted, Refusal> {
        let (seat, course) = self.player(person)?;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "the game has gone on since: look and decide again"));
        }
        if course.stand_in(seat).is_some() {
            return Err(refuse(RefusalCode::WrongState, "a bot plays for you: take your place back first"));
        }
        let (asks, is_paused) = (self.asks_next(course), course.is_paused());
        match probe(course.game(), seat, &action, self.refused_offers) {
            Probe::TooMany => {
                let message = "too many offers that the other side cannot keep: go on with the tile";
                let rule = Some(RuleError::TooManyOffers.rule().to_owned());
                return Err(Refusal { rule, ..refuse(RefusalCode::TooMany, message) });
            }
            // During a pause it is refused for that alone.
            Probe::Reveals if !is_paused => self.refused_offers += 1,
            Probe::Reveals | Probe::Harmless => {}
        }
        self.enter(Entry::Decide { seat, action, by: Decider::Person, asks }).await
    }

    pub(super) async fn take_back(&mut self, person: &Person, number: u64) -> Result<Granted, Refusal> {
        let (seat, course) = self.player(person)?;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "the game has gone on since: look again"));
        }
        self.may_take_back(course, seat)?;
        self.enter(Entry::TakeBack { seat }).await
    }

    /// Whether a player may take back the last decision, or why not.
    pub(super) fn may_take_back(&self, course: &Course, seat: Seat) -> Result<(), Refusal> {
        if !self.settings.takebacks {
            return Err(refuse(RefusalCode::Forbidden, "nothing is taken back at this table"));
        }
        if has_telling_offer(course.game()) {
            let message = "an offer cannot be taken back: wait for the answer";
            return Err(refuse(RefusalCode::WrongState, message));
        }
        course.check(&Entry::TakeBack { seat }).map_err(|error| refusal_of(&error))
    }

    /// Notes whether somebody wants to be asked about dead tiles.
    pub(super) async fn ask_about_dead_tiles(
        &mut self,
        person: &Person,
        ask: bool,
    ) -> Result<Granted, Refusal> {
        let (seat, course) = self.player(person)?;
        if course.asks(seat) == ask {
            return Ok(Granted::Entry { number: course.number() });
        }
        if !self.ask_buckets[seat.index()].take(ASK_RATE, elapsed_ms()) {
            let message = "you have changed this setting too often: wait a few seconds";
            return Err(refuse(RefusalCode::TooMany, message));
        }
        self.enter(Entry::AskDeadTiles { seat, ask }).await
    }

    /// Whether the player whose turn it is is asked about dead tiles, if their next decision or another's leads
    /// there.
    fn asks_next(&self, course: &Course) -> bool {
        let seat = course.game().turn();
        course.may_ask(seat) && self.is_here(seat)
    }

    /// Answers for a player who is asked about dead tiles and has gone.
    pub(super) async fn answer_if_gone(&mut self) {
        let Some(course) = self.course.as_ref().filter(|course| !course.is_paused()) else { return };
        if let Some(entry) = course.answer_of_host()
            && course.asked().is_some_and(|seat| !self.is_here(seat))
        {
            // A refusal here means that the room is lost, which ends it.
            let _ = self.enter(entry).await;
        }
    }

    /// Lets a bot play for a person, or the person again.
    pub(super) async fn stand_in(
        &mut self,
        person: &Person,
        level: Option<Level>,
    ) -> Result<Granted, Refusal> {
        let (seat, course) = self.player(person)?;
        if course.stand_in(seat) == level {
            return Ok(Granted::Entry { number: course.number() });
        }
        self.enter(Entry::StandIn { seat, level }).await
    }

    /// Notes that somebody agrees; when all people do, the game is paused, or goes on.
    pub(super) async fn vote_to_pause(&mut self, person: &Person, paused: bool) -> Result<Granted, Refusal> {
        let (seat, course) = self.player(person)?;
        if paused == course.is_paused() {
            self.pause_votes.retain(|&other| other != seat);
            self.tell_table();
            return Ok(Granted::Done);
        }
        let asked: Vec<Seat> = Seat::all(self.seats.len())
            .zip(&self.seats)
            .filter(|(seat, occupant)| occupant.person().is_some() && course.stand_in(*seat).is_none())
            .map(|(seat, _)| seat)
            .collect();
        if !self.pause_votes.contains(&seat) {
            self.pause_votes.push(seat);
        }
        // All must agree to pause; to go on, one is enough, or who leaves would keep the others waiting for ever.
        if !paused || asked.iter().all(|seat| self.pause_votes.contains(seat)) {
            self.pause_votes.clear();
            let granted = self.enter(Entry::Pause { paused }).await?;
            self.answer_if_gone().await;
            return Ok(granted);
        }
        self.tell_table();
        Ok(Granted::Done)
    }

    /// The place of a person in the running game, and the game.
    fn player(&self, person: &Person) -> Result<(Seat, &Course), Refusal> {
        self.must_be(TableState::Running)?;
        match (self.seat_of(&person.id), &self.course) {
            (Some(seat), Some(course)) => Ok((seat, course)),
            _ => Err(refuse(RefusalCode::Forbidden, "you do not play at this table")),
        }
    }

    /// Makes an entry: checked, kept, and only then told.
    pub(super) async fn enter(&mut self, entry: Entry) -> Result<Granted, Refusal> {
        let Some(course) = &mut self.course else {
            return Err(refuse(RefusalCode::WrongState, "the game has not begun"));
        };
        course.check(&entry).map_err(|error| refusal_of(&error))?;
        let (at, turn) = (now_ms(), course.game().turn());
        course.make(&entry, at);
        let number = course.number();
        let finished = self.finished();
        let append = Append {
            table: self.id.clone(),
            number,
            // Lists of finished games are paged by this time: no two share one.
            at: if finished.is_some() { unique_ms(at) } else { at },
            entry: as_json(&entry),
            due_at: self.course.as_ref().and_then(|course| self.due_after(course)),
            waits_for: self.course.as_ref().and_then(|course| self.waits_for(course)),
            finished,
        };
        let is_over = append.finished.is_some();
        if let Err(why) = self.rooms.journal.append(append).await {
            // What is in memory is ahead of what is kept: this room ends, and the next one reads what holds.
            self.is_lost = true;
            return Err(match why {
                NotKept::NumberTaken => refuse(RefusalCode::Stale, "the game has gone on since: look again"),
                NotKept::Unavailable => {
                    refuse(RefusalCode::Unavailable, "nothing can be kept just now: try again in a moment")
                }
            });
        }
        if self.course.as_ref().is_some_and(|course| course.game().turn() != turn) {
            self.refused_offers = 0;
        }
        if is_over {
            self.state = TableState::Over;
            metrics::game_finished();
            tracing::info!(table = %self.id.0, "a game is over");
        }
        self.tell_update();
        if is_over || !matches!(entry, Entry::Decide { .. } | Entry::TakeBack { .. }) {
            self.tell_table();
        }
        if matches!(entry, Entry::TakeBack { .. }) {
            // A bot may remember what is no more.
            self.bots.clear();
        }
        self.let_bots_play();
        Ok(Granted::Entry { number })
    }

    /// When something must happen by itself after what a game has come to: at once where a bot is to decide.
    pub(super) fn due_after(&self, course: &Course) -> Option<i64> {
        match course.game().to_act() {
            Some(seat) if !course.is_paused() && self.bot_in(course, seat).is_some() => Some(now_ms()),
            _ => course.runs_out_at(),
        }
    }

    /// The seat of the person whose decision a game waits for.
    pub(super) fn waits_for(&self, course: &Course) -> Option<Seat> {
        let seat = course.game().to_act().filter(|_| !course.is_paused())?;
        self.bot_in(course, seat).is_none().then_some(seat)
    }

    /// The bot that decides in a place.
    fn bot_in(&self, course: &Course, seat: Seat) -> Option<Level> {
        match self.seats.get(seat.index()) {
            Some(Occupant::Bot { level }) => level.parse().ok(),
            Some(Occupant::Person { .. }) => course.stand_in(seat),
            Some(Occupant::Open) | None => None,
        }
    }

    /// Lets a bot take over when the time of a player has run out; about dead tiles the host answers.
    pub(super) async fn look_at_clock(&mut self) {
        let due = self.course.as_ref().filter(|course| course.runs_out_at().is_some_and(|at| at <= now_ms()));
        let entry = due.and_then(|course| {
            let stand_in = |seat| Entry::StandIn { seat, level: Some(Level::Steady) };
            course.answer_of_host().or_else(|| course.game().to_act().map(stand_in))
        });
        if let Some(entry) = entry {
            // A refusal here means that the room is lost, which ends it.
            let _ = self.enter(entry).await;
        }
        self.let_bots_play();
    }

    /// Starts a bot where one is to decide.
    pub(super) fn let_bots_play(&mut self) {
        let Some(course) = self.course.as_ref().filter(|course| !course.is_paused()) else { return };
        // About dead tiles the host answers for a bot.
        let Some(seat) = course.game().to_act().filter(|_| course.asked().is_none()) else { return };
        let Some(level) = self.bot_in(course, seat) else { return };
        if self.is_thinking || self.is_lost {
            return;
        }
        self.is_thinking = true;
        let game = *course.game();
        let number = course.number();
        let dice = Dice::new(course.seed().for_decisions(number));
        let bot = self.bots.remove(&seat.index()).unwrap_or_else(|| seated(level, course, seat));
        let (own, threads) = (self.own.clone(), self.rooms.bot_threads.clone());
        tokio::spawn(async move {
            let permit = threads.acquire_owned().await;
            let thinking = tokio::task::spawn_blocking(move || {
                // Held as long as the thread is, not as long as somebody waits for it.
                let _permit = permit;
                think(bot, &game, dice)
            });
            let (bot, decided) = match tokio::time::timeout(BOT_LIMIT, thinking).await {
                Ok(Ok((bot, decided))) => (Some(bot), decided),
                Ok(Err(_)) => (None, mildest(&game, Fault::Crashed)),
                Err(_) => (None, mildest(&game, Fault::TimedOut)),
            };
            // A room that has ended is made anew when something is due.
            let _ = own.send(Command::BotDecided { number, seat, bot, decided }).await;
        });
    }

    pub(super) async fn enter_of_bot(&mut self, number: u64, seat: Seat, decided: Decided) {
        let is_current = self.course.as_ref().is_some_and(|course| {
            course.is_current(number) && self.bot_in(course, seat).is_some() && !course.is_paused()
        });
        if !is_current {
            self.let_bots_play();
            return;
        }
        let by = match decided.fault {
            None => Decider::Bot,
            Some(fault) => {
                metrics::bot_failed(fault);
                tracing::warn!(table = %self.id.0, %seat, %fault, "a bot failed: the mildest decision is made");
                Decider::Fallback
            }
        };
        // A refusal here means that the room is lost, which ends it.
        let asks = self.course.as_ref().is_some_and(|course| self.asks_next(course));
        let _ = self.enter(Entry::Decide { seat, action: decided.action, by, asks }).await;
    }

    /// What came of the game, once it is over.
    fn finished(&self) -> Option<Finished> {
        let course = self.course.as_ref()?;
        let outcome = course.game().outcome()?;
        let name = |occupant: &Occupant| match occupant {
            Occupant::Person { person } => person.name.clone(),
            Occupant::Bot { level } => level.clone(),
            Occupant::Open => String::new(),
        };
        let record = course.record(self.seats.iter().map(name).collect()).to_json();
        let place_of = |seat: Seat| {
            let money = outcome.cash[seat.index()];
            let is_away = course.stand_in(seat).is_some() && self.bot_in(course, seat).is_some();
            // What a bot won for somebody who has gone is not theirs: they come last.
            let ahead = if is_away { outcome.cash.len() - 1 } else { 0 };
            1 + ahead.max(outcome.cash.iter().filter(|other| **other > money).count()) as i64
        };
        let rating_of = |level: &str| Some(level.parse::<Level>().ok()?.strength()?.rating);
        let player = |(seat, occupant): (Seat, &Occupant)| FinishedPlayer {
            person: occupant.person().map(|person| person.id.clone()),
            bot_rating: match occupant {
                Occupant::Bot { level } => rating_of(level).unwrap_or(25.0),
                Occupant::Person { .. } | Occupant::Open => 25.0,
            },
            money: outcome.cash[seat.index()].0.into(),
            place: place_of(seat),
        };
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        Some(Finished { record, players: seats.map(player).collect(), is_rated: !self.settings.hints })
    }
}

/// A bot that has seen all that was public so far.
fn seated(level: Level, course: &Course, seat: Seat) -> Box<dyn Bot> {
    let mut bot = level.bot();
    if let Ok(table) = Table::new(*course.game().rules(), course.game().players()) {
        start(&mut *bot, &table, seat);
    }
    for delta in course.deltas() {
        observe(&mut *bot, delta);
    }
    bot
}

fn think(mut bot: Box<dyn Bot>, game: &Game, mut dice: Dice) -> (Box<dyn Bot>, Decided) {
    let decided = metrics::bot_thinks(|| decide(&mut *bot, game, &mut dice, Budget::default()));
    (bot, decided)
}

/// The decision that is made for a bot that makes none.
fn mildest(game: &Game, fault: Fault) -> Decided {
    Decided { action: game.legal_actions()[0], was_asked: true, fault: Some(fault) }
}

fn refusal_of(error: &EntryError) -> Refusal {
    match error {
        EntryError::Rule(rule) => Refusal {
            code: RefusalCode::AgainstTheRules,
            message: rule.to_string(),
            rule: Some(rule.rule().to_owned()),
        },
        EntryError::NothingToTakeBack => {
            refuse(RefusalCode::WrongState, "there is nothing of yours that can be taken back now")
        }
        EntryError::Paused => refuse(RefusalCode::WrongState, "the game is paused"),
    }
}
