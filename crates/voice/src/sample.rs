//! Games of bots, for tests.

use mergemaker_bots::{Bot, Budget, Level, decide};
use mergemaker_engine::{Dice, Game, Preset, Rules, Table};
use mergemaker_record::{Deck, GameLog, Seed};

/// A game with a `steady` bot in every seat, played decision by decision.
pub(crate) struct Sample {
    pub(crate) game: Game,
    pub(crate) log: GameLog,
    bots: Vec<Box<dyn Bot>>,
    deck: Deck,
    dice: Dice,
}

impl Sample {
    pub(crate) fn new(preset: Preset, players: usize, number: u64) -> Sample {
        let mut deck = Deck::new(&Seed::for_simulation(6, number));
        let table = Table::new(Rules::of(preset), players).unwrap();
        let (game, log) = GameLog::start(table, &mut deck);
        let mut bots: Vec<_> = (0..players).map(|_| Level::Steady.bot()).collect();
        for (seat, bot) in game.seats().zip(&mut bots) {
            bot.start(&table, seat);
        }
        Sample { game, log, bots, deck, dice: Dice::new(number) }
    }

    /// Makes the next decision; false when the game is over.
    pub(crate) fn step(&mut self) -> bool {
        let Some(seat) = self.game.to_act() else { return false };
        let bot = &mut *self.bots[seat.index()];
        let action = decide(bot, &self.game, &mut self.dice, Budget::Work { units: 4 }).action;
        self.log.decide(&mut self.game, &action, &mut self.deck);
        true
    }

    /// The game played to its end.
    pub(crate) fn finished(mut self) -> Sample {
        while self.step() {}
        self
    }
}
