//! The thinking of all bots on this server: who may think now, and who waits.

mod queue;
mod quota;

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use mergemaker_protocol::PersonId;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::config::Config;
use crate::limit::elapsed_ms;
use queue::{Next, Queue, Ticket};
use quota::Quotas;

pub(crate) use queue::Work;

/// A shared handle to the queue of bots.
#[derive(Clone)]
pub(crate) struct Thinking {
    config: Arc<Config>,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    queue: Queue,
    waiting: HashMap<u64, oneshot::Sender<Turn>>,
    /// Where people were last seen.
    addresses: HashMap<PersonId, IpAddr>,
}

/// The answer to a bot in the queue: think now, or wait this long before asking again.
pub(crate) type Turn = Result<Permit, Duration>;

/// Lets a bot think, until it is dropped. The time in between counts against the quotas.
pub(crate) struct Permit {
    thinking: Thinking,
    ticket: Option<Ticket>,
    began: Instant,
}

/// The maximum number of people whose addresses are remembered.
const MAX_ADDRESSES: usize = 50_000;

impl Thinking {
    pub(crate) fn new(config: Arc<Config>) -> Thinking {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let limits = &config.limits;
        let quotas = Quotas::new(limits.bot_seconds_per_person, limits.bot_seconds_per_address);
        let queue = Queue::new(cores, quotas);
        let shared = Shared { queue, waiting: HashMap::new(), addresses: HashMap::new() };
        Thinking { config, shared: Arc::new(Mutex::new(shared)) }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes where a person is: their bots count against this address too.
    pub(crate) fn see(&self, person: &PersonId, address: IpAddr) {
        let mut shared = self.shared();
        if shared.addresses.len() >= MAX_ADDRESSES && !shared.addresses.contains_key(person) {
            shared.addresses.clear();
        }
        shared.addresses.insert(person.clone(), address);
    }

    /// The address of a person, unless it has no limits.
    pub(crate) fn address_of(&self, person: &PersonId) -> Option<IpAddr> {
        let address = self.shared().addresses.get(person).copied();
        address.filter(|address| !self.config.trusts(*address))
    }

    /// Waits until a bot may think.
    pub(crate) async fn turn(&self, work: Work) -> Turn {
        let turn = self.queue(work);
        self.call_next();
        // The sender is kept until it is the bot's turn.
        turn.await.unwrap_or(Err(Duration::from_secs(1)))
    }

    fn queue(&self, work: Work) -> oneshot::Receiver<Turn> {
        let (sender, turn) = oneshot::channel();
        let mut shared = self.shared();
        let id = shared.queue.push(work);
        shared.waiting.insert(id, sender);
        turn
    }

    /// Calls all who may think now, or who must wait for longer.
    fn call_next(&self) {
        loop {
            let mut shared = self.shared();
            let Some(next) = shared.queue.next(elapsed_ms()) else { return };
            let id = match &next {
                Next::Think(ticket) => ticket.id,
                Next::Hold { id, .. } => *id,
            };
            let sender = shared.waiting.remove(&id);
            drop(shared);
            let turn = match next {
                Next::Think(ticket) => {
                    Ok(Permit { thinking: self.clone(), ticket: Some(ticket), began: Instant::now() })
                }
                Next::Hold { wait_ms, .. } => Err(Duration::from_millis(wait_ms.unsigned_abs())),
            };
            // If the bot's room has gone, the permit is dropped and the next one is called.
            if let Some(sender) = sender {
                let _ = sender.send(turn);
            }
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        if let Some(ticket) = self.ticket.take() {
            let spent_ms = i64::try_from(self.began.elapsed().as_millis()).unwrap_or(i64::MAX);
            self.thinking.shared().queue.finish(&ticket, spent_ms, elapsed_ms());
            self.thinking.call_next();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinking() -> Thinking {
        Thinking::new(Arc::new(Config::new("127.0.0.1:0".parse().unwrap(), "")))
    }

    fn work(person: &str, is_light: bool) -> Work {
        Work { person: PersonId(person.into()), address: None, is_light, has_people: false }
    }

    #[tokio::test]
    async fn a_light_bot_thinks_while_heavy_ones_fill_the_queue() {
        let thinking = thinking();
        let first = thinking.turn(work("ann", false)).await;
        let waiting: Vec<_> = (0..200)
            .map(|_| {
                let thinking = thinking.clone();
                tokio::spawn(async move { thinking.turn(work("ann", false)).await.is_ok() })
            })
            .collect();
        assert!(first.is_ok() && thinking.turn(work("bob", true)).await.is_ok());
        drop(first);
        for waited in waiting {
            assert!(waited.await.unwrap());
        }
    }

    #[tokio::test]
    async fn a_bot_that_gave_up_waiting_holds_nobody_up() {
        let thinking = thinking();
        let first = thinking.turn(work("ann", false)).await;
        for _ in 0..50 {
            let given_up = thinking.turn(work("ann", false));
            assert!(tokio::time::timeout(Duration::ZERO, given_up).await.is_err() || first.is_err());
        }
        let last = tokio::spawn({
            let thinking = thinking.clone();
            async move { thinking.turn(work("bob", false)).await.is_ok() }
        });
        drop(first);
        assert!(last.await.unwrap());
        assert!(thinking.shared().waiting.is_empty());
    }

    #[test]
    fn people_in_trusted_networks_have_no_address() {
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), "");
        config.trusted = vec!["192.0.2.0/24".parse().unwrap()];
        let thinking = Thinking::new(Arc::new(config));
        let (ann, bob) = (PersonId("ann".into()), PersonId("bob".into()));
        thinking.see(&ann, "192.0.2.1".parse().unwrap());
        thinking.see(&bob, "198.51.100.1".parse().unwrap());
        assert_eq!(thinking.address_of(&ann), None);
        assert_eq!(thinking.address_of(&bob), Some("198.51.100.1".parse().unwrap()));
    }
}
