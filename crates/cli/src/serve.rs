//! `mergemaker serve`: runs the server.

use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};

use anyhow::{Context, Result};
use mergemaker_server::{Config, Limits, Server};

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

    /// Additional origin from which browsers may use the server, such as `https://acquire.example`; may be
    /// repeated
    #[arg(long = "origin", env = "MERGEMAKER_ORIGINS", value_name = "ORIGIN", value_delimiter = ',', value_parser = origin)]
    origins: Vec<String>,

    /// The server runs behind a reverse proxy that handles TLS and reports client addresses
    #[arg(long, env = "MERGEMAKER_BEHIND_PROXY")]
    behind_proxy: bool,

    /// Change a limit for strangers, such as `tokens_per_person=5`; may be repeated (see docs/OPERATIONS.md)
    #[arg(long = "limit", env = "MERGEMAKER_LIMITS", value_name = "NAME=NUMBER", value_delimiter = ',', value_parser = limit)]
    limits: Vec<(String, u32)>,

    /// Open the page in a browser, if there is a desktop
    #[arg(long, env = "MERGEMAKER_OPEN")]
    open: bool,
}

impl Args {
    /// The configuration of the server.
    pub(crate) fn config(&self) -> Result<Config> {
        Ok(Config {
            addr: self.addr,
            data: self.place.folder()?,
            database: self.place.database.clone(),
            origins: self.origins.clone(),
            behind_proxy: self.behind_proxy,
            backup_before_upgrade: !self.no_backup,
            limits: limits(&self.limits),
        })
    }
}

/// Serves until asked to stop.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let config = args.config()?;
    log::start(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start threads for the server")?;
    runtime.block_on(async {
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
    })
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
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let is_host = !host.is_empty() && !host.contains(['/', '?', '#', '@', '*', ' ']);
    if is_host && host == host.to_lowercase() {
        return Ok(text.to_owned());
    }
    Err("write it as a browser does, such as `https://acquire.example`, with nothing after the name"
        .to_owned())
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
