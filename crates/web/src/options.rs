//! The options of the rules: which combinations are allowed.

use mergemaker_engine::{Bonuses, Options, Preset, Rules, RulesError, Table};

/// The presets to choose from, the default first.
///
/// ```
/// use mergemaker_engine::Preset;
/// assert_eq!(mergemaker_web::options::presets()[..2], [Preset::Renegade, Preset::Classic]);
/// ```
#[must_use]
pub fn presets() -> Vec<Preset> {
    let mut presets = Preset::NAMED.to_vec();
    presets.sort_by_key(|&preset| preset != Preset::Renegade);
    presets
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
    use super::*;
    use crate::words::{Language, Words, page};

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
