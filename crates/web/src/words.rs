//! Everything the page says, from the Fluent files in `words/`.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use mergemaker_engine::Money;
use mergemaker_protocol::Clock;
use unic_langid::LanguageIdentifier;

/// All files of a language, one after the other.
macro_rules! files {
    ($code:literal) => {
        files!(
            $code: "common", "log", "ask", "deals", "options", "game", "home", "tables", "review", "senses", "learn",
            "people", "explain", "study"
        )
    };
    ($code:literal: $($name:literal),*) => {
        concat!($(include_str!(concat!("../words/", $code, "/", $name, ".ftl")), "\n"),*)
    };
}

/// A language of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// German.
    German,
    /// French.
    French,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// Its code, such as `en`.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::words::Language::German.code(), "de");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    /// What it calls itself.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::words::Language::German.name(), "Deutsch");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::French => "Français",
        }
    }

    /// What it calls whoever reads, at the beginning of a sentence: the name of a player who gives none.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::words::Language::French.you(), "Vous");
    /// ```
    #[must_use]
    pub const fn you(self) -> &'static str {
        match self {
            Language::English => "You",
            Language::German => "Du",
            Language::French => "Vous",
        }
    }

    /// The language for a code such as `de-AT`; English where we have no better.
    ///
    /// ```
    /// use mergemaker_web::words::Language;
    /// assert_eq!(Language::of_code("fr-CA"), Language::French);
    /// assert_eq!(Language::of_code("xx"), Language::English);
    /// ```
    #[must_use]
    pub fn of_code(code: &str) -> Language {
        let fits = |language: &Language| code.split(['-', '_']).next() == Some(language.code());
        Language::ALL.into_iter().find(fits).unwrap_or(Language::English)
    }

    const fn file(self) -> &'static str {
        match self {
            Language::English => files!("en"),
            Language::German => files!("de"),
            Language::French => files!("fr"),
        }
    }
}

/// The words of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// A word with what fills its gaps.
pub type Gap<'a> = (&'a str, FluentValue<'a>);

impl Words {
    /// The words of a language.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// assert_eq!(Words::new(Language::English).say("buy"), "Buy");
    /// ```
    #[must_use]
    pub fn new(language: Language) -> Words {
        let code: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![code]);
        // Marks around what fills a gap would be read out and copied; our gaps never mix directions.
        bundle.set_use_isolating(false);
        // A test reads every file, so that nothing is lost here.
        let (Ok(resource) | Err((resource, _))) = FluentResource::try_new(language.file().to_owned());
        bundle.add_resource_overriding(resource);
        Words { language, bundle }
    }

    /// Which language it is.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// assert_eq!(Words::new(Language::French).language(), Language::French);
    /// ```
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// Says something.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// assert_eq!(Words::new(Language::English).say("no such words"), "no such words");
    /// ```
    #[must_use]
    pub fn say(&self, id: &str) -> String {
        self.fill(id, &[])
    }

    /// What a level of bots is called.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// assert_eq!(Words::new(Language::German).level("novice"), "Neuling");
    /// ```
    #[must_use]
    pub fn level(&self, id: &str) -> String {
        self.say(&format!("level-{id}"))
    }

    /// How long one may take.
    ///
    /// ```
    /// use mergemaker_protocol::Clock;
    /// use mergemaker_web::words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.clock(Clock::PerDecision { seconds: 30 }), "30 s a decision");
    /// let bank = Clock::Bank { seconds: 600, increment: 10 };
    /// assert_eq!(words.clock(bank), "10 min for the game and 10 s a decision");
    /// assert_eq!(words.clock(Clock::Bank { seconds: 90, increment: 0 }), "1:30 min for the game");
    /// ```
    #[must_use]
    pub fn clock(&self, clock: Clock) -> String {
        match clock {
            Clock::None => self.say("clock-none"),
            Clock::PerDecision { seconds } => self.fill("clock-decision", &[("time", time(seconds).into())]),
            Clock::Bank { seconds, increment: 0 } => {
                self.fill("clock-bank", &[("time", time(seconds).into())])
            }
            Clock::Bank { seconds, increment } => {
                let gaps = [("time", time(seconds).into()), ("more", time(increment).into())];
                self.fill("clock-bank-more", &gaps)
            }
            Clock::Days { days } => self.fill("clock-days", &[("days", days.into())]),
        }
    }

    /// Says something with gaps.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.fill("tiles", &[("count", 1.into())]), "1 tile");
    /// assert_eq!(words.fill("tiles", &[("count", 3.into())]), "3 tiles");
    /// ```
    #[must_use]
    pub fn fill(&self, id: &str, gaps: &[Gap<'_>]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let args: FluentArgs<'_> = gaps.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// A list: `a, b and c`.
    ///
    /// ```
    /// use mergemaker_web::words::{Language, Words};
    /// let parts = ["a", "b", "c"].map(String::from);
    /// assert_eq!(Words::new(Language::English).list(&parts), "a, b and c");
    /// ```
    #[must_use]
    pub fn list(&self, parts: &[String]) -> String {
        match parts {
            [] => String::new(),
            [only] => only.clone(),
            [before @ .., last] => format!("{} {} {last}", before.join(", "), self.say("and")),
        }
    }
}

/// A time in short, as it is written in every language: `30 s`, `10 min`, `1:30 min`.
fn time(seconds: u32) -> String {
    match (seconds / 60, seconds % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
    }
}

/// An amount as a player reads it, in every language alike: `$1,200`.
///
/// ```
/// use mergemaker_engine::Money;
/// assert_eq!(mergemaker_web::words::money(Money(1_200)).as_string(), "$1,200");
/// ```
#[must_use]
pub fn money(amount: Money) -> Text {
    Text(amount.to_string())
}

/// A text that fills a gap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text(String);

impl Text {
    /// The text.
    ///
    /// ```
    /// use mergemaker_engine::Money;
    /// assert_eq!(mergemaker_web::words::money(Money(300)).as_string(), "$300");
    /// ```
    #[must_use]
    pub fn as_string(self) -> String {
        self.0
    }
}

impl From<Text> for FluentValue<'_> {
    fn from(text: Text) -> Self {
        FluentValue::from(text.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// The messages of a file, each with the gaps it has.
    fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut id = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with([' ', '}', '*', '[']))
            {
                id = name.to_owned();
                assert!(messages.insert(id.clone(), BTreeSet::new()).is_none(), "`{id}` is there twice");
            }
            for part in line.split('$').skip(1) {
                let end = part.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
                let gap = &part[..end.unwrap_or(part.len())];
                if !gap.is_empty() && gap.starts_with(|letter: char| letter.is_alphabetic()) {
                    messages.entry(id.clone()).or_default().insert(gap.to_owned());
                }
            }
        }
        messages
    }

    #[test]
    fn every_language_says_everything_with_the_same_gaps() {
        let english = messages(Language::English.file());
        assert!(english.len() > 50);
        for language in Language::ALL {
            assert!(FluentResource::try_new(language.file().to_owned()).is_ok(), "{language:?} is no Fluent");
            let other = messages(language.file());
            let missing: Vec<_> = english.keys().filter(|id| !other.contains_key(*id)).collect();
            let foreign: Vec<_> = other.keys().filter(|id| !english.contains_key(*id)).collect();
            assert!(
                missing.is_empty() && foreign.is_empty(),
                "{language:?} lacks {missing:?}, has {foreign:?}"
            );
            for (id, gaps) in &english {
                assert_eq!(&other[id], gaps, "the gaps of `{id}` in {language:?}");
            }
        }
    }

    #[test]
    fn every_level_has_a_name() {
        let english = messages(Language::English.file());
        for level in mergemaker_bots::Level::ALL {
            assert!(english.contains_key(&format!("level-{}", level.id())), "`{level}` is called nothing");
        }
    }
}
