//! `mergemaker analyse`: judges every decision of a game and separates luck from skill.

mod report;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Result;
use mergemaker_bots::{Decision, Judgement, chart, decisions};

use crate::draft::Draft;
use crate::game::GameArgs;
use crate::language::LanguageArgs;
use crate::text::{columns, joined};
use crate::thinking::{Thinking, ThinkingArgs};
use crate::usage::number;
use crate::{Verdict, interrupt, output, parallel, progress};
use report::Report;

/// Judge every decision of a game
///
/// For each decision with a choice: the win probability before and after it, a better choice if there was
/// one, and a mark: an inaccuracy costs 3 percentage points or more, a mistake 7, a blunder 15. A decision is
/// judged by what the player could know: hidden information is dealt again many times, and the network of the
/// bot `expert` estimates who will win. Only differences clearly larger than chance are marked.
///
/// The summary shows for each player what their own mistakes cost, what others' mistakes gave them, and the
/// rest: luck. Together with an even chance at the start, these add up to the result.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker analyse games.jsonl --game 3
  mergemaker analyse game.json --think 500 --plot game.svg
  mergemaker analyse game.json --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    thinking: ThinkingArgs,

    #[command(flatten)]
    language: LanguageArgs,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = number(1_u16, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,

    /// Plot win probabilities and net worth to this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Print one JSON document: `decisions`, each judged, and a `summary` of each player
    #[arg(long)]
    json: bool,
}

/// Judges the decisions and prints the report.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let (record, replay) = args.game.open()?;
    let words = args.language.words();
    let narrator = args.game.narrator(&record, &words);
    interrupt::watch()?;
    let plot = args.plot.as_deref().map(|path| Draft::create("the chart", path)).transpose()?;
    let thinking = args.thinking.chosen(40);
    let judgements = judge(&decisions(&replay), thinking, parallel::threads(args.threads))?;
    if let Some(mut plot) = plot {
        let labels = narrator.chart_labels(record.players.len(), replay.moments().len());
        plot.write(chart(&replay, &judgements, &labels).as_bytes())?;
        plot.finish()?;
    }
    let report = Report::new(&record, replay.game(), &narrator, args.game.game, thinking, &judgements);
    if args.json {
        output::print_json(&report)?;
    } else {
        output::print(&joined(&report.lines(columns(None))))?;
    }
    Ok(Verdict::Good)
}

fn judge(decisions: &[Decision], thinking: Thinking, threads: NonZeroUsize) -> Result<Vec<Judgement>> {
    let bar = progress::bar(decisions.len() as u64, "decisions");
    let mut judgements = Vec::with_capacity(decisions.len());
    let work = |decision: &Decision| {
        decision.judge(&mut *thinking.evaluator(interrupt::is_requested), thinking.budget)
    };
    parallel::in_order(threads, decisions, work, |judgement| {
        interrupt::check()?;
        bar.inc(1);
        judgements.push(judgement);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(judgements)
}
