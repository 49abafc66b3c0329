//! The game's sentences in English, German and French, for the page, the terminal and Python: what happened,
//! why a decision is good, what an option means.
//!
//! Other crates have these as plain data: [`LogEntry`](mergemaker_record::LogEntry) is what happened,
//! [`Reason`](mergemaker_bots::Reason) why a decision is good. A [`Narrator`] turns both into sentences from
//! the Fluent files under `words/`. "Tower grows to 5 tiles" is `log-grows` in `words/en/log.ftl`.
//!
//! ```
//! use mergemaker_engine::{Action, Chain, Shares, Theme};
//! use mergemaker_voice::{Language, Names, Narrator, Words};
//! let words = Words::new(Language::German);
//! let players = ["Ann", "Bob"].map(String::from);
//! let narrator = Narrator::new(&words, Names::new(&players, Theme::Hotels, &words));
//! let buy = Action::Buy { shares: Shares::of(Chain::Tower, 2) };
//! assert_eq!(narrator.action(&buy, None), "2 Tower kaufen");
//! ```

mod advice;
mod language;
mod log;
mod names;
mod narrator;
mod payout;
mod reason;
#[cfg(test)]
mod sample;
mod transcript;
mod words;

pub use advice::{AdviceInWords, AlternativeInWords, BetterInWords, JudgementInWords};
pub use language::Language;
pub use log::LogLine;
pub use names::Names;
pub use narrator::Narrator;
pub use transcript::transcript;
pub use words::{Gap, Words, money};
