//! `mergemaker backup`: copies a server's database.

use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use crate::place::{PlaceArgs, wait};
use crate::{Verdict, output};

/// Copy a server's database to a new file, while the server runs or not
///
/// The file is complete, checked, and readable by you alone: it contains the tiles of running games and the
/// hashes of passwords. A file that exists is never replaced.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker backup
  mergemaker backup --data /var/lib/mergemaker --to /backups/friday.db
  mergemaker backup --database postgres://mergemaker@localhost/mergemaker --to friday.dump

For PostgreSQL this runs `pg_dump`. To go back to a backup, see `mergemaker restore --help`.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// The file to write [default: mergemaker-backup-DATE-TIME.db beside the database]
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    file: PathBuf,
    bytes: u64,
}

pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let place = args.place.place()?;
    let made = wait(mergemaker_server::backup(&place, args.to.as_deref()))??;
    if args.json {
        output::print_json(&Report { file: made.file, bytes: made.bytes })?;
    } else {
        output::print(&format!("{}\n", made.file.display()))?;
    }
    Ok(Verdict::Good)
}
