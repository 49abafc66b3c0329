//! Checks that every language addresses the reader in the second person.

use mergemaker_engine::{Preset, Theme};

use crate::sample::Sample;
use crate::{Language, Names, Narrator, Words};

/// The verbs of the log in the third person, which are wrong for the reader.
const THIRD_PERSON: [(Language, &[&str]); 3] = [
    (
        Language::English,
        &[
            "draws", "sets", "offers", "accepts", "declines", "declares", "places", "founds", "chooses",
            "sells", "trades", "holds", "buys", "gets", "wins", "is", "has",
        ],
    ),
    (
        Language::German,
        &[
            "zieht", "kann", "legt", "bietet", "nimmt", "lehnt", "erklärt", "gründet", "verkauft", "tauscht",
            "behält", "kauft", "gewinnt", "bekommt", "hat", "ist",
        ],
    ),
    (
        Language::French,
        &[
            "tire", "peut", "pioche", "écarte", "propose", "accepte", "refuse", "déclare", "pose", "fonde",
            "choisit", "vend", "échange", "garde", "achète", "gagne", "reçoit", "est", "a",
        ],
    ),
];

/// Whether the verb is in the second person, judging by its ending.
fn is_second_person(language: Language, verb: &str) -> bool {
    match language {
        Language::English => !verb.ends_with('s'),
        Language::German => verb.ends_with("st") || verb == "lässt",
        Language::French => verb.ends_with("ez") || verb == "ne",
    }
}

/// The sentence, if it begins with "you" and has a verb in the third person.
fn wrong_person(language: Language, third_person: &[&str], sentence: &str) -> Option<String> {
    let rest = sentence.strip_prefix(language.you())?.strip_prefix(' ')?;
    let mut words =
        rest.split([' ', ',', '.', '(', ')', ':', ';', '\u{a0}']).map(|word| word.trim_start_matches("n’"));
    let verb = words.clone().next()?;
    let is_wrong = !is_second_person(language, verb) || words.any(|word| third_person.contains(&word));
    is_wrong.then(|| format!("{language:?}: {sentence}"))
}

/// Every sentence about "you" in the logs of whole games.
#[test]
fn logs_address_the_reader() {
    let mut failures = Vec::new();
    for (language, third_person) in THIRD_PERSON {
        let words = Words::new(language);
        assert_eq!(words.say("you"), language.you());
        let mut sentences = 0;
        for (number, preset) in
            (0..).zip([Preset::Renegade, Preset::Trading, Preset::Trading, Preset::Tycoon])
        {
            let sample = Sample::new(preset, 3, number).finished();
            let names = [language.you(), "Bob", "Cid"].map(String::from).to_vec();
            let bonuses = sample.game.rules().options().bonuses;
            let narrator = Narrator { bonuses, ..Narrator::new(&words, Names::ready(names, Theme::Hotels)) };
            for line in narrator.lines(&sample.log.entries(0, None)) {
                for sentence in line.text.split_inclusive(". ") {
                    if sentence.starts_with(language.you()) {
                        sentences += 1;
                        failures.extend(wrong_person(language, third_person, sentence));
                    }
                }
            }
        }
        assert!(sentences > 100, "{sentences} sentences in {language:?}");
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Every message that begins with a player's name, even those that hardly ever occur in games.
#[test]
fn every_message_can_address_the_reader() {
    let mut failures = Vec::new();
    for (language, third_person) in THIRD_PERSON {
        let words = Words::new(language);
        let you = language.you();
        let args = [
            ("player", you.into()),
            ("players", you.into()),
            ("who", you.into()),
            ("other", "Ann".into()),
            ("tile", "5E".into()),
            ("tiles", "5E".into()),
            ("chain", "Tower".into()),
            ("survivor", "Luxor".into()),
            ("give", "$100".into()),
            ("take", "1 Tower".into()),
            ("shares", "2 Tower".into()),
            ("count", 1.into()),
            ("own", 1.into()),
            ("most", 2.into()),
            ("by", 2.into()),
            ("get", "1 Tower".into()),
            ("taken", 1.into()),
            ("price", "$300".into()),
            ("cash", "$300".into()),
            ("cost", "$300".into()),
            ("amount", "$300".into()),
        ];
        let ids = [
            "log-start-tile",
            "log-stuck-hand",
            "log-unplayable",
            "log-offer",
            "log-accepts",
            "log-declines",
            "log-declares",
            "log-places",
            "log-passes",
            "log-founds",
            "log-survivor",
            "log-defunct",
            "log-buys",
            "log-buys-nothing",
            "log-deal",
            "log-draw",
            "won-by",
            "reason-rank-none",
            "reason-rank-most",
            "reason-rank-less",
            "reason-trade",
            "reason-keeps-tiles",
            "gain-alone",
            "gain-lead",
        ];
        let mut sentences: Vec<String> = ids.iter().map(|id| words.fill(id, &args)).collect();
        let parts = ["log-sells", "log-trades", "log-holds"].map(|id| words.fill(id, &args));
        sentences.extend(parts.map(|part| format!("{you} {part}")));
        for sentence in sentences {
            assert!(sentence.starts_with(you), "{sentence}");
            failures.extend(wrong_person(language, third_person, &sentence));
        }
        let about_other = |player: &'static str| {
            words.fill("log-places", &[("player", player.into()), ("tile", "5E".into())])
        };
        // The check would notice a sentence in the third person.
        assert!(wrong_person(language, third_person, &about_other("Ann").replace("Ann", you)).is_some());
        // An offer made to you has "you" in the middle of the sentence.
        let offered =
            [("player", "Ann".into()), ("other", you.into()), ("give", "1".into()), ("take", "2".into())];
        assert!(!words.fill("log-offer", &offered).contains(you), "{}", words.fill("log-offer", &offered));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
