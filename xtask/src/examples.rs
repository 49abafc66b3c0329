//! Checks that the libraries' documentation has examples where they teach something: each crate, each free
//! public function longer than a few lines, and each type with such functions (on the type or on one of them).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::files::files_under;

/// The crates that other programs use.
const LIBRARIES: &[&str] = &["engine", "record", "bots", "voice", "arena", "protocol"];

/// The maximum length of a function body that needs no example.
const SHORT: usize = 5;

/// Fails if an example is missing, and names the place.
pub(crate) fn check() -> Result<()> {
    let (mut examples, mut missing) = (0, Vec::new());
    for library in LIBRARIES {
        for file in files_under(Path::new(&format!("crates/{library}/src")))? {
            let name = file.display();
            let text = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
            examples += text.lines().filter(|line| is_fence(line)).count() / 2;
            if name.to_string().ends_with("src/lib.rs") && !has_crate_example(&text) {
                missing.push(format!("{name}:1"));
            }
            missing.extend(missing_examples(&text).into_iter().map(|line| format!("{name}:{line}")));
        }
    }
    for place in &missing {
        eprintln!("{place}: no example");
    }
    ensure!(missing.is_empty(), "an example is missing: write one for each place named above");
    println!("{examples} examples; every library, long function and type with long functions has one");
    Ok(())
}

fn has_crate_example(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("//! ```"))
}

/// The public type declared or implemented at the left margin, if the line does one of the two.
fn type_at(line: &str) -> Option<&str> {
    let starts = ["pub struct ", "pub enum ", "pub trait ", "impl "];
    let rest = starts.iter().find_map(|start| line.strip_prefix(start))?;
    let name = rest.split(|letter: char| !letter.is_alphanumeric()).next()?;
    (!rest.contains(" for ")).then_some(name)
}

/// What a file says about a public type.
#[derive(Default)]
struct Known {
    /// The line of its declaration, from 1.
    declared: Option<usize>,
    has_long_functions: bool,
    has_example: bool,
}

/// The lines that need an example: long free functions, and public types declared here with long functions.
/// Ignores tests.
fn missing_examples(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().take_while(|line| *line != "#[cfg(test)]").collect();
    let mut types: BTreeMap<&str, Known> = BTreeMap::new();
    let (mut missing, mut current, mut has_example) = (Vec::new(), "", false);
    for (index, line) in lines.iter().enumerate() {
        if let Some(name) = type_at(line) {
            current = name;
            let known = types.entry(name).or_default();
            known.has_example |= has_example;
            if line.starts_with("pub ") {
                known.declared = Some(index + 1);
            }
        } else if is_function(line.trim_start()) && body_length(&lines[index..]) > SHORT {
            if line.starts_with(' ') {
                types.entry(current).or_default().has_long_functions = true;
            } else if !has_example {
                missing.push(index + 1);
            }
        }
        if is_fence(line) && line.starts_with(' ') {
            types.entry(current).or_default().has_example = true;
        }
        let belongs_to_what_follows = line.starts_with("///") || line.starts_with("#[");
        has_example = belongs_to_what_follows && (has_example || is_fence(line));
    }
    let untaught = types.values().filter(|known| known.has_long_functions && !known.has_example);
    missing.extend(untaught.filter_map(|known| known.declared));
    missing.sort_unstable();
    missing
}

fn is_function(line: &str) -> bool {
    line.starts_with("pub fn ") || line.starts_with("pub const fn ")
}

fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
}

/// The number of lines in the body of the function that starts with the first line. The arms of a table do not
/// count.
fn body_length(lines: &[&str]) -> usize {
    let ends_signature = |line: &&str| line.ends_with('{') || line.ends_with('}') || line.ends_with(';');
    let Some(signature) = lines.iter().position(ends_signature) else { return 0 };
    if !lines[signature].ends_with('{') {
        return 0;
    }
    let indent = lines[0].len() - lines[0].trim_start().len();
    let is_end = |line: &&str| line.trim_start() == "}" && line.len() == indent + 1;
    let body = lines[signature + 1..].iter().take_while(|line| !is_end(line));
    body.filter(|line| !line.contains(" => ")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[usize]) {
        assert_eq!(missing_examples(text), expected, "{text}");
    }

    const EXAMPLE: &str = "/// One.\n///\n/// ```\n/// one();\n/// ```\n#[must_use]\n";
    const LONG: &str = "{\n1;\n2;\n3;\n4;\n5;\n6;\n}\n";

    #[test]
    fn a_long_free_function_needs_an_example() {
        check(&format!("{EXAMPLE}pub fn one() {LONG}/// Two.\npub const fn two() {LONG}"), &[16]);
        check(&format!("{EXAMPLE}pub fn one() {LONG}pub fn two() {{\n2\n}}\npub fn three() {{}}\n"), &[]);
        check(&format!("pub(crate) fn two() {LONG}"), &[]);
        check(&format!("#[cfg(test)]\npub fn two() {LONG}"), &[]);
    }

    #[test]
    fn a_type_with_a_long_function_needs_an_example() {
        let long = LONG.replace('\n', "\n    ");
        let functions =
            &format!("impl One {{\n    /// One.\n    pub fn one() {{}}\n    pub fn two() {long}\n}}\n");
        check(&format!("pub struct One;\n{functions}"), &[1]);
        check(&format!("{EXAMPLE}pub struct One;\n{functions}"), &[]);
        check(&format!("pub struct One;\n{}", functions.replace("/// One.", "/// ```\n    /// ```")), &[]);
        check(&format!("pub struct One;\n{}", functions.replace("pub fn two", "pub(crate) fn two")), &[]);
        check("pub struct One;\nimpl One {\n    pub fn one() {}\n}\n", &[]);
        check(functions, &[]);
    }

    #[test]
    fn a_library_needs_an_example_at_the_top() {
        assert!(has_crate_example("//! Ours.\n//!\n//! ```\n//! ```\n"));
        assert!(!has_crate_example("//! Ours.\n/// ```\n/// ```\n"));
    }
}
