//! Chain colours with readable text on them.

use anstyle::{RgbColor, Style};
use mergemaker_engine::{Chain, Theme};

use crate::text::colour;

/// The style of a tile in no chain: grey, visible on dark and light terminals.
pub(super) fn on_lone() -> Style {
    on(RgbColor(0x8c, 0x8f, 0x94))
}

/// The style of a chain's tile.
pub(super) fn on_chain(theme: Theme, chain: Chain) -> Style {
    let [red, green, blue] = theme.face(chain).rgb;
    on(RgbColor(red, green, blue))
}

/// The letter of a chain, unique within the theme.
pub(super) fn letter(theme: Theme, chain: Chain) -> char {
    theme.face(chain).letter
}

/// Black or white text, whichever has more contrast with the background.
fn on(background: RgbColor) -> Style {
    let black = contrast(luminance(background), 0.0);
    let white = contrast(1.0, luminance(background));
    let text = if black > white { RgbColor(0, 0, 0) } else { RgbColor(0xff, 0xff, 0xff) };
    Style::new().bg_color(Some(colour(background))).fg_color(Some(colour(text)))
}

/// Relative luminance, from 0 for black to 1 for white.
fn luminance(RgbColor(red, green, blue): RgbColor) -> f64 {
    let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The contrast ratio from 1 to 21, as defined by WCAG.
fn contrast(lighter: f64, darker: f64) -> f64 {
    (lighter + 0.05) / (darker + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn text_on_every_chain_has_enough_contrast() {
        for theme in Theme::ALL {
            for chain in Chain::ALL {
                let [red, green, blue] = theme.face(chain).rgb;
                let light = luminance(RgbColor(red, green, blue));
                let best = contrast(light, 0.0).max(contrast(1.0, light));
                assert!(best >= 4.5, "{} of {}: {best}", theme.face(chain).name, theme.id());
            }
        }
    }

    #[test]
    fn letters_are_unique_within_a_theme() {
        for theme in Theme::ALL {
            let letters: BTreeSet<char> = Chain::ALL.into_iter().map(|chain| letter(theme, chain)).collect();
            assert_eq!(letters.len(), Chain::COUNT, "{}", theme.id());
        }
    }
}
