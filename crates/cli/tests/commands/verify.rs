//! `mergemaker verify`.

use serde_json::Value;

use crate::program::{Folder, GAMES, Run, error_line, games, printed, run, run_with};

/// A valid record with one change.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut record: Value = serde_json::from_str(&games()[0]).unwrap();
    change(&mut record);
    record.to_string()
}

/// The number of the first event of a kind, counted from 0.
fn first(record: &Value, kind: &str) -> usize {
    let events = record["events"].as_array().unwrap();
    events.iter().position(|event| event["kind"] == kind).unwrap()
}

#[test]
fn valid_records() {
    let folder = Folder::new("sound");
    assert_eq!(printed(&["verify", GAMES]), "3 records ok\n");
    assert_eq!(printed(&["verify", GAMES, GAMES]), "6 records ok\n");
    let record: Value = serde_json::from_str(&games()[1]).unwrap();
    let pretty = folder.write("pretty.json", serde_json::to_string_pretty(&record).unwrap());
    assert_eq!(printed(&["verify", &pretty]), "1 record ok\n");
    let run = run_with(&["verify", "-"], games().join("\r\n\r\n").as_bytes());
    assert_eq!((run.code, &run.stdout[..]), (0, "3 records ok\n"));
}

/// Each error names its event and rule. The rest of the text comes from the record crate.
#[test]
fn invalid_records() {
    let folder = Folder::new("wrong");
    let check = |content: &[u8], expected: &str| {
        let path = folder.write("game.json", content);
        let Run { code, stdout, stderr } = run(&["verify", &path]);
        assert_eq!((code, stdout.lines().count()), (1, 1), "{expected}: {stdout}{stderr}");
        assert_eq!(stderr, "mergemaker: 1 of 1 record is wrong\n");
        let fault = stdout.strip_prefix(&format!("{path}: record 1: ")).unwrap();
        assert!(fault.contains(expected), "{expected}: {fault}");
        assert!(!fault.trim_end().chars().any(char::is_control), "{fault:?}");
    };
    let place = changed(|record| {
        let at = first(record, "place");
        record["events"][at]["tile"] = "12I".into();
    });
    check(place.as_bytes(), "event 9 breaks T1: 12I ");
    let buy = changed(|record| {
        let at = first(record, "buy");
        record["events"][at]["shares"] = serde_json::json!({"imperial": 3});
    });
    check(buy.as_bytes(), "event 10 breaks T10: imperial ");
    check(changed(|record| record["events"][8]["player"] = 9.into()).as_bytes(), "event 9 ");
    check(changed(|record| record["result"]["cash"][0] = 1.into()).as_bytes(), "E4");
    check(changed(|record| record["result"]["winners"] = serde_json::json!([])).as_bytes(), "E4");
    check(changed(|record| record["seed"] = "00".repeat(32).into()).as_bytes(), "commitment");
    let steered = changed(|record| {
        record["seed"] = "00".repeat(32).into();
        record["commitment"] = Value::Null;
    });
    check(steered.as_bytes(), "event 1 breaks S2: the seed deals ");
    check(changed(|record| record["events"].as_array_mut().unwrap().truncate(40)).as_bytes(), "");
    check(br#"{"format": "chess"}"#, "format");
    check(b"[1, 2]", "");
    check(b"hello", "");
    check(b"{\"format\": \"\xff\xfe\"}", "UTF-8");
    check(&games()[0].as_bytes()[..5000], "");
    check(b"\x1b[31mred\x1b[0m", "");
}

#[test]
fn invalid_records_among_valid_ones() {
    let folder = Folder::new("among");
    let mut lines = games();
    lines.insert(1, "{}".to_owned());
    lines.push("{".to_owned());
    let path = folder.write("games.jsonl", lines.join("\n"));
    let Run { code, stdout, stderr } = run(&["verify", &path]);
    assert_eq!((code, &stderr[..]), (1, "mergemaker: 2 of 5 records are wrong\n"));
    let starts: Vec<&str> = stdout.lines().map(|line| line.strip_prefix(&path[..]).unwrap()).collect();
    assert!(starts[0].starts_with(": record 2: ") && starts[1].starts_with(": record 5: "), "{stdout}");

    let found: Value = serde_json::from_str(&run(&["verify", "--json", &path]).stdout).unwrap();
    assert_eq!((&found["records"], &found["wrong"]), (&5.into(), &2.into()));
    assert_eq!(found["faults"][0]["record"], 2);
}

#[test]
fn an_error_as_json() {
    let folder = Folder::new("fault");
    let content = changed(|record| {
        let at = first(record, "place");
        record["events"][at]["tile"] = "12I".into();
    });
    let run = run(&["verify", "--json", &folder.write("a.json", content), &folder.path("missing.json")]);
    assert_eq!((run.code, &run.stderr[..]), (1, ""));
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&found["faults"][0]["event"], &found["faults"][0]["rule"]), (&9.into(), &"T1".into()));
    assert!(found["unreadable"][0]["file"].as_str().unwrap().ends_with("missing.json"));
}

#[test]
fn files_that_cannot_be_read() {
    let folder = Folder::new("unreadable");
    let mut lines = Vec::new();
    for path in [&folder.path("missing.json")[..], &folder.path(""), &folder.write("empty.json", ""), "-"] {
        for command in ["verify", "show"] {
            lines.push(folder.hide(&error_line(&[command, path])));
        }
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn unreadable_files_do_not_stop_the_check_of_others() {
    let Run { code, stdout, stderr } = run(&["verify", "missing.json", GAMES]);
    assert_eq!((code, &stdout[..]), (1, "3 records ok\n"));
    assert_eq!(
        stderr,
        "mergemaker: missing.json: no such file: check the name: No such file or directory (os error 2)\n"
    );
}

/// A finished game without its committed seed is valid, but its deal is unproven.
#[test]
fn a_withheld_seed_is_reported() {
    let folder = Folder::new("kept-back");
    let path = folder.path("games.jsonl");
    printed(&["simulate", "--games", "3", "--records", &path]);
    let records = std::fs::read_to_string(&path).unwrap();
    let (start, end) = records.split_once(r#","seed":""#).unwrap();
    let kept_back = format!("{start}{}", &end[65..]);
    let run = run_with(&["verify", "-"], kept_back.as_bytes());
    assert_eq!((run.code, &run.stdout[..]), (0, "3 records ok\n"));
    assert!(run.stderr.contains("1 game ended without publishing the seed"), "{}", run.stderr);
    let run = run_with(&["verify", "--json", "-"], kept_back.as_bytes());
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&found["deals_proved"], &found["seeds_kept_back"]), (&2.into(), &1.into()));
}

#[test]
fn json_lists_every_fault() {
    let rubbish = "x\n".repeat(1_200);
    let run = run_with(&["verify", "--json", "-"], rubbish.as_bytes());
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&found["wrong"], found["faults"].as_array().unwrap().len()), (&1_200.into(), 1_200));
    assert_eq!(found["faults"][1_199]["record"], 1_200);
}

#[test]
fn json_without_errors_is_complete() {
    let found: Value = serde_json::from_str(&printed(&["verify", "--json", GAMES])).unwrap();
    assert_eq!((&found["records"], &found["faults"]), (&3.into(), &serde_json::json!([])));
}

#[test]
fn compressed_files_are_detected() {
    let folder = Folder::new("gzip");
    let path = folder.path("games.jsonl.gz");
    std::fs::write(&path, b"\x1f\x8b\x08\n\n\n").unwrap();
    assert!(error_line(&["verify", &path]).contains("compressed: unpack it first"));
}
