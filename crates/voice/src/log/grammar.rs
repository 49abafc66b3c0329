//! The reader is addressed in the second person, in every language.

use mergemaker_engine::{Preset, Theme};

use crate::sample::Sample;
use crate::{Language, Names, Narrator, Words};

/// What is said of others only: the verbs of the log in the third person.
const OF_OTHERS: [(Language, &[&str]); 3] = [
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

/// How the word after "you" ends.
fn fits_you(language: Language, verb: &str) -> bool {
    match language {
        Language::English => !verb.ends_with('s'),
        Language::German => verb.ends_with("st") || verb == "lässt",
        Language::French => verb.ends_with("ez") || verb == "ne",
    }
}

/// What is wrong with a sentence that begins with "you".
fn fault(language: Language, of_others: &[&str], sentence: &str) -> Option<String> {
    let rest = sentence.strip_prefix(language.you())?.strip_prefix(' ')?;
    let mut spoken =
        rest.split([' ', ',', '.', '(', ')', ':', ';', '\u{a0}']).map(|word| word.trim_start_matches("n’"));
    let verb = spoken.clone().next()?;
    let foreign = spoken.find(|word| of_others.contains(word));
    (!fits_you(language, verb) || foreign.is_some()).then(|| format!("{language:?}: {sentence}"))
}

/// Games of one who is called "you" and is played as by `steady`, with every sentence of their logs.
#[test]
fn games_say_what_you_do() {
    let mut faults = Vec::new();
    for (language, of_others) in OF_OTHERS {
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
                        faults.extend(fault(language, of_others, sentence));
                    }
                }
            }
        }
        assert!(sentences > 100, "{sentences} sentences in {language:?}");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Every message that begins with a player's name, those included that games hardly ever come to.
#[test]
fn every_message_knows_you() {
    let mut faults = Vec::new();
    for (language, of_others) in OF_OTHERS {
        let words = Words::new(language);
        let you = language.you();
        let gaps = [
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
        let mut said: Vec<String> = ids.iter().map(|id| words.fill(id, &gaps)).collect();
        let parts = ["log-sells", "log-trades", "log-holds"].map(|id| words.fill(id, &gaps));
        said.extend(parts.map(|part| format!("{you} {part}")));
        for sentence in said {
            assert!(sentence.starts_with(you), "{sentence}");
            faults.extend(fault(language, of_others, &sentence));
        }
        let of_other = |player: &'static str| {
            words.fill("log-places", &[("player", player.into()), ("tile", "5E".into())])
        };
        // What is said of somebody else would be noticed.
        assert!(fault(language, of_others, &of_other("Ann").replace("Ann", you)).is_some());
        // What is offered to you is offered in the middle of a sentence.
        let offered =
            [("player", "Ann".into()), ("other", you.into()), ("give", "1".into()), ("take", "2".into())];
        assert!(!words.fill("log-offer", &offered).contains(you), "{}", words.fill("log-offer", &offered));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
