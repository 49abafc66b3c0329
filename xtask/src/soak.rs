//! Soak tests, too long for CI: matches at every kind of table, and long runs of the server's fault and fuzz
//! tests.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{shell, tools};

/// Randomized tests of the server whose length an environment variable sets: the variable, the length, the
/// test.
const SEARCHES: [(&str, &str, &str); 4] = [
    ("INPUT", "1000000", "input::malformed"),
    ("SECRETS", "2000", "no_message_reveals"),
    ("FAULTS", "100", "faults::"),
    ("RESTORES", "100", "backups::restores"),
];

/// Runs the server's randomized tests, each for a long time with a new seed.
pub(crate) fn server() -> Result<()> {
    tools::need_postgres()?;
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?.as_secs();
    for (variable, amount, test) in SEARCHES {
        println!("{test}: {variable}={amount}, SEED={seed}");
        let mut order = shell::cargo("test -p mergemaker-server --test all --");
        order.args([test, "--nocapture"]).env(variable, amount).env("SEED", seed.to_string());
        shell::run(&mut order, "run it again with the same SEED to see whether it fails again")?;
    }
    Ok(())
}

/// Plays this many games, spread over all presets, numbers of players, and open and hidden holdings. Stops at
/// the first fault, including a table that does not finish.
pub(crate) fn run(games: &str) -> Result<()> {
    let games: u64 = games.parse().context("give a number of games, such as 1000000")?;
    shell::run(&mut shell::cargo("build --release"), "fix what is named above")?;
    let rules = shell::answer(&mut shell::command("target/release/mergemaker rules --json"));
    let rules: Value = serde_json::from_str(&rules.context("`mergemaker rules --json` failed")?)?;
    let presets = rules["presets"].as_array().into_iter().flatten();
    let tables: Vec<(&str, u8, &str)> = presets
        .filter_map(|preset| preset["preset"].as_str())
        .flat_map(|preset| (2..=6).map(move |players| (preset, players)))
        .filter(|table| *table != ("tycoon", 2))
        .flat_map(|(preset, players)| ["open", "hidden"].map(|holdings| (preset, players, holdings)))
        .collect();
    let each = games.div_ceil(tables.len() as u64);
    let mut played = 0;
    for (preset, players, holdings) in &tables {
        let order = format!(
            "target/release/mergemaker arena --bots steady,novice,shopper,random --players {players} \
             --rules {preset} --set holdings={holdings} --games {each} --work 1 --json"
        );
        let place = format!("{preset}, {players} players, holdings {holdings}");
        let Some(report) = shell::answer(&mut shell::command(&order)) else {
            bail!("the arena failed: {place}: run `{order}`");
        };
        let faults = report.matches("\"faults\":0,").count();
        ensure!(faults == 4, "a bot made a fault: {place}: run `{order}`");
        played += each;
        println!("{played} games without a fault: {place}");
    }
    Ok(())
}
