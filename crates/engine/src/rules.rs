//! The rules a game is played by: every option of the rulebook, and the presets that set them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize};

use crate::{MOST_PLAYERS, Theme};

/// Declares an option with its values, their ids, and what each means in a line.
macro_rules! option {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $id:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $id)] $value),+
        }

        impl $name {
            /// All values, in the order of the rulebook.
            pub const ALL: &[$name] = &[$($name::$value),+];

            /// The id in records and commands.
            ///
            /// ```
            /// use mergemaker_engine::DeadTiles;
            /// assert_eq!(DeadTiles::ReplaceOne.id(), "replace_one");
            /// ```
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $($name::$value => $id),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl FromStr for $name {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<$name, RulesError> {
                $name::ALL.iter().copied().find(|value| value.id() == text).ok_or_else(|| {
                    RulesError::unknown(text, &$name::ALL.iter().map(|value| value.id()).collect::<Vec<_>>())
                })
            }
        }
    };
}

option! {
    /// Who is paid when a chain is dissolved, and at the end (B6, P1 to P6).
    Bonuses {
        /// Two places: majority and minority.
        Classic = "classic",
        /// Three places: primary, secondary and tertiary.
        Tycoon = "tycoon",
    }
}

option! {
    /// What a founder gets when no share is left (T5).
    FounderWithoutStock {
        /// Nothing.
        Nothing = "nothing",
        /// The price of one share at the size just founded.
        Cash = "cash",
    }
}

option! {
    /// Which dead tiles are replaced after drawing (T11).
    DeadTiles {
        /// Every dead tile in hand, once.
        ReplaceAll = "replace_all",
        /// The first dead tile in hand, once.
        ReplaceOne = "replace_one",
        /// Again and again until no dead tile is in hand.
        ReplaceUntilPlayable = "replace_until_playable",
    }
}

option! {
    /// What becomes of tiles that would found an eighth chain (T12).
    EighthChainTiles {
        /// They stay in hand.
        Keep = "keep",
        /// They are replaced like dead tiles.
        Replace = "replace",
    }
}

option! {
    /// What happens to a hand without a playable tile at the start of a turn (T13).
    StuckHand {
        /// Nothing: the turn goes on at buying.
        Pass = "pass",
        /// The whole hand is set aside and drawn anew, once.
        Redraw = "redraw",
    }
}

option! {
    /// When the end may be declared (E2).
    EndDeclaration {
        /// Before the tile, before or after buying; the turn is finished first.
        DuringTurn = "during_turn",
        /// As the first thing in the turn, which ends the game at once, or after buying.
        StartOrEnd = "start_or_end",
    }
}

option! {
    /// Whether the others' cash and shares are shown (K2).
    Holdings {
        /// Everybody sees them.
        Open = "open",
        /// Shown only where the rules reveal them.
        Hidden = "hidden",
    }
}

option! {
    /// A named set of options.
    Preset {
        /// The older corporations edition.
        Classic = "classic",
        /// The 2023 edition, classic bonuses: the default.
        Renegade = "renegade",
        /// The 2023 edition, tycoon bonuses.
        Tycoon = "tycoon",
        /// The hotels edition, with trades between players.
        Trading = "trading",
        /// As a common reference manual has it.
        Manual = "manual",
        /// As digital versions play it.
        Digital = "digital",
        /// Any other set of options.
        Custom = "custom",
    }
}

impl Preset {
    /// The preset's theme of names and colours.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Theme};
    /// assert_eq!(Preset::Classic.theme(), Theme::Corporations);
    /// ```
    #[must_use]
    pub const fn theme(self) -> Theme {
        match self {
            Preset::Classic => Theme::Corporations,
            Preset::Renegade | Preset::Tycoon | Preset::Custom => Theme::Renegade,
            Preset::Trading | Preset::Manual => Theme::Hotels,
            Preset::Digital => Theme::Digital,
        }
    }
}

/// Every option, not yet checked to go together. See [`Rules::new`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Options {
    /// Who is paid (B6, P1 to P6).
    pub bonuses: Bonuses,
    /// Whether the bank competes for bonuses with two players (P5).
    pub bank_shareholder: bool,
    /// What a founder gets when no share is left (T5).
    pub founder_without_stock: FounderWithoutStock,
    /// Whether players may trade with each other (X1).
    pub trading: bool,
    /// Whether the others' cash and shares are shown (K2).
    pub holdings: Holdings,
    /// Which dead tiles are replaced (T11).
    pub dead_tiles: DeadTiles,
    /// What becomes of tiles that would found an eighth chain (T12).
    pub eighth_chain_tiles: EighthChainTiles,
    /// What happens to a hand without a playable tile (T13).
    pub stuck_hand: StuckHand,
    /// When the end may be declared (E2).
    pub end_declaration: EndDeclaration,
}

impl Options {
    /// The options a preset sets. `Custom` starts from the default preset, `Renegade`.
    ///
    /// ```
    /// use mergemaker_engine::{DeadTiles, Options, Preset};
    /// assert_eq!(Options::of(Preset::Digital).dead_tiles, DeadTiles::ReplaceOne);
    /// ```
    #[must_use]
    pub const fn of(preset: Preset) -> Options {
        let classic = Options {
            bonuses: Bonuses::Classic,
            bank_shareholder: false,
            founder_without_stock: FounderWithoutStock::Nothing,
            trading: false,
            holdings: Holdings::Open,
            dead_tiles: DeadTiles::ReplaceAll,
            eighth_chain_tiles: EighthChainTiles::Keep,
            stuck_hand: StuckHand::Pass,
            end_declaration: EndDeclaration::DuringTurn,
        };
        match preset {
            Preset::Classic => classic,
            Preset::Renegade | Preset::Custom => Options {
                bank_shareholder: true,
                founder_without_stock: FounderWithoutStock::Cash,
                ..classic
            },
            Preset::Tycoon => Options {
                bonuses: Bonuses::Tycoon,
                founder_without_stock: FounderWithoutStock::Cash,
                ..classic
            },
            Preset::Trading => Options {
                founder_without_stock: FounderWithoutStock::Cash,
                trading: true,
                dead_tiles: DeadTiles::ReplaceUntilPlayable,
                stuck_hand: StuckHand::Redraw,
                end_declaration: EndDeclaration::StartOrEnd,
                ..classic
            },
            Preset::Manual => {
                Options { bank_shareholder: true, eighth_chain_tiles: EighthChainTiles::Replace, ..classic }
            }
            Preset::Digital => Options { dead_tiles: DeadTiles::ReplaceOne, ..classic },
        }
    }

    /// The same options with one of them set, both by id, as a command line gives them.
    ///
    /// ```
    /// use mergemaker_engine::{DeadTiles, Options, Preset};
    /// let options = Options::of(Preset::Classic).with("dead_tiles", "replace_one")?;
    /// assert_eq!(options.dead_tiles, DeadTiles::ReplaceOne);
    /// # Ok::<(), mergemaker_engine::RulesError>(())
    /// ```
    pub fn with(mut self, option: &str, value: &str) -> Result<Options, RulesError> {
        match option {
            "bonuses" => self.bonuses = value.parse()?,
            "bank_shareholder" => self.bank_shareholder = yes_or_no(value)?,
            "founder_without_stock" => self.founder_without_stock = value.parse()?,
            "trading" => self.trading = yes_or_no(value)?,
            "holdings" => self.holdings = value.parse()?,
            "dead_tiles" => self.dead_tiles = value.parse()?,
            "eighth_chain_tiles" => self.eighth_chain_tiles = value.parse()?,
            "stuck_hand" => self.stuck_hand = value.parse()?,
            "end_declaration" => self.end_declaration = value.parse()?,
            unknown => return Err(RulesError::unknown(unknown, &self.values().map(|(option, _)| option))),
        }
        Ok(self)
    }

    /// Every option with its value, both by id, in order. [`Options::with`] reads them.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert_eq!(Options::of(Preset::Classic).values()[0], ("bonuses", "classic"));
    /// ```
    #[must_use]
    pub const fn values(&self) -> [(&'static str, &'static str); 9] {
        const fn yes_or_no(set: bool) -> &'static str {
            if set { "yes" } else { "no" }
        }
        [
            ("bonuses", self.bonuses.id()),
            ("bank_shareholder", yes_or_no(self.bank_shareholder)),
            ("founder_without_stock", self.founder_without_stock.id()),
            ("trading", yes_or_no(self.trading)),
            ("holdings", self.holdings.id()),
            ("dead_tiles", self.dead_tiles.id()),
            ("eighth_chain_tiles", self.eighth_chain_tiles.id()),
            ("stuck_hand", self.stuck_hand.id()),
            ("end_declaration", self.end_declaration.id()),
        ]
    }

    /// The preset these options belong to, whatever `holdings` says; `Custom` when to none.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert_eq!(Options::of(Preset::Manual).preset(), Preset::Manual);
    /// ```
    #[must_use]
    pub fn preset(self) -> Preset {
        Preset::ALL
            .iter()
            .copied()
            .filter(|&preset| preset != Preset::Custom)
            .find(|&preset| Options { holdings: self.holdings, ..Options::of(preset) } == self)
            .unwrap_or(Preset::Custom)
    }
}

fn yes_or_no(text: &str) -> Result<bool, RulesError> {
    match text {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        unknown => Err(RulesError::unknown(unknown, &["yes", "no"])),
    }
}

/// Options that go together, and the preset they are known by.
///
/// ```
/// use mergemaker_engine::{Bonuses, Options, Preset, Rules};
/// let rules = Rules::of(Preset::Renegade);
/// assert!(rules.options().bank_shareholder);
/// assert!(Rules::new(Options { bonuses: Bonuses::Tycoon, ..*rules.options() }).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Rules {
    preset: Preset,
    #[serde(flatten)]
    options: Options,
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
        Rules { preset, options: Options::of(preset) }
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
        Rules::named(options.preset(), options)
    }

    /// The rules with these options under the name of a preset, which must be theirs or `Custom`.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset, Rules};
    /// assert!(Rules::named(Preset::Manual, Options::of(Preset::Digital)).is_err());
    /// ```
    pub fn named(preset: Preset, options: Options) -> Result<Rules, RulesError> {
        if options.bonuses == Bonuses::Tycoon && options.bank_shareholder {
            return Err(RulesError::TycoonWithBank);
        }
        let own = Options { holdings: options.holdings, ..Options::of(preset) };
        if preset != Preset::Custom && options != own {
            return Err(RulesError::NotThePreset { preset });
        }
        Ok(Rules { preset, options })
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
}

/// A preset by name may leave out options, which are then the preset's own; `custom` names them all.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        use serde::de::Error;
        let given = GivenRules::deserialize(deserializer)?;
        let own = Options::of(given.preset);
        macro_rules! option_or_own {
            ($($name:ident),+) => {
                Options { $($name: match given.$name {
                    Some(value) => value,
                    None if given.preset == Preset::Custom => return Err(D::Error::missing_field(stringify!($name))),
                    None => own.$name,
                }),+ }
            };
        }
        let options = option_or_own!(
            bonuses,
            bank_shareholder,
            founder_without_stock,
            trading,
            holdings,
            dead_tiles,
            eighth_chain_tiles,
            stuck_hand,
            end_declaration
        );
        Rules::named(given.preset, options).map_err(D::Error::custom)
    }
}

#[derive(Deserialize)]
struct GivenRules {
    preset: Preset,
    bonuses: Option<Bonuses>,
    bank_shareholder: Option<bool>,
    founder_without_stock: Option<FounderWithoutStock>,
    trading: Option<bool>,
    holdings: Option<Holdings>,
    dead_tiles: Option<DeadTiles>,
    eighth_chain_tiles: Option<EighthChainTiles>,
    stuck_hand: Option<StuckHand>,
    end_declaration: Option<EndDeclaration>,
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
        let more =
            ["replace_until_playable", "keep", "replace", "pass", "redraw", "during_turn", "start_or_end"];
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
        assert_eq!(set, 6 * 2 + 3 + 2 * 4, "six options of two values, one of three, two of yes and no");
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

    #[test]
    fn presets_know_their_options() {
        for &preset in Preset::ALL.iter().filter(|&&preset| preset != Preset::Custom) {
            assert_eq!(Options::of(preset).preset(), preset);
            let hidden = Options { holdings: Holdings::Hidden, ..Options::of(preset) };
            assert_eq!(Rules::new(hidden).unwrap().preset(), preset, "holdings leave the preset as it is");
        }
    }

    #[test]
    fn rules_read_back() {
        for &preset in Preset::ALL {
            let rules = Rules::of(preset);
            let text = serde_json::to_string(&rules).unwrap();
            assert_eq!(serde_json::from_str::<Rules>(&text).unwrap(), rules);
        }
        assert_eq!(
            serde_json::from_str::<Rules>(r#"{"preset":"manual"}"#).unwrap(),
            Rules::of(Preset::Manual)
        );
        for (text, message) in [
            (r#"{"preset":"custom"}"#, "missing field `bonuses`"),
            (r#"{"preset":"classic","trading":true}"#, "not those of the preset classic"),
            (r#"{"preset":"tycoon","bank_shareholder":true}"#, "(P5)"),
            (r#"{"preset":"classic","preset":"classic"}"#, "duplicate field"),
        ] {
            let error = serde_json::from_str::<Rules>(text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
