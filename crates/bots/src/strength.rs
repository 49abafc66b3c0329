//! How strong our bots are: what was measured, as it was measured.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::Level;

/// What a tournament of all levels came to for one of them: four players, the default rules, each deal in all
/// rotations.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Strength {
    /// The name of the level.
    pub bot: String,
    /// The part of the games it won; par is one in four.
    pub win_share: f64,
    /// Its Weng-Lin rating; everybody starts at 25.
    pub rating: f64,
    /// The mean time of a decision, in millionths of a second, on one core at 2.6 GHz.
    pub us_per_decision: f64,
}

/// The tournament, as `mergemaker arena --games 420 --json` of all of them told it.
const TOURNAMENT: &str = include_str!("../strength.json");

#[derive(Deserialize)]
struct Tournament {
    results: Vec<Strength>,
}

impl Level {
    /// How strong this level was measured to be.
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
    fn every_level_was_measured_and_each_is_a_step() {
        let ratings: Vec<f64> =
            Level::ALL.into_iter().map(|level| level.strength().unwrap().rating).collect();
        assert!(ratings.is_sorted_by(|lower, higher| lower + 1.0 < *higher), "{ratings:?}");
    }
}
