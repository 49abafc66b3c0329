//! Scenes that everybody may see, for a large screen in the room.

use mergemaker_engine::{SeenEvent, View};
use mergemaker_record::LogEntry;

use crate::scene::Scene;

impl Scene {
    /// The scene without its viewer's private knowledge.
    #[must_use]
    pub fn for_everybody(self) -> Option<Scene> {
        if self.view.viewer().is_none() {
            return Some(self);
        }
        let view = View::from_position(&self.view.position(), None).ok()?;
        let entries = self.entries.into_iter().map(|entry| LogEntry {
            event: match entry.event {
                SeenEvent::Whole(event) => event.seen_by(None),
                covered @ SeenEvent::Covered(_) => covered,
            },
            ..entry
        });
        Some(Scene { view, entries: entries.collect(), can_take_back: false, ..self })
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::{Holdings, Options, Preset, Rules, Seat};

    use crate::local::sample;

    /// At every moment, with open and with hidden holdings, it equals a spectator's scene.
    #[test]
    fn everybody_sees_what_a_spectator_sees() {
        let open = Rules::of(Preset::Renegade);
        let hidden = Rules::new(Options { holdings: Holdings::Hidden, ..*open.options() }).unwrap();
        for rules in [open, hidden] {
            let mut game = sample::new_game(rules, [Level::Novice; 3], (5, 5));
            while game.game().to_act().is_some() {
                let seen = game.scene(Seat::new(1)).for_everybody().unwrap();
                assert_eq!((seen.view, seen.entries), (game.scene(None).view, game.scene(None).entries));
                game.let_bot_decide();
            }
        }
    }
}
