//! Players who are away from a running game, and the votes to let a bot play for them.
//!
//! Absence is counted while the table is in use: from when a player left or, if that is later, from when somebody opened
//! the table or the game went on after a pause. So nobody finds their seat gone because the others came by overnight.

use mergemaker_engine::{MOST_PLAYERS, Seat};
use mergemaker_protocol::{Away, Clock, Person, Refusal, RefusalCode, TableState};

use super::play::STAND_IN;
use super::throttle::Limited;
use super::{Play, Reply, Room, refuse};
use crate::course::{Course, Entry};
use crate::limit::elapsed_ms;

/// The players who are away, and the votes.
pub(super) struct Absences {
    /// When each absence began. It means nothing for players who are connected.
    since: [i64; MOST_PLAYERS],
    /// For each seat, the players who want a bot to play there.
    votes: [Vec<Seat>; MOST_PLAYERS],
}

impl Absences {
    /// Everybody is away from now on, unless they are connected.
    pub(super) fn new(elapsed_ms: i64) -> Absences {
        Absences { since: [elapsed_ms; MOST_PLAYERS], votes: Default::default() }
    }

    /// A player leaves.
    pub(super) fn begin(&mut self, seat: Seat, elapsed_ms: i64) {
        self.since[seat.index()] = elapsed_ms;
    }

    /// A player is back, or has a bot.
    pub(super) fn end(&mut self, seat: Seat) {
        self.votes[seat.index()].clear();
    }

    /// Counts all absences from now on.
    pub(super) fn begin_again(&mut self, elapsed_ms: i64) {
        *self = Absences::new(elapsed_ms);
    }

    /// How long a player has been away, if they are.
    fn ms(&self, seat: Seat, elapsed_ms: i64) -> i64 {
        (elapsed_ms - self.since[seat.index()]).max(0)
    }

    fn vote(&mut self, voter: Seat, seat: Seat, agree: bool) {
        let votes = &mut self.votes[seat.index()];
        votes.retain(|&other| other != voter);
        if agree {
            votes.push(voter);
        }
    }
}

impl Room {
    /// How long the others have to wait for an absent player before they can vote, in milliseconds.
    fn patience_ms(&self) -> i64 {
        i64::from(self.rooms.config.limits.away_seconds) * 1_000
    }

    /// Whether a person plays a seat themselves.
    fn is_played_by_person(&self, course: &Course, seat: Seat) -> bool {
        self.seating.person(seat).is_some() && course.stand_in(seat).is_none()
    }

    /// The other people who play themselves.
    fn others<'a>(&'a self, course: &'a Course, seat: Seat) -> impl Iterator<Item = Seat> + 'a {
        let seats = self.seating.iter().map(|(other, _)| other);
        seats.filter(move |&other| other != seat && self.is_played_by_person(course, other))
    }

    /// How long the player in a seat has been away, and who wants a bot to play for them.
    pub(super) fn away(&self, seat: Seat) -> Option<Away> {
        let play = self.play.as_ref().filter(|_| self.state == TableState::Running)?;
        if self.is_here(seat) || !self.is_played_by_person(&play.course, seat) {
            return None;
        }
        let for_ms = play.absences.ms(seat, elapsed_ms());
        let can_vote = self.table.settings.clock == Clock::None
            && !play.course.is_paused()
            && self.others(&play.course, seat).next().is_some();
        Some(Away {
            for_ms,
            vote_in_ms: can_vote.then(|| (self.patience_ms() - for_ms).max(0)),
            votes: play.absences.votes[seat.index()].clone(),
        })
    }

    /// Votes to let a bot play for a player who is away from a game without a clock.
    pub(super) async fn vote_for_bot(
        &mut self,
        person: &Person,
        seat: Seat,
        agree: bool,
    ) -> Result<Reply, Refusal> {
        let (own, play) = self.player(person)?;
        let wrong = |message: &str| Err(refuse(RefusalCode::WrongState, message));
        if play.course.stand_in(own).is_some() {
            return wrong("A bot is playing for you. Take your seat back first.");
        }
        if seat == own || !self.is_played_by_person(&play.course, seat) {
            return wrong("A bot can only stand in for another person at the table. Choose their seat.");
        }
        if self.table.settings.clock != Clock::None {
            return wrong("This game has a clock: a bot takes over when the player's time runs out.");
        }
        if play.course.is_paused() {
            return wrong("The game is paused.");
        }
        match self.away(seat).and_then(|away| away.vote_in_ms) {
            Some(0) => {}
            Some(wait_ms) => {
                let minutes = (wait_ms + 59_999) / 60_000;
                return wrong(&format!(
                    "They have not been away long enough. Vote in {minutes} min if they are not back."
                ));
            }
            None => return wrong("They are at the table. A bot can only stand in for somebody who is away."),
        }
        self.limit(own, Limited::Seat)?;
        if let Some(play) = &mut self.play {
            play.absences.vote(own, seat, agree);
        }
        self.count_votes().await;
        self.send_table();
        Ok(Reply::Done)
    }

    /// Lets a bot play for each absent player for whom all other people want it. Those who have been away for as long
    /// themselves are not asked.
    pub(super) async fn count_votes(&mut self) {
        let seats: Vec<Seat> = self.seating.iter().map(|(seat, _)| seat).collect();
        for seat in seats {
            if self.is_agreed(seat) {
                // A refusal here means that the room is inconsistent, which ends it.
                let _ = self.append(Entry::StandIn { seat, level: Some(STAND_IN) }).await;
            }
        }
    }

    /// Whether the others agree that a bot should play for the player in a seat.
    fn is_agreed(&self, seat: Seat) -> bool {
        let Some(Play { course, absences, .. }) = &self.play else { return false };
        let votes = &absences.votes[seat.index()];
        if votes.is_empty() || self.away(seat).is_none_or(|away| away.vote_in_ms != Some(0)) {
            return false;
        }
        let is_asked =
            |other: &Seat| self.is_here(*other) || absences.ms(*other, elapsed_ms()) < self.patience_ms();
        self.others(course, seat).filter(is_asked).all(|other| votes.contains(&other))
    }
}
