//! Every chore of the repository, behind `cargo xtask`. What CI runs and what people run is the same command.

mod count;
mod deny;
mod deps;
mod examples;
mod files;
mod measure;
mod python;
mod rules;
mod shell;
mod soak;
mod steps;
mod tools;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
Every chore of the repository.

  cargo xtask play           build the page, start the server and print the address to open
  cargo xtask test           run everything that CI runs, up to the first failure
  cargo xtask test --quick   only the format, the lints and the tests
  cargo xtask web            build the page that the server delivers
  cargo xtask web --quick    the same, compiled fast: larger and slower, for working on it
  cargo xtask deny           check the licences and known faults of what we build on
  cargo xtask deps           check which crate uses which
  cargo xtask rules          check that every rule of docs/RULES.md is named by a test
  cargo xtask rules --list   the same, printing the tests that name each rule
  cargo xtask examples       check that the documentation of the libraries teaches by example
  cargo xtask python         build the Python package, try it, and train for a few seconds
  cargo xtask count          count the instructions of a random game
  cargo xtask measure        measure what people wait for in the page, on a machine that does nothing else
  cargo xtask soak GAMES     let all bots play at every table there is, and look for faults
  cargo xtask soak server    send the server far more faults and strange input than the tests do
";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    let root = repository_root()?;
    env::set_current_dir(&root).with_context(|| format!("cannot enter {}", root.display()))?;
    match words {
        [] | ["help" | "-h" | "--help", ..] | [_, "-h" | "--help"] => shell::show(HELP),
        ["test"] => steps::run(steps::Extent::All)?,
        ["test", "--quick"] => steps::run(steps::Extent::Quick)?,
        ["play", words @ ..] => web::play(words)?,
        ["web"] => web::build(web::Build::Small)?,
        ["web", "--quick"] => web::build(web::Build::Quick)?,
        ["deny"] => deny::check()?,
        ["deps"] => deps::check()?,
        ["rules"] => rules::check()?,
        ["rules", "--list"] => rules::list()?,
        ["examples"] => examples::check()?,
        ["python"] => python::check()?,
        ["count"] => count::check()?,
        ["measure"] => measure::run()?,
        ["soak", "server"] => soak::server()?,
        ["soak", games] => soak::run(games)?,
        unknown => {
            eprint!("{HELP}");
            bail!("there is no chore `{}`: choose one of those above", unknown.join(" "));
        }
    }
    Ok(())
}

/// The folder above this package, as cargo names it now, or as it was named when this binary was built.
fn repository_root() -> Result<PathBuf> {
    let package =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package
        .parent()
        .map(Path::to_path_buf)
        .context("xtask lies in no repository: run `cargo xtask` inside one")
}
