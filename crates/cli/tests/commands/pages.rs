//! Checks that the examples in the documents print what the documents show.
//!
//! Set `BLESS=1` to update the documents.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::{Folder, printed};

const START: &str = "```console\n";
const END: &str = "```\n";

#[test]
fn the_front_page() {
    check("README.md", 1);
}

#[test]
fn the_page_on_studying_games() {
    check("docs/STUDY.md", 5);
}

#[test]
fn the_page_on_matches() {
    check("docs/BOTS.md", 1);
}

/// Runs a page's examples in order in one empty folder, so that later ones can use earlier files.
fn check(page: &str, least: usize) {
    let path = root().join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let folder = Folder::new(&page.replace('/', "-"));
    let mut actual = String::new();
    let mut rest = text.as_str();
    let mut examples = 0;
    while let Some((before, block)) = rest.split_once(START) {
        let (example, after) = block.split_once(END).expect("an example ends");
        let command = example.lines().next().and_then(|line| line.strip_prefix("$ "));
        let command = command.expect("an example begins with its command");
        write!(actual, "{before}{START}$ {command}\n{}{END}", run(command, &folder.path(""))).unwrap();
        rest = after;
        examples += 1;
    }
    actual.push_str(rest);
    assert!(examples >= least, "{page} has only {examples} examples");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    } else {
        assert!(text == actual, "{page} is out of date; it should read:\n{actual}");
    }
}

fn run(command: &str, folder: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mergemaker")).parent().unwrap();
    let path = std::env::join_paths(
        [PathBuf::from(program)].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env("LC_ALL", "C")
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// docs/RECORD.md: the example converter writes a valid record.
#[test]
fn the_example_converter_writes_a_valid_record() {
    let examples = root().join("examples/python");
    let output = Command::new("python3")
        .arg(examples.join("convert.py"))
        .arg(examples.join("game.log"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let folder = Folder::new("converted");
    let record = folder.write("game.json", output.stdout);
    assert_eq!(printed(&["verify", &record]), "1 record ok\n");
    assert!(printed(&["show", &record]).contains("wins with"));
}

/// docs/BOTS.md: the example bot answers every request of examples/requests.jsonl.
#[test]
fn the_example_bot_answers_the_example_requests() {
    let examples = root().join("examples");
    let requests = std::fs::File::open(examples.join("requests.jsonl")).unwrap();
    let output =
        Command::new("python3").arg(examples.join("python/bot.py")).stdin(requests).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).unwrap();
    assert_eq!((answers.lines().count(), answers.matches("\"decision\"").count()), (10, 9), "{answers}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
