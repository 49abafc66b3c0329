//! How a server is set up.

use std::net::SocketAddr;
use std::path::PathBuf;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub addr: SocketAddr,
    /// The folder of its own database, where no other is named.
    pub data: PathBuf,
    /// The address of a database: `postgres://…`, or `sqlite://…`.
    pub database: Option<String>,
    /// The origins, beside its own, from which a browser may use it, such as `https://acquire.example`.
    pub origins: Vec<String>,
    /// Whether a proxy in front of it tells the addresses of clients.
    pub behind_proxy: bool,
}

impl Config {
    /// A server that keeps everything in a folder of its own, and that clients reach without a proxy.
    ///
    /// ```
    /// let config = mergemaker_server::Config::new("127.0.0.1:8080".parse().unwrap(), "data");
    /// assert!(config.database.is_none() && !config.behind_proxy);
    /// ```
    #[must_use]
    pub fn new(addr: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config { addr, data: data.into(), database: None, origins: Vec::new(), behind_proxy: false }
    }
}
