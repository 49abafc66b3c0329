//! What is wrong with an installation: each finding is one line with what to do.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use sqlx::AnyConnection;

use crate::config::{Config, Network, Origin};
use crate::heartbeat::live_server;
use crate::place::{Place, PlaceError, folder_of, size, with_ending};
use crate::store::backup::connect;
use crate::store::{FIND_VERSION, NODES_VERSION, Store, StoreError, VERSION, damage};
use crate::time::{now_ms, utc_of};

/// One thing that was examined.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Finding {
    /// What was examined, such as `files`.
    pub about: &'static str,
    /// How it is.
    pub grade: Grade,
    /// What was found, in one line.
    pub text: String,
    /// What to do.
    pub advice: Option<String>,
}

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// As it should be.
    Good,
    /// Worth knowing.
    Note,
    /// Something must be done.
    Problem,
}

fn good(about: &'static str, text: impl Into<String>) -> Finding {
    Finding { about, grade: Grade::Good, text: text.into(), advice: None }
}

fn note(about: &'static str, text: impl Into<String>) -> Finding {
    Finding { grade: Grade::Note, ..good(about, text) }
}

fn problem(about: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Finding {
    Finding { about, grade: Grade::Problem, text: text.into(), advice: Some(advice.into()) }
}

/// Examines the installation of a server with this configuration. Changes nothing.
///
/// ```no_run
/// # async fn example() {
/// use mergemaker_server::{Config, Grade, examine};
/// let config = Config::new("127.0.0.1:8080".parse().unwrap(), "data");
/// let is_well = examine(&config).await.iter().all(|finding| finding.grade != Grade::Problem);
/// # }
/// ```
pub async fn examine(config: &Config) -> Vec<Finding> {
    let place = config.place();
    let mut findings = Vec::new();
    match place.file() {
        Some(file) => {
            findings.extend(files(&file));
            findings.extend(sqlite(&place, &file).await);
            findings.push(disk(&folder_of(&file)));
        }
        None => findings.extend(postgres(&place).await),
    }
    findings.push(clock());
    findings.push(open_files());
    findings.extend(network(config));
    findings
}

/// The folder and the files: who owns them, and who else can read them.
fn files(file: &Path) -> Vec<Finding> {
    const ABOUT: &str = "files";
    let folder = folder_of(file);
    if !folder.is_dir() {
        let text = format!("{} does not exist yet: `mergemaker serve` creates it", folder.display());
        return vec![note(ABOUT, text)];
    }
    let mut findings = access(ABOUT, &folder, 0o077, "700");
    for ending in ["", "-wal", "-shm"] {
        let path = with_ending(file, ending);
        if path.exists() {
            findings.extend(access(ABOUT, &path, 0o177, "600"));
        }
    }
    if findings.is_empty() {
        findings.push(good(ABOUT, format!("only their owner can read {}", folder.display())));
    }
    findings
}

#[cfg(unix)]
fn access(about: &'static str, path: &Path, forbidden: u32, mode: &str) -> Vec<Finding> {
    use nix::unistd::{AccessFlags, Uid, access, geteuid};
    use std::os::unix::fs::MetadataExt as _;
    let shown = path.display();
    let Ok(metadata) = path.metadata() else {
        return vec![problem(about, format!("{shown} cannot be read"), "run this as the server's user")];
    };
    let mut findings = Vec::new();
    if metadata.mode() & forbidden & 0o777 != 0 {
        let text = format!("other users may read or change {shown}, which has the seeds of running games");
        findings.push(problem(about, text, format!("run `chmod {mode} {shown}`")));
    }
    let owner = Uid::from_raw(metadata.uid());
    if access(path, AccessFlags::R_OK | AccessFlags::W_OK).is_err() {
        let text = format!("{shown} belongs to user {owner} and cannot be written by user {}", geteuid());
        let advice = format!("run this and the server as user {owner}, or `chown` the file");
        findings.push(problem(about, text, advice));
    } else if owner != geteuid() {
        let text = format!("{shown} belongs to user {owner}: the server must run as that user");
        findings.push(note(about, text));
    }
    findings
}

#[cfg(not(unix))]
fn access(_: &'static str, _: &Path, _: u32, _: &str) -> Vec<Finding> {
    Vec::new()
}

/// An SQLite database: whether it is sound, its version, and whether a server uses it.
async fn sqlite(place: &Place, file: &Path) -> Vec<Finding> {
    const ABOUT: &str = "database";
    if size(file) == 0 {
        let text = format!("{} does not exist yet: `mergemaker serve` creates it", file.display());
        return vec![note(ABOUT, text)];
    }
    let mut findings = Vec::new();
    findings.push(if place.is_locked() {
        good("server", "a server uses the database")
    } else {
        note("server", "no server uses the database")
    });
    let mut database = match connect(file).await {
        Ok(database) => database,
        Err(error) => return vec![unusable(place.failed(error.into()))],
    };
    findings.push(match damage(&mut database, "PRAGMA integrity_check(1)").await {
        Ok(None) => good(ABOUT, format!("{} is sound", file.display())),
        Ok(Some(what)) => unusable(place.damaged(&what)),
        Err(error) => unusable(place.failed(error)),
    });
    findings.extend(contents(place, &mut database).await);
    findings
}

/// The version of a database, and whether its newest data is from the future.
async fn contents(place: &Place, database: &mut AnyConnection) -> Vec<Finding> {
    const LATEST: &str = "SELECT MAX(created_at) FROM sessions";
    let version = sqlx::query_scalar::<_, Option<i64>>(FIND_VERSION).fetch_one(&mut *database).await;
    let mut findings = vec![match version {
        Ok(Some(VERSION)) => good("database", format!("its version is {VERSION}, as this program uses it")),
        Ok(Some(older)) if older < VERSION => note(
            "database",
            format!("its version is {older}: `mergemaker serve` copies it and upgrades it to {VERSION}"),
        ),
        Ok(Some(found)) => unusable(place.failed(StoreError::Newer { found, known: VERSION })),
        Ok(None) | Err(_) => {
            note("database", "it is empty or of another program: `mergemaker serve` creates its tables")
        }
    }];
    if let Ok(Some(latest)) = sqlx::query_scalar::<_, Option<i64>>(LATEST).fetch_one(database).await
        && latest > now_ms() + 60_000
    {
        let text = format!("the database has data from {} UTC, which is in the future", utc_of(latest));
        findings.push(problem("clock", text, "set the clock, for example with NTP"));
    }
    findings
}

/// A finding that says why a place cannot be used.
fn unusable(error: PlaceError) -> Finding {
    match error {
        PlaceError::Database { database, advice, why } => {
            problem("database", format!("cannot use {database}: {why}"), advice)
        }
        other => problem("database", other.to_string(), "see docs/OPERATIONS.md"),
    }
}

/// A PostgreSQL database: whether it answers, its version, its clock, its encryption, and who uses it.
async fn postgres(place: &Place) -> Vec<Finding> {
    const CLOCK: &str = "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)";
    const TLS: &str = "SELECT CAST(ssl AS TEXT) FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
    let store = match Store::connect(place).await {
        Ok(store) => store,
        Err(error) => return vec![unusable(place.failed(error))],
    };
    let mut database = match store.connection().await {
        Ok(database) => database,
        Err(error) => return vec![unusable(place.failed(error))],
    };
    let mut findings = vec![good("database", "it answers")];
    findings.extend(contents(place, &mut database).await);
    if let Ok(theirs) = sqlx::query_scalar::<_, i64>(CLOCK).fetch_one(&mut *database).await {
        let apart = theirs.abs_diff(now_ms()) / 1_000;
        findings.push(if apart <= 5 {
            good("clock", "it agrees with the database's")
        } else {
            problem("clock", format!("it is {apart} s apart from the database's"), "set both clocks with NTP")
        });
    }
    let Place::Postgres(url) = place else { return findings };
    let is_verified = url.contains("sslmode=verify-full");
    let is_local =
        ["@localhost", "@127.", "@[::1]", "host=/", "host=%2F"].iter().any(|local| url.contains(local));
    let tls = sqlx::query_scalar::<_, String>(TLS).fetch_one(&mut *database).await;
    let advice = "add `?sslmode=verify-full` to the URL: see docs/OPERATIONS.md";
    findings.push(match tls.as_deref() {
        Ok("true") if is_verified => good("tls", "the connection to the database is encrypted and verified"),
        _ if is_local => good("tls", "the database is on this machine"),
        Ok("true") => problem("tls", "the database's certificate is not verified", advice),
        _ => problem("tls", "the connection to the database is not encrypted", advice),
    });
    drop(database);
    let is_current = store.version_found().await.is_ok_and(|version| version >= Some(NODES_VERSION));
    if is_current && let Ok(live) = live_server(&store).await {
        findings.push(match live {
            Some(node) => good("server", format!("a server uses the database: {}", node.describe())),
            None => note("server", "no server uses the database"),
        });
    }
    store.close().await;
    findings
}

/// The clock: it decides when players run out of time and sessions expire.
fn clock() -> Finding {
    /// 1 January 2026.
    const EARLIEST: i64 = 1_767_225_600_000;
    let now = now_ms();
    let text = format!("it says {} UTC", utc_of(now));
    if now < EARLIEST { problem("clock", text, "set it, for example with NTP") } else { good("clock", text) }
}

#[cfg(unix)]
fn open_files() -> Finding {
    use nix::sys::resource::{Resource, getrlimit};
    const ENOUGH: u64 = 10_000;
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else {
        return note("open files", "their limit cannot be read");
    };
    let text = format!("a process may open {soft}, at most {hard}; each client needs one");
    if hard < ENOUGH {
        let advice = "raise it: `LimitNOFILE=65536` in systemd, or `ulimit -n`";
        return problem("open files", text, advice);
    }
    good("open files", text)
}

#[cfg(not(unix))]
fn open_files() -> Finding {
    note("open files", "their limit is not known on this system")
}

/// Free room on the disk. A server with a full disk refuses decisions.
#[cfg(unix)]
#[allow(clippy::unnecessary_cast, reason = "these numbers are smaller on some systems")]
fn disk(folder: &Path) -> Finding {
    const ENOUGH_MB: u64 = 1_000;
    // The folder may not exist yet.
    let found = folder.ancestors().find_map(|folder| nix::sys::statvfs::statvfs(folder).ok());
    let Some(disk) = found else { return note("disk", "its free room cannot be read") };
    let free_mb = disk.blocks_available() as u64 * disk.fragment_size() as u64 / 1_000_000;
    let text = format!("{free_mb} MB are free for {}", folder.display());
    if free_mb < ENOUGH_MB {
        let advice =
            format!("make room: keep at least {ENOUGH_MB} MB free, or choose another folder with --data");
        return problem("disk", text, advice);
    }
    good("disk", text)
}

#[cfg(not(unix))]
fn disk(_: &Path) -> Finding {
    note("disk", "its free room is not known on this system")
}

/// Who can reach the server, and whether they can do so without TLS or under a false address.
fn network(config: &Config) -> Vec<Finding> {
    const ABOUT: &str = "network";
    let is_local = match config.addr.ip() {
        IpAddr::V4(address) => address.is_loopback(),
        IpAddr::V6(address) => address.is_loopback(),
    };
    let addr = config.addr;
    let mut findings = vec![match (config.behind_proxy, is_local) {
        (true, true) => good(ABOUT, format!("only a proxy on this machine can reach {addr}")),
        (true, false) => note(
            ABOUT,
            format!("{addr} must be reachable by the proxy alone: others could choose their address there"),
        ),
        (false, true) => note(ABOUT, format!("{addr} can be reached from this machine alone")),
        (false, false) => problem(
            ABOUT,
            format!("{addr} is open to the network without TLS: passwords can be read on the way"),
            "put a proxy with TLS in front, listen on 127.0.0.1 and start with --behind-proxy",
        ),
    }];
    findings.push(public_url(config, is_local));
    findings.extend(config.trusted.iter().map(|network| trusted(config, network)));
    let plain = |origin: &&String| origin.starts_with("http://") && !origin.contains("//localhost");
    findings.extend(config.origins.iter().filter(plain).map(|origin| {
        let advice = "serve it over HTTPS, and give that origin";
        problem("origins", format!("{origin} has no TLS: what it loads can be changed on the way"), advice)
    }));
    findings
}

/// Whether the public address has TLS, and something that handles it.
fn public_url(config: &Config, is_local: bool) -> Finding {
    const ABOUT: &str = "public url";
    let Some(url) = &config.public_url else {
        let text = "there is none: the server accepts pages from whatever name leads to it";
        return if is_local && !config.behind_proxy {
            note(ABOUT, text)
        } else {
            problem(ABOUT, text, "start with --public-url, such as https://acquire.example")
        };
    };
    let shown = url.as_str();
    match (url.is_https(), config.behind_proxy) {
        (true, true) => good(ABOUT, format!("{shown}: browsers use TLS only")),
        (true, false) => problem(
            ABOUT,
            format!(
                "{shown} needs a proxy for TLS, but to the server all clients would have the proxy's address"
            ),
            "start with --behind-proxy",
        ),
        (false, _) if is_local && !config.behind_proxy => good(ABOUT, shown),
        (false, _) => problem(
            ABOUT,
            format!("{shown} has no TLS: passwords and cookies can be read on the way"),
            "serve it over HTTPS, and give that address",
        ),
    }
}

/// Whether only a few are exempt from the limits per address.
fn trusted(config: &Config, network: &Network) -> Finding {
    const ABOUT: &str = "trusted";
    let is_proxy = !config.behind_proxy
        && config.public_url.as_ref().is_some_and(Origin::is_https)
        && network.contains(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if network.is_vast() || is_proxy {
        let text = format!("{network} includes strangers, who then have no limits per address");
        return problem(ABOUT, text, "trust smaller networks, such as the address of a club");
    }
    note(ABOUT, format!("{network} has no limits per address"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_public_url_and_trusted_networks_are_examined() {
        let check = |url: Option<&str>, behind_proxy: bool, trusted: &[&str], expect: &[Grade]| {
            let config = Config {
                behind_proxy,
                public_url: url.map(|url| url.parse().unwrap()),
                trusted: trusted.iter().map(|network| network.parse().unwrap()).collect(),
                ..Config::new("127.0.0.1:8080".parse().unwrap(), "data")
            };
            let found: Vec<Grade> = network(&config)[1..].iter().map(|finding| finding.grade).collect();
            assert_eq!(found, expect, "{url:?} {behind_proxy} {trusted:?}");
        };
        check(None, false, &[], &[Grade::Note]);
        check(None, true, &[], &[Grade::Problem]);
        check(Some("https://acquire.example"), true, &["127.0.0.1"], &[Grade::Good, Grade::Note]);
        check(Some("https://acquire.example"), false, &["127.0.0.1"], &[Grade::Problem, Grade::Problem]);
        check(Some("http://acquire.example"), true, &[], &[Grade::Problem]);
        check(Some("http://localhost:8080"), false, &["0.0.0.0/0"], &[Grade::Good, Grade::Problem]);
    }

    #[test]
    fn an_open_server_without_tls_is_a_problem() {
        let check = |addr: &str, behind_proxy: bool, expect: Grade| {
            let config = Config { behind_proxy, ..Config::new(addr.parse().unwrap(), "data") };
            assert_eq!(network(&config)[0].grade, expect, "{addr}");
        };
        check("127.0.0.1:8080", false, Grade::Note);
        check("127.0.0.1:8080", true, Grade::Good);
        check("0.0.0.0:8080", false, Grade::Problem);
        check("[::]:8080", true, Grade::Note);
    }
}
