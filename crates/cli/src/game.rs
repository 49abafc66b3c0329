//! Selects one game of a file on the command line.

use std::path::PathBuf;

use anyhow::{Context, Result};
use mergemaker_engine::Theme;
use mergemaker_record::{MOST_EVENTS, Record, Replay};
use mergemaker_voice::{Names, Narrator, Words};

use crate::source::{Source, theme_parser};
use crate::text::counted;
use crate::usage::number;

/// The game to study, and the names of its chains.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// A file with one record, or one record per line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The game in the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    pub(crate) game: u64,

    /// Names of the chains [default: those of the record's rules]
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,
}

/// The error for a `--then` beyond the decisions available.
pub(crate) fn fewer_silent(replay: &Replay, event: usize) -> String {
    match (1..=MOST_EVENTS).take_while(|&then| replay.game_after(event, then).is_some()).last() {
        None => format!("every decision after event {event} left an event: leave out --then"),
        Some(most) => {
            format!(
                "{} after event {event} left no event: choose --then 0 to {most}",
                counted(most as u64, "decision")
            )
        }
    }
}

impl GameArgs {
    /// Reads and replays the record.
    pub(crate) fn open(&self) -> Result<(Record, Replay)> {
        let record = Source::new(&self.file).record(self.game)?;
        let replay = record.replay().with_context(|| self.place())?;
        Ok((record, replay))
    }

    /// The file and record number, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}: record {}", Source::new(&self.file), self.game)
    }

    /// The narrator for the game's sentences.
    pub(crate) fn narrator<'a>(&self, record: &Record, words: &'a Words) -> Narrator<'a> {
        let theme = self.theme.unwrap_or(record.rules.preset().theme());
        let bonuses = record.rules.options().bonuses;
        Narrator { bonuses, ..Narrator::new(words, Names::new(&record.players, theme, words)) }
    }
}
