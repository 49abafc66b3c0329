//! Sets of bots that threads borrow. They stop thinking on Ctrl-C.

use std::sync::{Mutex, PoisonError};

use mergemaker_arena::{Bots, Entrant};
use mergemaker_bots::{Bot, Budget, Fault, HoldingsDelta};
use mergemaker_engine::{Action, Dice, Seat, Table, View};

use crate::interrupt;

/// A pool of bot sets, with one bot per entrant. Sets are created as needed and reused, since starting a
/// program may take longer than a game.
pub(super) struct Pool<'a> {
    entrants: &'a [Entrant],
    free: Mutex<Vec<Bots>>,
}

impl Pool<'_> {
    pub(super) fn new(entrants: &[Entrant]) -> Pool<'_> {
        Pool { entrants, free: Mutex::new(Vec::new()) }
    }

    /// Runs `work` with exclusive use of a set.
    pub(super) fn with_bots<T>(&self, work: impl FnOnce(&mut Bots) -> T) -> T {
        // A panic elsewhere cannot leave the list in a bad state.
        let free = || self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let borrowed = free().pop();
        let mut bots = borrowed.unwrap_or_else(|| self.entrants.iter().map(stoppable).collect());
        let done = work(&mut bots);
        free().push(bots);
        done
    }
}

/// Drops all bots in parallel, since programs may take a moment to end.
impl Drop for Pool<'_> {
    fn drop(&mut self) {
        let free = self.free.get_mut().unwrap_or_else(PoisonError::into_inner);
        std::thread::scope(|scope| {
            for bot in free.drain(..).flatten() {
                // If no thread can be started, the bot is dropped here.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || drop(bot));
            }
        });
    }
}

/// A bot that is no longer called after Ctrl-C, so that nothing waits for it.
struct Stoppable {
    bot: Box<dyn Bot>,
}

fn stoppable(entrant: &Entrant) -> Box<dyn Bot> {
    Box::new(Stoppable { bot: entrant.bot() })
}

impl Bot for Stoppable {
    fn start(&mut self, table: &Table, seat: Seat) {
        if !interrupt::is_requested() {
            self.bot.start(table, seat);
        }
    }

    fn observe(&mut self, delta: &HoldingsDelta) {
        if !interrupt::is_requested() {
            self.bot.observe(delta);
        }
    }

    fn picks_dead_tiles(&self) -> bool {
        self.bot.picks_dead_tiles()
    }

    fn decide(
        &mut self,
        view: &View,
        legal: &[Action],
        dice: &mut Dice,
        budget: Budget,
    ) -> Result<Action, Fault> {
        if interrupt::is_requested() {
            return Err(Fault::Crashed);
        }
        self.bot.decide(view, legal, dice, budget)
    }
}
