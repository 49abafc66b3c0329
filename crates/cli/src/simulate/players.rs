//! The players of simulated games: the same bot in every seat.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use mergemaker_bots::{Bot, Budget, HoldingsDelta, Level, decide};
use mergemaker_engine::{Action, Dealer, Dice, Game, Holdings, Log, Seat, Table};

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
            // The engine offers trades too, and is much faster.
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

    /// The decision of the player to move.
    pub(super) fn decide(&mut self, game: &Game, dice: &mut Dice) -> Action {
        match game.to_act().and_then(|seat| self.bots.get_mut(seat.index())) {
            Some(bot) => decide(&mut **bot, game, dice, Budget::default()).action,
            None => random(game, dice),
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

/// A random decision by the conventions of all bots: every dead tile is exchanged (T11), and a turn is not
/// cut short (E2).
fn random(game: &Game, dice: &mut Dice) -> Action {
    if let Some(all) = game.exchange_all() {
        return all;
    }
    loop {
        match game.random_action(dice) {
            // The declaration left something to decide, so there is another action.
            Action::EndTurn if game.may_end_at_once() => {}
            action => return action,
        }
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

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Preset, RandomDealer, Rules};

    use super::*;

    /// T11, E2: random players exchange all dead tiles and finish their turns, like all bots.
    #[test]
    fn random_players_follow_the_conventions_of_bots() {
        let (mut exchanges, mut chances_to_end) = (0, 0);
        for seed in 0..80 {
            let preset = if seed % 2 == 0 { Preset::Classic } else { Preset::Renegade };
            let table = Table::new(Rules::of(preset), 3).unwrap();
            let mut players = Players::new(Level::Random, table);
            let (mut dice, mut dealer) = (Dice::new(seed), RandomDealer::new(Dice::new(!seed)));
            let mut game = Game::start(table, &mut dealer, &mut ());
            while game.to_act().is_some() {
                let action = players.decide(&game, &mut dice);
                if let Some(all) = game.exchange_all() {
                    exchanges += 1;
                    assert_eq!(action, all, "{preset}, seed {seed}");
                }
                if game.may_end_at_once() {
                    chances_to_end += 1;
                    assert_ne!(action, Action::EndTurn, "{preset}, seed {seed}");
                }
                players.apply(&mut game, &action, &mut dealer, &mut ());
            }
        }
        assert!(
            exchanges > 20 && chances_to_end > 20,
            "{exchanges} exchanges, {chances_to_end} chances to end"
        );
    }
}
