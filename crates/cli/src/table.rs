//! The table that games are played at, as it is set on the command line: the rules and what is changed of them.

use anyhow::{Context, Result};
use mergemaker_engine::{Options, Preset, Rules, Table};

use crate::rules;

/// The rules of the table, for every command that plays.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// The rules they play by; `mergemaker rules` explains them
    #[arg(long, value_name = "PRESET", default_value_t = Preset::Renegade, value_parser = rules::preset_parser())]
    rules: Preset,

    /// Change one option of these rules, which are then called `custom`; may be given several times
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

impl TableArgs {
    /// The table, for so many players.
    pub(crate) fn table(&self, players: usize) -> Result<Table> {
        let set = |options: Options, (option, value): &(String, String)| {
            options.with(option, value).with_context(|| format!("--set {option}={value}"))
        };
        let options = self.set.iter().try_fold(Options::of(self.rules), set)?;
        Ok(Table::new(Rules::new(options)?, players)?)
    }

    /// The rules in a few words: the preset, and what was changed.
    pub(crate) fn in_words(&self) -> String {
        let changes: Vec<String> =
            self.set.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let with = if changes.is_empty() { "" } else { " with " };
        format!("{}{with}{}", self.rules, changes.join(", "))
    }
}

/// `OPTION=VALUE` cut in two; whether they are known is for the rules to say.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((option, value)) => Ok((option.trim().to_owned(), value.trim().to_owned())),
        None => Err("give an option and a value, such as dead_tiles=replace_one".to_owned()),
    }
}
