//! The page's texts: the game's sentences and the page's own messages, from the Fluent files in `words/`.

use mergemaker_protocol::Clock;
pub use mergemaker_voice::{Gap, Language, Words, money};

/// Concatenates the page's files of a language.
macro_rules! files {
    ($code:literal) => {
        files!(
            $code: "common", "ask", "deals", "options", "game", "home", "tables", "review", "senses", "learn", "people",
            "study"
        )
    };
    ($code:literal: $($name:literal),*) => {
        concat!($(include_str!(concat!("../words/", $code, "/", $name, ".ftl")), "\n"),*)
    };
}

/// The texts of the page in a language.
///
/// ```
/// use mergemaker_web::words::{Language, page};
/// let words = page(Language::English);
/// assert_eq!((words.say("buy"), words.say("do-buy-nothing")), ("Buy".into(), "Buy nothing".into()));
/// assert_eq!(words.fill("tiles", &[("count", 1.into())]), "1 tile");
/// ```
#[must_use]
pub fn page(language: Language) -> Words {
    let own = match language {
        Language::English => files!("en"),
        Language::German => files!("de"),
        Language::French => files!("fr"),
    };
    Words::with(language, &[own])
}

/// Describes a time limit.
///
/// ```
/// use mergemaker_protocol::Clock;
/// use mergemaker_web::words::{Language, clock, page};
/// let words = page(Language::English);
/// assert_eq!(clock(&words, Clock::PerDecision { seconds: 30 }), "30 s per move");
/// let bank = Clock::Bank { seconds: 600, increment: 10 };
/// assert_eq!(clock(&words, bank), "10 min for the game and 10 s per move");
/// assert_eq!(clock(&words, Clock::Bank { seconds: 90, increment: 0 }), "1:30 min for the game");
/// ```
#[must_use]
pub fn clock(words: &Words, clock: Clock) -> String {
    match clock {
        Clock::None => words.say("clock-none"),
        Clock::PerDecision { seconds } => words.fill("clock-decision", &[("time", time(seconds).into())]),
        Clock::Bank { seconds, increment: 0 } => words.fill("clock-bank", &[("time", time(seconds).into())]),
        Clock::Bank { seconds, increment } => {
            let gaps = [("time", time(seconds).into()), ("more", time(increment).into())];
            words.fill("clock-bank-more", &gaps)
        }
        Clock::Days { days } => words.fill("clock-days", &[("days", days.into())]),
    }
}

/// Formats a time, the same in every language: `30 s`, `10 min`, `1:30 min`.
fn time(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
    }
}
