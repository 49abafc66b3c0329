//! Links between documents point to existing files and anchors.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A document without its code blocks, which contain no headings or links.
fn prose(path: &Path) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let blocks: Vec<&str> = text.split("\n```").step_by(2).collect();
    blocks.join("\n")
}

/// The anchor GitHub generates for a heading.
fn anchor_of(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// All anchors in a document.
fn anchors(path: &Path) -> BTreeSet<String> {
    let text = prose(path);
    let mut anchors = BTreeSet::new();
    for heading in text.lines().filter(|line| line.starts_with('#')) {
        let anchor = anchor_of(heading);
        let repeated = (1..).map(|count| format!("{anchor}-{count}"));
        let mut choices = std::iter::once(anchor.clone()).chain(repeated);
        anchors.insert(choices.find(|choice| !anchors.contains(choice)).unwrap());
    }
    let named = text.split("<a id=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    anchors.extend(named.map(|(name, _)| name.to_owned()));
    anchors
}

/// The targets of a document's links, except URLs.
fn links(path: &Path) -> Vec<String> {
    let text = prose(path);
    let outside_code: String = text.split('`').step_by(2).collect();
    let targets = outside_code.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).filter(|target| !target.contains("://")).collect()
}

#[test]
fn links_between_documents_are_valid() {
    let mut documents = Vec::new();
    for folder in ["", "docs", "examples"] {
        for file in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path);
            }
        }
    }
    let mut followed = 0;
    for document in &documents {
        for link in links(document) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            assert!(target.exists(), "{}: there is no {link}", document.display());
            if !anchor.is_empty() {
                assert!(anchors(&target).contains(anchor), "{}: there is no {link}", document.display());
                followed += 1;
            }
        }
    }
    assert!(documents.len() > 8 && followed > 100, "{followed} links in {} documents", documents.len());
}
