//! Events as seen by one viewer.

use serde::{Deserialize, Serialize};

use crate::{Event, Seat};

/// An event as seen by one viewer (K1): in full, or without the tiles that went into another player's hand.
///
/// ```
/// use mergemaker_engine::{Event, Seat, SeenEvent, Tiles};
/// let tiles: Tiles = ["5C".parse().unwrap()].into_iter().collect();
/// let draw = Event::Draw { player: Seat::new(1).unwrap(), tiles };
/// let seen = draw.seen_by(Seat::new(0));
/// assert_eq!(serde_json::to_string(&seen).unwrap(), r#"{"kind":"draw","player":1,"count":1}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SeenEvent {
    /// The full event.
    Whole(Event),
    /// Tiles that went into another player's hand.
    Covered(CoveredTiles),
}

/// Face-down tiles that went into a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CoveredTiles {
    /// The first six tiles (S4).
    Deal {
        /// The player.
        player: Seat,
        /// How many.
        count: u8,
    },
    /// Tiles drawn (T11, T13).
    Draw {
        /// The player.
        player: Seat,
        /// How many.
        count: u8,
    },
}

impl Event {
    /// The event as a seat, or a spectator (`None`), may see it. This and [`Game::view`](crate::Game::view)
    /// alone decide what a viewer may know.
    ///
    /// ```
    /// use mergemaker_engine::{Event, Seat, SeenEvent};
    /// let placed = Event::Place { player: Seat::new(1).unwrap(), tile: "5C".parse().unwrap() };
    /// assert_eq!(placed.seen_by(None), SeenEvent::Whole(placed));
    /// ```
    #[must_use]
    pub fn seen_by(&self, viewer: Option<Seat>) -> SeenEvent {
        match self {
            Event::Deal { player, tiles } if viewer != Some(*player) => {
                SeenEvent::Covered(CoveredTiles::Deal { player: *player, count: tiles.len() as u8 })
            }
            Event::Draw { player, tiles } if viewer != Some(*player) => {
                SeenEvent::Covered(CoveredTiles::Draw { player: *player, count: tiles.len() as u8 })
            }
            event => SeenEvent::Whole(event.clone()),
        }
    }
}
