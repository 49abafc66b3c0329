//! Backup and restore.
//!
//! A backup is one complete file that only its owner can read. A restore checks the file first, keeps the
//! former database aside, and goes forward only once it has begun, even if it is killed: see
//! [`crate::place::finish_restore`].

mod postgres;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::{AnyConnection, Connection as _};

use super::migrate::{FIND_VERSION, supported};
use super::{Store, StoreError, damage};
use crate::heartbeat::live_server;
use crate::place::{
    self, Place, PlaceError, escaped, folder_of, is_database, make_private_folder, private, size,
    sync_folder, with_ending,
};
use crate::time::stamp;

/// A backup that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Backup {
    /// The file.
    pub file: PathBuf,
    /// Its size.
    pub bytes: u64,
}

/// A database that was restored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restored {
    /// Its version. The server upgrades an older one when it starts.
    pub version: i64,
    /// The former database, if there was one: restoring this file goes back.
    pub former: Option<PathBuf>,
    /// The command that goes back.
    pub go_back: Option<String>,
}

/// Why a backup or a restore failed. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The data cannot be used.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// There is nothing to back up.
    #[error("there is no database at {place}: choose the server's with --data or --database")]
    Nothing {
        /// Where it should be.
        place: String,
    },
    /// The file exists.
    #[error("{} exists, and a backup never replaces a file: choose another name with --to", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// The file to restore cannot be read.
    #[error("cannot read {}: choose a file that `mergemaker backup` has written ({error})", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file to restore is the database itself.
    #[error("{} is the database itself: choose a file that `mergemaker backup` has written", file.display())]
    Itself {
        /// The file.
        file: PathBuf,
    },
    /// The file cannot be restored.
    #[error("{} cannot be restored: {why}; nothing was changed, try another backup", file.display())]
    Unusable {
        /// The file.
        file: PathBuf,
        /// Why.
        why: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: make room or choose another place ({error})", file.display())]
    Unwritable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A program of PostgreSQL is missing.
    #[error(
        "{program} is not installed: install PostgreSQL's client programs, or run this where they are: {command}"
    )]
    Missing {
        /// The program.
        program: &'static str,
        /// The command, without the password.
        command: String,
    },
    /// A program of PostgreSQL failed.
    #[error("{program} failed: {why}")]
    Failed {
        /// The program.
        program: &'static str,
        /// What it said.
        why: String,
    },
}

impl BackupError {
    /// Whether the command was given something that cannot work.
    ///
    /// ```
    /// use mergemaker_server::BackupError;
    /// assert!(BackupError::Exists { file: "copy.db".into() }.is_misuse());
    /// ```
    #[must_use]
    pub fn is_misuse(&self) -> bool {
        match self {
            BackupError::Nothing { .. }
            | BackupError::Exists { .. }
            | BackupError::Unreadable { .. }
            | BackupError::Itself { .. }
            | BackupError::Missing { .. } => true,
            BackupError::Place(_)
            | BackupError::Unusable { .. }
            | BackupError::Unwritable { .. }
            | BackupError::Failed { .. } => false,
        }
    }
}

/// Copies a database to a new file, while a server uses it or not. Without a name, the file is put beside the
/// database, or into the current folder for PostgreSQL.
///
/// ```no_run
/// # async fn example() -> Result<(), mergemaker_server::BackupError> {
/// use mergemaker_server::{Place, backup};
/// let copy = backup(&Place::Folder("data".into()), Some("copy.db".as_ref())).await?;
/// println!("{} bytes", copy.bytes);
/// # Ok(())
/// # }
/// ```
pub async fn backup(place: &Place, to: Option<&Path>) -> Result<Backup, BackupError> {
    let name = match place.file() {
        Some(file) => dated(&folder_of(&file), "mergemaker-backup", ".db"),
        None => dated(Path::new(""), "mergemaker-backup", ".dump"),
    };
    copy(place, to.unwrap_or(&name)).await
}

/// Copies a database before it is upgraded: beside an SQLite file, or into the data folder for PostgreSQL.
pub(crate) async fn before_upgrade(place: &Place, data: &Path, version: i64) -> Result<Backup, BackupError> {
    let (folder, ending) = match place.file() {
        Some(file) => (folder_of(&file), ".db"),
        None => (data.to_owned(), ".dump"),
    };
    make_private_folder(&folder).map_err(|error| BackupError::Unwritable { file: folder.clone(), error })?;
    copy(place, &dated(&folder, &format!("mergemaker-version-{version}"), ending)).await
}

/// A name in a folder with the present moment in it that nothing has yet.
fn dated(folder: &Path, name: &str, ending: &str) -> PathBuf {
    let stamp = stamp();
    let first = folder.join(format!("{name}-{stamp}{ending}"));
    let others = (2_u32..).map(|number| folder.join(format!("{name}-{stamp}-{number}{ending}")));
    std::iter::once(first).chain(others).find(|path| path.symlink_metadata().is_err()).unwrap_or_default()
}

/// Copies a database to a file that appears when it is complete.
async fn copy(place: &Place, to: &Path) -> Result<Backup, BackupError> {
    let unwritable = |error| BackupError::Unwritable { file: to.to_owned(), error };
    if to.symlink_metadata().is_ok() {
        return Err(BackupError::Exists { file: to.to_owned() });
    }
    // Not opened here: a server in this process would lose the locks that SQLite holds.
    if let Some(file) = place.file().filter(|file| size(file) == 0) {
        return Err(BackupError::Nothing { place: file.display().to_string() });
    }
    let draft = Draft::create(to).map_err(unwritable)?;
    match place.file() {
        Some(file) => copy_sqlite(place, &file, &draft).await?,
        None => postgres::dump(place, to, &draft.part).await?,
    }
    let bytes = draft.finish(to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => BackupError::Exists { file: to.to_owned() },
        _ => unwritable(error),
    })?;
    Ok(Backup { file: to.to_owned(), bytes })
}

async fn copy_sqlite(place: &Place, file: &Path, draft: &Draft) -> Result<(), BackupError> {
    let failed = |error: sqlx::Error| place.failed(error.into());
    let mut database = connect(file).await.map_err(failed)?;
    // A read transaction: the copy is the database at one moment, and writers go on.
    let target = draft.part.to_str().ok_or_else(|| BackupError::Unwritable {
        file: draft.part.clone(),
        error: io::Error::other("its name is not UTF-8"),
    })?;
    sqlx::query("VACUUM INTO $1").bind(target).execute(&mut database).await.map_err(failed)?;
    drop(database.close().await);
    let mut copied = connect(&draft.part).await.map_err(failed)?;
    let found =
        damage(&mut copied, "PRAGMA integrity_check(1)").await.map_err(|error| place.failed(error))?;
    drop(copied.close().await);
    found.map_or(Ok(()), |what| Err(place.damaged(&what).into()))
}

/// Connects to an existing SQLite file, with its log.
pub(crate) async fn connect(file: &Path) -> Result<AnyConnection, sqlx::Error> {
    sqlx::any::install_default_drivers();
    AnyConnection::connect(&format!("sqlite://{}?mode=rw", escaped(file))).await
}

/// A file being written as `NAME.part`, deleted unless it is finished.
struct Draft {
    part: PathBuf,
}

impl Draft {
    fn create(to: &Path) -> io::Result<Draft> {
        let part = with_ending(to, ".part");
        // What a killed program has left.
        match fs::remove_file(&part) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        private().create_new(true).open(&part)?;
        Ok(Draft { part })
    }

    /// Gives the file its name, unless there is one of that name. Returns its size.
    fn finish(self, to: &Path) -> io::Result<u64> {
        let file = File::open(&self.part)?;
        file.sync_all()?;
        match fs::hard_link(&self.part, to) {
            // Some file systems have no links.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !to.exists() => {
                fs::rename(&self.part, to)?;
            }
            linked => linked?,
        }
        sync_folder(&folder_of(to))?;
        Ok(file.metadata()?.len())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            // An earlier error is being reported already.
            let _ = fs::remove_file(with_ending(&self.part, ending));
        }
    }
}

/// Puts a backup in the place of a database that no server uses.
///
/// ```no_run
/// # async fn example() -> Result<(), mergemaker_server::BackupError> {
/// use mergemaker_server::{Place, restore};
/// let restored = restore(&Place::Folder("data".into()), "copy.db".as_ref()).await?;
/// println!("version {}", restored.version);
/// # Ok(())
/// # }
/// ```
pub async fn restore(place: &Place, from: &Path) -> Result<Restored, BackupError> {
    let unreadable = |error| BackupError::Unreadable { file: from.to_owned(), error };
    let real = fs::canonicalize(from).map_err(unreadable)?;
    let Some(file) = place.file() else { return postgres::restore(place, from).await };
    if fs::canonicalize(&file).is_ok_and(|file| file == real) {
        return Err(BackupError::Itself { file: from.to_owned() });
    }
    let _lock = place.lock()?;
    if !is_database(from).map_err(unreadable)? {
        return Err(BackupError::Unusable { file: from.to_owned(), why: "it is not a database".to_owned() });
    }
    let unwritable = |error| BackupError::Unwritable { file: file.clone(), error };
    place::finish_restore(&file).map_err(unwritable)?;
    let draft = Draft::create(&place::staged(&file)).map_err(unwritable)?;
    copy_with_log(from, &draft.part).map_err(unwritable)?;
    let version = check(from, &draft.part).await?;
    let former = keep_aside(&file).map_err(unwritable)?;
    File::open(&draft.part).and_then(|file| file.sync_all()).map_err(unwritable)?;
    fs::rename(&draft.part, place::staged(&file)).map_err(unwritable)?;
    place::finish_restore(&file).map_err(unwritable)?;
    let go_back = former.as_ref().map(|former| place.restore_command(&former.display().to_string()));
    Ok(Restored { version, former, go_back })
}

/// Copies a database together with its log, if it has one.
fn copy_with_log(from: &Path, to: &Path) -> io::Result<()> {
    for ending in ["", "-wal"] {
        let source = match File::open(with_ending(from, ending)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => continue,
            source => source?,
        };
        let mut target = private().create(true).truncate(true).open(with_ending(to, ending))?;
        io::copy(&mut &source, &mut target)?;
    }
    Ok(())
}

/// Checks a copy of a backup and merges its log into it. Returns its version.
async fn check(from: &Path, copy: &Path) -> Result<i64, BackupError> {
    let unusable = |why: String| BackupError::Unusable { file: from.to_owned(), why };
    let failed = |error: sqlx::Error| unusable(error.to_string());
    let mut database = connect(copy).await.map_err(failed)?;
    let found = damage(&mut database, "PRAGMA integrity_check(1)").await;
    if let Some(what) = found.map_err(|error| unusable(error.to_string()))? {
        return Err(unusable(format!("it is damaged ({what})")));
    }
    let version = sqlx::query_scalar(FIND_VERSION).fetch_one(&mut database).await;
    let version = version.map_err(|_| unusable("it is not a database of mergemaker".to_owned()))?;
    let version = supported(version).map_err(|error| unusable(error.to_string()))?;
    sqlx::query("PRAGMA journal_mode = DELETE").execute(&mut database).await.map_err(failed)?;
    database.close().await.map_err(failed)?;
    Ok(version)
}

/// Keeps a database and its log in a folder beside it. Until the restore goes on, they stay where they are, too.
fn keep_aside(file: &Path) -> io::Result<Option<PathBuf>> {
    let Some(name) = file.file_name().filter(|_| file.exists()) else { return Ok(None) };
    let parent = folder_of(file);
    let folder = dated(&parent, "before-restore", "");
    make_private_folder(&folder)?;
    let kept = folder.join(name);
    for ending in ["", "-wal"] {
        let (from, to) = (with_ending(file, ending), with_ending(&kept, ending));
        if from.exists() && fs::hard_link(&from, &to).is_err() {
            // Some file systems have no links.
            fs::copy(&from, &to)?;
            File::open(&to)?.sync_all()?;
        }
    }
    sync_folder(&folder)?;
    sync_folder(&parent)?;
    Ok(Some(kept))
}

/// Fails if a server uses a database that has no lock.
async fn refuse_live_server(place: &Place) -> Result<Store, BackupError> {
    let failed = |error: StoreError| place.failed(error);
    let store = Store::connect(place).await.map_err(failed)?;
    let has_nodes = store.version().await.map_err(failed)? >= super::NODES_VERSION;
    let live = if has_nodes { live_server(&store).await.map_err(failed)? } else { None };
    match live {
        Some(node) => Err(PlaceError::Occupied { node: node.describe(), other: place.other() }.into()),
        None => Ok(store),
    }
}
