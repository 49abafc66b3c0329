//! Whoever reads is told about themselves in the second person, in every language.

use mergemaker_bots::Level;
use mergemaker_engine::{Preset, Rules, Theme};
use mergemaker_record::Seed;

use super::Teller;
use crate::local::{LocalGame, Setup};
use crate::scene::Player;
use crate::words::{Language, Words};

/// What is said of others only: the verbs of the log in the third person.
const OF_OTHERS: [(Language, &[&str]); 3] = [
    (
        Language::English,
        &[
            "draws", "sets", "offers", "accepts", "declines", "declares", "places", "founds", "lets",
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
fn games_tell_you_what_you_do() {
    let mut faults = Vec::new();
    for (language, of_others) in OF_OTHERS {
        let words = Words::new(language);
        assert_eq!(words.say("you"), language.you());
        let mut told = 0;
        for (number, preset) in
            [Preset::Renegade, Preset::Trading, Preset::Trading, Preset::Tycoon].into_iter().enumerate()
        {
            let you = Player { name: language.you().to_owned(), ..Player::bot(Level::Steady) };
            let others = [Level::Steady, Level::Novice].map(Player::bot);
            let setup = Setup {
                rules: Rules::of(preset),
                players: std::iter::once(you).chain(others).collect(),
                seed: Seed::for_simulation(6, number as u64),
                hints: false,
            };
            let mut game = LocalGame::new(setup).unwrap();
            while game.game().to_act().is_some() {
                game.let_bot_decide();
            }
            let scene = game.scene(None);
            for line in Teller::of(&scene, &words, Theme::Hotels).lines(&scene.entries) {
                let texts = std::iter::once(&line.text).chain(&line.details);
                let sentences = texts.flat_map(|text| text.split_inclusive(". "));
                for sentence in sentences.filter(|sentence| sentence.starts_with(language.you())) {
                    told += 1;
                    // A line of bonuses has no verb.
                    let is_list = line.details.iter().any(|detail| detail.as_str() == sentence);
                    faults.extend(fault(language, of_others, sentence).filter(|_| !is_list));
                }
            }
        }
        assert!(told > 100, "{told} sentences in {language:?}");
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
            "won-by",
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
