//! How decisions are judged, and how long each is thought about, as it is set on the command line.

use std::time::Duration;

use clap::ValueEnum;
use mergemaker_bots::{Budget, Evaluator, Foresight, Playouts, net};
use mergemaker_voice::Words;

use crate::text::grouped;
use crate::usage::number;

/// How the commands that judge decisions do it.
#[derive(clap::Args)]
pub(crate) struct ThinkingArgs {
    /// What judges
    #[arg(long, value_enum, value_name = "WHO", default_value_t = Judge::Network)]
    judge: Judge,

    /// How long to think about each decision, in thousandths of a second; the result then differs a little
    /// each time
    #[arg(long, value_name = "MS", conflicts_with = "work", value_parser = number(1_u32, 600_000), allow_negative_numbers = true)]
    think: Option<u32>,

    /// How many deals of what is hidden to look at for each decision, over all choices; the same number gives
    /// the same result [default: 40 for each decision of a game, 400 for a single one; with playouts 800]
    #[arg(long, value_name = "N", value_parser = number(4_u32, 100_000_000), allow_negative_numbers = true)]
    work: Option<u32>,
}

/// What judges decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Judge {
    /// The network of the bot `expert`
    Network,
    /// Games played on to their end by the bot `steady`
    Playouts,
}

/// A way to judge decisions.
#[derive(Clone, Copy)]
pub(crate) struct Thinking {
    judge: Judge,
    /// How much each decision is worth.
    pub(crate) budget: Budget,
}

impl ThinkingArgs {
    /// The way that was chosen, where a network is usually shown so many deals.
    pub(crate) fn chosen(&self, deals: u32) -> Thinking {
        let usual = match self.judge {
            Judge::Network => deals,
            Judge::Playouts => 800,
        };
        let budget = match self.think {
            Some(milliseconds) => Budget::Time { limit: Duration::from_millis(milliseconds.into()) },
            None => Budget::Work { units: self.work.unwrap_or(usual) },
        };
        Thinking { judge: self.judge, budget }
    }
}

impl Thinking {
    /// What judges. It ends early, with what there is so far, once somebody asks it to stop.
    pub(crate) fn evaluator(self, is_stopped: fn() -> bool) -> Box<dyn Evaluator> {
        match (self.judge, net::small()) {
            (Judge::Network, Some(net)) => Box::new(Foresight::until(net, is_stopped)),
            (Judge::Playouts, _) | (Judge::Network, None) => Box::new(Playouts::until(is_stopped)),
        }
    }
}

impl Thinking {
    /// In words, such as `network, 100 deals per decision`.
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
