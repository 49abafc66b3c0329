//! A full disk: what cannot be kept is refused, and nothing that was accepted is lost.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use crate::Folder;
use crate::faults::under_faults;
use crate::process::{Process, Wanted};

/// 600 kilobytes: enough for the beginning of a few games.
const LITTLE: u32 = 1_200;

/// Plays while files cannot grow; then room is made, and the games go on to their end.
async fn played_on_a_full_disk(name: &str, make_room: impl AsyncFnOnce(Process) -> Process) {
    let folder = Folder::new(name);
    let url = format!("sqlite://{}/mergemaker.db", folder.0.display());
    let data = folder.0.to_str().unwrap();
    let mut last = None;
    let deeds = under_faults(&url, async |tell, refused| {
        let full = Process::start(Wanted { data, most_blocks: Some(LITTLE), ..Wanted::default() });
        tell.send_modify(|situation| situation.addr = Some(full.addr));
        let refused = timeout(Duration::from_mins(2), refused.notified());
        refused.await.expect("the disk is full at some time");
        // A little more of it, for everybody.
        sleep(Duration::from_secs(1)).await;
        let size = std::fs::metadata(folder.0.join("mergemaker.db-wal")).map_or(0, |file| file.len());
        assert!(size <= u64::from(LITTLE) * 512, "the limit holds: {size}");
        // It lives, and says what it can still do.
        let health = reqwest::get(format!("http://{}/healthz", full.addr)).await.unwrap();
        assert!(health.status().is_success());
        tell.send_modify(|situation| situation.addr = None);
        let process = last.insert(make_room(full).await);
        tell.send_modify(|situation| situation.addr = Some(process.addr));
    })
    .await;
    assert!(deeds.unavailable > 0, "the disk was full");
    drop(last);
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let check: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&pool).await.unwrap();
    assert_eq!(check, "ok");
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_over_a_restart() {
    played_on_a_full_disk("disk-restart", async |full| {
        let data = full.data().to_owned();
        full.kill();
        Process::start(Wanted { data: &data, ..Wanted::default() })
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_that_has_room_again_needs_no_restart() {
    played_on_a_full_disk("disk-room", async |full| {
        full.make_room();
        full
    })
    .await;
}
