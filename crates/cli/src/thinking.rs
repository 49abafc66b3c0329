//! How long to think about a decision, as it is set on the command line.

use std::time::Duration;

use mergemaker_bots::Budget;

use crate::usage::number;

/// How long the commands that judge decisions think.
#[derive(clap::Args)]
pub(crate) struct ThinkingArgs {
    /// How long to think about each decision, in thousandths of a second; the result then differs a little
    /// each time
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = number(1_u32, 600_000), allow_negative_numbers = true)]
    think: Option<u32>,

    /// How many games to play on from each decision; the same number gives the same result
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = number(4_u32, 100_000_000), allow_negative_numbers = true)]
    work: u32,
}

impl ThinkingArgs {
    /// The budget for each decision.
    pub(crate) fn budget(&self) -> Budget {
        match self.think {
            Some(milliseconds) => Budget::Time { limit: Duration::from_millis(milliseconds.into()) },
            None => Budget::Work { units: self.work },
        }
    }
}

/// A budget in words.
pub(crate) fn in_words(budget: Budget) -> String {
    match budget {
        Budget::Work { units } => format!("{} a decision", crate::text::counted(units.into(), "playout")),
        Budget::Time { limit } => format!("{} ms a decision", limit.as_millis()),
    }
}
