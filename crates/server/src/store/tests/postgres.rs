//! A PostgreSQL server for tests, in a temporary folder, reached through a Unix socket. It ends with the test
//! process.
//!
//! A shell supervises it. When our end of its standard input closes, however our process ends, it stops the
//! server and deletes the folder.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A running PostgreSQL server.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: String,
    databases: AtomicU32,
    /// Exits when its standard input closes, which is when this process ends.
    _supervisor: Child,
}

/// The shell script. It prints the folder once the server is up; anything else it prints is an error.
const SCRIPT: &str = r#"
set -e
exec 2>&1
folder=$(mktemp -d /tmp/mergemaker-postgres-XXXXXX)
trap 'rm -rf "$folder"' EXIT
"$1/initdb" -D "$folder/data" -U tests -A trust -E UTF8 --locale=C --no-sync > "$folder/initdb" || { cat "$folder/initdb"; exit 1; }
# The many connections are for servers under test that are killed without closing theirs.
options="-c listen_addresses= -c unix_socket_directories=$folder -c fsync=off -c max_connections=200"
"$1/pg_ctl" -D "$folder/data" -l "$folder/log" -o "$options" -w start > /dev/null || { cat "$folder/log"; exit 1; }
echo "folder $folder"
cat > /dev/null
"$1/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null
"#;

impl Postgres {
    /// The server shared by this process, started on first use.
    pub(crate) fn start() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(|| {
            let programs = programs().expect("PostgreSQL is missing: install the package postgresql");
            let (supervisor, folder) = supervise(SCRIPT, &[programs.to_str().expect("a plain path")]);
            Postgres { programs, folder, databases: AtomicU32::new(0), _supervisor: supervisor }
        })
    }

    /// Creates an empty database and returns its URL.
    pub(crate) fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = Command::new(self.programs.join("createdb"));
        create.args(["-h", &self.folder, "-U", "tests", &name]);
        let output = create.output().expect("createdb runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        format!("postgres://tests@localhost/{name}?host={}", self.folder)
    }
}

/// Runs a script that starts a server, with arguments. Returns its shell and the server's folder.
pub(crate) fn supervise(script: &str, args: &[&str]) -> (Child, String) {
    // PostgreSQL refuses to run as root; the package creates its own user.
    let mut shell = if is_root() {
        let mut shell = Command::new("runuser");
        shell.args(["-u", "postgres", "--", "sh"]);
        shell
    } else {
        Command::new("sh")
    };
    shell.args(["-c", script, "sh"]).args(args).current_dir("/").process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut supervisor = shell.spawn().expect("a shell");
    let output = BufReader::new(supervisor.stdout.take().expect("it is a pipe"));
    let mut why = String::new();
    let folder = output.lines().map_while(Result::ok).find_map(|line| {
        let folder = line.strip_prefix("folder ").map(ToOwned::to_owned);
        if folder.is_none() {
            why += &line;
            why.push('\n');
        }
        folder
    });
    let Some(folder) = folder else {
        let _ = supervisor.wait();
        panic!("PostgreSQL does not start: {why}");
    };
    (supervisor, folder)
}

/// The folder of PostgreSQL's programs. Debian keeps them outside `PATH`, one folder per version.
pub(crate) fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let configured = || {
        let output = Command::new("pg_config").arg("--bindir").output().ok()?;
        Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
    };
    let has_server = |folder: &PathBuf| folder.join("postgres").is_file();
    folders.filter(has_server).max().or_else(|| configured().filter(has_server))
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|process| process.uid() == 0)
}
