//! The tools a step needs beside Rust itself: installed when they are missing and we may, else asked for in
//! one line. A missing tool is a failure and never a reason to skip a step.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::shell;

/// Where the engine must compile too.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure of a subcommand of cargo that rustup brings as a component, such as `fmt` from `rustfmt`.
pub(crate) fn need_component(subcommand: &str, component: &str) -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::cargo(&format!("{subcommand} --version")));
    let order = format!("rustup component add {component}");
    need(&format!("`cargo {subcommand}`"), is_there, &mut [shell::command(&order)], &format!("run `{order}`"))
}

/// Makes sure that the standard library for WebAssembly is there.
pub(crate) fn need_wasm_target() -> Result<()> {
    let order = format!("rustup target add {WASM}");
    need(
        &format!("the target {WASM}"),
        has_wasm_target,
        &mut [shell::command(&order)],
        &format!("run `{order}`, or install Rust's standard library for {WASM} the way you installed Rust"),
    )
}

/// Makes sure of a program that a Debian package of the same name holds.
pub(crate) fn need_program(name: &str) -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::command(&format!("{name} --version")));
    let mut orders = if is_root_on_debian() { apt_orders(name) } else { Vec::new() };
    let remedy = format!("install the package {name} (on Debian, as root: `apt-get install {name}`)");
    need(name, is_there, &mut orders, &remedy)
}

/// Makes sure of PostgreSQL. Debian keeps the server's programs beside the path, one folder for each version.
pub(crate) fn need_postgres() -> Result<()> {
    let is_there = || {
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut folders = versions.map(|version| version.path().join("bin"));
        folders.any(|folder| folder.join("postgres").is_file())
            || shell::succeeds(&mut shell::command("pg_ctl --version"))
    };
    let mut orders = if is_root_on_debian() { apt_orders("postgresql") } else { Vec::new() };
    let remedy = "install the package postgresql (on Debian, as root: `apt-get install postgresql`)";
    need("PostgreSQL", is_there, &mut orders, remedy)
}

/// Makes sure of `PyTorch` for Debian's Python, and of its environments.
pub(crate) fn need_torch() -> Result<()> {
    let is_there =
        || shell::succeeds(Command::new("/usr/bin/python3").args(["-c", "import torch, ensurepip"]));
    let packages = "--no-install-recommends python3-torch python3-venv";
    let mut orders = if is_root_on_debian() { apt_orders(packages) } else { Vec::new() };
    let remedy =
        format!("install PyTorch for /usr/bin/python3 (on Debian, as root: `apt-get install {packages}`)");
    need("PyTorch", is_there, &mut orders, &remedy)
}

/// Makes sure of cargo-deny. It runs for seconds, so it is compiled quickly rather than to run fast.
pub(crate) fn need_cargo_deny() -> Result<()> {
    let is_there = || shell::succeeds(&mut shell::cargo("deny --version"));
    let order = "install cargo-deny --locked";
    let mut install = shell::cargo(order);
    for (setting, value) in [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1"), ("DEBUG", "0")] {
        install.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
    }
    need("`cargo deny`", is_there, &mut [install], &format!("run `cargo {order}`"))
}

/// Whether cargo-nextest is there. It is a comfort, so nothing installs it.
pub(crate) fn has_nextest() -> bool {
    shell::succeeds(&mut shell::cargo("nextest --version"))
}

/// Runs the orders that install a tool where it is missing, and looks again.
fn need(what: &str, is_there: impl Fn() -> bool, orders: &mut [Command], remedy: &str) -> Result<()> {
    if is_there() {
        return Ok(());
    }
    if !orders.is_empty() {
        println!("{what} is missing: installing it");
    }
    for order in orders {
        // What counts is whether the tool is there afterwards, so the result of one order does not matter.
        let _ = order.status();
    }
    ensure!(is_there(), "{what} is missing and could not be installed: {remedy}");
    Ok(())
}

/// Asks the compiler and not rustup, since Rust may have come from a distribution.
fn has_wasm_target() -> bool {
    let question = format!("rustc --print target-libdir --target {WASM}");
    shell::answer(&mut shell::command(&question)).is_some_and(|folder| Path::new(&folder).is_dir())
}

fn is_root_on_debian() -> bool {
    Path::new("/etc/debian_version").exists()
        && shell::answer(&mut shell::command("id -u")).is_some_and(|user| user == "0")
}

fn apt_orders(package: &str) -> Vec<Command> {
    let orders = ["apt-get update".to_owned(), format!("apt-get install -y {package}")];
    let mut orders: Vec<_> = orders.iter().map(|order| shell::command(order)).collect();
    for order in &mut orders {
        order.env("DEBIAN_FRONTEND", "noninteractive");
    }
    orders
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_tool_that_is_there_is_not_installed() {
        need("tool", || true, &mut [shell::command("no-such-program")], "install it").unwrap();
    }

    #[test]
    fn a_tool_that_the_orders_bring_is_enough() {
        let looks = Cell::new(0);
        let is_there_at_second_look = || looks.replace(looks.get() + 1) == 1;
        need("tool", is_there_at_second_look, &mut [shell::cargo("--version")], "install it").unwrap();
    }

    #[test]
    fn a_tool_that_cannot_be_installed_is_a_failure_with_its_remedy() {
        let error = need("tool", || false, &mut [], "install it").unwrap_err();
        assert_eq!(error.to_string(), "tool is missing and could not be installed: install it");
    }
}
