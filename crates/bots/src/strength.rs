//! The measured strength of the levels.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::Level;

/// One level's result in a tournament of all levels: four players, default rules, each deal in all rotations.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Strength {
    /// The name of the level.
    pub bot: String,
    /// The share of games it won; par is 0.25.
    pub win_share: f64,
    /// Its Weng-Lin rating; the initial rating is 25.
    pub rating: f64,
    /// The mean time per decision in microseconds, on one core at 2.6 GHz.
    pub us_per_decision: f64,
}

/// The output of `mergemaker arena --games 420 --json` with all levels.
const TOURNAMENT: &str = include_str!("../strength.json");

#[derive(Deserialize)]
struct Tournament {
    results: Vec<Strength>,
}

impl Level {
    /// The measured strength of this level.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// assert!(Level::Steady.strength().unwrap().rating > Level::Novice.strength().unwrap().rating);
    /// ```
    #[must_use]
    pub fn strength(self) -> Option<&'static Strength> {
        static MEASURED: LazyLock<Vec<Strength>> = LazyLock::new(|| {
            serde_json::from_str::<Tournament>(TOURNAMENT).map_or(Vec::new(), |tournament| tournament.results)
        });
        MEASURED.iter().find(|strength| strength.bot == self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_measured_and_stronger_than_the_one_below() {
        let ratings: Vec<f64> =
            Level::ALL.into_iter().map(|level| level.strength().unwrap().rating).collect();
        assert!(ratings.is_sorted_by(|lower, higher| lower + 1.0 < *higher), "{ratings:?}");
    }
}
