//! Local games: saving, taking back, offers and dead tiles.

use mergemaker_bots::net::Networks;
use mergemaker_engine::{Bundle, DeadTileExchange, DeadTiles, Hand, Holdings, Money, Options, Phase, Preset};
use mergemaker_protocol::MOST_REFUSED_OFFERS;

use super::*;

fn game(preset: Preset, players: usize, seed: u64) -> LocalGame {
    let levels = [Level::Steady, Level::Novice, Level::Shopper, Level::Random];
    let players = (0..players).map(|seat| match seat {
        0 => Player::person("Ann"),
        seat => Player::bot(levels[seat % levels.len()]),
    });
    let setup = Setup {
        rules: Rules::of(preset),
        players: players.collect(),
        seed: Seed::for_simulation(9, seed),
        hints: true,
    };
    LocalGame::new(setup).unwrap()
}

/// Bots with a network offer trades, and never the same one twice in a row.
#[test]
fn networks_trade() {
    let players = vec![Player::bot(Level::Expert), Player::bot(Level::Steady), Player::bot(Level::Expert)];
    let (rules, seed) = (Rules::of(Preset::Trading), Seed::for_simulation(9, 1));
    let mut game = LocalGame::new(Setup { rules, players, seed, hints: true }).unwrap();
    let mut offers = 0;
    while game.game().to_act().is_some() {
        let Some(BotQuestion { level, view, offered, number }) = game.ask_bot() else { continue };
        let answer = level
            .think(&Networks::built_in(), &view, offered, &mut Dice::new(number), Budget::default())
            .unwrap();
        if let Action::TradeOffer { offer } = answer {
            assert_ne!(offered, Some(offer));
            offers += 1;
        }
        game.play_bot_answer(Some(answer));
        // Dead tiles may have been exchanged after it.
        let decided = game.decisions.iter().rev().find(|action| !matches!(action, Action::Exchange { .. }));
        assert_eq!(decided, Some(&answer), "the answer was played");
    }
    assert!(offers > 5, "{offers} offers");
}

/// Whole games of a person who plays like `novice` against bots. They are saved and restored at every tenth
/// decision, and every third decision that can be taken back is taken back once.
#[test]
fn whole_games_survive_reloads_and_takebacks() {
    let mut taken_back = 0;
    for (number, preset) in [Preset::Renegade, Preset::Tycoon, Preset::Trading].into_iter().enumerate() {
        let mut game = game(preset, 4, number as u64);
        let mut person = Level::Novice.bot();
        while let Some(seat) = game.game().to_act() {
            if game.waits_for_bot() {
                game.let_bot_decide();
                continue;
            }
            let mut dice = Dice::new(game.decisions.len() as u64);
            let action = decide(&mut *person, game.game(), &mut dice, Budget::default()).action;
            let before = *game.game();
            game.decide(seat, &action).unwrap();
            if game.scene(Some(seat)).can_take_back && game.decisions.len().is_multiple_of(3) {
                game.take_back(seat);
                assert_eq!(*game.game(), before);
                game.decide(seat, &action).unwrap();
                taken_back += 1;
            }
            if game.decisions.len().is_multiple_of(10) {
                let again = LocalGame::read(&game.to_text()).unwrap();
                assert_eq!((again.game(), again.decisions.len()), (game.game(), game.decisions.len()));
                game = again;
            }
        }
        game.record().verify().unwrap();
    }
    assert!(taken_back > 5, "{taken_back}");
}

/// With hidden holdings, a person cannot probe by offers: after three refusals in a turn no more are
/// accepted, even after a reload or a takeback, and an offer made cannot be taken back.
#[test]
fn offers_cannot_probe_hidden_holdings() {
    let options = Options { holdings: Holdings::Hidden, ..Options::of(Preset::Trading) };
    let players = ["Ann", "Bob", "Cid"].map(Player::person).to_vec();
    let setup = Setup {
        rules: Rules::new(options).unwrap(),
        players,
        seed: Seed::for_simulation(9, 4),
        hints: false,
    };
    let mut game = LocalGame::new(setup).unwrap();
    let seat = game.game().to_act().unwrap();
    let to = Seat::new((seat.index() + 1) % 3).unwrap();
    let offer = |cash: u32| {
        let take = Bundle { cash: Money(cash), ..Default::default() };
        Action::TradeOffer { offer: Offer { to, give: Bundle::default(), take } }
    };
    for _ in 0..MOST_REFUSED_OFFERS {
        assert_eq!(game.decide(seat, &offer(6_100)), Err(RuleError::CannotGive { seat: to }));
        game = LocalGame::read(&game.to_text()).unwrap();
    }
    assert_eq!(game.decide(seat, &offer(6_100)), Err(RuleError::TooManyOffers));
    assert_eq!(game.decide(seat, &offer(100)), Err(RuleError::TooManyOffers));
    while game.game().turn() == seat {
        game.auto_decide();
    }
    let next = game.game().to_act().unwrap();
    assert_eq!(next, to);
    let to = Seat::new((next.index() + 1) % 3).unwrap();
    let take = Bundle { cash: Money(100), ..Default::default() };
    let fair = Action::TradeOffer { offer: Offer { to, give: Bundle::default(), take } };
    game.decide(next, &fair).unwrap();
    assert!(!game.scene(Some(next)).can_take_back, "an offer reveals something");
    let count = game.decisions.len();
    game.take_back(next);
    assert_eq!(game.decisions.len(), count);
}

/// Dead tiles are exchanged for people who are not asked, however often the setting changes. A saved game
/// restores to the same state.
#[test]
fn people_are_asked_about_dead_tiles_only_if_they_want_to_be() {
    let (mut asked, mut answered) = (0, 0);
    for (seed, preset) in
        [(1, Preset::Digital), (2, Preset::Renegade), (3, Preset::Trading), (4, Preset::Digital)]
    {
        let mut game = game(preset, 3, seed);
        while let Some(seat) = game.game().to_act() {
            let number = game.decisions.len();
            if number.is_multiple_of(7) {
                game.ask_about_dead_tiles(!game.customs().asks);
            }
            let Some(seat) = game.game().to_act().or(Some(seat)) else { break };
            if game.game().phase() == Phase::Exchange {
                assert!(game.customs().asks && game.level(seat).is_none());
                asked += 1;
                if number.is_multiple_of(2) {
                    game.decide(seat, &Action::Exchange { tiles: Hand::EMPTY }).unwrap();
                    continue;
                }
            }
            let before = game.decisions.len();
            game.auto_decide();
            answered += game.decisions.len().saturating_sub(before + 1);
            let again = LocalGame::read(&game.to_text()).unwrap();
            assert_eq!((again.game(), again.customs()), (game.game(), game.customs()));
        }
        game.record().verify().unwrap();
    }
    assert!(asked > 2 && answered > 10, "{asked} {answered}");
}

/// After a question about dead tiles nothing can be taken back, even if no tile is drawn because the pile is
/// empty or dead tiles are discarded first.
#[test]
fn nothing_is_taken_back_after_a_question() {
    let dead_tiles_first = Options {
        dead_tiles: DeadTiles::DiscardThenDraw,
        dead_tile_exchange: DeadTileExchange::Choice,
        ..Options::of(Preset::Manual)
    };
    for (options, needs_empty_pile) in [(dead_tiles_first, false), (Options::of(Preset::Renegade), true)] {
        let (mut questions, mut purchases) = (0, 0);
        for seed in 0..60 {
            let players = ["Ann", "Bob", "Cid"].map(Player::person).to_vec();
            let seed = Seed::for_simulation(9, seed);
            let setup = Setup { rules: Rules::new(options).unwrap(), players, seed, hints: false };
            let customs = Customs { asks: true, ..Customs::default() };
            let mut game = LocalGame::new(setup).unwrap().with_customs(customs);
            let mut dice = Dice::new(7);
            while let Some(seat) = game.game().to_act() {
                let is_question = game.game().phase() == Phase::Exchange
                    && (!needs_empty_pile || game.game().pile().is_empty());
                // Never declare the end, to let the pile run out.
                let mut action = game.game().random_action(&mut dice);
                while action == Action::DeclareEnd {
                    action = game.game().random_action(&mut dice);
                }
                if is_question {
                    action = Action::Exchange { tiles: Hand::EMPTY };
                }
                let seats = [seat, game.game().turn()];
                let is_quiet =
                    |game: &LocalGame| seats.iter().all(|&seat| !game.scene(Some(seat)).can_take_back);
                if is_question {
                    assert!(is_quiet(&game), "the decision before the question stands");
                    questions += 1;
                }
                game.decide(seat, &action).unwrap();
                if is_question {
                    assert!(is_quiet(&game), "the answer stands");
                } else if matches!(action, Action::Buy { .. }) && game.game().turn() == seat {
                    purchases += usize::from(game.game().phase() == Phase::Exchange);
                }
            }
        }
        assert!(questions > 3 && purchases > 3, "{questions} questions, {purchases} after a purchase");
    }
}
