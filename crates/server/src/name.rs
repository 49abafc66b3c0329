//! Names: validation and comparison.

use mergemaker_bots::Level;
use mergemaker_protocol::{Refusal, RefusalCode};
use mergemaker_record::display_name;
use unicode_normalization::UnicodeNormalization;

use crate::room::refuse;
use crate::store::Store;

/// A normalized name, unique among accounts: letters that differ only in case, width or style are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NameKey(String);

impl NameKey {
    /// The key of a name as typed.
    pub(crate) fn of(name: &str) -> NameKey {
        NameKey(name.trim().nfkc().collect::<String>().to_lowercase())
    }

    /// The key in its stored form.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Validates a name: 1 to 24 visible characters, without control characters.
pub(crate) fn checked_name(name: &str) -> Result<String, Refusal> {
    let invalid = |message: &str| Err(refuse(RefusalCode::Invalid, message));
    let name: String = name.trim().nfc().collect();
    if !(1..=24).contains(&name.chars().count()) {
        return invalid("Choose a name of 1 to 24 characters.");
    }
    let is_seen = |letter: char| letter.is_alphanumeric() && !INVISIBLE.contains(&letter);
    if display_name(&name) != name || name.contains(INVISIBLE) || !name.contains(is_seen) {
        return invalid("Choose a name with at least one letter or digit, and no invisible characters.");
    }
    let key = NameKey::of(&name);
    if RESERVED.contains(&key.as_str()) || key.as_str().parse::<Level>().is_ok() {
        return invalid("This name is reserved. Choose another.");
    }
    Ok(name)
}

/// Characters that count as letters but are invisible.
const INVISIBLE: [char; 7] =
    ['\u{ad}', '\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}', '\u{34f}'];

/// Reserved names, in addition to those of the bots.
const RESERVED: [&str; 2] = [Store::DELETED_NAME, "mergemaker"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_have_the_same_key() {
        for (one, other) in [
            ("Anna", "anna"),
            (" Anna ", "ANNA"),
            ("\u{ff21}nna", "anna"),
            ("\u{1d400}nna", "anna"),
            ("A\u{308}nne", "\u{e4}nne"),
        ] {
            assert_eq!(NameKey::of(one), NameKey::of(other), "{one:?}, {other:?}");
        }
        assert_ne!(NameKey::of("Ann"), NameKey::of("Anna"));
    }
}
