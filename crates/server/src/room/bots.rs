//! The bots of a table: those waiting for their turn and the one thinking.

use std::collections::HashMap;
use std::time::Duration;

use mergemaker_bots::{Bot, Budget, Decided, Fault, Level, decide, observe, start};
use mergemaker_engine::{Dice, Game, Seat, Table};

use crate::course::Course;
use crate::metrics;
use crate::thinking::Permit;

/// How long a bot may think before the server plays the first legal action for it.
const BOT_LIMIT: Duration = Duration::from_secs(3);

/// The bots of a table.
#[derive(Default)]
pub(super) struct Bots {
    /// Bots that are not thinking, by seat.
    waiting: HashMap<Seat, Box<dyn Bot>>,
    is_thinking: bool,
    /// Until when they wait because their person has used up their thinking time, in milliseconds since 1970.
    held_until: Option<i64>,
}

impl Bots {
    /// Whether a bot is thinking.
    pub(super) fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Until when they wait because their person has used up their thinking time.
    pub(super) fn held_until(&self) -> Option<i64> {
        self.held_until
    }

    /// Makes them wait, or lets them go on.
    pub(super) fn hold(&mut self, until: Option<i64>) {
        self.held_until = until;
    }

    /// Prepares the bot of a seat to decide.
    pub(super) fn think(&mut self, level: Level, course: &Course, seat: Seat) -> BotTurn {
        self.is_thinking = true;
        BotTurn {
            bot: self.waiting.remove(&seat).unwrap_or_else(|| new_bot(level, course, seat)),
            game: *course.game(),
            dice: Dice::new(course.seed().for_decisions(course.number())),
        }
    }

    /// Takes back a bot that has decided; `None` if it failed.
    pub(super) fn take_back(&mut self, seat: Seat, bot: Option<Box<dyn Bot>>) {
        self.is_thinking = false;
        if let Some(bot) = bot {
            self.waiting.insert(seat, bot);
        }
    }

    /// Drops the bots, whose memory may contain decisions that were taken back.
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
    }
}

/// A bot about to make one decision.
pub(super) struct BotTurn {
    bot: Box<dyn Bot>,
    game: Game,
    dice: Dice,
}

impl BotTurn {
    /// Decides on a separate thread, with a time limit. Returns the bot unless it failed.
    pub(super) async fn decide(self, permit: Permit) -> (Option<Box<dyn Bot>>, Decided) {
        let BotTurn { mut bot, game, mut dice } = self;
        let thinking = tokio::task::spawn_blocking(move || {
            // Held until the thread ends, even after a timeout.
            let _permit = permit;
            let decided = metrics::time_bot(|| decide(&mut *bot, &game, &mut dice, Budget::default()));
            (bot, decided)
        });
        match tokio::time::timeout(BOT_LIMIT, thinking).await {
            Ok(Ok((bot, decided))) => (Some(bot), decided),
            Ok(Err(_)) => (None, fallback(&game, Fault::Crashed)),
            Err(_) => (None, fallback(&game, Fault::TimedOut)),
        }
    }
}

/// Whether a level decides within milliseconds.
pub(super) const fn is_light(level: Level) -> bool {
    match level {
        Level::Random | Level::Shopper | Level::Novice | Level::Steady => true,
        Level::Adept | Level::Expert | Level::Master => false,
    }
}

/// Creates a bot and shows it the game so far.
fn new_bot(level: Level, course: &Course, seat: Seat) -> Box<dyn Bot> {
    let mut bot = level.bot();
    if let Ok(table) = Table::new(*course.game().rules(), course.game().players()) {
        start(&mut *bot, &table, seat);
    }
    for delta in course.deltas() {
        observe(&mut *bot, delta);
    }
    bot
}

/// The decision made for a bot that failed.
fn fallback(game: &Game, fault: Fault) -> Decided {
    Decided { action: game.legal_actions()[0], was_asked: true, fault: Some(fault) }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{MOST_PLAYERS, Preset, Rules};
    use mergemaker_protocol::Clock;
    use mergemaker_record::Seed;

    use super::*;
    use crate::thinking::{Thinking, Work};

    fn course() -> Course {
        let table = Table::new(Rules::of(Preset::Renegade), 3).unwrap();
        Course::start(table, Seed::for_simulation(1, 1), Clock::None, [true; MOST_PLAYERS], 0)
    }

    #[tokio::test]
    async fn a_bot_decides_and_is_taken_back() {
        let (mut bots, course) = (Bots::default(), course());
        let seat = course.game().to_act().unwrap();
        let turn = bots.think(Level::Novice, &course, seat);
        assert!(bots.is_thinking());
        let config = crate::config::Config::new("127.0.0.1:0".parse().unwrap(), "");
        let person = mergemaker_protocol::PersonId("ann".into());
        let work = Work { person, address: None, is_light: true, has_people: true };
        let permit = Thinking::new(std::sync::Arc::new(config)).turn(work).await.unwrap();
        let (bot, decided) = turn.decide(permit).await;
        assert_eq!(decided.fault, None);
        assert_eq!(course.game().check(seat, &decided.action), Ok(()));
        bots.take_back(seat, bot);
        assert!(!bots.is_thinking() && bots.waiting.len() == 1);
        bots.clear();
        assert!(bots.waiting.is_empty());
    }
}
