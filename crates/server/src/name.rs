//! Names: validation and comparison.

use mergemaker_bots::Level;
use mergemaker_protocol::{Refusal, RefusalCode};
use mergemaker_record::display_name;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton};

use crate::room::refuse;
use crate::store::Store;

/// A normalized name, unique among accounts: names that look alike are equal. They may differ in case, width and
/// style, or use other letters of the same shape: UTS 39 calls what they have in common a skeleton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameKey {
    key: String,
    /// The name without case, width and style: the key before look-alikes counted as equal.
    plain: String,
    /// The key for a reader who takes a capital I for a small L.
    with_capitals: String,
}

impl NameKey {
    /// The version of these rules. Keys of an older version are renewed when the server starts.
    pub(crate) const VERSION: i64 = 2;

    /// Begins a stored key that no name has.
    pub(crate) const NONE: &str = "\n";

    /// The key of a name as typed.
    pub(crate) fn of(name: &str) -> NameKey {
        let typed: String = name.trim().nfkc().collect();
        let plain = typed.to_lowercase();
        let look = |text: &str| {
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            skeleton(&words).collect::<String>().to_lowercase()
        };
        NameKey { key: look(&plain), with_capitals: look(&typed), plain }
    }

    /// The key in its stored form.
    pub(crate) fn as_str(&self) -> &str {
        &self.key
    }

    /// The key as a reader may see it who takes a capital I for a small L.
    pub(crate) fn with_capitals(&self) -> &str {
        &self.with_capitals
    }

    /// The stored key of an account whose look-alike is older.
    pub(crate) fn of_twin(&self) -> String {
        format!("{}{}{}", self.key, NameKey::NONE, self.plain)
    }
}

/// Validates a name: 1 to 24 visible characters of one script that nobody takes for something else.
pub(crate) fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = checked_label(name)?;
    let invalid = |message: &str| Err(refuse(RefusalCode::Invalid, message));
    // Letters of other widths and styles count as the letters they are.
    let letters: String = name.nfkc().filter(|letter| !is_simple(*letter)).collect();
    if !letters.chars().all(GeneralSecurityProfile::identifier_allowed) || has_many_marks(&letters) {
        return invalid("Choose a name of letters, digits, spaces and simple punctuation.");
    }
    if !letters.check_restriction_level(RestrictionLevel::HighlyRestrictive) {
        return invalid("Choose a name whose letters all belong to one script, such as Latin or Greek.");
    }
    if is_reserved(&name) {
        return invalid("This name is reserved. Choose another.");
    }
    Ok(name)
}

/// Validates a label, which only its owner sees: 1 to 24 visible characters, without control characters.
pub(crate) fn checked_label(label: &str) -> Result<String, Refusal> {
    let invalid = |message: &str| Err(refuse(RefusalCode::Invalid, message));
    let label: String = label.trim().nfc().collect();
    if !(1..=24).contains(&label.chars().count()) || label.nfkc().count() > 24 {
        return invalid("Choose a name of 1 to 24 characters.");
    }
    let is_seen = |letter: char| letter.is_alphanumeric() && !INVISIBLE.contains(&letter);
    if display_name(&label) != label || label.contains(INVISIBLE) || !label.contains(is_seen) {
        return invalid("Choose a name with at least one letter or digit, and no invisible characters.");
    }
    Ok(label)
}

/// Spaces and simple punctuation, which belong to every script.
fn is_simple(letter: char) -> bool {
    letter == ' ' || letter.is_ascii_punctuation() || ['\u{2019}', '\u{b7}'].contains(&letter)
}

/// Whether more than two accents are stacked on a letter.
fn has_many_marks(text: &str) -> bool {
    let letters: Vec<char> = text.nfc().collect();
    letters.windows(3).any(|marks| marks.iter().all(|mark| is_combining_mark(*mark)))
}

/// Whether a name looks like that of a bot or of somebody in charge, with or without spaces and punctuation.
fn is_reserved(name: &str) -> bool {
    let bare: String = name.nfkc().filter(|letter| !is_simple(*letter)).collect();
    let levels = Level::ALL.iter().map(|level| level.id());
    let mut reserved = RESERVED.into_iter().chain(levels).map(NameKey::of);
    let keys = [NameKey::of(name), NameKey::of(&bare)];
    reserved.any(|word| keys.iter().any(|own| own.key == word.key || own.with_capitals == word.key))
}

/// Characters that count as letters but are invisible.
const INVISIBLE: [char; 7] =
    ['\u{ad}', '\u{115f}', '\u{1160}', '\u{2800}', '\u{3164}', '\u{ffa0}', '\u{34f}'];

/// Reserved names, in addition to those of the bots: people in charge, the program itself, and words that sentences
/// use for the reader or for nobody.
const RESERVED: [&str; 26] = [
    Store::DELETED_NAME,
    "mergemaker",
    "admin",
    "administrator",
    "admins",
    "moderator",
    "mod",
    "operator",
    "owner",
    "root",
    "server",
    "staff",
    "superuser",
    "support",
    "sysadmin",
    "sysop",
    "system",
    "team",
    "webmaster",
    "anonymous",
    "nobody",
    "deleted",
    "you",
    "du",
    "vous",
    "undefined",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_alike_have_the_same_key() {
        for (one, other) in [
            ("Anna", "anna"),
            (" Anna ", "ANNA"),
            ("\u{ff21}nna", "anna"),
            ("\u{1d400}nna", "anna"),
            ("A\u{308}nne", "\u{e4}nne"),
            // Cyrillic and Greek letters, a digit, letters that touch, and two spaces.
            ("\u{410}nn\u{430}", "Anna"),
            ("\u{391}nna", "Anna"),
            ("B0b", "Bob"),
            ("Arnold", "Amold"),
            ("An  na", "An na"),
        ] {
            assert_eq!(NameKey::of(one).as_str(), NameKey::of(other).as_str(), "{one:?}, {other:?}");
        }
        assert_ne!(NameKey::of("Ann").as_str(), NameKey::of("Anna").as_str());
        assert_eq!(NameKey::of("AIice").with_capitals(), NameKey::of("Alice").as_str());
    }

    #[test]
    fn names_that_pretend_are_refused() {
        let code = |name: &str| checked_name(name).err().map(|refusal| refusal.code);
        for name in [
            "Ann",
            "Zo\u{eb}",
            "O'Bob",
            "Jean-Luc",
            "\u{674e}\u{5c0f}\u{9f8d}",
            "\u{410}\u{43d}\u{43d}\u{430}",
            "\u{3b1}\u{3bb}\u{3ad}\u{3be}\u{3b7}\u{3c2}",
            "Ann \u{674e}",
            "\u{ff21}nna",
            "Guest 7",
            "Nguy\u{1ec5}n",
            "<b>x</b>",
        ] {
            assert_eq!(code(name), None, "{name:?}");
        }
        for name in [
            // Mixed scripts, also without any letter of ASCII; symbols, invisible letters, stacked accents.
            "\u{410}nna",
            "\u{391}nna",
            "\u{43f}\u{3c0}\u{43f}",
            "Ann \u{1f3e8}",
            "Ann\u{2028}a",
            "\u{200b}Ann",
            "An\u{ad}n",
            "a\u{316}\u{317}\u{318}\u{319}",
            // Reserved words and what looks like them.
            "admin",
            "Admin",
            "ADMIN",
            "adrnin",
            "a d m i n",
            "-admin-",
            "\u{ff41}dmin",
            "Steady",
            "Y0u",
            "MODERATOR",
            "somebody",
            "Mergernaker",
        ] {
            assert_eq!(code(name), Some(RefusalCode::Invalid), "{name:?}");
        }
    }
}
