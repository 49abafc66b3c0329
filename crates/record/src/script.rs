//! A dealer that deals the tiles of a record.

use mergemaker_engine::{Dealer, Event, Tile, TileSet};

/// Deals the tiles of a record's chance events. If the record has no tile, or one that is not in the pile, it
/// deals any tile of the pile: the engine continues, and its events differ from the record at that event or
/// earlier.
pub(crate) struct Script<'a> {
    events: &'a [Event],
    /// The event to take tiles from next.
    at: usize,
    /// How many of its tiles have been taken.
    taken: usize,
    pile: TileSet,
    /// The first tile of the record that was not in the pile, and its event.
    stray: Option<(usize, Tile)>,
}

impl<'a> Script<'a> {
    pub(crate) fn new(events: &'a [Event]) -> Script<'a> {
        Script { events, at: 0, taken: 0, pile: TileSet::ALL, stray: None }
    }

    /// Continues with the tiles of this event.
    pub(crate) fn go_to(&mut self, event: usize) {
        (self.at, self.taken) = (event, 0);
    }

    /// The tile of this event that was not in the pile, if any.
    pub(crate) fn stray_tile(&self, event: usize) -> Option<Tile> {
        self.stray.filter(|&(at, _)| at == event).map(|(_, tile)| tile)
    }

    /// The next tile of the record, if `tiles` finds it in the event and it is in the pile.
    fn next_tile(&mut self, tiles: impl Fn(&'a Event) -> &'a [Tile]) -> Option<Tile> {
        while let Some(Event::Discard { .. }) = self.events.get(self.at) {
            self.go_to(self.at + 1);
        }
        let event = self.at;
        let tiles = tiles(self.events.get(event)?);
        let &tile = tiles.get(self.taken)?;
        self.taken += 1;
        if self.taken == tiles.len() {
            self.go_to(event + 1);
        }
        if self.pile.contains(tile) {
            return Some(tile);
        }
        self.stray.get_or_insert((event, tile));
        None
    }

    fn any_tile(&self) -> Tile {
        self.pile.iter().next().expect("a dealer is called only while the pile has tiles")
    }
}

impl Dealer for Script<'_> {
    fn draw(&mut self) -> Tile {
        let drawn = self.next_tile(|event| match event {
            Event::StartTile { tile, .. } => std::slice::from_ref(tile),
            Event::Deal { tiles, .. } | Event::Draw { tiles, .. } => tiles,
            _ => &[],
        });
        let tile = drawn.unwrap_or_else(|| self.any_tile());
        self.pile.remove(tile);
        tile
    }

    fn look(&mut self) -> Tile {
        let shown = self.next_tile(|event| match event {
            Event::BankTile { tile, .. } => std::slice::from_ref(tile),
            _ => &[],
        });
        shown.unwrap_or_else(|| self.any_tile())
    }
}
