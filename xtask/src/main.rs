//! The repository's chores, run with `cargo xtask`. CI runs the same commands as people.

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
Chores of this repository.

  cargo xtask play           build the page, start the server and print the address to open
  cargo xtask test           run everything that CI runs, stopping at the first failure
  cargo xtask test --quick   run only formatting, lints and tests
  cargo xtask web            build the page that the server embeds
  cargo xtask web --quick    the same with a fast, larger build, for development
  cargo xtask deny           check licences and security advisories of dependencies
  cargo xtask deps           check the dependencies between our crates
  cargo xtask rules          check that tests cover every rule of docs/RULES.md
  cargo xtask rules --list   the same, listing the tests for each rule
  cargo xtask examples       check that the libraries' documentation has examples
  cargo xtask python         build and test the Python package, and train for a few seconds
  cargo xtask count          count the instructions of a random game
  cargo xtask measure        measure how long people wait for the page, on a quiet machine
  cargo xtask soak GAMES     play this many games between all bots at every kind of table
  cargo xtask soak server    run the server's fault and fuzz tests for a long time
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
            bail!("unknown chore `{}`: choose one of those above", unknown.join(" "));
        }
    }
    Ok(())
}

/// The folder above this package: from cargo's environment, or as of the build.
fn repository_root() -> Result<PathBuf> {
    let package =
        env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map(Path::to_path_buf).context("cannot find the repository: run `cargo xtask` inside it")
}
