//! The game: decisions of people and bots, and clocks.

use mergemaker_bots::{Decided, Level};
use mergemaker_engine::{Action, MOST_PLAYERS, RuleError, Seat};
use mergemaker_protocol::{
    Occupant, Person, Probe, Refusal, RefusalCode, TableState, has_telling_offer, probe,
};

use super::{Command, Play, Reply, Room, refuse};
use crate::course::{Course, Decider, Entry, EntryError};
use crate::journal::NotKept;
use crate::limit::{Bucket, Rate, elapsed_ms};
use crate::metrics;
use crate::store::{Append, Finished, FinishedPlayer};
use crate::time::{now_ms, unique_ms};

/// How often a player may change the setting about dead tiles: each change is kept for ever.
const ASK_RATE: Rate = Rate { at_once: 3, each_ms: 5_000 };

impl Play {
    /// A game as it begins, or as its log leaves it.
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
    pub(super) async fn decide(
        &mut self,
        person: &Person,
        number: u64,
        action: Action,
    ) -> Result<Reply, Refusal> {
        let (seat, play) = self.player(person)?;
        let course = &play.course;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "the game has gone on since: look and decide again"));
        }
        if course.stand_in(seat).is_some() {
            return Err(refuse(RefusalCode::WrongState, "a bot plays for you: take your seat back first"));
        }
        let (asks, is_paused) = (self.asks_next(course), course.is_paused());
        match probe(course.game(), seat, &action, play.refused_offers) {
            Probe::TooMany => {
                let message = "too many offers that the other side cannot keep: go on with the tile";
                let rule = Some(RuleError::TooManyOffers.rule().to_owned());
                return Err(Refusal { rule, ..refuse(RefusalCode::TooMany, message) });
            }
            // During a pause it is refused for that alone.
            Probe::Reveals if !is_paused => {
                if let Some(play) = &mut self.play {
                    play.refused_offers += 1;
                }
            }
            Probe::Reveals | Probe::Harmless => {}
        }
        self.enter(Entry::Decide { seat, action, by: Decider::Person, asks }).await
    }

    pub(super) async fn take_back(&mut self, person: &Person, number: u64) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "the game has gone on since: look again"));
        }
        self.may_take_back(course, seat)?;
        self.enter(Entry::TakeBack { seat }).await
    }

    /// Whether a player may take back the last decision, or why not.
    pub(super) fn may_take_back(&self, course: &Course, seat: Seat) -> Result<(), Refusal> {
        if !self.table.settings.takebacks {
            return Err(refuse(RefusalCode::Forbidden, "nothing can be taken back at this table"));
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
    ) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if course.asks(seat) == ask {
            return Ok(Reply::Entry { number: course.number() });
        }
        let bucket = self.play.as_mut().map(|play| &mut play.ask_buckets[seat.index()]);
        if bucket.is_some_and(|bucket| !bucket.take(ASK_RATE, elapsed_ms())) {
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
        let Some(play) = self.play.as_ref().filter(|play| !play.course.is_paused()) else { return };
        let course = &play.course;
        if let Some(entry) = course.answer_of_host()
            && course.asked().is_some_and(|seat| !self.is_here(seat))
        {
            // A refusal here means that the room is lost, which ends it.
            let _ = self.enter(entry).await;
        }
    }

    /// Lets a bot play for a person, or the person again.
    pub(super) async fn stand_in(&mut self, person: &Person, level: Option<Level>) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if course.stand_in(seat) == level {
            return Ok(Reply::Entry { number: course.number() });
        }
        self.enter(Entry::StandIn { seat, level }).await
    }

    /// Notes that somebody agrees; when all people do, the game is paused, or goes on.
    pub(super) async fn vote_to_pause(&mut self, person: &Person, paused: bool) -> Result<Reply, Refusal> {
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
        // All must agree to pause. To go on, one is enough, or somebody who leaves would keep the others waiting.
        let is_agreed = !paused || self.seating.iter().all(agrees);
        if is_agreed {
            pause_votes.clear();
            let reply = self.enter(Entry::Pause { paused }).await?;
            self.answer_if_gone().await;
            return Ok(reply);
        }
        self.send_table();
        Ok(Reply::Done)
    }

    /// The seat of a person in the running game, and the game.
    fn player(&self, person: &Person) -> Result<(Seat, &Play), Refusal> {
        self.must_be(TableState::Running)?;
        match (self.seating.seat_of(&person.id), &self.play) {
            (Some(seat), Some(play)) => Ok((seat, play)),
            _ => Err(refuse(RefusalCode::Forbidden, "you do not play at this table")),
        }
    }

    /// Makes an entry: checked, kept, and only then sent.
    pub(super) async fn enter(&mut self, entry: Entry) -> Result<Reply, Refusal> {
        let Some(Play { course, .. }) = &mut self.play else {
            return Err(refuse(RefusalCode::WrongState, "the game has not begun"));
        };
        course.check(&entry).map_err(|error| refusal_of(&error))?;
        let (at, turn) = (now_ms(), course.game().turn());
        course.make(&entry, at);
        let number = course.number();
        let finished = self.finished();
        let append = Append {
            table: self.table.id.clone(),
            number,
            // Lists of finished games are paged by this time: no two share one.
            at: if finished.is_some() { unique_ms(at) } else { at },
            entry: entry.clone(),
            due_at: self.play.as_ref().and_then(|play| self.due_after(&play.course)),
            waits_for: self.play.as_ref().and_then(|play| self.waits_for(&play.course)),
            finished,
        };
        let is_over = append.finished.is_some();
        if let Err(why) = self.rooms.journal.append(append).await {
            // What is in memory is ahead of what is kept: this room ends, and the next one reads what holds.
            self.is_lost = true;
            return Err(match why {
                NotKept::NumberTaken => refuse(RefusalCode::Stale, "the game has gone on since: look again"),
                NotKept::Unavailable => {
                    refuse(RefusalCode::Unavailable, "nothing can be saved right now: try again in a moment")
                }
            });
        }
        if let Some(play) = self.play.as_mut().filter(|play| play.course.game().turn() != turn) {
            play.refused_offers = 0;
        }
        if is_over {
            self.state = TableState::Over;
            metrics::game_finished();
            tracing::info!(table = %self.table.id.0, "a game is over");
        }
        self.send_update();
        if is_over || !matches!(entry, Entry::Decide { .. } | Entry::TakeBack { .. }) {
            self.send_table();
        }
        if matches!(entry, Entry::TakeBack { .. }) {
            // A bot may remember what is no more.
            self.bots.forget();
        }
        self.let_bots_play();
        Ok(Reply::Entry { number })
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

    /// The bot that decides in a seat.
    fn bot_in(&self, course: &Course, seat: Seat) -> Option<Level> {
        self.seating.bot(seat).or_else(|| course.stand_in(seat))
    }

    /// Lets a bot take over when the time of a player has run out; about dead tiles the host answers.
    pub(super) async fn check_clock(&mut self) {
        let is_due = |course: &&Course| course.runs_out_at().is_some_and(|at| at <= now_ms());
        let due = self.play.as_ref().map(|play| &play.course).filter(is_due);
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

    /// Lets the bot think whose decision the game waits for, unless one thinks already.
    pub(super) fn let_bots_play(&mut self) {
        let Some(play) = self.play.as_ref().filter(|play| !play.course.is_paused()) else { return };
        let course = &play.course;
        // About dead tiles the host answers for a bot.
        let Some(seat) = course.game().to_act().filter(|_| course.asked().is_none()) else { return };
        let Some(level) = self.bot_in(course, seat) else { return };
        if self.bots.is_thinking() || self.is_lost {
            return;
        }
        let number = course.number();
        let thought = self.bots.think(level, course, seat);
        let (own, threads) = (self.own.clone(), self.rooms.bot_threads.clone());
        tokio::spawn(async move {
            let (bot, decided) = thought.decide(threads).await;
            // A room that has ended is opened again when something is due.
            let _ = own.send(Command::BotDecided { number, seat, bot, decided }).await;
        });
    }

    pub(super) async fn enter_of_bot(&mut self, number: u64, seat: Seat, decided: Decided) {
        let course = self.play.as_ref().map(|play| &play.course);
        let current = course.filter(|course| {
            course.is_current(number) && self.bot_in(course, seat).is_some() && !course.is_paused()
        });
        let Some(course) = current else { return self.let_bots_play() };
        let asks = self.asks_next(course);
        let by = match decided.fault {
            None => Decider::Bot,
            Some(fault) => {
                metrics::bot_failed(fault);
                tracing::warn!(table = %self.table.id.0, %seat, %fault, "a bot failed: the mildest decision is made");
                Decider::Fallback
            }
        };
        // A refusal here means that the room is lost, which ends it.
        let _ = self.enter(Entry::Decide { seat, action: decided.action, by, asks }).await;
    }

    /// What came of the game, once it is over.
    fn finished(&self) -> Option<Finished> {
        let course = &self.play.as_ref()?.course;
        let outcome = course.game().outcome()?;
        let record = course.record(self.seating.names());
        let place_of = |seat: Seat| {
            let money = outcome.cash[seat.index()];
            // What a bot won for somebody who has gone is not theirs: they come last.
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
            refuse(RefusalCode::WrongState, "there is nothing of yours that can be taken back now")
        }
        EntryError::Paused => refuse(RefusalCode::WrongState, "the game is paused"),
    }
}
