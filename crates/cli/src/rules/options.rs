//! The rule options by id. Their descriptions are in the `voice` crate.

use mergemaker_engine::{Options, Preset};
use mergemaker_voice::Words;

/// An option.
pub(super) struct RuleOption {
    /// Its id in records.
    pub(super) id: &'static str,
    /// The rule it belongs to.
    pub(super) rule: &'static str,
    /// The ids of its values in records.
    pub(super) values: &'static [&'static str],
}

impl RuleOption {
    /// Its value in a set of options.
    pub(super) fn value(&self, options: &Options) -> &'static str {
        let values = options.values();
        let chosen = values.iter().find(|(option, _)| *option == self.id);
        chosen.expect("a test checks that every option has a value").1
    }

    /// Its name.
    pub(super) fn name(&self, words: &Words) -> String {
        words.say(&format!("option-{}", self.id))
    }

    /// The meaning of one of its values.
    pub(super) fn meaning(&self, value: &str, words: &Words) -> String {
        words.say(&format!("option-{}-{value}-about", self.id))
    }
}

/// All options, in the order of records.
pub(super) const OPTIONS: [RuleOption; 11] = [
    RuleOption { id: "bonuses", rule: "P3", values: &["classic", "tycoon"] },
    RuleOption { id: "bank_shareholder", rule: "P5", values: &["no", "yes"] },
    RuleOption { id: "founder_without_stock", rule: "T5", values: &["nothing", "cash"] },
    RuleOption { id: "trading", rule: "X1", values: &["no", "yes"] },
    RuleOption { id: "holdings", rule: "K2", values: &["open", "hidden"] },
    RuleOption { id: "start_tiles", rule: "S3", values: &["lone", "found"] },
    RuleOption {
        id: "dead_tiles",
        rule: "T11",
        values: &["replace_all", "replace_one", "replace_until_playable", "discard_then_draw"],
    },
    RuleOption { id: "dead_tile_exchange", rule: "T11", values: &["automatic", "choice"] },
    RuleOption { id: "eighth_chain_tiles", rule: "T12", values: &["keep", "replace"] },
    RuleOption { id: "stuck_hand", rule: "T13", values: &["pass", "redraw"] },
    RuleOption { id: "end_declaration", rule: "E2", values: &["during_turn", "may_finish", "start_or_end"] },
];

/// The presets, in the order of the rulebook.
pub(super) const PRESETS: [Preset; 6] =
    [Preset::Classic, Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Manual, Preset::Digital];

#[cfg(test)]
mod tests {
    use mergemaker_voice::Language;

    use super::*;

    /// The options and values match the engine, and have words in every language.
    #[test]
    fn every_option_has_its_words() {
        for preset in PRESETS {
            let options = Options::of(preset);
            assert!(OPTIONS.iter().map(|option| option.id).eq(options.values().map(|(option, _)| option)));
            assert!(OPTIONS.iter().all(|option| option.values.contains(&option.value(&options))));
        }
        for words in Language::ALL.map(Words::new) {
            for option in &OPTIONS {
                assert!(!option.name(&words).starts_with("option-"), "{}", option.id);
                for value in option.values {
                    assert!(Options::of(Preset::Classic).with(option.id, value).is_ok());
                    assert!(!option.meaning(value, &words).starts_with("option-"), "{} {value}", option.id);
                }
            }
        }
    }
}
