//! Whether every public function of the libraries has an example in its documentation.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::files::files_under;

/// The crates that other programs are written against.
const LIBRARIES: &[&str] = &["crates/engine/src", "crates/record/src", "crates/bots/src", "crates/arena/src"];

/// Fails when a public function has no example, and names it.
pub(crate) fn check() -> Result<()> {
    let mut count = 0;
    let mut missing = Vec::new();
    for folder in LIBRARIES {
        for file in files_under(Path::new(folder))? {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            for (line, has_example) in public_functions(&text) {
                count += 1;
                if !has_example {
                    missing.push(format!("{}:{line}", file.display()));
                }
            }
        }
    }
    for place in &missing {
        eprintln!("{place}: no example");
    }
    ensure!(missing.is_empty(), "public functions without an example: write one for those named above");
    println!("{count} public functions, each with an example");
    Ok(())
}

/// The line of each public function outside the tests, and whether an example is written above it.
fn public_functions(text: &str) -> Vec<(usize, bool)> {
    let mut functions = Vec::new();
    let mut has_example = false;
    for (index, line) in text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate() {
        let line = line.trim_start();
        if line.starts_with("pub fn ") || line.starts_with("pub const fn ") {
            functions.push((index + 1, has_example));
        }
        let belongs_to_what_follows = line.starts_with("///") || line.starts_with("#[");
        has_example = belongs_to_what_follows && (has_example || line.contains("```"));
    }
    functions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_has_the_example_above_it_and_no_other() {
        let text = "\
/// One.
///
/// ```
/// one();
/// ```
#[must_use]
pub fn one() {}

/// Two.
pub const fn two() {}
    /// Not ours.
    pub(crate) fn three() {}
#[cfg(test)]
pub fn four() {}
";
        assert_eq!(public_functions(text), [(7, true), (10, false)]);
    }
}
