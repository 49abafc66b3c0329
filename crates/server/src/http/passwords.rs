//! Passwords: hashed and verified on a dedicated thread, with limits on guessing.

use std::net::IpAddr;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::{mpsc, oneshot};

use super::{App, Problem};
use crate::name::NameKey;
use crate::refusals::Refused;

/// Verified when there is no such account, so that timing does not reveal that.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$T7y0wT5nZ9Yk3Yx0f2mS3m7k3Y0Q1y8o5b6JX0n7Q3E";

/// The hash of a password, in the stored form.
pub(super) async fn hash(password: String) -> Result<String, Problem> {
    on_password_thread(move || {
        Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).ok()
    })
    .await
}

/// Whether a password matches its hash. Without a hash it takes as long and fails.
pub(super) async fn verify(password: String, hash: Option<String>) -> Result<bool, Problem> {
    on_password_thread(move || {
        let verify = |hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        Some(PasswordHash::new(hash.as_deref().unwrap_or(DUMMY_HASH)).is_ok_and(verify) && hash.is_some())
    })
    .await
}

pub(super) fn too_many(app: &App, address: IpAddr) -> Problem {
    app.refuse_address(Refused::Login, address, "Too many attempts. Wait a minute.")
}

/// A login attempt. It counts as failed until it succeeds.
pub(super) struct LoginAttempt {
    from: (NameKey, IpAddr),
    /// Whether it also counts towards the account's overall limit.
    counts_for_account: bool,
}

impl LoginAttempt {
    /// Starts an attempt if the limits allow it. Once the account's overall limit is reached, each address
    /// has only one attempt left: enough for the owner, who knows the password.
    pub(super) fn start(app: &App, key: &NameKey, address: IpAddr) -> Option<LoginAttempt> {
        const BURST_UNDER_ATTACK: i64 = 1;
        let from = (key.clone(), address);
        let counts_for_account = app.limits.failures.allows(key.clone());
        let is_allowed = if counts_for_account {
            app.limits.failures_by_address.allows(from.clone())
        } else {
            app.limits.failures_by_address.allows_burst(from.clone(), BURST_UNDER_ATTACK)
        };
        let attempt = LoginAttempt { from, counts_for_account };
        if !is_allowed && counts_for_account {
            app.limits.failures.refund(&attempt.from.0);
        }
        is_allowed.then_some(attempt)
    }

    /// Does not count the attempt as a failure.
    pub(super) fn succeeded(&self, app: &App) {
        app.limits.failures_by_address.refund(&self.from);
        if self.counts_for_account {
            app.limits.failures.refund(&self.from.0);
        }
    }
}

/// Work for the password thread.
type Job = Box<dyn FnOnce() + Send>;

/// One thread handles all passwords, one at a time: hashing takes 19 MiB, and every thread that had done it
/// once would hold on to that memory.
static PASSWORD_THREAD: LazyLock<mpsc::Sender<Job>> = LazyLock::new(|| {
    let (jobs, mut queue) = mpsc::channel::<Job>(64);
    std::thread::spawn(move || {
        while let Some(job) = queue.blocking_recv() {
            // A job that panics sends no result, so its caller is refused.
            let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
        }
    });
    jobs
});

/// Runs slow work on the password thread, away from the network threads.
async fn on_password_thread<T: Send + 'static>(
    work: impl FnOnce() -> Option<T> + Send + 'static,
) -> Result<T, Problem> {
    let (reply, answer) = oneshot::channel();
    let job = Box::new(move || drop(reply.send(work())));
    let is_sent = PASSWORD_THREAD.send(job).await.is_ok();
    let done = if is_sent { answer.await.ok().flatten() } else { None };
    done.ok_or_else(Problem::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If the dummy hash did not parse, verifying it would take no time and reveal that there is no such
    /// account.
    #[test]
    fn the_dummy_hash_costs_as_much_as_a_real_one() {
        let any = Argon2::default().hash_password(b"some password").unwrap();
        let nobody = PasswordHash::new(DUMMY_HASH).unwrap();
        assert_eq!(
            (any.algorithm, any.version, &any.params),
            (nobody.algorithm, nobody.version, &nobody.params)
        );
        assert!(nobody.salt.is_some() && nobody.hash.is_some());
    }
}
