//! `mergemaker serve`: the server, on one machine and with nothing else installed.

use std::io::Write as _;
use std::net::SocketAddr;
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
    #[arg(long, env = "MERGEMAKER_ADDR", value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    addr: SocketAddr,

    /// The folder for the server's own database [default: mergemaker in your data folder]
    #[arg(long, env = "MERGEMAKER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,

    /// Another database: `postgres://USER:PASSWORD@HOST/NAME`
    #[arg(long, env = "MERGEMAKER_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,

    /// An origin, beside its own, from which browsers may use it, such as `https://acquire.example`; may be given
    /// several times
    #[arg(long = "origin", env = "MERGEMAKER_ORIGINS", value_name = "ORIGIN", value_delimiter = ',')]
    origins: Vec<String>,

    /// A proxy in front of the server tells the addresses of clients, and speaks TLS
    #[arg(long, env = "MERGEMAKER_BEHIND_PROXY")]
    behind_proxy: bool,
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
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).json().init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the threads of the server")?;
    runtime.block_on(async {
        let server = Server::start(config).await?;
        output::print(&format!("http://{}\n", server.addr()))?;
        // Whoever reads the address may be waiting for it.
        let _ = std::io::stdout().flush();
        asked_to_end().await?;
        output::remark("ending: what is in flight is finished");
        server.end().await?;
        Ok(Verdict::Good)
    })
}

/// Where programs of this user keep their data.
fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_DATA_HOME").or_else(|| set("HOME").map(|home| home.join(".local/share")));
    let folder = folder.or_else(|| set("APPDATA"));
    folder.map(|folder| folder.join("mergemaker"))
}

/// Waits for Ctrl-C, or for the system to ask.
async fn asked_to_end() -> Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate()).context("cannot listen to signals")?;
        tokio::select! {
            result = tokio::signal::ctrl_c() => result.context("cannot listen to Ctrl-C"),
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.context("cannot listen to Ctrl-C")
}
