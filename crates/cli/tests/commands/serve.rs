//! `mergemaker serve`: errors at startup, and shutdown.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Folder, command};

/// The server command, isolated from our environment variables.
pub(crate) fn serve(args: &[&str]) -> Command {
    let mut command = command(&["serve"]);
    for name in [
        "ADDR",
        "DATA",
        "DATABASE",
        "ORIGINS",
        "BEHIND_PROXY",
        "NO_BACKUP",
        "LOG",
        "PUBLIC_URL",
        "TRUSTED",
        "LIMITS",
        "IMPRINT",
        "PRIVACY",
        "TERMS",
        "CONTACT",
        "LOG_ADDRESSES",
    ] {
        command.env_remove(format!("MERGEMAKER_{name}"));
    }
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs a server that must not start; returns its exit code and one-line error.
fn refusal(mut command: Command) -> (i32, String) {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    (output.status.code().expect("it exits normally"), stderr.trim_end().to_owned())
}

/// A running server.
pub(crate) struct Running {
    child: Child,
    pub(crate) url: String,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
        Running { child, url: url.trim_end().to_owned() }
    }

    /// The response to a request, including headers.
    fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Adds a person to the database.
    pub(crate) fn add_guest(&self, name: &str) {
        let answer = self.post("/api/guest", "", &format!("{{\"name\":\"{name}\"}}"));
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    }

    /// A connection that has sent this so far.
    fn half_open(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// The response to a `POST`, including headers.
    fn post(&self, path: &str, cookie: &str, body: &str) -> String {
        let mut stream = self.half_open(&format!(
            "POST {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncookie: {cookie}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ));
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Sends SIGTERM and returns its standard error.
    pub(crate) fn end(mut self) -> String {
        let kill = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let mut output = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut output).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{output}");
        output
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Clean up after a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_until_stopped_and_starts_again() {
    let folder = Folder::new("serve-end");
    let data = folder.path("data");
    for _ in 0..2 {
        let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
        assert!(running.get("/readyz", "").ends_with("ready\n"));
        let output = running.end();
        // The log has one JSON object per line.
        let (log, last) = output.trim_end().rsplit_once('\n').unwrap();
        assert!(log.lines().all(|line| line.starts_with("{\"timestamp\"") && line.ends_with('}')), "{log}");
        assert_eq!(last, "shutting down");
    }
}

#[test]
fn only_one_server_can_use_a_folder() {
    let folder = Folder::new("serve-twice");
    let data = folder.path("data");
    let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let (code, output) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let expect = "mergemaker: another server uses FOLDER/data: stop it, or choose another folder with --data";
    assert_eq!((code, folder.hide(&output).as_str()), (1, expect));
    running.end();
}

#[test]
fn a_port_that_is_taken() {
    let folder = Folder::new("serve-port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let (code, output) = refusal(serve(&["--addr", &addr, "--data", &folder.path("data")]));
    let output = output.replace(&addr, "ADDR");
    assert_eq!(code, 1);
    assert!(
        output.starts_with("mergemaker: cannot listen on ADDR: choose another address with --addr ("),
        "{output}"
    );
}

/// SIGTERM ends the server in time, whatever is half open and whoever is thinking.
#[test]
fn a_signal_ends_the_server_in_time() {
    /// The target is two seconds. A server that waits for any of these takes longer than this.
    const LIMIT: Duration = Duration::from_secs(8);
    let folder = Folder::new("serve-signal");
    let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &folder.path("data")]));
    let guest = running.post("/api/guest", "", "{\"name\":\"Ann\"}");
    let cookie = guest.split_once("set-cookie: ").unwrap().1.split(';').next().unwrap();
    let bots = ",{\"kind\":\"bot\",\"level\":\"master\"}".repeat(5);
    let wanted = format!("{{\"seats\":[{{\"kind\":\"open\"}}{bots}]}}");
    for _ in 0..4 {
        let table = running.post("/api/tables", cookie, &wanted);
        let id = table.split_once("\"id\":\"").unwrap().1.split('"').next().unwrap();
        let started = running.post(&format!("/api/tables/{id}/start"), cookie, "");
        assert!(started.starts_with("HTTP/1.1 200"), "{started}");
    }
    let socket = "GET /ws HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
                  sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let unread = "GET /api/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(200);
    let head = "GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: ";
    let body = "POST /api/guest HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
                content-length: 100\r\n\r\n{";
    let open: Vec<TcpStream> = ["", head, body, socket, &unread].map(|text| running.half_open(text)).into();
    assert!(running.get("/healthz", "").starts_with("HTTP/1.1 200"));
    let asked = Instant::now();
    running.end();
    let took = asked.elapsed();
    assert!(took < LIMIT, "ended after {took:?}");
    drop(open);
}

/// The settings about whoever runs the server reach the page, and nothing that a browser could run.
#[test]
fn the_host_says_who_runs_the_server() {
    let folder = Folder::new("serve-site");
    let mut command =
        serve(&["--addr", "127.0.0.1:0", "--data", &folder.path("data"), "--trusted", "192.0.2.0/24"]);
    command.args(["--public-url", "https://acquire.example", "--contact", "host@acquire.example"]);
    command.env("MERGEMAKER_IMPRINT", "https://acquire.example/imprint");
    let running = Running::start(command);
    let site = running.get("/api/site", "");
    for part in [
        "\"public_url\":\"https://acquire.example\"",
        "\"imprint\":\"https://acquire.example/imprint\"",
        "\"contact\":\"mailto:host@acquire.example\"",
    ] {
        assert!(site.contains(part), "{part}: {site}");
    }
    assert!(!site.contains("privacy") && !site.contains("terms\""), "{site}");
    let log = running.end();
    assert!(log.contains("\"open_files\":") && log.contains("\"connections\":"), "{log}");
    for args in [
        ["--imprint", "javascript:alert()"],
        ["--privacy", "acquire.example"],
        ["--terms", "https://"],
        ["--contact", "javascript:alert()@a"],
        ["--public-url", "https://acquire.example/"],
        ["--trusted", "everyone"],
        ["--log-addresses", "some"],
    ] {
        assert_eq!(refusal(serve(&args)).0, 2, "{args:?}");
    }
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = Folder::new("serve-folder");
    let file = folder.write("file", "");
    let (code, output) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &format!("{file}/data")]));
    let output = folder.hide(&output);
    assert_eq!(code, 1);
    let expect = "mergemaker: cannot write to FOLDER/file/data: choose another folder with --data (";
    assert!(output.starts_with(expect), "{output}");
    // Without a home folder there is no data folder either.
    let mut homeless = serve(&["--addr", "127.0.0.1:0"]);
    homeless.env_remove("XDG_DATA_HOME").env_remove("HOME").env_remove("APPDATA");
    let expect = "mergemaker: there is no data folder: choose one with --data";
    assert_eq!(refusal(homeless), (1, expect.to_owned()));
}

/// Errors about a database never reveal its password.
#[test]
fn a_database_that_cannot_be_used() {
    let advice = "mergemaker: cannot use the database: check the address given with --database, and that the database is running (";
    for (url, why) in [
        ("postgres://ann:secret@127.0.0.1:1/games", "it does not respond)"),
        ("postgres://ann:secret@127.0.0.1:99999/games", ""),
        ("mysql://ann:secret@127.0.0.1/games", ""),
        ("secret", ""),
    ] {
        let (code, output) = refusal(serve(&["--addr", "127.0.0.1:0", "--database", url]));
        assert_eq!(code, 1);
        assert!(
            output.starts_with(advice) && output.ends_with(')') && output.contains(why),
            "{url}: {output}"
        );
        assert!(!output.contains("secret"), "{output}");
    }
}

#[test]
fn a_file_that_is_not_a_database() {
    let folder = Folder::new("serve-rubbish");
    folder.write("mergemaker.db", "this is no database, and was never one".repeat(200));
    let data = folder.path("");
    let (code, output) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", data.trim_end_matches('/')]));
    let expect = "mergemaker: cannot use FOLDER/mergemaker.db: restore a backup with `mergemaker restore FILE --data FOLDER`, or choose another folder with --data (";
    assert_eq!(code, 1);
    assert!(folder.hide(&output).starts_with(expect), "{output}");
}

#[test]
fn a_database_of_a_newer_version() {
    let folder = Folder::new("serve-newer");
    let data = folder.path("data");
    Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data])).end();
    let newer = Command::new("sqlite3")
        .arg(format!("{data}/mergemaker.db"))
        .arg("INSERT INTO schema_version VALUES (999)")
        .status();
    assert!(newer.expect("sqlite3 is installed").success());
    let (code, output) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let expect = "mergemaker: the database has version 999, but this program supports up to ";
    assert_eq!(code, 1);
    assert!(
        output.starts_with(expect) && output.ends_with("use a newer mergemaker, or another database"),
        "{output}"
    );
}

#[test]
fn invalid_options() {
    for (args, expect) in [
        (
            ["--addr", "here"],
            "mergemaker: invalid value 'here' for '--addr <ADDRESS:PORT>': give an address and a port, such as 127.0.0.1:8080 or localhost:8080 (see `--help`)",
        ),
        (
            ["--origin", "https://acquire.example/"],
            "mergemaker: invalid value 'https://acquire.example/' for '--origin <ORIGIN>': write it as a browser does, such as `https://acquire.example`, with nothing after the name (see `--help`)",
        ),
    ] {
        assert_eq!(refusal(serve(&args)), (2, expect.to_owned()));
    }
    for origin in
        ["acquire.example", "ftp://acquire.example", "https://*", "https://Acquire.example", "https://"]
    {
        assert_eq!(refusal(serve(&["--origin", origin])).0, 2, "{origin}");
    }
    let mut command = serve(&[]);
    command.env("MERGEMAKER_BEHIND_PROXY", "perhaps");
    let expect = "mergemaker: invalid value 'perhaps' for '--behind-proxy' [possible values: true, false] (see `--help`)";
    assert_eq!(refusal(command), (2, expect.to_owned()));
}

/// Every option can be set by an environment variable.
#[test]
fn options_are_read_from_the_environment() {
    let folder = Folder::new("serve-variables");
    let mut command = serve(&[]);
    command.env("MERGEMAKER_ADDR", "127.0.0.1:0").env("MERGEMAKER_DATA", folder.path("data"));
    command.env("MERGEMAKER_ORIGINS", "https://one.example,https://two.example");
    command.env("MERGEMAKER_BEHIND_PROXY", "true");
    let running = Running::start(command);
    assert_eq!(folder.names(), ["data"]);
    for (origin, status) in
        [("https://one.example", 401), ("https://two.example", 401), ("https://three.example", 403)]
    {
        let answer = running.get("/api/me", &format!("origin: {origin}\r\n"));
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{origin}: {answer}");
    }
    running.end();
    let mut command = serve(&["--addr", "127.0.0.1:0"]);
    command.env("MERGEMAKER_DATABASE", "mysql://ann:secret@127.0.0.1/games");
    let (code, output) = refusal(command);
    assert!(
        code == 1 && output.contains("cannot use the database") && !output.contains("secret"),
        "{output}"
    );
}
