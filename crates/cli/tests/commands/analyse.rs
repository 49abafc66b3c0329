//! `mergemaker analyse` and `mergemaker advise`.

use serde_json::Value;

use crate::program::{Folder, GAMES, command, complaint, games, printed};

/// A little work: enough to see that all is there.
const LITTLE: [&str; 2] = ["--work", "12"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &LITTLE, &["--json"]].concat())).unwrap()
}

#[test]
fn every_decision_is_judged_and_every_player_summed_up() {
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
fn the_same_work_gives_the_same_report_whatever_the_threads() {
    let report = |threads: &str| {
        printed(&[&["analyse", GAMES, "--game", "2", "--threads", threads], &LITTLE[..]].concat())
    };
    let one = report("1");
    assert_eq!(report("2"), one);
    assert!(one.lines().all(|line| line.chars().count() <= 80), "{one}");
    for word in ["decisions", "blunders", "own mistakes", "luck", "chance to win", ": Place "] {
        assert!(one.contains(word), "{word}");
    }
}

#[test]
fn the_report_is_coloured_where_that_is_wanted() {
    let args = [&["analyse", GAMES, "--game", "2", "--color", "always"], &LITTLE[..]].concat();
    assert!(printed(&args).contains("\u{1b}["));
}

#[test]
fn the_chart_is_drawn() {
    let folder = Folder::new("analyse-chart");
    let path = folder.path("game.svg");
    printed(&[&["analyse", GAMES, "--game", "2", "--plot", &path], &LITTLE[..]].concat());
    let chart = std::fs::read_to_string(&path).unwrap();
    assert!(chart.starts_with("<svg ") && chart.contains("Chance to win") && chart.contains("Net worth"));
    assert_eq!(folder.names(), ["game.svg"]);
}

/// A game that is not over can be analysed as far as it goes.
#[test]
fn an_unfinished_game() {
    let mut record: Value = serde_json::from_str(&games()[0]).unwrap();
    record["result"] = Value::Null;
    record.as_object_mut().unwrap().remove("seed");
    let events = record["events"].as_array_mut().unwrap();
    // Up to a purchase, after which the same player is to go on or the next is to decide.
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
fn thinking_for_a_time() {
    let folder = Folder::new("analyse-time");
    let record = folder.write("game.json", &games()[1]);
    let report = printed(&["analyse", &record, "--think", "2"]);
    assert!(report.contains("2 ms per decision"));
}

#[test]
fn advice_tells_chances_money_and_why() {
    let advice = json(&["advise", GAMES, "--event", "60"]);
    let alternatives = advice["alternatives"].as_array().unwrap();
    assert!((2..=5).contains(&alternatives.len()));
    let player = advice["player"].as_u64().unwrap() as usize;
    let chances: Vec<f64> =
        alternatives.iter().map(|one| one["estimate"]["chances"][player].as_f64().unwrap()).collect();
    assert!(chances.is_sorted_by(|one, next| one >= next), "the best first: {chances:?}");
    assert_eq!(alternatives[0]["estimate"]["money"].as_array().unwrap().len(), 4);
    let reason = advice["reason"].as_str().unwrap();
    let text = printed(&[&["advise", GAMES, "--event", "60"], &LITTLE[..]].concat());
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&text).contains(reason), "{text}");
    assert!(text.contains("own money") && text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn what_is_wrong_is_said_in_one_line() {
    let folder = Folder::new("analyse-wrong");
    let nothing = folder.write("nothing.json", "");
    let broken = folder.write("broken.json", games()[0].replacen("\"place\"", "\"plaice\"", 1));
    let picture = folder.path("no/such/folder.svg");
    let complaints: Vec<String> = [
        &["analyse", "no-such-file.json"][..],
        &["analyse", &nothing],
        &["analyse", &broken],
        &["analyse", GAMES, "--game", "9"],
        &["analyse", GAMES, "--think", "5", "--work", "5"],
        &["analyse", GAMES, "--plot", &picture],
        &["analyse", GAMES, "--work", "1"],
        &["advise", GAMES, "--event", "9999"],
        &["advise", GAMES],
    ]
    .iter()
    .map(|args| folder.hide(&complaint(args)).replace(GAMES, "GAMES"))
    .collect();
    insta::assert_snapshot!(complaints.join("\n"));
    assert_eq!(folder.names(), ["broken.json", "nothing.json"]);
}

/// Ctrl-C ends it soon, and no half of a chart is left.
#[cfg(unix)]
#[test]
fn it_can_be_interrupted() {
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
    std::thread::sleep(std::time::Duration::from_millis(200));
    let sent = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let started = std::time::Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(started.elapsed().as_secs() < 30, "it took {:?}", started.elapsed());
    assert_eq!(folder.names(), [""; 0]);
}
