//! The output language, chosen on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mergemaker_voice::{Language, Words};

/// The language, for commands that print sentences.
#[derive(clap::Args)]
pub(crate) struct LanguageArgs {
    /// Output language [default: from the environment: `LC_ALL`, `LC_MESSAGES`, `LANG`]
    #[arg(long, value_name = "LANG", value_parser = parser())]
    lang: Option<Language>,
}

fn parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code)).map(|code| Language::of_code(&code))
}

impl LanguageArgs {
    /// The chosen language.
    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()))
    }

    /// The game's sentences and the terminal's own words.
    pub(crate) fn words(&self) -> Words {
        let language = self.language();
        let own = match language {
            Language::English => include_str!("../words/en/terminal.ftl"),
            Language::German => include_str!("../words/de/terminal.ftl"),
            Language::French => include_str!("../words/fr/terminal.ftl"),
        };
        Words::with(language, &[language.report(), own])
    }
}
