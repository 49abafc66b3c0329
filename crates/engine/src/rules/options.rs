//! Options: the points on which editions differ, and the presets that set them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{RulesError, Theme};

/// Declares an option with its values, their ids and their documentation.
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
    /// Who is paid when a chain is dissolved and at the end (B6, P1 to P6).
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
    /// What a start tile does (S3).
    StartTiles {
        /// Nothing: it stays unincorporated, even next to other tiles.
        Lone = "lone",
        /// The same as a placed tile: it can found, grow and merge chains.
        Found = "found",
    }
}

option! {
    /// How many dead tiles may be exchanged, and when (T11).
    DeadTiles {
        /// Every dead tile in hand, once.
        ReplaceAll = "replace_all",
        /// One dead tile.
        ReplaceOne = "replace_one",
        /// Every dead tile in hand, repeatedly until none is left.
        ReplaceUntilPlayable = "replace_until_playable",
        /// Every dead tile in hand, once, before the draw.
        DiscardThenDraw = "discard_then_draw",
    }
}

option! {
    /// Who decides which dead tiles are exchanged (T11).
    DeadTileExchange {
        /// Nobody: every tile that may be exchanged is exchanged.
        Automatic = "automatic",
        /// The player.
        Choice = "choice",
    }
}

option! {
    /// What happens to tiles that would found an eighth chain (T12).
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
        /// Nothing: the turn continues with the purchase.
        Pass = "pass",
        /// The whole hand is set aside and a new one is drawn, once.
        Redraw = "redraw",
    }
}

option! {
    /// When the end may be declared (E2).
    EndDeclaration {
        /// Before the tile, or before or after buying. The turn is finished first.
        DuringTurn = "during_turn",
        /// The same, but the turn need not be finished.
        MayFinish = "may_finish",
        /// At the very start of the turn, which ends the game at once, or after buying.
        StartOrEnd = "start_or_end",
    }
}

option! {
    /// Whether the others' cash and shares are shown (K2).
    Holdings {
        /// Everyone sees them.
        Open = "open",
        /// Shown only when the rules reveal them.
        Hidden = "hidden",
    }
}

option! {
    /// A named set of options.
    Preset {
        /// The older corporations edition.
        Classic = "classic",
        /// The 2023 edition with classic bonuses: the default.
        Renegade = "renegade",
        /// The 2023 edition with tycoon bonuses.
        Tycoon = "tycoon",
        /// The hotels edition, with trades between players.
        Trading = "trading",
        /// The rules of a common reference manual.
        Manual = "manual",
        /// The rules of digital versions.
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

/// All options, not yet checked to be valid together. See [`Rules::new`](crate::Rules::new).
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
    /// What a start tile does (S3).
    pub start_tiles: StartTiles,
    /// How many dead tiles may be exchanged, and when (T11).
    pub dead_tiles: DeadTiles,
    /// Who decides which dead tiles are exchanged (T11).
    pub dead_tile_exchange: DeadTileExchange,
    /// What happens to tiles that would found an eighth chain (T12).
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
        let before = Options::before(preset);
        match preset {
            Preset::Classic => Options { end_declaration: EndDeclaration::MayFinish, ..before },
            Preset::Manual => {
                Options { start_tiles: StartTiles::Found, dead_tiles: DeadTiles::DiscardThenDraw, ..before }
            }
            Preset::Renegade | Preset::Tycoon | Preset::Trading | Preset::Digital | Preset::Custom => {
                Options { dead_tile_exchange: DeadTileExchange::Choice, ..before }
            }
        }
    }

    /// Whether players cannot see each other's holdings (K2).
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert!(!Options::of(Preset::Classic).hides_holdings());
    /// ```
    #[inline]
    #[must_use]
    pub const fn hides_holdings(&self) -> bool {
        matches!(self.holdings, Holdings::Hidden)
    }

    /// Whether players pick which dead tiles they exchange (T11).
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert!(Options::of(Preset::Digital).has_dead_tile_choice());
    /// ```
    #[inline]
    #[must_use]
    pub const fn has_dead_tile_choice(&self) -> bool {
        matches!(self.dead_tile_exchange, DeadTileExchange::Choice)
    }

    /// The options a preset sets in version 1 of the rules ("Presets before").
    ///
    /// ```
    /// use mergemaker_engine::{DeadTileExchange, Options, Preset};
    /// let before = Options::before(Preset::Renegade);
    /// assert_eq!(before.dead_tile_exchange, DeadTileExchange::Automatic);
    /// ```
    #[must_use]
    pub const fn before(preset: Preset) -> Options {
        let classic = Options {
            bonuses: Bonuses::Classic,
            bank_shareholder: false,
            founder_without_stock: FounderWithoutStock::Nothing,
            trading: false,
            holdings: Holdings::Open,
            start_tiles: StartTiles::Lone,
            dead_tiles: DeadTiles::ReplaceAll,
            dead_tile_exchange: DeadTileExchange::Automatic,
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

    /// The same options with one changed; option and value are given by id, as on a command line.
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
            "start_tiles" => self.start_tiles = value.parse()?,
            "dead_tiles" => self.dead_tiles = value.parse()?,
            "dead_tile_exchange" => self.dead_tile_exchange = value.parse()?,
            "eighth_chain_tiles" => self.eighth_chain_tiles = value.parse()?,
            "stuck_hand" => self.stuck_hand = value.parse()?,
            "end_declaration" => self.end_declaration = value.parse()?,
            unknown => return Err(RulesError::unknown(unknown, &self.values().map(|(option, _)| option))),
        }
        Ok(self)
    }

    /// Every option with its value, both by id, in order. [`Options::with`] accepts them.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert_eq!(Options::of(Preset::Classic).values()[0], ("bonuses", "classic"));
    /// ```
    #[must_use]
    pub const fn values(&self) -> [(&'static str, &'static str); 11] {
        const fn yes_or_no(set: bool) -> &'static str {
            if set { "yes" } else { "no" }
        }
        [
            ("bonuses", self.bonuses.id()),
            ("bank_shareholder", yes_or_no(self.bank_shareholder)),
            ("founder_without_stock", self.founder_without_stock.id()),
            ("trading", yes_or_no(self.trading)),
            ("holdings", self.holdings.id()),
            ("start_tiles", self.start_tiles.id()),
            ("dead_tiles", self.dead_tiles.id()),
            ("dead_tile_exchange", self.dead_tile_exchange.id()),
            ("eighth_chain_tiles", self.eighth_chain_tiles.id()),
            ("stuck_hand", self.stuck_hand.id()),
            ("end_declaration", self.end_declaration.id()),
        ]
    }

    /// The first option whose value version 1 of the rules does not have, as `option=value`.
    pub(super) fn newer_than_version_one(&self) -> Option<String> {
        let is_new = [
            ("start_tiles", self.start_tiles != StartTiles::Lone),
            ("dead_tiles", self.dead_tiles == DeadTiles::DiscardThenDraw),
            ("dead_tile_exchange", self.dead_tile_exchange != DeadTileExchange::Automatic),
            ("end_declaration", self.end_declaration == EndDeclaration::MayFinish),
        ];
        let (newer, _) = is_new.into_iter().find(|&(_, is_new)| is_new)?;
        let (_, value) = self.values().into_iter().find(|&(option, _)| option == newer)?;
        Some(format!("{newer}={value}"))
    }

    /// The preset these options belong to, ignoring `holdings`; `Custom` if there is none.
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
