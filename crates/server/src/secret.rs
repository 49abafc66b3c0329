//! Secrets and ids: random texts that nobody can guess, and how they are kept.

use std::fmt::Write as _;

use mergemaker_protocol::CODE_LENGTH;
use sha2::{Digest, Sha256};

/// Letters and digits that cannot be taken for each other.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A random text of so many letters, five bits each.
pub(crate) fn random_text(letters: usize) -> String {
    let bytes = random_bytes::<64>();
    bytes.iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// What a code is made of: nothing that looks or sounds like another letter, and no vowels, so that no code is a word.
const CODE_ALPHABET: &[u8; 22] = b"CDFGHJKLMNPQRTWXY34679";

/// A short code, easy to read out and to type. It is no secret for long: whoever guesses is slowed down.
pub(crate) fn random_code() -> String {
    // All letters are equally likely: what would favour the first ones is thrown away.
    const FAIR: u8 = (u8::MAX / CODE_ALPHABET.len() as u8) * CODE_ALPHABET.len() as u8;
    let fair = std::iter::repeat_with(random_bytes::<16>).flatten().filter(|byte| *byte < FAIR);
    fair.take(CODE_LENGTH)
        .map(|byte| char::from(CODE_ALPHABET[usize::from(byte) % CODE_ALPHABET.len()]))
        .collect()
}

/// A code as it is kept, from what somebody typed: in whatever case, with spaces or dashes.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    let code = code.to_ascii_uppercase();
    let could_be = code.len() == CODE_LENGTH && code.bytes().all(|letter| CODE_ALPHABET.contains(&letter));
    could_be.then_some(code)
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
    fn codes_are_read_as_people_type_them() {
        for _ in 0..1_000 {
            let code = random_code();
            assert_eq!(read_code(&code).as_ref(), Some(&code));
            let typed = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
            assert_eq!(read_code(&typed), Some(code));
        }
        for text in ["", "CDFGH", "CDFGHJK", "CDFGHA", "CDFGH0", "CDFGHé", "CDFGH\0"] {
            assert_eq!(read_code(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_secret_is_not_kept_as_it_is() {
        assert_eq!(hashed("a").len(), 64);
        assert_ne!(hashed("a"), hashed("b"));
    }
}
