//! The colours of chains, with text on them that can be read.

use anstyle::{RgbColor, Style};
use mergemaker_engine::{Chain, Theme};

use crate::text::colour;

/// Text on a tile in no chain: grey, seen on a dark terminal and on a light one.
pub(super) fn on_lone() -> Style {
    on(RgbColor(0x8c, 0x8f, 0x94))
}

/// Text on the colour of a chain.
pub(super) fn on_chain(theme: Theme, chain: Chain) -> Style {
    let [red, green, blue] = theme.face(chain).rgb;
    on(RgbColor(red, green, blue))
}

/// The letter that stands for a chain, which no other in the theme shares.
pub(super) fn letter(theme: Theme, chain: Chain) -> char {
    theme.face(chain).letter
}

/// Black or white text, whichever can be read better on the background.
fn on(background: RgbColor) -> Style {
    let black = contrast(luminance(background), 0.0);
    let white = contrast(1.0, luminance(background));
    let text = if black > white { RgbColor(0, 0, 0) } else { RgbColor(0xff, 0xff, 0xff) };
    Style::new().bg_color(Some(colour(background))).fg_color(Some(colour(text)))
}

/// The light a colour gives, from 0 for black to 1 for white.
fn luminance(RgbColor(red, green, blue): RgbColor) -> f64 {
    let linear = |part: u8| (f64::from(part) / 255.0).powf(2.2);
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// How well one is read on the other, from 1 for not at all to 21, as the guidelines for web content
/// measure it.
fn contrast(lighter: f64, darker: f64) -> f64 {
    (lighter + 0.05) / (darker + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn text_on_every_chain_can_be_read() {
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
    fn letters_tell_the_chains_of_a_theme_apart() {
        for theme in Theme::ALL {
            let letters: BTreeSet<char> = Chain::ALL.into_iter().map(|chain| letter(theme, chain)).collect();
            assert_eq!(letters.len(), Chain::COUNT, "{}", theme.id());
        }
    }
}
