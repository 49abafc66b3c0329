//! With hidden holdings, no reason mentions what others hold.

use std::collections::BTreeSet;

use mergemaker_bots::{Dissolving, Level, Reason};
use mergemaker_engine::{Action, Preset, Theme, View};
use mergemaker_record::Seed;
use mergemaker_voice::Narrator;

use crate::local::{Customs, LocalGame, Setup, sample};
use crate::memory::Memory;
use crate::scene::Player;
use crate::secrets::{ids, secrets};
use crate::think::{guessed_view, reconstructed_view};
use crate::words::{Language, page};

fn games() -> Vec<LocalGame> {
    let lineups = [
        (Preset::Trading, vec![Level::Steady; 4]),
        (Preset::Classic, vec![Level::Steady; 4]),
        (Preset::Tycoon, vec![Level::Steady; 4]),
        // Two players and the bank.
        (Preset::Renegade, vec![Level::Steady; 2]),
    ];
    let game = |(preset, levels): &(Preset, Vec<Level>), memory| {
        let players = levels.iter().copied().map(Player::bot).collect();
        let (rules, seed) = (sample::with_hidden_holdings(*preset), Seed::for_simulation(6, 3));
        let game = LocalGame::new(Setup { rules, players, seed, hints: true }).unwrap();
        game.with_customs(Customs { memory, ..Customs::default() })
    };
    lineups.iter().flat_map(|lineup| [Memory::None, Memory::All].map(|memory| game(lineup, memory))).collect()
}

/// A sample of the legal decisions.
fn actions(view: &View) -> Vec<Action> {
    let legal = view.legal_actions();
    let ends = [Action::DeclareEnd, Action::EndTurn].into_iter().filter(|end| legal.contains(end));
    legal.iter().step_by(legal.len() / 8 + 1).copied().chain(ends).collect()
}

/// With hidden holdings no reason mentions them, in any language, whether or not the page remembers them. In
/// an open game the same reasons would.
#[test]
fn no_reason_mentions_hidden_holdings() {
    let words = Language::ALL.map(page);
    let mut otherwise = [const { BTreeSet::new() }; 3];
    for mut game in games() {
        while let Some(seat) = game.game().to_act() {
            let scene = game.scene(Some(seat));
            for action in actions(&scene.view) {
                let views = [scene.view, guessed_view(&scene), reconstructed_view(&scene)];
                let reasons = views.map(|view| Reason::of(&view, &action));
                for (words, otherwise) in words.iter().zip(&mut otherwise) {
                    let narrator = scene.narrator(words, Theme::Hotels);
                    assert!(narrator.hides);
                    for reason in &reasons {
                        let text = narrator.reason(reason, seat);
                        assert_eq!(secrets(words, &text), [""; 0], "{text}");
                        assert!(text.ends_with('.'), "{text}");
                    }
                    let decision = narrator.action(&action, Dissolving::of(&scene.view));
                    assert_eq!(secrets(words, &decision), [""; 0], "{decision}");
                    let open = Narrator { hides: false, ..narrator };
                    otherwise.extend(secrets(words, &open.reason(&reasons[2], seat)));
                }
            }
            game.let_bot_decide();
        }
    }
    // Make sure the search above would find them. A chain without shareholders exists only in positions: in a
    // game its founder has a share.
    let is_rare = |id: &&str| ["gain-alone", "reason-pays-nobody"].contains(id);
    for otherwise in otherwise {
        assert_eq!(otherwise, ids().filter(|id| !is_rare(id)).collect());
    }
}
