//! Record → replay → record is the identity.

use mergemaker_engine::{
    Action, Dice, DiscardReason, Event, Game, Hand, Log, Payout, Phase, RulesVersion, Seat, Table,
};
use mergemaker_record::{Deck, GameResult, Record, Recorder, Seed};

use crate::{names, play, play_to_the_last_tile, random_decision, tables, tables_before, tables_by_chance};

const GAMES: u64 = 12;

/// Every preset of both versions with 2 to 6 players, and random options.
fn every_table() -> Vec<Table> {
    [tables(), tables_before(), tables_by_chance(60)].concat()
}

/// E2, E3, E4, S2, S3, S4, S5, T11: every record of a random game round-trips, verifies and replays to the
/// same game. Records state their version, and those of version 1 have only the options of version 1.
#[test]
fn records_of_random_games_verify() {
    for table in every_table() {
        for number in 0..GAMES {
            let (record, game) =
                if number % 3 == 0 { play_to_the_last_tile(table, number) } else { play(table, number) };
            let text = record.to_json();
            assert_eq!(Record::read(text.as_bytes()).as_ref(), Ok(&record));
            assert!(!text.contains('\n'));
            let is_new = table.rules().version() == RulesVersion::Two;
            assert_eq!(text.contains("\"version\":2,"), is_new);
            assert_eq!(text.contains("\"start_tiles\":"), is_new);
            assert_eq!(record.verify(), Ok(game), "{table:?} game {number}");
            let replay = record.replay().unwrap();
            assert_eq!(replay.game(), &game);
            assert_eq!(replay.game_at(record.events.len()), Some(&game));
            let events: Vec<Event> = replay.moments().iter().map(|moment| moment.event.clone()).collect();
            let again = Record {
                rules: *replay.game().rules(),
                events,
                result: GameResult::of(replay.game()),
                ..record.clone()
            };
            assert_eq!(again.to_json(), text);
        }
    }
}

/// E2, T11: replaying the decisions of a record with its seed makes the same record.
#[test]
fn decisions_and_seed_reproduce_the_record() {
    for table in every_table() {
        let (record, _) = play(table, 77);
        let seed = record.seed.unwrap();
        let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
        let mut game = Game::start(table, &mut deck, &mut recorder);
        while let Some(seat) = game.to_act() {
            let (seat, action) = decision(&game, seat, &record.events[recorder.events().len()]);
            game.apply(seat, &action, &mut deck, &mut recorder).unwrap();
        }
        assert_eq!(recorder.finish(&game, names(table.players()), Some(seed)), record);
    }
}

/// The decision that leads to an event.
fn decision(game: &Game, seat: Seat, next: &Event) -> (Seat, Action) {
    let action = match (game.phase(), next) {
        (Phase::Exchange, Event::Discard { tiles, reason: DiscardReason::Unplayable, player })
            if *player == seat =>
        {
            Action::Exchange { tiles: tiles.iter().copied().collect() }
        }
        (Phase::Exchange, _) => Action::Exchange { tiles: Hand::EMPTY },
        (Phase::Close, Event::DeclareEnd { player }) if *player == seat => Action::DeclareEnd,
        (Phase::Close, _) | (Phase::Tile | Phase::Buy, Event::BankTile { .. } | Event::End { .. }) => {
            Action::EndTurn
        }
        _ => return next.decision().unwrap(),
    };
    (seat, action)
}

/// Keeps the games and bonuses while a game is played, to compare with its replay.
#[derive(Default)]
struct Snapshots {
    games: Vec<Game>,
    payouts: Vec<Payout>,
}

impl Log for Snapshots {
    fn event(&mut self, game: &Game, _event: Event) {
        self.games.push(*game);
    }

    fn payout(&mut self, _game: &Game, payout: Payout) {
        self.payouts.push(payout);
    }
}

/// T1, M3, E4: a replay has the game after every event, and all bonuses.
#[test]
fn moments_match_the_game() {
    for table in every_table() {
        let (record, _) = play(table, 5);
        let seed = record.seed.unwrap();
        let (mut deck, mut snapshots) = (Deck::new(&seed), Snapshots::default());
        let mut game = Game::start(table, &mut deck, &mut snapshots);
        let mut rng = Dice::new(5);
        let settle = |snapshots: &mut Snapshots, seen: usize, game: &Game| {
            if snapshots.games.len() > seen {
                *snapshots.games.last_mut().unwrap() = *game;
            }
        };
        settle(&mut snapshots, 0, &game);
        while let Some(seat) = game.to_act() {
            let seen = snapshots.games.len();
            let action = random_decision(&game, &mut rng);
            game.apply(seat, &action, &mut deck, &mut snapshots).unwrap();
            settle(&mut snapshots, seen, &game);
        }
        let replay = record.replay().unwrap();
        assert!(replay.moments().iter().map(|moment| &moment.game).eq(&snapshots.games));
        assert!(replay.moments().iter().flat_map(|moment| &moment.payouts).eq(&snapshots.payouts));
        assert_eq!((replay.game_at(0), replay.game_at(snapshots.games.len() + 1)), (None, None));
    }
}

/// E2, T11: a replay reaches every decision of its game, even after decisions without an event: ending the
/// turn with an empty pile, and keeping dead tiles.
#[test]
fn every_decision_is_reached() {
    let mut silent = 0;
    for table in every_table() {
        for number in 0..4 {
            let (record, _) = play_to_the_last_tile(table, number);
            let replay = record.replay().unwrap();
            let (mut deck, mut recorder) = (Deck::new(&record.seed.unwrap()), Recorder::new());
            let mut game = Game::start(table, &mut deck, &mut recorder);
            let mut steps = 0;
            while let Some(seat) = game.to_act() {
                let events = recorder.events().len();
                assert_eq!(replay.game_after(events, steps), Some(&game), "{table:?} game {number}");
                let (seat, action) = decision(&game, seat, &record.events[events]);
                game.apply(seat, &action, &mut deck, &mut recorder).unwrap();
                steps = if recorder.events().len() == events { steps + 1 } else { 0 };
                silent += usize::from(steps > 0);
            }
        }
    }
    assert!(silent > 100, "{silent}");
}

/// T1, T11, E2: a record that stops at a decision verifies and returns the game at that point.
#[test]
fn unfinished_games_verify_at_every_decision() {
    for table in every_table() {
        let seed = Seed::for_simulation(9, 9);
        let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
        let mut game = Game::start(table, &mut deck, &mut recorder);
        let mut rng = Dice::new(9);
        while let Some(seat) = game.to_act() {
            let record = recorder.clone().finish(&game, names(table.players()), Some(seed));
            assert_eq!((record.result.clone(), record.seed), (None, None));
            let verified = record.verify().unwrap();
            // Ending a turn without a draw has no event, nor has keeping a dead tile: a record cannot show
            // these.
            if !matches!(verified.phase(), Phase::Close | Phase::Exchange) {
                assert_eq!(verified, game);
            }
            let action = random_decision(&game, &mut rng);
            game.apply(seat, &action, &mut deck, &mut recorder).unwrap();
        }
    }
}

/// S4, T11: tiles may be in any order, and the record keeps that order.
#[test]
fn the_order_of_tiles_is_free() {
    for table in tables() {
        let (mut record, game) = play(table, 3);
        for event in &mut record.events {
            if let Event::Deal { tiles, .. } | Event::Draw { tiles, .. } | Event::Discard { tiles, .. } =
                event
            {
                tiles.reverse();
            }
        }
        assert_eq!(record.verify(), Ok(game));
        let replay = record.replay().unwrap();
        assert!(replay.moments().iter().map(|moment| &moment.event).eq(&record.events));
    }
}

/// S1: rules and numbers of players that are not valid together are refused.
#[test]
fn rules_must_allow_the_number_of_players() {
    let (record, _) = play(crate::table(mergemaker_engine::Preset::Tycoon, 3), 1);
    let two = Record { players: names(2), ..record.clone() };
    assert_eq!(two.verify().unwrap_err().rule(), Some("P6"));
    let none = Record { players: vec![], ..record };
    assert_eq!(none.verify().unwrap_err().rule(), Some("S1"));
}

/// The members are written in the order of the format, and no others.
#[test]
fn the_document_follows_the_format() {
    let table = Table::new(mergemaker_engine::Rules::of(mergemaker_engine::Preset::Renegade), 3).unwrap();
    let seed = Seed::from_bytes(std::array::from_fn(|index| index as u8));
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let game = Game::start(table, &mut deck, &mut recorder);
    let text = recorder.finish(&game, names(3), Some(seed)).to_json();
    let expected = concat!(
        r#"{"format":"mergemaker-record","version":2,"#,
        r#""rules":{"preset":"renegade","bonuses":"classic","bank_shareholder":true,"#,
        r#""founder_without_stock":"cash","trading":false,"holdings":"open","start_tiles":"lone","#,
        r#""dead_tiles":"replace_all","dead_tile_exchange":"choice","#,
        r#""eighth_chain_tiles":"keep","stuck_hand":"pass","end_declaration":"during_turn"},"#,
        r#""players":["Ann","Bob","Cid"],"#,
        r#""events":[{"kind":"start_tile","player":0,"tile":"2D"},{"kind":"start_tile","player":1,"tile":"12A"},"#,
        r#"{"kind":"start_tile","player":2,"tile":"2G"},"#,
        r#"{"kind":"deal","player":0,"tiles":["3B","7G","5C","6A","9H","4E"]},"#,
        r#"{"kind":"deal","player":1,"tiles":["6H","12D","1A","2E","2H","9E"]},"#,
        r#"{"kind":"deal","player":2,"tiles":["10B","1E","8E","12B","3F","9B"]}],"#,
        r#""result":null,"#,
        r#""commitment":"630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"}"#,
    );
    assert_eq!(text, expected);
}
