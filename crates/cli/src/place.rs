//! Where a server keeps its data, as given on the command line.

use std::path::PathBuf;

use anyhow::{Context, Result};
use mergemaker_server::Place;

/// The options `--data` and `--database`, which all commands for hosts share.
#[derive(clap::Args)]
pub(crate) struct PlaceArgs {
    /// Folder for the SQLite database [default: mergemaker in your data folder]
    #[arg(long, env = "MERGEMAKER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Use this database instead: `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(long, env = "MERGEMAKER_DATABASE", value_name = "URL", hide_env_values = true)]
    pub(crate) database: Option<String>,
}

impl PlaceArgs {
    /// The data folder.
    pub(crate) fn folder(&self) -> Result<PathBuf> {
        let folder = self.data.clone().or_else(data_folder);
        folder.context("there is no data folder: choose one with --data")
    }

    /// The chosen place.
    pub(crate) fn place(&self) -> Result<Place> {
        Ok(match &self.database {
            Some(url) => Place::new("".as_ref(), Some(url)),
            None => Place::Folder(self.folder()?),
        })
    }
}

/// The user's data folder for this program.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let folder = folder.or_else(|| set("APPDATA"));
    folder.map(|folder| folder.join("mergemaker"))
}

/// Runs a short piece of work of the server's library to its end.
pub(crate) fn wait<T>(work: impl Future<Output = T>) -> Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.context("cannot start a thread for the database")?.block_on(work))
}
