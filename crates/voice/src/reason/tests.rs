//! Every decision of whole games with its reason.

use std::collections::{BTreeMap, BTreeSet};

use mergemaker_bots::{Dissolving, Reason};
use mergemaker_engine::{Preset, Theme};

use crate::sample::Sample;
use crate::{Language, Names, Narrator, Words};

const PEOPLE: [&str; 4] = ["Ann", "Bob", "Cid", "Dot"];

/// Every legal action of whole games has a reason in every language, with all arguments filled in, both for
/// the player who decides and for the others.
#[test]
fn every_decision_has_words_in_every_language() {
    let words = Language::ALL.map(Words::new);
    let mut kinds = BTreeSet::new();
    for (preset, count, seed) in [(Preset::Trading, 4, 8), (Preset::Renegade, 2, 3), (Preset::Tycoon, 3, 5)] {
        let mut sample = Sample::new(preset, count, seed);
        while let Some(seat) = sample.game.to_act() {
            let view = sample.game.view(Some(seat));
            for action in view.legal_actions().iter().take(8) {
                let reason = Reason::of(&view, action);
                kinds.insert(serde_json::to_value(&reason).unwrap()["because"].to_string());
                for words in &words {
                    let names = Names::ready(PEOPLE.map(String::from).to_vec(), Theme::Hotels);
                    for names in [names.clone(), names.addressing(seat, words.language())] {
                        let narrator = Narrator::new(words, names);
                        let action = narrator.action(action, Dissolving::of(&view));
                        let text = format!("{action}: {}", narrator.reason(&reason, seat));
                        let bad = ["{", "reason-", "do-", "gain-", "  ", "..", " ."];
                        assert!(!bad.iter().any(|bad| text.contains(bad)), "{text}");
                        assert!(text.ends_with('.'), "{text}");
                    }
                }
            }
            sample.step();
        }
    }
    assert!(kinds.len() >= 12, "{kinds:?}");
}

/// One reason of each kind, for the player who decides and for a spectator, in every language.
#[test]
fn reasons_of_every_kind() {
    let mut reasons: BTreeMap<String, (mergemaker_engine::Seat, Reason)> = BTreeMap::new();
    for (preset, count, seed) in [(Preset::Trading, 4, 8), (Preset::Renegade, 2, 3), (Preset::Classic, 4, 5)]
    {
        let mut sample = Sample::new(preset, count, seed);
        while let Some(seat) = sample.game.to_act() {
            let view = sample.game.view(Some(seat));
            for action in &view.legal_actions() {
                let reason = Reason::of(&view, action);
                let json = serde_json::to_value(&reason).unwrap();
                // Purchases with different gains count as different kinds.
                let gains: Vec<_> =
                    json["gains"].as_array().into_iter().flatten().map(|gain| &gain["gain"]).collect();
                let rank = json["rank"]["own"].as_u64().cmp(&json["rank"]["most"].as_u64());
                let kind = format!("{} {gains:?} {rank:?} {}", json["because"], json["becomes_safe"]);
                reasons.entry(kind).or_insert((seat, reason));
            }
            sample.step();
        }
    }
    let mut lines = Vec::new();
    for (kind, (seat, reason)) in reasons.into_iter().filter(|(kind, _)| kind.matches("String").count() <= 1)
    {
        lines.push(kind);
        for language in Language::ALL {
            let words = Words::new(language);
            let names = Names::ready(PEOPLE.map(String::from).to_vec(), Theme::Hotels);
            for names in [names.clone(), names.addressing(seat, language)] {
                lines.push(format!("  {}", Narrator::new(&words, names).reason(&reason, seat)));
            }
        }
    }
    insta::assert_snapshot!(lines.join("\n"));
}
