//! Games, positions and links of version 0.1.0, which used version 1 of the rules.

use mergemaker_engine::{Event, Money, Phase, Preset, RulesVersion};
use mergemaker_record::{Record, position};
use serde::Deserialize;

use super::{Customs, LocalGame, Setup};
use crate::route::Route;
use crate::share::{from_link, to_link};

const GAMES: &str = include_str!("../../../../testdata/0.1.0/local-games.json");
const LINKS: &str = include_str!("../../../../testdata/0.1.0/links.txt");
const POSITIONS: &str = include_str!("../../../../testdata/0.1.0/positions.txt");

#[derive(Deserialize)]
struct Kept {
    games: Vec<Game>,
}

#[derive(Deserialize)]
struct Game {
    name: String,
    kept: String,
    position: String,
    record: Option<String>,
}

fn games() -> Vec<Game> {
    let kept: Kept = serde_json::from_str(GAMES).unwrap();
    let contain = |is_wanted: &dyn Fn(&LocalGame) -> bool| {
        kept.games.iter().any(|game| is_wanted(&LocalGame::read(&game.kept).unwrap()))
    };
    let has_preset = |preset: &&Preset| {
        contain(&|game| game.setup().rules.preset() == **preset && game.game().to_act().is_some())
    };
    assert_eq!(Preset::ALL.iter().filter(has_preset).count(), 7, "a game of each preset is under way");
    assert!(contain(&|game| game.game().phase() == Phase::Dispose), "a game in the middle of a merger");
    let has_odd_cash = |game: &LocalGame| {
        let is_odd = |cash: Money| cash.0 % Money::NOTE.0 == 1;
        let is_of_a_dollar = |offer: &Event| matches!(offer, Event::TradeOffer { give, take, .. } if is_odd(give.cash) || is_odd(take.cash));
        game.record().events.iter().any(is_of_a_dollar)
            && game.game().seats().any(|seat| is_odd(game.game().cash(seat)))
    };
    assert!(contain(&has_odd_cash), "a game after a trade for $1");
    kept.games
}

/// The game's record, checked to be of version 1 and to survive serialization.
fn record_of(game: &LocalGame) -> Record {
    let record = game.record();
    assert_eq!(record.rules.version(), RulesVersion::One);
    let text = record.to_json();
    assert!(text.contains("\"version\":1,"), "{text}");
    assert_eq!(Record::read(text.as_bytes()).unwrap().to_json(), text);
    record
}

/// Each game resumes where it was, serializes as before, can be finished, and has a record of version 1.
#[test]
fn saved_games_can_be_finished() {
    for Game { name, kept, position, record } in games() {
        let mut game = LocalGame::read(&kept).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(position::to_text(&game.game().position()), position, "{name}");
        assert_eq!(game.to_text(), kept, "{name}");
        assert_eq!(game.customs(), Customs::default(), "{name}");
        assert_eq!(game.has_record(), record.is_some(), "{name}");
        if let Some(record) = record {
            assert_eq!(record_of(&game).to_json(), record, "{name}");
        }
        while game.game().to_act().is_some() {
            assert_ne!(game.game().phase(), Phase::Exchange, "{name}: nobody was asked then");
            game.auto_decide();
        }
        if game.has_record() {
            record_of(&game).verify().unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        let again = LocalGame::read(&game.to_text()).unwrap();
        assert_eq!(again.game(), game.game(), "{name}");
    }
}

/// Playing such a game again uses the current rules. A game from a position keeps the position's rules.
#[test]
fn another_game_uses_the_current_rules() {
    for Game { name, kept, .. } in games() {
        let game = LocalGame::read(&kept).unwrap();
        let again = game.again(game.setup().seed).unwrap();
        let Setup { rules, .. } = again.setup();
        let before = game.setup().rules;
        let expected = if game.position().is_some() { before } else { before.today() };
        assert_eq!(*rules, expected, "{name}");
        assert_eq!(rules.preset(), before.preset(), "{name}");
    }
}

/// Old links keep the options of their version and survive a round trip.
#[test]
fn old_links_keep_their_meaning() {
    let mut positions = 0;
    for line in LINKS.lines() {
        let path = line.strip_prefix("https://acquire.example").unwrap();
        let route = Route::parse(path);
        assert_eq!(route.path(), path);
        if let Some(text) = path.strip_prefix("/position/") {
            let view = from_link(text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(view.rules().version(), RulesVersion::One, "{text}");
            assert_eq!(to_link(&view), text);
            positions += 1;
        }
    }
    assert!(positions > 200, "{positions}");
}

/// So do old positions. Positions of games by the current rules name the version.
#[test]
fn old_positions_keep_their_meaning() {
    for text in POSITIONS.lines() {
        let position = position::from_text(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(position.rules.version(), RulesVersion::One, "{text}");
        assert_eq!(position::to_text(&position), text);
    }
    for Game { name, kept, .. } in games() {
        let game = LocalGame::read(&kept).unwrap();
        if game.position().is_none() {
            let today = game.again(game.setup().seed).unwrap();
            let link = to_link(&today.game().view(None));
            assert!(link.contains("@2"), "{name}: {link}");
            assert_eq!(from_link(&link).unwrap().rules(), &game.setup().rules.today(), "{name}");
        }
    }
}
