//! Server configuration.

mod limits;

use std::net::SocketAddr;
use std::path::PathBuf;

pub use limits::{Limit, Limits};

use crate::place::Place;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub addr: SocketAddr,
    /// The folder for the SQLite database, used when `database` is not set.
    pub data: PathBuf,
    /// The URL of a database: `postgres://…` or `sqlite://…`.
    pub database: Option<String>,
    /// Additional origins from which browsers may use the server, such as `https://acquire.example`.
    pub origins: Vec<String>,
    /// Whether a reverse proxy in front of the server reports client addresses.
    pub behind_proxy: bool,
    /// Whether to copy an existing database before upgrading it to a new version.
    pub backup_before_upgrade: bool,
    /// How much a stranger may create, hold and use.
    pub limits: Limits,
}

impl Config {
    /// A server without a proxy that stores everything in `data`.
    ///
    /// ```
    /// let config = mergemaker_server::Config::new("127.0.0.1:8080".parse().unwrap(), "data");
    /// assert!(config.database.is_none() && !config.behind_proxy);
    /// ```
    #[must_use]
    pub fn new(addr: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config {
            addr,
            data: data.into(),
            database: None,
            origins: Vec::new(),
            behind_proxy: false,
            backup_before_upgrade: true,
            limits: Limits::default(),
        }
    }

    /// Where the server keeps its data.
    ///
    /// ```
    /// let config = mergemaker_server::Config::new("127.0.0.1:8080".parse().unwrap(), "data");
    /// assert_eq!(config.place(), mergemaker_server::Place::Folder("data".into()));
    /// ```
    #[must_use]
    pub fn place(&self) -> Place {
        Place::new(&self.data, self.database.as_deref())
    }
}
