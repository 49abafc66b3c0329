//! Checks the Python package and the training scripts: builds the package, runs all tests and examples, and trains a
//! network for some seconds.

use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Result;

use crate::{shell, tools};

/// The virtual environment, which includes Debian's own packages.
const PLACE: &str = "target/python";
/// The packages that the tests need in addition. `PettingZoo` and Gymnasium check our environments.
const PACKAGES: &str = "maturin>=1.7,<2 pettingzoo>=1.24,<2 gymnasium>=1.0,<2 safetensors>=0.4,<1";

/// Builds the package into an environment of its own, runs its tests and examples, and trains a network that the arena
/// then plays with.
pub(crate) fn check() -> Result<()> {
    tools::need_torch()?;
    let python = format!("{PLACE}/bin/python");
    if !Path::new(&python).exists() {
        let order = format!("/usr/bin/python3 -m venv --system-site-packages {PLACE}");
        shell::run(&mut shell::command(&order), "install the package python3-venv")?;
    }
    let mut install = shell::command(&format!("{python} -m pip install --quiet --disable-pip-version-check"));
    install.args(PACKAGES.split(' '));
    shell::run(&mut install, "look whether Python's packages can be reached from here")?;
    let mut build = shell::command(&format!("{PLACE}/bin/maturin develop --quiet --profile dev"));
    build.args(["--manifest-path", "crates/python/Cargo.toml"]).env("VIRTUAL_ENV", full(PLACE)?);
    shell::run(&mut build, "fix what is named above")?;
    let run = |words: &[&str], folder: &str| {
        let mut order = Command::new(full(&python)?);
        order.args(words).current_dir(folder);
        shell::run(&mut order, "fix what fails above")
    };
    run(&["-m", "unittest"], "crates/python/tests")?;
    run(&["-m", "unittest"], "training")?;
    for example in [&["one_game.py"][..], &["all_seats.py"], &["many_games.py"], &["speed.py", "0.1"]] {
        run(example, "crates/python/examples")?;
    }
    let begun = Instant::now();
    let out = &format!("{}/smoke", full(PLACE)?);
    let _ = std::fs::remove_dir_all(out);
    let budget = "--decisions 5120 --stop_after 2048 --warmup 1024 --snapshot 2048";
    // More threads would wait for each other where other checks run.
    let size = "--size small --games 32 --steps 16 --minibatch 256 --torch_threads 1 --env_threads 1";
    let mut train = vec!["train.py", "--out", out];
    train.extend(budget.split(' ').chain(size.split(' ')));
    // Twice, because a training resumes where it stopped.
    for _ in 0..2 {
        run(&train, "training")?;
    }
    for opponent in ["random", &format!("{out}/snapshots")] {
        let words = ["evaluate.py", out, "--against", opponent, "--games", "8", "--torch_threads", "1"];
        run(&words, "training")?;
    }
    run(&["curves.py", &format!("{out}/log.jsonl"), &format!("{out}/curves.svg")], "training")?;
    run(&["export.py", out, &format!("{out}/small.safetensors")], "training")?;
    println!("trained, evaluated, plotted and exported in {:.0} s", begun.elapsed().as_secs_f64());
    let mut arena = shell::cargo("run --quiet --bin mergemaker -- arena --players 2 --games 8 --bots");
    arena.arg(format!("net:{out}/small.safetensors,random"));
    shell::run(&mut arena, "fix what fails above")
}

/// A path that holds in every folder.
fn full(path: &str) -> Result<String> {
    Ok(std::env::current_dir()?.join(path).display().to_string())
}
