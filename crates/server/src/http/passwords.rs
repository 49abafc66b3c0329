//! Passwords: hashed and verified on a dedicated thread, with limits on guessing.

use std::net::IpAddr;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use mergemaker_protocol::{Account, RefusalCode};
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
    /// The account and the network.
    from: (String, IpAddr),
    /// Whether it also counts towards the account's overall limit.
    counts_for_account: bool,
}

impl LoginAttempt {
    /// Starts an attempt if the limits allow it. Networks where the account was used before have a limit of their own,
    /// so that guesses from elsewhere do not lock out the owner. All others share one, however many they are.
    pub(super) fn start(app: &App, key: &NameKey, address: IpAddr, is_known: bool) -> Option<LoginAttempt> {
        let from = (key.as_str().to_owned(), address);
        if !app.limits.failures_by_address.allows(from.clone()) {
            return None;
        }
        if !is_known && !app.limits.failures.allows(from.0.clone()) {
            app.limits.failures_by_address.refund(&from);
            return None;
        }
        Some(LoginAttempt { from, counts_for_account: !is_known })
    }

    /// Does not count the attempt as a failure.
    pub(super) fn succeeded(&self, app: &App) {
        app.limits.failures_by_address.refund(&self.from);
        if self.counts_for_account {
            app.limits.failures.refund(&self.from.0);
        }
    }
}

/// Checks that a person who is logged in knows the password.
pub(super) async fn confirm(
    app: &App,
    you: &Account,
    address: IpAddr,
    password: Option<String>,
) -> Result<(), Problem> {
    let person = &you.person;
    let wrong = |message: &str| Problem::new(RefusalCode::WrongPassword, message);
    let Some(hash) = app.rooms.store.password_hash(&person.id).await? else {
        let message = "A guest has no password to confirm this with. Make it an account first.";
        return Err(Problem::new(RefusalCode::Forbidden, message));
    };
    let password = password.ok_or_else(|| wrong("Enter your password to confirm this."))?;
    let is_known = app.knows_network(&person.id, address).await?;
    let key = NameKey::of(&person.name);
    let attempt = LoginAttempt::start(app, &key, address, is_known).ok_or_else(|| too_many(app, address))?;
    if password.len() > 1_000 || !verify(password, Some(hash)).await? {
        return Err(wrong("The password is wrong. Check it and try again."));
    }
    attempt.succeeded(app);
    Ok(())
}

/// Checks the length of a new password.
pub(super) fn check_new(password: &str) -> Result<(), Problem> {
    if (8..=200).contains(&password.chars().count()) {
        return Ok(());
    }
    Err(Problem::new(RefusalCode::Invalid, "Choose a password of 8 to 200 characters."))
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
