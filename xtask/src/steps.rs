//! The steps of `cargo xtask test`, which are those of CI.

use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};

use crate::{count, deny, deps, examples, python, rules, shell, tools, web};

/// How much of CI to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Every step, as CI does.
    All,
    /// The steps for use during development: format, lints, tests.
    Quick,
}

struct Step {
    name: &'static str,
    /// What it checks.
    checks: &'static str,
    /// The smallest extent that includes the step.
    extent: Extent,
    run: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step { name: "format", checks: "every file is formatted", extent: Extent::Quick, run: check_format },
    Step { name: "clippy", checks: "no lint warns", extent: Extent::Quick, run: check_lints },
    Step {
        name: "tests",
        checks: "the page builds, with engine, record and bots as WebAssembly, and every test passes",
        extent: Extent::Quick,
        run: run_tests,
    },
    Step {
        name: "doc tests",
        checks: "every example in the documentation runs",
        extent: Extent::Quick,
        run: run_doc_tests,
    },
    Step {
        name: "docs",
        checks: "the documentation builds without a warning",
        extent: Extent::All,
        run: build_docs,
    },
    Step {
        name: "deny",
        checks: "dependencies have allowed licences and no security advisories",
        extent: Extent::All,
        run: deny::check,
    },
    Step {
        name: "deps",
        checks: "crates have only allowed dependencies",
        extent: Extent::All,
        run: deps::check,
    },
    Step { name: "rules", checks: "tests cover every rule", extent: Extent::All, run: rules::check },
    Step {
        name: "examples",
        checks: "the libraries' documentation has examples",
        extent: Extent::All,
        run: examples::check,
    },
    Step {
        name: "python",
        checks: "the Python package works, and a short training runs",
        extent: Extent::All,
        run: python::check,
    },
    Step {
        name: "count",
        checks: "a random game stays within its instruction limit",
        extent: Extent::All,
        run: count::check,
    },
];

/// Runs the steps in order, stops at the first failure, and prints how long each took.
pub(crate) fn run(extent: Extent) -> Result<()> {
    let steps: Vec<&Step> =
        STEPS.iter().filter(|step| extent == Extent::All || step.extent == Extent::Quick).collect();
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("[{}/{}] {}: {}", index + 1, steps.len(), step.name, step.checks);
        let start = Instant::now();
        (step.run)().context(step.name)?;
        times.push((step.name, start.elapsed()));
    }
    println!("{}", closing_line(&times));
    Ok(())
}

fn closing_line(times: &[(&str, Duration)]) -> String {
    let total: Duration = times.iter().map(|(_, time)| *time).sum();
    let each: Vec<_> =
        times.iter().map(|(name, time)| format!("{name} {:.1} s", time.as_secs_f64())).collect();
    format!("All passed in {:.1} s: {}.", total.as_secs_f64(), each.join(", "))
}

fn check_format() -> Result<()> {
    tools::need_component("fmt", "rustfmt")?;
    shell::run(&mut shell::cargo("fmt --all --check"), "run `cargo fmt --all`")
}

fn check_lints() -> Result<()> {
    tools::need_component("clippy", "clippy")?;
    let mut clippy = shell::cargo("clippy --workspace --all-targets -- -D warnings");
    shell::run(&mut clippy, "fix the lints named above")?;
    // The page's view code is only compiled for the browser.
    tools::need_wasm_target()?;
    let page = format!("clippy -p mergemaker-web --bins --target {} -- -D warnings", tools::WASM);
    shell::run(&mut shell::cargo(&page), "fix the lints named above")
}

/// Runs all tests except doc tests, which nextest does not support.
fn run_tests() -> Result<()> {
    // One of the example bots is written in Python.
    tools::need_program("python3")?;
    // The tests start their own PostgreSQL server.
    tools::need_postgres()?;
    // The page is tested in a real browser.
    tools::need_program("chromium")?;
    let arguments = if tools::has_nextest() { "nextest run --workspace" } else { "test --workspace --tests" };
    // Building the page ends with a long single-threaded step, so compile the tests in parallel.
    web::make_folder()?;
    thread::scope(|scope| {
        let page = scope.spawn(|| web::build(web::Build::Small));
        let remedy = "fix the errors above";
        let tests = shell::run(&mut shell::cargo(&format!("{arguments} --no-run")), remedy);
        page.join().map_err(|_| anyhow!("building the page panicked: see above"))?.and(tests)
    })?;
    let mut tests = shell::cargo(arguments);
    // One more than the number of cores, since some tests wait for a clock.
    let threads = thread::available_parallelism().map_or(2, NonZero::get) + 1;
    shell::run(tests.env("NEXTEST_TEST_THREADS", threads.to_string()), "fix the tests that fail above")
}

fn run_doc_tests() -> Result<()> {
    shell::run(&mut shell::cargo("test --workspace --doc"), "fix the examples that fail above")
}

fn build_docs() -> Result<()> {
    let mut doc = shell::cargo("doc --workspace --no-deps");
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings"), "fix the comments named above")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closing_line_has_the_time_of_each_step() {
        let times = [("format", Duration::from_millis(640)), ("deps", Duration::from_secs(12))];
        assert_eq!(closing_line(&times), "All passed in 12.6 s: format 0.6 s, deps 12.0 s.");
    }
}
