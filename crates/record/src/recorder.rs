//! Records a game while it is played.

use mergemaker_engine::{Event, Game, Log};

use crate::{GameResult, Record, Seed};

/// Listens to a game and makes its [`Record`].
///
/// ```
/// use mergemaker_engine::{Game, Preset, Rules, Table};
/// use mergemaker_record::{Deck, Recorder, Seed};
/// let (mut deck, mut recorder) = (Deck::new(&Seed::for_simulation(1, 1)), Recorder::new());
/// Game::start(Table::new(Rules::of(Preset::Classic), 2)?, &mut deck, &mut recorder);
/// assert_eq!(recorder.events().len(), 4);
/// # Ok::<(), mergemaker_engine::RulesError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    events: Vec<Event>,
}

impl Recorder {
    /// A recorder without events.
    #[must_use]
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// The events so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Keeps only the first events, when later ones are taken back.
    pub fn truncate(&mut self, events: usize) {
        self.events.truncate(events);
    }

    /// The record of the game so far. It has the commitment to the seed, and once the game is over also the
    /// seed, which until then would reveal every tile to come.
    #[must_use]
    pub fn finish(self, game: &Game, players: Vec<String>, seed: Option<Seed>) -> Record {
        let result = GameResult::of(game);
        Record {
            rules: *game.rules(),
            players,
            events: self.events,
            seed: seed.filter(|_| result.is_some()),
            commitment: seed.map(|seed| seed.commitment()),
            result,
        }
    }
}

impl Log for Recorder {
    fn event(&mut self, _game: &Game, event: Event) {
        self.events.push(event);
    }
}
