//! The transcript: what a reader is told.

use mergemaker_engine::{Bonuses, Chain, Event, Payout, Theme, Tile};
use mergemaker_record::{Names, Record, describe, explain, transcript};

use crate::{names, play, tables};

fn check(payout: &Payout, bonuses: Bonuses, expected: &[&str]) {
    let lines = explain(payout, bonuses, &Names::new(&names(6), Theme::Hotels));
    assert_eq!(lines.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

fn classic(shares: &[u8], bank: Option<&str>) -> Payout {
    let tile = bank.map(|name| name.parse::<Tile>().unwrap());
    Payout::new(Bonuses::Classic, Chain::Festival, 5, shares, tile)
}

/// P2, P3, P5: classic bonuses, with the bank.
#[test]
fn classic_bonuses_are_explained() {
    let head = "Bonuses for Festival (5 tiles, $600 a share):";
    check(
        &classic(&[0, 3], None),
        Bonuses::Classic,
        &[head, "Bob is the only holder, with 3 shares: majority $6,000 + minority $3,000 = $9,000"],
    );
    check(
        &classic(&[5, 3, 1], None),
        Bonuses::Classic,
        &[
            head,
            "Ann is first with 5 shares: the majority bonus of $6,000",
            "Bob is second with 3 shares: the minority bonus of $3,000",
            "Cid comes third with 1 share: no bonus is left for that place",
        ],
    );
    check(
        &classic(&[2, 2, 1, 2], None),
        Bonuses::Classic,
        &[
            head,
            "Ann, Bob and Dot tie for first with 2 shares each: majority $6,000 + minority $3,000 = $9,000; \
             divided by 3, $3,000 each",
            "Cid comes fourth with 1 share: no bonus is left for that place",
        ],
    );
    check(
        &classic(&[4, 9, 4, 4, 4], None),
        Bonuses::Classic,
        &[
            head,
            "Bob is first with 9 shares: the majority bonus of $6,000",
            "Ann, Cid, Dot and Eve tie for second with 4 shares each: the minority bonus of $3,000; divided by \
             4 and rounded up to $100, $800 each",
        ],
    );
    check(
        &classic(&[4, 9], Some("9C")),
        Bonuses::Classic,
        &[
            "Bonuses for Festival (5 tiles, $600 a share; the bank's tile is 9C):",
            "Bob and the bank tie for first with 9 shares each: majority $6,000 + minority $3,000 = $9,000; \
             divided by 2, $4,500 each; what the bank wins is not paid",
            "Ann comes third with 4 shares: no bonus is left for that place",
        ],
    );
    check(
        &classic(&[0, 9], Some("12C")),
        Bonuses::Classic,
        &[
            "Bonuses for Festival (5 tiles, $600 a share; the bank's tile is 12C):",
            "The bank is first with 12 shares: the majority bonus of $6,000; what the bank wins is not paid",
            "Bob is second with 9 shares: the minority bonus of $3,000",
        ],
    );
}

/// P3, P4: tycoon bonuses, three places.
#[test]
fn tycoon_bonuses_are_explained() {
    let tycoon = |shares: &[u8]| Payout::new(Bonuses::Tycoon, Chain::Luxor, 2, shares, None);
    let head = "Bonuses for Luxor (2 tiles, $200 a share):";
    check(
        &tycoon(&[0, 0, 1]),
        Bonuses::Tycoon,
        &[head, "Cid is the only holder, with 1 share: primary $2,000 + tertiary $1,000 = $3,000"],
    );
    check(
        &tycoon(&[3, 1, 2, 1]),
        Bonuses::Tycoon,
        &[
            head,
            "Ann is first with 3 shares: the primary bonus of $2,000",
            "Cid is second with 2 shares: the secondary bonus of $1,500",
            "Bob and Dot tie for third with 1 share each: the tertiary bonus of $1,000; divided by 2, $500 each",
        ],
    );
    check(
        &tycoon(&[3, 3, 1]),
        Bonuses::Tycoon,
        &[
            head,
            "Ann and Bob tie for first with 3 shares each: primary $2,000 + secondary $1,500 = $3,500; divided \
             by 2 and rounded up to $100, $1,800 each",
            "Cid is third with 1 share: the tertiary bonus of $1,000",
        ],
    );
}

/// E4, M3, T10: every transcript tells each turn once, each payout and the standing; every event has a
/// line of its own.
#[test]
fn transcripts_tell_everything() {
    for table in tables() {
        for number in 20..24 {
            let (record, game) = play(table, number);
            let text = transcript(&record, Theme::Hotels).unwrap();
            let replay = record.replay().unwrap();
            let turns = record
                .events
                .iter()
                .filter(|event| matches!(event, Event::Place { .. } | Event::Pass { .. }));
            let headings = text.lines().filter(|line| line.starts_with("Turn ")).count();
            // A turn may be cut short by a declaration before its tile.
            assert!((turns.clone().count()..=turns.count() + 1).contains(&headings));
            let payouts = replay.moments().iter().map(|moment| moment.payouts.len()).sum::<usize>();
            assert_eq!(text.matches("Bonuses for ").count(), payouts);
            let outcome = game.outcome().unwrap();
            for cash in &outcome.cash {
                assert!(text.contains(&format!(" {cash}\n")), "{text}");
            }
            for moment in replay.moments() {
                let line = describe(moment, &Names::new(&record.players, Theme::Hotels));
                assert!(!line.is_empty() && !line.contains('\n'), "{line}");
            }
        }
    }
}

/// Names are made safe, and told apart by their seats where they do not tell.
#[test]
fn names_are_shown_with_care() {
    let (record, _) = play(tables()[0], 1);
    let odd = Record { players: vec!["\u{1b}[2J".into(), String::new()], ..record.clone() };
    let text = transcript(&odd, Theme::Hotels).unwrap();
    assert!(text.contains("\u{fffd}[2J draws") && text.contains("seat 1 draws") && !text.contains('\u{1b}'));
    let same = Record { players: vec!["Bot".into(), "Bot".into()], ..record };
    assert!(transcript(&same, Theme::Hotels).unwrap().contains("Bot (seat 1) draws the start tile"));
}

/// T1: a game that is not over says what it waits for.
#[test]
fn unfinished_games_have_a_transcript() {
    let (record, _) = play(tables()[0], 1);
    let start = Record { events: record.events[..4].to_vec(), result: None, seed: None, ..record };
    let text = transcript(&start, Theme::Hotels).unwrap();
    assert!(text.contains("\nThe game goes on\n  It waits for a tile by "), "{text}");
}
