//! The running game: decisions of people and bots, and clocks.

use mergemaker_bots::{Decided, Level};
use mergemaker_engine::{Action, MOST_PLAYERS, RuleError, Seat};
use mergemaker_protocol::{
    Occupant, Person, Probe, Refusal, RefusalCode, Request, TableState, ToClient, probe,
};

use super::{Command, Play, Reply, Room, refuse};
use crate::course::{Course, Decider, Entry, EntryError};
use crate::journal::AppendError;
use crate::limit::{Bucket, Rate, elapsed_ms};
use crate::metrics;
use crate::store::{Append, Finished, FinishedPlayer};
use crate::time::{now_ms, unique_ms};

/// The rate limit for changing the setting about dead tiles: each change stays in the log.
const ASK_RATE: Rate = Rate { burst: 3, refill_ms: 5_000 };

impl Play {
    /// A new or replayed game.
    pub(super) fn new(course: Course) -> Play {
        Play {
            course,
            pause_votes: Vec::new(),
            refused_offers: 0,
            ask_buckets: [Bucket::default(); MOST_PLAYERS],
        }
    }
}

impl Room {
    /// Handles a request that is sent while the game is played.
    pub(super) async fn live(&mut self, person: &Person, request: Request) -> Result<Reply, Refusal> {
        match request {
            Request::Decide { number, action } => self.decide(person, number, action).await,
            Request::TakeBack { number } => self.take_back(person, number).await,
            Request::LeaveSeat {} => self.stand_in(person, Some(Level::Steady)).await,
            Request::ResumeSeat {} => self.stand_in(person, None).await,
            Request::AskAboutDeadTiles { ask } => self.ask_about_dead_tiles(person, ask).await,
            Request::Pause { paused } => self.vote_to_pause(person, paused).await,
            Request::Chat { text } => self.write(person, &text).await,
        }
    }

    /// The reply to a request that became this entry of the log, or needed none.
    fn accepted(&self, number: u64) -> Reply {
        Reply::Message(ToClient::Accepted { table: self.table.id.clone(), number })
    }

    async fn decide(&mut self, person: &Person, number: u64, action: Action) -> Result<Reply, Refusal> {
        let (seat, play) = self.player(person)?;
        let course = &play.course;
        if !course.is_current(number) {
            return Err(refuse(
                RefusalCode::Stale,
                "The game has moved on. Check the board and decide again.",
            ));
        }
        if course.stand_in(seat).is_some() {
            return Err(refuse(
                RefusalCode::WrongState,
                "A bot is playing for you. Take your seat back first.",
            ));
        }
        let (asks, is_paused) = (self.asks_next(course), course.is_paused());
        match probe(course.game(), seat, &action, play.refused_offers) {
            Probe::TooMany => {
                let message = "Too many offers that the other side cannot fulfil. Play a tile instead.";
                let rule = Some(RuleError::TooManyOffers.rule().to_owned());
                return Err(Refusal { rule, ..refuse(RefusalCode::TooMany, message) });
            }
            // During a pause the offer is refused anyway.
            Probe::Reveals if !is_paused => {
                if let Some(play) = &mut self.play {
                    play.refused_offers += 1;
                }
            }
            Probe::Reveals | Probe::Harmless => {}
        }
        self.append(Entry::Decide { seat, action, by: Decider::Person, asks }).await
    }

    async fn take_back(&mut self, person: &Person, number: u64) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "The game has moved on. Check the board and try again."));
        }
        self.may_take_back(course, seat)?;
        self.append(Entry::TakeBack { seat }).await
    }

    /// Checks whether a player may take back the last decision.
    pub(super) fn may_take_back(&self, course: &Course, seat: Seat) -> Result<(), Refusal> {
        if !self.table.settings.takebacks {
            return Err(refuse(RefusalCode::Forbidden, "Takebacks are turned off at this table."));
        }
        course.check(&Entry::TakeBack { seat }).map_err(|error| refusal_of(&error))?;
        if !course.may_take_back(seat) {
            let message = "An offer cannot be taken back. Wait for the answer.";
            return Err(refuse(RefusalCode::WrongState, message));
        }
        Ok(())
    }

    /// Changes whether a player is asked about dead tiles.
    async fn ask_about_dead_tiles(&mut self, person: &Person, ask: bool) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if course.asks(seat) == ask {
            return Ok(self.accepted(course.number()));
        }
        let bucket = self.play.as_mut().map(|play| &mut play.ask_buckets[seat.index()]);
        if bucket.is_some_and(|bucket| !bucket.take(ASK_RATE, elapsed_ms())) {
            let message = "You have changed this setting too often. Wait a few seconds.";
            return Err(refuse(RefusalCode::TooMany, message));
        }
        self.append(Entry::AskDeadTiles { seat, ask }).await
    }

    /// Whether the player whose turn it is is asked about dead tiles if the next decision leads there.
    fn asks_next(&self, course: &Course) -> bool {
        let seat = course.game().turn();
        course.may_ask(seat) && self.is_here(seat)
    }

    /// Answers a question about dead tiles for a player who is not connected.
    pub(super) async fn answer_for_absent(&mut self) {
        let Some(play) = self.play.as_ref().filter(|play| !play.course.is_paused()) else { return };
        let course = &play.course;
        if let Some(entry) = course.host_answer()
            && course.asked().is_some_and(|seat| !self.is_here(seat))
        {
            // A refusal here means that the room is inconsistent, which ends it.
            let _ = self.append(entry).await;
        }
    }

    /// Lets a bot stand in for a person, or the person return.
    pub(super) async fn stand_in(&mut self, person: &Person, level: Option<Level>) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if course.stand_in(seat) == level {
            return Ok(self.accepted(course.number()));
        }
        self.append(Entry::StandIn { seat, level }).await
    }

    /// Votes to pause or resume. The game pauses once all people agree; anyone can resume it.
    async fn vote_to_pause(&mut self, person: &Person, paused: bool) -> Result<Reply, Refusal> {
        let (seat, _) = self.player(person)?;
        let Some(Play { course, pause_votes, .. }) = &mut self.play else { return Ok(Reply::Done) };
        pause_votes.retain(|&other| other != seat);
        if paused == course.is_paused() {
            self.send_table();
            return Ok(Reply::Done);
        }
        pause_votes.push(seat);
        let agrees = |(seat, occupant): (Seat, &Occupant)| {
            occupant.person().is_none() || course.stand_in(seat).is_some() || pause_votes.contains(&seat)
        };
        // One vote resumes the game. Otherwise a player who leaves would block the others.
        let is_agreed = !paused || self.seating.iter().all(agrees);
        if is_agreed {
            pause_votes.clear();
            let reply = self.append(Entry::Pause { paused }).await?;
            self.answer_for_absent().await;
            return Ok(reply);
        }
        self.send_table();
        Ok(Reply::Done)
    }

    /// A person's seat in the running game, and the game.
    fn player(&self, person: &Person) -> Result<(Seat, &Play), Refusal> {
        self.require_state(TableState::Running)?;
        match (self.seating.seat_of(&person.id), &self.play) {
            (Some(seat), Some(play)) => Ok((seat, play)),
            _ => Err(refuse(RefusalCode::Forbidden, "You are not playing at this table.")),
        }
    }

    /// Checks an entry, makes it durable, and only then sends it.
    pub(super) async fn append(&mut self, entry: Entry) -> Result<Reply, Refusal> {
        let Some(Play { course, .. }) = &mut self.play else {
            return Err(refuse(RefusalCode::WrongState, "The game has not started yet."));
        };
        course.check(&entry).map_err(|error| refusal_of(&error))?;
        let (at, turn) = (now_ms(), course.game().turn());
        course.apply(&entry, at);
        let number = course.number();
        let finished = self.finished();
        let append = Append {
            table: self.table.id.clone(),
            number,
            // Lists of finished games are paged by this time, so it must be unique.
            at: if finished.is_some() { unique_ms(at) } else { at },
            entry: entry.clone(),
            due_at: self.play.as_ref().and_then(|play| self.due_after(&play.course)),
            waits_for: self.play.as_ref().and_then(|play| self.waits_for(&play.course)),
            finished,
        };
        let is_over = append.finished.is_some();
        if let Err(why) = self.rooms.journal.append(append).await {
            // Memory is now ahead of the store: this room ends, and the next one reads the store.
            self.is_inconsistent = true;
            return Err(match why {
                AppendError::NumberTaken => {
                    refuse(RefusalCode::Stale, "The game has moved on. Check the board and try again.")
                }
                AppendError::Unavailable => {
                    refuse(RefusalCode::Unavailable, "Nothing can be saved right now. Try again in a moment.")
                }
            });
        }
        if let Some(play) = self.play.as_mut().filter(|play| play.course.game().turn() != turn) {
            play.refused_offers = 0;
        }
        if is_over {
            self.state = TableState::Over;
            metrics::game_finished();
            tracing::info!(table = %self.table.id.0, "game over");
        }
        self.send_update();
        if is_over || !matches!(entry, Entry::Decide { .. } | Entry::TakeBack { .. }) {
            self.send_table();
        }
        if matches!(entry, Entry::TakeBack { .. }) {
            // Bots may remember the decision that was taken back.
            self.bots.clear();
        }
        self.start_bot();
        Ok(self.accepted(number))
    }

    /// When the server must act next: at once for a bot's move, otherwise when the clock runs out.
    pub(super) fn due_after(&self, course: &Course) -> Option<i64> {
        match course.game().to_act() {
            Some(seat) if !course.is_paused() && self.bot_in(course, seat).is_some() => Some(now_ms()),
            _ => course.timeout_at(),
        }
    }

    /// The seat of the person to move; `None` for a bot or during a pause.
    pub(super) fn waits_for(&self, course: &Course) -> Option<Seat> {
        let seat = course.game().to_act().filter(|_| !course.is_paused())?;
        self.bot_in(course, seat).is_none().then_some(seat)
    }

    /// The bot that decides for a seat.
    fn bot_in(&self, course: &Course, seat: Seat) -> Option<Level> {
        self.seating.bot(seat).or_else(|| course.stand_in(seat))
    }

    /// Handles a clock that ran out: a bot takes over, or the server answers a question about dead tiles.
    pub(super) async fn check_clock(&mut self) {
        let is_due = |course: &&Course| course.timeout_at().is_some_and(|at| at <= now_ms());
        let due = self.play.as_ref().map(|play| &play.course).filter(is_due);
        let entry = due.and_then(|course| {
            let stand_in = |seat| Entry::StandIn { seat, level: Some(Level::Steady) };
            course.host_answer().or_else(|| course.game().to_act().map(stand_in))
        });
        if let Some(entry) = entry {
            // A refusal here means that the room is inconsistent, which ends it.
            let _ = self.append(entry).await;
        }
        self.start_bot();
    }

    /// Starts the bot that is to move, unless one is thinking already.
    pub(super) fn start_bot(&mut self) {
        let Some(play) = self.play.as_ref().filter(|play| !play.course.is_paused()) else { return };
        let course = &play.course;
        // The server answers questions about dead tiles for bots.
        let Some(seat) = course.game().to_act().filter(|_| course.asked().is_none()) else { return };
        let Some(level) = self.bot_in(course, seat) else { return };
        if self.bots.is_thinking() || self.is_inconsistent {
            return;
        }
        let number = course.number();
        let turn = self.bots.think(level, course, seat);
        let (sender, threads) = (self.sender.clone(), self.rooms.bot_threads.clone());
        tokio::spawn(async move {
            let (bot, decided) = turn.decide(threads).await;
            // If the room has ended, it is reopened when the move is due.
            let _ = sender.send(Command::BotDecided { number, seat, bot, decided }).await;
        });
    }

    pub(super) async fn append_bot_decision(&mut self, number: u64, seat: Seat, decided: Decided) {
        let course = self.play.as_ref().map(|play| &play.course);
        let current = course.filter(|course| {
            course.is_current(number) && self.bot_in(course, seat).is_some() && !course.is_paused()
        });
        let Some(course) = current else { return self.start_bot() };
        let asks = self.asks_next(course);
        let by = match decided.fault {
            None => Decider::Bot,
            Some(fault) => {
                metrics::bot_failed(fault);
                tracing::warn!(table = %self.table.id.0, %seat, %fault, "bot failed: playing the first legal action");
                Decider::Fallback
            }
        };
        // A refusal here means that the room is inconsistent, which ends it.
        let _ = self.append(Entry::Decide { seat, action: decided.action, by, asks }).await;
    }

    /// The results of the game, once it is over.
    fn finished(&self) -> Option<Finished> {
        let course = &self.play.as_ref()?.course;
        let outcome = course.game().outcome()?;
        let record = course.record(self.seating.names());
        let place_of = |seat: Seat| {
            let money = outcome.cash[seat.index()];
            // A player whose seat a bot finished comes last, whatever the bot won.
            let ahead = if course.stand_in(seat).is_some() { outcome.cash.len() - 1 } else { 0 };
            1 + ahead.max(outcome.cash.iter().filter(|other| **other > money).count()) as i64
        };
        let rating = |seat| Some(self.seating.bot(seat)?.strength()?.rating);
        let player = |(seat, occupant): (Seat, &Occupant)| FinishedPlayer {
            person: occupant.person().map(|person| person.id.clone()),
            bot_rating: rating(seat).unwrap_or(25.0),
            money: outcome.cash[seat.index()].0.into(),
            place: place_of(seat),
        };
        let players = self.seating.iter().map(player).collect();
        Some(Finished { record, players, is_rated: !self.table.settings.hints })
    }
}

fn refusal_of(error: &EntryError) -> Refusal {
    match error {
        EntryError::Rule(rule) => Refusal {
            code: RefusalCode::AgainstTheRules,
            message: rule.to_string(),
            rule: Some(rule.rule().to_owned()),
        },
        EntryError::NothingToTakeBack => {
            refuse(RefusalCode::WrongState, "You have nothing to take back right now.")
        }
        EntryError::Paused => refuse(RefusalCode::WrongState, "The game is paused."),
    }
}
