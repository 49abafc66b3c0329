//! The rules as cases that a player can read, in one file of `tests/rules` per chapter.
//!
//! A case is a title with the rules it covers, a set-up, then decisions and what must hold after them:
//!
//! ```text
//! # T6 a tile beside a chain joins it
//! rules: classic
//! board:
//!   123456789012
//! C ..TT........
//! player 0: $6000, 3 tower, hand 5C 9G
//! player 1: $4000
//! 0 places 5C
//! = size tower: 3
//! = price tower: $300
//! 1 buys nothing ! T1
//! 0 buys 3 tower
//! = cash 0: $5100
//! ```
//!
//! A line in parentheses is a note. `!` means that the decision is refused by that rule and changes nothing.
//! The set-up is explained in `rules/setup.rs`, decisions and notation in `rules/words.rs`, expectations in
//! `rules/play.rs`. Rows that are not drawn are empty. Tiles that are nowhere else are in the pile, which is
//! dealt in the order of `pile:`, then from 1A on.

mod case;
mod play;
mod setup;
mod words;

use mergemaker_engine::{Action, Event, Preset, Rules, RulesVersion};

use case::{CHAPTERS, Case, read_chapter};

/// Plays every case of a chapter and lists those that fail.
fn check(chapter: &str) {
    let cases = read_chapter(chapter).unwrap_or_else(|error| panic!("{error}"));
    assert!(!cases.is_empty(), "{chapter}.txt has no case");
    let failures: Vec<String> = cases.iter().filter_map(failure_of).collect();
    let (failed, total) = (failures.len(), cases.len());
    assert!(failures.is_empty(), "{failed} of {total} cases fail\n\n{}\n", failures.join("\n\n"));
}

/// Why a case fails. Panics are caught and reported with the name of the case.
fn failure_of(case: &Case) -> Option<String> {
    let played = std::panic::catch_unwind(|| play::play(case));
    let panicked = |_| Err(case::at_line(&case.file, case.number, format!("{}\n  it panics", case.name)));
    played.unwrap_or_else(panicked).err()
}

#[test]
fn setting_up() {
    check("setup");
}

#[test]
fn turn() {
    check("turn");
}

#[test]
fn unplayable() {
    check("unplayable");
}

#[test]
fn exchange() {
    check("exchange");
}

#[test]
fn mergers() {
    check("mergers");
}

#[test]
fn bonuses() {
    check("bonuses");
}

#[test]
fn buying() {
    check("buying");
}

#[test]
fn bank() {
    check("bank");
}

#[test]
fn trading() {
    check("trading");
}

#[test]
fn end() {
    check("end");
}

#[test]
fn knowledge() {
    check("knowledge");
}

fn all_cases() -> Vec<Case> {
    CHAPTERS.iter().flat_map(|chapter| read_chapter(chapter).unwrap()).collect()
}

#[test]
fn every_file_is_a_chapter() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut files: Vec<String> = names
        .filter_map(|name| name.to_str().and_then(|name| name.strip_suffix(".txt")).map(str::to_owned))
        .collect();
    files.sort();
    let mut chapters = CHAPTERS.to_vec();
    chapters.sort_unstable();
    assert_eq!(files, chapters);
}

#[test]
fn no_two_cases_have_the_same_name() {
    let mut names: Vec<String> = all_cases().into_iter().map(|case| case.name).collect();
    names.sort();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// Bugs seen in other implementations. Each is the name of a case, or of several whose names continue after a
/// colon.
const BUGS_SEEN_ELSEWHERE: &[&str] = &[
    "growing a chain absorbs connected lone tiles",
    "the survivor must be among the largest",
    "a smaller third chain in a tied merger is absorbed too",
    "dissolving order and its tie choice",
    "three-way splits rounded up to $100",
    "sole holder",
    "a player without shares is never a minority holder",
    "the market of the survivor during successive trades",
    "overflowing purchases",
    "a dead tile",
    "an eighth-chain tile",
    "an empty pile",
    "nobody can move",
    "declaring the end out of turn or too early",
    "the end after a new chain is founded in the declared turn",
    "a dissolved chain that nobody holds",
    "founding a chain whose 25 shares are all held",
    "disposal order restarts at the mergemaker for each chain",
    "every seat can start",
];

#[test]
fn every_bug_seen_elsewhere_has_a_case() {
    let cases = all_cases();
    for bug in BUGS_SEEN_ELSEWHERE {
        let names_it = |case: &Case| {
            case.name.strip_prefix(bug).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        assert!(cases.iter().any(names_it), "no case is named `{bug}`");
    }
}

fn refused_as_action(text: &str, message: &str) {
    let error = serde_json::from_str::<Action>(text).expect_err(text).to_string();
    assert!(error.contains(message), "{text}: {error}");
}

fn refused_as_event(text: &str, message: &str) {
    let error = serde_json::from_str::<Event>(text).expect_err(text).to_string();
    assert!(error.contains(message), "{text}: {error}");
}

/// T10: negative, duplicate or overflowing purchases fail to parse.
#[test]
fn negative_duplicate_or_overflowing_purchases() {
    for (shares, message) in [
        (r#"{"tower":-1}"#, "integer `-1`, expected a number of shares from 0 to 25"),
        (r#"{"tower":1,"tower":2}"#, "tower is listed twice"),
        (r#"{"tower":0,"tower":0}"#, "tower is listed twice"),
        (r#"{"tower":26}"#, "integer `26`, expected a number of shares from 0 to 25"),
        (r#"{"tower":256}"#, "integer `256`, expected a number of shares from 0 to 25"),
        (r#"{"tower":18446744073709551617}"#, "expected a number of shares from 0 to 25"),
        (r#"{"tower":1.0}"#, "expected a number of shares from 0 to 25"),
        (r#"{"tower":"1"}"#, "expected a number of shares from 0 to 25"),
        (r#"{"sackson":1}"#, "expected a chain"),
        (r#"["tower"]"#, "expected a number of shares for each chain"),
    ] {
        refused_as_action(&format!(r#"{{"kind":"buy","shares":{shares}}}"#), message);
        refused_as_event(&format!(r#"{{"kind":"buy","player":0,"shares":{shares}}}"#), message);
    }
    refused_as_action(r#"{"kind":"buy","shares":{},"shares":{}}"#, "duplicate field");
    refused_as_action(r#"{"kind":"buy"}"#, "missing field `shares`");
}

/// M3: so do such disposals.
#[test]
fn negative_duplicate_or_overflowing_disposals() {
    for (counts, message) in [
        (r#""sell":-2,"trade":0"#, "integer `-2`, expected a number of shares from 0 to 25"),
        (r#""sell":0,"trade":-2"#, "integer `-2`, expected a number of shares from 0 to 25"),
        (r#""sell":26,"trade":0"#, "integer `26`, expected a number of shares from 0 to 25"),
        (r#""sell":0,"trade":258"#, "integer `258`, expected a number of shares from 0 to 25"),
        (r#""sell":1,"sell":1,"trade":0"#, "duplicate field `sell`"),
        (r#""sell":1"#, "missing field `trade`"),
    ] {
        refused_as_action(&format!(r#"{{"kind":"dispose",{counts}}}"#), message);
        refused_as_event(&format!(r#"{{"kind":"dispose","player":1,"chain":"tower",{counts}}}"#), message);
    }
}

/// X1, B7: so do such offers.
#[test]
fn negative_duplicate_or_overflowing_offers() {
    let nothing = r#"{"cash":0,"shares":{}}"#;
    for (give, message) in [
        (r#"{"cash":-500,"shares":{}}"#, "integer `-500`, expected a whole number of dollars"),
        (r#"{"cash":4294967296,"shares":{}}"#, "expected a whole number of dollars"),
        (r#"{"cash":0.5,"shares":{}}"#, "expected a whole number of dollars"),
        (r#"{"cash":0,"shares":{"tower":-1}}"#, "expected a number of shares from 0 to 25"),
        (r#"{"cash":0,"shares":{"tower":1,"tower":1}}"#, "tower is listed twice"),
    ] {
        let members = format!(r#""to":1,"give":{give},"take":{nothing}"#);
        refused_as_event(&format!(r#"{{"kind":"trade_offer","player":0,{members}}}"#), message);
        refused_as_action(&format!(r#"{{"kind":"trade_offer",{members}}}"#), message);
    }
}

/// B1: only 1A to 12I are tile names.
#[test]
fn other_names_are_not_tiles() {
    for name in ["0A", "13A", "1J", "A1", "1a", "", "-1A", "1AA", "01A"] {
        refused_as_action(&format!(r#"{{"kind":"place","tile":"{name}"}}"#), "expected a tile");
    }
}

/// S3, T11, E2: version 1 of the rules refuses newer values.
#[test]
fn version_one_has_no_newer_values() {
    for (option, value) in [
        ("start_tiles", "found"),
        ("dead_tiles", "discard_then_draw"),
        ("dead_tile_exchange", "choice"),
        ("end_declaration", "may_finish"),
    ] {
        let options = RulesVersion::One.options(Preset::Classic).with(option, value).unwrap();
        let error = Rules::named(RulesVersion::One, Preset::Custom, options).unwrap_err().to_string();
        assert_eq!(error, format!("`{option}={value}` needs version 2 of the rules"));
        assert!(Rules::named(RulesVersion::Two, Preset::Custom, options).is_ok());
    }
}
