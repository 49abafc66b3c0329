//! The language of what is printed, as it is chosen on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mergemaker_voice::{Language, Words};

/// The language, for every command that prints sentences.
#[derive(clap::Args)]
pub(crate) struct LanguageArgs {
    /// The language of what is printed [default: as the environment says: `LC_ALL`, `LC_MESSAGES`, `LANG`]
    #[arg(long, value_name = "LANG", value_parser = parser())]
    lang: Option<Language>,
}

fn parser() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::ALL.map(Language::code)).map(|code| Language::of_code(&code))
}

impl LanguageArgs {
    /// The language.
    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(|| Language::of_environment(|name| std::env::var(name).ok()))
    }

    /// The sentences of the game, and what the terminal says beside them.
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
