//! Backup, restore, upgrade and going back.
//!
//! `RESTORES` sets the number of restores after kills: `cargo xtask soak server` makes many more than the
//! checks.

use std::fs;
use std::path::{Path, PathBuf};

use mergemaker_server::{Config, Place, Server, backup, restore};
use serde_json::json;
use sqlx::Row;

use crate::client::Client;
use crate::database::Postgres;
use crate::process::{Process, ProcessConfig};
use crate::{Folder, config, start};

/// What a database holds: its decisions and its people.
async fn contents(url: &str) -> Vec<String> {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(url).await.unwrap();
    let mut contents = Vec::new();
    for query in [
        "SELECT table_id AS a, CAST(number AS TEXT) AS b, entry AS c FROM entries ORDER BY table_id, number",
        "SELECT id AS a, name AS b, CAST(created_at AS TEXT) AS c FROM people ORDER BY id",
    ] {
        for row in sqlx::query(query).fetch_all(&pool).await.unwrap() {
            let [a, b, c]: [String; 3] = ["a", "b", "c"].map(|column| row.get(column));
            contents.push(format!("{a} {b} {c}"));
        }
    }
    pool.close().await;
    contents
}

/// The same without changing the file: SQLite would move a log into it.
async fn contents_of_file(file: &Path) -> Vec<String> {
    contents(&format!("sqlite://{}?mode=ro", file.display())).await
}

/// What SQLite's own check finds.
async fn integrity(file: &Path) -> String {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let found = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&pool).await;
    pool.close().await;
    found.unwrap_or_else(|error: sqlx::Error| error.to_string())
}

/// Whether only its owner can read a file.
fn is_private(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).unwrap().permissions().mode() & 0o777 == 0o600
}

/// Adds people and a game to a server.
async fn use_server(addr: std::net::SocketAddr, people: usize) -> Client {
    let ann = Client::guest(addr, "Anna").await;
    let bots = json!([{"kind":"open"}, {"kind":"bot","level":"random"}, {"kind":"bot","level":"random"}]);
    let table = ann.new_table(json!({ "seats": bots })).await.id;
    ann.start(&table).await;
    for number in 0..people {
        Client::guest(addr, &format!("Guest {number}")).await;
    }
    ann
}

/// The old way to restore: put the backup in place, and leave the log of the crash beside it.
async fn restored_the_old_way(data: &Path, copy: &Path) -> (String, Vec<String>) {
    let folder = Folder::new("old-way");
    let file = folder.0.join("mergemaker.db");
    fs::copy(copy, &file).unwrap();
    fs::copy(data.join("mergemaker.db-wal"), folder.0.join("mergemaker.db-wal")).unwrap();
    let found = integrity(&file).await;
    let rows = if found == "ok" { contents_of_file(&file).await } else { Vec::new() };
    (found, rows)
}

/// A server is backed up at work and killed; its database is restored; it goes on from the backup.
#[tokio::test(flavor = "multi_thread")]
async fn restores_after_kills_lose_and_damage_nothing() {
    let restores = std::env::var("RESTORES").map_or(2, |text| text.parse().expect("RESTORES is a number"));
    let folder = Folder::new("restores");
    let place = Place::Folder(folder.0.clone());
    let file = folder.0.join("mergemaker.db");
    let data = folder.0.to_str().unwrap();
    for round in 0_u32..restores {
        let process = Process::start(ProcessConfig { data, ..ProcessConfig::default() });
        use_server(process.addr, 5).await;
        let copy = folder.0.join(format!("copy-{round}.db"));
        let made = backup(&place, Some(&copy)).await.unwrap();
        assert_eq!((made.file.as_path(), made.bytes), (copy.as_path(), fs::metadata(&copy).unwrap().len()));
        assert!(is_private(&copy));
        let at_backup = contents_of_file(&copy).await;
        assert!(at_backup.iter().any(|row| row.ends_with(" Guest 4") || row.contains(" Guest 4 ")));
        let refusal = restore(&place, &copy).await.unwrap_err().to_string();
        assert!(refusal.starts_with("another server uses "), "{refusal}");
        use_server(process.addr, 20).await;
        process.kill();
        assert!(fs::metadata(folder.0.join("mergemaker.db-wal")).unwrap().len() > 0, "a hot log");

        // The fault that this is about: the log of the crash is replayed over the restored file.
        let (found, rows) = restored_the_old_way(&folder.0, &copy).await;
        assert!(found != "ok" || rows != at_backup, "the old way must fail, or this test shows nothing");

        let restored = restore(&place, &copy).await.unwrap();
        assert_eq!(integrity(&file).await, "ok");
        assert_eq!(contents_of_file(&file).await, at_backup);
        assert!(is_private(&file));
        // The former database is complete, with everything from its log.
        let former = restored.former.unwrap();
        assert_eq!(integrity(&former).await, "ok");
        assert!(contents_of_file(&former).await.len() > at_backup.len() + 20);
        let process = Process::start(ProcessConfig { data, ..ProcessConfig::default() });
        Client::guest(process.addr, "Bob").await;
        process.end();
    }
}

/// Going back from a restore is a restore, too: with the log that the crash has left.
#[tokio::test]
async fn a_restore_can_be_undone_and_finished() {
    let folder = Folder::new("undo");
    let place = Place::Folder(folder.0.clone());
    let file = folder.0.join("mergemaker.db");
    let data = folder.0.to_str().unwrap();
    let process = Process::start(ProcessConfig { data, ..ProcessConfig::default() });
    use_server(process.addr, 1).await;
    let copy = backup(&place, None).await.unwrap().file;
    assert_eq!(copy.parent(), Some(folder.0.as_path()), "beside the database");
    use_server(process.addr, 7).await;
    process.kill();
    let at_backup = contents_of_file(&copy).await;
    let former = restore(&place, &copy).await.unwrap().former.unwrap();
    restore(&place, &former).await.unwrap();
    assert!(contents_of_file(&file).await.len() > at_backup.len() + 7);

    // Killed when it could only go forward: the next start finishes it.
    fs::copy(&copy, folder.0.join("mergemaker.db.restoring")).unwrap();
    let server = start(&folder).await;
    assert!(!folder.0.join("mergemaker.db.restoring").exists());
    server.end().await.unwrap();
    assert_eq!(contents_of_file(&file).await, at_backup);
}

#[tokio::test]
async fn a_backup_replaces_no_file_and_a_restore_checks_first() {
    let folder = Folder::new("refusals");
    let place = Place::Folder(folder.0.join("data"));
    let file = folder.0.join("data/mergemaker.db");
    let copy = folder.0.join("copy.db");
    let check = |error: mergemaker_server::BackupError, is_misuse: bool, expect: &str| {
        let text = error.to_string().replace(folder.0.to_str().unwrap(), "FOLDER");
        assert!(text.contains(expect), "{text}");
        assert_eq!((error.is_misuse(), text.lines().count()), (is_misuse, 1), "{text}");
    };
    check(
        backup(&place, Some(&copy)).await.unwrap_err(),
        true,
        "there is no database at FOLDER/data/mergemaker.db",
    );
    assert!(!copy.exists());
    let server =
        Server::start(Config::new("127.0.0.1:0".parse().unwrap(), folder.0.join("data"))).await.unwrap();
    use_server(server.addr(), 1).await;
    server.end().await.unwrap();
    backup(&place, Some(&copy)).await.unwrap();
    check(backup(&place, Some(&copy)).await.unwrap_err(), true, "FOLDER/copy.db exists");

    let before = fs::read(&file).unwrap();
    let missing = folder.0.join("missing.db");
    check(restore(&place, &missing).await.unwrap_err(), true, "cannot read FOLDER/missing.db");
    check(restore(&place, &file).await.unwrap_err(), true, "is the database itself");
    let rubbish = folder.0.join("rubbish.db");
    fs::write(&rubbish, "this is no database").unwrap();
    check(restore(&place, &rubbish).await.unwrap_err(), false, "it is not a database; nothing was changed");
    let mut bytes = fs::read(&copy).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 8_192].fill(0xa5);
    fs::write(&rubbish, bytes).unwrap();
    check(restore(&place, &rubbish).await.unwrap_err(), false, "it is damaged (");
    assert_eq!(fs::read(&file).unwrap(), before);
    let names = fs::read_dir(folder.0.join("data")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["lock", "mergemaker.db"], "nothing is left behind");
}

/// A database that is damaged is found when the server starts.
#[tokio::test]
async fn a_damaged_database_is_refused_at_start() {
    let folder = Folder::new("damaged");
    let server = start(&folder).await;
    use_server(server.addr(), 3).await;
    server.end().await.unwrap();
    let file = folder.0.join("mergemaker.db");
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2 / 4_096 * 4_096;
    bytes[middle..middle + 12_288].fill(0xa5);
    fs::write(&file, &bytes).unwrap();
    let error = Server::start(config(&folder)).await.err().unwrap().to_string();
    let error = error.replace(folder.0.to_str().unwrap(), "FOLDER");
    let expect = "cannot use FOLDER/mergemaker.db: restore a backup with `mergemaker restore FILE --data FOLDER`, or choose another folder with --data (";
    assert!(error.starts_with(expect) && error.lines().count() == 1, "{error}");
    assert!(!error.contains("does not respond"), "{error}");
    // A log without its database is not taken for an empty server.
    fs::remove_file(&file).unwrap();
    fs::write(folder.0.join("mergemaker.db-wal"), "left over").unwrap();
    let error = Server::start(config(&folder)).await.err().unwrap().to_string();
    assert!(error.contains("it is missing, but its log is there"), "{error}");
}

/// The release's database is upgraded, used, and goes back to what it was.
#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_can_be_undone() {
    let folder = Folder::new("upgrade");
    let file = folder.0.join("mergemaker.db");
    let release = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/0.1.0/server.db");
    fs::copy(&release, &file).unwrap();
    let before = contents_of_file(&file).await;
    let server = start(&folder).await;
    let copies = |folder: &Path| -> Vec<PathBuf> {
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|file| file.to_str().unwrap().contains("mergemaker-version-4-")).collect()
    };
    let copy = copies(&folder.0).pop().expect("a copy from before the upgrade");
    assert!(is_private(&copy));
    use_server(server.addr(), 3).await;
    server.end().await.unwrap();
    assert!(contents_of_file(&file).await.len() > before.len());

    let place = Place::Folder(folder.0.clone());
    let restored = restore(&place, &copy).await.unwrap();
    assert_eq!(restored.version, 4);
    assert_eq!(contents_of_file(&file).await, before);
    // It can be read and upgraded again, this time without a copy.
    let unsafe_config = Config { backup_before_upgrade: false, ..config(&folder) };
    let server = Server::start(unsafe_config).await.unwrap();
    use_server(server.addr(), 1).await;
    server.end().await.unwrap();
    assert_eq!(copies(&folder.0), [copy]);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_is_backed_up_and_restored() {
    let folder = Folder::new("dump");
    let url = Postgres::start().database();
    let place = Place::Postgres(url.clone());
    let on_postgres = || Config { database: Some(url.clone()), ..config(&folder) };
    let server = Server::start(on_postgres()).await.unwrap();
    use_server(server.addr(), 3).await;
    let copy = folder.0.join("copy.dump");
    backup(&place, Some(&copy)).await.unwrap();
    assert!(is_private(&copy));
    let refusal = restore(&place, &copy).await.unwrap_err().to_string();
    assert!(refusal.starts_with("another server uses the database: "), "{refusal}");
    server.end().await.unwrap();
    let before = contents(&url).await;
    let copy = folder.0.join("later.dump");
    backup(&place, Some(&copy)).await.unwrap();
    let server = Server::start(on_postgres()).await.unwrap();
    use_server(server.addr(), 5).await;
    server.end().await.unwrap();
    let after = contents(&url).await;
    assert!(after.len() > before.len());

    let former = restore(&place, &copy).await.unwrap().former.unwrap();
    assert_eq!(contents(&url).await, before);
    let rubbish = folder.0.join("rubbish.dump");
    fs::write(&rubbish, "this is no dump").unwrap();
    let error = restore(&place, &rubbish).await.unwrap_err();
    assert!(error.to_string().contains("cannot be restored") && !error.is_misuse(), "{error}");
    assert_eq!(contents(&url).await, before);
    restore(&place, &former).await.unwrap();
    assert_eq!(contents(&url).await, after);
    let server = Server::start(on_postgres()).await.unwrap();
    use_server(server.addr(), 1).await;
    server.end().await.unwrap();
}
