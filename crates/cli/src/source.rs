//! Sources of records: a file or standard input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use mergemaker_engine::Theme;
use mergemaker_record::{Record, RecordError, documents};

/// The magic number of gzip.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// A file or standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// Standard input.
    Input,
    /// A file.
    File(PathBuf),
}

impl Source {
    /// The source named by an argument; `-` is standard input.
    pub(crate) fn new(path: &Path) -> Source {
        if path.as_os_str() == "-" { Source::Input } else { Source::File(path.to_owned()) }
    }

    /// Opens the source.
    pub(crate) fn open(&self) -> Result<Box<dyn BufRead + Send>> {
        /// Enough for a few records of about ten thousand bytes.
        const CAPACITY: usize = 1 << 17;
        let path = match self {
            Source::Input => return Ok(Box::new(BufReader::with_capacity(CAPACITY, io::stdin()))),
            Source::File(path) => path,
        };
        if path.is_dir() {
            bail!("{self} is a folder: name a file in it");
        }
        let file = File::open(path).with_context(|| match path.try_exists() {
            Ok(false) => format!("{self}: no such file: check the name"),
            _ => format!("{self}: cannot read the file: check its permissions"),
        })?;
        let mut reader = BufReader::with_capacity(CAPACITY, file);
        if reader.fill_buf().is_ok_and(|start| start.starts_with(GZIP)) {
            bail!("{self} is compressed: unpack it first, such as with `zcat {self} | mergemaker verify -`");
        }
        Ok(Box::new(reader))
    }

    /// Record number `number`, counted from 1.
    pub(crate) fn record(&self, number: u64) -> Result<Record> {
        let mut count = 0;
        for document in documents(self.open()?) {
            count += 1;
            match document {
                Err(RecordError::Source { why }) => bail!("{self}: cannot read the file: {why}"),
                document if count == number => {
                    let record = document.and_then(|bytes| Record::read(&bytes));
                    return record.with_context(|| format!("{self}: record {number}"));
                }
                _ => {}
            }
        }
        match count {
            0 => Err(anyhow!("{self}: the file contains no record")),
            1 => Err(anyhow!("{self}: there is no game {number}: the file has only one")),
            _ => Err(anyhow!("{self}: there is no game {number}: choose --game 1 to {count}")),
        }
    }

    /// Its size in bytes, if known.
    pub(crate) fn size(&self) -> Option<u64> {
        let Source::File(path) = self else { return None };
        path.metadata().ok().filter(std::fs::Metadata::is_file).map(|data| data.len())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Input => f.write_str("standard input"),
            Source::File(path) => write!(f, "{}", mergemaker_record::display_name(&path.to_string_lossy())),
        }
    }
}

/// Parses the name of a theme.
pub(crate) fn theme_parser() -> impl clap::builder::TypedValueParser<Value = Theme> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    PossibleValuesParser::new(Theme::ALL.map(Theme::id))
        .try_map(|id| Theme::ALL.into_iter().find(|theme| theme.id() == id).ok_or("there is no such theme"))
}
