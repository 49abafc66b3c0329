//! Counts the instructions of a random game. Unlike time, the count does not depend on how busy the machine
//! is, so it can have a limit.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;

use crate::{shell, tools};

/// Presets with the maximum number of instructions per game.
const LIMITS: [(&str, u64); 2] = [("renegade", 42_500), ("classic", 41_100)];

/// Numbers of games to run: the difference excludes the program's startup.
const FEW: u64 = 200;
const MANY: u64 = 1_200;

const PLAYERS: u64 = 4;
const SEED: u64 = 1;

/// Prints the instructions per game for each preset; fails if one is over its limit.
pub(crate) fn check() -> Result<()> {
    tools::need_program("valgrind")?;
    let mut build = shell::cargo("build --quiet --release -p mergemaker-engine --example random_games");
    shell::run(&mut build, "fix crates/engine/examples/random_games.rs")?;
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .context("cannot read the target folder from `cargo metadata`")?;
    let target = metadata.target_directory.as_std_path();
    let mut over = Vec::new();
    for (preset, limit) in LIMITS {
        let count = per_game(instructions(target, preset, FEW)?, instructions(target, preset, MANY)?)?;
        println!("{preset}: {count} instructions per game, limit {limit}");
        if count > limit {
            over.push(preset);
        }
    }
    ensure!(over.is_empty(), "over the limit: {}: make the engine faster", over.join(", "));
    Ok(())
}

/// The instructions of one run, counted by callgrind.
fn instructions(target: &Path, preset: &str, games: u64) -> Result<u64> {
    let folder = target.join("callgrind");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let report = folder.join(format!("random_games.{preset}.{games}.out"));
    let mut valgrind = shell::command("valgrind --quiet --tool=callgrind");
    valgrind
        .arg(format!("--callgrind-out-file={}", report.display()))
        .arg(target.join("release/examples/random_games"))
        .args([games, PLAYERS, SEED].map(|number| number.to_string()))
        .arg(preset)
        .stdout(Stdio::null());
    shell::run(&mut valgrind, "run the example without valgrind to see whether it works")?;
    let text = fs::read_to_string(&report).with_context(|| format!("cannot read {}", report.display()))?;
    total(&text).with_context(|| format!("{} has no total: check valgrind's output", report.display()))
}

/// The number on the line `totals:` of callgrind's report.
fn total(report: &str) -> Option<u64> {
    report.lines().find_map(|line| line.strip_prefix("totals:"))?.trim().parse().ok()
}

fn per_game(few: u64, many: u64) -> Result<u64> {
    ensure!(
        many > few,
        "{MANY} games took no more than {FEW}: the example must play the requested number of games"
    );
    Ok((many - few) / (MANY - FEW))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_the_report() {
        let report = "# callgrind format\nevents: Ir\nsummary: 7\n\nfn=(1) main\n12 30\n\ntotals: 8123456\n";
        assert_eq!(total(report), Some(8_123_456));
        assert_eq!(total("# callgrind format\n"), None);
    }

    #[test]
    fn the_startup_cancels_out() {
        let start = 1_000_000;
        assert_eq!(per_game(start + FEW * 40_000, start + MANY * 40_000).unwrap(), 40_000);
    }

    #[test]
    fn an_example_that_plays_nothing_is_detected() {
        let error = per_game(500, 500).unwrap_err();
        let expected =
            "1200 games took no more than 200: the example must play the requested number of games";
        assert_eq!(error.to_string(), expected);
    }
}
