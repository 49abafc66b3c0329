//! A valid record that is changed anywhere is refused, with the number of the event and the rule.

mod end;
mod merger;
mod seed;
mod turn;

use mergemaker_engine::{
    Bundle, Chain, DiscardReason, EndDeclaration, EndReason, Event, Money, Preset, Rules, Seat, Shares, Tile,
    Tiles,
};
use mergemaker_record::{Commitment, Record, RecordError, Seed};

use crate::golden::golden;
use crate::{play, table};

/// A golden game, and the index of its first event that matches.
fn find(name: &str, holds: impl Fn(&Record, usize) -> bool) -> (Record, usize) {
    let record = golden(name);
    let at = (0..record.events.len()).find(|&at| holds(&record, at));
    (record, at.expect("the game has such an event"))
}

/// Tampers with a record at an event and checks the error. `@` stands for the number of the event.
fn check((mut record, at): (Record, usize), tamper: impl FnOnce(&mut Record, usize), expected: &str) {
    // Without the seed, which would expose every changed tile: here the rules must find it.
    (record.seed, record.commitment) = (None, None);
    record.verify().unwrap();
    tamper(&mut record, at);
    let error = record.verify().unwrap_err();
    assert_eq!(error.to_string(), expected.replace('@', &(at + 1).to_string()));
    assert_eq!(record.replay().unwrap_err(), error);
    let message = error.to_string();
    if let (Some(event), Some(rule)) = (error.event(), error.rule()) {
        assert!(message.starts_with(&format!("event {event} breaks {rule}: ")), "{message}");
    }
}

fn drop_it(record: &mut Record, at: usize) {
    record.events.remove(at);
}

fn double_it(record: &mut Record, at: usize) {
    record.events.insert(at, record.events[at].clone());
}

fn is_kind(kind: &str) -> impl Fn(&Record, usize) -> bool {
    move |record, at| record.events[at].kind() == kind
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

fn tile(name: &str) -> Tile {
    name.parse().unwrap()
}

fn other(player: Seat) -> Seat {
    seat((player.index() + 1) % 3)
}

fn player_of(event: &mut Event) -> Option<&mut Seat> {
    match event {
        Event::StartTile { player, .. }
        | Event::Deal { player, .. }
        | Event::Discard { player, .. }
        | Event::TradeOffer { player, .. }
        | Event::TradeAnswer { player, .. }
        | Event::DeclareEnd { player }
        | Event::Place { player, .. }
        | Event::Pass { player }
        | Event::Found { player, .. }
        | Event::Survivor { player, .. }
        | Event::Defunct { player, .. }
        | Event::Dispose { player, .. }
        | Event::Buy { player, .. }
        | Event::Draw { player, .. } => Some(player),
        Event::BankTile { .. } | Event::End { .. } => None,
    }
}

/// T1, T11, E4: if any event is dropped, duplicated or swapped with the next, the record is refused, and
/// never for an earlier event.
#[test]
fn no_event_can_be_dropped_duplicated_or_swapped() {
    for (preset, players) in [
        (Preset::Classic, 3),
        (Preset::Renegade, 2),
        (Preset::Tycoon, 4),
        (Preset::Trading, 3),
        (Preset::Manual, 6),
        (Preset::Digital, 5),
    ] {
        let (record, _) = play(table(preset, players), 1);
        for at in 0..record.events.len() {
            let refused = |tampered: &Record, what: &str| {
                let error = tampered.verify().expect_err(what);
                assert!(error.event().is_none_or(|event| event > at), "{what} {}: {error}", at + 1);
                assert!(error.rule().is_some());
            };
            let mut dropped = record.clone();
            drop_it(&mut dropped, at);
            refused(&dropped, "dropped");
            let mut doubled = record.clone();
            double_it(&mut doubled, at);
            refused(&doubled, "doubled");
            let mut swapped = record.clone();
            // The end may be declared before or after a decision.
            let pair = record.events.get(at..at + 2).unwrap_or_default();
            if pair.len() == 2 && !pair.iter().any(|event| event.kind() == "declare_end") {
                swapped.events.swap(at, at + 1);
                refused(&swapped, "swapped");
            }
        }
    }
}

/// T1: no event can be given to another player.
#[test]
fn no_event_can_change_its_player() {
    for (preset, players) in [(Preset::Classic, 3), (Preset::Trading, 4), (Preset::Manual, 2)] {
        let (record, _) = play(table(preset, players), 8);
        for at in 0..record.events.len() {
            for index in 0..6 {
                let mut tampered = record.clone();
                let Some(player) = player_of(&mut tampered.events[at]) else { continue };
                // If nothing is drawn, the next player can declare the end instead.
                if player.index() == index || matches!(record.events[at], Event::DeclareEnd { .. }) {
                    continue;
                }
                *player = seat(index);
                assert_eq!(tampered.verify().unwrap_err().event(), Some(at + 1));
            }
        }
    }
}

/// B1: no tile can be dealt twice.
#[test]
fn no_tile_can_be_dealt_twice() {
    let (mut record, _) = play(table(Preset::Renegade, 2), 8);
    let Event::StartTile { tile: used, .. } = record.events[0] else { panic!() };
    (record.seed, record.commitment) = (None, None);
    for at in 1..record.events.len() {
        let mut tampered = record.clone();
        match &mut tampered.events[at] {
            Event::StartTile { tile, .. } | Event::BankTile { tile, .. } => *tile = used,
            Event::Deal { tiles, .. } | Event::Draw { tiles, .. } => tiles[0] = used,
            _ => continue,
        }
        let error = tampered.verify().unwrap_err();
        assert_eq!((error.event(), error.rule()), (Some(at + 1), Some("B1")));
    }
}
