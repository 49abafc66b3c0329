//! Sound cues for events, as notes that the page synthesizes without loading any files.

use mergemaker_engine::{Event, SeenEvent};
use mergemaker_record::{Effect, LogEntry};

use crate::scene::Scene;

/// A sound cue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cue {
    /// A tile is put down.
    Tile,
    /// Money changes hands.
    Money,
    /// A chain is founded.
    Founding,
    /// Chains merge.
    Merger,
    /// The viewer is to decide.
    MyTurn,
    /// The game is over.
    End,
    /// A chat message arrived.
    Chat,
}

/// A tone that starts after a delay and fades out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Note {
    /// The frequency in hertz.
    pub pitch: f32,
    /// Seconds until it starts.
    pub after: f64,
    /// Seconds until it has faded out.
    pub length: f64,
    /// Its initial volume, 1 being the loudest.
    pub strength: f32,
}

impl Cue {
    /// All cues.
    pub const ALL: [Cue; 7] =
        [Cue::Tile, Cue::Money, Cue::Founding, Cue::Merger, Cue::MyTurn, Cue::End, Cue::Chat];

    /// Its notes: short and soft, rising for good news.
    ///
    /// ```
    /// use mergemaker_web::cue::Cue;
    /// assert!(Cue::ALL.iter().all(|cue| !cue.notes().is_empty()));
    /// ```
    #[must_use]
    pub const fn notes(self) -> &'static [Note] {
        const fn note(pitch: f32, after: f64, length: f64, strength: f32) -> Note {
            Note { pitch, after, length, strength }
        }
        match self {
            Cue::Tile => const { &[note(180.0, 0.0, 0.09, 0.9), note(90.0, 0.0, 0.12, 0.8)] },
            Cue::Money => const { &[note(1_318.5, 0.0, 0.09, 0.3), note(1_760.0, 0.07, 0.16, 0.3)] },
            Cue::Founding => {
                const { &[note(523.3, 0.0, 0.16, 0.5), note(659.3, 0.09, 0.16, 0.5), note(784.0, 0.18, 0.3, 0.5)] }
            }
            Cue::Merger => {
                const { &[note(392.0, 0.0, 0.25, 0.5), note(311.1, 0.12, 0.25, 0.5), note(196.0, 0.24, 0.45, 0.7)] }
            }
            Cue::MyTurn => const { &[note(659.3, 0.0, 0.14, 0.5), note(880.0, 0.12, 0.28, 0.5)] },
            Cue::End => {
                const {
                    &[
                        note(523.3, 0.0, 0.5, 0.5),
                        note(659.3, 0.15, 0.5, 0.5),
                        note(784.0, 0.3, 0.5, 0.5),
                        note(1_046.5, 0.45, 0.8, 0.5),
                    ]
                }
            }
            Cue::Chat => const { &[note(988.0, 0.0, 0.1, 0.4)] },
        }
    }
}

/// The cues between two scenes of a game: the most important event, and that it is now the viewer's turn.
/// Several events at once make no more than that.
#[must_use]
pub fn between(before: &Scene, after: &Scene) -> Vec<Cue> {
    let news = after.entries.get(before.entries.len()..).unwrap_or_default();
    let happened = news.iter().filter_map(cue).max();
    let is_asked = after.is_my_turn() && !before.is_my_turn();
    happened.into_iter().chain(is_asked.then_some(Cue::MyTurn)).collect()
}

fn cue(entry: &LogEntry) -> Option<Cue> {
    let SeenEvent::Whole(event) = &entry.event else { return None };
    match event {
        Event::Place { .. } if matches!(entry.effect, Effect::Merges { .. }) => Some(Cue::Merger),
        Event::Place { .. } => Some(Cue::Tile),
        Event::Found { .. } => Some(Cue::Founding),
        Event::Dispose { .. } | Event::Buy { .. } => match &entry.effect {
            Effect::Bought { cost, .. } if cost.0 > 0 => Some(Cue::Money),
            Effect::Disposed { cash, .. } if cash.0 > 0 => Some(Cue::Money),
            _ => None,
        },
        Event::TradeAnswer { accept: true, .. } => Some(Cue::Money),
        Event::End { .. } => Some(Cue::End),
        Event::StartTile { .. }
        | Event::Deal { .. }
        | Event::Discard { .. }
        | Event::TradeOffer { .. }
        | Event::TradeAnswer { accept: false, .. }
        | Event::DeclareEnd { .. }
        | Event::Pass { .. }
        | Event::Survivor { .. }
        | Event::Defunct { .. }
        | Event::BankTile { .. }
        | Event::Draw { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mergemaker_bots::{Budget, Level, decide};
    use mergemaker_engine::{Dice, Preset, Rules, Seat};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{LocalGame, Setup};
    use crate::scene::Player;

    /// Over a whole game every cue is played, and `MyTurn` exactly when the viewer's turn starts.
    #[test]
    fn every_cue_is_played_in_a_game() {
        let setup = Setup {
            rules: Rules::of(Preset::Renegade),
            players: vec![Player::person("Ann"), Player::bot(Level::Novice), Player::bot(Level::Novice)],
            seed: Seed::for_simulation(5, 2),
            hints: false,
        };
        let mut game = LocalGame::new(setup).unwrap();
        let (me, mut person) = (Seat::new(0), Level::Novice.bot());
        let mut played = BTreeSet::new();
        let mut before = game.scene(me);
        while let Some(seat) = game.game().to_act() {
            if game.waits_for_bot() {
                game.let_bot_decide();
            } else {
                let action = decide(&mut *person, game.game(), &mut Dice::new(1), Budget::default()).action;
                game.decide(seat, &action).unwrap();
            }
            let after = game.scene(me);
            let cues = between(&before, &after);
            assert_eq!(cues.contains(&Cue::MyTurn), after.is_my_turn() && !before.is_my_turn());
            assert!(cues.len() <= 2);
            assert_eq!(between(&after, &after), []);
            played.extend(cues);
            before = after;
        }
        let all: BTreeSet<Cue> = Cue::ALL.into_iter().filter(|&cue| cue != Cue::Chat).collect();
        assert_eq!(played, all);
    }
}
