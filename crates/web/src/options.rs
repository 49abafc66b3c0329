//! The options of the rules: their values, and which combinations are allowed.

use mergemaker_engine::{
    Bonuses, DeadTileExchange, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock, Holdings,
    Options, Rules, RulesError, StartTiles, StuckHand, Table,
};

/// An option with its values. Their ids name the texts about them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RuleOption {
    /// The option.
    pub option: &'static str,
    /// Its possible values.
    pub values: Vec<&'static str>,
}

impl RuleOption {
    /// Its current value.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// let trading = &mergemaker_web::options::choices()[3];
    /// assert_eq!(trading.value(&Options::of(Preset::Trading)), "yes");
    /// ```
    #[must_use]
    pub fn value(&self, options: &Options) -> &'static str {
        let values = options.values();
        values.iter().find(|(option, _)| *option == self.option).map_or("", |(_, value)| value)
    }
}

/// All options, in the order of the rulebook.
///
/// ```
/// assert_eq!(mergemaker_web::options::choices()[0].values, ["classic", "tycoon"]);
/// ```
#[must_use]
pub fn choices() -> Vec<RuleOption> {
    macro_rules! ids {
        ($name:ident) => {
            $name::ALL.iter().map(|value| value.id()).collect()
        };
    }
    let options = Options::of(mergemaker_engine::Preset::Renegade).values();
    let choice = |(option, _): (&'static str, _)| {
        let values = match option {
            "bonuses" => ids!(Bonuses),
            "founder_without_stock" => ids!(FounderWithoutStock),
            "holdings" => ids!(Holdings),
            "start_tiles" => ids!(StartTiles),
            "dead_tiles" => ids!(DeadTiles),
            "dead_tile_exchange" => ids!(DeadTileExchange),
            "eighth_chain_tiles" => ids!(EighthChainTiles),
            "stuck_hand" => ids!(StuckHand),
            "end_declaration" => ids!(EndDeclaration),
            _ => vec!["no", "yes"],
        };
        RuleOption { option, values }
    };
    options.into_iter().map(choice).collect()
}

/// The rules with these options for a number of players, or the id of a text that says why they are invalid.
///
/// ```
/// use mergemaker_engine::{Options, Preset};
/// use mergemaker_web::options::rules;
/// assert!(rules(Options::of(Preset::Tycoon), 3).is_ok());
/// assert_eq!(rules(Options::of(Preset::Tycoon), 2), Err("trouble-tycoon-for-two"));
/// ```
pub fn rules(options: Options, players: usize) -> Result<Rules, &'static str> {
    let rules = Rules::new(options).and_then(|rules| Table::new(rules, players).map(|_| rules));
    rules.map_err(|error| error_text_id(&error))
}

/// The id of a text that says why rules are invalid.
///
/// ```
/// use mergemaker_engine::RulesError;
/// assert_eq!(mergemaker_web::options::error_text_id(&RulesError::TycoonForTwo), "trouble-tycoon-for-two");
/// ```
#[must_use]
pub const fn error_text_id(error: &RulesError) -> &'static str {
    match error {
        RulesError::TycoonForTwo => "trouble-tycoon-for-two",
        RulesError::TycoonWithBank => "trouble-tycoon-with-bank",
        RulesError::Players { .. } => "trouble-players",
        RulesError::NotThePreset { .. }
        | RulesError::TooNew { .. }
        | RulesError::Missing { .. }
        | RulesError::Unknown { .. } => "trouble-rules",
    }
}

/// Sets one option. If it conflicts with another, changes that one and returns the id of a text that says so:
/// the bank takes part only if two places are paid (P5).
///
/// ```
/// use mergemaker_engine::{Options, Preset};
/// use mergemaker_web::options::with_choice;
/// let (options, note) = with_choice(Options::of(Preset::Renegade), "bonuses", "tycoon").unwrap();
/// assert_eq!((options.bank_shareholder, note), (false, Some("bank-set-aside")));
/// ```
#[must_use]
pub fn with_choice(options: Options, option: &str, value: &str) -> Option<(Options, Option<&'static str>)> {
    let options = options.with(option, value).ok()?;
    let is_refused = options.bonuses == Bonuses::Tycoon && options.bank_shareholder;
    Some(match option {
        _ if !is_refused => (options, None),
        "bank_shareholder" => {
            (Options { bonuses: Bonuses::Classic, ..options }, Some("two-places-with-bank"))
        }
        _ => (Options { bank_shareholder: false, ..options }, Some("bank-set-aside")),
    })
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::Preset;

    use super::*;
    use crate::words::{Language, Words, page};

    /// Every value of every option can be set, and has texts in every language.
    #[test]
    fn every_value_can_be_chosen_and_is_explained() {
        let words: Vec<Words> = Language::ALL.into_iter().map(page).collect();
        let mut values = 0;
        for choice in choices() {
            for value in &choice.values {
                let options = Options::of(Preset::Classic).with(choice.option, value).unwrap();
                assert_eq!(choice.value(&options), *value);
                values += 1;
                for id in [
                    format!("option-{}", choice.option),
                    format!("option-{}-{value}", choice.option),
                    format!("option-{}-{value}-about", choice.option),
                ] {
                    for words in &words {
                        assert_ne!(words.say(&id), id, "{:?}", words.language());
                    }
                }
            }
        }
        assert_eq!(values, 9 * 2 + 3 + 4);
    }

    /// Every edition recommends in every language how to play a first game.
    #[test]
    fn every_edition_has_advice_for_a_first_game() {
        let editions: Vec<&Preset> = Preset::ALL.iter().filter(|preset| **preset != Preset::Custom).collect();
        assert_eq!(editions.len(), 6);
        for words in Language::ALL.map(page) {
            for preset in &editions {
                let id = format!("preset-{}-first", preset.id());
                assert_ne!(words.say(&id), id, "{:?}", words.language());
            }
        }
    }

    /// Three paid places and the bank exclude each other in either order, and a text says what was changed.
    #[test]
    fn conflicting_options_are_changed() {
        let words: Vec<Words> = Language::ALL.into_iter().map(page).collect();
        for preset in [Preset::Renegade, Preset::Tycoon, Preset::Classic] {
            for order in [["bonuses", "bank_shareholder"], ["bank_shareholder", "bonuses"]] {
                let (mut options, mut notes) = (Options::of(preset), Vec::new());
                for option in order {
                    let value = if option == "bonuses" { "tycoon" } else { "yes" };
                    let (next, id) = with_choice(options, option, value).unwrap();
                    assert!(rules(next, 3).is_ok(), "{preset:?} {order:?}");
                    assert_eq!(next.with(option, value), Ok(next), "the last choice is kept");
                    options = next;
                    notes.extend(id);
                }
                assert!(!notes.is_empty(), "{preset:?} {order:?}");
                assert!(notes.iter().all(|id| words.iter().all(|words| words.say(id) != *id)));
            }
        }
        assert_eq!(with_choice(Options::of(Preset::Classic), "bonuses", "typhoon"), None);
    }

    /// Every combination is either valid or explained in every language.
    #[test]
    fn invalid_rules_are_explained() {
        let words: Vec<Words> = Language::ALL.into_iter().map(page).collect();
        let mut refused = 0;
        for players in 1..=7 {
            for bonuses in ["classic", "tycoon"] {
                for bank in ["yes", "no"] {
                    let options = Options::of(Preset::Classic).with("bonuses", bonuses).unwrap();
                    let options = options.with("bank_shareholder", bank).unwrap();
                    if let Err(id) = rules(options, players) {
                        refused += 1;
                        assert!(words.iter().all(|words| words.say(id) != id), "{id}");
                    }
                }
            }
        }
        assert_eq!(refused, 2 * 4 + 5 + 1);
    }
}
