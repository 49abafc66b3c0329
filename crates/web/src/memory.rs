//! What the page remembers for its players where holdings are hidden. Everything was public when it happened (K1); how
//! much of it stays on the screen is agreed on by the players.

use mergemaker_engine::{Event, Holdings, Seat, SeenEvent};
use mergemaker_record::Told;
use serde::{Deserialize, Serialize};

use crate::log::{Line, Teller};
use crate::scene::Scene;

/// What the page remembers where holdings are hidden.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Memory {
    /// Nothing: only what happened since the viewer's last turn is shown.
    #[default]
    None,
    /// The holdings that mergers revealed stay visible.
    Mergers,
    /// Everything.
    All,
}

impl Memory {
    /// Every choice, in order.
    pub const ALL: [Memory; 3] = [Memory::None, Memory::Mergers, Memory::All];

    /// Its name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Memory::None => "none",
            Memory::Mergers => "mergers",
            Memory::All => "all",
        }
    }
}

impl Scene {
    /// Whether others' holdings are hidden from the viewer, so that nothing on the screen may be made from them. When
    /// the game is over, nothing is hidden any more.
    #[must_use]
    pub fn hides_holdings(&self) -> bool {
        self.memory.is_some()
            && self.view.rules().options().holdings == Holdings::Hidden
            && self.view.outcome().is_none()
    }

    /// The number of the first event that is shown: the first one since the viewer's last turn, or, for spectators and
    /// on a screen that several people share, since the last full round. 0 where nothing is forgotten.
    #[must_use]
    pub fn first_shown(&self) -> usize {
        let forgets = self.memory.is_some_and(|memory| memory != Memory::All);
        if !forgets || !self.hides_holdings() {
            return 0;
        }
        let now = self.view.turn();
        let seat = self.me().filter(|_| !self.is_shared).unwrap_or(now);
        let turns = turns(&self.told);
        let ends = turns.iter().skip(1).map(|(_, start)| *start).chain([self.told.len()]);
        let is_over = |index: usize| index + 1 < turns.len() || now != seat;
        let ended = turns.iter().zip(ends).enumerate();
        let own = ended.filter(|(index, ((player, _), _))| *player == seat && is_over(*index));
        own.map(|(_, (_, end))| end).last().unwrap_or(0)
    }

    /// The log as far as the page remembers it, the oldest line first.
    #[must_use]
    pub fn log(&self, teller: &Teller<'_>) -> Vec<Line> {
        let first = self.first_shown();
        let lines = teller.lines(&self.told);
        lines.into_iter().filter_map(|line| if line.event < first { self.revealed(line) } else { Some(line) }).collect()
    }

    /// What is left of an old line: the holdings that its merger revealed, where those are remembered.
    fn revealed(&self, mut line: Line) -> Option<Line> {
        if self.memory != Some(Memory::Mergers) || line.details.is_empty() {
            return None;
        }
        line.text = line.details.remove(0);
        Some(line)
    }
}

/// Who had which turn, with the number of its first event.
fn turns(told: &[Told]) -> Vec<(Seat, usize)> {
    let mut turns: Vec<(Seat, usize)> = Vec::new();
    for (index, told) in told.iter().enumerate() {
        let SeenEvent::Whole(
            Event::TradeOffer { player, .. }
            | Event::DeclareEnd { player }
            | Event::Place { player, .. }
            | Event::Pass { player },
        ) = &told.event
        else {
            continue;
        };
        if turns.last().is_none_or(|(last, _)| last != player) {
            turns.push((*player, index));
        }
    }
    turns
}
