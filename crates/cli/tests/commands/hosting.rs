//! `mergemaker backup`, `restore` and `doctor`, and the server's log.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::operations::{ask, people};
use crate::program::{Folder, command};
use crate::serve::{Running, serve};

/// A command for hosts, isolated from our environment variables; returns its exit code and what it printed.
fn host(args: &[&str]) -> (i32, String, String) {
    finish(command(args))
}

fn finish(mut command: Command) -> (i32, String, String) {
    for name in ["DATA", "DATABASE", "ADDR", "ORIGINS", "BEHIND_PROXY"] {
        command.env_remove(format!("MERGEMAKER_{name}"));
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_backup_is_made_while_the_server_runs_and_restored_when_it_does_not() {
    let folder = Folder::new("host-backup");
    let (data, copy) = (folder.path("data"), folder.path("copy.db"));
    let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let (code, stdout, _) = host(&["backup", "--data", &data, "--to", &copy]);
    assert_eq!((code, stdout), (0, format!("{copy}\n")));
    let (code, _, stderr) = host(&["backup", "--data", &data, "--to", &copy]);
    let expect = "mergemaker: FOLDER/copy.db exists, and a backup never replaces a file: choose another name with --to\n";
    assert_eq!((code, folder.hide(&stderr).as_str()), (2, expect));
    let (code, _, stderr) = host(&["restore", &copy, "--data", &data]);
    let expect =
        "mergemaker: another server uses FOLDER/data: stop it, or choose another folder with --data\n";
    assert_eq!((code, folder.hide(&stderr).as_str()), (1, expect));
    let (code, stdout, _) = host(&["backup", "--data", &data, "--json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert!(code == 0 && report["bytes"].as_u64().unwrap() > 4_096, "{report}");
    assert!(report["file"].as_str().unwrap().starts_with(&format!("{data}/mergemaker-backup-")), "{report}");
    running.end();

    let (code, stdout, stderr) = host(&["restore", &copy, "--data", &data]);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert!(folder.hide(&stdout).starts_with("restored FOLDER/copy.db, version "), "{stdout}");
    let (_, go_back) = stdout.split_once("to go back to it: `mergemaker ").unwrap();
    let words: Vec<&str> = go_back.trim_end_matches("`\n").split(' ').collect();
    let (code, stdout, _) = host(&[&words[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert!(code == 0 && report["former"].is_string() && report["go_back"].is_string(), "{report}");
    // By the address of the same file.
    let url = format!("sqlite://{data}/mergemaker.db");
    let (code, _, stderr) = host(&["restore", &folder.path("none.db"), "--database", &url]);
    assert!(code == 2 && stderr.starts_with("mergemaker: cannot read "), "{stderr}");
    let (code, _, stderr) = host(&["backup", "--data", &folder.path("nowhere")]);
    assert!(code == 2 && stderr.starts_with("mergemaker: there is no database at "), "{stderr}");
    Running::start(serve(&["--addr", "127.0.0.1:0", "--database", &url])).end();
}

/// `RESTORES` sets how often.
#[test]
fn a_restore_killed_at_any_moment_leaves_a_whole_database() {
    let rounds = std::env::var("RESTORES").map_or(10, |text| text.parse().expect("RESTORES is a number"));
    let folder = Folder::new("host-killed");
    let (data, copies) = (folder.path("data"), [folder.path("a.db"), folder.path("b.db")]);
    let start = || Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let running = start();
    for copy in &copies {
        running.add_guest("Ann");
        assert_eq!(host(&["backup", "--data", &data, "--to", copy]).0, 0);
    }
    running.end();
    let whole = copies.each_ref().map(|copy| people(copy));
    let (mut killed, mut restored) = (0, 0);
    for round in 0_u64..rounds {
        let copy = &copies[usize::from(round % 2 == 0)];
        let mut restore = command(&["restore", copy, "--data", &data]);
        let mut child = restore.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // From before it begins to after it has ended.
        std::thread::sleep(Duration::from_micros(round * 7_919 % 60_000));
        child.kill().unwrap();
        killed += usize::from(!child.wait().unwrap().success());
        // The next start finishes it, if it had to go forward.
        start().end();
        let now = people(&format!("{data}/mergemaker.db"));
        assert!(whole.contains(&now), "round {round}: {now}");
        restored += usize::from(now == people(copy));
        assert_eq!(ask(&format!("{data}/mergemaker.db"), "PRAGMA integrity_check"), "ok\n");
    }
    println!("{rounds} restores, {killed} killed, {restored} done");
    assert!(killed > 0);
}

/// Without PostgreSQL's programs, the command to run elsewhere is printed, without the password.
#[test]
fn the_programs_of_postgres_may_be_missing() {
    let mut command = command(&["backup", "--to", "a.dump"]);
    command.args(["--database", "postgres://ann:secret@127.0.0.1:1/games"]).env("PATH", "/nonexistent");
    let (code, stdout, stderr) = finish(command);
    let expect = "mergemaker: pg_dump is not installed: install PostgreSQL's client programs, or run this where they are: \
                  `pg_dump --format=custom --no-owner --file=a.dump --dbname=postgres://ann@127.0.0.1:1/games`\n";
    assert_eq!((code, stdout.as_str(), stderr.as_str()), (2, "", expect));
    assert!(!std::path::Path::new("a.dump.part").exists());
}

#[test]
fn the_doctor_finds_what_is_wrong() {
    let folder = Folder::new("host-doctor");
    let data = folder.path("data");
    let findings = |args: &[&str]| -> (i32, Vec<Value>) {
        let (code, stdout, _) = host(&[&["doctor", "--json", "--data", &data], args].concat());
        let report: Value = serde_json::from_str(&stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().clone();
        let problems = findings.iter().filter(|finding| finding["grade"] == "problem");
        assert_eq!(report["problems"], problems.count());
        (code, findings)
    };
    let has = |findings: &[Value], about: &str, grade: &str, text: &str| {
        findings.iter().any(|finding| {
            finding["about"] == about
                && finding["grade"] == grade
                && finding["text"].as_str().unwrap().contains(text)
                && finding["advice"].is_string() == (grade == "problem")
        })
    };
    let (_, nothing) = findings(&[]);
    assert!(has(&nothing, "database", "note", "does not exist yet"), "{nothing:?}");
    let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let (_, well) = findings(&[]);
    assert!(has(&well, "server", "good", "a server uses"), "{well:?}");
    running.end();
    let (_, well) = findings(&[]);
    for (about, grade, text) in [
        ("files", "good", "only their owner"),
        ("database", "good", "is sound"),
        ("database", "good", "its version is"),
        ("server", "note", "no server uses"),
        ("clock", "good", "it says"),
    ] {
        assert!(has(&well, about, grade, text), "{about} {text}: {well:?}");
    }
    let (code, open) = findings(&["--addr", "0.0.0.0:8080"]);
    assert!(code == 1 && has(&open, "network", "problem", "without TLS"), "{open:?}");

    let file = format!("{data}/mergemaker.db");
    assert!(Command::new("chmod").args(["644", &file]).status().unwrap().success());
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[middle..middle + 12_288].fill(0xa5);
    std::fs::write(&file, bytes).unwrap();
    let (code, ill) = findings(&[]);
    assert_eq!(code, 1);
    assert!(has(&ill, "files", "problem", "other users may read"), "{ill:?}");
    assert!(has(&ill, "database", "problem", "cannot use "), "{ill:?}");
    // For people: one line for each finding.
    let (code, stdout, _) = host(&["doctor", "--data", &data]);
    let last = stdout.lines().last().unwrap();
    assert!(code == 1 && last.ends_with(" problems found"), "{stdout}");
    assert!(
        stdout.contains(&format!("problem files       other users may read or change {file}")),
        "{stdout}"
    );
    assert_eq!(host(&["doctor", "--addr", "here"]).0, 2);
}

#[test]
fn the_log_is_for_people_on_request() {
    let folder = Folder::new("host-log");
    let args = ["--addr", "127.0.0.1:0", "--data", &folder.path("data"), "--log", "human"];
    let running = Running::start(serve(&args));
    let address = running.url.strip_prefix("http://").unwrap().to_owned();
    let log = running.end();
    let first = log.lines().next().unwrap();
    let (date, text) = first.split_at("2026-11-19 20:04:12 ".len());
    assert!(date.starts_with("20") && date.as_bytes()[10] == b' ', "{first}");
    assert!(text.starts_with(&format!("{address} listening open_files=")), "no colours in a file: {first}");
}
