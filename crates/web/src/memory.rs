//! What the page remembers for its players with hidden holdings. Everything was public when it happened (K1).
//! The players agree on how much of it stays on the screen.

use mergemaker_engine::{Seat, SeenEvent};
pub use mergemaker_protocol::Memory;
use mergemaker_record::LogEntry;

use crate::scene::Scene;
use mergemaker_voice::{LogLine, Narrator};

impl Scene {
    /// Whether the screen must not reveal others' holdings. When the game is over, nothing is hidden any
    /// more.
    #[must_use]
    pub fn hides_holdings(&self) -> bool {
        self.memory.is_some() && self.view.rules().hides_holdings() && self.view.outcome().is_none()
    }

    /// The index of the first event shown: the first since the viewer's last turn. On shared screens and for
    /// spectators, the first since the last turn of the player whose turn it is. 0 if nothing is forgotten.
    #[must_use]
    pub fn first_shown(&self) -> usize {
        let forgets = self.memory.is_some_and(|memory| memory != Memory::All);
        if !forgets || !self.hides_holdings() {
            return 0;
        }
        let now = self.view.turn();
        let seat = self.me().filter(|_| !self.is_shared).unwrap_or(now);
        let turns = turns(&self.entries);
        let ends = turns.iter().skip(1).map(|(_, start)| *start).chain([self.entries.len()]);
        let is_over = |index: usize| index + 1 < turns.len() || now != seat;
        let ended = turns.iter().zip(ends).enumerate();
        let own = ended.filter(|(index, ((player, _), _))| *player == seat && is_over(*index));
        own.map(|(_, (_, end))| end).last().unwrap_or(0)
    }

    /// The part of the log that the page remembers, oldest line first.
    #[must_use]
    pub fn log(&self, narrator: &Narrator<'_>) -> Vec<LogLine> {
        let first = self.first_shown();
        let lines = narrator.lines(&self.entries);
        lines
            .into_iter()
            .filter_map(|line| if line.event < first { self.revealed(line) } else { Some(line) })
            .collect()
    }

    /// What remains of an old line: the holdings revealed by its merger, if those are remembered.
    fn revealed(&self, mut line: LogLine) -> Option<LogLine> {
        if self.memory != Some(Memory::Mergers) || line.details.is_empty() {
            return None;
        }
        line.text = line.details.remove(0);
        Some(line)
    }
}

/// The player and first event index of each turn. Redrawing a stuck hand comes before anything else (T13).
fn turns(entries: &[LogEntry]) -> Vec<(Seat, usize)> {
    let mut turns: Vec<(Seat, usize)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let SeenEvent::Whole(event) = &entry.event else { continue };
        let Some(player) = event.opens_turn_of() else { continue };
        if turns.last().is_none_or(|&(last, _)| last != player) {
            turns.push((player, index));
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{DiscardReason, Event, Holdings, Options, Preset, Rules, Theme};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{Customs, LocalGame, Setup};
    use crate::scene::Player;
    use crate::think::{guessed_view, reconstructed_view};
    use crate::words::{Language, page};

    fn ann() -> Seat {
        Seat::new(0).unwrap()
    }

    fn game(preset: Preset, memory: Memory, people: usize, seed: u64) -> LocalGame {
        let options = Options { holdings: Holdings::Hidden, ..Options::of(preset) };
        let names = ["Ann", "Bob", "Cid", "Dot"];
        let players = names.iter().enumerate().map(|(index, name)| {
            if index < people {
                Player::person(name)
            } else {
                Player { name: (*name).to_owned(), ..Player::bot(Level::Steady) }
            }
        });
        let rules = Rules::new(options).unwrap();
        let setup =
            Setup { rules, players: players.collect(), seed: Seed::for_simulation(3, seed), hints: true };
        LocalGame::new(setup).unwrap().with_customs(Customs { memory, ..Customs::default() })
    }

    /// The index of the first event of the turn that just started. Draws at its end belong to the last turn,
    /// and redrawing a stuck hand (T13) to the new one.
    fn start_of_turn(entries: &[LogEntry], before: usize) -> usize {
        let is_redraw = |entry: &LogEntry| {
            matches!(entry.event, SeenEvent::Whole(Event::Discard { reason: DiscardReason::StuckHand, .. }))
        };
        let redraw = entries.iter().skip(before).position(is_redraw);
        redraw.map_or(entries.len(), |index| before + index)
    }

    /// Compares the log with one tracked while playing: players remember from the end of their own turn;
    /// spectators and people who share a screen, from the last turn of the player whose turn it is.
    #[test]
    fn the_log_goes_back_to_the_last_turn() {
        let words = page(Language::English);
        let (mut forgotten, mut kept, mut redraws) = (0, 0, 0);
        for (seed, people) in [(0, 1), (1, 1), (2, 2), (3, 0), (20, 0), (111, 2), (111, 0)] {
            for memory in Memory::ALL {
                let mut game = game(Preset::Trading, memory, people, seed);
                let viewers: Vec<Option<Seat>> = game.game().seats().map(Some).chain([None]).collect();
                let mut since = [0; 4];
                while game.game().to_act().is_some() {
                    let (turn, before) = (game.game().turn(), game.events());
                    game.auto_decide();
                    if game.game().turn() != turn {
                        let entries = game.scene(None).entries;
                        since[turn.index()] = start_of_turn(&entries, before);
                        redraws += usize::from(since[turn.index()] < entries.len());
                    }
                    if game.game().outcome().is_some() {
                        break;
                    }
                    for &viewer in &viewers {
                        let scene = game.scene(viewer);
                        let own = viewer.filter(|_| people < 2).unwrap_or(game.game().turn());
                        let first = if memory == Memory::All { 0 } else { since[own.index()] };
                        let narrator = scene.narrator(&words, Theme::Hotels);
                        let (whole, log) = (narrator.lines(&scene.entries), scene.log(&narrator));
                        let shown: Vec<&LogLine> = log.iter().filter(|line| line.event >= first).collect();
                        let new: Vec<&LogLine> = whole.iter().filter(|line| line.event >= first).collect();
                        assert_eq!(shown, new, "everything since then is shown");
                        for line in log.iter().filter(|line| line.event < first) {
                            assert_eq!(memory, Memory::Mergers);
                            assert!(line.text.starts_with("Bonuses for"), "{line:?}");
                            kept += 1;
                        }
                        forgotten += whole.len() - log.len();
                    }
                }
                let scene = game.scene(None);
                let narrator = scene.narrator(&words, Theme::Hotels);
                assert_eq!(
                    scene.log(&narrator),
                    narrator.lines(&scene.entries),
                    "nothing is hidden after the game"
                );
            }
        }
        assert!(forgotten > 1_000 && kept > 100 && redraws > 5, "{forgotten} {kept} {redraws}");
    }

    /// With open holdings nothing is forgotten.
    #[test]
    fn nothing_is_forgotten_with_open_holdings() {
        let mut game = crate::local::sample::new_game(Rules::of(Preset::Classic), [Level::Steady; 3], (3, 3));
        while game.game().to_act().is_some() {
            game.let_bot_decide();
            assert_eq!(game.scene(None).first_shown(), 0);
        }
    }

    /// Hints guess what others hold, whatever the page remembers: they do not depend on the log. Bots know
    /// everything that was public.
    #[test]
    fn hints_do_not_know_hidden_holdings() {
        let mut unlike = 0;
        let mut game = game(Preset::Classic, Memory::None, 1, 8);
        while let Some(seat) = game.game().to_act() {
            if seat == ann() {
                let scene = game.scene(Some(seat));
                let guessed = guessed_view(&scene);
                for memory in Memory::ALL {
                    let scene = Scene { memory: Some(memory), ..scene.clone() };
                    assert_eq!(guessed, guessed_view(&scene));
                    assert_eq!(guessed, guessed_view(&Scene { entries: Vec::new(), ..scene }));
                }
                unlike += usize::from(guessed != reconstructed_view(&scene));
                assert!(scene.standings().iter().all(|one| one.shares.iter().all(|share| share.2.is_none())));
            }
            game.auto_decide();
        }
        assert!(unlike > 10, "{unlike}");
    }
}
