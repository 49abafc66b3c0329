//! `mergemaker load`, against the real server.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Stdio};

use serde_json::Value;

use crate::program::{Folder, command, error_line, printed, run};

/// A server process, killed on drop.
struct Server {
    child: Child,
    url: String,
    _folder: Folder,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = Folder::new(name);
        let mut command = command(&["serve", "--addr", "127.0.0.1:0", "--data", &folder.path("data")]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Server { child, url: url.trim_end().to_owned(), _folder: folder }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn games_are_played_to_their_end_and_their_records_verify() {
    let server = Server::start("load-games");
    let args = ["load", "--url", &server.url, "--games", "6", "--at-once", "3", "--players", "3", "--json"];
    let report: Value = serde_json::from_str(&printed(&args)).unwrap();
    for name in ["games", "finished", "records_verified"] {
        assert_eq!(report[name], 6, "{name}: {report}");
    }
    assert_eq!(
        (&report["players"], &report["at_once"], &report["errors"]["total"]),
        (&3.into(), &3.into(), &0.into())
    );
    assert!(report["decisions"].as_u64().unwrap() > 6 * 50, "{report}");
    assert!(report["decisions_per_second"].as_f64().unwrap() > 0.0, "{report}");
    let [p50, p90, p99, max] =
        ["p50", "p90", "p99", "max"].map(|part| report["latency_ms"][part].as_f64().unwrap());
    assert!(0.0 < p50 && p50 <= p90 && p90 <= p99 && p99 <= max, "{report}");
}

#[test]
fn the_rate_and_time_limits_are_respected() {
    let server = Server::start("load-rate");
    let args =
        ["load", "--url", &server.url, "--games", "4", "--players", "2", "--rate", "50", "--seconds", "2"];
    let run = run(&args);
    assert_eq!((run.code, &run.stderr[..]), (0, ""), "{}", run.stdout);
    assert!(
        run.stdout.contains("  0 of 4 games finished, 2 players by renegade, 4 at once"),
        "{}",
        run.stdout
    );
    let (before, after) = run.stdout.split_once(" decisions in ").unwrap();
    let decisions: f64 = before.rsplit(' ').next().unwrap().parse().unwrap();
    let seconds: f64 = after.split(' ').next().unwrap().parse().unwrap();
    // The pace may catch up a little after a delay.
    assert!((1.0..=50.0 * seconds + 10.0).contains(&decisions), "{}", run.stdout);
    assert!(run.stdout.contains("  no errors\n"), "{}", run.stdout);
}

#[test]
fn sockets_are_held_open() {
    let server = Server::start("load-idle");
    let text = printed(&["load", "--url", &server.url, "--idle", "20", "--seconds", "1", "--json"]);
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["opened"], &report["closed_early"]), (&20.into(), &0.into()), "{report}");
}

#[test]
fn errors_are_one_line() {
    let nobody = error_line(&["load", "--url", "http://127.0.0.1:1", "--games", "1"]);
    assert_eq!(
        nobody,
        "mergemaker: no server responds at http://127.0.0.1:1: start one with `mergemaker serve`, or choose another \
         with --url"
    );
    let url = error_line(&["load", "--url", "https://acquire.example"]);
    assert_eq!(
        url,
        "mergemaker: --url https://acquire.example: give an address such as http://127.0.0.1:8080"
    );
    for args in [
        &["load", "--games", "0"][..],
        &["load", "--players", "7"],
        &["load", "--rate", "0"],
        &["load", "--seconds", "-1"],
        &["load", "--at-once", "x"],
        &["load", "--rules", "chess"],
        &["load", "--rules", "tycoon", "--players", "2"],
        &["load", "--idle", "5", "--games", "3"],
    ] {
        error_line(args);
    }
}
