//! docs/RECORD.md: its record verifies, its events round-trip, and no kind of event is missing.

use std::collections::BTreeSet;

use mergemaker_engine::{DiscardReason, EndReason, Event};
use mergemaker_record::Record;
use serde_json::Value;

const PAGE: &str = include_str!("../../../../docs/RECORD.md");

/// The page's fenced blocks in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let blocks = PAGE.split(fence.as_str()).skip(1);
    blocks.map(|rest| rest.split_once("```").expect("a block ends").0).collect()
}

#[test]
fn the_short_record_verifies() {
    let records = blocks("record");
    assert_eq!(records.len(), 1);
    let record = Record::read(records[0].as_bytes()).unwrap();
    record.verify().unwrap();
    let written: Value = serde_json::from_str(&record.to_json()).unwrap();
    let shown: Value = serde_json::from_str(records[0]).unwrap();
    assert_eq!(written, shown, "the page's example has missing or extra members");
}

#[test]
fn every_kind_of_event_has_an_example() {
    let lines: Vec<&str> = blocks("event").into_iter().flat_map(str::lines).collect();
    let mut kinds = BTreeSet::new();
    for line in lines {
        let event: Event = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let (written, shown): (Value, Value) =
            (serde_json::to_value(&event).unwrap(), serde_json::from_str(line).unwrap());
        assert_eq!(written, shown);
        kinds.insert(kind(&event));
    }
    assert_eq!(kinds.len(), 18, "{kinds:?}");
    for reason in [EndReason::Declared, EndReason::AllTilesPlayed, EndReason::NoTilePlayed] {
        assert!(PAGE.contains(&format!("`{}`", reason.id())), "{reason:?}");
    }
}

/// What an example shows. A new event needs a line here to compile, and then an example on the page.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::StartTile { .. } => "start_tile",
        Event::Deal { .. } => "deal",
        Event::Discard { reason: DiscardReason::StuckHand, .. } => "discard of a stuck hand",
        Event::Discard { reason: DiscardReason::Unplayable, .. } => "discard of dead tiles",
        Event::TradeOffer { .. } => "trade_offer",
        Event::TradeAnswer { .. } => "trade_answer",
        Event::DeclareEnd { .. } => "declare_end",
        Event::Place { .. } => "place",
        Event::Pass { .. } => "pass",
        Event::Found { at: None, .. } => "found",
        Event::Found { at: Some(_), .. } => "found with headquarters",
        Event::Survivor { .. } => "survivor",
        Event::Defunct { .. } => "defunct",
        Event::BankTile { .. } => "bank_tile",
        Event::Dispose { .. } => "dispose",
        Event::Buy { .. } => "buy",
        Event::Draw { .. } => "draw",
        Event::End { .. } => "end",
    }
}
