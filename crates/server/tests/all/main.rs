//! Tests of a real server on a free port, with real clients.

mod attacks;
mod backups;
mod client;
mod clocks;
mod codes;
#[path = "../../src/store/tests/postgres.rs"]
mod database;
mod dead_tiles;
mod disk;
mod documents;
mod door;
mod faults;
mod input;
mod layout;
mod limits;
mod logs;
mod long;
mod nodes;
mod people;
mod play;
mod player;
mod postgres;
mod process;
mod protocol;
#[path = "../../src/course/tests/question.rs"]
mod question;
mod raw;
mod readers;
mod release;
mod rights;
mod schema;
mod scopes;
mod seats;
mod secrets;
mod settings;
mod shutdown;
mod site;
mod thinking;
mod tls;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mergemaker_server::{Config, Limits, Server};

/// The timeout for anything a test waits for: far longer than it should take, even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(2);

/// The seed for random choices: fixed, unless `SEED` is set.
pub(crate) fn seed() -> u64 {
    let seed = std::env::var("SEED").map_or(20_261, |text| text.parse().expect("SEED is a number"));
    println!("SEED={seed}");
    seed
}

/// A temporary folder, deleted on drop.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("mergemaker-server-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Port 0 of a loopback address that only this process uses: when a server restarts on its old port, no other
/// program can have taken it. Only Linux accepts every address in 127.0.0.0/8.
fn own_address() -> SocketAddr {
    let [_, a, b, c] = std::process::id().to_be_bytes();
    let address = if cfg!(target_os = "linux") { [127, a.max(1), b, c] } else { [127, 0, 0, 1] };
    (address, 0).into()
}

/// The configuration of a server with its data in a folder, on a free port. Its people may host many tables.
pub(crate) fn config(folder: &Folder) -> Config {
    let limits =
        Limits { open_tables_per_person: 1_000, open_tables_per_address: 1_000, ..Limits::default() };
    Config { limits, ..Config::new(own_address(), &folder.0) }
}

/// Starts a server with its data in a folder.
pub(crate) async fn start(folder: &Folder) -> Server {
    Server::start(config(folder)).await.unwrap()
}

/// The configuration of a server that does not limit what addresses may do: all test clients have the same one.
pub(crate) fn unlimited(folder: &Folder) -> Config {
    Config { trusted: vec!["127.0.0.0/8".parse().unwrap()], ..config(folder) }
}

/// Starts a server that trusts forwarded addresses.
pub(crate) async fn start_behind_proxy(folder: &Folder) -> Server {
    Server::start(Config { behind_proxy: true, ..config(folder) }).await.unwrap()
}
