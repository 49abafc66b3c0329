//! The supported languages, and how to choose one.

/// The concatenated Fluent files of a language.
macro_rules! files {
    ($code:literal: $($name:literal),*) => {
        concat!($(include_str!(concat!("../words/", $code, "/", $name, ".ftl")), "\n"),*)
    };
}

/// A language.
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
    /// All languages.
    pub const ALL: [Language; 3] = [Language::English, Language::German, Language::French];

    /// The code, such as `en`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
            Language::French => "fr",
        }
    }

    /// The name of the language in that language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
            Language::French => "Français",
        }
    }

    /// "You" at the start of a sentence. A player with this name is the reader: messages select their verbs
    /// with it.
    #[must_use]
    pub const fn you(self) -> &'static str {
        match self {
            Language::English => "You",
            Language::German => "Du",
            Language::French => "Vous",
        }
    }

    /// The language for a code such as `de-AT`; English by default.
    ///
    /// ```
    /// use mergemaker_voice::Language;
    /// assert_eq!(Language::of_code("fr-CA"), Language::French);
    /// assert_eq!(Language::of_code("xx"), Language::English);
    /// ```
    #[must_use]
    pub fn of_code(code: &str) -> Language {
        let fits = |language: &Language| code.split(['-', '_', '.', '@']).next() == Some(language.code());
        Language::ALL.into_iter().find(fits).unwrap_or(Language::English)
    }

    /// The language of the environment, from the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
    ///
    /// ```
    /// use mergemaker_voice::Language;
    /// let german = |name: &str| (name == "LANG").then(|| "de_DE.UTF-8".to_owned());
    /// assert_eq!(Language::of_environment(german), Language::German);
    /// assert_eq!(Language::of_environment(|_| None), Language::English);
    /// ```
    #[must_use]
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Language {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter();
        let value = names.filter_map(variable).find(|value| !value.is_empty());
        Language::of_code(value.as_deref().unwrap_or_default())
    }

    /// The sentences that every interface needs: the log, decisions and reasons, options.
    pub(crate) const fn sentences(self) -> &'static str {
        match self {
            Language::English => files!("en": "common", "log", "explain", "options"),
            Language::German => files!("de": "common", "log", "explain", "options"),
            Language::French => files!("fr": "common", "log", "explain", "options"),
        }
    }

    /// The sentences for whole games as text. The page does not need them.
    #[must_use]
    pub const fn report(self) -> &'static str {
        match self {
            Language::English => files!("en": "report"),
            Language::German => files!("de": "report"),
            Language::French => files!("fr": "report"),
        }
    }
}
