//! How to judge decisions, set on the command line.

use std::time::Duration;

use clap::ValueEnum;
use mergemaker_bots::{Budget, Evaluator, Foresight, Playouts, net};
use mergemaker_voice::Words;

use crate::text::grouped;
use crate::usage::number;

/// The evaluator and its budget, for commands that judge decisions.
#[derive(clap::Args)]
pub(crate) struct ThinkingArgs {
    /// Evaluator
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Judge::Network)]
    judge: Judge,

    /// Thinking time per decision, in milliseconds; results then vary slightly between runs
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = number(1_u32, 600_000), allow_negative_numbers = true)]
    think: Option<u32>,

    /// Number of deals of the hidden information to evaluate per decision, over all choices; results are then
    /// reproducible [default: 40 when judging a game, 400 for a single decision; with playouts 800]
    #[arg(long, value_name = "N", value_parser = number(4_u32, 100_000_000), allow_negative_numbers = true)]
    work: Option<u32>,
}

/// An evaluator of decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Judge {
    /// The network of the bot `expert`
    Network,
    /// Games finished by the bot `steady`
    Playouts,
}

/// An evaluator and its budget.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    judge: Judge,
    /// The budget per decision.
    pub(crate) budget: Budget,
}

impl ThinkingArgs {
    /// The chosen settings; `deals` is the default number of deals for a network.
    pub(crate) fn chosen(&self, deals: u32) -> Thinking {
        let default = match self.judge {
            Judge::Network => deals,
            Judge::Playouts => 800,
        };
        let budget = match self.think {
            Some(milliseconds) => Budget::Time { limit: Duration::from_millis(milliseconds.into()) },
            None => Budget::Work { units: self.work.unwrap_or(default) },
        };
        Thinking { judge: self.judge, budget }
    }
}

impl Thinking {
    /// Creates the evaluator. It returns early with partial results once `is_stopped` returns true.
    pub(crate) fn evaluator(self, is_stopped: fn() -> bool) -> Box<dyn Evaluator> {
        match (self.judge, net::small()) {
            (Judge::Network, Some(net)) => Box::new(Foresight::until(net, is_stopped)),
            (Judge::Playouts, _) | (Judge::Network, None) => Box::new(Playouts::until(is_stopped)),
        }
    }
}

impl Thinking {
    /// A description such as `network, 100 deals per decision`.
    pub(crate) fn in_words(self, words: &Words) -> String {
        let (id, number) = match (self.judge, self.budget) {
            (Judge::Network, Budget::Work { units }) => ("thinking-deals", units.into()),
            (Judge::Playouts, Budget::Work { units }) => ("thinking-playouts", units.into()),
            (Judge::Network, Budget::Time { limit }) => ("thinking-network-ms", limit.as_millis() as u64),
            (Judge::Playouts, Budget::Time { limit }) => ("thinking-playouts-ms", limit.as_millis() as u64),
        };
        let text = || grouped(number).into();
        words.fill(id, &[("count", number.into()), ("number", text()), ("ms", text())])
    }
}
