//! `mergemaker arena`: plays matches between bots and reports their strength with confidence intervals.

mod players;
mod report;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use mergemaker_arena::{Contest, Entrant, EntrantError, PlayedDeal, Tally, plot};
use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{MOST_PLAYERS, Table};
use mergemaker_record::MOST_NAME_CHARACTERS;

use crate::draft::Draft;
use crate::table::TableArgs;
use crate::text::{cut_inside, joined};
use crate::usage::number;
use crate::{Verdict, interrupt, output, parallel, progress};
use players::Pool;
use report::Report;

/// Play matches between bots and measure their strength
///
/// Each deal is played in all rotations of the players over the seats, so that the luck of the tiles favours
/// nobody. Every table plays the same number of whole deals; the number of games is rounded up accordingly.
/// The report shows for each bot its win share per seat held with a 95% confidence interval, its mean rank
/// and money, its Weng-Lin rating, its time per decision, and how often it finished ahead of each other bot.
///
/// With --work, the output is reproducible byte for byte, whatever the number of threads; times are then
/// printed to standard error and are null in JSON.
///
/// Ctrl-C ends it early: the results so far are printed and their records kept. The exit code is then 130.
/// A program that does not start or hangs in three games in a row ends it too, with exit code 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker arena --bots steady,novice,shopper,random --games 10000
  mergemaker arena --bots steady,shopper --players 4 --work 100 --json
  mergemaker arena --bots steady,novice --rules tycoon --players 3 --plot shares.svg
  mergemaker arena --bots 'steady,cmd:python3 examples/python/bot.py' --think 50")]
pub(crate) struct Args {
    /// The bots, separated by commas; `mergemaker bots` lists them. The last one fills the remaining seats.
    /// With more bots than seats, all combinations take turns
    #[arg(long, value_name = "A,B,…", value_parser = entrants)]
    bots: Entrants,

    /// Number of games, rounded up to whole deals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    games: u64,

    /// Players per game: 2 to 6 [default: the number of bots, at most 6; for one bot, 4]
    #[arg(long, value_name = "P", value_parser = number(2_u8, 6), allow_negative_numbers = true)]
    players: Option<u8>,

    #[command(flatten)]
    table: TableArgs,

    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// Thinking time per decision, in milliseconds
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = number(1_u32, 600_000), allow_negative_numbers = true)]
    think: Option<u32>,

    /// Units of work per decision, such as playouts [default: 100]
    #[arg(long, value_name = "N", value_parser = number(1_u32, 1_000_000_000), allow_negative_numbers = true)]
    work: Option<u32>,

    /// Seconds that a program may take to send its hello
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = number(1_u16, 3600), allow_negative_numbers = true)]
    hello: u16,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = number(1_u16, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,

    /// Write the records of all games to this file, one per line. Until it is complete it is called
    /// FILE.part; then it replaces any older file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Plot the win shares with their intervals to this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Print one JSON document. Its `results` has an entry for each bot: `bot`, `games`, `win_share` (per
    /// seat held; a shared win counts in parts), `win_low`, `win_high`, `mean_rank`, `mean_money`, `rating`,
    /// `us_per_decision` (null with --work), `faults` and more
    #[arg(long)]
    json: bool,
}

/// The bots named on the command line.
#[derive(Clone)]
struct Entrants {
    entrants: Vec<Entrant>,
}

/// Parses a list of bots.
fn entrants(text: &str) -> Result<Entrants, EntrantError> {
    Entrant::list(text).map(|entrants| Entrants { entrants })
}

/// Plays the games and prints the results.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let plan = Plan::new(args)?;
    let threads = parallel::threads(args.threads);
    interrupt::watch()?;
    check(&plan.entrants)?;
    let mut records = args.records.as_deref().map(|path| Draft::create("records", path)).transpose()?;
    let plot_file = args.plot.as_deref().map(|path| Draft::create("the plot", path)).transpose()?;
    let started = Instant::now();
    let pool = Pool::new(&plan.entrants);
    let tally = play_all(&plan, &pool, threads, records.as_mut())?;
    let time = started.elapsed();
    if tally.deals() == 0 {
        output::error("interrupted: no results, because no deal was finished");
        return Ok(Verdict::CutShort);
    }
    let report = Report::new(&plan, &tally, pool.failures());
    if let Some(records) = records {
        records.finish()?;
    }
    if let Some(mut plot_file) = plot_file {
        plot_file.write(plot(report.by_strength(), plan.players(), &report.title()).as_bytes())?;
        plot_file.finish()?;
    }
    if args.json {
        output::print_json(&report.document())?;
    } else {
        output::print(&joined(&report.lines()))?;
    }
    output::note(&progress::speed(tally.games(), time, threads));
    if let Some(times) = report.times_note() {
        output::note(&times);
    }
    for quote in report.quotes() {
        output::error(&quote);
    }
    if let Some(defeat) = report.defeat() {
        output::error(&defeat);
        return Ok(Verdict::Bad);
    }
    if report.is_interrupted() {
        output::error(&report.interruption());
        return Ok(Verdict::CutShort);
    }
    Ok(Verdict::Good)
}

/// Checks that all bots work, running each program once.
fn check(entrants: &[Entrant]) -> Result<()> {
    for (index, entrant) in entrants.iter().enumerate() {
        if !entrants[..index].contains(entrant) {
            let result = entrant.check();
            // A program that did not answer because of Ctrl-C is not to blame.
            interrupt::check()?;
            result?;
        }
    }
    Ok(())
}

/// The games to play.
struct Plan<'a> {
    args: &'a Args,
    table: Table,
    /// The bots, with the last one repeated to fill a table.
    entrants: Vec<Entrant>,
    budget: Budget,
    contest: Contest,
    deals: u64,
}

impl Plan<'_> {
    /// The number of players if only one bot is named.
    const DEFAULT_PLAYERS: usize = 4;

    fn new(args: &Args) -> Result<Plan<'_>> {
        let mut entrants = args.bots.entrants.clone();
        for entrant in &mut entrants {
            if let Entrant::Command { hello_limit, .. } = entrant {
                *hello_limit = Duration::from_secs(args.hello.into());
            }
        }
        let players = match (args.players, entrants.len()) {
            (Some(players), _) => players.into(),
            (None, 1) => Plan::DEFAULT_PLAYERS,
            (None, named) => named.min(MOST_PLAYERS),
        };
        let table = args.table.table(players)?;
        if let Some(last) = entrants.last().cloned() {
            entrants.resize(entrants.len().max(players), last);
        }
        let budget = match (args.think, args.work) {
            (Some(milliseconds), _) => Budget::Time { limit: Duration::from_millis(milliseconds.into()) },
            (None, Some(units)) => Budget::Work { units },
            (None, None) => Budget::default(),
        };
        let contest = Contest::new(table, entrants.len(), args.seed, budget)?;
        // Every table gets the same number of deals, and every deal is played from every seat.
        let tables = contest.tables() as u64;
        let deals = args.games.div_ceil(tables * players as u64) * tables;
        Ok(Plan { args, table, entrants, budget, contest, deals })
    }

    fn players(&self) -> usize {
        self.table.players()
    }

    fn games(&self) -> u64 {
        self.deals * self.players() as u64
    }

    /// The names of all bots, possibly with duplicates.
    fn names(&self) -> Vec<String> {
        self.entrants.iter().map(Entrant::to_string).collect()
    }

    /// The names for records: numbered if not unique, and shortened to fit.
    fn names_for_records(&self) -> Vec<String> {
        let names: Vec<String> =
            self.names().iter().map(|name| cut_inside(name, MOST_NAME_CHARACTERS - 3)).collect();
        let numbered = |(index, name): (usize, &String)| {
            let is_same = |other: &&String| *other == name;
            match names.iter().filter(is_same).count() {
                1 => name.clone(),
                _ => format!("{name} {}", names[..=index].iter().filter(is_same).count()),
            }
        };
        names.iter().enumerate().map(numbered).collect()
    }

    /// How many deals to play per task: enough to make scheduling cheap, or one if a deal may take long.
    fn deals_at_once(&self) -> u64 {
        let is_fast = |entrant: &Entrant| match entrant {
            Entrant::Level { level } => *level < Level::Master,
            Entrant::Network { .. } => true,
            Entrant::Command { .. } => false,
        };
        if self.entrants.iter().all(is_fast) && self.args.think.is_none() { 16 } else { 1 }
    }
}

fn play_all(
    plan: &Plan<'_>,
    pool: &Pool<'_>,
    threads: NonZeroUsize,
    mut records: Option<&mut Draft>,
) -> Result<Tally> {
    let names = records.as_ref().map(|_| plan.names_for_records());
    let gave_up = AtomicBool::new(false);
    let is_stopping = || interrupt::is_requested() || gave_up.load(Ordering::Relaxed);
    let bar = progress::bar(plan.games(), "games");
    let at_once = plan.deals_at_once();
    let play = |first: u64| {
        let mut played = Vec::with_capacity(at_once as usize);
        pool.with_bots(|bots| {
            for number in first..(first + at_once).min(plan.deals) {
                // Pieces that were queued before it stopped are not played.
                if is_stopping() {
                    break;
                }
                let deal = match &names {
                    None => plan.contest.play_deal(bots, number),
                    Some(names) => plan.contest.play_deal_recorded(bots, number, names),
                };
                // After an interrupt, the bots have not finished this deal with real decisions.
                if interrupt::is_requested() {
                    break;
                }
                bar.inc(deal.games.len() as u64);
                played.push((number, deal));
                if pool.note_failures(bots) {
                    gave_up.store(true, Ordering::Relaxed);
                }
            }
        });
        played
    };
    let mut tally = Tally::new(&plan.names());
    let take = |played: Vec<(u64, PlayedDeal)>| {
        for (number, deal) in played {
            // After an interrupt, an earlier deal may be missing. Report only a prefix of the deals.
            if number != tally.deals() {
                break;
            }
            tally.add(&deal);
            records.as_mut().map_or(Ok(()), |records| records.write(deal.records.as_bytes()))?;
        }
        Ok(())
    };
    let firsts = (0..plan.deals.div_ceil(at_once)).map(|index| index * at_once);
    parallel::in_order(threads, firsts.take_while(|_| !is_stopping()), play, take)?;
    bar.finish_and_clear();
    Ok(tally)
}
