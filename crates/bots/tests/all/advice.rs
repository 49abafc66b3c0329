//! Advice: the best choices, and why the first of them is good.

use mergemaker_bots::{Advice, Budget, Level, Playouts, Rank, Reason, advise};
use mergemaker_engine::{Chain, Dice, Game, Money, Preset};

use crate::{Held, Match, situation, table};

/// A game of four with this tile for the player to act, this board, and these shares in turn order.
fn four(board: &str, tile: &str, shares: [Held<'_>; 4]) -> Game {
    let hands = [tile, "1I 3I 5I", "7I 9I 11I", "2G 4G 6G"];
    situation(table(Preset::Classic, &[], 4), board, &hands, &shares)
}

fn check(game: &Game, expected: &Reason) {
    let budget = Budget::Work { units: 40 };
    let view = game.view(game.to_act());
    let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget);
    assert_eq!(advice.reason, *expected, "{:?}", advice.alternatives[0].action);
}

const NOBODY: Held<'_> = &[];

#[test]
fn a_merger_says_who_is_paid() {
    let mine: Held<'_> = &[(Chain::Tower, 4), (Chain::American, 1)];
    let left: Held<'_> = &[(Chain::Tower, 2), (Chain::American, 3)];
    let game = four("TTT.AAAA....", "4A", [mine, left, NOBODY, NOBODY]);
    let next = game.seats().find(|seat| seat.index() == (game.turn().index() + 1) % 4).unwrap();
    let merges = Reason::Merges {
        tile: Some("4A".parse().unwrap()),
        survivor: Chain::American,
        dissolved: vec![Chain::Tower],
        paid: Some(vec![(game.turn(), Money(3_000)), (next, Money(1_500))]),
        bank_competes: false,
    };
    check(&game, &merges);
}

#[test]
fn a_founding_and_a_growth_say_what_they_yield() {
    let game = four("o...........", "2A", [NOBODY; 4]);
    check(&game, &Reason::Founds { tile: "2A".parse().unwrap(), size: 2, has_share: true });
    let mine: Held<'_> = &[(Chain::Tower, 4)];
    let other: Held<'_> = &[(Chain::Tower, 1)];
    let game = four("TT..........", "3A", [mine, other, NOBODY, NOBODY]);
    let rival = game.seats().find(|seat| seat.index() == (game.turn().index() + 1) % 4);
    let grows = Reason::Grows {
        tile: "3A".parse().unwrap(),
        chain: Chain::Tower,
        size: 3,
        before: Money(200),
        price: Money(300),
        becomes_safe: false,
        rank: Rank { own: 4, rival, most: 1 },
    };
    check(&game, &grows);
}

/// The best choice comes first, every choice is legal, and advice survives JSON, over whole games.
#[test]
fn advice_is_ranked_and_legal() {
    for (preset, players, seed) in
        [(Preset::Trading, 4, 8), (Preset::Renegade, 2, 3), (Preset::Classic, 6, 5)]
    {
        let mut game = Match::new(table(preset, &[], players), &[Level::Novice, Level::Steady], seed);
        while let Some(seat) = game.game.to_act() {
            let view = game.game.view(Some(seat));
            let budget = Budget::Work { units: 10 };
            let advice = advise(&view, &mut Playouts::default(), &mut Dice::new(2), budget);
            let text = serde_json::to_string(&advice).unwrap();
            assert_eq!(serde_json::from_str::<Advice>(&text).unwrap(), advice, "it survives JSON");
            let chance = |index: usize| advice.alternatives[index].estimate.chances[seat.index()];
            assert!((1..advice.alternatives.len()).all(|index| chance(index) <= chance(0)));
            assert!(advice.alternatives.iter().all(|one| view.check(&one.action).is_ok()));
            game.step();
        }
    }
}
