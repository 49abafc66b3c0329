//! Tampering with tiles that only the seed can expose.

use super::*;

/// S2, S4, T11, P5: every tile must be the one the seed deals, and the seed must match the commitment.
#[test]
fn seeds_are_checked() {
    let (record, at) = find("renegade-2", is_kind("bank_tile"));
    let fault = |record: &Record| {
        let error = record.verify().unwrap_err();
        (error.event(), error.rule(), error.to_string())
    };
    let mut bytes = record.seed.unwrap().bytes();
    bytes[31] ^= 1;
    let forged = Seed::from_bytes(bytes);
    let other_seed = Record { seed: Some(forged), ..record.clone() };
    assert_eq!(other_seed.verify(), Err(RecordError::Commitment));
    let committed = Record { commitment: Some(forged.commitment()), ..other_seed };
    assert_eq!(
        fault(&committed),
        (
            Some(1),
            Some("S2"),
            "event 1 breaks S2: the seed deals 4I here, not what the record says".to_string()
        )
    );
    let commitment: Commitment = "0".repeat(64).parse().unwrap();
    let other_commitment = Record { commitment: Some(commitment), ..record.clone() };
    assert_eq!(
        other_commitment.verify().unwrap_err().to_string(),
        "the seed does not match the commitment: one of them was changed after the game began"
    );
    // Without a seed the commitment cannot be checked, and is accepted.
    assert!(Record { seed: None, ..other_commitment }.verify().is_ok());
    assert!(Record { commitment: None, ..record.clone() }.verify().is_ok());

    // Tiles that the rules allow but the seed did not deal.
    let swap = |one: usize, other: usize| {
        let mut record = record.clone();
        let tiles = |event: &mut Event| match event {
            Event::Deal { tiles, .. } | Event::Draw { tiles, .. } => tiles[0],
            _ => panic!(),
        };
        let (a, b) = (tiles(&mut record.events[one]), tiles(&mut record.events[other]));
        for (event, tile) in [(one, b), (other, a)] {
            match &mut record.events[event] {
                Event::Deal { tiles, .. } | Event::Draw { tiles, .. } => tiles[0] = tile,
                _ => panic!(),
            }
        }
        record
    };
    let (event, rule, message) = fault(&swap(2, 3));
    assert_eq!((event, rule), (Some(3), Some("S4")), "{message}");
    let draw = (0..record.events.len()).find(|&at| is_kind("draw")(&record, at)).unwrap();
    let next = (draw + 1..record.events.len()).find(|&at| is_kind("draw")(&record, at)).unwrap();
    let (event, rule, message) = fault(&swap(draw, next));
    assert_eq!((event, rule), (Some(draw + 1), Some("T11")), "{message}");
    let mut bank = record.clone();
    let Event::BankTile { tile: shown, .. } = &mut bank.events[at] else { panic!() };
    let before = Record { events: record.events[..=at].to_vec(), result: None, seed: None, ..record.clone() };
    let pile = before.replay().unwrap().game().pile();
    *shown = pile.iter().find(|tile| tile != shown).unwrap();
    let (event, rule, message) = fault(&bank);
    assert_eq!((event, rule), (Some(at + 1), Some("P5")), "{message}");
}
