//! `mergemaker restore`: puts a backup in the place of a server's database.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use serde::Serialize;

use crate::place::{PlaceArgs, wait};
use crate::{Verdict, output};

/// Put a backup in the place of a server's database, after stopping the server
///
/// The backup is checked first. The former database is kept aside, and the command to go back to it is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker restore mergemaker-backup-20261119-200412.db
  mergemaker restore /backups/friday.db --data /var/lib/mergemaker
  mergemaker restore friday.dump --database postgres://mergemaker@localhost/mergemaker

For PostgreSQL this runs `pg_restore` and `psql`, and keeps the former database in a file beside FILE.")]
pub(crate) struct Args {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    place: PlaceArgs,

    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report {
    version: i64,
    former: Option<PathBuf>,
    go_back: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let place = args.place.place()?;
    let restored = wait(mergemaker_server::restore(&place, &args.file))??;
    if args.json {
        let (version, former) = (restored.version, restored.former);
        output::print_json(&Report { version, former, go_back: restored.go_back })?;
        return Ok(Verdict::Good);
    }
    let mut text = format!("restored {}, version {}\n", args.file.display(), restored.version);
    if let (Some(former), Some(go_back)) = (restored.former, restored.go_back) {
        let former = former.display();
        let _ = writeln!(text, "the former database is {former}; to go back to it: {go_back}");
    }
    output::print(&text)?;
    Ok(Verdict::Good)
}
