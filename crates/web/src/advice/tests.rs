//! Hints and warnings over whole games with hidden holdings: they never mention what others hold.

use mergemaker_bots::{Budget, Decision, Level, Playouts, advise};
use mergemaker_engine::{Dice, Money, Offer, Phase, Preset, Seat, Theme};
use mergemaker_record::Seed;

use super::*;
use crate::local::{Customs, LocalGame, Setup, sample};
use crate::memory::Memory;
use crate::scene::Player;
use crate::secrets::secrets;
use crate::think::guessed_view;
use crate::words::{Language, Words, page};

const OTHERS: [&str; 3] = ["Bob", "Cid", "Dot"];

/// A game of one person against three bots with hidden holdings.
fn game(preset: Preset, memory: Memory, seed: u64) -> LocalGame {
    let others = OTHERS.map(|name| Player { name: name.to_owned(), ..Player::bot(Level::Steady) });
    let players = std::iter::once(Player::person("Ann")).chain(others).collect();
    let rules = sample::with_hidden_holdings(preset);
    let setup = Setup { rules, players, seed: Seed::for_simulation(4, seed), hints: true };
    LocalGame::new(setup).unwrap().with_customs(Customs { memory, ..Customs::default() })
}

/// Whether a text names an opponent. Only an offer to that opponent may.
fn names_others(text: &str) -> bool {
    OTHERS.iter().any(|name| text.contains(name))
}

/// Checks that a sentence reveals nothing of what others hold.
fn check(words: &Words, text: &str) {
    assert!(secrets(words, text).is_empty() && !names_others(text), "{text}");
}

/// Checks the decisions shown: opponents are named only by offers that ask them for nothing.
fn check_decisions(narrator: &Narrator, scene: &Scene, decisions: &[Action], shown: &[&String]) {
    let gives =
        |action: &&Action| matches!(action, Action::TradeOffer { offer } if offer.take == Bundle::default());
    let dissolving = Dissolving::of(&scene.view);
    let gifts: Vec<String> =
        decisions.iter().filter(gives).map(|action| narrator.action(action, dissolving)).collect();
    for text in shown {
        assert!(!names_others(text) || gifts.contains(text), "{text}");
    }
}

/// Checks hints in every language, for every memory setting.
#[test]
fn hints_do_not_mention_hidden_holdings() {
    let words = Language::ALL.map(page);
    let (mut hints, mut unnamed) = (0, 0);
    for (preset, memory, seed) in [
        (Preset::Trading, Memory::None, 1),
        (Preset::Trading, Memory::All, 2),
        (Preset::Classic, Memory::All, 3),
        (Preset::Tycoon, Memory::Mergers, 4),
    ] {
        let mut game = game(preset, memory, seed);
        while let Some(seat) = game.game().to_act() {
            if seat.index() == 0 && game.game().phase() != Phase::Exchange {
                let scene = game.scene(Some(seat));
                let mut dice = Dice::new(scene.number);
                let units = Budget::Work { units: 2 };
                let advice = advise(&guessed_view(&scene), &mut Playouts::default(), &mut dice, units);
                for words in &words {
                    let narrator = scene.narrator(words, Theme::Hotels);
                    let hint = hint(&narrator, &scene, &advice);
                    let best = hint.best.expect("a decision that may be named");
                    check(words, &hint.reason.expect("a reason that may be given"));
                    assert!(hint.others.len() < MOST_CHOICES);
                    let decisions: Vec<Action> = advice.alternatives.iter().map(|one| one.action).collect();
                    let shown: Vec<&String> =
                        hint.others.iter().chain([&best]).map(|choice| &choice.action).collect();
                    check_decisions(&narrator, &scene, &decisions, &shown);
                    let named =
                        advice.alternatives.iter().filter(|one| may_name(&narrator, &one.action)).count();
                    unnamed += advice.alternatives.len() - named;
                }
                hints += 1;
            }
            game.auto_decide();
        }
    }
    assert!(hints > 100 && unnamed > 0, "{hints} hints, {unnamed} decisions that are not named");
}

/// Checks the coach's warnings about poor decisions throughout a game.
#[test]
fn warnings_do_not_mention_hidden_holdings() {
    let words = Language::ALL.map(page);
    let mut better = 0;
    for (preset, memory, seed) in [(Preset::Trading, Memory::All, 5), (Preset::Classic, Memory::None, 6)] {
        let mut game = game(preset, memory, seed);
        while let Some(seat) = game.game().to_act() {
            if seat.index() == 0 && game.game().phase() != Phase::Exchange {
                let scene = game.scene(Some(seat));
                let view = guessed_view(&scene);
                let mut dice = Dice::new(scene.number);
                let best = advise(&view, &mut Playouts::default(), &mut dice, Budget::Work { units: 2 });
                let best = best.alternatives[0].action;
                for &action in view.legal_actions().iter().take(4).filter(|action| **action != best) {
                    let Some(decision) = Decision::to_come(&view, action, 7) else { continue };
                    let mut judgement = decision.judge(&mut Playouts::default(), Budget::Work { units: 2 });
                    // As if the evaluator were sure.
                    judgement.better = Some(mergemaker_bots::Better {
                        action: best,
                        reason: Reason::of(&view, &best),
                        instead_of: Reason::of(&view, &action),
                    });
                    for words in &words {
                        let narrator = scene.narrator(words, Theme::Hotels);
                        let warning = warning(&narrator, &judgement);
                        check_decisions(&narrator, &scene, &[action, best], &[&warning.action]);
                        if let Some(Better { action: named, reason, instead }) = &warning.better {
                            check_decisions(&narrator, &scene, &[action, best], &[named]);
                            check(words, reason);
                            check(words, instead);
                            better += 1;
                        }
                    }
                }
            }
            game.auto_decide();
        }
    }
    assert!(better > 300, "{better}");
}

/// A warning whose better decision is an offer for someone's goods does not name it.
#[test]
fn no_warning_names_an_offer_for_hidden_goods() {
    let words = page(Language::English);
    let mut game = game(Preset::Trading, Memory::All, 7);
    while game.game().to_act() != Seat::new(0) || game.game().phase() != Phase::Tile {
        game.auto_decide();
    }
    let scene = game.scene(Seat::new(0));
    let view = guessed_view(&scene);
    let action = view.legal_actions()[0];
    let take = Bundle { cash: Money(500), ..Bundle::default() };
    let offer = Offer { to: Seat::new(1).unwrap(), give: Bundle::default(), take };
    let mut judgement = Decision::to_come(&view, action, 7)
        .unwrap()
        .judge(&mut Playouts::default(), Budget::Work { units: 2 });
    for (offer, is_named) in [(offer, false), (Offer { give: take, take: Bundle::default(), ..offer }, true)]
    {
        let better = Action::TradeOffer { offer };
        judgement.better = Some(mergemaker_bots::Better {
            action: better,
            reason: Reason::of(&view, &better),
            instead_of: Reason::of(&view, &action),
        });
        let warning = warning(&scene.narrator(&words, Theme::Hotels), &judgement);
        assert_eq!(warning.better.is_some(), is_named);
    }
}

/// A hint without a decision to name has no reason either: the reason would be that of an offer for hidden
/// goods.
#[test]
fn no_hint_gives_the_reason_of_an_offer_for_hidden_goods() {
    let words = page(Language::English);
    let mut game = game(Preset::Trading, Memory::All, 7);
    while game.game().to_act() != Seat::new(0) || game.game().phase() != Phase::Tile {
        game.auto_decide();
    }
    let scene = game.scene(Seat::new(0));
    let take = Bundle { cash: Money(500), ..Bundle::default() };
    let action =
        Action::TradeOffer { offer: Offer { to: Seat::new(1).unwrap(), give: Bundle::default(), take } };
    let view = guessed_view(&scene);
    let mut advice = advise(&view, &mut Playouts::default(), &mut Dice::new(1), Budget::Work { units: 2 });
    advice.alternatives.truncate(1);
    advice.alternatives[0].action = action;
    advice.reason = Reason::of(&view, &action);
    let narrator = scene.narrator(&words, Theme::Hotels);
    let hidden = hint(&narrator, &scene, &advice);
    assert_eq!((hidden.best, hidden.reason, hidden.others.len()), (None, None, 0));
    let open = Narrator { hides: false, ..narrator };
    assert!(hint(&open, &scene, &advice).reason.is_some());
}
