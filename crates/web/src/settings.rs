//! The reader's settings. The browser stores each under its own name.

use mergemaker_engine::{Preset, Theme};

/// A setting with a fixed set of values.
pub trait Setting: Copy + PartialEq + Sized + 'static {
    /// Its name in storage and in the ids of texts.
    const NAME: &'static str;
    /// All values, in display order.
    const ALL: &'static [Self];
    /// The default.
    const DEFAULT: Self;

    /// Its name in storage and in the ids of texts.
    fn id(self) -> &'static str;

    /// The stored value, or the default if it is missing or unknown.
    #[must_use]
    fn of(kept: Option<&str>) -> Self {
        Self::ALL.iter().copied().find(|choice| Some(choice.id()) == kept).unwrap_or(Self::DEFAULT)
    }
}

macro_rules! choice {
    ($(#[$about:meta])* $type:ident, $name:literal, $default:ident: $($variant:ident = $id:literal),*) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum $type { $($variant),* }

        impl Setting for $type {
            const NAME: &'static str = $name;
            const ALL: &'static [Self] = &[$($type::$variant),*];
            const DEFAULT: Self = $type::$default;

            fn id(self) -> &'static str {
                match self { $($type::$variant => $id),* }
            }
        }
    };
}

choice!(
    /// How fast bots play in this page.
    Pace, "pace", Normal: Calm = "calm", Normal = "normal", Fast = "fast"
);
choice!(
    /// Whether to animate: as the system says, always, or never.
    Moves, "motion", Auto: Auto = "auto", On = "on", Off = "off"
);
choice!(
    /// The colour scheme: as the system says, light, or dark.
    Scheme, "scheme", Auto: Auto = "auto", Light = "light", Dark = "dark"
);
choice!(
    /// An opt-in, off by default.
    OptIn, "wanted", Off: Off = "off", On = "on"
);

/// The names and colours of the chains: those of a game's edition, or always the same theme.
///
/// Older pages stored a theme only if the reader chose one, so a stored theme was a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Names {
    /// Those of the edition.
    Edition,
    /// Those of one theme in every game.
    Always(Theme),
}

impl Setting for Names {
    const NAME: &'static str = "theme";
    const ALL: &'static [Names] = &[
        Names::Edition,
        Names::Always(Theme::Hotels),
        Names::Always(Theme::Digital),
        Names::Always(Theme::Corporations),
        Names::Always(Theme::Renegade),
    ];
    const DEFAULT: Names = Names::Edition;

    fn id(self) -> &'static str {
        match self {
            Names::Edition => "edition",
            Names::Always(theme) => theme.id(),
        }
    }
}

impl Names {
    /// The theme for a game of a preset.
    ///
    /// ```
    /// use mergemaker_engine::{Preset, Theme};
    /// use mergemaker_web::settings::Names;
    /// assert_eq!(Names::Edition.of_game(Preset::Classic), Theme::Corporations);
    /// assert_eq!(Names::Always(Theme::Hotels).of_game(Preset::Classic), Theme::Hotels);
    /// ```
    #[must_use]
    pub const fn of_game(self, preset: Preset) -> Theme {
        match self {
            Names::Edition => preset.theme(),
            Names::Always(theme) => theme,
        }
    }
}

/// All settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The names and colours of the chains.
    pub names: Names,
    /// How fast bots play.
    pub pace: Pace,
    /// Whether to animate.
    pub moves: Moves,
    /// The colour scheme.
    pub scheme: Scheme,
    /// Whether to play sounds.
    pub sound: OptIn,
    /// The volume in percent.
    pub volume: u8,
    /// Whether to notify the reader of their turn.
    pub notify: OptIn,
    /// Whether to show the board in words too.
    pub words: OptIn,
}

impl Settings {
    /// Reads stored settings.
    ///
    /// ```
    /// use mergemaker_web::settings::{Pace, Settings};
    /// let settings = Settings::of(|name| (name == "pace").then(|| "calm".to_owned()));
    /// assert_eq!((settings.pace, settings.volume), (Pace::Calm, 50));
    /// ```
    #[must_use]
    pub fn of(kept: impl Fn(&str) -> Option<String>) -> Settings {
        Settings {
            names: Names::of(kept(Names::NAME).as_deref()),
            pace: Pace::of(kept(Pace::NAME).as_deref()),
            moves: Moves::of(kept(Moves::NAME).as_deref()),
            scheme: Scheme::of(kept(Scheme::NAME).as_deref()),
            sound: OptIn::of(kept("sound").as_deref()),
            volume: kept("volume")
                .and_then(|volume| volume.parse().ok())
                .filter(|&volume| volume <= 100)
                .unwrap_or(50),
            notify: OptIn::of(kept("notify").as_deref()),
            words: OptIn::of(kept("words").as_deref()),
        }
    }

    /// The settings to store, as names and values.
    #[must_use]
    pub fn kept(self) -> [(&'static str, String); 8] {
        [
            (Names::NAME, self.names.id().to_owned()),
            (Pace::NAME, self.pace.id().to_owned()),
            (Moves::NAME, self.moves.id().to_owned()),
            (Scheme::NAME, self.scheme.id().to_owned()),
            ("sound", self.sound.id().to_owned()),
            ("volume", self.volume.to_string()),
            ("notify", self.notify.id().to_owned()),
            ("words", self.words.id().to_owned()),
        ]
    }

    /// The pause before a bot's decision, in milliseconds.
    #[must_use]
    pub const fn pause_ms(self) -> u32 {
        match self.pace {
            Pace::Normal => 650,
            Pace::Calm => 1_500,
            Pace::Fast => 0,
        }
    }

    /// How long autoplay shows each moment, in milliseconds. Never too short to see.
    #[must_use]
    pub const fn autoplay_ms(self) -> u32 {
        match self.pace {
            Pace::Calm | Pace::Normal => 700,
            Pace::Fast => 250,
        }
    }

    /// Whether to animate, given whether the system asks for reduced motion. Never if bots play too fast to
    /// follow.
    #[must_use]
    pub fn moves(self, prefers_reduced_motion: bool) -> bool {
        self.pace != Pace::Fast
            && match self.moves {
                Moves::Auto => !prefers_reduced_motion,
                Moves::On => true,
                Moves::Off => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn stored_settings_are_restored() {
        let usual = Settings::of(|_| None);
        assert_eq!(
            (usual.sound, usual.notify),
            (OptIn::Off, OptIn::Off),
            "sounds and notifications are off by default"
        );
        let all = [usual, Settings { pace: Pace::Fast, moves: Moves::On, volume: 100, ..usual }];
        let more = Settings { sound: OptIn::On, notify: OptIn::On, words: OptIn::On, volume: 0, ..usual };
        let named = Names::ALL.iter().map(|&names| Settings { names, ..usual });
        for settings in all.into_iter().chain(named).chain([more, Settings { scheme: Scheme::Dark, ..usual }])
        {
            let kept: BTreeMap<&str, String> = settings.kept().into_iter().collect();
            assert_eq!(Settings::of(|name| kept.get(name).cloned()), settings);
        }
        assert_eq!(Settings::of(|_| Some("nonsense".to_owned())), usual);
    }

    /// Games have the theme of their edition, unless the reader chose one in any version of the page.
    #[test]
    fn the_theme_is_the_editions_unless_one_was_chosen() {
        let names = |kept: Option<&str>| {
            Settings::of(|name| kept.filter(|_| name == "theme").map(str::to_owned)).names
        };
        assert_eq!(names(None), Names::Edition);
        for theme in Theme::ALL {
            let chosen = names(Some(theme.id()));
            assert!(Preset::ALL.iter().all(|&preset| chosen.of_game(preset) == theme));
        }
        assert_eq!(Names::Edition.of_game(Preset::Classic), Theme::Corporations);
        assert!(Preset::ALL.iter().all(|&preset| Names::Edition.of_game(preset) == preset.theme()));
    }

    #[test]
    fn motion_follows_the_settings() {
        let usual = Settings::of(|_| None);
        assert!(usual.moves(false) && !usual.moves(true));
        assert!(Settings { moves: Moves::On, ..usual }.moves(true));
        assert!(!Settings { moves: Moves::Off, ..usual }.moves(false));
        assert!(!Settings { pace: Pace::Fast, moves: Moves::On, ..usual }.moves(false));
    }
}
