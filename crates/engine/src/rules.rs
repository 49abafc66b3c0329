//! The rules of a game: a valid combination of options, and the preset they belong to.

#[macro_use]
mod declare;
mod options;
mod written;

pub use options::*;

use crate::MOST_PLAYERS;

/// A valid combination of options, and the preset they belong to.
///
/// ```
/// use mergemaker_engine::{Bonuses, Options, Preset, Rules};
/// let rules = Rules::of(Preset::Renegade);
/// assert!(rules.options().bank_shareholder);
/// assert!(Rules::new(Options { bonuses: Bonuses::Tycoon, ..*rules.options() }).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    version: RulesVersion,
    preset: Preset,
    options: Options,
}

/// Which version of the rules a game follows. It decides which options a preset stands for and when a round
/// without a tile ends the game (E3). Games that began under version 1 finish under it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RulesVersion {
    /// The rules of version 1 records, and of positions whose preset has no version mark.
    One,
    /// The rules of everything newer.
    Two,
}

impl RulesVersion {
    /// The version's number in records.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            RulesVersion::One => 1,
            RulesVersion::Two => 2,
        }
    }

    /// The options a preset sets in this version.
    ///
    /// ```
    /// use mergemaker_engine::{EndDeclaration, Preset, RulesVersion};
    /// let options = RulesVersion::One.options(Preset::Classic);
    /// assert_eq!(options.end_declaration, EndDeclaration::DuringTurn);
    /// ```
    #[must_use]
    pub fn options(self, preset: Preset) -> Options {
        match self {
            RulesVersion::One => Options::before(preset),
            RulesVersion::Two => Options::of(preset),
        }
    }
}

impl Rules {
    /// The rules of a preset.
    #[must_use]
    pub const fn of(preset: Preset) -> Rules {
        Rules { version: RulesVersion::Two, preset, options: Options::of(preset) }
    }

    /// The rules with these options, under the preset they belong to.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset, Rules};
    /// let options = Options { trading: true, ..Options::of(Preset::Classic) };
    /// assert_eq!(Rules::new(options)?.preset(), Preset::Custom);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn new(options: Options) -> Result<Rules, RulesError> {
        Rules::named(RulesVersion::Two, options.preset(), options)
    }

    /// The rules with these options under this preset, which must match them in that version or be `Custom`.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset, Rules, RulesVersion};
    /// let options = Options::before(Preset::Classic);
    /// assert!(Rules::named(RulesVersion::One, Preset::Classic, options).is_ok());
    /// assert!(Rules::named(RulesVersion::Two, Preset::Classic, options).is_err());
    /// ```
    pub fn named(version: RulesVersion, preset: Preset, options: Options) -> Result<Rules, RulesError> {
        if options.bonuses == Bonuses::Tycoon && options.bank_shareholder {
            return Err(RulesError::TycoonWithBank);
        }
        if version == RulesVersion::One
            && let Some(option) = options.newer_than_version_one()
        {
            return Err(RulesError::TooNew { option });
        }
        let own = Options { holdings: options.holdings, ..version.options(preset) };
        if preset != Preset::Custom && options != own {
            return Err(RulesError::NotThePreset { preset });
        }
        Ok(Rules { version, preset, options })
    }

    /// The same rules with holdings open or hidden. Every preset allows both.
    #[must_use]
    pub const fn with_holdings(mut self, holdings: Holdings) -> Rules {
        self.options.holdings = holdings;
        self
    }

    /// The same rules for a new game: a preset of version 1 becomes the current preset of that name.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset, Rules, RulesVersion};
    /// let before = Rules::named(RulesVersion::One, Preset::Manual, Options::before(Preset::Manual))?;
    /// assert_eq!(before.today(), Rules::of(Preset::Manual));
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub fn today(self) -> Rules {
        let options = match self.preset {
            Preset::Custom => self.options,
            preset => Options { holdings: self.options.holdings, ..Options::of(preset) },
        };
        Rules { version: RulesVersion::Two, preset: self.preset, options }
    }

    /// The version of the rules.
    #[inline]
    #[must_use]
    pub const fn version(&self) -> RulesVersion {
        self.version
    }

    /// The preset.
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The options, known to be valid together.
    #[inline]
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether players cannot see each other's holdings (K2).
    #[inline]
    #[must_use]
    pub const fn hides_holdings(&self) -> bool {
        self.options.hides_holdings()
    }
}

/// Rules and a number of players they allow.
///
/// ```
/// use mergemaker_engine::{Preset, Rules, Table};
/// assert!(Table::new(Rules::of(Preset::Tycoon), 3).is_ok());
/// assert!(Table::new(Rules::of(Preset::Tycoon), 2).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    rules: Rules,
    players: u8,
}

impl Table {
    /// A table for 2 to 6 players (S1); tycoon bonuses need three (P6).
    pub fn new(rules: Rules, players: usize) -> Result<Table, RulesError> {
        match players {
            2 if rules.options.bonuses == Bonuses::Tycoon => Err(RulesError::TycoonForTwo),
            2..=MOST_PLAYERS => Ok(Table { rules, players: players as u8 }),
            _ => Err(RulesError::Players { given: players }),
        }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of players.
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players as usize
    }
}

/// Why rules, or a number of players, are not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A game has 2 to 6 players (S1).
    #[error("a game has 2 to 6 players, not {given} (S1)")]
    Players {
        /// The number given.
        given: usize,
    },
    /// Tycoon bonuses need three players (P6).
    #[error("two players cannot play with tycoon bonuses: choose classic bonuses or three players (P6)")]
    TycoonForTwo,
    /// The bank competes for classic bonuses only (P5).
    #[error(
        "the bank can be a shareholder only with classic bonuses: choose bonuses=classic or bank_shareholder=no (P5)"
    )]
    TycoonWithBank,
    /// The options do not match the preset.
    #[error("these options do not match the preset {preset}: set the preset to `custom`")]
    NotThePreset {
        /// The preset given.
        preset: Preset,
    },
    /// Version 1 does not have the option or its value.
    #[error("`{option}` needs version 2 of the rules")]
    TooNew {
        /// The option with its value.
        option: String,
    },
    /// Custom rules must set every option.
    #[error("`{option}` is missing: the preset custom must set every option")]
    Missing {
        /// The option.
        option: &'static str,
    },
    /// Unknown id of an option or value.
    #[error("`{given}` is not known: choose one of {choices}")]
    Unknown {
        /// The id given.
        given: String,
        /// The known ids.
        choices: String,
    },
}

impl RulesError {
    pub(crate) fn unknown(given: &str, choices: &[&str]) -> RulesError {
        RulesError::Unknown { given: given.to_string(), choices: choices.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every option can be set by id to each of its values, and to nothing else.
    #[test]
    fn options_are_set_by_id() {
        let ids: Vec<&str> = OPTIONS.iter().flat_map(|option| option.values).copied().collect();
        for option in &OPTIONS {
            for value in ids.iter().copied().chain(["true", "false", "maybe", ""]) {
                let is_yes_or_no = option.values == ["no", "yes"];
                let expected = match value {
                    "yes" | "true" if is_yes_or_no => serde_json::Value::from(true),
                    "no" | "false" if is_yes_or_no => false.into(),
                    value if option.values.contains(&value) => value.into(),
                    _ => {
                        assert!(Options::of(Preset::Classic).with(option.id, value).is_err(), "{value}");
                        continue;
                    }
                };
                let options = Options::of(Preset::Classic).with(option.id, value).unwrap();
                assert_eq!(serde_json::to_value(options).unwrap()[option.id], expected, "{}", option.id);
                let set = |options: Options, (option, value)| options.with(option, value);
                let again = options.values().into_iter().try_fold(Options::of(Preset::Tycoon), set);
                assert_eq!(again, Ok(options));
            }
        }
        let error = Options::of(Preset::Classic).with("dead", "replace_one").unwrap_err().to_string();
        assert!(error.starts_with("`dead` is not known: choose one of bonuses, "), "{error}");
        let error = Options::of(Preset::Classic).with("trading", "maybe").unwrap_err().to_string();
        assert_eq!(error, "`maybe` is not known: choose one of yes, no");
    }

    /// S1: two to six players.
    #[test]
    fn tables_have_two_to_six_players() {
        let rules = Rules::of(Preset::Renegade);
        let sizes: Vec<usize> = (0..20).filter(|&players| Table::new(rules, players).is_ok()).collect();
        assert_eq!(sizes, [2, 3, 4, 5, 6]);
    }

    /// P6, P5: tycoon bonuses allow neither two players nor the bank.
    #[test]
    fn invalid_combinations_are_refused() {
        assert_eq!(Table::new(Rules::of(Preset::Tycoon), 2), Err(RulesError::TycoonForTwo));
        let both = Options { bank_shareholder: true, ..Options::of(Preset::Tycoon) };
        assert_eq!(Rules::new(both), Err(RulesError::TycoonWithBank));
    }

    /// Every preset has its options in each version; the versions differ only by new options.
    #[test]
    fn presets_have_options_in_both_versions() {
        for &preset in Preset::ALL {
            let before = Options::before(preset);
            assert!(Rules::named(RulesVersion::One, preset, before).is_ok());
            let rules = Rules::named(RulesVersion::Two, preset, before);
            let is_custom = preset == Preset::Custom;
            assert_eq!(rules.is_ok(), is_custom, "every preset has changed since version 1");
            let today = Rules::named(RulesVersion::One, preset, Options::of(preset));
            assert!(matches!(today, Err(RulesError::TooNew { .. })), "{preset}: {today:?}");
        }
    }

    #[test]
    fn options_know_their_preset() {
        for &preset in Preset::NAMED {
            assert_eq!(Options::of(preset).preset(), preset);
            let hidden = Options { holdings: Holdings::Hidden, ..Options::of(preset) };
            assert_eq!(Rules::new(hidden).unwrap().preset(), preset, "holdings do not change the preset");
        }
    }
}
