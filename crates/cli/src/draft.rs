//! A draft: a file that gets its name only when it is complete.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A file being written as `NAME.part`, beside the place where it will stand. Dropped before
/// [`Draft::finish`], it is deleted, and whatever stood in its place before still stands.
pub(crate) struct Draft {
    /// Where it will stand; nothing where the target is no plain file (a pipe, a device), and is
    /// written directly.
    target: Option<PathBuf>,
    part: PathBuf,
    file: BufWriter<File>,
}

impl Draft {
    /// Begins a file of something, such as `records`. Whatever can be known to be wrong with its place is
    /// found now.
    pub(crate) fn create(something: &str, target: &Path) -> Result<Draft> {
        let name = target.display();
        if target.as_os_str() == "-" {
            bail!("cannot write {something} to standard output, where the summary goes: name a file");
        }
        // A link is followed, so that it is its goal that is replaced.
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
            // Where locks are not known, two that write the same file are trusted not to exist.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("cannot write {name}: it is being written already, choose another name");
            }
        }
        // What a run that was killed may have left behind.
        file.set_len(0).with_context(|| format!("cannot write {name}"))?;
        Ok(Draft { target: Some(real), part, file: BufWriter::with_capacity(1 << 20, file) })
    }

    /// Adds to the file.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.part.display()))
    }

    /// Puts the complete file in its place.
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
            // Nothing can be done about a file that cannot be deleted, and something else failed before.
            let _ = fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own for a test, deleted at its end.
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
        assert_eq!(fs::read(&target).unwrap(), b"one\n", "what was there is still there");
    }

    #[test]
    fn what_a_killed_run_left_is_written_over() {
        let folder = Folder::new("left");
        fs::write(folder.0.join("games.jsonl.part"), "half a rec").unwrap();
        let mut draft = Draft::create("records", &folder.0.join("games.jsonl")).unwrap();
        draft.write(b"whole").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read(folder.0.join("games.jsonl")).unwrap(), b"whole");
    }
}
