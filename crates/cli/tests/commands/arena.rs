//! `mergemaker arena`.

use serde_json::Value;

use crate::program::{Folder, command, error_line, printed, run};

/// Arguments for a small, reproducible contest.
const SMALL: [&str; 7] = ["arena", "--bots", "steady,novice,shopper,random", "--games", "40", "--work", "20"];

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&printed(&[args, &["--json"]].concat())).unwrap()
}

#[test]
fn a_contest() {
    let contest = ["arena", "--bots", "shopper,random", "--players", "3", "--games", "30", "--work", "9"];
    insta::assert_snapshot!(printed(&contest));
}

#[test]
fn a_contest_as_json() {
    let report = json(&["arena", "--bots", "shopper,random,shopper", "--games", "20", "--seed", "3"]);
    assert_eq!((&report["games"], &report["deals"]), (&21.into(), &7.into()));
    assert_eq!((&report["players"], &report["seed"]), (&3.into(), &3.into()));
    assert_eq!(report["rules"]["preset"], "renegade");
    assert_eq!(report["budget"], serde_json::json!({ "work": 100, "think_ms": null }));
    assert_eq!(report["interrupted"], false);
    let results = report["results"].as_array().unwrap();
    let names: Vec<&str> = results.iter().map(|result| result["bot"].as_str().unwrap()).collect();
    assert_eq!(names, ["shopper", "random"], "one entry for each bot, in the order named");
    for result in results {
        let number = |member: &str| result[member].as_f64().unwrap_or_else(|| panic!("{member}: {result}"));
        assert_eq!((result["games"].as_u64(), result["faults"].as_u64()), (Some(21), Some(0)));
        assert!(number("win_low") <= number("win_share") && number("win_share") <= number("win_high"));
        assert!((1.0..=3.0).contains(&number("mean_rank")) && number("mean_money") > 1000.0);
        assert!(number("us_per_decision") > 0.0 && number("rating") > 0.0);
    }
    let wins: f64 = results.iter().map(|result| part(result, "win_share") * part(result, "seats")).sum();
    assert!((wins - 21.0).abs() < 1e-6, "a share is for each seat held: {wins}");
    let pairings = report["pairings"].as_array().unwrap();
    let ahead: f64 = pairings.iter().map(|pairing| part(pairing, "ahead")).sum();
    assert!(pairings.len() == 2 && (ahead - 1.0).abs() < 1e-6, "{pairings:?}");
}

fn part(object: &Value, member: &str) -> f64 {
    object[member].as_f64().unwrap()
}

/// With a work budget, output and files depend on neither the machine nor the threads.
#[test]
fn work_budgets_are_reproducible() {
    let folder = Folder::new("arena-bytes");
    let play = |threads: &str, more: &[&str]| {
        let paths = ["games.jsonl", "shares.svg"].map(|name| folder.path(name));
        let files = ["--threads", threads, "--records", &paths[0], "--plot", &paths[1]];
        let output = printed(&[&SMALL[..], &files, more].concat());
        (output, paths.map(|path| std::fs::read_to_string(path).unwrap()))
    };
    for more in [&[][..], &["--json"], &["--rules", "tycoon", "--set", "trading=yes"]] {
        let expected = play("1", more);
        for threads in ["1", "2", "5"] {
            assert!(play(threads, more) == expected, "{threads} threads {more:?}");
        }
    }
}

/// Times depend on the machine: with --work they go to standard error.
#[test]
fn reproducible_output_contains_no_times() {
    let reproducible = run(&SMALL);
    assert!(
        !reproducible.stdout.contains('µ')
            && reproducible.stderr.contains("mean time per decision: steady: ")
    );
    assert!(json(&SMALL)["results"][0]["us_per_decision"].is_null());
    for timed in [&SMALL[..5], &[&SMALL[..5], &["--think", "2"]].concat()] {
        let run = run(timed);
        assert!(run.stdout.contains("µs per") && !run.stderr.contains('µ'), "{}", run.stdout);
    }
    assert_eq!(
        json(&["arena", "--bots", "shopper", "--games", "4", "--think", "7"])["budget"]["think_ms"],
        7
    );
}

#[test]
fn seats_are_filled_and_tables_take_turns() {
    let check = |args: &[&str], games: u64, deals: u64, players: u64| {
        let report = json(&[&["arena", "--bots"], args].concat());
        let counts = ["games", "deals", "players"].map(|member| report[member].as_u64().unwrap());
        assert_eq!(counts, [games, deals, players], "{args:?}");
        report
    };
    let report = check(&["steady,shopper", "--games", "8", "--players", "4"], 8, 2, 4);
    assert_eq!((&report["results"][0]["seats"], &report["results"][1]["seats"]), (&8.into(), &24.into()));
    check(&["shopper", "--games", "1"], 4, 1, 4);
    check(&["shopper,random", "--games", "1"], 2, 1, 2);
    check(&["steady,novice,shopper", "--players", "2", "--games", "7"], 12, 6, 2);
    check(&["shopper,shopper,shopper,shopper,shopper,shopper,random", "--games", "1"], 42, 7, 6);
}

#[test]
fn records_verify_and_name_players_by_seat() {
    let folder = Folder::new("arena-records");
    let path = folder.path("games.jsonl");
    let rules = ["--rules", "trading", "--records", &path];
    printed(&[&["arena", "--bots", "shopper,steady", "--players", "3", "--games", "6"], &rules[..]].concat());
    assert_eq!(printed(&["verify", &path]), "6 records ok\n");
    assert_eq!(folder.names(), ["games.jsonl"]);
    let records = std::fs::read_to_string(&path).unwrap();
    let records: Vec<Value> = records.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let players = |index: usize| &records[index]["players"];
    assert_eq!(players(0), &serde_json::json!(["shopper", "steady 1", "steady 2"]));
    assert_eq!(players(1), &serde_json::json!(["steady 1", "steady 2", "shopper"]));
    assert_eq!(records[0]["seed"], records[2]["seed"], "rotations have the same deal");
    assert_ne!(records[0]["seed"], records[3]["seed"]);
}

#[test]
fn the_plot_shows_every_bot() {
    let folder = Folder::new("arena-plot");
    let path = folder.path("shares.svg");
    printed(&[&SMALL[..], &["--plot", &path]].concat());
    let plot = std::fs::read_to_string(&path).unwrap();
    check_xml(&plot);
    for word in ["steady", "novice", "shopper", "random", "par 25.0%", "prefers-color-scheme:dark"] {
        assert!(plot.contains(word), "{word}: {plot}");
    }
    assert_eq!(folder.names(), ["shares.svg"]);
}

/// Checks that elements nest correctly and that text is escaped.
fn check_xml(text: &str) {
    let mut open = Vec::new();
    let mut rest = text.trim_end();
    while let Some(tag) = rest.strip_prefix('<') {
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if tag.ends_with('/') => assert!(!open.is_empty(), "{tag}"),
            None => open.push(tag.split(' ').next().unwrap()),
        }
        assert!(tag.matches('"').count() % 2 == 0 && !tag.contains('<'), "{tag}");
        let (words, next) = after.split_at(after.find('<').unwrap_or(after.len()));
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"].iter().map(|entity| words.matches(entity).count());
        assert_eq!(words.matches('&').count(), entities.sum::<usize>(), "{words}");
        assert!(!words.contains('>') && (!open.is_empty() || words.is_empty()), "{words}");
        rest = next;
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
}

#[test]
fn failed_starts_leave_no_files() {
    let folder = Folder::new("arena-bad");
    let files = [folder.path("games.jsonl"), folder.path("shares.svg")];
    for (bots, says) in [
        ("steady,clever", "there is no bot `clever`: choose one of random, "),
        ("steady,shopper,", "a bot is missing"),
        ("steady,cmd:", "there is no program after `cmd:`"),
        ("steady,cmd:./no-such-bot", "cmd:./no-such-bot: there is no program `./no-such-bot`"),
    ] {
        let error_line = error_line(&["arena", "--bots", bots, "--records", &files[0], "--plot", &files[1]]);
        assert!(error_line.contains(says), "{error_line}");
        assert_eq!(folder.names(), [] as [&str; 0]);
    }
}

#[test]
fn files_that_cannot_be_written() {
    let folder = Folder::new("arena-unwritable");
    let (good, missing) = (folder.path("good"), folder.path("missing/file"));
    let mut lines = Vec::new();
    for files in [
        ["--records", &folder.path(""), "--plot", &good],
        ["--records", &good, "--plot", &folder.path("")],
        ["--records", &good, "--plot", &missing],
        ["--records", &missing, "--plot", &good],
        ["--records", &good, "--plot", "-"],
        ["--records", "-", "--plot", &good],
        ["--records", &good, "--plot", &good],
    ] {
        lines.push(folder.hide(&error_line(&[&SMALL[..], &files].concat())));
        assert_eq!(folder.names(), [] as [&str; 0], "{files:?}");
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_files() {
    let folder = Folder::new("arena-full");
    let good = folder.path("good");
    for files in
        [["--records", "/dev/full", "--plot", &good], ["--records", "/dev/null", "--plot", "/dev/full"]]
    {
        let error_line = error_line(&[&SMALL[..], &files].concat());
        assert_eq!(error_line, "mergemaker: cannot write /dev/full: No space left on device (os error 28)");
        assert_eq!(folder.names(), [] as [&str; 0]);
    }
}

/// Ctrl-C prints the results so far, keeps complete records, and does not wait for bots.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_partial_results() {
    use std::process::Stdio;
    let folder = Folder::new("arena-interrupted");
    let [records, plot] = ["games.jsonl", "shares.svg"].map(|name| folder.path(name));
    let args = ["arena", "--bots", "novice,shopper", "--games", "1000000000", "--work", "5"];
    let args = [&args[..], &["--records", &records, "--plot", &plot]].concat();
    let part = folder.path("games.jsonl.part");
    let interrupted = |args: &[&str]| {
        let child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Wait until some records have been written.
        while std::fs::metadata(&part).map_or(0, |part| part.len()) == 0 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [output, notes] = interrupted(&args);
    let (played, _) = output.split_once(" of 1,000,000,000 games of 2 players").expect("the number of games");
    let last = notes.lines().last().unwrap();
    assert_eq!(
        folder.hide(last),
        format!(
            "mergemaker: interrupted: {played} of 1,000,000,000 games were played, and FOLDER/games.jsonl has \
             the records of these"
        )
    );
    let games = played.replace(',', "");
    assert_eq!(printed(&["verify", &records]), format!("{games} records ok\n"));
    check_xml(&std::fs::read_to_string(&plot).unwrap());
    assert_eq!(folder.names(), ["games.jsonl", "shares.svg"]);
    let tables = |text: &str| text.split_once("\n\n").unwrap().1.to_owned();
    let whole = printed(&["arena", "--bots", "novice,shopper", "--games", &games, "--work", "5"]);
    assert_eq!(tables(&output), tables(&whole), "the same as a contest of only these games");

    let [output, _] = interrupted(&[&args[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["interrupted"], true);
    assert!(report["games"].as_u64().unwrap() > 0);
}

/// A program can play, and its faults are replaced and reported.
#[cfg(unix)]
#[test]
fn a_program_can_play_and_its_faults_are_reported() {
    let folder = Folder::new("arena-program");
    let script =
        "read line; echo '{\"type\":\"hello\",\"protocol\":1}'; while read line; do echo rubbish; done";
    let path = folder.write("bot.sh", script);
    let bots = format!("shopper,cmd:sh '{path}'");
    let args = ["arena", "--bots", &bots, "--games", "4", "--work", "1"];
    let report = json(&args);
    assert!(report["results"][1]["faults"].as_u64().unwrap() > 0, "{report}");
    let output = printed(&args).replace('\n', " ").replace("   ", " ");
    assert!(output.contains(" (first: its answer could not be read);"), "{output}");
    assert!(report["results"][1]["bot"].as_str().unwrap().starts_with("cmd:sh "), "{report}");
}
