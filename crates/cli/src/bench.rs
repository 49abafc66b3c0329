//! `mergemaker bench`: benchmarks of the engine and the records.

mod work;

use std::num::NonZeroUsize;
use std::time::Duration;

use anyhow::Result;
use mergemaker_engine::Game;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::text::{FAINT, Line, STRONG, Table, counted, indented, joined};
use crate::usage::number;
use crate::{Verdict, output, parallel, progress};
use work::Work;

/// Measure how fast this machine plays, records and verifies
///
/// Each figure is measured several times, interleaved with the others, on one core unless it says otherwise.
/// Close other programs first: they distort the results.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker bench
  mergemaker bench --seconds 2 --repeats 9 --json")]
pub(crate) struct Args {
    /// Duration of each measurement, in seconds
    #[arg(long, value_name = "S", default_value_t = 0.5, value_parser = number(0.001, 3600.0), allow_negative_numbers = true)]
    seconds: f64,

    /// Number of measurements of each figure, at least 5
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = number(5_u16, 1000), allow_negative_numbers = true)]
    repeats: u16,

    /// Print the figures as one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the benchmarks and prints the figures.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    if cfg!(debug_assertions) {
        output::note(
            "This is not a release build: run `cargo run --release -- bench` for meaningful figures.",
        );
    }
    let cores = parallel::cores();
    let mut figures: Vec<Figure> = Work::all(cores).into_iter().map(Figure::new).collect();
    let bar = progress::bar(u64::from(args.repeats) * figures.len() as u64, "measurements");
    for _ in 0..args.repeats {
        for figure in &mut figures {
            figure.values.push(figure.work.measure(Duration::from_secs_f64(args.seconds)));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if args.json {
        output::print_json(&Report { args, cores, figures: &figures })?;
    } else {
        output::print(&joined(&lines(args, cores, &figures)))?;
    }
    Ok(Verdict::Good)
}

/// The measurements of one benchmark.
struct Figure {
    work: Work,
    values: Vec<f64>,
}

/// The median and the range of the values.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Spread {
    median: f64,
    min: f64,
    max: f64,
}

impl Figure {
    fn new(work: Work) -> Figure {
        Figure { work, values: Vec::new() }
    }

    fn spread(&self) -> Spread {
        let mut sorted = self.values.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |index: usize| sorted.get(index).copied().unwrap_or(0.0);
        let middle = sorted.len() / 2;
        let median =
            if sorted.len() % 2 == 1 { at(middle) } else { f64::midpoint(at(middle - 1), at(middle)) };
        let rounded = |value: f64| self.work.rounded(value);
        Spread { median: rounded(median), min: rounded(at(0)), max: rounded(at(sorted.len() - 1)) }
    }
}

fn lines(args: &Args, cores: NonZeroUsize, figures: &[Figure]) -> Vec<Line> {
    let mut table = Table::new("lrrr");
    table.head(["", "median", "min", "max"]);
    for figure in figures {
        let Spread { median, min, max } = figure.spread();
        let number = |value: f64| figure.work.shown(value);
        let median = Line::new(STRONG, number(median));
        table.row([figure.work.words().into(), median, number(min).into(), number(max).into()]);
    }
    let mut lines = indented(2, table.lines());
    let bytes = size_of::<Game>() as u64;
    let release = if cfg!(debug_assertions) { "not a release build" } else { "release build" };
    let repeats = counted(args.repeats.into(), "repeat");
    lines.push(Line::default());
    lines.push(format!("  a game is {} in memory", counted(bytes, "byte")).into());
    let cores = counted(cores.get() as u64, "core");
    lines.push(Line::new(FAINT, format!("  {release}, {repeats} of {} s each, {cores}", args.seconds)));
    lines
}

/// The figures as JSON.
struct Report<'a> {
    args: &'a Args,
    cores: NonZeroUsize,
    figures: &'a [Figure],
}

impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for figure in self.figures {
            map.serialize_entry(&figure.work.id(), &figure.spread())?;
        }
        map.serialize_entry("game_bytes", &size_of::<Game>())?;
        map.serialize_entry("cores", &self.cores)?;
        map.serialize_entry("repeats", &self.args.repeats)?;
        map.serialize_entry("seconds", &self.args.seconds)?;
        map.serialize_entry("release", &!cfg!(debug_assertions))?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_value() {
        let mut figure = Figure::new(Work::RandomGames { players: 4 });
        for (value, median) in [(3.0, 3.0), (1.0, 2.0), (9.0, 3.0), (5.0, 4.0)] {
            figure.values.push(value);
            assert_eq!(figure.spread().median.to_bits(), f64::to_bits(median));
        }
        assert_eq!(figure.spread(), Spread { median: 4.0, min: 1.0, max: 9.0 });
    }

    #[test]
    fn every_work_can_be_measured() {
        for work in Work::all(NonZeroUsize::new(2).unwrap()) {
            assert!(work.measure(Duration::from_millis(1)) > 0.0, "{}", work.id());
        }
    }
}
