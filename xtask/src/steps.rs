//! What `cargo xtask test` does: the steps of CI, one after the other.

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
    /// The steps one wants at hand while writing: format, lints, tests.
    Quick,
}

struct Step {
    name: &'static str,
    /// What is true when it passes.
    says: &'static str,
    /// The least extent that the step is part of.
    extent: Extent,
    run: fn() -> Result<()>,
}

const STEPS: &[Step] = &[
    Step {
        name: "format",
        says: "every file is as rustfmt writes it",
        extent: Extent::Quick,
        run: check_format,
    },
    Step { name: "clippy", says: "no lint complains", extent: Extent::Quick, run: check_lints },
    Step {
        name: "tests",
        says: "the page builds, with engine, record and bots as WebAssembly, and every test passes",
        extent: Extent::Quick,
        run: run_tests,
    },
    Step {
        name: "doc tests",
        says: "every example in the documentation runs",
        extent: Extent::Quick,
        run: run_doc_tests,
    },
    Step {
        name: "docs",
        says: "the documentation builds without a warning",
        extent: Extent::All,
        run: build_docs,
    },
    Step {
        name: "deny",
        says: "what we build on is free to use and without known faults",
        extent: Extent::All,
        run: deny::check,
    },
    Step { name: "deps", says: "every crate uses only what it may", extent: Extent::All, run: deps::check },
    Step { name: "rules", says: "every rule is named by a test", extent: Extent::All, run: rules::check },
    Step {
        name: "examples",
        says: "the documentation teaches by example",
        extent: Extent::All,
        run: examples::check,
    },
    Step {
        name: "python",
        says: "the Python package does what it says, and a training of seconds runs",
        extent: Extent::All,
        run: python::check,
    },
    Step {
        name: "count",
        says: "a random game stays within its instructions",
        extent: Extent::All,
        run: count::check,
    },
];

/// Runs the steps in order and stops at the first that fails; at the end says how long each took.
pub(crate) fn run(extent: Extent) -> Result<()> {
    let steps: Vec<&Step> =
        STEPS.iter().filter(|step| extent == Extent::All || step.extent == Extent::Quick).collect();
    let mut times = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("[{}/{}] {}: {}", index + 1, steps.len(), step.name, step.says);
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
    // What draws the page is compiled for the browser alone.
    tools::need_wasm_target()?;
    let page = format!("clippy -p mergemaker-web --bins --target {} -- -D warnings", tools::WASM);
    shell::run(&mut shell::cargo(&page), "fix the lints named above")
}

/// Without the doc tests, which are a step of their own since nextest does not know them.
fn run_tests() -> Result<()> {
    // One of the example bots is written in Python.
    tools::need_program("python3")?;
    // The tests start a server of their own, so nothing needs to run.
    tools::need_postgres()?;
    // The page is looked at in a real browser.
    tools::need_program("chromium")?;
    let arguments = if tools::has_nextest() { "nextest run --workspace" } else { "test --workspace --tests" };
    // The page ends with a long step on one core, so the tests are compiled meanwhile.
    web::make_folder()?;
    thread::scope(|scope| {
        let page = scope.spawn(|| web::build(web::Build::Small));
        let remedy = "fix the errors above";
        let tests = shell::run(&mut shell::cargo(&format!("{arguments} --no-run")), remedy);
        page.join().map_err(|_| anyhow!("building the page panicked: see above"))?.and(tests)
    })?;
    let mut tests = shell::cargo(arguments);
    // One more than there are cores, since some tests wait for a clock.
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
