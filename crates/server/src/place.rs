//! Where a server keeps its data, and the lock that only one program holds.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// Where a server keeps its data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// The SQLite file `mergemaker.db` in a folder.
    Folder(PathBuf),
    /// An SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its URL.
    Postgres(String),
}

/// Why the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PlaceError {
    /// The data folder cannot be used.
    #[error("cannot write to {}: choose another folder with --data ({error})", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Another program has locked the data.
    #[error("another server uses {place}: stop it, or choose {other}")]
    InUse {
        /// The folder or the database.
        place: String,
        /// What else to choose.
        other: &'static str,
    },
    /// Another server uses the database from elsewhere.
    #[error("another server uses the database: {node}; stop it, or choose {other}")]
    Occupied {
        /// The other server.
        node: String,
        /// What else to choose.
        other: &'static str,
    },
    /// The database does not respond, refuses the connection, or is damaged.
    #[error("cannot use {database}: {advice} ({why})")]
    Database {
        /// The database.
        database: String,
        /// What to do.
        advice: String,
        /// Why.
        why: String,
    },
    /// The contents of the database cannot be used.
    #[error(transparent)]
    Store(StoreError),
}

/// The lock on an SQLite database. Dropping it releases it, as does the end of the process.
#[derive(Debug)]
pub(crate) struct Lock(#[expect(dead_code, reason = "open files hold locks")] File);

/// The name of the database in a data folder.
const DATABASE_FILE: &str = "mergemaker.db";

impl Place {
    /// The place given by the options `--data` and `--database`.
    ///
    /// ```
    /// use mergemaker_server::Place;
    /// let place = Place::new("data".as_ref(), Some("sqlite:///srv/acquire.db"));
    /// assert_eq!(place, Place::File("/srv/acquire.db".into()));
    /// ```
    #[must_use]
    pub fn new(data: &Path, database: Option<&str>) -> Place {
        match database {
            None => Place::Folder(data.to_owned()),
            Some(url) => match url.strip_prefix("sqlite://") {
                Some(path) => Place::File(PathBuf::from(percent_decoded(path))),
                None => Place::Postgres(url.to_owned()),
            },
        }
    }

    /// The SQLite file; `None` for PostgreSQL.
    #[must_use]
    pub fn file(&self) -> Option<PathBuf> {
        match self {
            Place::Folder(folder) => Some(folder.join(DATABASE_FILE)),
            Place::File(file) => Some(file.clone()),
            Place::Postgres(_) => None,
        }
    }

    /// What to call the database in a message. A URL may contain a password, so it is not shown.
    pub(crate) fn name(&self) -> String {
        self.file().map_or_else(|| "the database".to_owned(), |file| file.display().to_string())
    }

    /// What to choose instead of this place.
    pub(crate) fn other(&self) -> &'static str {
        match self {
            Place::Folder(_) => "another folder with --data",
            Place::File(_) | Place::Postgres(_) => "another database with --database",
        }
    }

    /// Locks the data against other programs; PostgreSQL has a row instead. Creates the folder.
    pub(crate) fn lock(&self) -> Result<Option<Lock>, PlaceError> {
        let Some(file) = self.file() else { return Ok(None) };
        let failed = |error: io::Error| PlaceError::Folder { folder: folder_of(&file), error };
        make_private_folder(&folder_of(&file)).map_err(failed)?;
        let lock = OpenOptions::new().write(true).create(true).truncate(false).open(lock_file(&file));
        let lock = lock.map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Lock(lock))),
            Err(TryLockError::WouldBlock) => {
                let place = match self {
                    Place::Folder(folder) => folder.display().to_string(),
                    Place::File(_) | Place::Postgres(_) => self.name(),
                };
                Err(PlaceError::InUse { place, other: self.other() })
            }
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }

    /// Whether another program holds the lock.
    pub(crate) fn is_locked(&self) -> bool {
        let Some(file) = self.file() else { return false };
        let Ok(lock) = OpenOptions::new().write(true).open(lock_file(&file)) else { return false };
        matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
    }

    /// Makes the SQLite file ready to be opened: finishes an interrupted restore and creates a missing file.
    pub(crate) fn prepare(&self) -> Result<(), PlaceError> {
        let Some(file) = self.file() else { return Ok(()) };
        let failed = |error: io::Error| PlaceError::Folder { folder: folder_of(&file), error };
        finish_restore(&file).map_err(failed)?;
        let wal = with_ending(&file, "-wal");
        if size(&file) == 0 && size(&wal) > 0 {
            return Err(PlaceError::Database {
                database: self.name(),
                advice: format!("put it back, or restore a backup with {}", self.restore_command("FILE")),
                why: "it is missing, but its log is there".to_owned(),
            });
        }
        if !make_private_file(&file).map_err(failed)? {
            return Err(self.damaged("it is not a database"));
        }
        Ok(())
    }

    /// The error for a damaged database.
    pub(crate) fn damaged(&self, why: &str) -> PlaceError {
        PlaceError::Database { database: self.name(), advice: self.advice(), why: why.to_owned() }
    }

    /// The error for a database that fails.
    pub(crate) fn failed(&self, error: StoreError) -> PlaceError {
        let why = match error {
            StoreError::Database(sqlx::Error::PoolTimedOut) => "it does not respond".to_owned(),
            StoreError::Database(error) => error.to_string(),
            StoreError::Newer { .. } | StoreError::Unreadable { .. } => return PlaceError::Store(error),
        };
        self.damaged(&why)
    }

    fn advice(&self) -> String {
        match self {
            Place::Postgres(_) => {
                "check the address given with --database, and that the database is running".to_owned()
            }
            Place::Folder(_) | Place::File(_) => {
                format!("restore a backup with {}, or choose {}", self.restore_command("FILE"), self.other())
            }
        }
    }

    /// The command that restores a file here.
    pub(crate) fn restore_command(&self, file: &str) -> String {
        match self {
            Place::Folder(folder) => {
                format!("`mergemaker restore {file} --data {}`", folder.display())
            }
            Place::File(path) => {
                format!("`mergemaker restore {file} --database sqlite://{}`", escaped(path))
            }
            Place::Postgres(_) => format!("`mergemaker restore {file} --database URL`"),
        }
    }
}

/// The lock of a database: one for each file, however it is named.
fn lock_file(file: &Path) -> PathBuf {
    let real = fs::canonicalize(file).or_else(|_| {
        let name = file.file_name().unwrap_or_default();
        fs::canonicalize(folder_of(file)).map(|folder| folder.join(name))
    });
    let real = real.unwrap_or_else(|_| file.to_owned());
    if real.file_name().is_some_and(|name| name == DATABASE_FILE) {
        folder_of(&real).join("lock")
    } else {
        with_ending(&real, ".lock")
    }
}

/// The folder of a file.
pub(crate) fn folder_of(file: &Path) -> PathBuf {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A path with something added to its name.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// A checked copy with this name is about to replace the database: from here on, the restore goes forward only.
pub(crate) fn staged(file: &Path) -> PathBuf {
    with_ending(file, ".restoring")
}

/// Puts a staged copy in the place of the database, without the log of the former one.
pub(crate) fn finish_restore(file: &Path) -> io::Result<()> {
    let staged = staged(file);
    if !staged.exists() {
        return Ok(());
    }
    for ending in ["-wal", "-shm"] {
        match fs::remove_file(with_ending(file, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    sync_folder(&folder_of(file))?;
    fs::rename(&staged, file)?;
    sync_folder(&folder_of(file))
}

/// Makes changes to the names in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The size of a file; 0 if there is none.
pub(crate) fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |file| file.len())
}

/// Creates a folder that other users cannot read: the database contains the seeds of running games.
pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Options to create a file that other users cannot read.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Creates a file that other users cannot read. Returns false if the file exists and is not an SQLite
/// database.
fn make_private_file(file: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    let opened = private().create(true).truncate(false).open(file)?;
    opened.take(HEADER.len() as u64).read_to_end(&mut begin)?;
    Ok(begin.is_empty() || begin == HEADER)
}

/// How every SQLite database begins.
const HEADER: &[u8] = b"SQLite format 3\0";

/// Whether a file begins like an SQLite database.
pub(crate) fn is_database(file: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    File::open(file)?.take(HEADER.len() as u64).read_to_end(&mut begin)?;
    Ok(begin == HEADER)
}

/// A file path escaped for use in a URL.
pub(crate) fn escaped(path: &Path) -> String {
    path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23")
}

/// A part of a URL without its escapes.
pub(crate) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let escape = after.get(..2).filter(|_| *first == b'%');
        let escape = escape.and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_from_the_options() {
        let check = |database: Option<&str>, expect: Place| {
            assert_eq!(Place::new("data".as_ref(), database), expect);
        };
        check(None, Place::Folder("data".into()));
        check(Some("sqlite://a%20b.db"), Place::File("a b.db".into()));
        check(Some("postgres://ann@host/x"), Place::Postgres("postgres://ann@host/x".into()));
    }

    #[test]
    fn escapes_are_decoded() {
        for path in ["a?b#c%d%20.db", "Zoë und $x&y=z+.db", "%", "%2"] {
            assert_eq!(percent_decoded(&escaped(path.as_ref())), path);
        }
        assert_eq!(percent_decoded("a%2Fb%zz"), "a/b%zz");
    }

    #[test]
    fn a_database_has_one_lock_however_it_is_named() {
        let folder = std::env::temp_dir().join(format!("mergemaker-place-{}", std::process::id()));
        let by_folder = Place::Folder(folder.clone());
        let by_url = Place::File(folder.join("./mergemaker.db"));
        let other = Place::File(folder.join("other.db"));
        let held = by_folder.lock().unwrap();
        let refusal = by_url.lock().unwrap_err().to_string();
        assert!(refusal.starts_with("another server uses ") && refusal.ends_with("with --database"));
        assert!(by_url.is_locked() && !other.is_locked());
        drop(other.lock().unwrap());
        drop(held);
        assert!(!by_url.is_locked());
        drop(by_url.lock().unwrap());
        fs::remove_dir_all(folder).unwrap();
    }
}
