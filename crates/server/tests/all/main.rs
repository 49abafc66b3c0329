//! The real server, on a free port, with real clients.

mod attacks;
mod client;
mod clocks;
mod codes;
#[path = "../../src/store/tests/postgres.rs"]
mod database;
mod dead_tiles;
mod disk;
mod documents;
mod faults;
mod input;
mod layout;
mod logs;
mod people;
mod play;
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
mod secrets;
mod settings;
mod shutdown;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mergemaker_server::{Config, Server};

/// How long anything may take before a test gives up on it: far longer than it should, however busy the machine is.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// Where random choices begin: the same in every run, unless `SEED` says otherwise.
pub(crate) fn seed() -> u64 {
    let seed = std::env::var("SEED").map_or(20_261, |text| text.parse().expect("SEED is a number"));
    println!("SEED={seed}");
    seed
}

/// A folder of a test's own, deleted at its end.
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

/// Any free port of an address that this process has for itself: when a server is started again at the port it had, no
/// other program can have taken it. Only Linux answers at every address that begins with 127.
fn own_address() -> SocketAddr {
    let [_, a, b, c] = std::process::id().to_be_bytes();
    let address = if cfg!(target_os = "linux") { [127, a.max(1), b, c] } else { [127, 0, 0, 1] };
    (address, 0).into()
}

/// A server over a folder, on a free port.
pub(crate) fn config(folder: &Folder) -> Config {
    Config::new(own_address(), &folder.0)
}

/// A server over a folder.
pub(crate) async fn start(folder: &Folder) -> Server {
    Server::start(config(folder)).await.unwrap()
}

/// A server over a folder that believes what a proxy says about addresses.
pub(crate) async fn start_behind_proxy(folder: &Folder) -> Server {
    Server::start(Config { behind_proxy: true, ..config(folder) }).await.unwrap()
}
