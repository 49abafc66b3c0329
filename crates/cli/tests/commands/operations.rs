//! Follows docs/OPERATIONS.md: every command of its rehearsals, line by line, on a real server.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::Folder;
use crate::serve::{Running, serve};

/// The folders of the page.
const DATA: &str = "/var/lib/mergemaker";
const BACKUPS: &str = "/backups";

/// A machine like the one that the page is about.
struct Machine {
    folder: Folder,
    server: Option<Running>,
    guests: u32,
    /// The people in the database when a file was written.
    people_in: BTreeMap<String, String>,
    is_old_program: bool,
}

impl Machine {
    fn new() -> Machine {
        let folder = Folder::new("operations");
        for name in ["data", "backups", "bin"] {
            std::fs::create_dir(folder.path(name)).unwrap();
        }
        // Everything belongs to us, so there is no other user to become.
        let sudo = folder.write("bin/sudo", "#!/bin/sh\nshift 2\nexec \"$@\"\n");
        assert!(Command::new("chmod").args(["755", &sudo]).status().unwrap().success());
        Machine { folder, server: None, guests: 0, people_in: BTreeMap::new(), is_old_program: false }
    }

    fn database(&self) -> String {
        self.folder.path("data/mergemaker.db")
    }

    /// Follows one line of the page.
    fn follow(&mut self, line: &str) {
        println!("$ {line}");
        match line.split(" #").next().unwrap().trim() {
            "systemctl start mergemaker" => self.start(),
            "systemctl stop mergemaker" => drop(self.server.take().expect("it runs").end()),
            "systemctl kill --signal=KILL mergemaker" => {
                // `Running` kills its process when it is dropped.
                drop(self.server.take().expect("it runs"));
                let log = std::fs::metadata(self.database() + "-wal").expect("a crash leaves its log");
                assert!(log.len() > 0, "a hot log");
            }
            "install mergemaker-old /usr/local/bin/mergemaker" => self.is_old_program = true,
            "install mergemaker-new /usr/local/bin/mergemaker" => self.set_up_the_release(),
            command => self.run(command),
        }
    }

    /// Until now, the release 0.1.0 has run here.
    fn set_up_the_release(&mut self) {
        let data = PathBuf::from(self.folder.path("data"));
        std::fs::remove_dir_all(&data).unwrap();
        std::fs::create_dir(&data).unwrap();
        std::fs::copy(root().join("testdata/0.1.0/server.db"), self.database()).unwrap();
        self.people_in.insert("mergemaker-version-".to_owned(), people(&self.database()));
    }

    /// Starts the server, and somebody uses it.
    fn start(&mut self) {
        if self.is_old_program {
            // The program is not here, but it would find what it left.
            assert_eq!(ask(&self.database(), "SELECT MAX(version) FROM schema_version"), "4\n");
            return;
        }
        let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &self.folder.path("data")]));
        for _ in 0..10 {
            self.guests += 1;
            running.add_guest(&format!("Guest {}", self.guests));
        }
        self.server = Some(running);
    }

    /// The people in the database. Where no server runs, in a copy: looking would move the log of a crash.
    fn people_before(&self) -> String {
        if self.server.is_some() {
            return people(&self.database());
        }
        let copy = self.folder.path("copy.db");
        for ending in ["", "-wal"] {
            let _ = std::fs::remove_file(format!("{copy}{ending}"));
            let _ = std::fs::copy(self.database() + ending, format!("{copy}{ending}"));
        }
        people(&copy)
    }

    /// Runs a command in a shell, and checks what it did to the people in the database.
    fn run(&mut self, command: &str) {
        let before = self.people_before();
        let program = Path::new(env!("CARGO_BIN_EXE_mergemaker")).parent().unwrap();
        let here =
            command.replace(DATA, &self.folder.path("data")).replace(BACKUPS, &self.folder.path("backups"));
        let path =
            format!("{}:{}:{}", self.folder.path("bin"), program.display(), std::env::var("PATH").unwrap());
        let output = Command::new("sh").args(["-ec", &here]).env("PATH", path).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{command}: {printed}{}", String::from_utf8_lossy(&output.stderr));
        if let Some(file) = file_after(command, " backup --to ") {
            self.people_in.insert(file, before);
        } else if let Some(file) = file_after(command, " restore ") {
            let now = people(&self.database());
            let expect = self.people_in.iter().find(|(name, _)| file.contains(name.as_str()));
            assert_eq!(&now, expect.expect("a file that we know").1, "{command}");
            assert_eq!(ask(&self.database(), "PRAGMA integrity_check"), "ok\n");
            self.people_in.insert("before-restore-".to_owned(), before);
        }
    }
}

/// The first word after an option.
fn file_after(command: &str, option: &str) -> Option<String> {
    Some(command.split_once(option)?.1.split(' ').next()?.to_owned())
}

/// The answer of SQLite's own program.
pub(crate) fn ask(database: &str, question: &str) -> String {
    let output = Command::new("sqlite3").args([database, question]).output().expect("sqlite3 is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The people in a database.
pub(crate) fn people(database: &str) -> String {
    ask(database, "SELECT id, name FROM people ORDER BY id")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_page_can_be_followed_step_by_step() {
    let page = std::fs::read_to_string(root().join("docs/OPERATIONS.md")).unwrap();
    let mut machine = Machine::new();
    let (mut lines, mut restores) = (0, 0);
    for block in page.split("```sh\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        for line in block.lines() {
            machine.follow(line);
            lines += 1;
            restores += usize::from(line.contains(" restore "));
        }
    }
    assert!(lines > 15 && restores >= 4, "{lines} lines, {restores} restores");
}
