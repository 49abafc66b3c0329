//! Trades (X1): offers help the proposer, come at most once a turn, and are not repeated.

use std::collections::BTreeMap;

use mergemaker_bots::{Budget, Level};
use mergemaker_engine::{Action, Bundle, Chain, Dice, Money, Offer, Phase, Preset, Seat, Shares};

use crate::{Held, Match, situation, table};

#[test]
fn offers_are_few_and_some_are_accepted() {
    let trading = table(Preset::Trading, &[], 4);
    let mut counts: BTreeMap<Level, [u32; 2]> = BTreeMap::new();
    let levels = [Level::Steady, Level::Novice, Level::Shopper, Level::Steady, Level::Expert, Level::Adept];
    for (seed, levels) in (0..40).zip(levels.windows(4).cycle()) {
        let mut game = Match::new(trading, levels, seed);
        let mut last: [Option<Offer>; 4] = [None; 4];
        let mut offering = Level::Random;
        while let Some(seat) = game.game.to_act() {
            let made = game.game.offers();
            match game.step() {
                Some(Action::TradeOffer { offer }) => {
                    offering = levels[seat.index()];
                    counts.entry(offering).or_default()[0] += 1;
                    assert_eq!(made, 0, "one offer a turn");
                    for cash in [offer.give.cash, offer.take.cash] {
                        assert_eq!(cash.0 % Money::NOTE.0, 0, "cash moves in steps of $100: {offer:?}");
                    }
                    assert_ne!(last[seat.index()], Some(offer), "never the same twice in a row");
                    last[seat.index()] = Some(offer);
                }
                Some(Action::TradeAnswer { accept }) => {
                    counts.entry(offering).or_default()[1] += u32::from(accept);
                }
                _ => {}
            }
        }
    }
    let active = counts.iter().filter(|(_, [offers, accepted])| *offers > 40 && *accepted > 10);
    let traders: Vec<Level> = active.map(|(level, _)| *level).collect();
    assert_eq!(traders, [Level::Steady, Level::Adept, Level::Expert], "offers and accepted: {counts:?}");
}

/// Every level accepts a thousand dollars for nothing, and declines the opposite.
#[test]
fn gifts_are_accepted_and_robbery_is_declined() {
    let trading = table(Preset::Trading, &[], 3);
    let cash = |dollars| Bundle { cash: Money(dollars), shares: Shares::NONE };
    for level in [Level::Shopper, Level::Novice, Level::Steady, Level::Adept, Level::Expert, Level::Master] {
        for (give, take, expected) in [(1_000, 0, true), (0, 1_000, false)] {
            let mut game = Match::new(trading, &[level], 5);
            let seat = game.game.to_act().unwrap();
            let to = Seat::new((seat.index() + 1) % 3).unwrap();
            let offer = Offer { to, give: cash(give), take: cash(take) };
            game.follow(&Action::TradeOffer { offer });
            assert_eq!(game.game.phase(), Phase::Answer);
            assert_eq!(game.step(), Some(Action::TradeAnswer { accept: expected }), "{level}");
        }
    }
}

/// Two players each hold the shares that the other needs for a majority: `steady` proposes a swap.
#[test]
fn steady_proposes_a_swap_that_gives_both_a_majority() {
    let shares: [Held<'_>; 3] = [
        &[(Chain::American, 9), (Chain::Worldwide, 4)],
        &[(Chain::American, 4), (Chain::Worldwide, 9), (Chain::Tower, 1)],
        &[(Chain::American, 10), (Chain::Worldwide, 10)],
    ];
    let hands = ["1I 3I 5I 7I 9I 11I", "1H 3H 5H 7H 9H 11H", "2G 4G 6G 8G 10G 12G"];
    let board = "WWWWW......./............/AAAAA......./............/TT..........";
    let game = situation(table(Preset::Trading, &[], 3), board, &hands, &shares);
    let view = game.view(game.to_act());
    let mut bot = Level::Steady.bot();
    let decided = bot.decide(&view, &view.legal_actions(), &mut Dice::new(1), Budget::default()).unwrap();
    let Action::TradeOffer { offer } = decided else { panic!("no offer: {decided:?}") };
    let mine = game.shares(game.turn()) - offer.give.shares + offer.take.shares;
    let theirs = game.shares(offer.to) - offer.take.shares + offer.give.shares;
    let leads = |shares: Shares| shares[Chain::American] > 10 || shares[Chain::Worldwide] > 10;
    assert!(leads(mine) && leads(theirs), "{offer:?}");
    assert!(
        !matches!(
            bot.decide(&view, &view.legal_actions(), &mut Dice::new(1), Budget::default()),
            Ok(Action::TradeOffer { .. })
        ),
        "the same offer is not made again"
    );
}
