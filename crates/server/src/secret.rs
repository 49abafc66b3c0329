//! Secrets and ids: random strings that cannot be guessed, and hashes of secrets.

use std::fmt::Write as _;

use mergemaker_protocol::CODE_LENGTH;
use sha2::{Digest, Sha256};

/// Letters and digits that are not easily confused.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// A random string with five bits per letter.
pub(crate) fn random_text(letters: usize) -> String {
    let bytes = random_bytes::<64>();
    bytes.iter().take(letters).map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// The alphabet of table codes: no letters that look or sound alike, and no vowels, so that no code is a
/// word.
const CODE_ALPHABET: &[u8; 22] = b"CDFGHJKLMNPQRTWXY34679";

/// A short code, easy to read out and type. It is short enough to guess, so lookups are rate-limited.
pub(crate) fn random_code() -> String {
    // Rejection sampling, so that all letters are equally likely.
    const FAIR: u8 = (u8::MAX / CODE_ALPHABET.len() as u8) * CODE_ALPHABET.len() as u8;
    let fair = std::iter::repeat_with(random_bytes::<16>).flatten().filter(|byte| *byte < FAIR);
    fair.take(CODE_LENGTH)
        .map(|byte| char::from(CODE_ALPHABET[usize::from(byte) % CODE_ALPHABET.len()]))
        .collect()
}

/// Normalizes a typed code: any case, with spaces or dashes.
pub(crate) fn read_code(text: &str) -> Option<String> {
    let code: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
    let code = code.to_ascii_uppercase();
    let could_be = code.len() == CODE_LENGTH && code.bytes().all(|letter| CODE_ALPHABET.contains(&letter));
    could_be.then_some(code)
}

/// Random bytes from the system.
///
/// # Panics
/// If the system has no randomness: the server must not run without it.
pub(crate) fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system provides random numbers");
    bytes
}

/// The hash under which a secret is stored, so that a leaked database does not leak secrets.
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
    fn random_strings_have_full_length_and_differ() {
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
    fn secrets_are_hashed() {
        assert_eq!(hashed("a").len(), 64);
        assert_ne!(hashed("a"), hashed("b"));
    }
}
