//! `--lang` and the language of the environment.

use serde_json::Value;

use crate::program::{GAMES, command, error_line, printed};

/// The output of each command in each language.
#[test]
fn every_report_exists_in_three_languages() {
    let reports: [(&[&str], [&str; 3]); 6] = [
        (&["show", GAMES, "--event", "146"], ["o in no chain", "o ohne Kette", "o isolée"]),
        (&["show", GAMES, "--transcript"], ["buys", "kauft", "achète"]),
        (&["show", GAMES, "--json"], ["The game is over", "Das Spiel ist aus", "La partie est finie"]),
        (&["advise", GAMES, "--event", "60", "--work", "12"], ["own money", "eigenes Geld", "son argent"]),
        (
            &["analyse", GAMES, "--game", "2", "--work", "12"],
            ["own mistakes", "eigene Fehler", "ses erreurs"],
        ),
        (&["rules", "classic"], ["Two places", "Mehrheit und Minderheit", "majorité"]),
    ];
    for (args, words) in reports {
        for (lang, expected) in ["en", "de", "fr"].into_iter().zip(words) {
            let text = printed(&[args, &["--lang", lang]].concat());
            assert!(text.contains(expected), "{args:?} in {lang}: {text}");
            let is_whole = !text.contains("head-") && !text.contains("status-") && !text.contains("log-");
            assert!(is_whole || args.contains(&"--json"), "{args:?} in {lang}: {text}");
            let fits = text.lines().all(|line| line.chars().count() <= 80);
            assert!(
                fits || args.contains(&"--json") || args.contains(&"--transcript"),
                "{args:?} in {lang}: {text}"
            );
        }
    }
}

/// JSON keys are the same in every language.
#[test]
fn keys_are_the_same_in_every_language() {
    let keys = |lang: &str| {
        let value: Value = serde_json::from_str(&printed(&["rules", "--json", "--lang", lang])).unwrap();
        let option = value["options"][0].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        (option, value["options"][0]["id"].clone(), value["presets"][0]["options"].clone())
    };
    assert_eq!(keys("en"), keys("de"));
    assert_eq!(keys("en"), keys("fr"));
}

/// Like gettext, uses the first variable that is set. Unsupported languages fall back to English.
#[test]
fn the_environment_chooses_the_language() {
    let heading = |variables: &[(&str, &str)]| {
        let output = command(&["rules"]).envs(variables.iter().copied()).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().next().unwrap().to_owned()
    };
    assert_eq!(heading(&[]), "Options");
    assert_eq!(heading(&[("LANG", "de_DE.UTF-8")]), "Wahlregeln");
    assert_eq!(heading(&[("LANG", "de_DE.UTF-8"), ("LC_ALL", "C")]), "Options");
    assert_eq!(heading(&[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "de")]), "Wahlregeln");
    assert_eq!(heading(&[("LC_ALL", ""), ("LANG", "de_AT@euro")]), "Wahlregeln");
    assert_eq!(heading(&[("LANG", "ja_JP.UTF-8")]), "Options");
    assert!(error_line(&["rules", "--lang", "xx"]).contains("en, de, fr"));
}
