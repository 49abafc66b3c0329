//! Output: results to standard output, one-line errors to standard error.

use std::fmt;
use std::io::{self, ErrorKind, Write};

use anyhow::{Context, Result};
use serde::Serialize;

/// The reader closed our output early, as `head` does: a reason to stop, not an error.
#[derive(Debug)]
pub(crate) struct PipeClosed;

impl fmt::Display for PipeClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the output was closed by its reader")
    }
}

impl std::error::Error for PipeClosed {}

/// Prints to standard output, with colours if enabled.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut stdout = anstream::stdout().lock();
    written(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()))
}

/// Prints a value to standard output as one line of JSON.
pub(crate) fn print_json<T: Serialize>(value: &T) -> Result<()> {
    let mut text = serde_json::to_string(value).context("cannot write the result as JSON")?;
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

/// Prints an error as one line to standard error. Ignores failures to write it.
pub(crate) fn error(message: &str) {
    let _ = writeln!(io::stderr(), "mergemaker: {}", one_line(message));
}

/// Prints a note to standard error.
pub(crate) fn note(message: &str) {
    let _ = writeln!(io::stderr(), "{}", one_line(message));
}

/// Puts a text on one line and replaces control characters, since names and messages may come from untrusted
/// files.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_one_line_without_escapes() {
        assert_eq!(one_line("a\n  b\tc"), "a b c");
        assert_eq!(one_line("\u{1b}[31mred"), "\u{fffd}[31mred");
    }
}
