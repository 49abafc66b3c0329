//! One Chromium shared by all tests and their processes.
//!
//! A test holds a shared lock on a file while it uses the browser. The first test starts a keeper process
//! from this same program: it starts Chromium, writes its address to a file, and ends both once nobody holds
//! the lock. A crashed test releases its lock too, so the browser never outlives the tests for long.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use super::PATIENCE;
use crate::Folder;

/// How often the keeper checks whether the browser is still in use.
const LOOK_AGAIN: Duration = Duration::from_secs(2);
/// Marks the keeper process, as opposed to a test run.
const KEEP: &str = "KEEP_BROWSER";

/// The running browser, kept alive by this value.
pub(super) struct Chromium {
    /// Its host and port.
    pub(super) host: String,
    /// The path for controlling the browser itself.
    pub(super) path: String,
    _users: File,
}

impl Chromium {
    /// Connects to the running browser, or starts one.
    pub(super) async fn join() -> Chromium {
        fs::create_dir_all(folder()).unwrap();
        // Look for a browser under a lock, so only one test starts it.
        let starting = open("starting");
        starting.lock().unwrap();
        let users = open("users");
        users.lock_shared().unwrap();
        let found = if let Some(found) = running().await { found } else { start().await };
        let (host, path) = found.split_once('/').expect("an address has a path");
        Chromium { host: host.to_owned(), path: path.to_owned(), _users: users }
    }
}

/// The files shared by the tests of this checkout.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("chromium")
}

fn open(name: &str) -> File {
    File::options().create(true).append(true).open(folder().join(name)).unwrap()
}

/// The address of the browser, if it still responds.
async fn running() -> Option<String> {
    let address = fs::read_to_string(folder().join("address")).ok()?;
    TcpStream::connect(address.split('/').next()?).await.ok()?;
    Some(address)
}

/// Starts the keeper and waits for its browser's address.
async fn start() -> String {
    let _ = fs::remove_file(folder().join("address"));
    let mut keeper = Command::new(std::env::current_exe().unwrap());
    keeper.args(["--exact", "driver::chromium::keep_a_browser", "--ignored"]).env(KEEP, "1");
    // Detach the keeper: nobody waits for it, and Ctrl-C does not reach it.
    keeper.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(folder().join("log")).unwrap());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut keeper, 0);
    #[expect(clippy::zombie_processes, reason = "it outlives the test that starts it")]
    let mut keeper = keeper.spawn().unwrap();
    let started = Instant::now();
    loop {
        if let Some(address) = running().await {
            return address;
        }
        let is_starting = matches!(keeper.try_wait(), Ok(None)) && started.elapsed() < PATIENCE;
        assert!(is_starting, "Chromium did not start: see {}", folder().join("log").display());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Starts Chromium with its own profile.
fn spawn(profile: &Path, log: &Path) -> Child {
    Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--disable-renderer-backgrounding", "--disable-background-timer-throttling"])
        .args(["--disable-backgrounding-occluded-windows"])
        .args(["--lang=en", "--hide-scrollbars", "--remote-debugging-port=0"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .stdout(Stdio::null())
        .stderr(File::create(log).unwrap())
        .spawn()
        .expect("Chromium cannot be started: install the package `chromium`")
}

/// The browser's address, once logged.
fn address_in(log: &Path) -> Option<String> {
    let said = fs::read_to_string(log).ok()?;
    // The last line may not be complete yet.
    let (complete, _) = said.rsplit_once('\n')?;
    let (_, address) = complete.split_once("DevTools listening on ws://")?;
    Some(address.lines().next()?.trim().to_owned())
}

/// Not a test: the keeper of the shared browser.
#[test]
#[ignore = "the other tests start it"]
fn keep_a_browser() {
    if std::env::var_os(KEEP).is_none() {
        return;
    }
    let profile = Folder::new("profile");
    let log = profile.0.join("said.txt");
    let mut chromium = spawn(&profile.0, &log);
    let is_running = |chromium: &mut Child| matches!(chromium.try_wait(), Ok(None));
    let mut address = None;
    while address.is_none() && is_running(&mut chromium) {
        std::thread::sleep(Duration::from_millis(20));
        address = address_in(&log);
    }
    let Some(address) = address else {
        panic!("Chromium ended: {}", fs::read_to_string(&log).unwrap_or_default());
    };
    // Write the file atomically.
    fs::write(folder().join("address.new"), &address).unwrap();
    fs::rename(folder().join("address.new"), folder().join("address")).unwrap();
    let users = open("users");
    // A test that arrives during the exclusive lock waits, and then starts a new browser.
    while is_running(&mut chromium) && users.try_lock().is_err() {
        std::thread::sleep(LOOK_AGAIN);
    }
    let _ = chromium.kill();
    let _ = chromium.wait();
    if fs::read_to_string(folder().join("address")).is_ok_and(|known| known == address) {
        let _ = fs::remove_file(folder().join("address"));
    }
}
