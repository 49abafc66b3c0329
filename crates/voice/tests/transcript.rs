//! Transcripts of golden games, line by line.
//!
//! Set `BLESS=1` to update them.

use std::path::{Path, PathBuf};

use mergemaker_engine::{Event, Theme};
use mergemaker_record::Record;
use mergemaker_voice::{Language, Names, Narrator, Words, transcript};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn golden(name: &str) -> Record {
    let path = file(&format!("../record/tests/golden/{name}.json"));
    Record::read(&std::fs::read(path).unwrap()).unwrap()
}

fn in_english(record: &Record) -> String {
    transcript(record, Theme::Hotels, Language::English).unwrap()
}

/// E4: the transcripts of golden games, in every language.
#[test]
fn golden_transcripts_match() {
    for (name, language) in [
        ("renegade-2", Language::English),
        ("tycoon-3", Language::English),
        ("trading-5", Language::English),
        ("trading-5", Language::German),
        ("trading-5", Language::French),
    ] {
        let text = transcript(&golden(name), Theme::Hotels, language).unwrap();
        let path = file(&format!("tests/golden/{name}.{}.txt", language.code()));
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap();
        // Compared line by line: a failure then shows the difference and not two whole games.
        for (line, (kept, text)) in kept.lines().zip(text.lines()).enumerate() {
            assert_eq!(text, kept, "{}, line {}", path.display(), line + 1);
        }
        assert_eq!(text.lines().count(), kept.lines().count(), "{}", path.display());
    }
}

/// E4, M3, T10: every transcript has each turn once, each payout and the standings; every event has a line.
#[test]
fn transcripts_are_complete() {
    for name in
        ["classic-4", "digital-3", "manual-2", "renegade-2", "tycoon-3", "trading-5", "2-tycoon-3-some"]
    {
        let record = golden(name);
        let (text, replay) = (in_english(&record), record.replay().unwrap());
        let is_turn = |event: &&Event| matches!(event, Event::Place { .. } | Event::Pass { .. });
        let turns = record.events.iter().filter(is_turn).count();
        let headings = text.lines().filter(|line| line.starts_with("Turn ")).count();
        // A declaration before the tile may end a turn early.
        assert!((turns..=turns + 1).contains(&headings), "{name}");
        let payouts = replay.moments().iter().map(|moment| moment.payouts.len()).sum::<usize>();
        assert_eq!(text.matches("Bonuses for ").count(), payouts, "{name}");
        for cash in &replay.game().outcome().unwrap().cash {
            assert!(text.contains(&format!(" {cash}\n")), "{text}");
        }
        for words in Language::ALL.map(Words::new) {
            let names = Names::new(&record.players, Theme::Hotels, &words);
            let narrator = Narrator::new(&words, names);
            for moment in replay.moments() {
                let line = narrator.summary(moment);
                let is_sentence =
                    line.ends_with('.') && !line.contains(['\n', '{', '}']) && !line.contains("  ");
                assert!(is_sentence, "{line}");
            }
        }
    }
}

/// Names are made safe, and get their seats if they are missing or not unique.
#[test]
fn names_are_safe_and_unique() {
    let record = golden("renegade-2");
    let odd = Record { players: vec!["\u{1b}[2J".into(), String::new()], ..record.clone() };
    let text = in_english(&odd);
    assert!(text.contains("\u{fffd}[2J draws") && text.contains("Seat 1 draws") && !text.contains('\u{1b}'));
    let same = Record { players: vec!["Bot".into(), "Bot".into()], ..record };
    assert!(in_english(&same).contains("Bot (seat 1) draws the start tile"));
}

/// T1: the transcript of an unfinished game says what it waits for.
#[test]
fn unfinished_games_have_a_transcript() {
    let record = golden("renegade-2");
    let start = Record { events: record.events[..4].to_vec(), result: None, seed: None, ..record };
    let text = in_english(&start);
    assert!(text.contains("\nThe game continues\n  Waiting for ") && text.ends_with(": a tile.\n"), "{text}");
}
