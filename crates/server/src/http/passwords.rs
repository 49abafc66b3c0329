//! Passwords: hashed and checked on a thread of their own, and guessed only so often.

use std::net::IpAddr;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use mergemaker_protocol::RefusalCode;
use tokio::sync::{mpsc, oneshot};

use super::{App, Problem};
use crate::name::NameKey;

/// Checked where there is no such account, so that the time reveals nothing.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$T7y0wT5nZ9Yk3Yx0f2mS3m7k3Y0Q1y8o5b6JX0n7Q3E";

/// The hash of a password, as it is stored.
pub(super) async fn hashed(password: String) -> Result<String, Problem> {
    in_background(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).ok()
    })
    .await
}

/// Whether a password has this hash; without a hash it takes as long and is wrong.
pub(super) async fn is_right(password: String, hash: Option<String>) -> Result<bool, Problem> {
    in_background(move || {
        let verify = |hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        Some(PasswordHash::new(hash.as_deref().unwrap_or(NOBODY)).is_ok_and(verify) && hash.is_some())
    })
    .await
}

pub(super) fn too_many() -> Problem {
    Problem::new(RefusalCode::TooMany, "Too many attempts. Wait a minute.")
}

/// One attempt to log in, which counts as a failure until it was right.
pub(super) struct Guess {
    from: (NameKey, IpAddr),
    /// Whether it counts for the account as a whole, too.
    counts_for_all: bool,
}

impl Guess {
    /// An attempt, where it is allowed. Once too many failed from everywhere, each address has only one left: enough
    /// for the owner, who knows the password.
    pub(super) fn of(app: &App, key: &NameKey, address: IpAddr) -> Option<Guess> {
        const WHEN_MANY_FAIL: i64 = 1;
        let from = (key.clone(), address);
        let counts_for_all = app.limits.failures.allows(key.clone());
        let is_allowed = if counts_for_all {
            app.limits.failures_by_address.allows(from.clone())
        } else {
            app.limits.failures_by_address.allows_of(from.clone(), WHEN_MANY_FAIL)
        };
        let guess = Guess { from, counts_for_all };
        if !is_allowed && counts_for_all {
            app.limits.failures.forget_one(&guess.from.0);
        }
        is_allowed.then_some(guess)
    }

    /// It was no failure.
    pub(super) fn was_right(&self, app: &App) {
        app.limits.failures_by_address.forget_one(&self.from);
        if self.counts_for_all {
            app.limits.failures.forget_one(&self.from.0);
        }
    }
}

/// Work for the thread of the passwords.
type Job = Box<dyn FnOnce() + Send>;

/// One thread works on all passwords, one after the other: each takes 19 MiB, which every thread that ever did one
/// would keep.
static PASSWORDS: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
    let (jobs, mut queue) = mpsc::channel::<Job>(64);
    std::thread::spawn(move || {
        while let Some(job) = queue.blocking_recv() {
            // One that breaks sends no result, and its caller is refused.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
        }
    });
    jobs
});

/// Work that would keep the network waiting, on the thread of the passwords.
async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let (reply, answer) = oneshot::channel();
    let job = Box::new(move || drop(reply.send(work())));
    let is_sent = PASSWORDS.send(job).await.is_ok();
    let done = if is_sent { answer.await.ok().flatten() } else { None };
    done.ok_or_else(Problem::broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash that could not be read would cost no time, and so reveal that there is no such account.
    #[test]
    fn the_hash_of_nobody_costs_as_much_as_any() {
        let any = Argon2::default().hash_password(b"some password").unwrap();
        let nobody = PasswordHash::new(NOBODY).unwrap();
        assert_eq!(
            (any.algorithm, any.version, &any.params),
            (nobody.algorithm, nobody.version, &nobody.params)
        );
        assert!(nobody.salt.is_some() && nobody.hash.is_some());
    }
}
