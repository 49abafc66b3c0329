//! `mergemaker arena`: bots play each other, and how strong they are is told with how sure that is.

mod players;
mod report;

use std::num::NonZeroUsize;
use std::path::PathBuf;
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
use crate::{Verdict, crew, interrupt, output, progress};
use players::Pool;
use report::Report;

/// Let bots play each other and tell how strong they are
///
/// Each deal is played in all rotations of the players over the seats, so that the luck of the tiles favours
/// nobody. Whole deals are played, as many at each table: the number of games is rounded up to that. Told for
/// each bot: what part of the games it won, for each seat it held, with the interval in which the true share
/// lies 19 times in 20; its mean place and money; its Weng-Lin rating; how long it takes to decide; and how
/// often it finished ahead of each of the others.
///
/// With --work all that is printed is the same to the byte for the same input, whatever the
/// number of threads; the time for a decision is then told on standard error and is null in JSON.
///
/// Ctrl-C ends it early: what was played so far is told, and the records of it are kept; the exit code is
/// then 130.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker arena --bots steady,novice,shopper,random --games 10000
  mergemaker arena --bots steady,shopper --players 4 --work 100 --json
  mergemaker arena --bots steady,novice --rules tycoon --players 3 --plot shares.svg
  mergemaker arena --bots 'steady,cmd:python3 examples/python/bot.py' --think 50")]
pub(crate) struct Args {
    /// Who plays, with commas between them; `mergemaker bots` tells who there is. The last one fills the
    /// seats that are left; with more bots than seats, all tables they can form take turns
    #[arg(long, value_name = "A,B,…", value_parser = field)]
    bots: Field,

    /// How many games to play, rounded up to whole deals
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    games: u64,

    /// How many play each: 2 to 6 [default: as many as bots are named, at most 6; for one bot, 4]
    #[arg(long, value_name = "P", value_parser = number(2_u8, 6), allow_negative_numbers = true)]
    players: Option<u8>,

    #[command(flatten)]
    table: TableArgs,

    /// The number that all chance follows from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = number(0, u64::MAX), allow_negative_numbers = true)]
    seed: u64,

    /// How long a bot may think about each decision, in thousandths of a second
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = number(1_u32, 600_000), allow_negative_numbers = true)]
    think: Option<u32>,

    /// How many units of work, such as playouts, a bot may spend on each decision [default: 100]
    #[arg(long, value_name = "N", value_parser = number(1_u32, 1_000_000_000), allow_negative_numbers = true)]
    work: Option<u32>,

    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "T", value_parser = number(1_u16, 1024), allow_negative_numbers = true)]
    threads: Option<u16>,

    /// Write the record of every game to this file, one a line. It appears, in the place of one that was
    /// there before, when it is complete; until then it is called FILE.part
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    /// Draw the win shares with their intervals to this file, as SVG
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,

    /// Print one JSON document. Its `results` has an entry for each bot: `bot`, `games`, `win_share` (of the
    /// games, for each seat it held; a shared victory counts in parts), `win_low`, `win_high`, `mean_rank`,
    /// `mean_money`, `rating`, `us_per_decision` (null with --work), `faults` and more
    #[arg(long)]
    json: bool,
}

/// Those who are named.
#[derive(Clone)]
struct Field {
    entrants: Vec<Entrant>,
}

/// Reads the names of those who play.
fn field(text: &str) -> Result<Field, EntrantError> {
    Entrant::list(text).map(|entrants| Field { entrants })
}

/// Plays the games and prints how the bots did.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let plan = Plan::new(args)?;
    let threads = crew::threads(args.threads);
    interrupt::watch()?;
    check(&args.bots.entrants)?;
    let mut records = args.records.as_deref().map(|path| Draft::create("records", path)).transpose()?;
    let picture = args.plot.as_deref().map(|path| Draft::create("the plot", path)).transpose()?;
    let started = Instant::now();
    let tally = play_all(&plan, threads, records.as_mut())?;
    let time = started.elapsed();
    if tally.deals() == 0 {
        output::complain("interrupted: no deal was finished");
        return Ok(Verdict::CutShort);
    }
    let report = Report::new(&plan, &tally);
    if let Some(records) = records {
        records.finish()?;
    }
    if let Some(mut picture) = picture {
        picture.write(plot(report.by_strength(), plan.players(), &report.title()).as_bytes())?;
        picture.finish()?;
    }
    if args.json {
        output::print_json(&report.document())?;
    } else {
        output::print(&joined(&report.lines()))?;
    }
    output::remark(&progress::speed(tally.games(), time, threads));
    if let Some(times) = report.times_apart() {
        output::remark(&times);
    }
    if report.is_interrupted() {
        output::complain(&report.interruption());
        return Ok(Verdict::CutShort);
    }
    Ok(Verdict::Good)
}

/// Finds out whether all can take part; each program is tried once.
fn check(entrants: &[Entrant]) -> Result<()> {
    for (index, entrant) in entrants.iter().enumerate() {
        if !entrants[..index].contains(entrant) {
            let result = entrant.check();
            // A program that was waited for in vain while somebody asked us to end is not to blame.
            interrupt::check()?;
            result?;
        }
    }
    Ok(())
}

/// What is to be played.
struct Plan<'a> {
    args: &'a Args,
    table: Table,
    /// Who plays, the last one repeated until there are enough for a table.
    entrants: Vec<Entrant>,
    budget: Budget,
    contest: Contest,
    deals: u64,
}

impl Plan<'_> {
    /// The players where nothing is said of them and one bot is named.
    const USUAL_PLAYERS: usize = 4;

    fn new(args: &Args) -> Result<Plan<'_>> {
        let mut entrants = args.bots.entrants.clone();
        let players = match (args.players, entrants.len()) {
            (Some(players), _) => players.into(),
            (None, 1) => Plan::USUAL_PLAYERS,
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
        // Every table gets as many deals as every other, and every deal is played from every seat.
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

    /// The names of all who play, some perhaps the same.
    fn names(&self) -> Vec<String> {
        self.entrants.iter().map(Entrant::to_string).collect()
    }

    /// The names for records: numbered where they are the same, and not too long for one.
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

    /// How many deals are played in one go: enough that handing them over costs nothing, one where each may
    /// take long.
    fn deals_at_once(&self) -> u64 {
        let is_fast = |entrant: &Entrant| match entrant {
            Entrant::Level { level } => *level < Level::Master,
            Entrant::Network { .. } => true,
            Entrant::Command { .. } => false,
        };
        if self.entrants.iter().all(is_fast) && self.args.think.is_none() { 16 } else { 1 }
    }
}

fn play_all(plan: &Plan<'_>, threads: NonZeroUsize, mut records: Option<&mut Draft>) -> Result<Tally> {
    let names = records.as_ref().map(|_| plan.names_for_records());
    let pool = Pool::new(&plan.entrants);
    let bar = progress::bar(plan.games(), "games");
    let at_once = plan.deals_at_once();
    let play = |first: u64| {
        let mut played = Vec::with_capacity(at_once as usize);
        pool.with_bots(|bots| {
            for number in first..(first + at_once).min(plan.deals) {
                let deal = match &names {
                    None => plan.contest.play_deal(bots, number),
                    Some(names) => plan.contest.play_deal_recorded(bots, number, names),
                };
                // Interrupted, the bots have not finished this deal with decisions of their own.
                if interrupt::is_asked() {
                    break;
                }
                bar.inc(deal.games.len() as u64);
                played.push((number, deal));
            }
        });
        played
    };
    let mut tally = Tally::new(&plan.names());
    let take = |played: Vec<(u64, PlayedDeal)>| {
        for (number, deal) in played {
            // Interrupted, one of the deals before may be missing. What is told is always of the first ones.
            if number != tally.deals() {
                break;
            }
            tally.add(&deal);
            records.as_mut().map_or(Ok(()), |records| records.write(deal.records.as_bytes()))?;
        }
        Ok(())
    };
    let firsts = (0..plan.deals.div_ceil(at_once)).map(|index| index * at_once);
    crew::in_order(threads, firsts.take_while(|_| !interrupt::is_asked()), play, take)?;
    bar.finish_and_clear();
    Ok(tally)
}
