//! Server configuration.

mod address;
mod limits;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use mergemaker_protocol::Site;

pub use address::{LogAddresses, Network, NotANetwork, NotAnOrigin, Origin};
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
    /// The address under which people reach the server. Without it, nothing that needs one is offered.
    pub public_url: Option<Origin>,
    /// Additional origins from which browsers may use the server, such as `https://acquire.example`.
    pub origins: Vec<String>,
    /// Whether a reverse proxy in front of the server reports client addresses.
    pub behind_proxy: bool,
    /// Whether to copy an existing database before upgrading it to a new version.
    pub backup_before_upgrade: bool,
    /// How much a stranger may create, hold and use.
    pub limits: Limits,
    /// Networks whose addresses have no limits of their own, such as that of a club.
    pub trusted: Vec<Network>,
    /// Who runs the server, for the foot of every page.
    pub site: Site,
    /// How much of an address is written to the log.
    pub log_addresses: LogAddresses,
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
            public_url: None,
            origins: Vec::new(),
            behind_proxy: false,
            backup_before_upgrade: true,
            limits: Limits::default(),
            trusted: Vec::new(),
            site: Site::default(),
            log_addresses: LogAddresses::default(),
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

    /// Whether people reach the server over TLS: by its public address, or because a proxy handles TLS.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.as_ref().map_or(self.behind_proxy, Origin::is_https)
    }

    /// Whether an address has no limits of its own.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }
}
