//! `mergemaker show`.

use serde_json::Value;

use crate::program::{Folder, GAMES, Run, command, error_line, games, printed, run, run_with};

/// During a merger, on a narrow terminal.
#[test]
fn a_merger() {
    insta::assert_snapshot!(printed(&["show", GAMES, "--event", MERGER]));
}

/// The same on a wide terminal, with another theme.
#[test]
fn a_merger_side_by_side() {
    insta::assert_snapshot!(printed(&[
        "show", GAMES, "--event", MERGER, "--width", "110", "--theme", "hotels"
    ]));
}

/// The last event with the final scoring, in a game with the bank.
#[test]
fn the_end_of_a_game() {
    insta::assert_snapshot!(printed(&["show", GAMES, "--game", "2"]));
}

/// The first event, when most is empty.
#[test]
fn the_first_event() {
    insta::assert_snapshot!(printed(&["show", GAMES, "--game", "3", "--event", "1"]));
}

const MERGER: &str = "146";

#[test]
fn it_fits_the_terminal_at_every_event() {
    for (game, line) in (1..).zip(games()) {
        let record: Value = serde_json::from_str(&line).unwrap();
        let events = record["events"].as_array().unwrap().len();
        for event in (1..=events).step_by(9).chain([events]) {
            for width in [80, 110, 140] {
                let (game, event, columns) = (game.to_string(), event.to_string(), width.to_string());
                let text = printed(&["show", GAMES, "--game", &game, "--event", &event, "--width", &columns]);
                for line in text.lines() {
                    assert!(line.chars().count() <= width, "game {game}, event {event}: {line}");
                }
            }
        }
    }
}

/// The final scoring of six players.
#[test]
fn six_players_fit_the_terminal() {
    let folder = Folder::new("six");
    let path = folder.path("games.jsonl");
    printed(&["simulate", "--players", "6", "--games", "20", "--records", &path]);
    for game in 1..=20 {
        let text = printed(&["show", &path, "--game", &game.to_string(), "--width", "80"]);
        let longest = text.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "game {game}: {longest:?}");
    }
}

/// The log has 12 events by default, or as many as requested.
#[test]
fn the_length_of_the_log() {
    let log = |length: &str| -> usize {
        let args = ["show", GAMES, "--event", MERGER, "--log", length, "--json"];
        let state: Value = serde_json::from_str(&printed(&args)).unwrap();
        state["log"].as_array().unwrap().len()
    };
    assert_eq!((log("0"), log("3"), log("all")), (0, 3, 146));
    assert!(printed(&["show", GAMES, "--event", MERGER]).contains("134 events before: --log all"));
    let whole = printed(&["show", GAMES, "--event", MERGER, "--log", "all"]);
    assert!(!whole.contains("before: --log all") && whole.contains("  1  "));
    assert!(
        error_line(&["show", GAMES, "--log", "some"]).contains("give a number from 0 to 20000, or `all`")
    );
}

/// The position as one line, in the library's format.
#[test]
fn a_position_in_one_line() {
    let line = printed(&["show", GAMES, "--event", MERGER, "--position"]);
    assert_eq!(line.lines().count(), 1);
    let position = mergemaker_record::position::from_text(line.trim_end()).unwrap();
    let state: Value = serde_json::from_str(&printed(&["show", GAMES, "--event", MERGER, "--json"])).unwrap();
    assert_eq!(serde_json::to_value(position).unwrap(), state["position"]);
}

/// True colour only if the terminal announces it.
#[test]
fn true_colour_only_if_supported() {
    let painted = |colours: &str| {
        let output = command(&["show", GAMES, "--color", "always"]).env("COLORTERM", colours).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    assert!(painted("truecolor").contains("48;2;") && !painted("truecolor").contains("48;5;"));
    assert!(painted("").contains("48;5;") && !painted("").contains("48;2;"));
}

#[test]
fn the_width_comes_from_the_shell() {
    let wide = command(&["show", GAMES]).env("COLUMNS", "120").output().unwrap();
    assert_eq!(String::from_utf8(wide.stdout).unwrap(), printed(&["show", GAMES, "--width", "120"]));
}

#[test]
fn colours_follow_options_and_environment() {
    let coloured = |args: &[&str], name: &str, value: &str| {
        let output = command(&[&["show", GAMES][..], args].concat()).env(name, value).output().unwrap();
        String::from_utf8(output.stdout).unwrap().contains('\u{1b}')
    };
    assert!(!coloured(&[], "UNUSED", ""));
    assert!(coloured(&["--color", "always"], "NO_COLOR", "1"));
    assert!(!coloured(&["--color", "never"], "CLICOLOR_FORCE", "1"));
    assert!(!coloured(&["--color", "auto"], "NO_COLOR", "1"));
}

/// The text is the same with and without colours.
#[test]
fn colours_add_nothing_to_the_text() {
    let painted = printed(&["show", GAMES, "--color", "always"]);
    let mut plain = String::new();
    let mut parts = painted.split('\u{1b}');
    plain.push_str(parts.next().unwrap());
    for part in parts {
        plain.push_str(part.split_once('m').unwrap().1);
    }
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&plain), trimmed(&printed(&["show", GAMES])));
}

#[test]
fn a_state_as_json() {
    let state: Value = serde_json::from_str(&printed(&["show", GAMES, "--event", MERGER, "--json"])).unwrap();
    assert_eq!((&state["game"], &state["event"]), (&1.into(), &146.into()));
    assert_eq!(state["position"]["players"].as_array().unwrap().len(), 4);
    assert_eq!(state["chains"].as_array().unwrap().len(), 7);
    assert_eq!(state["log"].as_array().unwrap().len(), 12);
    assert!(state["position_text"].as_str().unwrap().ends_with(" renegade"));
}

#[test]
fn a_transcript() {
    let text = printed(&["show", GAMES, "--game", "2", "--transcript"]);
    let lines: Vec<&str> = text.lines().collect();
    insta::assert_snapshot!([&lines[..30], &["…"], &lines[lines.len() - 20..]].concat().join("\n"));
}

#[test]
fn events_and_games_out_of_range() {
    let mut lines = Vec::new();
    for args in [&["--event", "247"][..], &["--game", "4"], &["--game", "4", "--transcript"]] {
        lines.push(error_line(&[&["show", GAMES][..], args].concat()).replace(GAMES, "FILE"));
    }
    let one = run_with(&["show", "-", "--game", "2"], games()[0].as_bytes());
    assert_eq!(one.code, 1);
    lines.push(one.stderr.trim_end().to_owned());
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn a_record_from_standard_input() {
    let run = run_with(&["show", "-", "--event", "9"], games()[0].as_bytes());
    assert_eq!((run.code, run.stdout), (0, printed(&["show", GAMES, "--event", "9"])));
}

/// An invalid record is shown up to its error, which is reported as a failure.
#[test]
fn a_record_that_breaks_a_rule() {
    let folder = Folder::new("broken");
    let mut record: Value = serde_json::from_str(&games()[0]).unwrap();
    let events = record["events"].as_array_mut().unwrap();
    let at = (100..200).find(|&at| events[at]["kind"] == "place").unwrap();
    events[at]["tile"] = "1A".into();
    let path = folder.write("broken.json", record.to_string());
    let Run { code, stdout, stderr } = run(&["show", &path]);
    assert_eq!(code, 1);
    assert!(stdout.starts_with(&format!("game 1 · event {at} of {at} · ")), "{stdout}");
    let start = format!("mergemaker: {path}: record 1: event {} breaks T1: ", at + 1);
    assert!(stderr.starts_with(&start) && stderr.lines().count() == 1, "{stderr}");
    assert!(stderr.ends_with(&format!("; shown up to event {at}\n")), "{stderr}");
    let early = run(&["show", &path, "--event", "50"]);
    assert!(early.stdout.contains("event 50 of"), "{}", early.stdout);
    assert!(error_line(&["show", &path, "--event", "240"]).contains("breaks T1"));
    assert!(error_line(&["show", &path, "--transcript"]).contains("breaks T1"));
}

/// Names may contain anything.
#[test]
fn names_cannot_break_the_layout() {
    let folder = Folder::new("names");
    let mut record: Value = serde_json::from_str(&games()[0]).unwrap();
    record["players"] = serde_json::json!(["\u{1b}[31mred\nline\r", "tower", "tower", "x".repeat(200)]);
    let path = folder.write("names.json", record.to_string());
    for event in [9, 60, 146] {
        let text = printed(&["show", &path, "--event", &event.to_string()]);
        assert!(!text.contains('\u{1b}') && !text.contains('\r'), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.contains("tower (seat 1)"), "a player's name is not a chain's: {text}");
    }
    assert!(!printed(&["show", &path, "--transcript"]).contains('\u{1b}'));
}
