//! Which bot thinks next. Pure: the same calls give the same order.
//!
//! Light levels have a lane of their own, so they never wait for heavy ones. In each lane, bots in games with
//! people come before bots that play alone, people within their quota before others, and people take turns.
//! Bots that play alone for somebody who has used up their quota wait.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use mergemaker_protocol::PersonId;

use super::quota::Quotas;

/// A decision that a bot is to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Work {
    /// The person it is for: the host of the table.
    pub(crate) person: PersonId,
    /// Where they are, if known and limited.
    pub(crate) address: Option<IpAddr>,
    /// Whether the bot decides within milliseconds.
    pub(crate) is_light: bool,
    /// Whether people play in the game.
    pub(crate) has_people: bool,
}

/// A place in the queue, or the right to think.
#[derive(Debug)]
pub(super) struct Ticket {
    pub(super) id: u64,
    work: Work,
}

/// What happens next.
#[derive(Debug)]
pub(super) enum Next {
    /// This bot thinks.
    Think(Ticket),
    /// This bot must wait and then queue again.
    Hold { id: u64, wait_ms: i64 },
}

/// The bots that wait for their turn.
pub(super) struct Queue {
    last_id: u64,
    light: Lane,
    heavy: Lane,
    quotas: Quotas,
}

/// Bots that take about as long to decide.
struct Lane {
    /// How many may think at once, and how many of those may play alone.
    most: usize,
    most_alone: usize,
    thinking: usize,
    thinking_alone: usize,
    with_people: Ring,
    alone: Ring,
}

/// Bots by person. People take turns.
#[derive(Default)]
struct Ring {
    order: VecDeque<PersonId>,
    by_person: HashMap<PersonId, VecDeque<Ticket>>,
}

impl Ring {
    fn push(&mut self, ticket: Ticket) {
        let person = &ticket.work.person;
        if !self.by_person.contains_key(person) {
            self.order.push_back(person.clone());
        }
        self.by_person.entry(person.clone()).or_default().push_back(ticket);
    }

    /// The next bot of each person, in turn.
    fn first_of_each(&self) -> impl Iterator<Item = &Ticket> {
        self.order.iter().filter_map(|person| self.by_person.get(person)?.front())
    }

    /// Removes the next bot of the person at this place, whose next turn then comes last.
    fn take(&mut self, place: usize) -> Option<Ticket> {
        let person = self.order.remove(place)?;
        let tickets = self.by_person.get_mut(&person)?;
        let ticket = tickets.pop_front();
        if tickets.is_empty() {
            self.by_person.remove(&person);
        } else {
            self.order.push_back(person);
        }
        ticket
    }
}

impl Lane {
    /// A lane on this many cores. Bots that play alone leave one free if there are several.
    fn new(cores: usize) -> Lane {
        Lane {
            most: cores.max(1),
            most_alone: cores.saturating_sub(1).max(1),
            thinking: 0,
            thinking_alone: 0,
            with_people: Ring::default(),
            alone: Ring::default(),
        }
    }

    fn next(&mut self, quotas: &Quotas, now: i64) -> Option<Next> {
        let wait_ms = |ticket: &Ticket| quotas.wait_ms(&ticket.work.person, ticket.work.address, now);
        // Those who must wait need not queue.
        let waits = self.alone.first_of_each().map(wait_ms).enumerate().find(|(_, wait_ms)| *wait_ms > 0);
        if let Some((place, wait_ms)) = waits {
            return self.alone.take(place).map(|ticket| Next::Hold { id: ticket.id, wait_ms });
        }
        if self.thinking >= self.most {
            return None;
        }
        let within = self.with_people.first_of_each().position(|ticket| wait_ms(ticket) == 0);
        if let Some(ticket) = self.with_people.take(within.unwrap_or(0)) {
            self.thinking += 1;
            return Some(Next::Think(ticket));
        }
        if self.thinking_alone >= self.most_alone {
            return None;
        }
        let ticket = self.alone.take(0)?;
        self.thinking += 1;
        self.thinking_alone += 1;
        Some(Next::Think(ticket))
    }
}

impl Queue {
    /// An empty queue for a machine with this many cores.
    pub(super) fn new(cores: usize, quotas: Quotas) -> Queue {
        Queue { last_id: 0, light: Lane::new(cores), heavy: Lane::new(cores), quotas }
    }

    fn lane(&mut self, work: &Work) -> &mut Lane {
        if work.is_light { &mut self.light } else { &mut self.heavy }
    }

    /// Queues a bot, and returns its number.
    pub(super) fn push(&mut self, work: Work) -> u64 {
        self.last_id += 1;
        let ticket = Ticket { id: self.last_id, work };
        let lane = if ticket.work.is_light { &mut self.light } else { &mut self.heavy };
        let ring = if ticket.work.has_people { &mut lane.with_people } else { &mut lane.alone };
        ring.push(ticket);
        self.last_id
    }

    /// What happens next, if anything can: call it until it returns nothing.
    pub(super) fn next(&mut self, now: i64) -> Option<Next> {
        let Queue { light, heavy, quotas, .. } = self;
        light.next(quotas, now).or_else(|| heavy.next(quotas, now))
    }

    /// A bot has thought for this long.
    pub(super) fn finish(&mut self, ticket: &Ticket, spent_ms: i64, now: i64) {
        let work = &ticket.work;
        self.quotas.charge(&work.person, work.address, spent_ms, now);
        let is_alone = !work.has_people;
        let lane = self.lane(work);
        lane.thinking -= 1;
        lane.thinking_alone -= usize::from(is_alone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game: its host, whether people play, whether its bots are light.
    type Game = (&'static str, bool, bool);

    const PEOPLE: bool = true;
    const ALONE: bool = false;
    const LIGHT: bool = true;
    const HEAVY: bool = false;

    fn queue(cores: usize) -> Queue {
        Queue::new(cores, Quotas::new(600, 1_800))
    }

    fn push(queue: &mut Queue, (person, has_people, is_light): Game) -> u64 {
        queue.push(Work { person: PersonId(person.into()), address: None, is_light, has_people })
    }

    /// The numbers of the bots that start to think now.
    fn start(queue: &mut Queue, now: i64) -> Vec<Ticket> {
        let mut started = Vec::new();
        while let Some(next) = queue.next(now) {
            match next {
                Next::Think(ticket) => started.push(ticket),
                Next::Hold { id, .. } => panic!("{id} waits"),
            }
        }
        started
    }

    /// The order in which bots think, one at a time, each for a moment.
    fn order(queue: &mut Queue) -> Vec<u64> {
        let mut order = Vec::new();
        while let Some(Next::Think(ticket)) = queue.next(0) {
            queue.finish(&ticket, 0, 0);
            order.push(ticket.id);
        }
        order
    }

    #[test]
    fn people_take_turns_however_many_games_one_has() {
        let mut queue = queue(1);
        for _ in 0..4 {
            push(&mut queue, ("ann", PEOPLE, HEAVY));
        }
        push(&mut queue, ("bob", PEOPLE, HEAVY));
        push(&mut queue, ("cid", PEOPLE, HEAVY));
        assert_eq!(order(&mut queue), [1, 5, 6, 2, 3, 4]);
    }

    #[test]
    fn games_with_people_come_first() {
        let mut queue = queue(1);
        for _ in 0..180 {
            push(&mut queue, ("ann", ALONE, HEAVY));
        }
        let bobs = push(&mut queue, ("bob", PEOPLE, HEAVY));
        assert_eq!(order(&mut queue)[0], bobs);
    }

    #[test]
    fn light_bots_never_wait_for_heavy_ones() {
        for cores in 1..=4 {
            let mut queue = queue(cores);
            for _ in 0..20 {
                push(&mut queue, ("ann", PEOPLE, HEAVY));
            }
            let busy = start(&mut queue, 0);
            assert_eq!(busy.len(), cores, "all that may think at once");
            let light = push(&mut queue, ("bob", ALONE, LIGHT));
            assert_eq!(start(&mut queue, 0).iter().map(|ticket| ticket.id).collect::<Vec<_>>(), [light]);
        }
    }

    #[test]
    fn bots_that_play_alone_leave_a_core_free() {
        for (cores, alone) in [(1, 1), (2, 1), (4, 3)] {
            let mut queue = queue(cores);
            for _ in 0..20 {
                push(&mut queue, ("ann", ALONE, HEAVY));
            }
            let busy = start(&mut queue, 0);
            assert_eq!(busy.len(), alone, "{cores} cores");
            push(&mut queue, ("bob", PEOPLE, HEAVY));
            assert_eq!(start(&mut queue, 0).len(), cores - alone, "{cores} cores");
            for ticket in &busy {
                queue.finish(ticket, 0, 0);
            }
            assert!(!start(&mut queue, 0).is_empty(), "they go on afterwards");
        }
    }

    #[test]
    fn bots_that_play_alone_wait_once_the_quota_is_used() {
        let mut queue = queue(1);
        push(&mut queue, ("ann", ALONE, HEAVY));
        let ticket = start(&mut queue, 0).pop().unwrap();
        let (held, other) =
            (push(&mut queue, ("ann", ALONE, HEAVY)), push(&mut queue, ("bob", ALONE, HEAVY)));
        queue.finish(&ticket, 601_000, 0);
        assert!(matches!(queue.next(0), Some(Next::Hold { id, wait_ms: 6_000 }) if id == held));
        assert_eq!(order(&mut queue), [other], "only Ann's bots wait");
        push(&mut queue, ("ann", ALONE, HEAVY));
        assert!(matches!(queue.next(6_000), Some(Next::Think(_))), "later they may think again");
    }

    #[test]
    fn opponents_of_people_never_wait_for_the_quota_but_come_last() {
        let mut queue = queue(1);
        push(&mut queue, ("ann", PEOPLE, HEAVY));
        let ticket = start(&mut queue, 0).pop().unwrap();
        queue.finish(&ticket, 601_000, 0);
        let over = push(&mut queue, ("ann", PEOPLE, HEAVY));
        let within = push(&mut queue, ("bob", PEOPLE, HEAVY));
        let alone = push(&mut queue, ("bob", ALONE, HEAVY));
        assert_eq!(order(&mut queue), [within, over, alone]);
    }

    /// Whatever happens, as many think as may, nobody thinks twice, and everybody gets a turn.
    #[test]
    fn everybody_gets_a_turn() {
        let mut queue = Queue::new(3, Quotas::new(1_000_000, 1_000_000));
        let (mut thinking, mut done) = (Vec::new(), Vec::new());
        let mut state = 20_261_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let people = ["ann", "bob", "cid", "dan"];
        for step in 0..3_000 {
            if step < 2_000 {
                push(&mut queue, (people[random(4) as usize], random(2) == 0, random(2) == 0));
            }
            thinking.extend(start(&mut queue, step));
            assert!(thinking.len() <= 6, "three in each lane");
            if !thinking.is_empty() {
                let ticket: Ticket = thinking.swap_remove(random(thinking.len() as u64) as usize);
                queue.finish(&ticket, 3, step);
                done.push(ticket.id);
            }
        }
        done.sort_unstable();
        assert_eq!(done, (1..=2_000).collect::<Vec<_>>());
    }
}
