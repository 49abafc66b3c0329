//! What release 0.1.0 wrote is read, holds, and is written back as it was.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mergemaker_engine::{Chain, Event, Game, Rules, RulesVersion, Seat, Situation, View};
use mergemaker_record::Record;
use mergemaker_record::position::{from_text, to_text};

fn text(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/0.1.0");
    fs::read_to_string(folder.join(file)).unwrap()
}

/// S3, T11, E2, E3: records of version 1 verify by the rules of their day and are written back byte for byte.
#[test]
fn its_records_verify_and_are_written_back() {
    let records = text("records.jsonl");
    let mut reasons = BTreeSet::new();
    for (number, line) in records.lines().enumerate() {
        let record = Record::read(line.as_bytes()).unwrap();
        assert_eq!(record.rules.version(), RulesVersion::One);
        record.verify().unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
        assert_eq!(record.to_json(), line, "line {}", number + 1);
        let replay = record.replay().unwrap();
        assert!(replay.moments().iter().map(|moment| &moment.event).eq(&record.events));
        reasons.extend(record.events.last().and_then(|event| match event {
            Event::End { reason } => Some(reason.id()),
            _ => None,
        }));
    }
    assert_eq!(records.lines().count(), 96);
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["all_tiles_played", "declared", "no_tile_played"]);
}

/// Positions without a version mark keep the options of their day, can be played, and are written back.
#[test]
fn its_positions_are_written_back() {
    let positions = text("positions.txt");
    let mut situations = BTreeSet::new();
    for line in positions.lines() {
        let position = from_text(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(to_text(&position), line);
        assert_eq!(position.rules.version(), RulesVersion::One);
        let is_between = position.situation == Situation::Between;
        let viewers = std::iter::once(None).chain(Seat::all(position.players.len()).map(Some));
        let is_read = Game::from_position(&position).is_ok()
            || viewers.into_iter().any(|viewer| View::from_position(&position, viewer).is_ok());
        assert!(is_read != is_between, "{line}");
        let decision = line.split(' ').nth(2).unwrap();
        situations.insert(decision.split(':').nth(1).unwrap().to_string());
    }
    assert_eq!(positions.lines().count(), 918);
    let all = "answer between buy close defunct dispose found over survivor tile";
    assert_eq!(situations.into_iter().collect::<Vec<_>>().join(" "), all);
}

/// Rules and views in its messages are written back byte for byte, except that the market now names all seven chains.
#[test]
fn its_messages_are_written_back() {
    let messages = text("messages.json");
    let (mut kept, mut refused) = (0, 0);
    for rules in objects(&messages, "rules").filter(|rules| rules.contains("end_declaration")) {
        match serde_json::from_str::<Rules>(rules) {
            Ok(read) => {
                assert_eq!(serde_json::to_string(&read).unwrap(), rules);
                assert_eq!(read.version(), RulesVersion::One);
                kept += 1;
            }
            // Version 0.1.0 refused them too: their options are not those of the preset.
            Err(_) => refused += 1,
        }
    }
    assert!(kept > 30, "only {kept}");
    assert_eq!(refused, 2);
    let views: Vec<&str> = objects(&messages, "view").collect();
    assert!(!views.is_empty());
    for view in views {
        let written = serde_json::to_string(&serde_json::from_str::<View>(view).unwrap()).unwrap();
        assert_eq!(written, with_all_chains(view));
    }
}

/// A view of the release, with the sold-out chains that its market left out.
fn with_all_chains(view: &str) -> String {
    let market = objects(view, "market").next().unwrap();
    let shares: BTreeMap<&str, u8> = serde_json::from_str(market).unwrap();
    let all =
        Chain::ALL.map(|chain| format!("\"{0}\":{1}", chain.id(), shares.get(chain.id()).unwrap_or(&0)));
    view.replace(market, &format!("{{{}}}", all.join(",")))
}

/// The objects that are values of a member of this name, wherever it is.
fn objects<'a>(text: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let member = format!("\"{name}\":{{");
    let starts: Vec<usize> = text.match_indices(&member).map(|(at, found)| at + found.len() - 1).collect();
    starts.into_iter().map(|start| {
        let mut depth = 0;
        let is_last = |&(_, sign): &(usize, char)| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            depth == 0
        };
        let (length, _) = text[start..].char_indices().find(is_last).unwrap();
        &text[start..=start + length]
    })
}
