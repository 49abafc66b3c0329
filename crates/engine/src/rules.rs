//! The rules a game is played by: options that go together, and the preset they are known by.

mod options;
mod written;

pub use options::{
    Bonuses, DeadTileExchange, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock, Holdings,
    Options, Preset, StartTiles, StuckHand,
};

pub use written::GivenRules;

use crate::MOST_PLAYERS;

/// Options that go together, and the preset they are known by.
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

/// Which version of the rules a game follows. The version says what a preset's name stands for and when a round
/// without a tile ends the game (E3). Games that began under the first version finish under it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RulesVersion {
    /// Records of version 1, and positions whose preset has no version mark.
    One,
    /// Everything newer.
    Two,
}

impl RulesVersion {
    /// The version's number, as records write it.
    ///
    /// ```
    /// assert_eq!(mergemaker_engine::RulesVersion::Two.number(), 2);
    /// ```
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
    pub const fn options(self, preset: Preset) -> Options {
        match self {
            RulesVersion::One => Options::before(preset),
            RulesVersion::Two => Options::of(preset),
        }
    }
}

impl Rules {
    /// The rules of a preset.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules};
    /// assert!(Rules::of(Preset::Trading).options().trading);
    /// ```
    #[must_use]
    pub const fn of(preset: Preset) -> Rules {
        Rules { version: RulesVersion::Two, preset, options: Options::of(preset) }
    }

    /// The rules with these options, known by the preset they belong to.
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

    /// The rules with these options under the name of a preset, which must be theirs in that version or
    /// `Custom`.
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

    /// The same rules with holdings open or hidden: every preset may have either.
    ///
    /// ```
    /// use mergemaker_engine::{Holdings, Preset, Rules};
    /// let hidden = Rules::of(Preset::Classic).with_holdings(Holdings::Hidden);
    /// assert_eq!(hidden.preset(), Preset::Classic);
    /// ```
    #[must_use]
    pub const fn with_holdings(mut self, holdings: Holdings) -> Rules {
        self.options.holdings = holdings;
        self
    }

    /// The same rules for a new game: a preset of the first version becomes the preset of today.
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
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules, RulesVersion};
    /// assert_eq!(Rules::of(Preset::Classic).version(), RulesVersion::Two);
    /// ```
    #[inline]
    #[must_use]
    pub const fn version(&self) -> RulesVersion {
        self.version
    }

    /// The preset the rules are known by.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules};
    /// assert_eq!(Rules::of(Preset::Classic).preset(), Preset::Classic);
    /// ```
    #[must_use]
    pub const fn preset(&self) -> Preset {
        self.preset
    }

    /// The options, known to go together.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules};
    /// assert!(!Rules::of(Preset::Classic).options().trading);
    /// ```
    #[inline]
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whether players may not see what others hold (K2).
    ///
    /// ```
    /// use mergemaker_engine::{Holdings, Preset, Rules};
    /// assert!(Rules::of(Preset::Classic).with_holdings(Holdings::Hidden).hides_holdings());
    /// ```
    #[inline]
    #[must_use]
    pub const fn hides_holdings(&self) -> bool {
        self.options.hides_holdings()
    }
}

/// Rules and a number of players that go together.
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
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules, Table};
    /// assert!(Table::new(Rules::of(Preset::Renegade), 7).is_err());
    /// ```
    pub fn new(rules: Rules, players: usize) -> Result<Table, RulesError> {
        match players {
            2 if rules.options.bonuses == Bonuses::Tycoon => Err(RulesError::TycoonForTwo),
            2..=MOST_PLAYERS => Ok(Table { rules, players: players as u8 }),
            _ => Err(RulesError::Players { given: players }),
        }
    }

    /// The rules.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules, Table};
    /// let table = Table::new(Rules::of(Preset::Manual), 3)?;
    /// assert_eq!(table.rules().preset(), Preset::Manual);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many play.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Rules, Table};
    /// assert_eq!(Table::new(Rules::of(Preset::Manual), 3)?.players(), 3);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    #[must_use]
    pub const fn players(&self) -> usize {
        self.players as usize
    }
}

/// Why rules, or rules and a number of players, do not go together.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// A game has 2 to 6 players (S1).
    #[error("{given} is no number of players for a game: choose 2 to 6 (S1)")]
    Players {
        /// How many were asked for.
        given: usize,
    },
    /// Tycoon bonuses are not for two (P6).
    #[error("two players cannot play with tycoon bonuses: choose classic bonuses or three players (P6)")]
    TycoonForTwo,
    /// The bank competes for classic bonuses only (P5).
    #[error(
        "the bank is a shareholder with classic bonuses only: choose bonuses=classic or bank_shareholder=no (P5)"
    )]
    TycoonWithBank,
    /// The options are not those of the named preset.
    #[error("these options are not those of the preset {preset}: name the preset `custom`")]
    NotThePreset {
        /// The preset named.
        preset: Preset,
    },
    /// Version 1 did not have the option, or the value.
    #[error("`{option}` needs version 2 of the rules")]
    TooNew {
        /// The option with its value.
        option: String,
    },
    /// Custom rules name every option.
    #[error("`{option}` is missing: the preset custom names every option")]
    Missing {
        /// The option.
        option: &'static str,
    },
    /// No such value.
    #[error("`{given}` is not known: choose one of {choices}")]
    Unknown {
        /// What was given.
        given: String,
        /// What there is.
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

    /// Every option can be set by its id, to every value it has, and to no other.
    #[test]
    fn options_are_set_by_id() {
        let written = serde_json::to_value(Options::of(Preset::Classic)).unwrap();
        let ids = Options::of(Preset::Classic).values().map(|(option, _)| option);
        assert!(written.as_object().unwrap().keys().all(|key| ids.contains(&key.as_str())));
        let values = ["classic", "tycoon", "nothing", "cash", "open", "hidden", "replace_all", "replace_one"];
        let more = [
            "replace_until_playable",
            "discard_then_draw",
            "automatic",
            "choice",
            "lone",
            "found",
            "keep",
            "replace",
            "pass",
            "redraw",
            "during_turn",
            "may_finish",
            "start_or_end",
        ];
        let mut set = 0;
        for option in ids {
            for value in values.into_iter().chain(more).chain(["yes", "no", "true", "false", "maybe", ""]) {
                let Ok(options) = Options::of(Preset::Classic).with(option, value) else { continue };
                let written = serde_json::to_value(options).unwrap();
                let expected = match value {
                    "yes" | "true" => true.into(),
                    "no" | "false" => false.into(),
                    value => serde_json::Value::from(value),
                };
                assert_eq!(written[option], expected, "{option}");
                let again = options
                    .values()
                    .into_iter()
                    .try_fold(Options::of(Preset::Tycoon), |options, (option, value)| {
                        options.with(option, value)
                    });
                assert_eq!(again, Ok(options));
                set += 1;
            }
        }
        assert_eq!(
            set,
            7 * 2 + 3 + 4 + 2 * 4,
            "seven options of two values, one of three, one of four, two of yes and no"
        );
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

    /// P6, P5: tycoon bonuses neither for two players nor with the bank.
    #[test]
    fn senseless_combinations_are_refused() {
        assert_eq!(Table::new(Rules::of(Preset::Tycoon), 2), Err(RulesError::TycoonForTwo));
        let both = Options { bank_shareholder: true, ..Options::of(Preset::Tycoon) };
        assert_eq!(Rules::new(both), Err(RulesError::TycoonWithBank));
    }

    /// Every preset has its options in each version; only new options tell the versions apart.
    #[test]
    fn presets_know_their_options_of_both_versions() {
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
    fn presets_know_their_options() {
        for &preset in Preset::ALL.iter().filter(|&&preset| preset != Preset::Custom) {
            assert_eq!(Options::of(preset).preset(), preset);
            let hidden = Options { holdings: Holdings::Hidden, ..Options::of(preset) };
            assert_eq!(Rules::new(hidden).unwrap().preset(), preset, "holdings leave the preset as it is");
        }
    }
}
