//! Tampering with foundings and mergers.

use super::*;

/// T4: foundings.
#[test]
fn foundings_are_checked() {
    check(
        find("classic-4", |record, at| {
            record.events[..at].iter().any(|event| event.kind() == "found") && is_kind("found")(record, at)
        }),
        |record, at| {
            let active = record.events.iter().find_map(|event| match event {
                Event::Found { chain, .. } => Some(*chain),
                _ => None,
            });
            let Event::Found { chain, .. } = &mut record.events[at] else { panic!() };
            *chain = active.unwrap();
        },
        "event @ breaks T4: festival is active: found a chain that is not on the board",
    );
}

/// M1, M2: the survivor and the order of the others.
#[test]
fn survivors_and_defunct_chains_are_checked() {
    let not_merging = |record: &Record, at: usize| {
        let before = Record { events: record.events[..at].to_vec(), result: None, ..record.clone() };
        let game = before.verify().unwrap();
        let touched = game.board().touch(game.unsettled_tile().unwrap()).chains();
        Chain::ALL.into_iter().find(|&chain| !touched.contains(chain)).unwrap()
    };
    check(
        find("classic-4", is_kind("survivor")),
        |record, at| {
            let wrong = not_merging(record, at);
            let Event::Survivor { chain, .. } = &mut record.events[at] else { panic!() };
            *chain = wrong;
        },
        "event @ breaks M1: tower cannot survive: choose one of the largest merging chains",
    );
    check(
        find("classic-4", is_kind("survivor")),
        drop_it,
        "event @ breaks T1: that cannot be done now: the game is waiting for the choice of \
            the surviving chain",
    );
    check(
        find("classic-4", is_kind("defunct")),
        |record, at| {
            let wrong = not_merging(record, at);
            let Event::Defunct { chain, .. } = &mut record.events[at] else { panic!() };
            *chain = wrong;
        },
        "event @ breaks M2: tower is not among the chains to dissolve: choose one of the largest \
            that are left",
    );
}

/// M3: what happens to the shares of a dissolved chain.
#[test]
fn disposals_are_checked() {
    let dispose = || find("classic-4", is_kind("dispose"));
    check(
        dispose(),
        |record, at| {
            let Event::Dispose { chain, .. } = &mut record.events[at] else { panic!() };
            *chain = if *chain == Chain::Luxor { Chain::Tower } else { Chain::Luxor };
        },
        "event @ breaks M3: luxor is not being dissolved: the decision is about shares of american",
    );
    check(
        dispose(),
        |record, at| {
            let Event::Dispose { chain, sell, .. } = &mut record.events[at] else { panic!() };
            (*chain, *sell) = (Chain::Luxor, 25);
        },
        "event @ breaks M3: luxor is not being dissolved: the decision is about shares of american",
    );
    check(
        dispose(),
        |record, at| {
            let Event::Dispose { sell, .. } = &mut record.events[at] else { panic!() };
            *sell = 25;
        },
        "event @ breaks M3: seat 0 holds 4 american, not 29: sell and trade no more than that",
    );
    check(
        find("classic-4", |record, at| matches!(record.events[at], Event::Dispose { sell: 1.., .. })),
        |record, at| {
            let Event::Dispose { sell, trade, .. } = &mut record.events[at] else { panic!() };
            (*sell, *trade) = (*sell - 1, *trade + 1);
        },
        "event @ breaks M3: cannot trade an odd number of shares (1): trades are two for one",
    );
    check(dispose(), drop_it, "event @ breaks T1: it is seat 0's decision, not seat 1's");
}

/// P5, B1: the bank's tiles.
#[test]
fn bank_tiles_are_checked() {
    let bank = || find("renegade-2", is_kind("bank_tile"));
    check(
        bank(),
        drop_it,
        "event @ breaks P5: here `bank_tile` is due, but the record says `dispose` by seat 1",
    );
    check(
        bank(),
        double_it,
        "event 116 breaks P5: here the game waits for a decision about shares of the dissolved chain by seat 1, but the record says `bank_tile`",
    );
    check(
        bank(),
        |record, at| {
            let Event::BankTile { chain, .. } = &mut record.events[at] else { panic!() };
            *chain = if *chain == Chain::Luxor { Chain::Tower } else { Chain::Luxor };
        },
        "event @ breaks P5: here `bank_tile` has the wrong `chain`",
    );
    check(
        bank(),
        |record, at| {
            let Event::StartTile { tile: used, .. } = record.events[0] else { panic!() };
            let Event::BankTile { tile, .. } = &mut record.events[at] else { panic!() };
            *tile = used;
        },
        "event @ breaks B1: 12E is not in the pile: every tile is in one place only",
    );
    let merger = find("classic-4", is_kind("dispose"));
    check(
        merger,
        |record, at| {
            let Event::Dispose { chain, .. } = record.events[at] else { panic!() };
            record.events.insert(at, Event::BankTile { chain, tile: tile("5E") });
        },
        "event @ breaks P5: here the game waits for a decision about shares of the dissolved chain by seat 0, but the record says `bank_tile`",
    );
}
