//! Checks licences, banned crates, sources and security advisories of dependencies with `cargo deny`.

use anyhow::{Result, bail};

use crate::{shell, tools};

/// Fails if a dependency violates `deny.toml`. Advisories are only checked if the database can be reached.
pub(crate) fn check() -> Result<()> {
    tools::need_cargo_deny()?;
    shell::run(&mut shell::cargo("deny check bans licenses sources"), "see deny.toml for the policy")?;
    let output = shell::cargo("deny check advisories").output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        println!("no security advisories");
    } else if stderr.contains("failed to fetch advisory database") {
        println!("cannot reach the advisory database: advisories were not checked");
    } else {
        bail!("there are security advisories: update or replace the crates named here\n{stderr}");
    }
    Ok(())
}
