//! A million set-ups whose start tiles found chains (S3): paths too rare for the number of full games.

use mergemaker_engine::{
    Dice, Event, Game, Holdings, Options, Phase, Position, Preset, RandomDealer, Rules, RulesVersion, Seat,
    Table, View,
};

use super::compare::{compare_cash, compare_tables};
use super::judge::Referee;

/// What happened in some set-ups.
#[derive(Default, Debug)]
struct Count {
    set_ups: u32,
    with_chains: u32,
    mergers: u32,
    judged: u32,
}

/// Sets up one table with random decisions.
fn set_up(table: Table, seed: u64, events: &mut Vec<Event>) -> Game {
    // Dice with neighbouring seeds start out similar, which would bias so many set-ups.
    let far = |seed: u64| Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut dealer = RandomDealer::new(far(2 * seed));
    let mut dice = far(2 * seed + 1);
    events.clear();
    let mut game = Game::start(table, &mut dealer, events);
    while game.set_up().is_some() {
        let seat = game.to_act().expect("a start tile waits for a decision");
        check_positions(&game, seed);
        let action = game.random_action(&mut dice);
        game.apply(seat, &action, &mut dealer, events).unwrap_or_else(|error| panic!("{seed}: {error}"));
    }
    game
}

/// Checks that every position of a set-up is accepted, and every view of a merger.
fn check_positions(game: &Game, seed: u64) {
    assert_eq!(Game::from_position(&game.position()).as_ref(), Ok(game), "{seed}");
    let is_merger = game.phase() != Phase::Found;
    for viewer in game.seats().map(Some).chain([None]).filter(|_| is_merger) {
        for holdings in [Holdings::Open, Holdings::Hidden] {
            let rules = game.rules().with_holdings(holdings);
            let game = Game::from_position(&Position { rules, ..game.position() })
                .expect("holdings may be open or hidden");
            let view = game.view(viewer);
            assert_eq!(View::from_position(&view.position(), viewer).as_ref(), Ok(&view), "{seed}");
        }
    }
}

/// Checks what holds in every game when the first turn begins.
fn check(game: &Game, events: &[Event], seed: u64) {
    let players = game.players();
    let starts = |event: &Event| match *event {
        Event::StartTile { player, tile } => Some((tile.row(), tile.column(), player)),
        _ => None,
    };
    let tiles: Vec<(u8, u8, Seat)> = events.iter().filter_map(starts).collect();
    assert!(tiles.iter().map(|&(.., seat)| seat).eq(game.seats()), "{seed}: not in seat order");
    assert_eq!(tiles.iter().min().map(|&(.., seat)| seat), game.to_act(), "{seed}: closest tile starts");
    assert_eq!((game.phase(), game.pile_len()), (Phase::Tile, 108 - 7 * players), "{seed}");
    assert!(game.seats().all(|seat| game.hand(seat).len() == 6), "{seed}");
    assert_eq!(game.board().occupied().len(), players, "{seed}");
    assert!(!events.iter().any(|event| matches!(event, Event::Draw { .. } | Event::Buy { .. })), "{seed}");
}

/// Checks that the referee accepts the events and reaches the same state.
fn judge(game: &Game, events: &[Event], options: Options, seed: u64) {
    let mut referee = Referee::new(RulesVersion::Two, options, game.players());
    for event in events {
        referee.take(event).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
    }
    referee.advance();
    compare_tables(&referee, game).and_then(|()| compare_cash(&referee, game)).unwrap_or_else(|fault| {
        panic!("{seed}: {fault}");
    });
    assert!(referee.is_before_tile() && referee.to_act() == game.to_act().map(Seat::index), "{seed}");
}

/// Sets up many tables. The referee checks every merger and one in eight of the others.
fn count(players: usize, seeds: std::ops::Range<u64>) -> Count {
    let rules = Rules::of(Preset::Manual);
    let table = Table::new(rules, players).expect("a table");
    let mut count = Count::default();
    let mut events = Vec::new();
    for seed in seeds {
        let game = set_up(table, seed, &mut events);
        check(&game, &events, seed);
        let founded = events.iter().filter(|event| matches!(event, Event::Found { .. })).count();
        let is_merged = events.iter().any(|event| matches!(event, Event::Dispose { .. }));
        assert_eq!(game.active().len(), founded - usize::from(is_merged), "{seed}");
        count.set_ups += 1;
        count.with_chains += u32::from(founded > 0);
        count.mergers += u32::from(is_merged);
        if is_merged || seed.is_multiple_of(8) {
            judge(&game, &events, *rules.options(), seed);
            count.judged += 1;
        }
    }
    count
}

/// S2, S3, S4, T4, T6, T7: in a million set-ups of six players, chains are founded, grow and merge as in
/// turns, and the first turn begins correctly.
#[test]
fn a_million_set_ups() {
    let halves = [0..500_000, 500_000..1_000_000];
    let counts: Vec<Count> = std::thread::scope(|scope| {
        let workers = halves.map(|seeds| scope.spawn(move || count(6, seeds)));
        workers.into_iter().map(|worker| worker.join().expect("a set-up failed, see above")).collect()
    });
    let sum = |of: fn(&Count) -> u32| counts.iter().map(of).sum::<u32>();
    println!("{counts:?}");
    assert_eq!(sum(|count| count.set_ups), 1_000_000);
    // Of six tiles drawn from 108, at least two touch in 41.32 % of all cases.
    assert!((411_000..415_500).contains(&sum(|count| count.with_chains)), "{counts:?}");
    assert!((5..50).contains(&sum(|count| count.mergers)), "not about 20 mergers: {counts:?}");
    assert!(sum(|count| count.judged) >= 125_000, "{counts:?}");
}

/// S3: of four start tiles, at least two touch in 18.91 % of all cases: nearly one set-up in five has a
/// chain.
#[test]
fn nearly_one_set_up_of_four_players_in_five_has_a_chain() {
    let count = count(4, 0..100_000);
    assert!((18_400..19_400).contains(&count.with_chains), "{count:?}");
    assert_eq!(count.mergers, 0, "four tiles make at most two chains");
}
