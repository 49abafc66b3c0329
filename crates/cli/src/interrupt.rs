//! Ctrl-C while a file is being written: the work ends at the next opportunity, and the file is deleted.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// Somebody asked the program to end.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted: nothing was written")
    }
}

impl std::error::Error for Interrupted {}

static ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C does not kill the program: [`check`] fails instead.
pub(crate) fn watch() -> Result<()> {
    ctrlc::set_handler(|| ASKED.store(true, Ordering::Relaxed)).context("cannot listen to Ctrl-C")
}

/// Fails once somebody has asked the program to end.
pub(crate) fn check() -> Result<()> {
    if ASKED.load(Ordering::Relaxed) { Err(Interrupted.into()) } else { Ok(()) }
}
