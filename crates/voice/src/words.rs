//! Fluent messages of one language, looked up by id and formatted.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use mergemaker_engine::Money;
use unic_langid::LanguageIdentifier;

use crate::Language;

/// The messages of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// The name and value of a message argument.
pub type Gap<'a> = (&'a str, FluentValue<'a>);

impl Words {
    /// All sentences of the game.
    #[must_use]
    pub fn new(language: Language) -> Words {
        Words::with(language, &[language.report()])
    }

    /// The sentences that every interface needs, plus other Fluent files.
    ///
    /// ```
    /// use mergemaker_voice::{Language, Words};
    /// let words = Words::with(Language::English, &["greeting = Hello"]);
    /// assert_eq!(words.say("greeting"), "Hello");
    /// ```
    #[must_use]
    pub fn with(language: Language, files: &[&'static str]) -> Words {
        let code: LanguageIdentifier = language.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![code]);
        // Isolation marks around arguments would be read aloud and copied; our arguments never mix text
        // directions.
        bundle.set_use_isolating(false);
        for file in [language.sentences()].iter().chain(files) {
            // Parse errors cannot occur here: a test parses every file.
            let (Ok(resource) | Err((resource, _))) = FluentResource::try_new((*file).to_owned());
            bundle.add_resource_overriding(resource);
        }
        Words { language, bundle }
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// A message without arguments.
    ///
    /// ```
    /// use mergemaker_voice::{Language, Words};
    /// assert_eq!(Words::new(Language::English).say("no such words"), "no such words");
    /// ```
    #[must_use]
    pub fn say(&self, id: &str) -> String {
        self.fill(id, &[])
    }

    /// A message with arguments.
    ///
    /// ```
    /// use mergemaker_voice::{Language, Words};
    /// let words = Words::new(Language::English);
    /// assert_eq!(words.fill("log-survives", &[("chain", "Tower".into())]), "Tower survives.");
    /// ```
    #[must_use]
    pub fn fill(&self, id: &str, args: &[Gap<'_>]) -> String {
        let Some(pattern) = self.bundle.get_message(id).and_then(|message| message.value()) else {
            return id.to_owned();
        };
        let args: FluentArgs<'_> = args.iter().map(|(name, value)| (*name, value.clone())).collect();
        self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
    }

    /// The name of a bot level.
    #[must_use]
    pub fn level(&self, id: &str) -> String {
        self.say(&format!("level-{id}"))
    }

    /// A list: `a, b and c`.
    ///
    /// ```
    /// use mergemaker_voice::{Language, Words};
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

/// An amount of money, the same in every language: `$1,200`.
///
/// ```
/// use mergemaker_engine::Money;
/// assert_eq!(mergemaker_voice::money(Money(1_200)), "$1,200");
/// ```
#[must_use]
pub fn money(amount: Money) -> String {
    amount.to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::path::Path;

    use mergemaker_engine::{OPTIONS, Preset};

    use super::*;

    /// The messages of a text, each with its arguments.
    fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
        let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut id = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some((name, _)) = line.split_once(" =").filter(|_| !line.starts_with([' ', '}', '*', '[']))
            {
                id = name.to_owned();
                assert!(messages.insert(id.clone(), BTreeSet::new()).is_none(), "`{id}` is defined twice");
            }
            // Arguments such as `{ $count }`, and references to messages such as `{ for-who }`.
            for part in line.split('{').skip(1).map(str::trim_start) {
                let end = part.find(|letter: char| !letter.is_alphanumeric() && !"_-$".contains(letter));
                let name = &part[..end.unwrap_or(part.len())];
                if name.starts_with(|letter: char| letter.is_alphabetic() || letter == '$') {
                    messages.entry(id.clone()).or_default().insert(name.to_owned());
                }
            }
        }
        let parts = messages.clone();
        for names in messages.values_mut() {
            while let Some(part) = names.iter().find(|name| !name.starts_with('$')).cloned() {
                names.remove(&part);
                names.extend(parts[&part].iter().cloned());
            }
        }
        messages
    }

    /// All messages a crate loads in a language: our sentences and the files it adds.
    fn loaded(owner: &str, language: Language) -> String {
        let folder =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{owner}/words/{}", language.code()));
        let mut text = language.sentences().to_owned();
        for file in std::fs::read_dir(folder).unwrap() {
            text.push_str(&std::fs::read_to_string(file.unwrap().path()).unwrap());
            text.push('\n');
        }
        text
    }

    /// The page and the terminal have the same messages with the same arguments in every language, without
    /// duplicates.
    #[test]
    fn every_language_has_the_same_messages_and_arguments() {
        let english = |owner: &str| loaded(owner, Language::English);
        let ours = || Language::ALL.map(|language| language.sentences().to_owned() + language.report());
        let of = |owner: &str| Language::ALL.map(|language| loaded(owner, language));
        assert!(messages(&english("web")).len() > messages(Language::English.sentences()).len());
        for texts in [ours(), of("web"), of("cli")] {
            let english = messages(&texts[0]);
            assert!(english.len() > 50);
            for (language, text) in Language::ALL.into_iter().zip(texts) {
                let other = messages(&text);
                assert!(FluentResource::try_new(text).is_ok(), "{language:?} is not Fluent");
                let missing: Vec<_> = english.keys().filter(|id| !other.contains_key(*id)).collect();
                let extra: Vec<_> = other.keys().filter(|id| !english.contains_key(*id)).collect();
                assert!(
                    missing.is_empty() && extra.is_empty(),
                    "{language:?} is missing {missing:?} and has extra {extra:?}"
                );
                for (id, args) in &english {
                    assert_eq!(&other[id], args, "the arguments of `{id}` in {language:?}");
                }
            }
        }
    }

    /// French colons, semicolons, question marks and exclamation marks come after a no-break space.
    #[test]
    fn french_marks_stay_on_their_line() {
        let french = loaded("cli", Language::French);
        for line in french.lines().chain(Language::French.report().lines()) {
            let is_comment = line.starts_with('#');
            assert!(is_comment || ![" :", " ;", " ?", " !"].iter().any(|mark| line.contains(mark)), "{line}");
        }
    }

    #[test]
    fn every_level_has_a_name() {
        let english = messages(Language::English.sentences());
        for level in mergemaker_bots::Level::ALL {
            assert!(english.contains_key(&format!("level-{}", level.id())), "`{level}` has no name");
        }
    }

    /// Every preset, option and value is named and explained in every language.
    #[test]
    fn every_preset_and_option_is_explained() {
        let named = Preset::NAMED
            .iter()
            .flat_map(|preset| ["", "-about", "-first"].map(|end| format!("preset-{preset}{end}")));
        let values = OPTIONS.iter().flat_map(|option| {
            let value = |value| ["", "-about"].map(|end| format!("option-{}-{value}{end}", option.id));
            option.values.iter().flat_map(value).chain([format!("option-{}", option.id)])
        });
        let ids: Vec<String> = named.chain(values).chain(["preset-custom".to_owned()]).collect();
        for words in Language::ALL.map(Words::new) {
            for id in &ids {
                assert_ne!(words.say(id), *id, "{:?}", words.language());
            }
        }
    }
}
