//! What people wait for in the page, held to its targets. Only a machine that does nothing else gives figures
//! worth having, so the checks hold the same to ten times as much.

use anyhow::Result;

use crate::{shell, tools, web};

/// Measures one thing after the other and prints each figure; fails when one misses its target.
pub(crate) fn run() -> Result<()> {
    tools::need_program("chromium")?;
    web::build(web::Build::Small)?;
    let order = "test --quiet --workspace --test browser -- speed:: measured:: --test-threads=1 --nocapture";
    shell::run(shell::cargo(order).env("MEASURE", "1"), "see which figure misses its target above")
}
