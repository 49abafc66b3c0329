//! A full disk: writes are refused, and nothing accepted is lost.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::Folder;
use crate::faults::under_faults;
use crate::nodes::{wait_for_status, wait_until_ready};
use crate::process::{Process, ProcessConfig};

/// The file size limit in blocks of 512 bytes: 1.2 MB, enough for the start of a few games.
const MAX_FILE_BLOCKS: u32 = 2_400;

/// Plays until files cannot grow any further, then makes room and finishes the games.
async fn played_on_a_full_disk(name: &str, make_room: impl AsyncFnOnce(Process) -> Process) {
    let folder = Folder::new(name);
    let url = format!("sqlite://{}/mergemaker.db", folder.0.display());
    let data = folder.0.to_str().unwrap();
    let mut last = None;
    let observed = under_faults(&url, async |state, refused| {
        let full = Process::start(ProcessConfig {
            data,
            max_file_blocks: Some(MAX_FILE_BLOCKS),
            ..ProcessConfig::default()
        });
        state.send_modify(|server| server.addr = Some(full.addr));
        let refused = timeout(Duration::from_mins(2), refused.notified());
        refused.await.expect("the disk fills up");
        // Give every client time to run into it.
        sleep(Duration::from_secs(1)).await;
        let size = std::fs::metadata(folder.0.join("mergemaker.db-wal")).map_or(0, |file| file.len());
        assert!(size <= u64::from(MAX_FILE_BLOCKS) * 512, "the limit holds: {size}");
        // The server is alive, and says that it cannot store anything.
        wait_until_ready(full.addr, false).await;
        wait_for_status(full.addr, "/healthz", 200).await;
        state.send_modify(|server| server.addr = None);
        let process = last.insert(make_room(full).await);
        state.send_modify(|server| server.addr = Some(process.addr));
    })
    .await;
    assert!(observed.unavailable > 0, "the disk was full");
    drop(last);
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let check: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&pool).await.unwrap();
    assert_eq!(check, "ok");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_and_a_restart_lose_nothing() {
    played_on_a_full_disk("disk-restart", async |full| {
        let data = full.data().to_owned();
        full.kill();
        Process::start(ProcessConfig { data: &data, ..ProcessConfig::default() })
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_restart_is_needed_once_there_is_room_again() {
    played_on_a_full_disk("disk-room", async |full| {
        full.make_room();
        wait_until_ready(full.addr, true).await;
        full
    })
    .await;
}
