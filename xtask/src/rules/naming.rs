//! Finds the rules that tests name: in the title of a case in a data file, or in the comment above a Rust
//! test.

use super::RuleId;

/// A line number and the rule named there.
type Named = (usize, RuleId);

/// The rules named by the cases of a data file: the ids after `# `.
pub(super) fn in_data(text: &str) -> Vec<Named> {
    let mut named = Vec::new();
    for (number, line) in numbered(text) {
        if let Some(title) = line.strip_prefix("# ") {
            named.extend(leading_ids(title).map(|id| (number, id)));
        }
    }
    named
}

/// The rules named above Rust tests, in lines such as `/// T8, T11: ...`.
pub(super) fn in_rust(text: &str) -> Vec<Named> {
    let mut named = Vec::new();
    let mut heading = Heading::default();
    for (number, line) in numbered(text) {
        if !heading.takes(number, line.trim()) {
            named.extend(std::mem::take(&mut heading).of_test());
        }
    }
    named
}

/// The comments and attributes above an item, read line by line.
#[derive(Default)]
struct Heading {
    named: Vec<Named>,
    is_test: bool,
    is_ignored: bool,
}

impl Heading {
    /// Reads a line; returns false if it is not part of the heading.
    fn takes(&mut self, number: usize, line: &str) -> bool {
        if let Some(comment) = line.strip_prefix("/// ") {
            self.named.extend(ids_before_colon(comment).into_iter().map(|id| (number, id)));
        }
        self.is_test |= line.starts_with("#[test]");
        self.is_ignored |= line.starts_with("#[ignore");
        line.starts_with("//") || line.starts_with("#[")
    }

    /// The rules it names, if the item is a test that runs.
    fn of_test(self) -> Vec<Named> {
        if self.is_test && !self.is_ignored { self.named } else { Vec::new() }
    }
}

fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

/// `T8 T11 a dead tile` names T8 and T11; commas and a colon are allowed.
fn leading_ids(title: &str) -> impl Iterator<Item = RuleId> {
    title.split_whitespace().map_while(|word| RuleId::parse(word.trim_end_matches([',', ':'])))
}

/// `T8, T11: a dead tile` names T8 and T11. If there is anything else before the colon, it names nothing.
fn ids_before_colon(comment: &str) -> Vec<RuleId> {
    let ids = comment.split_once(':').and_then(|(ids, _)| {
        ids.split([',', ' ']).filter(|word| !word.is_empty()).map(RuleId::parse).collect::<Option<Vec<_>>>()
    });
    ids.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with ids in the form `line:id`, in one line.
    fn check(named: &[Named], expected: &str) {
        let named: Vec<_> = named.iter().map(|(line, id)| format!("{line}:{id}")).collect();
        assert_eq!(named.join(" "), expected);
    }

    #[test]
    fn a_case_in_a_data_file_names_the_ids_in_its_title() {
        check(&in_data("# T8 T11 a dead tile is replaced\n12A\n\n# M1\n"), "1:T8 1:T11 4:M1");
        check(&in_data("# T8, T11: a dead tile\n"), "1:T8 1:T11");
    }

    #[test]
    fn other_lines_in_a_data_file_name_nothing() {
        check(&in_data("T8 alone\n#T8\n## T8\n  # T8\n# a tile as in T8\n# 1A T8\n#\n"), "");
    }

    #[test]
    fn a_rust_test_names_the_ids_above_it() {
        check(&in_rust("/// T8, T11: a dead tile.\n#[test]\nfn dead() {}\n"), "1:T8 1:T11");
        check(&in_rust("mod tests {\n    /// M1: equals.\n    #[test]\n    fn equals() {}\n}\n"), "2:M1");
    }

    #[test]
    fn comments_and_attributes_may_come_in_between() {
        let text = "\
/// T8: a dead tile
/// is replaced.
// And why.
#[cfg(unix)]
#[test]
#[should_panic]
fn dead() {}
";
        check(&in_rust(text), "1:T8");
    }

    #[test]
    fn other_items_name_nothing() {
        check(&in_rust("/// T8: a dead tile.\nfn dead() {}\n"), "");
        check(&in_rust("/// T8: a dead tile.\n\n#[test]\nfn dead() {}\n"), "");
        check(&in_rust("/// T8: a dead tile.\nfn dead() {}\n#[test]\nfn other() {}\n"), "");
        check(&in_rust("// T8: a dead tile.\n#[test]\nfn dead() {}\n"), "");
    }

    #[test]
    fn an_ignored_test_names_nothing() {
        check(&in_rust("/// T8: a dead tile.\n#[test]\n#[ignore = \"slow\"]\nfn dead() {}\n"), "");
    }

    #[test]
    fn a_comment_must_start_with_ids_and_a_colon() {
        for comment in ["T8 a dead tile", "see T8: dead", "T8 and T9: dead", "a dead tile", ": T8"] {
            check(&in_rust(&format!("/// {comment}\n#[test]\nfn dead() {{}}\n")), "");
        }
    }
}
