//! Rules of some editions that networks were not trained on: ending at once, and exchanging dead tiles by
//! choice.

use mergemaker_bots::net::Networks;
use mergemaker_bots::{Budget, Decision, Estimate, Evaluator, Level, advise, decide};
use mergemaker_engine::{Action, Chain, Dice, Game, Phase, Preset, RandomDealer, Rules, Seat, View};

use crate::{Held, Match, situation, table};

/// What a level decides as a bot, as in the arena, and with `think`, as in the web page.
fn decisions(level: Level, game: &Game) -> Vec<Action> {
    let budget = Budget::Work { units: 20 };
    let decided = decide(&mut *level.bot(), game, &mut Dice::new(1), budget);
    assert_eq!(decided.fault, None, "{level}");
    let thought =
        level.think(&Networks::built_in(), &game.view(game.to_act()), None, &mut Dice::new(1), budget);
    assert_eq!(thought.is_some(), level.needs_network(), "{level}");
    std::iter::once(decided.action).chain(thought).collect()
}

/// A game of two with the end declared before the tile. Every tile in hand merges Luxor (two tiles) into
/// Worldwide (41).
fn declared(shares: &[Held<'_>]) -> Game {
    let rows = "WWWWWWWWWWWW/WWWWWWWWWWWW/WWWWWWWWWWWW/WWWWW......./............/LL........../\
                ............/............/............";
    let game = situation(table(Preset::Classic, &[], 2), rows, &["1E 2E", "1I 3I 5I 7I 9I 11I"], shares);
    let mut position = game.position();
    position.declared = true;
    Game::from_position(&position).unwrap()
}

/// E2: bots end at once if the merger would only let the other player trade Luxor for Worldwide.
#[test]
fn bots_end_at_once_if_that_is_better() {
    let game = declared(&[&[(Chain::Worldwide, 5)], &[(Chain::Worldwide, 5), (Chain::Luxor, 10)]]);
    for level in Level::ALL {
        for action in decisions(level, &game) {
            assert_eq!(action, Action::EndTurn, "{level}");
        }
    }
}

/// E2: otherwise bots finish the turn.
#[test]
fn bots_finish_a_declared_turn_if_nothing_is_lost() {
    let game = declared(&[&[(Chain::Worldwide, 5), (Chain::Luxor, 10)], &[(Chain::Worldwide, 5)]]);
    for level in Level::ALL {
        for action in decisions(level, &game) {
            assert!(matches!(action, Action::Place { .. }), "{level}: {action:?}");
        }
    }
}

/// E2: after declaring the end, nobody makes a purchase that is worse than ending at once, over whole games.
#[test]
fn the_last_purchase_is_never_worse_than_ending_at_once() {
    let mut purchases = 0;
    for seed in 0..60 {
        let players = 2 + seed as usize % 5;
        let levels = [Level::Steady, Level::Novice, Level::Expert, Level::Shopper];
        let mut game = Match::new(table(Preset::Classic, &[], players), &levels, seed);
        loop {
            let before = game.game;
            let Some(action) = game.step() else { break };
            if before.phase() == Phase::Buy && before.may_end_at_once() {
                let seat = before.turn();
                assert!(lead(before, action, seat) >= lead(before, Action::EndTurn, seat), "seed {seed}");
                purchases += 1;
            }
        }
    }
    assert!(purchases > 0, "nobody declared the end before a purchase");
}

/// A player's lead after an action that ends the game.
fn lead(mut game: Game, action: Action, seat: Seat) -> i64 {
    let mut dealer = RandomDealer::from_pile(game.pile(), Dice::new(0));
    game.apply(seat, &action, &mut dealer, &mut ()).unwrap();
    assert_eq!(game.phase(), Phase::Over);
    let money = |seat: Seat| i64::from(game.cash(seat).0);
    let best = game.seats().filter(|&other| other != seat).map(money).max().unwrap();
    money(seat) - best
}

/// T11, E2: networks decide the same whether or not players may choose dead tiles or end at once.
#[test]
fn untrained_options_do_not_change_network_decisions() {
    let changes = [("dead_tile_exchange", "automatic"), ("end_declaration", "during_turn")];
    let mut declared = 0;
    for (seed, preset) in
        [Preset::Classic, Preset::Renegade, Preset::Digital].into_iter().cycle().take(12).enumerate()
    {
        let players = 2 + seed % 5;
        let mut game = Match::new(table(preset, &[], players), &[Level::Expert], seed as u64);
        for number in 0.. {
            let Some(seat) = game.game.to_act() else { break };
            if game.game.phase() != Phase::Exchange {
                let mut position = game.game.position();
                let options = changes.iter().fold(*position.rules.options(), |options, (option, value)| {
                    options.with(option, value).unwrap()
                });
                position.rules = Rules::new(options).unwrap();
                let other = Game::from_position(&position).unwrap();
                let ask = |game: &Game| {
                    let view = game.view(Some(seat));
                    let mut bot = Level::Expert.bot();
                    bot.decide(&view, &view.legal_actions(), &mut Dice::new(number), Budget::default())
                        .unwrap()
                };
                let action = ask(&game.game);
                declared += u32::from(game.game.may_end_at_once());
                if !(game.game.may_end_at_once() && action == Action::EndTurn) {
                    assert_eq!(action, ask(&other), "{preset}, seed {seed}, decision {number}");
                }
            }
            game.step();
        }
    }
    assert!(declared > 0, "nobody declared the end in a classic game");
}

/// T11: all dead tiles are exchanged for every bot, without asking it.
#[test]
fn bots_exchange_all_dead_tiles() {
    let mut exchanges = 0;
    for (seed, preset) in (0..).zip([Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Digital]) {
        for level in [Level::Random, Level::Shopper, Level::Novice, Level::Steady, Level::Expert] {
            let mut game = Match::new(table(preset, &[], 4), &[level], seed);
            loop {
                let all = game.game.exchange_all();
                let Some(action) = game.step() else { break };
                if let Some(all) = all {
                    assert_eq!(action, all, "{level}, {preset}");
                    exchanges += 1;
                }
            }
        }
    }
    assert!(exchanges > 20, "only {exchanges}");
}

/// T11: every level exchanges all dead tiles if it is asked directly.
#[test]
fn every_level_exchanges_all_dead_tiles_when_asked() {
    let mut asked = 0;
    for (seed, preset) in (20..).zip([Preset::Renegade, Preset::Trading, Preset::Digital]) {
        let mut game = Match::new(table(preset, &[], 4), &[Level::Steady], seed);
        loop {
            let view = game.game.view(game.game.to_act());
            if let Some(all) = view.exchange_all() {
                for level in Level::ALL {
                    let legal = view.legal_actions();
                    let decided =
                        level.bot().decide(&view, &legal, &mut Dice::new(4), Budget::Work { units: 20 });
                    assert_eq!(decided, Ok(all), "{level}, {preset}");
                }
                asked += 1;
            }
            if game.step().is_none() {
                break;
            }
        }
    }
    assert!(asked > 3, "only {asked}");
}

/// An evaluator that must not be called.
struct Unasked;

impl Evaluator for Unasked {
    fn evaluate(&mut self, view: &View, _: &[Action], _: &mut Dice, _: Budget) -> Vec<Estimate> {
        panic!("evaluated {view:?}")
    }

    fn ideas(&mut self, view: &View) -> Vec<Action> {
        panic!("asked for ideas about {view:?}")
    }
}

/// T11: the advice is to exchange all dead tiles; no evaluator is called, and the decision is not judged.
#[test]
fn dead_tiles_are_neither_evaluated_nor_judged() {
    let mut asked = 0;
    for (seed, preset) in (20..).zip([Preset::Renegade, Preset::Trading, Preset::Digital]) {
        let mut game = Match::new(table(preset, &[], 4), &[Level::Steady], seed);
        loop {
            let view = game.game.view(game.game.to_act());
            if let Some(all) = view.exchange_all() {
                let advice = advise(&view, &mut Unasked, &mut Dice::new(2), Budget::Work { units: 8 });
                assert_eq!(advice.alternatives[0].action, all);
                assert_eq!(advice.alternatives.len(), 1, "keeping a dead tile is no alternative");
                for level in [Level::Adept, Level::Expert, Level::Master] {
                    assert_eq!(
                        level.think(&Networks::built_in(), &view, None, &mut Dice::new(3), Budget::default()),
                        Some(all)
                    );
                }
                assert!(Decision::to_come(&view, all, 9).is_none());
                asked += 1;
            }
            if game.step().is_none() {
                break;
            }
        }
    }
    assert!(asked > 3, "only {asked}");
}
