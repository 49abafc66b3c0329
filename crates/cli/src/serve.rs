//! `mergemaker serve`: runs the server.

use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};

use anyhow::{Context, Result};
use mergemaker_server::{Config, Limits, LogAddresses, Network, Origin, Server, Site};

use crate::log::{self, LogFormat};
use crate::place::PlaceArgs;
use crate::{Verdict, output};

/// Run the server, where people and bots play over the network
///
/// By default it stores everything in a file in your data folder and listens on this machine only. Every
/// option can also be set by an environment variable. Ctrl-C shuts it down gracefully; games continue when it
/// starts again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker serve
  mergemaker serve --addr 0.0.0.0:80 --data /var/lib/mergemaker
  mergemaker serve --database postgres://mergemaker@localhost/mergemaker")]
pub(crate) struct Args {
    /// Address to listen on
    #[arg(long, env = "MERGEMAKER_ADDR", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    addr: SocketAddr,

    #[command(flatten)]
    place: PlaceArgs,

    /// Upgrade an older database without copying it first
    #[arg(long, env = "MERGEMAKER_NO_BACKUP")]
    no_backup: bool,

    /// How to write the log to standard error
    #[arg(long, env = "MERGEMAKER_LOG", value_name = "FORMAT", value_enum, default_value_t = LogFormat::Auto)]
    log: LogFormat,

    /// The address under which people reach the server, such as `https://acquire.example`
    #[arg(long, env = "MERGEMAKER_PUBLIC_URL", value_name = "URL", value_parser = origin)]
    public_url: Option<Origin>,

    /// Additional origin from which browsers may use the server, such as `https://acquire.example`; may be
    /// repeated
    #[arg(long = "origin", env = "MERGEMAKER_ORIGINS", value_name = "ORIGIN", value_delimiter = ',', value_parser = origin)]
    origins: Vec<Origin>,

    /// The server runs behind a reverse proxy that handles TLS and reports client addresses
    #[arg(long, env = "MERGEMAKER_BEHIND_PROXY")]
    behind_proxy: bool,

    /// Addresses without limits of their own, such as `192.0.2.7` or `192.0.2.0/24` for a club behind one; may be
    /// repeated
    #[arg(long, env = "MERGEMAKER_TRUSTED", value_name = "NETWORK", value_delimiter = ',')]
    trusted: Vec<Network>,

    #[command(flatten)]
    site: SiteArgs,

    /// How much of people's addresses is written to the log: all, their network (/24, IPv6 /48), or nothing
    #[arg(long, env = "MERGEMAKER_LOG_ADDRESSES", value_name = "HOW", default_value = "short")]
    log_addresses: Addresses,

    /// Change a limit for strangers, such as `tokens_per_person=5`; may be repeated (see docs/OPERATIONS.md)
    #[arg(long = "limit", env = "MERGEMAKER_LIMITS", value_name = "NAME=NUMBER", value_delimiter = ',', value_parser = limit)]
    limits: Vec<(String, u32)>,

    /// Open the page in a browser, if there is a desktop
    #[arg(long, env = "MERGEMAKER_OPEN")]
    open: bool,
}

/// Pages about whoever runs the server, linked at the foot of every page and where people sign up.
#[derive(clap::Args)]
struct SiteArgs {
    /// Address of a page that says who runs the server
    #[arg(long, env = "MERGEMAKER_IMPRINT", value_name = "URL", value_parser = page)]
    imprint: Option<String>,

    /// Address of the privacy notice
    #[arg(long, env = "MERGEMAKER_PRIVACY", value_name = "URL", value_parser = page)]
    privacy: Option<String>,

    /// Address of the terms of use
    #[arg(long, env = "MERGEMAKER_TERMS", value_name = "URL", value_parser = page)]
    terms: Option<String>,

    /// Whom to contact: the address of a page, or an email address
    #[arg(long, env = "MERGEMAKER_CONTACT", value_name = "URL", value_parser = contact)]
    contact: Option<String>,
}

/// How much of an address is written to the log.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Addresses {
    Full,
    Short,
    None,
}

impl From<Addresses> for LogAddresses {
    fn from(addresses: Addresses) -> LogAddresses {
        match addresses {
            Addresses::Full => LogAddresses::Full,
            Addresses::Short => LogAddresses::Short,
            Addresses::None => LogAddresses::None,
        }
    }
}

/// Serves until asked to stop.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let config = args.config()?;
    log::start(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start threads for the server")?;
    let verdict = runtime.block_on(async {
        let server = Server::start(config).await?;
        // Listen for signals before printing the address: its reader may send one at once.
        let mut stop = StopSignal::listen()?;
        output::print(&format!("http://{}\n", server.addr()))?;
        // A program may be waiting for the address.
        let _ = std::io::stdout().flush();
        if args.open {
            open_page(server.addr());
        }
        let failed = tokio::select! {
            () = stop.received() => None,
            error = server.failed() => Some(error),
        };
        output::note("shutting down");
        server.end().await?;
        failed.map_or(Ok(Verdict::Good), |error| Err(error.into()))
    });
    // Do not wait for bots that are still thinking.
    runtime.shutdown_background();
    verdict
}

impl Args {
    /// The configuration of the server.
    pub(crate) fn config(&self) -> Result<Config> {
        Ok(Config {
            addr: self.addr,
            data: self.place.folder()?,
            database: self.place.database.clone(),
            public_url: self.public_url.clone(),
            origins: self.origins.iter().map(|origin| origin.as_str().to_owned()).collect(),
            behind_proxy: self.behind_proxy,
            backup_before_upgrade: !self.no_backup,
            limits: limits(&self.limits),
            trusted: self.trusted.clone(),
            site: self.site(),
            log_addresses: self.log_addresses.into(),
        })
    }

    /// Who runs the server.
    fn site(&self) -> Site {
        let SiteArgs { imprint, privacy, terms, contact } = &self.site;
        Site {
            public_url: self.public_url.as_ref().map(|url| url.as_str().to_owned()),
            imprint: imprint.clone(),
            privacy: privacy.clone(),
            terms: terms.clone(),
            contact: contact.clone(),
        }
    }
}

/// Opens the page in a browser. Without a desktop, the printed address must do.
fn open_page(addr: SocketAddr) {
    let has_desktop = cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if !has_desktop {
        return;
    }
    let (program, words): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/c", "start"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = std::process::Command::new(program);
    command.args(words).arg(format!("http://{addr}"));
    let _ = command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn();
}

/// Parses an address such as `localhost:8080`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || "give an address and a port, such as 127.0.0.1:8080 or localhost:8080".to_owned();
    text.to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(wrong)
}

/// Parses an origin exactly as browsers send it: anything else would never match.
fn origin(text: &str) -> Result<Origin, String> {
    text.parse().map_err(|error: mergemaker_server::NotAnOrigin| error.to_string())
}

/// Parses the address of a page.
fn page(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.starts_with('/') || text.contains(|letter: char| !letter.is_ascii_graphic()) {
        return Err("write the address of a page, such as `https://acquire.example/imprint`".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses the address of a page or an email address.
fn contact(text: &str) -> Result<String, String> {
    let address = text.strip_prefix("mailto:").unwrap_or(text);
    let is_email = address.split_once('@').is_some_and(|(name, host)| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._+-".contains(letter);
        !name.is_empty() && !host.is_empty() && name.chars().chain(host.chars()).all(is_plain)
    });
    if is_email {
        return Ok(format!("mailto:{address}"));
    }
    page(text).map_err(|_| "write the address of a page, or an email address".to_owned())
}

/// Parses a limit such as `tokens_per_person=5`.
fn limit(text: &str) -> Result<(String, u32), String> {
    let names = || Limits::ALL.iter().map(|limit| limit.name).collect::<Vec<_>>().join(", ");
    let (name, value) = text.split_once('=').ok_or("write it as NAME=NUMBER, such as tokens_per_person=5")?;
    if !Limits::ALL.iter().any(|limit| limit.name == name) {
        return Err(format!("there is no limit `{name}`: choose one of {}", names()));
    }
    let value = value.parse().map_err(|_| format!("give `{name}` a whole number"))?;
    Ok((name.to_owned(), value))
}

/// The defaults with these changes.
fn limits(changes: &[(String, u32)]) -> Limits {
    let mut limits = Limits::default();
    for (name, value) in changes {
        limits.set(name, *value);
    }
    limits
}

/// Signals that stop the server: Ctrl-C or SIGTERM. Listens as soon as it is created.
struct StopSignal {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl StopSignal {
    fn listen() -> Result<StopSignal> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignal {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).context("cannot handle signals")?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt()).context("cannot handle Ctrl-C")?,
            #[cfg(windows)]
            interrupt: tokio::signal::windows::ctrl_c().context("cannot handle Ctrl-C")?,
        })
    }

    async fn received(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
