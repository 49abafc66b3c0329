//! A server in a process of its own, so that it can be killed, held short of room, and looked at from outside.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use mergemaker_server::{Config, Server};
use tracing::Level;

/// A server in a process of its own.
pub(crate) struct Process {
    child: Child,
    /// What it says goes here to its end: it would fail if nobody took it.
    _said: BufReader<ChildStdout>,
    data: String,
    pub(crate) addr: SocketAddr,
}

/// How a server in a process of its own is started.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted<'a> {
    /// The folder of its own database.
    pub(crate) data: &'a str,
    /// Another database, or nothing.
    pub(crate) database: &'a str,
    /// Whether it believes what a proxy says about addresses.
    pub(crate) behind_proxy: bool,
    /// The file for whatever it logs from a level on, and for what it says when it breaks.
    pub(crate) log: Option<(&'a Path, Level)>,
    /// The most blocks of 512 bytes that any file may have: a disk that is full.
    pub(crate) most_blocks: Option<u32>,
}

impl Process {
    /// Starts this very program again as a server, see [`serve_in_a_process_of_its_own`].
    pub(crate) fn start(wanted: Wanted) -> Process {
        let program = std::env::current_exe().unwrap();
        let mut command = match wanted.most_blocks {
            None => Command::new(program),
            Some(blocks) => {
                let mut shell = Command::new("sh");
                // A write beyond the limit then fails, as on a full disk, and no signal comes.
                shell.args(["-c", &format!("trap '' XFSZ; ulimit -S -f {blocks}; exec \"$0\" \"$@\"")]);
                shell.arg(program);
                shell
            }
        };
        command.args(["--exact", "process::serve_in_a_process_of_its_own", "--ignored", "--nocapture"]);
        // Large pieces of memory, such as for passwords, go back to the system at once: what is left is in use.
        command.env("MALLOC_MMAP_THRESHOLD_", "1048576");
        command.env("SERVE_DATA", wanted.data).env("SERVE_DATABASE", wanted.database);
        command.env("SERVE_BEHIND_PROXY", if wanted.behind_proxy { "yes" } else { "" });
        command.env("SERVE_LOG", wanted.log.map_or(String::new(), |(_, level)| level.to_string()));
        let log = wanted.log.map_or_else(Stdio::null, |(path, _)| File::create(path).unwrap().into());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut lines = said.by_ref().lines().map_while(Result::ok);
        let addr = lines.find_map(|line| Some(line.split_once("listens at ")?.1.parse().unwrap()));
        let addr = addr.expect("the server starts");
        Process { child, _said: said, data: wanted.data.to_owned(), addr }
    }

    /// The folder of its database.
    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    /// How much memory it has, in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it lives");
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }

    /// Makes room again: its files may be of any size.
    pub(crate) fn make_room(&self) {
        let mut command = Command::new("prlimit");
        let done = command.args(["--pid", &self.child.id().to_string(), "--fsize=unlimited"]).status();
        assert!(done.unwrap().success(), "prlimit, of util-linux, lifts the limit");
    }

    /// Kills it without warning.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Lets it end as it does when it is asked to.
    pub(crate) fn end(mut self) {
        drop(self.child.stdin.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A test that fails leaves nothing behind; one that does not has killed it before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Not a test: the server that other tests start.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "other tests start it"]
async fn serve_in_a_process_of_its_own() {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let Some(data) = set("SERVE_DATA") else { return };
    if let Some(level) = set("SERVE_LOG") {
        crate::logs::write_to_stderr(level.parse().unwrap());
    }
    let config = Config {
        database: set("SERVE_DATABASE"),
        behind_proxy: set("SERVE_BEHIND_PROXY").is_some(),
        ..Config::new("127.0.0.1:0".parse().unwrap(), data)
    };
    let server = Server::start(config).await.unwrap();
    println!("listens at {}", server.addr());
    // It ends at the latest when the test that started it does, and with it the other end of this pipe.
    tokio::task::spawn_blocking(|| std::io::stdin().lines().count()).await.unwrap();
    server.end().await.unwrap();
}
