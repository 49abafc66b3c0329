//! `mergemaker serve`: what it says when it cannot start, and how it ends.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::program::{Folder, command};

/// The program as a server, without anything in the environment that it might take for options.
fn serve(args: &[&str]) -> Command {
    let mut command = command(&["serve"]);
    for name in ["ADDR", "DATA", "DATABASE", "ORIGINS", "BEHIND_PROXY"] {
        command.env_remove(format!("MERGEMAKER_{name}"));
    }
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs a server that must not start; its exit code, and the one line it says.
fn refusal(mut command: Command) -> (i32, String) {
    let output = command.output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    (output.status.code().expect("it ends by itself"), stderr.trim_end().to_owned())
}

/// A server that runs.
struct Running {
    child: Child,
    url: String,
}

impl Running {
    fn start(mut command: Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
        Running { child, url: url.trim_end().to_owned() }
    }

    /// The answer to a request, with all its headers.
    fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Asks it to end, as the system does; what it said meanwhile.
    fn end(mut self) -> String {
        let kill = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{said}");
        said
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that fails leaves nothing behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_serves_until_it_is_asked_to_end_and_starts_again() {
    let folder = Folder::new("serve-end");
    let data = folder.path("data");
    for _ in 0..2 {
        let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
        assert!(running.get("/readyz", "").ends_with("ready\n"));
        let said = running.end();
        // Its log is one JSON object a line.
        let (log, last) = said.trim_end().rsplit_once('\n').unwrap();
        assert!(log.lines().all(|line| line.starts_with("{\"timestamp\"") && line.ends_with('}')), "{log}");
        assert_eq!(last, "ending: what is in flight is finished");
    }
}

#[test]
fn a_folder_serves_one_server_at_a_time() {
    let folder = Folder::new("serve-twice");
    let data = folder.path("data");
    let running = Running::start(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let (code, said) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let expect = "mergemaker: another server uses FOLDER/data: end it, or choose another folder with --data";
    assert_eq!((code, folder.hide(&said).as_str()), (1, expect));
    running.end();
}

#[test]
fn a_port_that_is_taken() {
    let folder = Folder::new("serve-port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let addr = taken.local_addr().unwrap().to_string();
    let (code, said) = refusal(serve(&["--addr", &addr, "--data", &folder.path("data")]));
    let said = said.replace(&addr, "ADDR");
    assert_eq!(code, 1);
    assert!(said.starts_with("mergemaker: cannot listen at ADDR: choose another with --addr ("), "{said}");
}

#[test]
fn a_folder_that_cannot_be_written() {
    let folder = Folder::new("serve-folder");
    let file = folder.write("file", "");
    let (code, said) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &format!("{file}/data")]));
    let said = folder.hide(&said);
    assert_eq!(code, 1);
    let expect = "mergemaker: cannot write in FOLDER/file/data: choose another folder with --data (";
    assert!(said.starts_with(expect), "{said}");
    // Nor is there a folder for somebody of whom nothing is known.
    let mut homeless = serve(&["--addr", "127.0.0.1:0"]);
    homeless.env_remove("XDG_DATA_HOME").env_remove("HOME").env_remove("APPDATA");
    let expect = "mergemaker: there is no data folder: name one with --data";
    assert_eq!(refusal(homeless), (1, expect.to_owned()));
}

/// Whatever is wrong with a database, its password is not told.
#[test]
fn a_database_that_cannot_be_used() {
    let advice =
        "mergemaker: cannot use the database: check the address given with --database, and whether it runs (";
    for (url, why) in [
        ("postgres://ann:secret@127.0.0.1:1/games", "it does not answer)"),
        ("postgres://ann:secret@127.0.0.1:99999/games", ""),
        ("mysql://ann:secret@127.0.0.1/games", ""),
        ("secret", ""),
    ] {
        let (code, said) = refusal(serve(&["--addr", "127.0.0.1:0", "--database", url]));
        assert_eq!(code, 1);
        assert!(said.starts_with(advice) && said.ends_with(')') && said.contains(why), "{url}: {said}");
        assert!(!said.contains("secret"), "{said}");
    }
}

#[test]
fn a_file_that_is_no_database() {
    let folder = Folder::new("serve-rubbish");
    folder.write("mergemaker.db", "this is no database, and was never one".repeat(200));
    let data = folder.path("");
    let (code, said) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", data.trim_end_matches('/')]));
    let expect = "mergemaker: cannot use FOLDER/mergemaker.db: put a backup in its place, or choose another folder with --data (";
    assert_eq!(code, 1);
    assert!(folder.hide(&said).starts_with(expect), "{said}");
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
    let (code, said) = refusal(serve(&["--addr", "127.0.0.1:0", "--data", &data]));
    let expect = "mergemaker: the database is of version 999, this program knows up to ";
    assert_eq!(code, 1);
    assert!(
        said.starts_with(expect) && said.ends_with("use a newer mergemaker, or another database"),
        "{said}"
    );
}

#[test]
fn options_that_make_no_sense() {
    for (args, expect) in [
        (
            ["--addr", "here"],
            "mergemaker: invalid value 'here' for '--addr <ADDRESS:PORT>': give an address and a port, such as 127.0.0.1:8080 or localhost:8080 (`--help` tells more)",
        ),
        (
            ["--origin", "https://acquire.example/"],
            "mergemaker: invalid value 'https://acquire.example/' for '--origin <ORIGIN>': write it as a browser does, such as `https://acquire.example`, with nothing after the name (`--help` tells more)",
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
    let expect = "mergemaker: invalid value 'perhaps' for '--behind-proxy' [possible values: true, false] (`--help` tells more)";
    assert_eq!(refusal(command), (2, expect.to_owned()));
}

/// Every option can be a variable of the environment.
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
    let (code, said) = refusal(command);
    assert!(code == 1 && said.contains("cannot use the database") && !said.contains("secret"), "{said}");
}
