//! The running game: decisions of people and bots, and clocks.

use std::time::Duration;

use mergemaker_bots::{Decided, Level};
use mergemaker_engine::{Action, Phase, RuleError, Seat};
use mergemaker_protocol::{
    Occupant, Person, Probe, Refusal, RefusalCode, Request, TableState, ToClient, probe,
};

use super::absence::Absences;
use super::replay::SNAPSHOT_EVERY;
use super::throttle::{Limited, Throttle};
use super::{Command, Play, Reply, Room, bots, refuse, unavailable};
use crate::course::{Course, Decider, Entry, EntryError};
use crate::journal::AppendError;
use crate::limit::elapsed_ms;
use crate::metrics;
use crate::refusals::Refused;
use crate::store::{Append, Finished, FinishedPlayer, RefusedOffers};
use crate::thinking::Work;
use crate::time::{now_ms, unique_ms};

/// The bot that stands in for a person, whoever wants it: nobody chooses a weaker one for another player.
pub(super) const STAND_IN: Level = Level::Steady;

impl Play {
    /// A new or replayed game.
    pub(super) fn new(course: Course, refused_offers: RefusedOffers) -> Play {
        Play {
            course,
            pause_votes: Vec::new(),
            refused_offers,
            throttle: Throttle::default(),
            absences: Absences::new(elapsed_ms()),
        }
    }

    /// How many offers were refused this turn because the other side lacks what they ask for.
    fn refused_offers(&self) -> u32 {
        let RefusedOffers { in_turn, count } = self.refused_offers;
        if in_turn == self.course.turn_began_at() { count } else { 0 }
    }
}

impl Room {
    /// Handles a request that is sent while the game is played.
    pub(super) async fn live(&mut self, person: &Person, request: Request) -> Result<Reply, Refusal> {
        match request {
            Request::Decide { number, action } => self.decide(person, number, action).await,
            Request::TakeBack { number } => self.take_back(person, number).await,
            Request::LeaveSeat {} => self.hand_over(person, Some(STAND_IN)).await,
            Request::ResumeSeat {} => self.hand_over(person, None).await,
            Request::AskAboutDeadTiles { ask } => self.ask_about_dead_tiles(person, ask).await,
            Request::LetBotPlay { seat, agree } => self.vote_for_bot(person, seat, agree).await,
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
        let refused = play.refused_offers();
        match probe(course.game(), seat, &action, refused) {
            Probe::TooMany => {
                let message = "Too many offers that the other side cannot fulfil. Play a tile instead.";
                let rule = Some(RuleError::TooManyOffers.rule().to_owned());
                return Err(Refusal { rule, ..refuse(RefusalCode::TooMany, message) });
            }
            // During a pause the offer is refused anyway.
            Probe::Reveals if !is_paused => {
                let refused = RefusedOffers { in_turn: course.turn_began_at(), count: refused + 1 };
                self.count_refused_offers(refused).await?;
            }
            Probe::Reveals | Probe::Harmless => {}
        }
        self.append(Entry::Decide { seat, action, by: Decider::Person, asks }).await
    }

    /// Counts offers that are refused because the other side lacks what they ask for. It lasts: otherwise waiting until
    /// the room is closed would allow three more.
    async fn count_refused_offers(&mut self, refused: RefusedOffers) -> Result<(), Refusal> {
        let saved = self.rooms.store.save_refused_offers(&self.table.id, refused).await;
        saved.map_err(|error| unavailable(&error))?;
        if let Some(play) = &mut self.play {
            play.refused_offers = refused;
        }
        Ok(())
    }

    /// Refuses what has been done too often, and in a long log everything but decisions.
    pub(super) fn limit(&mut self, seat: Seat, what: Limited) -> Result<(), Refusal> {
        let most = self.rooms.config.limits.entries_per_game;
        let Some(play) = &mut self.play else { return Ok(()) };
        if play.course.number() >= u64::from(most) {
            let message = "The log of this game is full. Only decisions are accepted until it is over.";
            return Err(refuse(RefusalCode::TooMany, message));
        }
        if !play.throttle.allows(seat, what, elapsed_ms()) {
            let message = match what {
                Limited::DeadTiles => "You have changed this setting too often. Wait a few seconds.",
                Limited::Seat => "You have paused, voted or changed seats too often. Wait a few seconds.",
                Limited::TakeBack => "You have taken back too many decisions. Wait a few seconds.",
            };
            return Err(refuse(RefusalCode::TooMany, message));
        }
        Ok(())
    }

    async fn take_back(&mut self, person: &Person, number: u64) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        if !course.is_current(number) {
            return Err(refuse(RefusalCode::Stale, "The game has moved on. Check the board and try again."));
        }
        self.may_take_back(course, seat)?;
        self.limit(seat, Limited::TakeBack)?;
        self.append(Entry::TakeBack { seat }).await
    }

    /// Checks whether a player may take back the last decision.
    pub(super) fn may_take_back(&self, course: &Course, seat: Seat) -> Result<(), Refusal> {
        if !self.table.settings.takebacks {
            return Err(refuse(RefusalCode::Forbidden, "Takebacks are turned off at this table."));
        }
        course.check(&Entry::TakeBack { seat }).map_err(|error| refusal_of(&error))?;
        if !course.may_take_back(seat) {
            let message = match course.game().phase() {
                Phase::Answer => "An offer cannot be taken back. Wait for the answer.",
                _ => "The merger has shown what others hold, so it cannot be taken back.",
            };
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
        self.limit(seat, Limited::DeadTiles)?;
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

    /// Lets a bot stand in for a person who asks for it, or the person return.
    async fn hand_over(&mut self, person: &Person, level: Option<Level>) -> Result<Reply, Refusal> {
        let (seat, Play { course, .. }) = self.player(person)?;
        // In a long log, too, a person may return once after each decision of their bot.
        let may_return = level.is_none() && course.has_stood_in(seat);
        if course.stand_in(seat) != level && !may_return {
            self.limit(seat, Limited::Seat)?;
        }
        self.stand_in(person, level).await
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
        let (seat, Play { course, .. }) = self.player(person)?;
        // A game that could not go on would never end.
        if paused || !course.is_paused() {
            self.limit(seat, Limited::Seat)?;
        }
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
            if let Some(play) = &mut self.play {
                play.absences.begin_again(elapsed_ms());
            }
            let reply = self.append(Entry::Pause { paused }).await?;
            self.answer_for_absent().await;
            return Ok(reply);
        }
        self.send_table();
        Ok(Reply::Done)
    }

    /// A person's seat in the running game, and the game.
    pub(super) fn player(&self, person: &Person) -> Result<(Seat, &Play), Refusal> {
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
        let at = now_ms();
        course.apply(&entry, at);
        let number = course.number();
        let snapshot = number.is_multiple_of(SNAPSHOT_EVERY).then(|| course.snapshot());
        let finished = self.finished();
        let append = Append {
            table: self.table.id.clone(),
            number,
            // Lists of finished games are paged by this time, so it must be unique.
            at: if finished.is_some() { unique_ms(at) } else { at },
            entry: entry.clone(),
            due_at: self.play.as_ref().and_then(|play| self.due_after(&play.course)),
            waits_for: self.play.as_ref().and_then(|play| self.waits_for(&play.course)),
            snapshot,
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
        if let (Entry::StandIn { seat, .. }, Some(play)) = (&entry, &mut self.play) {
            play.absences.end(*seat);
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
            let stand_in = |seat| Entry::StandIn { seat, level: Some(STAND_IN) };
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
        self.release_bots();
        let Some(play) = self.play.as_ref().filter(|play| !play.course.is_paused()) else { return };
        let course = &play.course;
        // The server answers questions about dead tiles for bots.
        let Some(seat) = course.game().to_act().filter(|_| course.asked().is_none()) else { return };
        let Some(level) = self.bot_in(course, seat) else { return };
        if self.bots.is_thinking() || self.is_inconsistent {
            return;
        }
        if self.bots.held_until().is_some() {
            return;
        }
        let has_people = self.has_people(course);
        let person = self.seating.host().clone();
        let work = Work {
            address: self.rooms.thinking.address_of(&person),
            person,
            is_light: bots::is_light(level),
            has_people,
        };
        let number = course.number();
        let turn = self.bots.think(level, course, seat);
        let (sender, thinking) = (self.sender.clone(), self.rooms.thinking.clone());
        tokio::spawn(async move {
            let command = match thinking.turn(work).await {
                Ok(permit) => {
                    let (bot, decided) = turn.decide(permit).await;
                    Command::BotDecided { number, seat, bot, decided }
                }
                Err(wait) => Command::BotHeld { seat, wait },
            };
            // If the room has ended, it is reopened when the move is due.
            let _ = sender.send(command).await;
        });
    }

    /// Whether a person plays in the game, and not a bot for them.
    fn has_people(&self, course: &Course) -> bool {
        self.seating
            .iter()
            .any(|(seat, occupant)| occupant.person().is_some() && course.stand_in(seat).is_none())
    }

    /// Lets the bots of a game without people wait. The game goes on by itself later.
    pub(super) async fn hold_bots(&mut self, wait: Duration) {
        /// Long enough that many games do not ask again and again for the little time they get.
        const SHORTEST: Duration = Duration::from_mins(1);
        let wait = i64::try_from(wait.max(SHORTEST).as_millis()).unwrap_or(i64::MAX / 2);
        let until = now_ms() + wait;
        if let Some(address) = self.rooms.thinking.address_of(self.seating.host()) {
            self.rooms.refusals.note(Refused::BotTime, address);
        }
        // If this fails, the game is woken too early, which does no harm.
        if let Err(error) = self.rooms.store.postpone(&self.table.id, until).await {
            let _ = unavailable(&error);
        }
        self.bots.hold(Some(until));
        self.send_table();
        // Somebody may have come back to the game.
        self.start_bot();
    }

    /// Lets bots go on that have waited long enough, or with whom somebody plays again.
    fn release_bots(&mut self) {
        let Some(until) = self.bots.held_until() else { return };
        let has_people = self.play.as_ref().is_some_and(|play| self.has_people(&play.course));
        if has_people || until <= now_ms() || self.state != TableState::Running {
            self.bots.hold(None);
            self.send_table();
        }
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
        let replaced = |seat: Seat| course.stand_in(seat).is_some();
        let place_of = |seat: Seat| {
            // A player whose seat a bot finished comes last, whatever the bot won. The others are compared with each
            // other only, so that the best of them wins.
            if replaced(seat) {
                return outcome.cash.len() as i64;
            }
            let money = outcome.cash[seat.index()];
            let is_ahead = |other: &Seat| !replaced(*other) && outcome.cash[other.index()] > money;
            1 + course.game().seats().filter(is_ahead).count() as i64
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
