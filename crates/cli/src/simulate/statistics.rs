//! Statistics in constant memory: counts and histograms.

use mergemaker_engine::{EndReason, MOST_PLAYERS, Money, Seat};
use serde::Serialize;

/// The facts about one game that the statistics need.
#[derive(Clone, Copy)]
pub(crate) struct GameFacts {
    /// Who had the first turn.
    pub(crate) first: Seat,
    /// The number of turns.
    pub(crate) turns: u16,
    /// The number of decisions.
    pub(crate) decisions: u16,
    /// The number of mergers.
    pub(crate) mergers: u8,
    /// The number of chains founded.
    pub(crate) founded: u8,
    /// Why the game ended.
    pub(crate) reason: EndReason,
    /// The winners' money.
    pub(crate) winning: Money,
    /// The winners, one bit per seat.
    pub(crate) winners: u8,
}

/// The statistics of many games.
pub(crate) struct Statistics {
    players: usize,
    pub(crate) games: u64,
    pub(crate) turns: Histogram,
    pub(crate) decisions: Histogram,
    pub(crate) founded: Histogram,
    pub(crate) mergers: Histogram,
    pub(crate) winning: Histogram,
    /// The number of games that ended for each of [`REASONS`].
    pub(crate) endings: [u64; REASONS.len()],
    /// The number of shared victories.
    pub(crate) shared: u64,
    by_seat: [u64; MOST_PLAYERS],
    by_order: [u64; MOST_PLAYERS],
}

/// The reasons why a game ends, in the order of the rulebook.
pub(crate) const REASONS: [EndReason; 3] =
    [EndReason::Declared, EndReason::AllTilesPlayed, EndReason::NoTilePlayed];

/// Victories are counted in sixtieths, so that two to six winners share one without a remainder.
const VICTORY: u64 = 60;

impl Statistics {
    /// Empty statistics for games with this many players.
    pub(crate) fn new(players: usize) -> Statistics {
        Statistics {
            players,
            games: 0,
            turns: Histogram::new(1),
            decisions: Histogram::new(1),
            founded: Histogram::new(1),
            mergers: Histogram::new(1),
            winning: Histogram::new(100),
            endings: [0; REASONS.len()],
            shared: 0,
            by_seat: [0; MOST_PLAYERS],
            by_order: [0; MOST_PLAYERS],
        }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: GameFacts) {
        self.games += 1;
        self.turns.add(game.turns.into());
        self.decisions.add(game.decisions.into());
        self.founded.add(game.founded.into());
        self.mergers.add(game.mergers.into());
        self.winning.add(game.winning.0);
        if let Some(index) = REASONS.iter().position(|&reason| reason == game.reason) {
            self.endings[index] += 1;
        }
        let winners = u64::from(game.winners.count_ones());
        self.shared += u64::from(winners > 1);
        for seat in Seat::all(self.players).filter(|seat| game.winners >> seat.index() & 1 == 1) {
            let order = (seat.index() + self.players - game.first.index()) % self.players;
            self.by_seat[seat.index()] += VICTORY / winners;
            self.by_order[order] += VICTORY / winners;
        }
    }

    /// Victories by seat; shared ones count in parts.
    pub(crate) fn wins_by_seat(&self) -> Vec<f64> {
        self.by_seat[..self.players].iter().map(|&wins| wins as f64 / VICTORY as f64).collect()
    }

    /// Victories by turn order; shared ones count in parts.
    pub(crate) fn wins_by_order(&self) -> Vec<f64> {
        self.by_order[..self.players].iter().map(|&wins| wins as f64 / VICTORY as f64).collect()
    }

    /// A number of games as a percentage of all.
    pub(crate) fn per_cent(&self, games: f64) -> f64 {
        if self.games == 0 { 0.0 } else { 100.0 * games / self.games as f64 }
    }
}

/// A histogram with a fixed bucket width.
pub(crate) struct Histogram {
    step: u32,
    counts: Vec<u64>,
    count: u64,
    sum: u128,
    min: u32,
    max: u32,
}

/// The maximum number of buckets, far above what any game reaches, to bound memory.
const MAX_BUCKETS: usize = 1 << 16;

impl Histogram {
    fn new(step: u32) -> Histogram {
        Histogram { step, counts: Vec::new(), count: 0, sum: 0, min: u32::MAX, max: 0 }
    }

    fn add(&mut self, value: u32) {
        let index = ((value / self.step) as usize).min(MAX_BUCKETS - 1);
        if index >= self.counts.len() {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
        self.count += 1;
        self.sum += u128::from(value);
        self.min = self.min.min(value);
        self.max = self.max.max(value);
    }

    /// Mean, extremes and percentiles.
    pub(crate) fn summary(&self) -> Summary {
        Summary {
            mean: if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 },
            min: if self.count == 0 { 0 } else { self.min },
            p10: self.percentile(10),
            median: self.percentile(50),
            p90: self.percentile(90),
            max: self.max,
        }
    }

    /// The smallest value, rounded down to a bucket, that at least this percentage of values do not exceed.
    fn percentile(&self, per_cent: u64) -> u32 {
        let rank = (u128::from(self.count) * u128::from(per_cent)).div_ceil(100);
        let mut seen = 0;
        for (value, &count) in (0..).zip(&self.counts) {
            seen += u128::from(count);
            if count > 0 && seen >= rank {
                return (value * self.step).clamp(self.min, self.max);
            }
        }
        0
    }
}

/// A summary of a [`Histogram`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) mean: f64,
    pub(crate) min: u32,
    pub(crate) p10: u32,
    pub(crate) median: u32,
    pub(crate) p90: u32,
    pub(crate) max: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_agree_with_a_sorted_list() {
        for count in 1..200 {
            let mut values: Vec<u32> = (0..count).map(|n| n * 7919 % 500).collect();
            let mut spread = Histogram::new(1);
            for &value in &values {
                spread.add(value);
            }
            values.sort_unstable();
            for per_cent in [10, 50, 90] {
                let rank = (values.len() * per_cent).div_ceil(100).max(1);
                assert_eq!(spread.percentile(per_cent as u64), values[rank - 1]);
            }
            let summary = spread.summary();
            assert_eq!((summary.min, summary.max), (values[0], values[values.len() - 1]));
        }
    }

    #[test]
    fn victories_are_shared_in_parts() {
        let seat = |index| Seat::new(index).unwrap();
        let game = GameFacts {
            first: seat(2),
            turns: 80,
            decisions: 170,
            mergers: 9,
            founded: 11,
            reason: EndReason::Declared,
            winning: Money(40_000),
            winners: 0b101,
        };
        let mut statistics = Statistics::new(3);
        statistics.add(game);
        statistics.add(GameFacts { winners: 0b010, ..game });
        assert_eq!(statistics.wins_by_seat(), [0.5, 1.0, 0.5]);
        assert_eq!(statistics.wins_by_order(), [0.5, 0.5, 1.0]);
        assert_eq!((statistics.shared, statistics.endings), (1, [2, 0, 0]));
    }
}
