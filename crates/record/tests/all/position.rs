//! Positions as text: all decisions of random games, all views, and invalid texts.

use mergemaker_engine::{
    Dice, Game, Holdings, Options, Phase, Position, Preset, RandomDealer, Rules, Situation, Table, View,
};
use mergemaker_record::position::{from_text, to_text};

use crate::{tables, tables_by_chance};

const PAGE: &str = include_str!("../../../../docs/POSITION.md");

fn check(position: &Position) {
    let text = to_text(position);
    assert_eq!(from_text(&text).as_ref(), Ok(position), "{text}");
    assert!(!text.contains('\n') && text.len() < 600, "{text}");
}

/// K1, K2: at every decision, game → text → game is the identity, and so is view → text → view.
#[test]
fn positions_of_random_games_round_trip() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut decisions = 0;
    for table in [tables(), tables_by_chance(12)].concat() {
        for holdings in [Holdings::Open, Holdings::Hidden] {
            let options = Options { holdings, ..*table.rules().options() };
            let rules = Rules::named(table.rules().version(), table.rules().preset(), options).unwrap();
            let table = Table::new(rules, table.players()).unwrap();
            for number in 0..6 {
                let (mut rng, mut dealer) = (Dice::new(number), RandomDealer::new(Dice::new(number)));
                let mut game = Game::start(table, &mut dealer, &mut ());
                loop {
                    let position = game.position();
                    check(&position);
                    let read = from_text(&to_text(&position)).unwrap();
                    assert_eq!(Game::from_position(&read), Ok(game));
                    // One in eight of the most common decisions is enough.
                    decisions += 1;
                    let common = matches!(game.phase(), Phase::Tile | Phase::Buy);
                    let viewers = game.seats().map(Some).chain([None]);
                    for viewer in viewers.filter(|_| !common || decisions % 8 == 0) {
                        let view = game.view(viewer);
                        check(&view.position());
                        let read = from_text(&to_text(&view.position())).unwrap();
                        assert_eq!(View::from_position(&read, viewer), Ok(view));
                    }
                    kinds.insert(format!("{:?}", game.phase()));
                    if game.to_act().is_none() {
                        break;
                    }
                    let action = game.random_action(&mut rng);
                    game.apply_unchecked(&action, &mut dealer, &mut ());
                }
            }
        }
    }
    let seen: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let all =
        ["Answer", "Buy", "Close", "Defunct", "Dispose", "Exchange", "Found", "Over", "Survivor", "Tile"];
    assert_eq!(seen, all, "not every kind of decision occurred");
}

/// The page's examples round-trip and can be played.
#[test]
fn the_examples_of_the_page_are_valid() {
    let blocks: Vec<&str> = PAGE.split("```position\n").skip(1).collect();
    assert_eq!(blocks.len(), 4);
    for block in blocks {
        let text = block.lines().next().unwrap();
        let position = from_text(text).unwrap();
        assert_eq!(to_text(&position), text);
        let known = position.players.iter().position(|player| {
            matches!(player.hand, mergemaker_engine::HandState::Known(_)) && player.cash.is_some()
        });
        let viewer = mergemaker_engine::Seat::new(known.unwrap());
        if text.contains('?') {
            View::from_position(&position, viewer).unwrap();
        } else {
            Game::from_position(&position).unwrap();
        }
    }
}

/// The decisions in the page's table parse as it says.
#[test]
fn the_decisions_of_the_page_parse() {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    let decisions: Vec<&str> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    assert_eq!(decisions.len(), 10);
    for decision in decisions {
        let text = format!("12/12/12/12/12/12/12/12/12 6000:-:-;6000:-:- {decision} classic");
        check(&from_text(&text).unwrap());
    }
    let text = "12/12/12/12/12/12/12/12/12 6000:-:-;6000:-:- 0:tile:2 classic";
    assert_eq!(from_text(text).unwrap().situation, Situation::Tile { offers: 2 });
}

const EMPTY: &str = "12/12/12/12/12/12/12/12/12";

/// Checks that a text is refused with this plain line. `EMPTY` stands for an empty board.
fn check_error(text: &str, expected: &str) {
    let text = text.replace("EMPTY", EMPTY);
    assert_eq!(from_text(&text).unwrap_err().to_string(), expected, "{text}");
}

/// Errors in the parts of a text, and in its board.
#[test]
fn invalid_parts_and_boards_are_refused() {
    check_error("", "the position has 0 parts: board, players, decision and rules are needed");
    check_error(EMPTY, "the position has 1 part: board, players, decision and rules are needed");
    check_error(
        "12/12 6000:-:- 0:tile classic",
        "the board of the position cannot be read: it has 2 rows, not 9",
    );
    check_error(
        "12/12/11/12/12/12/12/12/12 6000:-:-;6000:-:- 0:tile classic",
        "the board of the position cannot be read: row C does not have 12 spaces",
    );
    check_error(
        "12/12/L013L/12/12/12/12/12/12 6000:-:-;6000:-:- 0:tile classic",
        "the board of the position cannot be read: row C does not have 12 spaces",
    );
    check_error(
        "12/12/12/12/12/12/12/12/11Z 6000:-:-;6000:-:- 0:tile classic",
        "the board of the position cannot be read: 'Z' on 12I is not a chain's letter, `o` or `.`",
    );
}

/// Errors in the players.
#[test]
fn invalid_players_are_refused() {
    check_error(
        "EMPTY 6000:-;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: `6000:-` does not have 3 fields separated by colons",
    );
    check_error(
        "EMPTY 6000:-:-;-1:-:- 0:tile classic",
        "player 1 of the position cannot be read: `-1` is not a whole number from 0 to 1000000000",
    );
    check_error(
        "EMPTY 6000:L26:-;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: `26` is not a whole number from 0 to 25",
    );
    check_error(
        "EMPTY 6000:L1L1:-;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: `L1L1` is not a list of shares such as L3T2",
    );
    check_error(
        "EMPTY 6000:-:1A,1A;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: 1A is listed twice",
    );
    check_error(
        "EMPTY 6000:-:1A,2A,3A,4A,5A,6A,7A;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: a hand has at most 6 tiles",
    );
    check_error(
        "EMPTY 6000:-:1J;6000:-:- 0:tile classic",
        "player 0 of the position cannot be read: `1J`: there is no such tile: tiles are named 1A to 12I",
    );
    check_error(
        "EMPTY 1:-:-;1:-:-;1:-:-;1:-:-;1:-:-;1:-:-;1:-:- 0:tile classic",
        "player 6 of the position cannot be read: a game has at most 6 players",
    );
}

/// Errors in the decision.
#[test]
fn invalid_decisions_are_refused() {
    check_error(
        "EMPTY 6000:-:-;6000:-:- tile classic",
        "the decision of the position cannot be read: expected a seat and a decision, such as 0:tile",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:dance classic",
        "the decision of the position cannot be read: `dance` is not a decision",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 6:tile classic",
        "the decision of the position cannot be read: `6` is not a seat from 0 to 5",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:buy:1 classic",
        "the decision of the position cannot be read: buy takes no fields",
    );
}

/// Errors in the rules, and in what follows them.
#[test]
fn invalid_rules_and_additions_are_refused() {
    let presets: Vec<&str> = Preset::ALL.iter().map(|preset| preset.id()).collect();
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:tile chess",
        &format!(
            "the rules of the position cannot be read: `chess`: `chess` is not known: choose one of {}",
            presets.join(", ")
        ),
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:tile classic,trading=yes",
        "the rules of the position cannot be read: these options do not match the preset classic: set \
         the preset to `custom`",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:tile custom,start_tiles=found",
        "the rules of the position cannot be read: `start_tiles=found` needs version 2 of the rules: write the \
         preset as in `custom@2`",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:tile classic first:1",
        "`first:` cannot come after the rules of the position: use it only together with start:",
    );
    check_error(
        "EMPTY 6000:-:-;6000:-:- 0:tile classic declared declared",
        "`declared` cannot come after the rules of the position: only start:, first:, declared, idle: and market: \
         may follow, each at most once",
    );
    check_error(
        "EMPTY 6000:?:-;6000:-:- 0:tile classic",
        "the market is missing from the position: add it after the rules, such as market:L25T20",
    );
}
