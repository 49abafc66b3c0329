//! Help, version, usage errors, and unwritable output.

use std::process::Stdio;

use mergemaker_engine::Preset;

use crate::program::{GAMES, command, error_line, printed, run};

#[test]
fn help_describes_each_command() {
    let mut pages = vec![printed(&["--help"])];
    for name in ["simulate", "arena", "bots", "verify", "show", "analyse", "advise", "rules", "bench"] {
        let help = printed(&[name, "--help"]);
        assert!(help.contains("\nExamples:\n  mergemaker "), "{help}");
        pages.push(format!("==== {name}\n{help}"));
    }
    insta::assert_snapshot!(without_presets(&pages.join("\n")));
}

/// The text with one word for the list of presets.
fn without_presets(text: &str) -> String {
    let presets: Vec<&str> = Preset::NAMED.iter().map(|preset| preset.id()).collect();
    text.replace(&presets.join(", "), "PRESETS")
}

#[test]
fn the_version_is_that_of_the_package() {
    assert_eq!(printed(&["--version"]), format!("mergemaker {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn without_a_command_the_help_is_shown() {
    let run = run(&[]);
    assert_eq!((run.code, &run.stdout[..]), (2, ""));
    assert!(run.stderr.contains("Usage: mergemaker"));
}

#[test]
fn usage_errors_are_one_line() {
    let mut lines = Vec::new();
    for args in [
        &["chess"][..],
        &["--colour"],
        &["verify"],
        &["show"],
        &["show", GAMES, "--event", "x"],
        &["show", GAMES, "--event", "0"],
        &["show", GAMES, "--event", "-1"],
        &["show", GAMES, "--game", "0"],
        &["show", GAMES, "--theme", "chess"],
        &["show", GAMES, "--width", "3"],
        &["show", "--transcript", "--event", "4", "a"],
        &["simulate", "--games", "0"],
        &["simulate", "--games", "-5"],
        &["simulate", "--games", "99999999999999999999"],
        &["simulate", "--players", "7"],
        &["simulate", "--players", "1"],
        &["simulate", "--rules", "tycoon", "--players", "2"],
        &["simulate", "--rules", "chess"],
        &["simulate", "--rules", "custom"],
        &["simulate", "--seed", "1.5"],
        &["simulate", "--threads", "0"],
        &["simulate", "--bot", "clever"],
        &["arena"],
        &["arena", "--bots", ""],
        &["arena", "--bots", "steady,,steady"],
        &["arena", "--bots", "shopper", "--games", "0"],
        &["arena", "--bots", "shopper", "--games", "1e6"],
        &["arena", "--bots", "shopper", "--players", "1"],
        &["arena", "--bots", "shopper", "--players", "7"],
        &["arena", "--bots", "steady,shopper", "--rules", "tycoon"],
        &["arena", "--bots", "steady,shopper", "--rules", "tycoon", "--players", "2"],
        &["arena", "--bots", &["shopper"; 13].join(",")],
        &["arena", "--bots", "shopper", "--think", "5", "--work", "5"],
        &["arena", "--bots", "shopper", "--think", "0"],
        &["arena", "--bots", "shopper", "--work", "0"],
        &["arena", "--bots", "shopper", "--work", "-1"],
        &["arena", "--bots", "shopper", "--seed", "x"],
        &["arena", "--bots", "shopper", "--threads", "0"],
        &["arena", "--bots", "shopper", "--set", "trading"],
        &["bots", "steady"],
        &["rules", "chess"],
        &["bench", "--seconds", "0"],
        &["bench", "--repeats", "4"],
    ] {
        assert_eq!(run(args).code, 2, "{args:?}");
        lines.push(format!("{}\n  {}", args.join(" ").replace(GAMES, "FILE"), error_line(args)));
    }
    insta::assert_snapshot!(without_presets(&lines.join("\n")));
}

/// A reader that closes the pipe early, like `head`.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    for args in [
        &["rules"][..],
        &["rules", "--json"],
        &["simulate", "--games", "10", "--json"],
        &["arena", "--bots", "shopper", "--games", "4"],
        &["arena", "--bots", "shopper", "--games", "4", "--json"],
        &["bots"],
        &["show", GAMES],
        &["show", GAMES, "--transcript"],
        &["show", GAMES, "--json"],
    ] {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!stderr.contains("mergemaker:") && !stderr.contains("panic"), "{args:?}: {stderr}");
        assert!(output.status.success(), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["rules"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(output.stderr).unwrap(),
        "mergemaker: cannot write the output: No space left on device (os error 28)\n"
    );
}
