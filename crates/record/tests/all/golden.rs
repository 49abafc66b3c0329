//! Games kept as files: they verify today and must verify forever.
//!
//! To write them anew, which no change should ever need: `MERGEMAKER_WRITE_GOLDEN=1 cargo test golden`.

use std::path::PathBuf;

use mergemaker_engine::{EndReason, Event, Preset, Theme};
use mergemaker_record::{Record, transcript};

use crate::{play, play_to_the_last_tile, table};

/// A game of each preset, with different numbers of players, ended in every way. The last member says
/// whether anybody may declare the end.
const GAMES: [(&str, Preset, usize, u64, bool); 9] = [
    ("classic-4", Preset::Classic, 4, 165, true),
    ("renegade-2", Preset::Renegade, 2, 9859, true),
    ("tycoon-3", Preset::Tycoon, 3, 5547, true),
    ("trading-5", Preset::Trading, 5, 5341, true),
    ("manual-6", Preset::Manual, 6, 8777, true),
    ("manual-2", Preset::Manual, 2, 66, false),
    ("digital-3", Preset::Digital, 3, 15158, true),
    ("digital-4-all-tiles", Preset::Digital, 4, 179, false),
    ("digital-4-no-tile", Preset::Digital, 4, 278, false),
];

/// The record of a kept game.
pub(crate) fn golden(name: &str) -> Record {
    Record::read(&std::fs::read(file(&format!("{name}.json"))).unwrap()).unwrap()
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// What the file holds; written first where that is asked for.
fn read_or_write(name: &str, text: impl FnOnce() -> String) -> String {
    if std::env::var_os("MERGEMAKER_WRITE_GOLDEN").is_some() {
        std::fs::write(file(name), text()).unwrap();
    }
    std::fs::read_to_string(file(name)).unwrap().replace("\r\n", "\n")
}

/// S2, S4, T11, T13, M1, M2, M3, P5, X1, E3, E4: kept games verify, with their seeds, and are written as
/// they were. Together they have every kind of event and every kind of ending.
#[test]
fn golden_games_verify() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, preset, players, number, declares) in GAMES {
        let write = || {
            let play = if declares { play } else { play_to_the_last_tile };
            play(table(preset, players), number).0.to_json() + "\n"
        };
        let text = read_or_write(&format!("{name}.json"), write);
        let record = golden(name);
        assert!(record.seed.is_some() && record.commitment.is_some());
        assert_eq!((record.rules.preset(), record.players.len()), (preset, players));
        record.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(record.to_json() + "\n", text);
        kinds.extend(record.events.iter().map(|event| match event {
            Event::Discard { reason, .. } => format!("discard {reason:?}"),
            Event::End { reason } => format!("end {}", reason.id()),
            event => event.kind().to_string(),
        }));
    }
    assert_eq!(kinds.len(), 16 + 1 + 2, "{kinds:?}");
    assert!(kinds.contains(&format!("end {}", EndReason::NoTilePlayed.id())));
}

/// E4: the transcript of a kept game, line by line.
#[test]
fn golden_transcripts_hold() {
    for name in ["renegade-2", "tycoon-3", "trading-5"] {
        let told = transcript(&golden(name), Theme::Hotels).unwrap();
        let kept = read_or_write(&format!("{name}.txt"), || told.clone());
        // Line by line, so that a difference shows itself and not two whole games.
        for (line, (kept, told)) in kept.lines().zip(told.lines()).enumerate() {
            assert_eq!(told, kept, "{name}, line {}", line + 1);
        }
        assert_eq!(told.lines().count(), kept.lines().count(), "{name}");
    }
}
