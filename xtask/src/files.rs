//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// All files in a folder, recursively; empty if there is no such folder.
pub(crate) fn files_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if folder.is_dir() {
        for entry in entries(folder)? {
            if entry.is_dir() {
                files.extend(files_under(&entry)?);
            } else {
                files.push(entry);
            }
        }
    }
    Ok(files)
}

/// The entries of a folder, sorted by name for a stable order.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    };
    let mut entries = read().with_context(|| format!("cannot read the folder {}", folder.display()))?;
    entries.sort();
    Ok(entries)
}
