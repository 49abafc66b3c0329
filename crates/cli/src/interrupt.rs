//! Handling of Ctrl-C: work ends at the next opportunity. Incomplete files are deleted; partial results that
//! are useful are kept.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};

/// The error after Ctrl-C.
#[derive(Debug)]
pub(crate) struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted: nothing was written")
    }
}

impl std::error::Error for Interrupted {}

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The conventional exit code for Ctrl-C.
pub(crate) const EXIT_CODE: u8 = 130;

/// Makes [`check`] fail and [`is_requested`] return true after Ctrl-C, instead of ending the program. A
/// second Ctrl-C ends it at once.
pub(crate) fn watch() -> Result<()> {
    let ask = || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    };
    ctrlc::set_handler(ask).context("cannot handle Ctrl-C")
}

/// Fails after Ctrl-C.
pub(crate) fn check() -> Result<()> {
    if is_requested() { Err(Interrupted.into()) } else { Ok(()) }
}

/// Whether Ctrl-C has been pressed.
pub(crate) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
