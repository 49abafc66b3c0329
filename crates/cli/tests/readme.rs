//! The README's examples print what the README says they print.
//!
//! Set `BLESS=1` to write what they print now into the README.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const START: &str = "```console\n";
const END: &str = "```\n";

#[test]
fn examples_print_what_the_readme_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let text = std::fs::read_to_string(&readme).unwrap();
    let folder = empty_folder();
    let mut actual = String::new();
    let mut rest = text.as_str();
    let mut examples = 0;
    while let Some((before, block)) = rest.split_once(START) {
        let (example, after) = block.split_once(END).expect("an example ends");
        let command = example.lines().next().and_then(|line| line.strip_prefix("$ "));
        let command = command.expect("an example begins with its command");
        write!(actual, "{before}{START}$ {command}\n{}{END}", run(command, &folder)).unwrap();
        rest = after;
        examples += 1;
    }
    actual.push_str(rest);
    assert!(examples >= 5, "only {examples} examples");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&readme, actual).unwrap();
    } else {
        assert!(text == actual, "the README is not true any more; now it would be:\n{actual}");
    }
}

fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_mergemaker")).parent().unwrap();
    let path = std::env::join_paths(
        [PathBuf::from(program)].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
    );
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path.unwrap())
        .env_remove("COLUMNS")
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn empty_folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
