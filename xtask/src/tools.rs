//! The tools that steps need besides Rust: installed automatically where possible, otherwise requested in one
//! line. A missing tool is an error, never a reason to skip a step.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::shell;

/// The WebAssembly target.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Ensures a cargo subcommand from a rustup component, such as `fmt` from `rustfmt`.
pub(crate) fn need_component(subcommand: &str, component: &str) -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::cargo(&format!("{subcommand} --version")));
    let arguments = format!("rustup component add {component}");
    need(
        &format!("`cargo {subcommand}`"),
        is_there,
        &mut [shell::command(&arguments)],
        &format!("run `{arguments}`"),
    )
}

/// Ensures the standard library for WebAssembly.
pub(crate) fn need_wasm_target() -> Result<()> {
    let arguments = format!("rustup target add {WASM}");
    need(
        &format!("the target {WASM}"),
        has_wasm_target,
        &mut [shell::command(&arguments)],
        &format!(
            "run `{arguments}`, or install Rust's standard library for {WASM} the way you installed Rust"
        ),
    )
}

/// Ensures a program from the Debian package of the same name.
pub(crate) fn need_program(name: &str) -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::command(&format!("{name} --version")));
    let mut commands = if is_root_on_debian() { apt_commands(name) } else { Vec::new() };
    let remedy = format!("install the package {name} (on Debian, as root: `apt-get install {name}`)");
    need(name, is_there, &mut commands, &remedy)
}

/// Ensures PostgreSQL. Debian keeps its programs outside `PATH`, one folder per version.
pub(crate) fn need_postgres() -> Result<()> {
    let is_there = || {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut folders = versions.map(|version| version.path().join("bin"));
        folders.any(|folder| folder.join("postgres").is_file())
            || shell::succeeds(&mut shell::command("pg_ctl --version"))
    };
    let mut commands = if is_root_on_debian() { apt_commands("postgresql") } else { Vec::new() };
    let remedy = "install the package postgresql (on Debian, as root: `apt-get install postgresql`)";
    need("PostgreSQL", is_there, &mut commands, remedy)
}

/// Ensures `PyTorch` and venv for Debian's Python.
pub(crate) fn need_torch() -> Result<()> {
    let is_there =
        || shell::succeeds(Command::new("/usr/bin/python3").args(["-c", "import torch, ensurepip"]));
    let packages = "--no-install-recommends python3-torch python3-venv";
    let mut commands = if is_root_on_debian() { apt_commands(packages) } else { Vec::new() };
    let remedy =
        format!("install PyTorch for /usr/bin/python3 (on Debian, as root: `apt-get install {packages}`)");
    need("PyTorch", is_there, &mut commands, &remedy)
}

/// Ensures cargo-deny, compiled with few optimizations because it only runs for seconds.
pub(crate) fn need_cargo_deny() -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::cargo("deny --version"));
    let arguments = "install cargo-deny --locked";
    let mut install = shell::cargo(arguments);
    for (setting, value) in [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1"), ("DEBUG", "0")] {
        install.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
    }
    need("`cargo deny`", is_there, &mut [install], &format!("run `cargo {arguments}`"))
}

/// Whether cargo-nextest is available. It is optional, so it is never installed.
pub(crate) fn has_nextest() -> bool {
    shell::succeeds(&mut shell::cargo("nextest --version"))
}

/// Installs a tool if it is missing, and checks again.
fn need(what: &str, is_there: impl Fn() -> bool, commands: &mut [Command], remedy: &str) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    if !commands.is_empty() {
        println!("{what} is missing: installing it");
    }
    for command in commands {
        // Ignore the result: the check below decides.
        let _ = command.status();
    }
    ensure!(is_there(), "{what} is missing and could not be installed: {remedy}");
    Ok(())
}

/// Asks the compiler instead of rustup, since Rust may come from a distribution.
fn has_wasm_target() -> bool {
    let question = format!("rustc --print target-libdir --target {WASM}");
    shell::answer(&mut shell::command(&question)).is_some_and(|folder| Path::new(&folder).is_dir())
}

fn is_root_on_debian() -> bool {
    Path::new("/etc/debian_version").exists()
        && shell::answer(&mut shell::command("id -u")).is_some_and(|user| user == "0")
}

fn apt_commands(package: &str) -> Vec<Command> {
    let commands = ["apt-get update".to_owned(), format!("apt-get install -y {package}")];
    let mut commands: Vec<_> = commands.iter().map(|line| shell::command(line)).collect();
    for command in &mut commands {
        command.env("DEBIAN_FRONTEND", "noninteractive");
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn an_existing_tool_is_not_installed() {
        need("tool", || true, &mut [shell::command("no-such-program")], "install it").unwrap();
    }

    #[test]
    fn a_tool_is_found_after_installation() {
        let checks = Cell::new(0);
        let is_there_at_second_check = || checks.replace(checks.get() + 1) == 1;
        need("tool", is_there_at_second_check, &mut [shell::cargo("--version")], "install it").unwrap();
    }

    #[test]
    fn a_tool_that_cannot_be_installed_is_an_error() {
        let error = need("tool", || false, &mut [], "install it").unwrap_err();
        assert_eq!(error.to_string(), "tool is missing and could not be installed: install it");
    }
}
