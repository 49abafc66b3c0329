//! Tampering with the end and the result.

use super::*;

/// E1, E2, E3, E4: the end and the result.
#[test]
fn the_end_is_checked() {
    let end =
        || find("classic-4", |record, at| record.events[at] == Event::End { reason: EndReason::Declared });
    check(end(), drop_it, "event @ breaks E2: the record stops where `end` is due");
    check(end(), double_it, "event 275 breaks E4: the game is over: nothing more can be decided");
    check(
        end(),
        |record, at| record.events[at] = Event::End { reason: EndReason::NoTilePlayed },
        "event @ breaks E2: here `end` has the wrong `reason`",
    );
    check(
        find("classic-4", is_kind("place")),
        |record, at| {
            let Event::Place { player, .. } = record.events[at] else { panic!() };
            record.events.insert(at, Event::DeclareEnd { player });
        },
        "event @ breaks E1: the end cannot be declared yet: no chain has 41 tiles and not \
            every active chain is safe",
    );
    check(
        find("classic-4", is_kind("place")),
        |record, at| record.events.insert(at, Event::End { reason: EndReason::AllTilesPlayed }),
        "event @ breaks E3: here the game waits for a tile by seat 2, but the record says `end`",
    );
    let declared = || find("trading-5", is_kind("declare_end"));
    check(
        declared(),
        drop_it,
        "event @ breaks T11: here `discard` by seat 1 is due, but the record says `end`",
    );
    check(
        declared(),
        double_it,
        "event 315 breaks E2: here `end` is due, but the record says `declare_end` by seat 1",
    );
    let result = |change: fn(&mut Vec<Money>, &mut Vec<Seat>)| {
        move |record: &mut Record, _at: usize| {
            let result = record.result.as_mut().unwrap();
            change(&mut result.cash, &mut result.winners);
        }
    };
    check(
        end(),
        result(|cash, _| cash[0] = Money(1)),
        "the result breaks E4: the game ends with [$42,600, $36,100, $35,000, $44,600], but \
            the result says [$1, $36,100, $35,000, $44,600]",
    );
    check(
        end(),
        result(|cash, _| cash.truncate(1)),
        "the result breaks E4: the game ends with [$42,600, $36,100, $35,000, $44,600], but \
            the result says [$42,600]",
    );
    check(
        end(),
        result(|_, winners| winners.clear()),
        "the result breaks E4: the winners are seats [3], but the result says []",
    );
    check(
        end(),
        result(|_, winners| winners.push(winners[0])),
        "the result breaks E4: the winners are seats [3], but the result says [3, 3]",
    );
    check(
        end(),
        |record, _| record.result = None,
        "the result breaks E4: the game is over, but the record has no result",
    );
    check(
        end(),
        |record, _| record.events.truncate(8),
        "the result breaks E4: the record has a result, but the game is not over",
    );
}

/// E4: winners may be in any order.
#[test]
fn the_order_of_winners_is_free() {
    let mut record = golden("manual-6");
    let result = record.result.as_mut().unwrap();
    assert_eq!(result.winners.len(), 2);
    result.winners.reverse();
    record.verify().unwrap();
}
