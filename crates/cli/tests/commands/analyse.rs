//! `mergemaker analyse` and `mergemaker advise`.

use serde_json::Value;

use crate::program::{Folder, GAMES, command, error_line, games, printed};

/// A small budget, enough to produce a complete report.
const SMALL_BUDGET: [&str; 2] = ["--work", "12"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &SMALL_BUDGET, &["--json"]].concat())).unwrap()
}

#[test]
fn decisions_are_judged_and_players_summarized() {
    for (game, players) in [("1", 4), ("2", 2), ("3", 3)] {
        let report = json(&["analyse", GAMES, "--game", game]);
        let decisions = report["decisions"].as_array().unwrap();
        assert!(decisions.len() > 50, "game {game}: {}", decisions.len());
        for decision in decisions {
            let own = decision["player"].as_u64().unwrap() as usize;
            let part = |member: &str| decision[member][own].as_f64().unwrap();
            let cost = decision["cost"].as_f64().unwrap();
            assert!((part("before") - part("after") - cost).abs() < 1e-3, "{decision}");
            let mark = decision["mark"].as_str().unwrap();
            assert!(["best", "inaccuracy", "mistake", "blunder"].contains(&mark), "{mark}");
            assert_eq!(mark == "best", decision["better"].is_null(), "{decision}");
        }
        let summary = report["summary"].as_array().unwrap();
        assert_eq!(summary.len(), players);
        for one in summary {
            let part = |member: &str| one[member].as_f64().unwrap();
            let sum = part("start") + part("own_mistakes") + part("others_mistakes") + part("luck");
            assert!((sum - part("result")).abs() < 1e-3, "{one}");
        }
    }
}

#[test]
fn reports_are_reproducible_for_any_number_of_threads() {
    let report = |threads: &str| {
        printed(&[&["analyse", GAMES, "--game", "2", "--threads", threads], &SMALL_BUDGET[..]].concat())
    };
    let one = report("1");
    assert_eq!(report("2"), one);
    assert!(one.lines().all(|line| line.chars().count() <= 80), "{one}");
    for word in ["decisions", "blunders", "own mistakes", "luck", "chance to win", ": Place "] {
        assert!(one.contains(word), "{word}");
    }
}

#[test]
fn the_report_can_be_coloured() {
    let args = [&["analyse", GAMES, "--game", "2", "--color", "always"], &SMALL_BUDGET[..]].concat();
    assert!(printed(&args).contains("\u{1b}["));
}

#[test]
fn the_chart_is_drawn() {
    let folder = Folder::new("analyse-chart");
    let path = folder.path("game.svg");
    printed(&[&["analyse", GAMES, "--game", "2", "--plot", &path], &SMALL_BUDGET[..]].concat());
    let chart = std::fs::read_to_string(&path).unwrap();
    assert!(chart.starts_with("<svg ") && chart.contains("Chance to win") && chart.contains("Net worth"));
    assert_eq!(folder.names(), ["game.svg"]);
}

/// An unfinished game can be analysed.
#[test]
fn an_unfinished_game() {
    let mut record: Value = serde_json::from_str(&games()[0]).unwrap();
    record["result"] = Value::Null;
    record.as_object_mut().unwrap().remove("seed");
    let events = record["events"].as_array_mut().unwrap();
    // Cut before the last tile placement, so that a decision comes next.
    let end = events.iter().rposition(|event| event["kind"] == "place").unwrap();
    events.truncate(end);
    let folder = Folder::new("analyse-unfinished");
    let path = folder.write("game.json", record.to_string());
    let report = json(&["analyse", &path]);
    assert!(report["result"].is_null());
    let results = report["summary"].as_array().unwrap().iter().map(|one| one["result"].as_f64().unwrap());
    assert!((results.sum::<f64>() - 1.0).abs() < 1e-3);
}

#[test]
fn a_time_limit_per_decision() {
    let folder = Folder::new("analyse-time");
    let record = folder.write("game.json", &games()[1]);
    let report = printed(&["analyse", &record, "--think", "2"]);
    assert!(report.contains("2 ms per decision"));
}

#[test]
fn advice_has_chances_money_and_a_reason() {
    let advice = json(&["advise", GAMES, "--event", "60"]);
    let alternatives = advice["alternatives"].as_array().unwrap();
    assert!((2..=5).contains(&alternatives.len()));
    let player = advice["player"].as_u64().unwrap() as usize;
    let chances: Vec<f64> =
        alternatives.iter().map(|one| one["estimate"]["chances"][player].as_f64().unwrap()).collect();
    assert!(chances.is_sorted_by(|one, next| one >= next), "best first: {chances:?}");
    assert_eq!(alternatives[0]["estimate"]["money"].as_array().unwrap().len(), 4);
    let reason = advice["reason"].as_str().unwrap();
    let text = printed(&[&["advise", GAMES, "--event", "60"], &SMALL_BUDGET[..]].concat());
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains(reason), "{text}");
    assert!(text.contains("own money") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn errors_are_one_line() {
    let folder = Folder::new("analyse-wrong");
    let empty = folder.write("nothing.json", "");
    let broken = folder.write("broken.json", games()[0].replacen("\"place\"", "\"plaice\"", 1));
    let plot = folder.path("no/such/folder.svg");
    let error_lines: Vec<String> = [
        &["analyse", "no-such-file.json"][..],
        &["analyse", &empty],
        &["analyse", &broken],
        &["analyse", GAMES, "--game", "9"],
        &["analyse", GAMES, "--think", "5", "--work", "5"],
        &["analyse", GAMES, "--plot", &plot],
        &["analyse", GAMES, "--work", "1"],
        &["advise", GAMES, "--event", "9999"],
        &["advise", GAMES],
    ]
    .iter()
    .map(|args| folder.hide(&error_line(args)).replace(GAMES, "GAMES"))
    .collect();
    insta::assert_snapshot!(error_lines.join("\n"));
    assert_eq!(folder.names(), ["broken.json", "nothing.json"]);
}

/// Ctrl-C ends it soon without leaving a partial chart.
#[cfg(unix)]
#[test]
fn it_can_be_interrupted() {
    /// How soon it should end.
    const TARGET: std::time::Duration = std::time::Duration::from_secs(1);
    let folder = Folder::new("analyse-interrupted");
    let path = folder.path("game.svg");
    let mut child = command(&["analyse", GAMES, "--plot", &path, "--work", "100000"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while folder.names().is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let started = std::time::Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(started.elapsed() < 10 * TARGET, "it took {:?}", started.elapsed());
    assert_eq!(folder.names(), [""; 0]);
}
