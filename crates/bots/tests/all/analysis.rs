//! Analysis of whole games.

use mergemaker_bots::{
    Budget, ChartLabels, Decision, HoldingsDelta, Judgement, Level, Mark, Playouts, chart, decide, decisions,
    summaries,
};
use mergemaker_engine::{Action, Bundle, Dice, Game, Money, Offer, Phase, Preset, Shares, Table};
use mergemaker_record::{Deck, Record, Recorder, Seed};

use crate::{table, tables};

/// Records a game of bots.
fn recorded(table: Table) -> Record {
    let seed = Seed::for_simulation(3, 1);
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let mut game = Game::start(table, &mut deck, &mut recorder);
    let mut bots: Vec<_> = (0..table.players()).map(|_| Level::Steady.bot()).collect();
    let mut dice = Dice::new(4);
    while let Some(seat) = game.to_act() {
        let action = decide(&mut *bots[seat.index()], &game, &mut dice, Budget::default()).action;
        let before = game;
        game.apply(seat, &action, &mut deck, &mut recorder).unwrap();
        let delta = HoldingsDelta::between(&before, &game);
        for bot in &mut bots {
            bot.observe(&delta);
        }
    }
    let names = (0..table.players()).map(|seat| format!("player {seat}")).collect();
    recorder.finish(&game, names, Some(seed))
}

fn judged(record: &Record, units: u32) -> Vec<Judgement> {
    let decisions = decisions(&record.replay().unwrap());
    let judge = |decision: &Decision| decision.judge(&mut Playouts::default(), Budget::Work { units });
    decisions.iter().map(judge).collect()
}

/// At every table, each player's figures add up to the result, and every decision with a choice is judged.
#[test]
fn luck_and_skill_add_up_to_the_result() {
    for table in tables().step_by(5) {
        let record = recorded(table);
        let judgements = judged(&record, 4);
        assert!(judgements.len() > 40);
        let end = record.verify().unwrap();
        let summaries = summaries(&end, &judgements);
        let total: f32 = summaries.iter().map(|summary| summary.result).sum();
        assert!((total - 1.0).abs() < 1e-3);
        for one in summaries {
            let sum = one.start + one.own_mistakes + one.others_mistakes + one.luck;
            assert!((sum - one.result).abs() < 1e-3, "{one:?}");
        }
    }
}

/// Giving $5,000 away at the start is a blunder, and the better choice is reported.
#[test]
fn a_blunder_is_marked() {
    let seed = Seed::for_simulation(3, 1);
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let mut game = Game::start(table(Preset::Trading, &[], 3), &mut deck, &mut recorder);
    let (seat, to) = (game.turn(), game.seats().find(|&seat| seat != game.turn()).unwrap());
    let bundle = |dollars| Bundle { cash: Money(dollars), shares: Shares::NONE };
    let offer = Offer { to, give: bundle(0), take: bundle(5_000) };
    game.apply(seat, &Action::TradeOffer { offer }, &mut deck, &mut recorder).unwrap();
    game.apply(to, &Action::TradeAnswer { accept: true }, &mut deck, &mut recorder).unwrap();
    let record = recorder.finish(&game, ["Ann", "Bob", "Cid"].map(String::from).to_vec(), None);
    let judgements = judged(&record, 200);
    let answer = judgements.last().unwrap();
    assert_eq!((answer.mark, answer.player), (Mark::Blunder, to), "{answer:?}");
    assert_eq!(answer.better.as_ref().unwrap().action, Action::TradeAnswer { accept: false });
    assert!(answer.shift[seat.index()] > 0.0, "who got the money gains");
    let summary = &summaries(&game, &judgements)[to.index()];
    assert!(summary.own_mistakes < -0.15 && summary.blunders == 1, "{summary:?}");
}

/// Records a game of random decisions.
fn random_game(table: Table, number: u64) -> Record {
    let seed = Seed::for_simulation(number, 1);
    let (mut deck, mut recorder) = (Deck::new(&seed), Recorder::new());
    let mut game = Game::start(table, &mut deck, &mut recorder);
    game.play_randomly(&mut Dice::new(number), &mut deck, &mut recorder);
    let names = (0..table.players()).map(|seat| format!("player {seat}")).collect();
    recorder.finish(&game, names, Some(seed))
}

/// T11: which dead tiles were exchanged is not judged.
#[test]
fn exchanges_are_not_judged() {
    let mut asked = 0;
    for number in 0..10 {
        let replay = random_game(table(Preset::Renegade, &[], 4), number).replay().unwrap();
        asked += replay.moments().iter().filter(|moment| moment.game.phase() == Phase::Exchange).count();
        for decision in decisions(&replay) {
            assert!(!matches!(decision.action, Action::Exchange { .. }), "{decision:?}");
        }
    }
    assert!(asked > 0);
}

/// E2, P5: ending at once is judged, even if the bank's tiles are drawn before the end.
#[test]
fn ending_at_once_is_judged() {
    for (bank, next) in [("no", "end"), ("yes", "bank_tile")] {
        let table = table(Preset::Classic, &[("bank_shareholder", bank)], 2);
        let decided = (0..).find_map(|number| {
            let replay = random_game(table, number).replay().unwrap();
            let last = decisions(&replay).pop().unwrap();
            let before = replay.game_at(last.event - 1).unwrap();
            let is_at_once = last.action == Action::EndTurn && before.may_end_at_once();
            let kind = replay.moments()[last.event - 1].event.kind();
            (is_at_once && kind == next).then_some(last)
        });
        let last = decided.unwrap();
        let judgement = last.judge(&mut Playouts::default(), Budget::Work { units: 8 });
        assert_eq!((judgement.player, judgement.event), (last.seat, last.event));
    }
}

#[test]
fn the_chart_is_drawn_for_every_number_of_players() {
    for players in [2, 4, 6] {
        let record = recorded(table(Preset::Renegade, &[], players));
        let replay = record.replay().unwrap();
        let labels = ChartLabels { players: record.players.clone(), ..ChartLabels::default() };
        let svg = chart(&replay, &judged(&record, 4), &labels);
        assert_eq!(svg.matches("<polyline").count(), 2 * players);
        assert!(svg.contains("player 1"));
    }
}
