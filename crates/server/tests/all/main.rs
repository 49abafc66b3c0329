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

use std::path::PathBuf;

use mergemaker_server::{Config, Server};

/// A folder of a test's own, deleted at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mergemaker-server-{name}-{}", std::process::id()));
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

/// A server over a folder, on a free port.
pub(crate) fn config(folder: &Folder) -> Config {
    Config::new("127.0.0.1:0".parse().unwrap(), &folder.0)
}

/// A server over a folder.
pub(crate) async fn start(folder: &Folder) -> Server {
    Server::start(config(folder)).await.unwrap()
}

/// A server over a folder that believes what a proxy says about addresses.
pub(crate) async fn start_behind_proxy(folder: &Folder) -> Server {
    Server::start(Config { behind_proxy: true, ..config(folder) }).await.unwrap()
}
