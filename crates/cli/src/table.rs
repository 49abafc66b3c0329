//! The rules, set on the command line.

use anyhow::{Context, Result};
use mergemaker_engine::{Options, Preset, Rules, Table};

use crate::rules;

/// The rules, for commands that play games.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Rules preset; see `mergemaker rules`
    #[arg(long, value_name = "PRESET", default_value_t = Preset::Renegade, value_parser = rules::preset_parser())]
    rules: Preset,

    /// Change one option of the preset, which makes the rules `custom`; may be repeated
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
}

impl TableArgs {
    /// The table for this many players.
    pub(crate) fn table(&self, players: usize) -> Result<Table> {
        let set = |options: Options, (option, value): &(String, String)| {
            options.with(option, value).with_context(|| format!("--set {option}={value}"))
        };
        let options = self.set.iter().try_fold(Options::of(self.rules), set)?;
        Ok(Table::new(Rules::new(options)?, players)?)
    }

    /// A short description: the preset and the changed options.
    pub(crate) fn in_words(&self) -> String {
        let changes: Vec<String> =
            self.set.iter().map(|(option, value)| format!("{option}={value}")).collect();
        let with = if changes.is_empty() { "" } else { " with " };
        format!("{}{with}{}", self.rules, changes.join(", "))
    }
}

/// Splits `OPTION=VALUE`. The rules check whether they exist.
fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((option, value)) => Ok((option.trim().to_owned(), value.trim().to_owned())),
        None => Err("give an option and a value, such as dead_tiles=replace_one".to_owned()),
    }
}
