//! Helpers to run the program in temporary folders.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Three games of random players: four players with renegade rules, two with renegade and the bank, three
/// with trading.
pub(crate) const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/games.jsonl");

/// The result of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program with arguments, isolated from our environment variables.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mergemaker"));
    command.args(args);
    for name in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// Runs the program.
pub(crate) fn run(args: &[&str]) -> Run {
    run_with(args, b"")
}

/// Runs the program with standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Run {
    let mut command = command(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // It may exit before reading everything.
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    });
    Run {
        code: output.status.code().expect("the program exits normally"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs the program, which must succeed, and returns its output.
pub(crate) fn printed(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
    run.stdout
}

/// Runs the program, which must fail with a one-line error, and returns that line.
pub(crate) fn error_line(args: &[&str]) -> String {
    let run = run(args);
    assert_ne!(run.code, 0, "{args:?}");
    assert_eq!(run.stdout, "", "{args:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{args:?}: {}", run.stderr);
    assert!(run.stderr.starts_with("mergemaker: "), "{args:?}: {}", run.stderr);
    run.stderr.trim_end().to_owned()
}

/// The lines of [`GAMES`].
pub(crate) fn games() -> Vec<String> {
    fs::read_to_string(GAMES).unwrap().lines().map(String::from).collect()
}

/// A temporary folder, deleted on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of a file in it.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    /// Writes a file and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.0.join(name), content).unwrap();
        self.path(name)
    }

    /// Replaces the folder's path, which differs in every run.
    pub(crate) fn hide(&self, text: &str) -> String {
        text.replace(self.0.to_str().unwrap(), "FOLDER")
    }

    /// The names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
