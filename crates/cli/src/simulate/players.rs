//! The players of simulated games: the same bot in every seat.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mergemaker_bots::{Bot, Budget, HoldingsDelta, Level, decide};
use mergemaker_engine::{Action, Dealer, Dice, Game, Holdings, Log, Phase, Seat, Table};

/// Players that can play many games.
pub(super) struct Players {
    table: Table,
    /// One bot per seat; empty if the engine plays at random.
    bots: Vec<Box<dyn Bot>>,
}

impl Players {
    /// Players of this level at this table.
    pub(super) fn new(level: Level, table: Table) -> Players {
        let bots = match level {
            // The engine chooses among all legal actions, including trades, and is much faster.
            Level::Random => Vec::new(),
            _ => Seat::all(table.players()).map(|_| level.bot()).collect(),
        };
        Players { table, bots }
    }

    /// Starts a new game.
    pub(super) fn start(&mut self) {
        for (bot, seat) in self.bots.iter_mut().zip(Seat::all(self.table.players())) {
            bot.start(&self.table, seat);
        }
    }

    /// Whether this decision is a player's. Bots are not asked which dead tiles to exchange (T11).
    pub(super) fn is_requested(&self, game: &Game) -> bool {
        self.bots.is_empty() || game.phase() != Phase::Exchange
    }

    /// The decision of the player to move.
    pub(super) fn decide(&mut self, game: &Game, dice: &mut Dice) -> Action {
        match game.to_act().and_then(|seat| self.bots.get_mut(seat.index())) {
            Some(bot) => decide(&mut **bot, game, dice, Budget::default()).action,
            None => game.random_action(dice),
        }
    }

    /// Applies an action and shows all bots the change in holdings (K1).
    pub(super) fn apply(
        &mut self,
        game: &mut Game,
        action: &Action,
        deck: &mut impl Dealer,
        log: &mut impl Log,
    ) {
        if self.bots.is_empty() || self.table.rules().options().holdings == Holdings::Open {
            return game.apply_unchecked(action, deck, log);
        }
        let before = *game;
        game.apply_unchecked(action, deck, log);
        let delta = HoldingsDelta::between(&before, game);
        self.bots.iter_mut().for_each(|bot| bot.observe(&delta));
    }
}

/// Parses a bot level.
pub(super) fn level_parser() -> impl TypedValueParser<Value = Level> {
    let words = |level: Level| match level {
        Level::Random => "any legal decision; offers trades too",
        level => level.describe(),
    };
    let value = |level: Level| PossibleValue::new(level.id()).help(words(level));
    PossibleValuesParser::new(Level::ALL.map(value)).try_map(|id| id.parse::<Level>())
}
