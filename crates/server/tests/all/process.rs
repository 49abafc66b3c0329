//! Runs a server in a separate process that can be killed, limited and monitored.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use mergemaker_server::{Config, Limits, Server};
use tracing::Level;

/// A server in a separate process.
pub(crate) struct Process {
    child: Child,
    /// Its standard output, kept open because the process would fail if nobody read it.
    _stdout: BufReader<ChildStdout>,
    data: String,
    pub(crate) addr: SocketAddr,
}

/// How to start a server process.
#[derive(Clone, Copy, Default)]
pub(crate) struct ProcessConfig<'a> {
    /// The data folder.
    pub(crate) data: &'a str,
    /// The database URL, or empty.
    pub(crate) database: &'a str,
    /// Whether to trust forwarded addresses.
    pub(crate) behind_proxy: bool,
    /// The file and level for logs and panics.
    pub(crate) log: Option<(&'a Path, Level)>,
    /// The maximum file size in blocks of 512 bytes, to simulate a full disk.
    pub(crate) max_file_blocks: Option<u32>,
}

impl Process {
    /// Runs this test binary again as a server; see [`serve_in_a_separate_process`].
    pub(crate) fn start(config: ProcessConfig) -> Process {
        let program = std::env::current_exe().unwrap();
        let mut command = match config.max_file_blocks {
            None => Command::new(program),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                // Ignore the signal: writes beyond the limit then fail, as on a full disk.
                shell.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" \"$@\"")]);
                shell.arg(program);
                shell
            }
        };
        command.args(["--exact", "process::serve_in_a_separate_process", "--ignored", "--nocapture"]);
        // Return large allocations, such as for passwords, to the system at once, so that memory use can be
        // measured.
        command.env("MALLOC_MMAP_THRESHOLD_", "1048576");
        command.env("SERVE_DATA", config.data).env("SERVE_DATABASE", config.database);
        command.env("SERVE_BEHIND_PROXY", if config.behind_proxy { "yes" } else { "" });
        command.env("SERVE_LOG", config.log.map_or(String::new(), |(_, level)| level.to_string()));
        let log = config.log.map_or_else(Stdio::null, |(path, _)| File::create(path).unwrap().into());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut lines = stdout.by_ref().lines().map_while(Result::ok);
        let addr = lines.find_map(|line| Some(line.split_once("listening on ")?.1.parse().unwrap()));
        let addr = addr.expect("the server must start");
        Process { child, _stdout: stdout, data: config.data.to_owned(), addr }
    }

    /// The data folder.
    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    /// Its resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line =
            status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("the process must be running");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Removes the limit on file sizes.
    pub(crate) fn make_room(&self) {
        let mut command = Command::new("prlimit");
        let done = command.args(["--pid", &self.child.id().to_string(), "--fsize=unlimited"]).status();
        assert!(done.unwrap().success(), "prlimit (util-linux) must remove the limit");
    }

    /// Kills it without warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Shuts it down gracefully.
    pub(crate) fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Clean up after a failed test. After a successful one, the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Not a test, but the server process that other tests start.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "other tests start it"]
async fn serve_in_a_separate_process() {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(data) = set("SERVE_DATA") else { return };
    if let Some(level) = set("SERVE_LOG") {
        crate::logs::write_to_stderr(level.parse().unwrap());
    }
    let config = Config {
        database: set("SERVE_DATABASE"),
        behind_proxy: set("SERVE_BEHIND_PROXY").is_some(),
        limits: Limits { open_tables_per_person: 1_000, open_tables_per_address: 1_000, ..Limits::default() },
        ..Config::new("127.0.0.1:0".parse().unwrap(), data)
    };
    let server = Server::start(config).await.unwrap();
    println!("listening on {}", server.addr());
    // Standard input closes at the latest when the parent test ends.
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await.unwrap();
    server.end().await.unwrap();
}
