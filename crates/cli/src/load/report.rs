//! The results of a load test, as text and as JSON.

use std::time::Duration;

use serde::Serialize;

use super::Args;
use super::tally::{Counts, Tally};
use crate::output;
use crate::text::{FAINT, Line, PLAIN, STRONG, Table, counted, grouped, indented};

/// The results of a load test.
#[derive(Serialize)]
pub(super) struct Report {
    url: String,
    games: u64,
    at_once: u64,
    players: u8,
    rules: String,
    rate: Option<u32>,
    finished: u64,
    seconds: f64,
    decisions: u64,
    decisions_per_second: f64,
    /// `None` if there were no decisions.
    latency_ms: Option<Latency>,
    records_verified: u64,
    errors: Errors,
}

/// Percentiles of the latency in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct Latency {
    p50: f64,
    p90: f64,
    p99: f64,
    max: f64,
}

/// Errors by kind.
#[derive(Serialize)]
struct Errors {
    total: u64,
    refusals: u64,
    closed_sockets: u64,
    late: u64,
    not_begun: u64,
    wrong_records: u64,
    messages: Vec<String>,
}

impl Report {
    pub(super) fn new(args: &Args, at_once: u64, tally: &Tally, time: Duration) -> Report {
        let counts = tally.so_far();
        let total = counts.errors();
        let Counts { latencies, finished, verified, .. } = counts;
        let seconds = time.as_secs_f64();
        let decisions = latencies.len() as u64;
        Report {
            url: args.url.clone(),
            games: args.games,
            at_once,
            players: args.players,
            rules: args.table.in_words(),
            rate: args.rate.map(Into::into),
            finished: finished.len() as u64,
            seconds: rounded(seconds),
            decisions,
            decisions_per_second: rounded(decisions as f64 / seconds.max(1e-9)),
            latency_ms: Latency::of(latencies),
            records_verified: verified,
            errors: Errors {
                total,
                refusals: counts.refusals,
                closed_sockets: counts.closed,
                late: counts.late,
                not_begun: counts.not_begun,
                wrong_records: counts.wrong_records,
                messages: counts.messages,
            },
        }
    }

    /// The total number of errors.
    pub(super) fn errors(&self) -> u64 {
        self.errors.total
    }

    /// Prints the first few errors, one per line.
    pub(super) fn print_errors(&self) {
        self.errors.messages.iter().for_each(|message| output::error(message));
    }

    /// The report as text.
    pub(super) fn lines(&self) -> Vec<Line> {
        let Report { finished, games, at_once, players, rules, decisions, seconds, .. } = self;
        let played = format!("{} of {}", grouped(*finished), counted(*games, "game"));
        let at_once = format!("{players} players by {rules}, {} at once", grouped(*at_once));
        let speed = grouped(self.decisions_per_second as u64);
        let mut table = Table::new("lrrrr");
        table.head(["latency to all players", "50%", "90%", "99%", "max"]);
        let ms = |value: f64| Line::from(format!("{value:.1}"));
        if let Some(Latency { p50, p90, p99, max }) = self.latency_ms {
            let most = Line::new(STRONG, format!("{p99:.1}"));
            table.row([Line::from("ms"), ms(p50), ms(p90), most, ms(max)]);
        }
        let Errors { total, refusals, closed_sockets, late, not_begun, wrong_records, .. } = &self.errors;
        let mut lines = vec![
            Line::new(STRONG, format!("{played} finished")).and(FAINT, format!(", {at_once}")),
            Line::new(PLAIN, format!("{} in {seconds:.1} s: ", counted(*decisions, "decision")))
                .and(STRONG, format!("{speed} per second")),
            Line::default(),
        ];
        lines.extend(table.lines());
        lines.push(Line::default());
        lines.push(format!("{} of {} verified", self.records_verified, counted(*finished, "record")).into());
        lines.push(match total {
            0 => "no errors".into(),
            _ => format!(
                "{}: {refusals} refused, {closed_sockets} closed, {late} late, {not_begun} not started, \
                 {wrong_records} wrong records",
                counted(*total, "error")
            )
            .into(),
        });
        indented(2, lines)
    }
}

impl Latency {
    /// The percentiles of these latencies.
    fn of(mut latencies: Vec<Duration>) -> Option<Latency> {
        latencies.sort_unstable();
        let at = |percent: usize| {
            let index = (latencies.len() * percent).div_ceil(100).saturating_sub(1);
            latencies.get(index).map(|latency| rounded(latency.as_secs_f64() * 1e3))
        };
        Some(Latency { p50: at(50)?, p90: at(90)?, p99: at(99)?, max: at(100)? })
    }
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_of_latencies() {
        let latencies = (1..=200).rev().map(Duration::from_millis).collect();
        let latency = Latency { p50: 100.0, p90: 180.0, p99: 198.0, max: 200.0 };
        assert_eq!(Latency::of(latencies), Some(latency));
        assert_eq!(Latency::of(Vec::new()), None);
        let one = Latency::of(vec![Duration::from_millis(3)]);
        assert_eq!(one, Some(Latency { p50: 3.0, p90: 3.0, p99: 3.0, max: 3.0 }));
    }
}
