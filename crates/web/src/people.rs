//! People: destinations of pasted texts, texts for refusals, rating charts.

pub mod chart;

use mergemaker_engine::Money;
use mergemaker_protocol::{CODE_LENGTH, RefusalCode, TABLE_ID_LENGTH};

use crate::route::Route;
use crate::words::Language;

/// The destination of a text typed or pasted to join a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// A page: a table by its link or id, a review, a person.
    Page(Route),
    /// The open table with this code.
    Code(String),
    /// A page at another host: another server, or this one under another name.
    Elsewhere {
        /// The host.
        host: String,
        /// The page.
        page: Route,
    },
}

impl Destination {
    /// Parses a text on a page at this host. None if it is not a link, an id or a code.
    ///
    /// ```
    /// use mergemaker_web::people::Destination;
    /// use mergemaker_web::route::Route;
    /// let table = Route::Table { table: "0qjh7fp0xuuehq40".into() };
    /// let link = "https://play.example/t/0qjh7fp0xuuehq40";
    /// assert_eq!(Destination::of(link, "play.example"), Some(Destination::Page(table.clone())));
    /// let elsewhere = Destination::Elsewhere { host: "play.example".into(), page: table };
    /// assert_eq!(Destination::of(link, "127.0.0.1"), Some(elsewhere));
    /// assert_eq!(Destination::of("k7w-dmx", "play.example"), Some(Destination::Code("K7WDMX".into())));
    /// assert_eq!(Destination::of("hello there", "play.example"), None);
    /// ```
    #[must_use]
    pub fn of(text: &str, own_host: &str) -> Option<Destination> {
        let text = text.trim();
        let is_word = |word: &str| word.bytes().all(|letter| letter.is_ascii_alphanumeric());
        if let Some((host, path)) = split_link(text) {
            return match Route::parse(path) {
                Route::Home | Route::Unknown => None,
                page if !host.is_empty() && !host.eq_ignore_ascii_case(own_host) => {
                    Some(Destination::Elsewhere { host: host.to_owned(), page })
                }
                route => Some(Destination::Page(route)),
            };
        }
        if text.len() == TABLE_ID_LENGTH && is_word(text) {
            return Some(Destination::Page(Route::Table { table: text.to_ascii_lowercase() }));
        }
        let code: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-')).collect();
        let is_code = code.len() == CODE_LENGTH && is_word(&code);
        is_code.then(|| Destination::Code(code.to_ascii_uppercase()))
    }
}

/// The host of a link (which may be empty) and its path.
fn split_link(text: &str) -> Option<(&str, &str)> {
    let without_scheme = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (host, path) = without_scheme.split_at(without_scheme.find('/')?);
    Some((host, path.split(['?', '#', ' ']).next()?))
}

/// The id of a text that explains a refusal and what to do. The server's own message is in English and for
/// programs.
///
/// ```
/// use mergemaker_protocol::RefusalCode;
/// assert_eq!(mergemaker_web::people::refusal_text_id(RefusalCode::NameTaken), "refused-name-taken");
/// ```
#[must_use]
pub const fn refusal_text_id(code: RefusalCode) -> &'static str {
    match code {
        RefusalCode::NameTaken => "refused-name-taken",
        RefusalCode::WrongPassword => "refused-wrong-password",
        RefusalCode::TooMany => "refused-too-many",
        RefusalCode::LimitReached => "refused-limit",
        RefusalCode::Unknown => "refused-unknown",
        RefusalCode::Invalid | RefusalCode::Unreadable => "refused-invalid",
        RefusalCode::NotFound => "refused-not-found",
        RefusalCode::Forbidden => "refused-forbidden",
        RefusalCode::WrongState | RefusalCode::Stale | RefusalCode::AgainstTheRules => "refused-wrong-state",
        RefusalCode::Unavailable => "refused-unavailable",
    }
}

/// Whether a password has 8 to 200 characters, as the server requires.
///
/// ```
/// use mergemaker_web::people::is_password;
/// assert!(is_password("correct horse") && !is_password("horse"));
/// ```
#[must_use]
pub fn is_password(text: &str) -> bool {
    (8..=200).contains(&text.chars().count())
}

/// Formats a number with some decimals for a language.
///
/// ```
/// use mergemaker_web::people::decimal;
/// use mergemaker_web::words::Language;
/// assert_eq!(decimal(27.635, 1, Language::English), "27.6");
/// assert_eq!(decimal(27.635, 1, Language::German), "27,6");
/// ```
#[must_use]
pub fn decimal(number: f64, decimals: usize, language: Language) -> String {
    let text = format!("{number:.decimals$}");
    match language {
        Language::English => text,
        Language::German | Language::French => text.replace('.', ","),
    }
}

/// The percentage of games won, rounded.
///
/// ```
/// assert_eq!(mergemaker_web::people::percent(1, 3), 33);
/// assert_eq!(mergemaker_web::people::percent(0, 0), 0);
/// ```
#[must_use]
pub const fn percent(wins: i64, games: i64) -> i64 {
    if games == 0 { 0 } else { (wins * 100 + games / 2) / games }
}

/// Formats the final money of a game.
///
/// ```
/// assert_eq!(mergemaker_web::people::dollars(41_200), "$41,200");
/// ```
#[must_use]
pub fn dollars(amount: i64) -> String {
    Money(u32::try_from(amount).unwrap_or(0)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::page;

    #[test]
    fn pasted_texts_have_the_right_destination() {
        let table = |id: &str| Some(Destination::Page(Route::Table { table: id.into() }));
        let code = |code: &str| Some(Destination::Code(code.into()));
        let page = Route::Table { table: "0qjh7fp0xuuehq40".into() };
        let elsewhere = |host: &str| Some(Destination::Elsewhere { host: host.into(), page: page.clone() });
        let review = Some(Destination::Page(Route::Review { which: Some("0qjh7fp0xuuehq40".into()) }));
        for (text, expect) in [
            ("http://play.example/t/0qjh7fp0xuuehq40", table("0qjh7fp0xuuehq40")),
            ("  play.example/t/0qjh7fp0xuuehq40?x=1#y ", table("0qjh7fp0xuuehq40")),
            ("/t/0qjh7fp0xuuehq40", table("0qjh7fp0xuuehq40")),
            ("0qjh7fp0xuuehq40", table("0qjh7fp0xuuehq40")),
            ("0QJH7FP0XUUEHQ40", table("0qjh7fp0xuuehq40")),
            ("https://play.example/review/0qjh7fp0xuuehq40", review),
            ("https://PLAY.example/t/0qjh7fp0xuuehq40", table("0qjh7fp0xuuehq40")),
            ("https://other.example:8080/t/0qjh7fp0xuuehq40", elsewhere("other.example:8080")),
            ("other.example/t/0qjh7fp0xuuehq40", elsewhere("other.example")),
            ("https://other.example/", None),
            ("K7WDMX", code("K7WDMX")),
            (" k7w dmx ", code("K7WDMX")),
            ("https://play.example/", None),
            ("https://play.example", None),
            ("/nowhere/at/all", None),
            ("K7WDM", None),
            ("K7WDMé", None),
            ("", None),
        ] {
            assert_eq!(Destination::of(text, "play.example"), expect, "{text:?}");
        }
    }

    #[test]
    fn every_refusal_has_a_text_in_every_language() {
        use RefusalCode::{
            AgainstTheRules, Forbidden, Invalid, LimitReached, NameTaken, NotFound, Stale, TooMany,
            Unavailable, Unknown, Unreadable, WrongPassword, WrongState,
        };
        for language in Language::ALL {
            let words = page(language);
            for code in [
                AgainstTheRules,
                Forbidden,
                Invalid,
                LimitReached,
                NameTaken,
                NotFound,
                Stale,
                TooMany,
                Unavailable,
                Unknown,
                Unreadable,
                WrongPassword,
                WrongState,
            ] {
                assert_ne!(words.say(refusal_text_id(code)), refusal_text_id(code), "{language:?}");
            }
        }
    }
}
