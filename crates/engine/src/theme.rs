//! Themes: the names and colours players see. They never affect ids (B3).

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Chain, RulesError};

/// A set of names and colours for the seven chains.
///
/// ```
/// use mergemaker_engine::{Chain, Theme};
/// assert_eq!(Theme::Corporations.face(Chain::Tower).name, "Zeta");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The hotels edition.
    Hotels,
    /// The digital versions.
    Digital,
    /// The corporations edition.
    Corporations,
    /// The 2023 edition.
    Renegade,
}

/// How a chain looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    /// The name players see.
    pub name: &'static str,
    /// The letter players see on tiles and press on the keyboard, unique within the theme. Positions and
    /// records use fixed letters instead ([`Chain::letter`]).
    pub letter: char,
    /// The colour's name.
    pub colour: &'static str,
    /// The colour as red, green and blue. All colours of a theme differ in lightness.
    pub rgb: [u8; 3],
}

impl Theme {
    /// All themes.
    pub const ALL: [Theme; 4] = [Theme::Hotels, Theme::Digital, Theme::Corporations, Theme::Renegade];

    /// The theme's id in commands.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Theme::Hotels => "hotels",
            Theme::Digital => "digital",
            Theme::Corporations => "corporations",
            Theme::Renegade => "renegade",
        }
    }

    /// The name and colour of a chain.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Theme};
    /// assert_eq!(Theme::Hotels.face(Chain::Imperial).colour, "red");
    /// ```
    #[must_use]
    pub const fn face(self, chain: Chain) -> Face {
        self.faces()[chain.index()]
    }

    const fn faces(self) -> &'static [Face; Chain::COUNT] {
        match self {
            Theme::Hotels => &HOTELS,
            Theme::Digital => &DIGITAL,
            Theme::Corporations => &CORPORATIONS,
            Theme::Renegade => &RENEGADE,
        }
    }
}

impl FromStr for Theme {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Theme, RulesError> {
        let theme = Theme::ALL.into_iter().find(|theme| theme.id() == text);
        theme.ok_or_else(|| RulesError::unknown(text, &Theme::ALL.map(Theme::id)))
    }
}

const fn face(name: &'static str, colour: &'static str, rgb: u32) -> Face {
    // A test checks that the names of a theme have different first letters.
    Face {
        name,
        letter: name.as_bytes()[0] as char,
        colour,
        rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8],
    }
}

const HOTELS: [Face; Chain::COUNT] = [
    face("Luxor", "gold", 0x00f6_cf5a),
    face("Tower", "brown", 0x007d_5330),
    face("American", "blue", 0x0024_4f9e),
    face("Worldwide", "purple", 0x004d_2378),
    face("Festival", "green", 0x0046_a35a),
    face("Imperial", "red", 0x00d0_433f),
    face("Continental", "cyan", 0x004c_c4d4),
];

const DIGITAL: [Face; Chain::COUNT] = [
    face("Luxor", "orange", 0x00f0_8c2e),
    face("Tower", "yellow", 0x00f7_dc5a),
    face("American", "blue", 0x0024_4f9e),
    face("Worldwide", "brown", 0x0052_3319),
    face("Festival", "green", 0x0045_a85c),
    face("Imperial", "red", 0x00b8_3232),
    face("Continental", "teal", 0x0024_928e),
];

const CORPORATIONS: [Face; Chain::COUNT] = [
    face("Sackson", "orange", 0x00e9_8a2b),
    face("Zeta", "lemon", 0x00f6_e35c),
    face("America", "navy", 0x001d_2b64),
    face("Fusion", "violet", 0x0076_47b8),
    face("Hydra", "green", 0x003a_a268),
    face("Phoenix", "crimson", 0x008e_1537),
    face("Quantum", "sky", 0x007c_c7f2),
];

const RENEGADE: [Face; Chain::COUNT] = [
    face("Sackson", "orange", 0x00e9_8a2b),
    face("Tower", "lemon", 0x00f6_e35c),
    face("American", "navy", 0x001d_2b64),
    face("Worldwide", "violet", 0x0076_47b8),
    face("Festival", "green", 0x003a_a268),
    face("Imperial", "crimson", 0x008e_1537),
    face("Continental", "sky", 0x007c_c7f2),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn themes_are_found_by_id() {
        assert!(Theme::ALL.into_iter().all(|theme| theme.id().parse() == Ok(theme)));
        assert!("hotel".parse::<Theme>().is_err());
    }

    /// B3: in every theme, chains differ in name and in lightness, never by hue alone.
    #[test]
    fn faces_differ_in_name_and_lightness() {
        for theme in Theme::ALL {
            let faces = theme.faces();
            for (index, a) in faces.iter().enumerate() {
                for b in &faces[..index] {
                    assert_ne!(a.name, b.name);
                    let apart = (luma(a.rgb) - luma(b.rgb)).abs();
                    assert!(apart >= 12, "{} and {} of {} are {apart} apart", a.name, b.name, theme.id());
                }
            }
        }
    }

    /// A letter on a tile, or pressed on the keyboard, means one chain.
    #[test]
    fn letters_are_from_the_name_and_unique() {
        for theme in Theme::ALL {
            let mut letters = BTreeSet::new();
            for Face { name, letter, .. } in theme.faces() {
                assert!(letter.is_ascii_uppercase() && name.contains(*letter), "{letter} of {name}");
                assert!(letters.insert(*letter), "{letter} stands for two chains of {}", theme.id());
            }
        }
    }

    /// Perceived lightness on a scale of 255.
    fn luma([r, g, b]: [u8; 3]) -> i32 {
        (299 * i32::from(r) + 587 * i32::from(g) + 114 * i32::from(b)) / 1000
    }
}
