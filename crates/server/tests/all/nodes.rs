//! One server per database, and whether it can store anything.

use std::fs;
use std::io::{Seek as _, SeekFrom, Write as _};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mergemaker_server::{Config, Server};

use crate::client::Client;
use crate::database::Postgres;
use crate::layout::pool;
use crate::process::{Process, ProcessConfig};
use crate::{Folder, TIMEOUT, config, start};

/// Waits until `/readyz` says that the server is ready, or that it is not.
pub(crate) async fn wait_until_ready(addr: SocketAddr, is_ready: bool) {
    wait_for_status(addr, "/readyz", if is_ready { 200 } else { 503 }).await;
}

/// Waits until an address answers with a status. Others may come first, such as 429 where clients are busy.
pub(crate) async fn wait_for_status(addr: SocketAddr, path: &str, status: u16) {
    let began = Instant::now();
    loop {
        let answer = reqwest::get(format!("http://{addr}{path}")).await.unwrap();
        if answer.status().as_u16() == status {
            return;
        }
        assert!(began.elapsed() < TIMEOUT, "{path} must answer {status}: {}", answer.text().await.unwrap());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Why a server does not start.
async fn refusal(config: Config) -> String {
    Server::start(config).await.err().expect("a second server is refused").to_string()
}

#[tokio::test]
async fn one_server_uses_a_file_however_it_is_named() {
    let folder = Folder::new("nodes");
    let server = start(&folder).await;
    let url = |file: &str| Config {
        database: Some(format!("sqlite://{}/{file}", folder.0.display())),
        ..config(&folder)
    };
    let expect = format!("another server uses {}", folder.0.display());
    assert!(refusal(config(&folder)).await.starts_with(&expect));
    let text = refusal(url("mergemaker.db")).await;
    assert!(text.starts_with(&expect) && text.ends_with("another database with --database"), "{text}");
    let other = Server::start(url("other.db")).await.unwrap();
    std::fs::create_dir(folder.0.join("sub")).unwrap();
    assert!(refusal(url("sub/../other.db")).await.starts_with("another server uses "));
    other.end().await.unwrap();
    server.end().await.unwrap();
    // Started, used and stopped: the place is free, without waiting.
    for _ in 0..2 {
        start(&folder).await.end().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_server_uses_a_postgres_database() {
    let folder = Folder::new("nodes-postgres");
    let url = Postgres::start().database();
    let on_postgres = || Config { database: Some(url.clone()), ..config(&folder) };
    let server = Server::start(on_postgres()).await.unwrap();
    let text = refusal(on_postgres()).await;
    assert!(text.starts_with(&format!("another server uses the database: {} on ", server.addr())), "{text}");
    assert!(text.ends_with(" UTC; stop it, or choose another database with --database"), "{text}");
    Client::guest(server.addr(), "Ann").await;
    server.end().await.unwrap();

    // A server that was killed leaves its row behind: the next one sees that nobody keeps it up to date.
    let data = folder.0.to_str().unwrap();
    let process = Process::start(ProcessConfig { data, database: &url, ..ProcessConfig::default() });
    process.kill();
    let began = Instant::now();
    let server = Server::start(on_postgres()).await.unwrap();
    println!("started after {:?}", began.elapsed());
    assert!(began.elapsed() < Duration::from_secs(50), "ten times what it waits for");

    // One that finds another in its place stops serving.
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    sqlx::query("UPDATE nodes SET id = 'other', address = 'elsewhere:1'").execute(&pool).await.unwrap();
    let failed = tokio::time::timeout(TIMEOUT, server.failed()).await.expect("it notices").to_string();
    assert!(failed.starts_with("another server has taken over the database: elsewhere:1 on "), "{failed}");
    let began = Instant::now();
    while tokio::net::TcpStream::connect(server.addr()).await.is_ok() {
        assert!(began.elapsed() < TIMEOUT, "it stops listening");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.end().await.unwrap();
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM nodes").fetch_one(&pool).await.unwrap();
    assert_eq!(left, 1, "the other server's row stays");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_database_is_not_ready() {
    let folder = Folder::new("ready-locked");
    let server = start(&folder).await;
    wait_until_ready(server.addr(), true).await;
    let pool = pool(&folder.0).await;
    let mut locker = pool.acquire().await.unwrap();
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *locker).await.unwrap();
    wait_until_ready(server.addr(), false).await;
    sqlx::query("ROLLBACK").execute(&mut *locker).await.unwrap();
    wait_until_ready(server.addr(), true).await;
    drop(locker);
    pool.close().await;
    server.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_or_replaced_database_is_not_ready() {
    for is_replaced in [false, true] {
        let folder = Folder::new("ready-deleted");
        let server = start(&folder).await;
        let file = folder.0.join("mergemaker.db");
        if is_replaced {
            fs::copy(&file, folder.0.join("copy")).unwrap();
            fs::rename(folder.0.join("copy"), &file).unwrap();
        } else {
            fs::remove_file(&file).unwrap();
        }
        wait_until_ready(server.addr(), false).await;
        server.end().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_not_ready() {
    // The beginning of the file, and a part that nobody reads for now.
    for at in [0, 20 * 4_096] {
        let folder = Folder::new("ready-damaged");
        let server = start(&folder).await;
        for number in 0..5 {
            Client::guest(server.addr(), &format!("Guest {number}")).await;
        }
        let path = folder.0.join("mergemaker.db");
        // Everything has been moved from the log into the file.
        let pool = pool(&folder.0).await;
        while sqlx::query_scalar::<_, i64>("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&pool).await.unwrap()
            != 0
        {}
        pool.close().await;
        let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        assert!(file.metadata().unwrap().len() > at + 8 * 4_096);
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(&vec![0xa5; 8 * 4_096]).unwrap();
        wait_until_ready(server.addr(), false).await;
        server.end().await.unwrap();
    }
}

/// Whatever the database's settings say, a commit waits until it is on the disk.
#[tokio::test]
async fn postgres_is_never_asked_to_forget() {
    let folder = Folder::new("synchronous");
    let url = Postgres::start().database();
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let off = "DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET synchronous_commit = off'; END $$";
    sqlx::query(off).execute(&pool).await.unwrap();
    let server = Server::start(Config { database: Some(url.clone()), ..config(&folder) }).await.unwrap();
    // A function sees the settings of the connection that calls it.
    for statement in [
        "CREATE TABLE seen (setting TEXT)",
        "CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$",
        "CREATE TRIGGER see AFTER INSERT ON people FOR EACH ROW EXECUTE FUNCTION see()",
    ] {
        sqlx::query(statement).execute(&pool).await.unwrap();
    }
    Client::guest(server.addr(), "Ann").await;
    let seen: String = sqlx::query_scalar("SELECT setting FROM seen").fetch_one(&pool).await.unwrap();
    assert_eq!(seen, "on");
    server.end().await.unwrap();
    pool.close().await;
}
