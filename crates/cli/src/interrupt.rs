//! Ctrl-C in the middle of work: it ends at the next opportunity. What is written only as a whole is deleted
//! then; what is good in part is kept.

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

/// The exit code that shells know for Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

/// From now on Ctrl-C does not kill the program: [`check`] fails and [`is_asked`] says so instead. A second one ends it at
/// once, whatever it is doing.
pub(crate) fn watch() -> Result<()> {
    let ask = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    };
    ctrlc::set_handler(ask).context("cannot listen to Ctrl-C")
}

/// Fails once somebody has asked the program to end.
pub(crate) fn check() -> Result<()> {
    if is_asked() { Err(Interrupted.into()) } else { Ok(()) }
}

/// Whether somebody has asked the program to end.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
