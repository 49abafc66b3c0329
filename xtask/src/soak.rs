//! A long run of the arena at every table there is: whether any bot ever breaks a rule, breaks down or stalls.

use anyhow::{Context, Result, bail, ensure};

use crate::shell;

const PRESETS: [&str; 6] = ["classic", "renegade", "tycoon", "trading", "manual", "digital"];

/// Plays so many games, spread over all presets, numbers of players, and open and hidden holdings. Fails on the
/// first fault, and so on the first table that does not come to its end.
pub(crate) fn run(games: &str) -> Result<()> {
    let games: u64 = games.parse().context("give a number of games, such as 1000000")?;
    let tables: Vec<(&str, u8, &str)> = PRESETS
        .into_iter()
        .flat_map(|preset| (2..=6).map(move |players| (preset, players)))
        .filter(|table| *table != ("tycoon", 2))
        .flat_map(|(preset, players)| ["open", "hidden"].map(|holdings| (preset, players, holdings)))
        .collect();
    shell::run(&mut shell::cargo("build --release"), "mend what is named above")?;
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
