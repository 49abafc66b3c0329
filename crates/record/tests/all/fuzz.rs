//! No input causes a panic.

use mergemaker_engine::{Game, Preset, View};
use mergemaker_record::position::{from_text, to_text};
use mergemaker_record::{Record, documents};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::{play, table};

/// Tries to read the bytes as everything, and uses what can be read.
fn try_everything(bytes: &[u8]) {
    for document in documents(bytes).flatten() {
        try_record(Record::read(&document));
    }
    try_record(Record::read(bytes));
}

fn try_record<E>(record: Result<Record, E>) {
    if let Ok(record) = record {
        assert_eq!(Record::read(record.to_json().as_bytes()).as_ref(), Ok(&record));
        match (record.verify(), record.replay()) {
            (Ok(game), Ok(replay)) => assert_eq!(replay.game(), &game),
            (Err(one), Err(other)) => assert_eq!(one, other),
            (one, other) => panic!("verify returns {one:?}, replay {other:?}"),
        }
    }
}

fn try_position(text: &str) {
    if let Ok(position) = from_text(text) {
        assert_eq!(from_text(&to_text(&position)).as_ref(), Ok(&position));
        if let Ok(game) = Game::from_position(&position) {
            assert_eq!(game.position(), position);
        }
        for viewer in mergemaker_engine::Seat::all(6).map(Some).chain([None]) {
            let _ = View::from_position(&position, viewer);
        }
    }
}

/// A truncated record is always refused.
#[test]
fn truncation_at_every_byte_is_refused() {
    let (record, _) = play(table(Preset::Renegade, 2), 4);
    let text = record.to_json();
    for length in 0..text.len() {
        assert!(Record::read(&text.as_bytes()[..length]).is_err(), "{length}");
    }
}

/// A record with one byte changed never panics.
#[test]
fn no_changed_byte_causes_a_panic() {
    let (record, _) = play(table(Preset::Trading, 3), 4);
    let text = record.to_json();
    for place in 0..text.len() {
        for byte in [0, b'"', b'0', b'9', b'A', b'}', 0xff] {
            let mut bytes = text.clone().into_bytes();
            bytes[place] = byte;
            let _ = Record::read(&bytes).map(|record| record.verify());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        try_everything(&bytes);
        try_position(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_text_of_the_right_letters(text in r#"[\[\]{}",:0-9A-I _a-z\\.eE+-]{0,200}"#) {
        try_everything(text.as_bytes());
        try_position(&text);
    }

    /// Parts of a record are cut, duplicated, moved and overwritten.
    #[test]
    fn mutated_records(
        preset in 0..6usize,
        number in 0..20u64,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..4),
    ) {
        let (record, _) = play(table(Preset::ALL[preset], 3), number);
        let mut bytes = record.to_json().into_bytes();
        for (from, to, kind) in edits {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            match kind {
                0 => drop(bytes.drain(from..(from + to % 30).min(bytes.len()))),
                1 => bytes[from] = bytes[to],
                2 => bytes.insert(from, bytes[to]),
                _ => bytes.swap(from, to),
            }
        }
        try_everything(&bytes);
    }

    /// Events of two games are mixed: their shapes are valid, but not their order.
    #[test]
    fn mixed_events(
        preset in 0..6usize,
        numbers in (0..20u64, 0..20u64),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..6),
        seeded: bool,
    ) {
        let table = table(Preset::ALL[preset], 4);
        let ((mut record, _), (other, _)) = (play(table, numbers.0), play(table, numbers.1));
        for (from, to, kind) in edits {
            let (here, there) = (from.index(record.events.len()), to.index(other.events.len()));
            match kind {
                0 => drop(record.events.remove(here)),
                1 => record.events[here] = other.events[there].clone(),
                2 => record.events.insert(here, other.events[there].clone()),
                _ => {
                    let there = to.index(record.events.len());
                    record.events.swap(here, there);
                }
            }
        }
        if !seeded {
            (record.seed, record.commitment) = (None, None);
        }
        try_record::<()>(Ok(record));
    }

    #[test]
    fn mutated_positions(
        number in 0..200u64,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..3u8), 1..4),
    ) {
        let (record, _) = play(table(Preset::ALL[number as usize % 6], 3), number % 20);
        let replay = record.replay().unwrap();
        let moment = &replay.moments()[number as usize * 7 % replay.moments().len()];
        let mut text: Vec<char> = to_text(&moment.game.position()).chars().collect();
        for (from, to, kind) in edits {
            let (from, to) = (from.index(text.len()), to.index(text.len()));
            match kind {
                0 => drop(text.remove(from)),
                1 => text[from] = text[to],
                _ => text.insert(from, text[to]),
            }
        }
        try_position(&text.into_iter().collect::<String>());
    }
}
