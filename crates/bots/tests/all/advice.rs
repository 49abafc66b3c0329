//! What bots say about a decision: plain sentences with the figures.

use std::collections::BTreeMap;

use mergemaker_bots::{Advice, Budget, Level, Playouts, advise};
use mergemaker_engine::{Action, Chain, Dice, Game, Preset, Preview, Shares, Theme, View};
use mergemaker_record::Names;

use crate::{Held, Match, situation, table};

/// A game of four in which the player to act has this tile, on this board, with these shares from them on.
fn four(board: &str, tile: &str, shares: [Held<'_>; 4]) -> Game {
    let hands = [tile, "1I 3I 5I", "7I 9I 11I", "2G 4G 6G"];
    situation(table(Preset::Classic, &[], 4), board, &hands, &shares)
}

fn check(game: &Game, players: &[String], expected: &str) {
    let names = Names::new(players, Theme::Hotels);
    let budget = Budget::Work { units: 40 };
    let view = game.view(game.to_act());
    let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget).in_words(&view, &names);
    assert_eq!(advice.reason, expected, "{:?}", advice.alternatives[0].words);
}

const NOBODY: Held<'_> = &[];

#[test]
fn a_merger_is_told_with_who_is_paid() {
    let mine: Held<'_> = &[(Chain::Tower, 4), (Chain::American, 1)];
    let left: Held<'_> = &[(Chain::Tower, 2), (Chain::American, 3)];
    let game = four("TTT.AAAA....", "4A", [mine, left, NOBODY, NOBODY]);
    check(
        &game,
        &[],
        "Merging Tower into American with 4A pays you $3,000 and the player on your left $1,500",
    );
    let mut players = vec![String::new(); 4];
    players[(game.turn().index() + 1) % 4] = "Bob".to_owned();
    check(&game, &players, "Merging Tower into American with 4A pays you $3,000 and Bob $1,500");
}

#[test]
fn a_founding_and_a_growth_are_told() {
    let game = four("o...........", "2A", [NOBODY; 4]);
    check(&game, &[], "Placing 2A founds a chain of 2 tiles, and its first share is yours for nothing");
    let mine: Held<'_> = &[(Chain::Tower, 4)];
    let other: Held<'_> = &[(Chain::Tower, 1)];
    let game = four("TT..........", "3A", [mine, other, NOBODY, NOBODY]);
    check(
        &game,
        &[],
        "Placing 3A grows Tower to 3 tiles, from $200 to $300 a share; you hold most of it, 4 shares",
    );
}

/// The sentences of whole games, one of each kind, as a reader sees them.
#[test]
fn sentences_of_every_kind() {
    let mut told: BTreeMap<&str, String> = BTreeMap::new();
    for (preset, players, seed) in
        [(Preset::Trading, 4, 8), (Preset::Renegade, 2, 3), (Preset::Classic, 6, 5)]
    {
        let mut game = Match::new(table(preset, &[], players), &[Level::Novice, Level::Steady], seed);
        let people = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay"].map(String::from);
        let names = Names::new(&people[..players], Theme::Hotels);
        while let Some(seat) = game.game.to_act() {
            let view = game.game.view(Some(seat));
            let budget = Budget::Work { units: 10 };
            let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget);
            let text = serde_json::to_string(&advice).unwrap();
            assert_eq!(serde_json::from_str::<Advice>(&text).unwrap(), advice, "it survives JSON");
            let advice = advice.in_words(&view, &names);
            let chance = |index: usize| advice.alternatives[index].estimate.chances[seat.index()];
            assert!((1..advice.alternatives.len()).all(|index| chance(index) <= chance(0)));
            assert!(advice.alternatives.iter().all(|one| view.check(&one.action).is_ok()));
            assert!(!advice.reason.is_empty() && !advice.reason.contains("  "), "{}", advice.reason);
            told.entry(kind(&view, &advice.alternatives[0].action)).or_insert(advice.reason);
            game.step();
        }
    }
    let lines: Vec<String> = told.iter().map(|(kind, reason)| format!("{kind}: {reason}.")).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

fn kind(view: &View, action: &Action) -> &'static str {
    match (*action, view.preview(action)) {
        (_, Preview::Lone) => "a lone tile",
        (_, Preview::Founds { .. }) => "a founding tile",
        (_, Preview::Grows { .. }) => "a growing tile",
        (Action::Place { .. }, Preview::Merges { survivors, .. }) if survivors.has_several() => {
            "a merging tile, equals"
        }
        (Action::Place { .. }, Preview::Merges { .. }) => "a merging tile",
        (_, Preview::Merges { .. }) => "a survivor",
        (_, Preview::NewChain { .. }) => "a chain to found",
        (Action::Dispose { sell: 0, trade: 0 }, _) => "shares held",
        (Action::Dispose { trade: 0, .. }, _) => "shares sold",
        (Action::Dispose { .. }, _) => "shares traded",
        (Action::Buy { shares: Shares::NONE }, _) => "nothing bought",
        (Action::Buy { .. }, _) => "shares bought",
        (Action::DeclareEnd, _) => "the end",
        (Action::EndTurn, _) => "a turn's end",
        (Action::TradeAnswer { accept: true }, _) => "an offer accepted",
        (Action::TradeAnswer { accept: false }, _) => "an offer declined",
        (Action::TradeOffer { .. }, _) => "an offer",
        (Action::Pass, _) => "a pass",
        (Action::Exchange { .. }, _) => "an exchange of dead tiles",
        (
            Action::Place { .. } | Action::Found { .. } | Action::Survivor { .. } | Action::Defunct { .. },
            _,
        ) => "what cannot be foretold",
    }
}
