//! Options: the points on which editions differ, and the presets that set them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::declare::Value;
use super::{RulesError, RulesVersion};
use crate::{Money, Theme};

values! {
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
    /// All presets with a name of their own: all but `Custom`.
    pub const NAMED: &[Preset] = Preset::ALL.split_at(Preset::ALL.len() - 1).0;

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

options! {
    /// Who is paid (B6, P1 to P6).
    #[option(rule = "P3", since = One)]
    bonuses: Bonuses { Tycoon => Bonuses::Tycoon, _ => Bonuses::Classic }

    /// Whether the bank competes for bonuses with two players (P5).
    #[option(rule = "P5", since = One)]
    bank_shareholder: bool { Renegade | Manual => true, _ => false }

    /// What a founder gets when no share is left (T5).
    #[option(rule = "T5", since = One)]
    founder_without_stock: FounderWithoutStock {
        Renegade | Tycoon | Trading => FounderWithoutStock::Cash,
        _ => FounderWithoutStock::Nothing,
    }

    /// Whether players may trade with each other (X1).
    #[option(rule = "X1", since = One)]
    trading: bool { Trading => true, _ => false }

    /// Whether the others' cash and shares are shown (K2).
    #[option(rule = "K2", since = One)]
    holdings: Holdings { _ => Holdings::Open }

    /// What a start tile does (S3).
    #[option(rule = "S3", since = Two)]
    start_tiles: StartTiles { Manual => StartTiles::Found, _ => StartTiles::Lone }

    /// How many dead tiles may be exchanged, and when (T11).
    #[option(rule = "T11", since = One)]
    dead_tiles: DeadTiles {
        Trading => DeadTiles::ReplaceUntilPlayable,
        Manual => DeadTiles::DiscardThenDraw,
        Digital => DeadTiles::ReplaceOne,
        _ => DeadTiles::ReplaceAll,
    }

    /// Who decides which dead tiles are exchanged (T11).
    #[option(rule = "T11", since = Two)]
    dead_tile_exchange: DeadTileExchange {
        Classic | Manual => DeadTileExchange::Automatic,
        _ => DeadTileExchange::Choice,
    }

    /// What happens to tiles that would found an eighth chain (T12).
    #[option(rule = "T12", since = One)]
    eighth_chain_tiles: EighthChainTiles { Manual => EighthChainTiles::Replace, _ => EighthChainTiles::Keep }

    /// What happens to a hand without a playable tile (T13).
    #[option(rule = "T13", since = One)]
    stuck_hand: StuckHand { Trading => StuckHand::Redraw, _ => StuckHand::Pass }

    /// When the end may be declared (E2).
    #[option(rule = "E2", since = One)]
    end_declaration: EndDeclaration {
        Classic => EndDeclaration::MayFinish,
        Trading => EndDeclaration::StartOrEnd,
        _ => EndDeclaration::DuringTurn,
    }
}

values! {
    /// Who is paid when a chain is dissolved and at the end (B6, P1 to P6).
    Bonuses {
        /// Two places: majority and minority.
        Classic = "classic",
        /// Three places: primary, secondary and tertiary.
        Tycoon = "tycoon",
    }
}

values! {
    /// What a founder gets when no share is left (T5).
    FounderWithoutStock {
        /// Nothing.
        Nothing = "nothing",
        /// The price of one share at the size just founded.
        Cash = "cash",
    }
}

values! {
    /// What a start tile does (S3).
    StartTiles {
        /// Nothing: it stays unincorporated, even next to other tiles.
        Lone = "lone",
        /// The same as a placed tile: it can found, grow and merge chains.
        Found = "found" since Two,
    }
}

values! {
    /// How many dead tiles may be exchanged, and when (T11).
    DeadTiles {
        /// Every dead tile in hand, once.
        ReplaceAll = "replace_all",
        /// One dead tile.
        ReplaceOne = "replace_one",
        /// Every dead tile in hand, repeatedly until none is left.
        ReplaceUntilPlayable = "replace_until_playable",
        /// Every dead tile in hand, once, before the draw.
        DiscardThenDraw = "discard_then_draw" since Two,
    }
}

values! {
    /// Who decides which dead tiles are exchanged (T11).
    DeadTileExchange {
        /// Nobody: every tile that may be exchanged is exchanged.
        Automatic = "automatic",
        /// The player.
        Choice = "choice" since Two,
    }
}

values! {
    /// What happens to tiles that would found an eighth chain (T12).
    EighthChainTiles {
        /// They stay in hand.
        Keep = "keep",
        /// They are replaced like dead tiles.
        Replace = "replace",
    }
}

values! {
    /// What happens to a hand without a playable tile at the start of a turn (T13).
    StuckHand {
        /// Nothing: the turn continues with the purchase.
        Pass = "pass",
        /// The whole hand is set aside and a new one is drawn, once.
        Redraw = "redraw",
    }
}

values! {
    /// When the end may be declared (E2).
    EndDeclaration {
        /// Before the tile, or before or after buying. The turn is finished first.
        DuringTurn = "during_turn",
        /// The same, but the turn need not be finished.
        MayFinish = "may_finish" since Two,
        /// At the very start of the turn, which ends the game at once, or after buying.
        StartOrEnd = "start_or_end",
    }
}

values! {
    /// Whether the others' cash and shares are shown (K2).
    Holdings {
        /// Everyone sees them.
        Open = "open",
        /// Shown only when the rules reveal them.
        Hidden = "hidden",
    }
}

impl FounderWithoutStock {
    /// What the founder of a chain without shares left gets, where one share costs this much (T5).
    ///
    /// ```
    /// use mergemaker_engine::{FounderWithoutStock, Money};
    /// assert_eq!(FounderWithoutStock::Cash.pays(Money(300)), Money(300));
    /// ```
    #[inline]
    #[must_use]
    pub const fn pays(self, price: Money) -> Money {
        match self {
            FounderWithoutStock::Nothing => Money::ZERO,
            FounderWithoutStock::Cash => price,
        }
    }
}

impl Options {
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

    /// Every option with its value, both by id, in order. [`Options::with`] accepts them.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert_eq!(Options::of(Preset::Classic).values()[0], ("bonuses", "classic"));
    /// ```
    #[must_use]
    pub fn values(&self) -> [(&'static str, &'static str); OPTIONS.len()] {
        OPTIONS.map(|option| (option.id, option.value(self)))
    }

    /// The preset these options belong to, ignoring `holdings`; `Custom` if there is none.
    ///
    /// ```
    /// use mergemaker_engine::{Options, Preset};
    /// assert_eq!(Options::of(Preset::Manual).preset(), Preset::Manual);
    /// ```
    #[must_use]
    pub fn preset(self) -> Preset {
        let is_it = |preset: &Preset| Options { holdings: self.holdings, ..Options::of(*preset) } == self;
        Preset::NAMED.iter().copied().find(is_it).unwrap_or(Preset::Custom)
    }
}

/// An option, as it is listed for people.
#[derive(Clone, Copy, Debug)]
pub struct OptionInfo {
    /// Its id in records.
    pub id: &'static str,
    /// The rule it belongs to.
    pub rule: &'static str,
    /// What it decides.
    pub about: &'static str,
    /// The ids of its values; `no` and `yes` stand for false and true.
    pub values: &'static [&'static str],
    value: fn(&Options) -> &'static str,
}

impl OptionInfo {
    /// The id of its value in a set of options.
    ///
    /// ```
    /// use mergemaker_engine::{OPTIONS, Options, Preset};
    /// assert_eq!(OPTIONS[0].value(&Options::of(Preset::Tycoon)), "tycoon");
    /// ```
    #[must_use]
    pub fn value(&self, options: &Options) -> &'static str {
        (self.value)(options)
    }
}
