//! Rules of particular editions: a choice of dead tiles, chains founded at set-up, and ending at once.

use serde_json::Value;

use crate::program::{Folder, error_line, printed};

/// A golden game of the record crate.
fn golden(name: &str) -> String {
    format!("{}/../record/tests/golden/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

const GAMES: [&str; 8] = [
    "2-classic-2-finished",
    "2-classic-4-ended-at-once",
    "2-renegade-4-kept",
    "2-tycoon-3-some",
    "2-trading-4-asked-twice",
    "2-manual-6-set-up",
    "2-manual-3-discards-first",
    "2-digital-5-one-of-two",
];

/// The first event after which the position contains `says`, and that position.
fn first_position(path: &str, says: &str) -> (String, String) {
    let record: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let events = record["events"].as_array().unwrap().len();
    let positions = (1..=events).map(|event| {
        let event = event.to_string();
        let position = printed(&["show", path, "--event", &event, "--position"]);
        (event, position)
    });
    positions.into_iter().find(|(_, position)| position.contains(says)).unwrap()
}

#[test]
fn their_records_verify_and_can_be_analysed() {
    for name in GAMES {
        let path = golden(name);
        assert_eq!(printed(&["verify", &path]), "1 record ok\n", "{name}");
        let report: Value = serde_json::from_str(&printed(&[
            "analyse", &path, "--judge", "playouts", "--work", "4", "--json",
        ]))
        .unwrap();
        let decisions = report["decisions"].as_array().unwrap();
        assert!(decisions.len() > 40, "{name}");
        assert!(decisions.iter().all(|decision| decision["action"]["kind"] != "exchange"), "{name}");
        if name.ends_with("ended-at-once") {
            assert_eq!(decisions.last().unwrap()["action"]["kind"], "end_turn");
        }
    }
}

/// S3: before the first turn, the output shows who decides what.
#[test]
fn a_chain_founded_at_set_up_is_shown() {
    let path = golden("2-manual-6-set-up");
    let (event, position) = first_position(&path, ":found:");
    assert!(position.contains("manual@2 start:"), "{position}");
    let shown = printed(&["show", &path, "--event", &event]);
    assert!(shown.contains("\nSet-up · Dot decides: the chain to found\n"), "{shown}");
    let advice = printed(&["advise", &path, "--event", &event, "--work", "8"]);
    assert!(advice.contains("decides: the chain to found"), "{advice}");
}

/// T11: keeping a dead tile leaves no event; the decision is shown after the previous event.
#[test]
fn a_choice_of_dead_tiles_is_shown() {
    let path = golden("2-renegade-4-kept");
    let (event, position) = first_position(&path, ":exchange renegade@2");
    assert!(position.ends_with("renegade@2\n"), "{position}");
    let shown = printed(&["show", &path, "--event", &event]);
    assert!(shown.contains("decides: dead tiles to exchange"), "{shown}");
    let advice = printed(&["advise", &path, "--event", &event, "--work", "8"]);
    assert!(advice.contains("decides: dead tiles to exchange"), "{advice}");
    assert!(advice.contains("\n  Exchange ") && !advice.contains("Keep all dead tiles"), "{advice}");
    let report: Value =
        serde_json::from_str(&printed(&["advise", &path, "--event", &event, "--work", "8", "--json"]))
            .unwrap();
    let alternatives = report["alternatives"].as_array().unwrap();
    let kept = alternatives.iter().filter(|one| one["action"]["tiles"].as_array().unwrap().is_empty());
    assert_eq!((alternatives.len(), kept.count()), (1, 0), "{report}");
}

/// E2: with an empty pile, a turn that could have ended the game leaves no event. `--then` skips to the next
/// player's decision.
#[test]
fn decisions_after_a_turn_without_an_event_can_be_reached() {
    let path = golden("digital-4-all-tiles");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let name = |event: usize| {
        let seat = record["events"][event - 1]["player"].as_u64().unwrap() as usize;
        record["players"][seat].as_str().unwrap()
    };
    let shown = |then: &str| printed(&["show", &path, "--event", "309", "--then", then, "--width", "140"]);
    let (closing, next) = (shown("0"), shown("1"));
    assert!(closing.contains(&format!("{} has the turn and decides", name(309))), "{closing}");
    assert!(closing.contains("the next decision left no event: use --then"), "{closing}");
    assert!(next.contains(&format!("{} has the turn and decides", name(310))), "{next}");
    assert!(!next.contains("--then"), "{next}");
    let advice = printed(&["advise", &path, "--event", "309", "--then", "1", "--work", "8"]);
    assert!(advice.contains(&format!("{} decides: a tile", name(310))), "{advice}");
    for command in ["show", "advise"] {
        for (event, then, advice) in [("309", "2", "choose --then 0 to 1"), ("20", "1", "leave out --then")] {
            let line = error_line(&[command, &path, "--event", event, "--then", then]);
            assert!(line.contains(advice), "{line}");
        }
    }
}

/// E2: after the declaration the turn continues, and ending at once is one of the choices.
#[test]
fn the_end_at_once_is_a_choice() {
    let path = golden("2-classic-4-ended-at-once");
    let (event, position) = first_position(&path, " declared");
    assert!(position.contains(":buy classic@2 declared"), "{position}");
    let report: Value =
        serde_json::from_str(&printed(&["advise", &path, "--event", &event, "--work", "8", "--json"]))
            .unwrap();
    let alternatives = report["alternatives"].as_array().unwrap();
    assert!(alternatives.iter().any(|one| one["action"]["kind"] == "end_turn"), "{report}");
}

/// Every option can be set by name, and the games' records verify.
#[test]
fn games_with_every_option_can_be_simulated() {
    let folder = Folder::new("editions");
    for (index, set) in [
        "dead_tile_exchange=automatic",
        "start_tiles=found",
        "dead_tiles=discard_then_draw",
        "end_declaration=may_finish",
    ]
    .into_iter()
    .enumerate()
    {
        for bot in ["random", "steady"] {
            let path = folder.path(&format!("{index}-{bot}.jsonl"));
            let args = ["--set", set, "--bot", bot, "--players", "6", "--games", "40", "--records", &path];
            let summary = printed(&[&["simulate"][..], &args].concat());
            assert!(summary.contains(&format!("renegade with {set}")), "{summary}");
            assert_eq!(printed(&["verify", &path]), "40 records ok\n", "{set}, {bot}");
            let (option, value) = set.split_once('=').unwrap();
            let records = std::fs::read_to_string(&path).unwrap();
            assert_eq!(records.matches(&format!("\"{option}\":\"{value}\"")).count(), 40);
        }
    }
}

/// S2, S3: the first player is determined after the start tiles have founded their chains.
#[test]
fn wins_by_turn_order_use_the_real_first_player() {
    let folder = Folder::new("first-player");
    let path = folder.path("games.jsonl");
    let args =
        ["simulate", "--rules", "manual", "--players", "6", "--games", "200", "--records", &path, "--json"];
    let summary: Value = serde_json::from_str(&printed(&args)).unwrap();
    let mut expected = [0.0; 6];
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let events = record["events"].as_array().unwrap().iter();
        let start_tiles = events.filter(|event| event["kind"] == "start_tile");
        // Closest to 1A: row letters first, then columns.
        let closest = start_tiles.min_by_key(|event| {
            let (column, row) =
                event["tile"].as_str().unwrap().split_at(event["tile"].as_str().unwrap().len() - 1);
            (row.to_owned(), column.parse::<u8>().unwrap())
        });
        let first = closest.unwrap()["player"].as_u64().unwrap();
        let winners = record["result"]["winners"].as_array().unwrap();
        for winner in winners {
            let place = (winner.as_u64().unwrap() + 6 - first) % 6;
            expected[place as usize] += 1.0 / f64::from(u32::try_from(winners.len()).unwrap());
        }
    }
    for (wins, expected) in summary["wins_by_turn_order"].as_array().unwrap().iter().zip(expected) {
        assert!((wins.as_f64().unwrap() - expected).abs() < 1e-6, "{summary}, {expected}");
    }
}
