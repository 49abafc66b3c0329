//! Secrets and ids: random texts that nobody can guess, and how they are kept.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Letters and digits that cannot be taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A random text of so many letters, five bits each.
pub(crate) fn random_text(letters: usize) -> String {
    let bytes = random_bytes::<64>();
    bytes.iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Random bytes from the system.
///
/// # Panics
/// When the system has no randomness to give: then nothing is safe, and nothing goes on.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

/// How a secret is kept: whoever reads the database cannot use it.
pub(crate) fn hashed(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_long_and_all_different() {
        let texts: std::collections::BTreeSet<String> = (0..1_000).map(|_| random_text(26)).collect();
        assert!(texts.len() == 1_000 && texts.iter().all(|text| text.len() == 26));
    }

    #[test]
    fn a_secret_is_not_kept_as_it_is() {
        assert_eq!(hashed("a").len(), 64);
        assert_ne!(hashed("a"), hashed("b"));
    }
}
