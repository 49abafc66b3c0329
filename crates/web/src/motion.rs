//! Explanatory motion: what to animate after an event, derived from the scenes before and after it.

use mergemaker_engine::{Cell, Chain, Event, Money, Seat, SeenEvent, Tile};
use mergemaker_record::{Effect, LogEntry};

use crate::scene::Scene;

/// One animation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Motion {
    /// A tile flies to its square and lands.
    Tile {
        /// The tile.
        tile: Tile,
        /// Who placed it.
        from: Seat,
    },
    /// A ripple through a chain that was founded or grew.
    Ripple {
        /// The squares, each with its distance from the placed tile.
        squares: Vec<(Tile, u8)>,
    },
    /// A chain is taken over, square by square.
    Takeover {
        /// The previous chain.
        was: Chain,
        /// The squares, each with its distance from the merging tile.
        squares: Vec<(Tile, u8)>,
    },
    /// Money moves between the bank and a player.
    Money {
        /// The player.
        player: Seat,
        /// Their cash after it.
        cash: Money,
        /// Their cash before it.
        before: Money,
    },
}

/// The animations between two scenes of a game. There are none if several decisions arrived at once (as after
/// a lost connection) or one was taken back: nobody could follow.
#[must_use]
pub fn between(before: &Scene, after: &Scene) -> Vec<Motion> {
    let news = match after.entries.get(before.entries.len()..) {
        Some(news) if after.view.viewer() == before.view.viewer() => news,
        _ => return Vec::new(),
    };
    let decisions: Vec<&LogEntry> = news.iter().filter(|entry| decision(entry).is_some()).collect();
    let [entry] = decisions[..] else { return Vec::new() };
    let mut motions = Vec::new();
    let placed = decision(entry).and_then(|event| match event {
        Event::Place { player, tile } => Some((*player, *tile)),
        _ => None,
    });
    if let Some((from, tile)) = placed {
        motions.push(Motion::Tile { tile, from });
    }
    // Everything else spreads from the last tile placed.
    if let Some(origin) = after.last_tile() {
        let now = match &entry.effect {
            Effect::Grows { now } | Effect::Founded { now, .. } => Some(now.chain),
            _ => None,
        };
        let board = after.view.board();
        if let Some(chain) = now {
            motions.push(Motion::Ripple { squares: spread(origin, board.tiles(chain).iter()) });
        }
        for chain in Chain::ALL {
            let old = before.view.board();
            let is_taken = |tile: &Tile| match board.cell(*tile) {
                Cell::Chain { chain: now } => now != chain,
                Cell::Lone | Cell::Empty => false,
            };
            let squares: Vec<Tile> = old.tiles(chain).iter().filter(is_taken).collect();
            if !squares.is_empty() {
                motions.push(Motion::Takeover { was: chain, squares: spread(origin, squares.into_iter()) });
            }
        }
    }
    for player in after.view.seats() {
        if let (Some(before), Some(cash)) = (before.view.cash(player), after.view.cash(player))
            && before != cash
        {
            motions.push(Motion::Money { player, cash, before });
        }
    }
    motions
}

fn decision(entry: &LogEntry) -> Option<&Event> {
    match &entry.event {
        SeenEvent::Whole(event) => event.decision().map(|_| event),
        SeenEvent::Covered(_) => None,
    }
}

/// Squares with their distance from the origin, nearest first.
fn spread(origin: Tile, squares: impl Iterator<Item = Tile>) -> Vec<(Tile, u8)> {
    let distance = |tile: Tile| tile.column().abs_diff(origin.column()) + tile.row().abs_diff(origin.row());
    let mut squares: Vec<(Tile, u8)> = squares.map(|tile| (tile, distance(tile))).collect();
    squares.sort_by_key(|(_, distance)| *distance);
    squares
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Preset, Rules};

    use super::*;
    use crate::local::sample;

    fn scenes() -> Vec<Scene> {
        let mut game = sample::new_game(Rules::of(Preset::Renegade), [Level::Novice; 3], (5, 1));
        let mut scenes = vec![game.scene(None)];
        while game.game().to_act().is_some() {
            game.let_bot_decide();
            scenes.push(game.scene(None));
        }
        scenes
    }

    /// In a whole game every tile placement, every square that changes its chain, and every change of cash is
    /// animated.
    #[test]
    fn every_change_is_animated() {
        let scenes = scenes();
        let (mut ripples, mut takeovers) = (0, 0);
        for pair in scenes.windows(2) {
            let [before, after] = pair else { continue };
            let motions = between(before, after);
            let placed = after.last_tile().filter(|_| before.last_tile() != after.last_tile());
            let flies = motions.iter().find_map(|motion| match motion {
                Motion::Tile { tile, .. } => Some(*tile),
                _ => None,
            });
            assert_eq!(flies, placed);
            let mut taken: Vec<Tile> = Vec::new();
            let mut gains = [0_i64; 3];
            for motion in &motions {
                match motion {
                    Motion::Tile { .. } => {}
                    Motion::Ripple { squares } => {
                        assert_eq!(squares[0], (after.last_tile().unwrap(), 0), "it starts at the tile");
                        ripples += 1;
                    }
                    Motion::Takeover { squares, .. } => {
                        assert!(squares.is_sorted_by_key(|square| square.1));
                        taken.extend(squares.iter().map(|square| square.0));
                        takeovers += 1;
                    }
                    Motion::Money { player, cash, before } => {
                        gains[player.index()] = i64::from(cash.0) - i64::from(before.0);
                    }
                }
            }
            let chain = |scene: &Scene, tile: Tile| match scene.view.board().cell(tile) {
                Cell::Chain { chain } => Some(chain),
                Cell::Lone | Cell::Empty => None,
            };
            let changed = Tile::all().filter(|&tile| {
                chain(before, tile).is_some_and(|was| chain(after, tile).is_some_and(|now| now != was))
            });
            taken.sort();
            let mut changed: Vec<Tile> = changed.collect();
            changed.sort();
            assert_eq!(taken, changed);
            for seat in Seat::all(3) {
                let cash = |scene: &Scene| i64::from(scene.view.cash(seat).unwrap().0);
                assert_eq!(gains[seat.index()], cash(after) - cash(before));
            }
        }
        assert!(ripples > 20 && takeovers > 2, "{ripples} ripples, {takeovers} takeovers");
    }

    #[test]
    fn several_decisions_at_once_or_a_takeback_are_not_animated() {
        let scenes = scenes();
        assert_eq!(between(&scenes[3], &scenes[9]), []);
        assert_eq!(between(&scenes[9], &scenes[3]), []);
        assert_eq!(between(&scenes[9], &scenes[9]), []);
    }
}
