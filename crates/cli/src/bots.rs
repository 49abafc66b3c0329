//! `mergemaker bots`: lists the bots and their strength.

use anyhow::Result;
use mergemaker_bots::Level;
use serde::Serialize;

use crate::text::{FAINT, Line, PLAIN, STRONG, Table, columns, indented, joined, width};
use crate::{Verdict, output};

/// List the bots, how they play and how strong they are
///
/// The ratings come from a tournament of all bots, four at a table, with the default rules; every bot starts
/// at 25. `mergemaker arena` runs new matches.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker bots
  mergemaker bots --json")]
pub(crate) struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let bots = Level::ALL.map(BotWords::new);
    if args.json {
        output::print_json(&Listing { bots: &bots })?;
    } else {
        output::print(&joined(&lines(&bots, columns(None))))?;
    }
    Ok(Verdict::Good)
}

#[derive(Serialize)]
struct Listing<'a> {
    bots: &'a [BotWords],
}

/// A bot's row.
#[derive(Serialize)]
struct BotWords {
    bot: Level,
    description: &'static str,
    rating: Option<f64>,
    win_share: Option<f64>,
    us_per_decision: Option<f64>,
}

impl BotWords {
    fn new(bot: Level) -> BotWords {
        let measured = bot.strength();
        BotWords {
            bot,
            description: bot.describe(),
            rating: measured.map(|strength| strength.rating),
            win_share: measured.map(|strength| strength.win_share),
            us_per_decision: measured.map(|strength| strength.us_per_decision),
        }
    }
}

fn lines(bots: &[BotWords], columns: usize) -> Vec<Line> {
    /// The gap between columns.
    const GAP: usize = 2;
    let is_rated = bots.iter().any(|bot| bot.rating.is_some());
    let heads: &[&str] = if is_rated { &["bot", "rating", "how it plays"] } else { &["bot", "how it plays"] };
    let names = bots.iter().map(|bot| width(bot.bot.id())).max().unwrap_or(0);
    let before = GAP + names + GAP + if is_rated { width("rating") + GAP } else { 0 };
    let mut table = Table::new(if is_rated { "lrl" } else { "ll" });
    table.head(heads.iter().copied());
    for bot in bots {
        let rating = bot.rating.map_or(String::new(), |rating| format!("{rating:.1}"));
        for (index, words) in Line::from(bot.description).broken(columns - before).into_iter().enumerate() {
            let first = |line: Line| if index == 0 { line } else { Line::default() };
            let mut row = vec![first(Line::new(STRONG, bot.bot.id()))];
            row.extend(is_rated.then(|| first(rating.clone().into())));
            row.push(words);
            table.row(row);
        }
    }
    let programs = Line::from("Your own program can play as ")
        .and(STRONG, "cmd:COMMAND")
        .and(PLAIN, ": see docs/BOTS.md.");
    let strength = Line::new(FAINT, "`mergemaker arena --bots A,B,…` plays matches between bots.");
    let mut lines = indented(GAP, table.lines());
    lines.push(Line::default());
    lines.extend([programs, strength].into_iter().flat_map(|line| indented(GAP, line.broken(columns - GAP))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_shown_once_measured() {
        let mut bots = [Level::Random, Level::Steady].map(BotWords::new);
        for (bot, rating) in bots.iter_mut().zip([12.04, 40.55]) {
            (bot.rating, bot.description) = (Some(rating), "plays in one way or another");
        }
        let text = joined(&lines(&bots, 40)).replace(['\u{1b}'], "");
        let plain = text.replace("[0m", "").replace("[1m", "").replace("[2m", "");
        let table = plain.split("\n\n").next().unwrap();
        let expected = "  bot     rating  how it plays
  random    12.0  plays in one way or
                  another
  steady    40.5  plays in one way or
                  another";
        assert_eq!(table, expected);
    }
}
