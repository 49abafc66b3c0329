//! Checks that tests cover every rule of the rulebook.
//!
//! `docs/RULES.md` has an anchor for every rule, `<a id="t8"></a>`. A test names the rules it covers in one
//! of two ways: as a case in a data file under `crates/*/tests`,
//!
//! ```text
//! # T8 T11 a dead tile is replaced
//! ```
//!
//! or as a Rust test under `crates/*/src` or `crates/*/tests`, which must not be ignored:
//!
//! ```text
//! /// T8, T11: a dead tile is replaced.
//! #[test]
//! ```

mod naming;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::files::{entries, files_under};
use crate::shell;

/// The rule letters and the number of rules of each.
const SERIES: &[(char, u8)] =
    &[('B', 7), ('S', 5), ('T', 13), ('M', 4), ('P', 6), ('X', 1), ('E', 4), ('K', 2)];

const RULES_PAGE: &str = "docs/RULES.md";

/// A rule id such as `T8`: a letter and a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RuleId {
    letter: char,
    number: u8,
}

impl RuleId {
    /// Parses an id. The number may be out of range, so that typos are reported.
    fn parse(word: &str) -> Option<RuleId> {
        let (letter, _) = *SERIES.iter().find(|(letter, _)| word.starts_with(*letter))?;
        let digits = &word[letter.len_utf8()..];
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        let number = if is_number { digits.parse().ok()? } else { return None };
        Some(RuleId { letter, number })
    }

    /// All rules, in the order of the rulebook.
    fn all() -> impl Iterator<Item = RuleId> {
        SERIES.iter().flat_map(|&(letter, last)| (1..=last).map(move |number| RuleId { letter, number }))
    }
}

impl Display for RuleId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.number)
    }
}

/// The places where tests name each rule, as `file:line`.
type Places = BTreeMap<RuleId, Vec<String>>;

/// Fails if a rule has no test, or if the page, the rulebook and the tests disagree on which rules exist.
pub(crate) fn check() -> Result<()> {
    compare(&read_places()?)?;
    println!("{} rules, each named by a test", RuleId::all().count());
    Ok(())
}

/// Like [`check`], but first prints the places that name each rule.
pub(crate) fn list() -> Result<()> {
    let places = read_places()?;
    let lines: Vec<_> = RuleId::all().flat_map(|id| lines_of(id, &places)).collect();
    shell::show(&(lines.join("\n") + "\n"));
    compare(&places)
}

/// A line for each place that names the rule.
fn lines_of(id: RuleId, places: &Places) -> Vec<String> {
    match places.get(&id) {
        Some(places) => places.iter().map(|place| format!("{id} {place}")).collect(),
        None => vec![format!("{id} (no test)")],
    }
}

fn compare(places: &Places) -> Result<()> {
    let page = fs::read_to_string(RULES_PAGE)
        .with_context(|| format!("cannot read {RULES_PAGE}, which lists the rules"))?;
    let problems = problems(&anchors(&page), places);
    for problem in &problems {
        eprintln!("{problem}");
    }
    ensure!(problems.is_empty(), "rules and tests do not match: fix what is named above");
    Ok(())
}

fn problems(page: &BTreeSet<RuleId>, places: &Places) -> Vec<String> {
    let known: BTreeSet<_> = RuleId::all().collect();
    let mut problems = Vec::new();
    let mut report = |ids: Vec<RuleId>, text: &str| {
        if !ids.is_empty() {
            let ids: Vec<_> = ids.iter().map(RuleId::to_string).collect();
            problems.push(format!("{text}: {}", ids.join(", ")));
        }
    };
    let without = |is_there: &dyn Fn(&RuleId) -> bool| RuleId::all().filter(|id| !is_there(id)).collect();
    report(without(&|id| page.contains(id)), &format!("rules without an anchor in {RULES_PAGE}"));
    report(page.difference(&known).copied().collect(), &format!("anchors in {RULES_PAGE} of unknown rules"));
    report(without(&|id| places.contains_key(id)), "rules that no test names");
    for (id, places) in places.iter().filter(|(id, _)| !known.contains(id)) {
        problems.push(format!("{id} is not a rule, but is named at {}", places.join(", ")));
    }
    problems
}

/// The rules with an anchor on the page. Ignores other anchors.
fn anchors(page: &str) -> BTreeSet<RuleId> {
    let ids = page.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    ids.filter_map(|(id, _)| RuleId::parse(&id.to_ascii_uppercase())).collect()
}

fn read_places() -> Result<Places> {
    let mut places = Places::new();
    for krate in entries(Path::new("crates"))? {
        for file in files_under(&krate.join("src"))? {
            add_file(&file, &["rs"], &mut places)?;
        }
        for file in files_under(&krate.join("tests"))? {
            add_file(&file, &["rs", "txt"], &mut places)?;
        }
    }
    Ok(places)
}

/// Adds the places in one file if it has one of these extensions.
fn add_file(file: &Path, extensions: &[&str], places: &mut Places) -> Result<()> {
    let Some(extension) =
        file.extension().and_then(|extension| extension.to_str()).filter(|it| extensions.contains(it))
    else {
        return Ok(());
    };
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let named = if extension == "rs" { naming::in_rust(&text) } else { naming::in_data(&text) };
    for (line, id) in named {
        places.entry(id).or_default().push(format!("{}:{line}", file.display()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(word: &str) -> RuleId {
        RuleId::parse(word).unwrap()
    }

    /// All rules with an anchor and a test.
    fn all_rules_covered() -> (BTreeSet<RuleId>, Places) {
        let place = |id| (id, vec!["a.txt:1".to_owned()]);
        (RuleId::all().collect(), RuleId::all().map(place).collect())
    }

    #[test]
    fn the_rulebook_has_42_rules() {
        let all: Vec<_> = RuleId::all().map(|id| id.to_string()).collect();
        assert_eq!(all.len(), 42);
        assert_eq!((all[0].as_str(), all[41].as_str()), ("B1", "K2"));
    }

    #[test]
    fn ids_are_a_rule_letter_and_a_number() {
        for word in ["B1", "T8", "T13", "X1", "T99"] {
            assert_eq!(id(word).to_string(), word);
        }
        for word in ["", "T", "t8", "8T", "1A", "A1", "T08", "T8b", "T-8", "T+8", "T999", "é1"] {
            assert_eq!(RuleId::parse(word), None, "{word}");
        }
    }

    #[test]
    fn other_anchors_are_ignored() {
        let page = "<a id=\"t8\"></a> **T8** text <a id=\"t9\"></a>\n<a id=\"themes\"></a>\n# T10\n";
        assert_eq!(anchors(page), BTreeSet::from([id("T8"), id("T9")]));
    }

    #[test]
    fn covered_rules_are_accepted() {
        let (page, places) = all_rules_covered();
        assert_eq!(problems(&page, &places), Vec::<String>::new());
    }

    #[test]
    fn uncovered_rules_are_listed_in_order() {
        let (page, mut places) = all_rules_covered();
        for word in ["K1", "T11", "B2"] {
            places.remove(&id(word));
        }
        assert_eq!(problems(&page, &places), ["rules that no test names: B2, T11, K1"]);
    }

    #[test]
    fn page_and_rulebook_must_agree() {
        let (mut page, places) = all_rules_covered();
        page.remove(&id("X1"));
        page.insert(id("X2"));
        let expected =
            ["rules without an anchor in docs/RULES.md: X1", "anchors in docs/RULES.md of unknown rules: X2"];
        assert_eq!(problems(&page, &places), expected);
    }

    #[test]
    fn unknown_rules_are_reported() {
        let (page, mut places) = all_rules_covered();
        places.insert(id("T31"), vec!["a.txt:3".to_owned(), "b.rs:5".to_owned()]);
        assert_eq!(problems(&page, &places), ["T31 is not a rule, but is named at a.txt:3, b.rs:5"]);
    }
}
