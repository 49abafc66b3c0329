//! How many files the process may have open: every connection is one.

/// Raises the limit on open files as far as the system allows, and returns it, if the system has one.
#[cfg(unix)]
pub(crate) fn raise_limit() -> Option<usize> {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    /// More would only cost memory in the kernel.
    const ENOUGH: u64 = 1 << 20;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
    let wanted = hard.min(ENOUGH).max(soft);
    let limit = match setrlimit(Resource::RLIMIT_NOFILE, wanted, hard) {
        Ok(()) => wanted,
        Err(_) => soft,
    };
    usize::try_from(limit).ok()
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit() -> Option<usize> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use nix::sys::resource::{Resource, getrlimit};

    #[test]
    fn the_soft_limit_becomes_the_hard_one() {
        let limit = super::raise_limit().unwrap();
        let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).unwrap();
        assert_eq!(soft, limit as u64);
        assert!(soft == hard || soft >= 1 << 20);
    }
}
