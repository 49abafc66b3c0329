//! The card of prices and bonuses: for every price, the chain sizes that have it in each tier, the bonuses
//! it pays, and the chains that have it now.

use mergemaker_engine::{Bonuses, Chain, Money, Preset, PriceRow, Sizes, Tier, View, price_card};

/// A price with its sizes, the chains that have it and its bonuses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRow {
    /// The price of a share.
    pub price: Money,
    /// The sizes at which each tier has this price, and the chains of the game with such a size.
    pub cells: [Option<(Sizes, Vec<Chain>)>; 3],
    /// The bonuses, highest first.
    pub bonuses: Vec<Money>,
}

/// The ids of the names of the bonuses under these rules, highest first.
///
/// ```
/// use mergemaker_engine::Bonuses;
/// assert_eq!(mergemaker_web::card::bonus_ids(Bonuses::Tycoon).len(), 3);
/// ```
#[must_use]
pub fn bonus_ids(bonuses: Bonuses) -> Vec<&'static str> {
    bonuses.places(Money(200)).iter().map(|place| place.0).collect()
}

/// Where a screen shows the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// Docked beside the game, covering nothing.
    Docked,
    /// Over the market and the players, on a screen with no space to spare.
    Overlay,
    /// In a tab that shares the market's space, on a phone.
    Tab,
}

/// Matches a phone.
const SMALL: &str = "(max-width: 52rem)";
/// Matches a tablet, where card and log are side by side below the board.
const MIDDLE: &str = "(max-width: 75rem)";
/// Wide enough for the card above the log, and tall enough for a log of several lines.
const LARGE: &str = "(min-width: 88rem) and (min-height: 52rem)";

impl Placement {
    /// Where to show an edition's card, given which CSS media queries match. The digital edition docks it on
    /// anything larger than a phone.
    ///
    /// ```
    /// use mergemaker_engine::Preset;
    /// use mergemaker_web::card::Placement;
    /// assert_eq!(Placement::on(Preset::Digital, |query| query.contains("max-width: 52rem")), Placement::Tab);
    /// assert_eq!(Placement::on(Preset::Digital, |_| false), Placement::Docked);
    /// ```
    #[must_use]
    pub fn on(preset: Preset, fits: impl Fn(&str) -> bool) -> Placement {
        if fits(SMALL) {
            Placement::Tab
        } else if comes_first(preset) || fits(MIDDLE) || fits(LARGE) {
            Placement::Docked
        } else {
            Placement::Overlay
        }
    }

    /// Whether the card is open, given whether the reader opened or closed it. By default it is open when
    /// docked. The digital edition keeps it open when docked and as the first tab.
    ///
    /// ```
    /// use mergemaker_engine::Preset;
    /// use mergemaker_web::card::Placement;
    /// assert!(Placement::Docked.is_open(Preset::Renegade, None));
    /// assert!(!Placement::Docked.is_open(Preset::Renegade, Some(false)));
    /// assert!(Placement::Docked.is_open(Preset::Digital, Some(false)));
    /// ```
    #[must_use]
    pub fn is_open(self, preset: Preset, chosen: Option<bool>) -> bool {
        match self {
            Placement::Docked => self.is_fixed(preset) || chosen.unwrap_or(true),
            Placement::Overlay => chosen.unwrap_or(false),
            Placement::Tab => chosen.unwrap_or(comes_first(preset)),
        }
    }

    /// Whether the reader cannot close it.
    #[must_use]
    pub fn is_fixed(self, preset: Preset) -> bool {
        self == Placement::Docked && comes_first(preset)
    }
}

/// Whether an edition shows the card before the market.
///
/// ```
/// assert!(mergemaker_web::card::comes_first(mergemaker_engine::Preset::Digital));
/// ```
#[must_use]
pub fn comes_first(preset: Preset) -> bool {
    preset == Preset::Digital
}

/// The card of a game, lowest price first.
#[must_use]
pub fn rows(view: &View) -> Vec<CardRow> {
    let bonuses = view.rules().options().bonuses;
    let row = |PriceRow { price, sizes }| {
        let chains = |tier: Tier| tier.chains().filter(|&chain| view.price(chain) == price).collect();
        let mut tiers = Tier::ALL.into_iter();
        CardRow {
            price,
            cells: sizes.map(|sizes| Some((sizes?, chains(tiers.next()?)))),
            bonuses: bonuses.places(price).iter().map(|place| place.1).collect(),
        }
    };
    price_card().map(row).into()
}

#[cfg(test)]
mod tests {
    use mergemaker_bots::Level;
    use mergemaker_engine::Rules;

    use super::*;
    use crate::local::{LocalGame, sample};

    fn game(preset: Preset, decisions: usize) -> LocalGame {
        let mut game = sample::new_game(Rules::of(preset), [Level::Novice; 3], (5, 3));
        for _ in 0..decisions {
            game.let_bot_decide();
        }
        game
    }

    /// The table printed in the rulebook (B5, B6).
    #[test]
    fn the_card_matches_the_rulebook() {
        let text = |preset| {
            let rows = rows(&game(preset, 0).scene(None).view);
            let line = |row: &CardRow| {
                let sizes = row.cells.each_ref();
                let sizes = sizes.map(|cell| cell.as_ref().map_or("-".to_owned(), |cell| cell.0.to_string()));
                let bonuses: Vec<String> = row.bonuses.iter().map(ToString::to_string).collect();
                format!("{} {} {}", row.price, sizes.join(" "), bonuses.join(" "))
            };
            rows.iter().map(line).collect::<Vec<_>>()
        };
        let classic = text(Preset::Classic);
        assert_eq!(classic[0], "$200 2 - - $2,000 $1,000");
        assert_eq!(classic[4], "$600 6–10 5 4 $6,000 $3,000");
        assert_eq!(classic[9], "$1,100 - 41+ 31–40 $11,000 $5,500");
        assert_eq!((classic.len(), &*classic[10]), (11, "$1,200 - - 41+ $12,000 $6,000"));
        assert_eq!(text(Preset::Tycoon)[0], "$200 2 - - $2,000 $1,500 $1,000");
    }

    /// The digital edition keeps the card open when docked, and as its first tab. Other editions may close
    /// it.
    #[test]
    fn the_card_is_open_when_docked() {
        for &preset in Preset::ALL {
            let is_digital = preset == Preset::Digital;
            let open = |placement: Placement| {
                [None, Some(true), Some(false)].map(|chosen| placement.is_open(preset, chosen))
            };
            assert_eq!(open(Placement::Docked), [true, true, is_digital], "{preset}");
            assert_eq!(open(Placement::Overlay), [false, true, false], "{preset}");
            assert_eq!(open(Placement::Tab), [is_digital, true, false], "{preset}");
        }
    }

    /// Whether a screen of this size in pixels matches a media query of `max-width`, `min-width` and
    /// `min-height`.
    fn fits(query: &str, width: f64, height: f64) -> bool {
        query.split(" and ").all(|part| {
            let (name, size) = part.trim_matches(['(', ')']).split_once(": ").unwrap();
            let size = 16.0 * size.strip_suffix("rem").unwrap().parse::<f64>().unwrap();
            match name {
                "max-width" => width <= size,
                "min-width" => width >= size,
                "min-height" => height >= size,
                _ => panic!("{query}"),
            }
        })
    }

    /// On anything larger than a phone the digital edition docks its card open. Other editions put it over
    /// the market on a laptop without space beside it.
    #[test]
    fn every_screen_has_a_placement_for_the_card() {
        let placement = |preset, width, height| Placement::on(preset, |query| fits(query, width, height));
        for width in (320..=2_600).step_by(10).map(f64::from) {
            for height in [600.0, 768.0, 800.0, 900.0, 1_440.0] {
                let digital = placement(Preset::Digital, width, height);
                if width <= 832.0 {
                    assert_eq!(digital, Placement::Tab, "{width}");
                } else {
                    assert_eq!(digital, Placement::Docked, "{width} x {height}");
                    assert!(digital.is_open(Preset::Digital, Some(false)));
                }
            }
        }
        for (width, height, expected) in [
            (390.0, 844.0, Placement::Tab),
            (1_180.0, 820.0, Placement::Docked),
            (1_280.0, 800.0, Placement::Overlay),
            (1_366.0, 768.0, Placement::Overlay),
            (1_440.0, 900.0, Placement::Docked),
        ] {
            assert_eq!(placement(Preset::Renegade, width, height), expected, "{width} x {height}");
        }
    }

    /// Every chain on the board is listed exactly once, at its price.
    #[test]
    fn chains_are_listed_at_their_price() {
        for decisions in [10, 60, 120] {
            let view = game(Preset::Renegade, decisions).scene(None).view;
            for chain in Chain::ALL {
                let marked: Vec<Money> = rows(&view)
                    .iter()
                    .filter(|row| row.cells.iter().flatten().any(|cell| cell.1.contains(&chain)))
                    .map(|row| row.price)
                    .collect();
                let expected =
                    if view.active().contains(chain) { vec![view.price(chain)] } else { Vec::new() };
                assert_eq!(marked, expected, "{chain:?} after {decisions}");
            }
        }
    }
}
