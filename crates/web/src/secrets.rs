//! Sentences made from what others hold: where holdings are hidden, none of them is shown.

use crate::words::Words;

/// The ids of such sentences: ranks, gains, bonuses and what the end would bring.
fn ids() -> impl Iterator<Item = &'static str> {
    let lines = include_str!("../../voice/words/en/explain.ftl").lines();
    lines.filter_map(|line| line.split_once(" =").map(|(id, _)| id)).filter(|id| {
        let is_of = |kinds: [&str; 4]| kinds.iter().any(|kind| id.starts_with(kind));
        is_of(["reason-rank-", "reason-pays", "reason-end-", "gain-"]) && !id.ends_with("-hidden")
    })
}

/// Which of them a text contains, in a language.
pub(crate) fn secrets(words: &Words, text: &str) -> Vec<&'static str> {
    ids().filter(|id| [1, 900].into_iter().any(|number| contains(words, id, number, text))).collect()
}

/// Whether a text contains a sentence, whatever fills its gaps. A number decides between one and many, whether it is
/// the reader who decides between two forms of the verb, and whether a chain is named between two clauses.
fn contains(words: &Words, id: &str, number: u32, text: &str) -> bool {
    let forms = ["\0", words.language().you()].map(|who| ["\0", "none"].map(|chain| (who, chain)));
    forms.into_iter().flatten().any(|(who, chain)| {
        let names = ["player", "list", "cash"].map(|gap| (gap, "\0".into()));
        let numbers = ["own", "most", "by"].map(|gap| (gap, number.into()));
        let chosen = [("who", who.into()), ("chain", chain.into())];
        let gaps: Vec<_> = names.into_iter().chain(numbers).chain(chosen).collect();
        let sentence = words.fill(id, &gaps).replace(&number.to_string(), "\0");
        let mut rest = text;
        sentence.split('\0').all(|part| {
            let found = rest.find(part);
            rest = found.map_or(rest, |at| &rest[at + part.len()..]);
            found.is_some()
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mergemaker_bots::{Dissolving, Level, Reason};
    use mergemaker_engine::{Action, Preset, Theme, View};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{Customs, LocalGame, Setup, sample};
    use crate::memory::Memory;
    use crate::scene::Player;
    use crate::think::{recalled, remembered};
    use crate::words::{Language, page};
    use mergemaker_voice::Narrator;

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
            let (rules, seed) = (sample::hiding(*preset), Seed::for_simulation(6, 3));
            let game = LocalGame::new(Setup { rules, players, seed, hints: true }).unwrap();
            game.with_customs(Customs { memory, ..Customs::default() })
        };
        lineups
            .iter()
            .flat_map(|lineup| [Memory::None, Memory::All].map(|memory| game(lineup, memory)))
            .collect()
    }

    /// Some of what can be decided, with every kind of it.
    fn actions(view: &View) -> Vec<Action> {
        let legal = view.legal_actions();
        let ends = [Action::DeclareEnd, Action::EndTurn].into_iter().filter(|end| legal.contains(end));
        legal.iter().step_by(legal.len() / 8 + 1).copied().chain(ends).collect()
    }

    /// Where holdings are hidden no reason speaks of them, in no language, whether the page remembers them or not. The
    /// same reasons would, if they were told as in an open game.
    #[test]
    fn no_reason_speaks_of_hidden_holdings() {
        let words = Language::ALL.map(page);
        let mut otherwise = [const { BTreeSet::new() }; 3];
        for mut game in games() {
            while let Some(seat) = game.game().to_act() {
                let scene = game.scene(Some(seat));
                for action in actions(&scene.view) {
                    let views = [scene.view, recalled(&scene), remembered(&scene)];
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
        // What is looked for in vain above would be found if it were there. Only in a position can a chain have no
        // shareholder: in a game its founder has a share.
        let is_rare = |id: &&str| ["gain-alone", "reason-pays-nobody"].contains(id);
        for otherwise in otherwise {
            assert_eq!(otherwise, ids().filter(|id| !is_rare(id)).collect());
        }
    }
}
