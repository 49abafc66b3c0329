//! The names of players and chains.

use mergemaker_engine::{Chain, Seat, Theme};
use mergemaker_record::display_name;

use crate::Words;

/// The names of the players, in seat order, and of the chains.
#[derive(Clone, Debug)]
pub struct Names {
    players: Vec<String>,
    theme: Theme,
}

impl Names {
    /// The names from a record, made safe to show, with the seat if a name is missing or not unique.
    ///
    /// ```
    /// use mergemaker_engine::{Seat, Theme};
    /// use mergemaker_voice::{Language, Names, Words};
    /// let words = Words::new(Language::English);
    /// let players = ["Ann", "Ann", ""].map(String::from);
    /// let names = Names::new(&players, Theme::Hotels, &words);
    /// assert_eq!(names.player(Seat::new(0).unwrap()), "Ann (seat 0)");
    /// assert_eq!(names.player(Seat::new(2).unwrap()), "Seat 2");
    /// ```
    #[must_use]
    pub fn new(players: &[String], theme: Theme, words: &Words) -> Names {
        let shown = |(index, name): (usize, &String)| {
            let shown = display_name(name.trim());
            let args = [("seat", index.into()), ("name", shown.as_str().into())];
            match players.iter().filter(|other| *other == name).count() {
                _ if shown.is_empty() => words.fill("seat", &args[..1]),
                1 => shown,
                _ => words.fill("name-and-seat", &args),
            }
        };
        Names { players: players.iter().enumerate().map(shown).collect(), theme }
    }

    /// Names that are already safe to show.
    #[must_use]
    pub const fn ready(players: Vec<String>, theme: Theme) -> Names {
        Names { players, theme }
    }

    /// The same names with "You" for one of the players.
    ///
    /// ```
    /// use mergemaker_engine::{Seat, Theme};
    /// use mergemaker_voice::{Language, Names};
    /// let names = Names::ready(vec!["Ann".into()], Theme::Hotels);
    /// let me = Seat::new(0).unwrap();
    /// assert_eq!(names.addressing(me, Language::German).player(me), "Du");
    /// ```
    #[must_use]
    pub fn addressing(mut self, reader: Seat, language: crate::Language) -> Names {
        if let Some(name) = self.players.get_mut(reader.index()) {
            language.you().clone_into(name);
        }
        self
    }

    /// The name of a player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &str {
        self.players.get(seat.index()).map_or("", String::as_str)
    }

    /// The name of a chain.
    #[must_use]
    pub const fn chain(&self, chain: Chain) -> &'static str {
        self.theme.face(chain).name
    }
}
