//! What we build on: licences, replaced crates, sources and known faults, held by `cargo deny` and
//! `deny.toml`.

use anyhow::{Result, bail};

use crate::{shell, tools};

/// Fails when a dependency is not as `deny.toml` asks. Known faults are looked up where their list can be
/// reached.
pub(crate) fn check() -> Result<()> {
    tools::need_cargo_deny()?;
    shell::run(&mut shell::cargo("deny check bans licenses sources"), "see deny.toml for what we allow")?;
    let output = shell::cargo("deny check advisories").output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        println!("no known faults");
    } else if said.contains("failed to fetch advisory database") {
        println!("the list of known faults cannot be reached from here: not looked up");
    } else {
        bail!("there are known faults: update or replace what is named here\n{said}");
    }
    Ok(())
}
