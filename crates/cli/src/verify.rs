//! `mergemaker verify`: checks records against the rules.

use std::io::BufRead;
use std::path::PathBuf;

use anyhow::Result;
use indicatif::ProgressBar;
use mergemaker_record::{Documents, Record, RecordError, documents};
use serde::Serialize;

use crate::output::PipeClosed;
use crate::source::Source;
use crate::text::{counted, grouped};
use crate::{Verdict, output, parallel, progress};

/// Check records against the rules
///
/// Replays every game event by event and compares the result. If a record contains its seed, proves that the
/// seed dealt every tile; warns about finished games that withhold theirs. Prints `3 records ok`, or the
/// first error of each invalid record and exits with code 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker verify games.jsonl
  mergemaker verify spring/*.json summer.jsonl
  zcat games.jsonl.gz | mergemaker verify -")]
pub(crate) struct Args {
    /// Files with one record, or one record per line; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Print the findings as one JSON document
    #[arg(long)]
    json: bool,
}

/// Checks all files on all cores. Unreadable files do not stop the check of the others.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let sources: Vec<Source> = args.files.iter().map(|path| Source::new(path)).collect();
    let size = sources.iter().map(Source::size).sum::<Option<u64>>();
    let bar = size.map_or_else(|| progress::spinner("records"), progress::bytes);
    let mut findings = Findings::default();
    let start = if args.json { output::print(FAULTS_START) } else { Ok(()) };
    let checked = start.and_then(|()| {
        parallel::in_order(parallel::cores(), Batches::new(&sources), check, |checked| {
            for checked in checked {
                findings.add(checked, &sources, &bar, args.json)?;
            }
            Ok(())
        })
    });
    bar.finish_and_clear();
    match checked.and_then(|()| report(&findings, args.json)) {
        // The output was closed, but an invalid record is still a failure.
        Err(error) if error.is::<PipeClosed>() && findings.wrong > 0 => Ok(Verdict::Bad),
        verdict => verdict,
    }
}

fn report(findings: &Findings, json: bool) -> Result<Verdict> {
    let Findings { records, wrong, unreadable, seeds_kept_back, .. } = findings;
    if json {
        output::print(&findings.json_end()?)?;
    } else if *wrong > 0 {
        let are = if *wrong == 1 { "is" } else { "are" };
        output::error(&format!("{} of {} {are} wrong", grouped(*wrong), counted(*records, "record")));
    } else if *records > 0 {
        output::print(&format!("{} ok\n", counted(*records, "record")))?;
    }
    if *seeds_kept_back > 0 && !json {
        let games = counted(*seeds_kept_back, "game");
        output::note(&format!("{games} ended without publishing the committed seed: the deal is unproven"));
    }
    Ok(if *wrong == 0 && unreadable.is_empty() { Verdict::Good } else { Verdict::Bad })
}

/// The start of the JSON document. Errors are printed as they are found, so that memory stays bounded.
const FAULTS_START: &str = "{\"faults\":[";

/// The totals of all files.
#[derive(Default, Serialize)]
struct Findings {
    unreadable: Vec<Unreadable>,
    records: u64,
    wrong: u64,
    /// Records with the seed that dealt every tile.
    deals_proved: u64,
    /// Finished games that withhold the seed they committed to.
    seeds_kept_back: u64,
}

/// Why a record is invalid.
#[derive(Serialize)]
struct Fault {
    file: String,
    /// The record in the file, counted from 1.
    record: u64,
    event: Option<usize>,
    rule: Option<&'static str>,
    message: String,
}

/// Why a file could not be read.
#[derive(Serialize)]
struct Unreadable {
    file: String,
    message: String,
}

impl Findings {
    /// Adds one result and prints its error, if any.
    fn add(&mut self, checked: Checked, sources: &[Source], bar: &ProgressBar, json: bool) -> Result<()> {
        match checked {
            Checked::Record { source, number, bytes, checked } => {
                self.records += 1;
                bar.inc(if bar.length().is_some() { bytes } else { 1 });
                let error = match checked {
                    Err(error) => error,
                    Ok(deal) => {
                        self.deals_proved += u64::from(deal == Deal::Proved);
                        self.seeds_kept_back += u64::from(deal == Deal::Withheld);
                        return Ok(());
                    }
                };
                self.wrong += 1;
                let file = sources[source].to_string();
                let line = if json {
                    let fault = Fault {
                        file,
                        record: number,
                        event: error.event(),
                        rule: error.rule(),
                        message: error.to_string(),
                    };
                    let comma = if self.wrong > 1 { "," } else { "" };
                    format!("{comma}\n{}", serde_json::to_string(&fault)?)
                } else {
                    format!("{}\n", output::one_line(&format!("{file}: record {number}: {error}")))
                };
                bar.suspend(|| output::print(&line))?;
            }
            Checked::Unreadable { source, message } => {
                if !json {
                    bar.suspend(|| output::error(&message));
                }
                self.unreadable.push(Unreadable { file: sources[source].to_string(), message });
            }
        }
        Ok(())
    }

    /// The rest of the JSON document, after the last fault.
    fn json_end(&self) -> Result<String> {
        let rest = serde_json::to_string(self)?;
        let members = rest.strip_prefix('{').expect("a struct is written as an object");
        Ok(format!("\n],{members}\n"))
    }
}

/// A unit of work: a document to check, or a file that yielded none.
enum Piece {
    Document { source: usize, number: u64, document: Result<Vec<u8>, RecordError> },
    Unreadable { source: usize, message: String },
}

/// Batches of documents from all files.
struct Batches<'a> {
    sources: std::iter::Enumerate<std::slice::Iter<'a, Source>>,
    open: Option<OpenFile>,
}

/// The file being read.
struct OpenFile {
    source: usize,
    name: String,
    /// The number of documents read so far.
    count: u64,
    documents: Documents<Box<dyn BufRead + Send>>,
}

impl Batches<'_> {
    fn new(sources: &[Source]) -> Batches<'_> {
        Batches { sources: sources.iter().enumerate(), open: None }
    }

    fn next_piece(&mut self) -> Option<Piece> {
        loop {
            if let Some(open) = &mut self.open {
                let source = open.source;
                let unreadable = |message| Some(Piece::Unreadable { source, message });
                match open.documents.next() {
                    Some(Err(RecordError::Source { why })) => {
                        let message = format!("{}: cannot read the file: {why}", open.name);
                        self.open = None;
                        return unreadable(message);
                    }
                    Some(document) => {
                        open.count += 1;
                        return Some(Piece::Document { source, number: open.count, document });
                    }
                    None => {}
                }
                let message =
                    (open.count == 0).then(|| format!("{}: the file contains no record", open.name));
                self.open = None;
                if let Some(message) = message {
                    return unreadable(message);
                }
            }
            let (source, named) = self.sources.next()?;
            match named.open() {
                Ok(reader) => {
                    let documents = documents(reader);
                    self.open = Some(OpenFile { source, name: named.to_string(), count: 0, documents });
                }
                Err(error) => return Some(Piece::Unreadable { source, message: format!("{error:#}") }),
            }
        }
    }
}

impl Iterator for Batches<'_> {
    type Item = Vec<Piece>;

    fn next(&mut self) -> Option<Vec<Piece>> {
        /// The batch size in bytes, large enough to make scheduling cheap.
        const ENOUGH: usize = 1 << 18;
        let mut size = 0;
        let mut batch = Vec::new();
        while size < ENOUGH
            && let Some(piece) = self.next_piece()
        {
            if let Piece::Document { document: Ok(bytes), .. } = &piece {
                size += bytes.len();
            }
            batch.push(piece);
        }
        Some(batch).filter(|batch| !batch.is_empty())
    }
}

/// The result of a [`Piece`].
enum Checked {
    Record { source: usize, number: u64, bytes: u64, checked: Result<Deal, RecordError> },
    Unreadable { source: usize, message: String },
}

/// What a valid record proves about its deal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deal {
    /// The seed dealt every tile.
    Proved,
    /// The game is over, but the committed seed is missing.
    Withheld,
    /// There is no commitment, or the game is not over.
    Unknown,
}

fn check_document(bytes: &[u8]) -> Result<Deal, RecordError> {
    let record = Record::read(bytes)?;
    record.verify()?;
    Ok(match (record.seed, record.commitment, record.result) {
        (Some(_), _, _) => Deal::Proved,
        (None, Some(_), Some(_)) => Deal::Withheld,
        (None, _, _) => Deal::Unknown,
    })
}

fn check(batch: Vec<Piece>) -> Vec<Checked> {
    let check = |piece| match piece {
        Piece::Document { source, number, document } => {
            let bytes = document.as_ref().map_or(0, |document| document.len() as u64);
            let checked = document.and_then(|bytes| check_document(&bytes));
            Checked::Record { source, number, bytes, checked }
        }
        Piece::Unreadable { source, message } => Checked::Unreadable { source, message },
    };
    batch.into_iter().map(check).collect()
}
