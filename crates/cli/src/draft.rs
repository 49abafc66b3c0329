//! Atomic file writing: a file gets its name only when it is complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file being written as `NAME.part` next to its target. Dropping it before [`Draft::finish`] deletes it
/// and leaves any existing target unchanged.
pub(crate) struct Draft {
    /// The target; `None` if it is not a regular file (a pipe or device), which is written directly.
    target: Option<PathBuf>,
    part: PathBuf,
    file: BufWriter<File>,
}

impl Draft {
    /// Creates a draft of `something`, such as `records`. Detects problems with the target early.
    pub(crate) fn create(something: &str, target: &Path) -> Result<Draft> {
        let name = target.display();
        if target.as_os_str() == "-" {
            bail!("cannot write {something} to standard output, where the summary goes: name a file");
        }
        // Follow links, so that the file they point to is replaced.
        let real = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        if real.is_dir() {
            bail!("cannot write {name}: it is a folder, name a file in it");
        }
        if real.exists() && !real.is_file() {
            let file = OpenOptions::new().write(true).open(&real);
            let file = file.with_context(|| format!("cannot write {name}"))?;
            return Ok(Draft { target: None, part: real, file: BufWriter::new(file) });
        }
        let mut part = real.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(&part);
        let file = file.with_context(|| match part.parent() {
            Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
                format!("cannot write {name}: there is no such folder, make it first")
            }
            _ if part.is_dir() => format!("cannot write {name}: {} is a folder in its way", part.display()),
            _ => format!("cannot write {name}: choose a folder you may write in"),
        })?;
        match file.try_lock() {
            // If the file system has no locks, assume that nobody else writes the file.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("cannot write {name}: it is being written already, choose another name");
            }
        }
        // Clear leftovers of a killed run.
        file.set_len(0).with_context(|| format!("cannot write {name}"))?;
        Ok(Draft { target: Some(real), part, file: BufWriter::with_capacity(1 << 20, file) })
    }

    /// Appends to the file.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.part.display()))
    }

    /// Moves the complete file to its target.
    pub(crate) fn finish(mut self) -> Result<()> {
        let place = || format!("cannot write {}", self.part.display());
        self.file.flush().with_context(place)?;
        if let Some(target) = &self.target {
            self.file.get_ref().sync_all().with_context(place)?;
            fs::rename(&self.part, target).with_context(|| format!("cannot write {}", target.display()))?;
            self.target = None;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.target.is_some() {
            // Ignore failures: an earlier error is already being reported.
            let _ = fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder, deleted on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("mergemaker-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn names(&self) -> Vec<String> {
            let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
            names.map(|name| name.into_string().unwrap()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_appears_only_when_it_is_complete() {
        let folder = Folder::new("draft");
        let target = folder.0.join("games.jsonl");
        let mut draft = Draft::create("records", &target).unwrap();
        draft.write(b"one\n").unwrap();
        assert_eq!(folder.names(), ["games.jsonl.part"]);
        assert!(
            Draft::create("records", &target)
                .is_err_and(|error| error.to_string().contains("being written already"))
        );
        draft.finish().unwrap();
        assert_eq!(folder.names(), ["games.jsonl"]);

        let mut draft = Draft::create("records", &target).unwrap();
        draft.write(b"two\n").unwrap();
        drop(draft);
        assert_eq!(folder.names(), ["games.jsonl"]);
        assert_eq!(fs::read(&target).unwrap(), b"one\n", "the old file is unchanged");
    }

    #[test]
    fn leftovers_of_a_killed_run_are_overwritten() {
        let folder = Folder::new("left");
        fs::write(folder.0.join("games.jsonl.part"), "half a rec").unwrap();
        let mut draft = Draft::create("records", &folder.0.join("games.jsonl")).unwrap();
        draft.write(b"whole").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read(folder.0.join("games.jsonl")).unwrap(), b"whole");
    }
}
