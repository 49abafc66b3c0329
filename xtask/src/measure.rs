//! Measures the page's waiting times against their targets. The targets only apply on a quiet machine; the
//! regular tests allow ten times as much.

use anyhow::Result;

use crate::{shell, tools, web};

/// Runs the measurements one at a time and prints each figure; fails if one misses its target.
pub(crate) fn run() -> Result<()> {
    tools::need_program("chromium")?;
    web::build(web::Build::Small)?;
    let order = "test --quiet --workspace --test browser -- speed:: measured:: --test-threads=1 --nocapture";
    shell::run(shell::cargo(order).env("MEASURE", "1"), "see which figure misses its target above")
}
