//! One game of a file, as it is named on the command line.

use std::path::PathBuf;

use anyhow::{Context, Result};
use mergemaker_engine::Theme;
use mergemaker_record::{MOST_EVENTS, Record, Replay};
use mergemaker_voice::{Names, Narrator, Words};

use crate::source::{Source, theme_parser};
use crate::text::counted;
use crate::usage::number;

/// Which game, and under which names, for every command that studies one.
#[derive(clap::Args)]
pub(crate) struct GameArgs {
    /// A file with one record, or with one on each line; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Which game of the file, counted from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = number(1_u64, 1_000_000_000_000), allow_negative_numbers = true)]
    pub(crate) game: u64,

    /// The names of the chains [default: those of the record's rules]
    #[arg(long, value_parser = theme_parser())]
    theme: Option<Theme>,
}

/// The complaint about a `--then` that goes further than the game does.
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
    /// Reads the record and plays it again.
    pub(crate) fn open(&self) -> Result<(Record, Replay)> {
        let record = Source::new(&self.file).record(self.game)?;
        let replay = record.replay().with_context(|| self.place())?;
        Ok((record, replay))
    }

    /// Where the game stands, for messages.
    pub(crate) fn place(&self) -> String {
        format!("{}: record {}", Source::new(&self.file), self.game)
    }

    /// Who writes the sentences about the game.
    pub(crate) fn narrator<'a>(&self, record: &Record, words: &'a Words) -> Narrator<'a> {
        let theme = self.theme.unwrap_or(record.rules.preset().theme());
        let bonuses = record.rules.options().bonuses;
        Narrator { bonuses, ..Narrator::new(words, Names::new(&record.players, theme, words)) }
    }
}
