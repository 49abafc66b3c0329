//! `mergemaker simulate`.

use mergemaker_engine::Preset;
use serde_json::Value;

use crate::program::{Folder, command, error_line, printed, run};

#[test]
fn a_summary() {
    insta::assert_snapshot!(printed(&["simulate", "--games", "200", "--players", "3", "--seed", "7"]));
}

#[test]
fn a_summary_as_json() {
    let summary: Value =
        serde_json::from_str(&printed(&["simulate", "--games", "300", "--players", "5", "--json"])).unwrap();
    assert_eq!((&summary["games"], &summary["players"]), (&300.into(), &5.into()));
    let sum = |member: &str| -> f64 {
        let parts = &summary[member];
        let numbers: Vec<&Value> = match parts {
            Value::Object(members) => members.values().collect(),
            parts => parts.as_array().unwrap().iter().collect(),
        };
        numbers.iter().map(|number| number.as_f64().unwrap()).sum()
    };
    for member in ["endings", "wins_by_seat", "wins_by_turn_order"] {
        assert!((sum(member) - 300.0).abs() < 1e-6, "{member}: {}", summary[member]);
    }
    for member in ["turns", "decisions", "chains_founded", "mergers", "winning_money"] {
        let parts =
            ["min", "p10", "median", "p90", "max"].map(|part| summary[member][part].as_u64().unwrap());
        assert!(parts.is_sorted(), "{member}: {}", summary[member]);
    }
}

/// The speed goes to standard error, so that the output is reproducible.
#[test]
fn the_speed_goes_to_standard_error() {
    let run = run(&["simulate", "--games", "10", "--threads", "1"]);
    assert!(run.stderr.starts_with("10 games in ") && run.stderr.lines().count() == 1, "{}", run.stderr);
}

#[test]
fn the_same_seed_gives_the_same_games_on_any_number_of_threads() {
    let folder = Folder::new("threads");
    let play = |threads: &str, seed: &str| {
        let path = folder.path(&format!("{threads}-{seed}.jsonl"));
        let args = ["simulate", "--games", "450", "--threads", threads, "--seed", seed, "--records", &path];
        let summary = printed(&args);
        (summary, std::fs::read_to_string(&path).unwrap())
    };
    let (summary, records) = play("1", "5");
    assert_eq!(records.lines().count(), 450);
    for threads in ["2", "3", "8"] {
        let (same, again) = play(threads, "5");
        assert!(same == summary && again == records, "{threads} threads");
    }
    let (other, _) = play("2", "6");
    assert_ne!(other, summary);
    assert_eq!(printed(&["simulate", "--games", "450", "--seed", "5"]), summary, "with or without records");
}

#[test]
fn the_first_games_are_the_same_however_many_follow() {
    let folder = Folder::new("prefix");
    let play = |games: &str| {
        let path = folder.path(games);
        printed(&["simulate", "--games", games, "--records", &path]);
        std::fs::read_to_string(&path).unwrap()
    };
    assert!(play("130").starts_with(&play("7")));
}

/// S1, P6: every preset with every number of players it allows.
#[test]
fn records_of_every_preset_verify() {
    let folder = Folder::new("presets");
    for preset in Preset::NAMED.iter().map(|preset| preset.id()) {
        for players in 2..=6 {
            if (preset, players) == ("tycoon", 2) {
                continue;
            }
            let path = folder.path(&format!("{preset}-{players}.jsonl"));
            let players = players.to_string();
            let args = ["--games", "12", "--players", &players, "--rules", preset, "--records", &path];
            printed(&[&["simulate"][..], &args].concat());
            assert_eq!(printed(&["verify", &path]), "12 records ok\n");
        }
    }
}

#[test]
fn records_name_their_players_and_carry_their_seed() {
    let folder = Folder::new("names");
    let path = folder.path("games.jsonl");
    printed(&["simulate", "--games", "2", "--players", "2", "--records", &path]);
    for line in std::fs::read_to_string(&path).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["players"], serde_json::json!(["random 1", "random 2"]));
        assert_eq!(record["seed"].as_str().unwrap().len(), 64);
        assert_eq!(record["commitment"].as_str().unwrap().len(), 64);
    }
}

#[test]
fn a_records_file_that_cannot_be_written() {
    let folder = Folder::new("unwritable");
    let missing = folder.path("missing/games.jsonl");
    let mut lines = Vec::new();
    for path in [&folder.path("")[..], &missing, "-"] {
        lines.push(folder.hide(&error_line(&["simulate", "--games", "5", "--records", path])));
    }
    insta::assert_snapshot!(lines.join("\n"));
    assert_eq!(folder.names(), [] as [&str; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_files() {
    assert_eq!(
        error_line(&["simulate", "--games", "200", "--records", "/dev/full"]),
        "mergemaker: cannot write /dev/full: No space left on device (os error 28)"
    );
    printed(&["simulate", "--games", "5", "--records", "/dev/null"]);
    assert!(!std::path::Path::new("/dev/null").is_file(), "devices are written, not replaced");
}

#[test]
fn records_replace_an_older_file_as_a_whole() {
    let folder = Folder::new("replace");
    let path = folder.write("games.jsonl", "something older\n");
    printed(&["simulate", "--games", "3", "--records", &path]);
    assert_eq!(printed(&["verify", &path]), "3 records ok\n");
    assert_eq!(folder.names(), ["games.jsonl"]);
}

/// Ctrl-C deletes the partial file and keeps the older one.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    let folder = Folder::new("interrupted");
    let path = folder.write("games.jsonl", "something older\n");
    for signal in ["-INT", "-TERM"] {
        let args = ["simulate", "--games", "1000000000", "--records", &path];
        let child = command(&args).stderr(std::process::Stdio::piped()).spawn().unwrap();
        while folder.names().len() < 2 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let killed = std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert_eq!(output.stderr, b"mergemaker: interrupted: nothing was written\n");
        assert_eq!(folder.names(), ["games.jsonl"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "something older\n");
    }
}

/// T11, X1: options can be changed individually; the records say `custom` and verify.
#[test]
fn options_can_be_set_one_by_one() {
    let folder = Folder::new("set");
    let path = folder.path("games.jsonl");
    let summary = printed(&[
        "simulate",
        "--games",
        "30",
        "--set",
        "trading=yes",
        "--set",
        "dead_tiles=replace_one",
        "--records",
        &path,
    ]);
    assert!(summary.contains("rules renegade with trading=yes, dead_tiles=replace_one"), "{summary}");
    let records = std::fs::read_to_string(&path).unwrap();
    assert!(records.contains(r#""preset":"custom""#) && records.contains("trade_offer"));
    assert_eq!(printed(&["verify", &path]), "30 records ok\n");
    for (set, says) in [
        ("trading", "give an option and a value"),
        ("dead=1", "`dead` is not known: choose one of bonuses, "),
        ("trading=maybe", "`maybe` is not known: choose one of yes, no"),
        ("bonuses=tycoon", "(P5)"),
    ] {
        let error_line = error_line(&["simulate", "--set", set]);
        assert!(error_line.contains(says), "{error_line}");
    }
}

/// Every level can play with hidden holdings and trades (K2, X1).
#[test]
fn every_bot_can_play() {
    let folder = Folder::new("levels");
    let rules = ["--set", "trading=yes", "--set", "holdings=hidden"];
    for bot in ["random", "shopper", "novice", "steady"] {
        let play = |threads: &str| {
            let path = folder.path(&format!("{bot}-{threads}.jsonl"));
            let args = ["simulate", "--games", "25", "--bot", bot, "--threads", threads, "--records", &path];
            let summary = printed(&[&args[..], &rules].concat());
            assert!(summary.contains(&format!("bot {bot} ·")), "{summary}");
            assert_eq!(printed(&["verify", &path]), "25 records ok\n");
            (summary, std::fs::read_to_string(&path).unwrap())
        };
        let (summary, records) = play("1");
        assert!(records.contains(&format!("\"{bot} 1\"")));
        assert!(play("2") == (summary, records), "{bot}");
    }
}
