//! Games kept as files, which must verify forever.
//!
//! `MERGEMAKER_WRITE_GOLDEN=1 cargo test golden` writes missing ones of version 2. Those of version 1 cannot
//! be generated any more.

use std::path::PathBuf;

use mergemaker_engine::{DiscardReason, EndReason, Event, Phase, Preset, RulesVersion};
use mergemaker_record::{Record, Replay};

use crate::{play, table};

/// A game of each preset of version 1, with different numbers of players and every kind of ending.
const GAMES: [(&str, Preset, usize); 9] = [
    ("classic-4", Preset::Classic, 4),
    ("renegade-2", Preset::Renegade, 2),
    ("tycoon-3", Preset::Tycoon, 3),
    ("trading-5", Preset::Trading, 5),
    ("manual-6", Preset::Manual, 6),
    ("manual-2", Preset::Manual, 2),
    ("digital-3", Preset::Digital, 3),
    ("digital-4-all-tiles", Preset::Digital, 4),
    ("digital-4-no-tile", Preset::Digital, 4),
];

/// The record of a golden game.
pub(crate) fn golden(name: &str) -> Record {
    Record::read(&std::fs::read(file(&format!("{name}.json"))).unwrap()).unwrap()
}

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

/// The text of a file.
fn text(name: &str) -> String {
    std::fs::read_to_string(file(name)).unwrap().replace("\r\n", "\n")
}

/// A golden game: its name, preset, number of players, and what must happen in it.
type Golden = (&'static str, Preset, usize, fn(&Replay) -> bool);

/// Games of version 2, at least one of each preset.
const VERSION_2_GAMES: [Golden; 8] = [
    ("2-classic-4-ended-at-once", Preset::Classic, 4, ends_at_once),
    ("2-classic-2-finished", Preset::Classic, 2, finishes_after_declaring),
    ("2-renegade-4-kept", Preset::Renegade, 4, keeps_a_dead_tile),
    ("2-tycoon-3-some", Preset::Tycoon, 3, exchanges_some),
    ("2-trading-4-asked-twice", Preset::Trading, 4, is_asked_twice),
    ("2-manual-6-set-up", Preset::Manual, 6, founds_at_set_up),
    ("2-manual-3-discards-first", Preset::Manual, 3, discards_before_drawing),
    ("2-digital-5-one-of-two", Preset::Digital, 5, exchanges_some),
];

/// E2: declared and ended without finishing the turn.
fn ends_at_once(replay: &Replay) -> bool {
    replay.moments().windows(2).any(|pair| {
        matches!(pair, [one, next] if matches!(one.event, Event::DeclareEnd { .. })
            && matches!(one.before().phase(), Phase::Tile | Phase::Buy)
            && matches!(next.event, Event::End { .. }))
    })
}

/// E2: declared before the tile, but the turn was finished.
fn finishes_after_declaring(replay: &Replay) -> bool {
    let declared = replay.moments().iter().position(|moment| {
        matches!(moment.event, Event::DeclareEnd { .. }) && moment.before().phase() == Phase::Tile
    });
    declared.is_some_and(|at| {
        replay.moments()[at..].iter().any(|moment| matches!(moment.event, Event::Buy { .. }))
    })
}

/// T11: asked about dead tiles and kept them.
fn keeps_a_dead_tile(replay: &Replay) -> bool {
    replay.moments().windows(2).any(|pair| {
        pair[0].game.phase() == Phase::Exchange && !matches!(pair[1].event, Event::Discard { .. })
    })
}

/// T11: exchanged a dead tile but kept one before it.
fn exchanges_some(replay: &Replay) -> bool {
    replay.moments().iter().any(|moment| match &moment.event {
        Event::Discard { tiles, reason: DiscardReason::Unplayable, .. } => {
            let asked = moment.before().exchangeable();
            asked.len() > tiles.len() && asked.tile(0) != tiles.first().copied()
        }
        _ => false,
    })
}

/// T11: exchanged a dead tile for another dead tile and was asked again.
fn is_asked_twice(replay: &Replay) -> bool {
    replay.moments().windows(2).any(|pair| {
        pair[0].before().phase() == Phase::Exchange
            && matches!(pair[0].event, Event::Discard { .. })
            && pair[1].game.phase() == Phase::Exchange
    })
}

/// S3, S4, S5: a start tile founds a chain with headquarters on its other tile.
fn founds_at_set_up(replay: &Replay) -> bool {
    let start = replay.moments().iter().take_while(|moment| !matches!(moment.event, Event::Place { .. }));
    let mut last = None;
    for moment in start {
        match moment.event {
            Event::StartTile { tile, .. } => last = Some(tile),
            Event::Found { at: Some(at), .. } if last.is_some_and(|tile| tile != at) => return true,
            _ => {}
        }
    }
    false
}

/// T11: dead tiles are set aside, then the hand is refilled.
fn discards_before_drawing(replay: &Replay) -> bool {
    replay.moments().windows(2).any(|pair| match (&pair[0].event, &pair[1].event) {
        (Event::Discard { tiles, .. }, Event::Draw { tiles: drawn, .. }) => drawn.len() > tiles.len(),
        _ => false,
    })
}

/// S3, S5, T11, E2: golden games of version 2 verify, contain what they are kept for, and are written back
/// unchanged.
#[test]
fn golden_games_of_version_2_verify() {
    for (name, preset, players, shows) in VERSION_2_GAMES {
        let path = file(&format!("{name}.json"));
        if std::env::var_os("MERGEMAKER_WRITE_GOLDEN").is_some() && !path.exists() {
            let games = (0..).map(|number| play(table(preset, players), number).0);
            let record = games.into_iter().find(|record| shows(&record.replay().unwrap())).unwrap();
            std::fs::write(path, record.to_json() + "\n").unwrap();
        }
        let record = golden(name);
        assert_eq!(record.rules.version(), RulesVersion::Two);
        assert_eq!((record.rules.preset(), record.players.len()), (preset, players));
        record.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(record.seed.is_some() && shows(&record.replay().unwrap()), "{name}");
        assert_eq!(record.to_json() + "\n", text(&format!("{name}.json")));
    }
}

/// S2, S4, T11, T13, M1, M2, M3, P5, X1, E3, E4: golden games verify, with their seeds, and are written back
/// unchanged. Together they have every kind of event and ending.
#[test]
fn golden_games_verify() {
    let mut kinds = std::collections::BTreeSet::new();
    for (name, preset, players) in GAMES {
        let record = golden(name);
        assert_eq!(record.rules.version(), RulesVersion::One);
        assert!(record.seed.is_some() && record.commitment.is_some());
        assert_eq!((record.rules.preset(), record.players.len()), (preset, players));
        record.verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(record.to_json() + "\n", text(&format!("{name}.json")));
        kinds.extend(record.events.iter().map(|event| match event {
            Event::Discard { reason, .. } => format!("discard {reason:?}"),
            Event::End { reason } => format!("end {}", reason.id()),
            event => event.kind().to_string(),
        }));
    }
    assert_eq!(kinds.len(), 16 + 1 + 2, "{kinds:?}");
    assert!(kinds.contains(&format!("end {}", EndReason::NoTilePlayed.id())));
}
