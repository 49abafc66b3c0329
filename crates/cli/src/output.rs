//! What the program says: results on standard output, one plain line on standard error when it fails.

use std::fmt;
use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use serde::Serialize;

/// The reader of our output has left, as `head` does: a reason to stop, not a failure.
#[derive(Debug)]
pub(crate) struct PipeClosed;

impl fmt::Display for PipeClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the reader of the output has left")
    }
}

impl std::error::Error for PipeClosed {}

/// Prints a text on standard output, its colours only where they are wanted.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Prints a value on standard output as one JSON document on one line.
pub(crate) fn print_json<T: Serialize>(value: &T) -> Result<()> {
    let mut text = serde_json::to_string(value).context("the result cannot be written as JSON")?;
    text.push('\n');
    let mut stdout = io::stdout().lock();
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

fn written(result: io::Result<()>) -> Result<()> {
    match result {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(PipeClosed.into()),
        Err(error) => Err(error).context("cannot write the output"),
    }
}

/// Says what is wrong, as one line on standard error. That nobody may be able to read it is no reason
/// to fail once more.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "mergemaker: {}", one_line(message));
}

/// Tells something by the way, on standard error.
pub(crate) fn remark(message: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(message));
}

/// The text on one line, without anything that could move the cursor or change colours: names and
/// messages may come from files that somebody else wrote.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_stay_on_one_line_and_cannot_paint() {
        assert_eq!(one_line("a\n  b\tc"), "a b c");
        assert_eq!(one_line("\u{1b}[31mred"), "\u{fffd}[31mred");
    }
}
