//! `mergemaker serve`: the server, on one machine and with nothing else installed.

use std::io::Write as _;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;

use anyhow::{Context, Result};
use mergemaker_server::{Config, Server};

use crate::{Verdict, output};

/// Run the server: people and bots play over the network
///
/// Without options it keeps everything in a file in your data folder and listens on this machine alone. Every
/// option can be set by an environment variable too. Ctrl-C ends it: what is in flight is finished, and every
/// game goes on when it is started again.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  mergemaker serve
  mergemaker serve --addr 0.0.0.0:80 --data /var/lib/mergemaker
  mergemaker serve --database postgres://mergemaker@localhost/mergemaker")]
pub(crate) struct Args {
    /// Where to listen
    #[arg(long, env = "MERGEMAKER_ADDR", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    addr: SocketAddr,

    /// The folder for the server's own database [default: mergemaker in your data folder]
    #[arg(long, env = "MERGEMAKER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Another database: `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(long, env = "MERGEMAKER_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,

    /// An origin, beside its own, from which browsers may use it, such as `https://acquire.example`; may be given
    /// several times
    #[arg(long = "origin", env = "MERGEMAKER_ORIGINS", value_name = "ORIGIN", value_delimiter = ',', value_parser = origin)]
    origins: Vec<String>,

    /// A proxy in front of the server tells the addresses of clients, and speaks TLS
    #[arg(long, env = "MERGEMAKER_BEHIND_PROXY")]
    behind_proxy: bool,

    /// Open the page in the browser, where there is a desktop
    #[arg(long, env = "MERGEMAKER_OPEN")]
    open: bool,
}

/// Serves until somebody asks the program to end.
pub(crate) fn run(args: &Args) -> Result<Verdict> {
    let data = args.data.clone().or_else(data_folder);
    let data = data.context("there is no data folder: name one with --data")?;
    let config = Config {
        addr: args.addr,
        data,
        database: args.database.clone(),
        origins: args.origins.clone(),
        behind_proxy: args.behind_proxy,
    };
    // What keeps the pool of connections from the database we say ourselves, once.
    let filter = tracing_subscriber::EnvFilter::new("info,sqlx_core::pool=off");
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_target(false)
        .with_env_filter(filter)
        .json()
        .init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the threads of the server")?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        // Whoever reads the address may ask for the end at once.
        let mut ending = Ending::listen()?;
        output::print(&format!("http://{}\n", server.addr()))?;
        // Whoever reads the address may be waiting for it.
        let _ = std::io::stdout().flush();
        if args.open {
            open_page(server.addr());
        }
        ending.asked().await;
        output::remark("ending: what is in flight is finished");
        server.end().await?;
        Ok(Verdict::Good)
    })
}

/// Opens the page in the reader's browser. Where there is no desktop the address, already told, must do.
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

/// An address, or the name of one, such as `localhost:8080`.
fn address(text: &str) -> Result<SocketAddr, String> {
    let wrong = || "give an address and a port, such as 127.0.0.1:8080 or localhost:8080".to_owned();
    text.to_socket_addrs().ok().and_then(|mut found| found.next()).ok_or_else(wrong)
}

/// An origin as browsers send it: anything else would never be the same as what they send.
fn origin(text: &str) -> Result<String, String> {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
    let is_host = !host.is_empty() && !host.contains(['/', '?', '#', '@', '*', ' ']);
    if is_host && host == host.to_lowercase() {
        return Ok(text.to_owned());
    }
    Err("write it as a browser does, such as `https://acquire.example`, with nothing after the name"
        .to_owned())
}

/// Where programs of this user keep their data.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let folder = folder.or_else(|| set("APPDATA"));
    folder.map(|folder| folder.join("mergemaker"))
}

/// What asks the server to end: Ctrl-C, or the system. It is heard from the moment this is made.
struct Ending {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
}

impl Ending {
    fn listen() -> Result<Ending> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Ending {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).context("cannot listen to signals")?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt()).context("cannot listen to Ctrl-C")?,
            #[cfg(windows)]
            interrupt: tokio::signal::windows::ctrl_c().context("cannot listen to Ctrl-C")?,
        })
    }

    async fn asked(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
        #[cfg(windows)]
        self.interrupt.recv().await;
    }
}
