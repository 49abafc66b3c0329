//! Checks that the libraries' documentation has examples: each file with a public function has one, and so
//! does each public function longer than a few lines.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::files::files_under;

/// The crates that other programs use.
const LIBRARIES: &[&str] = &["crates/engine/src", "crates/record/src", "crates/bots/src", "crates/arena/src"];

/// The maximum length of a function body that needs no example.
const SHORT: usize = 5;

/// Fails if an example is missing, and names the place.
pub(crate) fn check() -> Result<()> {
    let (mut examples, mut missing) = (0, Vec::new());
    for folder in LIBRARIES {
        for file in files_under(Path::new(folder))? {
            let text =
                fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
            examples += text.lines().filter(|line| is_fence(line)).count() / 2;
            missing
                .extend(missing_examples(&text).into_iter().map(|line| format!("{}:{line}", file.display())));
        }
    }
    for place in &missing {
        eprintln!("{place}: no example");
    }
    ensure!(missing.is_empty(), "an example is missing: write one for each place named above");
    println!("{examples} examples; every file and every long function has one");
    Ok(())
}

/// The lines that need an example: the first public function if the file has no example at all, and each long
/// public function without its own example. Ignores tests.
fn missing_examples(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let mut missing = Vec::new();
    if !lines.iter().any(|line| is_fence(line)) {
        missing.extend(lines.iter().position(|line| is_function(line)).map(|index| index + 1));
    }
    let mut has_example = false;
    for (index, line) in lines.iter().enumerate() {
        if is_function(line)
            && !has_example
            && body_length(&lines[index..]) > SHORT
            && !missing.contains(&(index + 1))
        {
            missing.push(index + 1);
        }
        let code = line.trim_start();
        let belongs_to_what_follows = code.starts_with("///") || code.starts_with("#[");
        has_example = belongs_to_what_follows && (has_example || is_fence(line));
    }
    missing
}

fn is_function(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("pub fn ") || line.starts_with("pub const fn ")
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
}

/// The number of lines in the body of the function that starts with the first line.
fn body_length(lines: &[&str]) -> usize {
    let ends_signature = |line: &&str| line.ends_with('{') || line.ends_with('}') || line.ends_with(';');
    let Some(signature) = lines.iter().position(ends_signature) else { return 0 };
    if !lines[signature].ends_with('{') {
        return 0;
    }
    let indent = lines[0].len() - lines[0].trim_start().len();
    let is_end = |line: &&str| line.trim_start() == "}" && line.len() == indent + 1;
    lines[signature + 1..].iter().position(is_end).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[usize]) {
        assert_eq!(missing_examples(text), expected, "{text}");
    }

    const LONG: &str = "{\n1;\n2;\n3;\n4;\n5;\n6;\n}\n";

    #[test]
    fn a_long_function_needs_its_own_example() {
        let example = "/// One.\n///\n/// ```\n/// one();\n/// ```\n#[must_use]\n";
        check(&format!("{example}pub fn one() {LONG}/// Two.\npub const fn two() {LONG}"), &[16]);
        check(&format!("{example}pub fn one() {LONG}pub fn two() {{\n2\n}}\npub fn three() {{}}\n"), &[]);
        check(&format!("{example}pub fn one() {LONG}pub(crate) fn two() {LONG}"), &[]);
        check(&format!("{example}pub fn one() {LONG}#[cfg(test)]\npub fn two() {LONG}"), &[]);
    }

    #[test]
    fn a_file_with_a_public_function_needs_an_example() {
        check("//! Ours.\n\nfn one() {}\n", &[]);
        check("//! Ours.\n\n/// One.\npub struct One;\npub fn two() {}\n", &[5]);
        check("//! Ours.\n\n/// One.\npub struct One;\n", &[]);
        check("//! Ours.\n//! ```\n//! ```\n/// One.\npub struct One;\n", &[]);
    }
}
