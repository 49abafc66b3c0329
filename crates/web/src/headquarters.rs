//! Headquarters: the tile where a chain was founded (S5). They stay there while the chain is on the board.

use mergemaker_engine::{Chain, Event, SeenEvent, Situation, Tile, View};
use mergemaker_record::LogEntry;

/// The headquarters of each chain.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Headquarters {
    tiles: [Option<Tile>; Chain::COUNT],
}

impl Headquarters {
    /// The headquarters after a log that starts with a new game, or with a position. A position does not say
    /// where a chain was founded: its headquarters are then on its first tile.
    #[must_use]
    pub fn of(start: Option<&View>, entries: &[LogEntry]) -> Headquarters {
        let mut tiles = [None; Chain::COUNT];
        let mut placed = None;
        if let Some(start) = start {
            tiles = Chain::ALL.map(|chain| start.board().tiles(chain).iter().next());
            if let Situation::Found { tile } = start.position().situation {
                placed = Some(tile);
            }
        }
        for entry in entries {
            let SeenEvent::Whole(event) = &entry.event else { continue };
            if let Event::StartTile { tile, .. } | Event::Place { tile, .. } = event {
                placed = Some(*tile);
            } else if let Event::Found { chain, at, .. } = event {
                tiles[chain.index()] = at.or(placed);
            }
        }
        Headquarters { tiles }
    }

    /// The tile of the headquarters of a chain on the board.
    #[must_use]
    pub fn tile(self, chain: Chain) -> Option<Tile> {
        self.tiles[chain.index()]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mergemaker_bots::Level;
    use mergemaker_engine::{Phase, Preset, Rules};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{LocalGame, Setup, sample};
    use crate::scene::{Player, Scene};

    /// The chains whose headquarters are not on one of their own tiles, or have moved.
    fn faults(before: &Scene, after: &Scene) -> Vec<Chain> {
        let stands = |scene: &Scene, chain: Chain| {
            let tile = scene.headquarters.tile(chain)?;
            scene.view.board().tiles(chain).iter().any(|own| own == tile).then_some(tile)
        };
        let both = before.view.active() & after.view.active();
        let has_moved =
            |chain: &Chain| both.contains(*chain) && stands(before, *chain) != stands(after, *chain);
        let is_lost = |chain: &Chain| stands(after, *chain).is_none();
        after.view.active().iter().filter(|chain| is_lost(chain) || has_moved(chain)).collect()
    }

    /// In whole games they are where the chain was founded until it is dissolved.
    #[test]
    fn headquarters_never_move() {
        let (mut foundings, mut places, mut beyond) = (0, BTreeSet::new(), 0);
        for preset in [Preset::Renegade, Preset::Trading, Preset::Digital] {
            let mut game = sample::new_game(Rules::of(preset), [Level::Steady; 4], (6, 2));
            let mut before = game.scene(None);
            while game.game().to_act().is_some() {
                let is_founding = game.game().phase() == Phase::Found;
                game.let_bot_decide();
                let after = game.scene(None);
                assert_eq!(faults(&before, &after), []);
                for chain in (after.view.active() - before.view.active()).iter().filter(|_| is_founding) {
                    assert_eq!(after.headquarters.tile(chain), after.last_tile());
                    foundings += 1;
                }
                for chain in after.view.active().iter() {
                    places.insert((preset.id(), chain, after.headquarters.tile(chain)));
                    let first = after.view.board().tiles(chain).iter().next();
                    beyond += usize::from(first != after.headquarters.tile(chain));
                }
                before = after;
            }
        }
        assert!(foundings > 20 && places.len() > 15, "{foundings} foundings in {} places", places.len());
        assert!(beyond > 100, "chains grow past their headquarters");
    }

    /// A game continued from a position keeps them in place and adds new ones, even if the position waits for
    /// the founding itself.
    #[test]
    fn headquarters_never_move_in_a_game_from_a_position() {
        let mut found_first = 0;
        for decisions in 30..90 {
            let mut old = sample::new_game(Rules::of(Preset::Renegade), [Level::Novice; 3], (6, 3));
            (0..decisions).for_each(|_| old.let_bot_decide());
            let view = old.game().view(old.game().to_act());
            let founding = (view.phase() == Phase::Found).then(|| old.scene(None).last_tile()).flatten();
            let players = vec![Player::bot(Level::Novice); 3];
            let seed = Seed::for_simulation(6, decisions);
            let setup = Setup { rules: *view.rules(), players, seed, hints: false };
            let mut game = LocalGame::at(setup, view);
            let mut before = game.scene(None);
            for step in 0..60 {
                if game.game().to_act().is_none() {
                    break;
                }
                game.let_bot_decide();
                let after = game.scene(None);
                assert_eq!(faults(&before, &after), [], "{step} after {decisions}");
                if let Some(tile) = founding.filter(|_| step == 0) {
                    let chain = (after.view.active() - before.view.active()).first().unwrap();
                    assert_eq!(after.headquarters.tile(chain), Some(tile));
                    found_first += 1;
                }
                before = after;
            }
        }
        assert!(found_first > 0, "one of the positions waits for a founding");
    }
}
