//! A PostgreSQL of the tests' own: made in a temporary folder, reached through a socket there, and gone with
//! the process that asked for it.
//!
//! A shell keeps it. Its standard input is a pipe from us, so that it hears when we end, however that happens;
//! then it stops the server and deletes the folder.

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// A PostgreSQL that runs.
pub(crate) struct Postgres {
    programs: PathBuf,
    folder: String,
    databases: AtomicU32,
    /// Ends when its input does, which is when we end.
    _keeper: Child,
}

/// What the shell does. It says the folder once the server answers; whatever else it says is why it cannot.
const KEEP: &str = r#"
set -e
exec 2>&1
folder=$(mktemp -d /tmp/mergemaker-postgres-XXXXXX)
trap 'rm -rf "$folder"' EXIT
"$1/initdb" -D "$folder/data" -U tests -A trust -E UTF8 --locale=C --no-sync > "$folder/initdb" || { cat "$folder/initdb"; exit 1; }
# The connections are for servers that are killed without saying goodbye.
options="-c listen_addresses= -c unix_socket_directories=$folder -c fsync=off -c max_connections=200"
"$1/pg_ctl" -D "$folder/data" -l "$folder/log" -o "$options" -w start > /dev/null || { cat "$folder/log"; exit 1; }
echo "folder $folder"
cat > /dev/null
"$1/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null
"#;

impl Postgres {
    /// The one of this process, started when it is first asked for.
    pub(crate) fn start() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(|| {
            let programs = programs().expect("PostgreSQL is missing: install the package postgresql");
            // It refuses to run as root; the package brings a user of its own.
            let mut shell = if is_root() {
                let mut shell = Command::new("runuser");
                shell.args(["-u", "postgres", "--", "sh"]);
                shell
            } else {
                Command::new("sh")
            };
            shell.args(["-c", KEEP, "sh"]).arg(&programs).current_dir("/").process_group(0);
            shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
            let mut keeper = shell.spawn().expect("a shell");
            let said = BufReader::new(keeper.stdout.take().expect("it is a pipe"));
            let mut why = String::new();
            let folder = said.lines().map_while(Result::ok).find_map(|line| {
                let folder = line.strip_prefix("folder ").map(ToOwned::to_owned);
                if folder.is_none() {
                    why += &line;
                    why.push('\n');
                }
                folder
            });
            let Some(folder) = folder else {
                let _ = keeper.wait();
                panic!("PostgreSQL does not start: {why}");
            };
            Postgres { programs, folder, databases: AtomicU32::new(0), _keeper: keeper }
        })
    }

    /// The address of a new, empty database.
    pub(crate) fn database(&self) -> String {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut create = Command::new(self.programs.join("createdb"));
        create.args(["-h", &self.folder, "-U", "tests", &name]);
        let output = create.output().expect("createdb runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        format!("postgres://tests@localhost/{name}?host={}", self.folder)
    }
}

/// The folder of PostgreSQL's programs. Debian keeps them beside the path, one folder for each version.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let folders = versions.map(|version| version.path().join("bin"));
    let asked = || {
        let output = Command::new("pg_config").arg("--bindir").output().ok()?;
        Some(PathBuf::from(String::from_utf8(output.stdout).ok()?.trim()))
    };
    let has_server = |folder: &PathBuf| folder.join("postgres").is_file();
    folders.filter(has_server).max().or_else(|| asked().filter(has_server))
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    Path::new("/proc/self").metadata().is_ok_and(|process| process.uid() == 0)
}
