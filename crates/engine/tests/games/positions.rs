//! Positions of the set-up and of an exchange: what cannot be one of a game is refused.

use mergemaker_engine::{
    DeadTileExchange, Event, FixedDealer, Game, Hand, HandState, Options, Phase, Position, PositionError,
    Preset, Rules, Seat, SetUp, Situation, StartTiles, Table, Tile, View,
};

use crate::random::play;

/// The position is accepted as it is; changed, it is refused for this reason.
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

/// The first exchange that a random game under a preset asks for.
fn exchange(preset: Preset) -> Game {
    let table = Table::new(Rules::of(preset), 3).unwrap();
    let mut asked = None;
    for seed in 0..100 {
        play(table, seed, &mut (), |game| {
            asked = asked.or(Some(*game).filter(|game| game.phase() == Phase::Exchange));
        });
    }
    asked.expect("the game asks")
}

/// Three players whose start tiles touch: the second one founds, and the third has yet to draw.
fn set_up() -> Game {
    let tiles = ["5E", "6E", "1A"].map(|name| name.parse::<Tile>().unwrap());
    let hands = Tile::all().filter(|tile| !tiles.contains(tile)).take(18);
    let table = Table::new(Rules::of(Preset::Manual), 3).unwrap();
    let mut events: Vec<Event> = Vec::new();
    let game = Game::start(table, &mut FixedDealer::new(hands.chain(tiles)), &mut events);
    assert_eq!(game.set_up(), Some(SetUp { left: 1, first: Seat::new(0).unwrap() }));
    game
}

/// S2, S3: start tiles are drawn in seat order, each is settled before the next, and no turn has begun.
#[test]
fn positions_of_the_set_up() {
    let position = set_up().position();
    check(&position, "start tiles do nothing under these rules", |position| {
        position.rules = rules_with(position, |options| options.start_tiles = StartTiles::Lone);
    });
    check(&position, "a start tile is to be settled", |position| {
        position.situation = Situation::Tile { offers: 0 };
    });
    for left in [0, 2, 255] {
        let why = "other seats have yet to draw a start tile than those after the one whose turn it is";
        check(&position, why, |position| position.set_up.as_mut().unwrap().left = left);
    }
    check(&position, "the seat with the closest start tile has not drawn one", |position| {
        position.set_up.as_mut().unwrap().first = Seat::new(2).unwrap();
    });
    check(&position, "the pile has too few tiles for the start tiles", |position| {
        position.set_aside = Game::from_position(position).unwrap().pile();
    });
    check(&position, "no turn has begun during the set-up", |position| position.idle = 1);
}

/// T11: the game asks only where there is a choice, and a tile to exchange.
#[test]
fn positions_of_an_exchange() {
    let position = exchange(Preset::Renegade).position();
    check(&position, "dead tiles are exchanged without a choice under these rules", |position| {
        let automatic = |options: &mut Options| options.dead_tile_exchange = DeadTileExchange::Automatic;
        position.rules = rules_with(position, automatic);
    });
    check(&position, "the end is declared: no tile is exchanged any more", |position| {
        position.declared = true;
    });
    check(&position, "no tile in the hand may be exchanged", |position| {
        position.players[position.turn.index()].hand = HandState::Known(Hand::EMPTY);
    });
}

/// T11: with `replace_until_playable` nobody is asked with an empty pile, whoever looks.
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
