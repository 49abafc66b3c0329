//! The options of the rules in words: what each is about and what its values mean.

use mergemaker_engine::{Options, Preset};
use serde::Serialize;

/// One option.
#[derive(Serialize)]
pub(crate) struct OptionWords {
    /// Its id in records.
    pub(crate) id: &'static str,
    /// The rule that has it.
    pub(crate) rule: &'static str,
    /// The question it answers.
    pub(crate) question: &'static str,
    /// Its values.
    pub(crate) values: &'static [Value],
}

/// One value of an option.
#[derive(Serialize)]
pub(crate) struct Value {
    /// Its id in records.
    pub(crate) id: &'static str,
    /// What it means.
    pub(crate) meaning: &'static str,
}

impl OptionWords {
    /// The value that some options have.
    pub(crate) fn value(&self, options: &Options) -> &'static Value {
        let values = options.values();
        let words = |(_, id): &(&str, &str)| self.values.iter().find(|value| value.id == *id);
        let chosen = values.iter().find(|(option, _)| *option == self.id).and_then(words);
        chosen.expect("every option and every value has its words, as a test shows")
    }
}

const fn value(id: &'static str, meaning: &'static str) -> Value {
    Value { id, meaning }
}

/// Every option, in the order of the record.
pub(crate) const OPTIONS: [OptionWords; 11] = [
    OptionWords {
        id: "bonuses",
        rule: "P3",
        question: "Who is paid when a chain is dissolved, and at the end?",
        values: &[
            value("classic", "two places: majority and minority"),
            value("tycoon", "three places: primary, secondary, tertiary; not with two players"),
        ],
    },
    OptionWords {
        id: "bank_shareholder",
        rule: "P5",
        question: "Does the bank compete for bonuses when two play?",
        values: &[
            value("no", "no"),
            value("yes", "yes: the column of a tile drawn at random is its number of shares"),
        ],
    },
    OptionWords {
        id: "founder_without_stock",
        rule: "T5",
        question: "What does a founder get when no share is left?",
        values: &[value("nothing", "nothing"), value("cash", "the price of one share of the new chain")],
    },
    OptionWords {
        id: "trading",
        rule: "X1",
        question: "May players trade with each other before the tile?",
        values: &[value("no", "no"), value("yes", "yes: cash and shares, up to ten offers a turn")],
    },
    OptionWords {
        id: "holdings",
        rule: "K2",
        question: "Do the others see your cash and shares?",
        values: &[
            value("open", "always"),
            value("hidden", "no: only the shares of a chain whose bonuses are being paid"),
        ],
    },
    OptionWords {
        id: "start_tiles",
        rule: "S3",
        question: "What do start tiles do?",
        values: &[
            value("lone", "nothing, even where they touch"),
            value("found", "what placed tiles do: found, grow, merge; hands are dealt first"),
        ],
    },
    OptionWords {
        id: "dead_tiles",
        rule: "T11",
        question: "How many dead tiles may be exchanged, and when?",
        values: &[
            value("replace_all", "all in hand, once, after drawing"),
            value("replace_one", "one, after drawing"),
            value("replace_until_playable", "all, after drawing, until none is left in hand"),
            value("discard_then_draw", "all in hand, once, before drawing"),
        ],
    },
    OptionWords {
        id: "dead_tile_exchange",
        rule: "T11",
        question: "Who decides which dead tiles are exchanged?",
        values: &[
            value("automatic", "nobody: every tile that may be exchanged is"),
            value("choice", "players who want to be asked; for everyone else as automatic"),
        ],
    },
    OptionWords {
        id: "eighth_chain_tiles",
        rule: "T12",
        question: "What happens to tiles that would found an eighth chain?",
        values: &[value("keep", "they stay in hand"), value("replace", "they are exchanged like dead tiles")],
    },
    OptionWords {
        id: "stuck_hand",
        rule: "T13",
        question: "What if no tile in hand can be played?",
        values: &[
            value("pass", "the turn goes on at buying"),
            value("redraw", "at the start of the turn the hand is set aside and redrawn, once"),
        ],
    },
    OptionWords {
        id: "end_declaration",
        rule: "E2",
        question: "When may the end be declared?",
        values: &[
            value("during_turn", "before the tile, before or after buying; the turn is finished"),
            value("may_finish", "the same, but the game may also end at once after declaring"),
            value("start_or_end", "first in the turn, ending the game at once, or after buying"),
        ],
    },
];

/// The presets that set every option, in the order of the rulebook.
pub(crate) const PRESETS: [Preset; 6] =
    [Preset::Classic, Preset::Renegade, Preset::Tycoon, Preset::Trading, Preset::Manual, Preset::Digital];

/// What a preset is, in a line.
pub(crate) const fn preset_words(preset: Preset) -> &'static str {
    match preset {
        Preset::Classic => "the older edition with corporations instead of hotels",
        Preset::Renegade => "the 2023 edition with classic bonuses; the default",
        Preset::Tycoon => "the 2023 edition with tycoon bonuses, for three players or more",
        Preset::Trading => "the hotels edition, in which players trade with each other",
        Preset::Manual => "a common reference manual, in which start tiles can found chains",
        Preset::Digital => "a specification for digital versions",
        Preset::Custom => "any other set of options",
    }
}

/// What the preset's rulebook recommends for a first game, if anything.
pub(crate) const fn first_game(preset: Preset) -> Option<&'static str> {
    match preset {
        Preset::Classic | Preset::Digital => Some("open holdings"),
        Preset::Renegade | Preset::Tycoon => Some("open holdings and tycoon"),
        Preset::Trading | Preset::Manual | Preset::Custom => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The options and values here are those of the engine: as many, under the same names.
    #[test]
    fn every_option_has_its_words() {
        for preset in PRESETS {
            let options = Options::of(preset);
            assert!(OPTIONS.iter().map(|option| option.id).eq(options.values().map(|(option, _)| option)));
            for (option, (_, value)) in OPTIONS.iter().zip(options.values()) {
                assert_eq!(option.value(&options).id, value, "{}", option.id);
            }
        }
    }
}
