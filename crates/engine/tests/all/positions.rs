//! Positions during set-up and during an exchange: impossible ones are refused.

use mergemaker_engine::{
    Bundle, Chain, DeadTileExchange, EndDeclaration, Event, FixedDealer, Game, Hand, HandState, Money, Offer,
    Options, Phase, Position, PositionError, Preset, Rules, SHARES_PER_CHAIN, Seat, Shares, Situation,
    StartTiles, Table, Tile, View,
};

use crate::random::play;

/// Checks that the position is accepted, and once changed is refused for this reason.
fn check(position: &Position, reason: &str, change: impl Fn(&mut Position)) {
    assert!(Game::from_position(position).is_ok());
    let mut changed = position.clone();
    change(&mut changed);
    match Game::from_position(&changed) {
        Err(PositionError::Situation { why }) => assert_eq!(why, reason),
        other => panic!("expected: {reason}, found: {other:?}"),
    }
}

fn rules_with(position: &Position, change: impl Fn(&mut Options)) -> Rules {
    let mut options = *position.rules.options();
    change(&mut options);
    Rules::new(options).unwrap()
}

/// The first exchange decision in random games under a preset.
fn exchange(preset: Preset) -> Game {
    let table = Table::new(Rules::of(preset), 3).unwrap();
    let mut asked = None;
    for seed in 0..100 {
        play(table, seed, &mut (), |game| {
            asked = asked.or(Some(*game).filter(|game| game.phase() == Phase::Exchange));
        });
    }
    asked.expect("some game asks about dead tiles")
}

/// Three players whose start tiles touch: the second is founding, and the third has yet to draw.
fn set_up() -> Game {
    set_up_with(["5E", "6E", "1A"])
}

fn set_up_with(tiles: [&str; 3]) -> Game {
    let tiles = tiles.map(|name| name.parse::<Tile>().unwrap());
    let hands = Tile::all().filter(|tile| !tiles.contains(tile)).take(18);
    let table = Table::new(Rules::of(Preset::Manual), 3).unwrap();
    let mut events: Vec<Event> = Vec::new();
    let game = Game::start(table, &mut FixedDealer::new(hands.chain(tiles)), &mut events);
    assert_eq!((game.set_up().unwrap().left, game.phase()), (1, Phase::Found));
    game
}

/// B3: the market lists every chain, even those that are sold out: programs can read it without knowing the
/// rules.
#[test]
fn the_market_lists_all_seven_chains() {
    let mut position = set_up().position();
    position.players[0].shares = Some(Shares::of(Chain::Tower, SHARES_PER_CHAIN));
    position.market[Chain::Tower] = 0;
    let written = serde_json::to_value(&position).unwrap();
    for chain in Chain::ALL {
        let left = if chain == Chain::Tower { 0 } else { SHARES_PER_CHAIN };
        assert_eq!(written["market"][chain.id()], left, "{chain}");
    }
    assert_eq!(serde_json::from_value::<Position>(written).unwrap(), position);
}

/// S2, S3: start tiles are drawn in seat order, each is settled before the next, and no turn has begun.
#[test]
fn positions_of_the_set_up() {
    let position = set_up().position();
    check(&position, "start tiles have no effect under these rules", |position| {
        position.rules = rules_with(position, |options| options.start_tiles = StartTiles::Lone);
    });
    let why = "during set-up, the game must be waiting for a decision about a start tile";
    check(&position, why, |position| position.situation = Situation::Tile { offers: 0 });
    for left in [0, 2, 255] {
        let why =
            "the seats still to draw a start tile must be those after the one whose tile is being settled";
        check(&position, why, |position| position.set_up.as_mut().unwrap().left = left);
    }
    check(&position, "the seat with the closest start tile has not drawn one", |position| {
        position.set_up.as_mut().unwrap().first = Seat::new(2).unwrap();
    });
    let why = "the end cannot be declared, or a turn passed, during set-up";
    check(&position, why, |position| position.idle = 1);
}

/// S1 to S4: during set-up the board has only start tiles, every hand is full, and nobody has bought
/// anything.
#[test]
fn positions_of_the_set_up_have_nothing_but_start_tiles() {
    let position = set_up().position();
    let why = "during set-up, the board must have one tile for each seat that has drawn a start tile";
    check(&position, why, |position| {
        position.board = "LLLLLLLLLLL./............/............/............/....oo......".parse().unwrap();
        let hands = position.players.iter_mut().zip([
            "1F,2F,3F,4F,5F,6F",
            "7F,8F,9F,10F,11F,12F",
            "1G,2G,3G,4G,5G,6G",
        ]);
        for (player, tiles) in hands {
            player.hand =
                HandState::Known(tiles.split(',').map(|tile| tile.parse::<Tile>().unwrap()).collect());
        }
    });
    check(&position, "no tiles are set aside during set-up", |position| {
        position.set_aside = Game::from_position(position).unwrap().pile();
    });
    let why = "during set-up, every hand must have six tiles";
    for hand in [HandState::Known(Tile::all().take(3).collect()), HandState::Known(Hand::EMPTY)] {
        check(&position, why, |position| position.players[0].hand = hand);
    }
    let why = "during set-up, cash can change only by a merger, which takes five start tiles";
    for cash in [Money(5_900), Money(6_100)] {
        check(&position, why, |position| position.players[1].cash = Some(cash));
    }
    let why = "during set-up, a seat can have only the share of a chain it founded";
    for (seat, count) in [(0, 2), (1, 1), (2, 1)] {
        check(&position, why, |position| {
            position.players[seat].shares = Some(Shares::of(Chain::Tower, count));
            position.market = Shares::FULL - Shares::of(Chain::Tower, count);
        });
    }
}

/// S2: the first turn goes to the seat with the closest start tile.
#[test]
fn positions_of_the_set_up_know_who_starts() {
    let why = "the first turn goes to the seat whose start tile is closest to 1A so far";
    let position = set_up().position();
    check(&position, why, |position| position.set_up.as_mut().unwrap().first = position.turn);
    let position = set_up_with(["6E", "5E", "1A"]).position();
    check(&position, why, |position| position.set_up.as_mut().unwrap().first = Seat::new(0).unwrap());
}

/// K1, K2: views during set-up are checked for what the viewer can see, and for nothing else.
#[test]
fn views_of_the_set_up_are_checked_too() {
    let game = set_up();
    for viewer in game.seats().map(Some).chain([None]) {
        let position = game.view(viewer).position();
        assert_eq!(View::from_position(&position, viewer), Ok(game.view(viewer)));
        let mut changed = position.clone();
        changed.players[0].hand = HandState::Count(5);
        assert!(View::from_position(&changed, viewer).is_err(), "a hand of five, seen by {viewer:?}");
        let mut changed = position.clone();
        changed.set_up.as_mut().unwrap().first = position.turn;
        assert!(View::from_position(&changed, viewer).is_err(), "another seat first, seen by {viewer:?}");
    }
}

/// E1, E2: E1 still holds between a declaration and the tile that follows it.
#[test]
fn positions_before_the_tile_of_a_declared_turn() {
    let table = Table::new(Rules::of(Preset::Trading), 3).unwrap();
    let mut position = Game::start(table, &mut FixedDealer::new(Tile::all()), &mut ()).position();
    position.rules = rules_with(&position, |options| options.end_declaration = EndDeclaration::DuringTurn);
    position.board = "............/............/............/............/LLLLLLLLLLL.".parse().unwrap();
    position.declared = true;
    let offer = Offer {
        to: Seat::new(1).unwrap(),
        give: Bundle { cash: Money(100), shares: Shares::NONE },
        take: Bundle::default(),
    };
    for situation in [Situation::Tile { offers: 1 }, Situation::Answer { offers: 1, offer }] {
        position.situation = situation;
        check(&position, "the end was declared before the tile, when it could not be", |position| {
            position.board =
                "............/............/............/............/LLLLLLLLLL..".parse().unwrap();
        });
    }
    position.board = "............/............/............/............/LLLLLLLLLL..".parse().unwrap();
    position.situation = Situation::Buy;
    assert!(Game::from_position(&position).is_ok(), "the tile may have changed that");
}

/// T11: the game asks only if there is a choice and a tile to exchange.
#[test]
fn positions_of_an_exchange() {
    let position = exchange(Preset::Renegade).position();
    check(&position, "these rules exchange dead tiles without asking", |position| {
        let automatic = |options: &mut Options| options.dead_tile_exchange = DeadTileExchange::Automatic;
        position.rules = rules_with(position, automatic);
    });
    check(&position, "no tiles are exchanged after the end is declared", |position| {
        position.declared = true;
    });
    check(&position, "no tile in the hand may be exchanged", |position| {
        position.players[position.turn.index()].hand = HandState::Known(Hand::EMPTY);
    });
}

/// T11: with `replace_until_playable` nobody is asked once the pile is empty, in any viewer's view.
#[test]
fn nobody_is_asked_again_with_an_empty_pile() {
    let game = exchange(Preset::Trading);
    let empty = |position: &mut Position| position.set_aside = position.set_aside | game.pile();
    check(&game.position(), "no tile in the hand may be exchanged", empty);
    for viewer in game.seats().map(Some).chain([None]) {
        let mut position = game.view(viewer).position();
        assert_eq!(View::from_position(&position, viewer), Ok(game.view(viewer)));
        empty(&mut position);
        assert!(View::from_position(&position, viewer).is_err(), "{viewer:?}");
    }
}
