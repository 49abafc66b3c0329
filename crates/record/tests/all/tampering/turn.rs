//! Tampering with the set-up and with turns.

use super::*;

/// S2, S4: the set-up.
#[test]
fn the_start_is_checked() {
    let game = || find("classic-4", is_kind("start_tile"));
    check(
        game(),
        drop_it,
        "event @ breaks S2: here `start_tile` by seat 0 is due, but the record says `start_tile` by seat 1",
    );
    check(game(), double_it, "event 2 breaks B1: 7C is not in the pile: every tile is in one place only");
    check(
        game(),
        |record, at| record.events.swap(at, at + 1),
        "event @ breaks S2: here `start_tile` by seat 0 is due, but the record says `start_tile` by seat 1",
    );
    check(
        game(),
        |record, at| {
            let Event::StartTile { tile, .. } = record.events[at] else { panic!() };
            record.events[at + 1] = Event::StartTile { player: seat(1), tile };
        },
        "event 2 breaks B1: 7C is not in the pile: every tile is in one place only",
    );
    let deal = || find("classic-4", is_kind("deal"));
    check(
        deal(),
        drop_it,
        "event @ breaks S4: here `deal` by seat 0 is due, but the record says `deal` by seat 1",
    );
    check(
        deal(),
        |record, at| record.events.swap(at, at + 1),
        "event @ breaks S4: here `deal` by seat 0 is due, but the record says `deal` by seat 1",
    );
    check(
        deal(),
        |record, at| {
            let Event::Deal { tiles, .. } = &mut record.events[at] else { panic!() };
            tiles.pop();
        },
        "event @ breaks S4: here `deal` by seat 0 has the wrong `tiles`",
    );
    check(
        deal(),
        |record, at| {
            let Event::Deal { tiles, .. } = &mut record.events[at] else { panic!() };
            tiles[1] = tiles[0];
        },
        "event @ breaks B1: 5I is not in the pile: every tile is in one place only",
    );
    check(
        deal(),
        |record, at| record.events.truncate(at),
        "event @ breaks S4: the record stops where `deal` by seat 0 is due",
    );
}

/// T1, T2, T8, T9: the tile.
#[test]
fn tiles_are_checked() {
    let place = || find("classic-4", is_kind("place"));
    check(place(), drop_it, "event @ breaks T1: that cannot be done now: the game is waiting for a tile");
    check(
        place(),
        double_it,
        "event 10 breaks T1: that cannot be done now: the game is waiting for a purchase",
    );
    check(
        place(),
        |record, at| {
            let Event::StartTile { tile, .. } = record.events[0] else { panic!() };
            let Event::Place { player, .. } = record.events[at] else { panic!() };
            record.events[at] = Event::Place { player, tile };
        },
        "event @ breaks T1: 7C is not in the hand of seat 2: place a tile from that hand",
    );
    check(
        place(),
        |record, at| {
            let Some(player) = player_of(&mut record.events[at]) else { panic!() };
            *player = other(*player);
        },
        "event @ breaks T1: it is seat 2's decision, not seat 0's",
    );
    check(
        place(),
        |record, at| {
            let Event::Place { player, .. } = record.events[at] else { panic!() };
            record.events[at] = Event::Pass { player };
        },
        "event @ breaks T2: 2C can be played: a player with a playable tile must place one",
    );
    // A player who had to pass places an unplayable tile.
    let stuck = |rule: &'static str| {
        find("digital-4-all-tiles", move |record, at| {
            let Event::Pass { player } = record.events[at] else { return false };
            let before = Record { events: record.events[..at].to_vec(), result: None, ..record.clone() };
            let Ok(game) = before.verify() else { return false };
            let Some(tile) = game.hand(player).tile(0) else { return false };
            let action = mergemaker_engine::Action::Place { tile };
            game.to_act() == Some(player)
                && game.check(player, &action).is_err_and(|error| error.rule() == rule)
        })
    };
    let place_first = |record: &mut Record, at: usize| {
        let Event::Pass { player } = record.events[at] else { panic!() };
        let before = Record { events: record.events[..at].to_vec(), result: None, ..record.clone() };
        let tile = before.verify().unwrap().hand(player).tile(0).unwrap();
        record.events[at] = Event::Place { player, tile };
    };
    check(
        stuck("T9"),
        place_first,
        "event @ breaks T9: 2D cannot be played now: all seven chains are active and it would \
            found another",
    );
    check(
        stuck("T8"),
        place_first,
        "event @ breaks T8: 2G is dead: it touches two or more safe chains and can never be \
            played",
    );
}

/// T10: purchases.
#[test]
fn purchases_are_checked() {
    let bought = || {
        find(
            "classic-4",
            |record, at| matches!(&record.events[at], Event::Buy { shares, .. } if shares.total() > 0),
        )
    };
    let buy = |shares: Shares| {
        move |record: &mut Record, at: usize| {
            let Event::Buy { shares: given, .. } = &mut record.events[at] else { panic!() };
            *given = shares;
        }
    };
    let (record, at) = bought();
    let Event::Buy { shares, .. } = record.events[at] else { panic!() };
    let chain = shares.iter().next().unwrap().0;
    let inactive = if chain == Chain::Luxor { Chain::Tower } else { Chain::Luxor };
    check(
        bought(),
        buy(Shares::of(chain, 4)),
        "event @ breaks T10: 4 shares are too many: buy at most three per turn",
    );
    check(
        bought(),
        buy(Shares::of(inactive, 1)),
        "event @ breaks T10: luxor is not active: only shares of active chains can be bought",
    );
    check(
        bought(),
        drop_it,
        "event @ breaks T11: here the game waits for a purchase by seat 2, but the record says `draw` by seat 2",
    );
    check(
        bought(),
        double_it,
        "event 24 breaks T11: here `draw` by seat 2 is due, but the record says `buy` by seat 2",
    );
    // Buying another number of shares is legal, but sooner or later the money does not match.
    let (mut record, at) = bought();
    buy(Shares::NONE)(&mut record, at);
    assert!(record.verify().is_err());
}

/// T11: draws.
#[test]
fn draws_are_checked() {
    let draw = || find("classic-4", is_kind("draw"));
    check(
        draw(),
        drop_it,
        "event @ breaks T11: here `draw` by seat 2 is due, but the record says `place` by seat 3",
    );
    check(
        draw(),
        double_it,
        "event 12 breaks T11: here the game waits for a tile by seat 3, but the record says `draw` by seat 2",
    );
    check(
        draw(),
        |record, at| {
            let Event::Draw { tiles, .. } = &mut record.events[at] else { panic!() };
            tiles.clear();
        },
        "event @ breaks T11: here `draw` by seat 2 has the wrong `tiles`",
    );
    check(
        draw(),
        |record, at| {
            let Event::Draw { tiles, .. } = &mut record.events[at] else { panic!() };
            let first = tiles[0];
            tiles.push(first);
        },
        "event @ breaks T11: here `draw` by seat 2 has the wrong `tiles`",
    );
    check(
        draw(),
        |record, at| {
            record.events.truncate(at);
            record.result = None;
        },
        "event @ breaks T11: the record stops where `draw` by seat 2 is due",
    );
    check(
        draw(),
        |record, at| {
            let Event::Draw { player, ref tiles } = record.events[at] else { panic!() };
            let tiles: Tiles = tiles.clone();
            let reason = DiscardReason::Unplayable;
            record.events.insert(at + 1, Event::Discard { player, tiles, reason });
        },
        "event 12 breaks T11: here the game waits for a tile by seat 3, but the record says `discard` by seat 2",
    );
}

/// T11, T13: discards.
#[test]
fn discards_are_checked() {
    let discard = || find("classic-4", is_kind("discard"));
    check(
        discard(),
        drop_it,
        "event @ breaks T11: here `discard` by seat 2 is due, but the record says `draw` by seat 2",
    );
    check(
        discard(),
        |record, at| {
            let Event::Discard { reason, .. } = &mut record.events[at] else { panic!() };
            *reason = DiscardReason::StuckHand;
        },
        "event @ breaks T11: here `discard` by seat 2 has the wrong `reason`",
    );
    check(
        discard(),
        |record, at| {
            let Event::Discard { tiles, .. } = &mut record.events[at] else { panic!() };
            tiles[0] = tile("1A");
        },
        "event @ breaks T11: here `discard` by seat 2 has the wrong `tiles`",
    );
    let stuck = || {
        find("trading-5", |record, at| {
            matches!(record.events[at], Event::Discard { reason: DiscardReason::StuckHand, .. })
        })
    };
    check(
        stuck(),
        drop_it,
        "event @ breaks T13: here `discard` by seat 1 is due, but the record says `draw` by seat 1",
    );
    check(
        stuck(),
        |record, at| drop_it(record, at + 1),
        "event 142 breaks T13: here `draw` by seat 1 is due, but the record says `place` by seat 1",
    );
}

/// X1: trades.
#[test]
fn trades_are_checked() {
    let offer = || find("trading-5", is_kind("trade_offer"));
    check(offer(), drop_it, "event @ breaks T1: it is seat 1's decision, not seat 0's");
    check(
        offer(),
        |record, at| drop_it(record, at + 1),
        "event 18 breaks T1: it is seat 0's decision, not seat 1's",
    );
    check(
        offer(),
        |record, at| {
            let Event::TradeOffer { give, .. } = &mut record.events[at] else { panic!() };
            give.cash = Money(1_000_000_000);
        },
        "event @ breaks X1: seat 1 does not have what the offer says they give: change the offer",
    );
    check(
        offer(),
        |record, at| {
            let Event::TradeOffer { give, take, .. } = &mut record.events[at] else { panic!() };
            (*give, *take) = (Bundle::default(), Bundle::default());
        },
        "event @ breaks X1: the offer changes nothing: give or take something",
    );
    check(
        offer(),
        |record, at| {
            let Event::TradeOffer { player, to, .. } = &mut record.events[at] else { panic!() };
            *to = *player;
        },
        "event @ breaks X1: seat 1 is not another player at this table: offer the trade to another \
            player",
    );
    check(
        find("classic-4", is_kind("place")),
        |record, at| {
            let Event::Place { player, .. } = record.events[at] else { panic!() };
            let give = Bundle { cash: Money(100), shares: Shares::NONE };
            let (to, take) = (other(player), Bundle::default());
            record.events.insert(at, Event::TradeOffer { player, to, give, take });
        },
        "event @ breaks X1: these rules do not allow trading between players",
    );
}

/// T11: dead tiles picked by the player.
#[test]
fn exchanges_are_checked() {
    let exchange = |name: &'static str| {
        find(name, |record, at| {
            matches!(record.events[at], Event::Discard { reason: DiscardReason::Unplayable, .. })
        })
    };
    let some = || exchange("2-tycoon-3-some");
    let tiles_of = |event: &mut Event| match event {
        Event::Discard { tiles, .. } => std::mem::take(tiles),
        _ => panic!(),
    };
    check(
        some(),
        drop_it,
        "event @ breaks T11: here the game waits for a tile by seat 1, but the record says `draw` by seat 0",
    );
    check(
        some(),
        double_it,
        "event 162 breaks T11: here `draw` by seat 0 is due, but the record says `discard` by seat 0",
    );
    check(
        some(),
        |record, at| {
            let Event::Discard { tiles, .. } = &mut record.events[at] else { panic!() };
            tiles[0] = tile("1A");
        },
        "event @ breaks T11: 1A may not be exchanged: choose from the dead tiles in hand",
    );
    check(
        some(),
        |record, at| {
            let Event::Discard { reason, .. } = &mut record.events[at] else { panic!() };
            *reason = DiscardReason::StuckHand;
        },
        "event @ breaks T13: here the game waits for a tile by seat 1, but the record says `discard` by seat 0",
    );
    check(
        some(),
        |record, at| {
            let Some(player) = player_of(&mut record.events[at]) else { panic!() };
            *player = other(*player);
        },
        "event @ breaks T11: here the game waits for a tile by seat 1, but the record says `discard` by seat 1",
    );
    check(
        some(),
        |record, at| drop(tiles_of(&mut record.events[at])),
        "event @ breaks T11: here the game waits for a tile by seat 1, but the record says `discard` by seat 0",
    );
    // With one tile per turn, a second one is too many, even if it is dead.
    let dead_before = |record: &Record, at: usize| -> Tiles {
        let before = Record { events: record.events[..at].to_vec(), result: None, ..record.clone() };
        before.verify().map_or(Tiles::new(), |game| game.exchangeable().iter().collect())
    };
    let (record, at) = find("2-digital-5-one-of-two", |record, at| {
        is_kind("discard")(record, at) && dead_before(record, at).len() == 2
    });
    let dead = dead_before(&record, at);
    check(
        (record, at),
        |record, at| {
            let Event::Discard { tiles, .. } = &mut record.events[at] else { panic!() };
            *tiles = dead;
        },
        "event @ breaks T11: these rules allow exchanging only one dead tile per turn",
    );
}

/// T4, S3, S5: chains founded by start tiles, and their headquarters.
#[test]
fn chains_at_set_up_are_checked() {
    let found = || find("2-manual-6-set-up", is_kind("found"));
    check(
        found(),
        drop_it,
        "event @ breaks S2: here the game waits for the choice of a chain to found by seat 3, but the record says `start_tile` by seat 4",
    );
    check(
        found(),
        double_it,
        "event 12 breaks S2: here `start_tile` by seat 4 is due, but the record says `found` by seat 3",
    );
    check(
        found(),
        |record, at| {
            let Event::Found { at: headquarters, .. } = &mut record.events[at] else { panic!() };
            *headquarters = Some(tile("12I"));
        },
        "event @ breaks S5: 12I is not part of the new chain: choose one of that chain's tiles for the headquarters",
    );
    check(
        found(),
        |record, at| {
            let Some(player) = player_of(&mut record.events[at]) else { panic!() };
            *player = seat((player.index() + 1) % 6);
        },
        "event @ breaks T1: it is seat 3's decision, not seat 4's",
    );
    // A placed tile also founds, with headquarters on the new chain.
    let placed = find("2-tycoon-3-some", is_kind("found"));
    check(
        placed,
        |record, at| {
            let Event::StartTile { tile, .. } = record.events[0] else { panic!() };
            let Event::Found { at: headquarters, .. } = &mut record.events[at] else { panic!() };
            *headquarters = Some(tile);
        },
        "event @ breaks S5: 2D is not part of the new chain: choose one of that chain's tiles for the headquarters",
    );
}

/// E2: ending at once needs a declaration and rules that allow it.
#[test]
fn the_end_at_once_is_checked() {
    let declared = || find("2-classic-4-ended-at-once", is_kind("declare_end"));
    check(
        declared(),
        drop_it,
        "event @ breaks E2: here the game waits for a purchase by seat 1, but the record says `end`",
    );
    check(
        declared(),
        |record, at| drop_it(record, at + 1),
        "the result breaks E4: the record has a result, but the game is not over",
    );
    check(
        declared(),
        |record, _| {
            let mut options = *record.rules.options();
            options.end_declaration = EndDeclaration::DuringTurn;
            record.rules = Rules::new(options).unwrap();
        },
        "event 226 breaks T1: that cannot be done now: the game is waiting for a purchase",
    );
}
