//! Picking dead tiles to exchange (T11). Initially all that may be exchanged are picked.

use mergemaker_engine::{Action, Hand, Tile, View};

/// The tiles picked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Picks {
    /// None until the player changes something.
    tiles: Option<Hand>,
}

impl Picks {
    /// The tiles that may be exchanged in display order, each with whether it is picked.
    #[must_use]
    pub fn choices(self, view: &View) -> Vec<(Tile, bool)> {
        let picked = self.tiles(view);
        let mut tiles: Vec<Tile> = view.exchangeable().iter().collect();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        tiles.into_iter().map(|tile| (tile, picked.contains(tile))).collect()
    }

    /// The tiles picked.
    #[must_use]
    pub fn tiles(self, view: &View) -> Hand {
        self.tiles.unwrap_or_else(|| match view.exchange_all() {
            Some(Action::Exchange { tiles }) => tiles,
            _ => Hand::EMPTY,
        })
    }

    /// With a tile picked or no longer picked. If only one may be exchanged, it replaces the other.
    #[must_use]
    pub fn toggled(self, view: &View, tile: Tile) -> Picks {
        if !view.exchangeable().contains(tile) {
            return self;
        }
        let picked = self.tiles(view);
        let is_picked = picked.contains(tile);
        let others = picked.iter().filter(|&other| other != tile && (is_picked || view.most_exchanged() > 1));
        let tiles = others.chain((!is_picked).then_some(tile)).collect();
        Picks { tiles: Some(tiles) }
    }

    /// The decision to exchange the picked tiles and keep the rest.
    #[must_use]
    pub fn action(self, view: &View) -> Action {
        Action::Exchange { tiles: self.tiles(view) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mergemaker_bots::{Budget, Level, decide};
    use mergemaker_engine::{Dice, Phase, Preset, Rules};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{Customs, LocalGame, Setup};
    use crate::scene::Player;

    /// Any combination of picks is a legal decision and exchanges exactly those tiles.
    #[test]
    fn picked_tiles_are_exchanged() {
        let mut picked = BTreeSet::new();
        for preset in [Preset::Digital, Preset::Renegade, Preset::Trading] {
            for seed in 0..40 {
                let players =
                    vec![Player::person("Ann"), Player::bot(Level::Random), Player::bot(Level::Random)];
                let seed = Seed::for_simulation(4, seed);
                let setup = Setup { rules: Rules::of(preset), players, seed, hints: false };
                let customs = Customs { asks: true, ..Customs::default() };
                let mut game = LocalGame::new(setup).unwrap().with_customs(customs);
                let mut person = Level::Random.bot();
                let mut number = 0;
                while let Some(seat) = game.game().to_act() {
                    if game.waits_for_bot() {
                        game.let_bot_decide();
                        continue;
                    }
                    number += 1;
                    let view = game.game().view(Some(seat));
                    if view.phase() != Phase::Exchange {
                        let mut dice = Dice::new(number);
                        let decided = decide(&mut *person, game.game(), &mut dice, Budget::default());
                        game.decide(seat, &decided.action).unwrap();
                        continue;
                    }
                    let choices = Picks::default().choices(&view);
                    let all = choices.iter().filter(|(_, is_picked)| *is_picked).count();
                    assert_eq!(all, choices.len().min(view.most_exchanged()), "all are picked at first");
                    assert_eq!(Some(Picks::default().action(&view)), view.exchange_all());
                    let mut picks = Picks::default();
                    for (tile, is_picked) in choices.iter().skip(usize::from(number % 2 == 0)) {
                        let before = picks.tiles(&view).contains(*tile);
                        assert!(before == *is_picked || view.most_exchanged() == 1);
                        picks = picks.toggled(&view, *tile);
                        assert_ne!(picks.tiles(&view).contains(*tile), before);
                    }
                    let other = view.hand().unwrap().iter().find(|tile| !view.exchangeable().contains(*tile));
                    if let Some(other) = other {
                        assert_eq!(picks.toggled(&view, other), picks, "other tiles cannot be picked");
                    }
                    let tiles = picks.tiles(&view);
                    game.decide(seat, &picks.action(&view)).unwrap();
                    for tile in tiles.iter() {
                        assert!(game.game().set_aside().contains(tile));
                    }
                    picked.insert((choices.len().min(2), tiles.len().min(2)));
                }
            }
        }
        assert!(picked.is_superset(&[(1, 0), (1, 1), (2, 0), (2, 1)].into()), "{picked:?}");
    }
}
