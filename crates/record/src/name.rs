//! Names: those of players, which anybody may have written, and other small words of messages and transcripts.

use mergemaker_engine::{Chain, Seat, Theme, Tile};

/// A name as it may be shown: what could steer a terminal or turn the line around is replaced.
///
/// A record keeps a name as it was given. Whatever shows one shows it through this.
///
/// ```
/// use mergemaker_record::display_name;
/// assert_eq!(display_name("Ann\u{1b}[31m"), "Ann\u{fffd}[31m");
/// ```
#[must_use]
pub fn display_name(name: &str) -> String {
    name.chars().map(|character| if is_unsafe(character) { '\u{fffd}' } else { character }).collect()
}

/// Control characters, and those that change the direction or the breaking of lines.
fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

/// What players and chains are called in text.
///
/// ```
/// use mergemaker_engine::{Chain, Seat, Theme};
/// use mergemaker_record::Names;
/// let players = ["Ann", "Bob"].map(String::from);
/// let names = Names::new(&players, Theme::Corporations);
/// assert_eq!((names.player(Seat::new(1).unwrap()), names.chain(Chain::Tower)), ("Bob".into(), "Zeta"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    players: &'a [String],
    theme: Theme,
}

impl<'a> Names<'a> {
    /// The players' names in seat order, and those of a theme for the chains.
    ///
    /// ```
    /// use mergemaker_engine::{Seat, Theme};
    /// use mergemaker_record::Names;
    /// assert_eq!(Names::new(&[], Theme::Hotels).player(Seat::new(1).unwrap()), "seat 1");
    /// ```
    #[must_use]
    pub const fn new(players: &'a [String], theme: Theme) -> Names<'a> {
        Names { players, theme }
    }

    /// What a player is called: their name, safe to show, with the seat where the name alone would not
    /// do.
    ///
    /// ```
    /// use mergemaker_engine::{Seat, Theme};
    /// use mergemaker_record::Names;
    /// let twins = ["Ann", "Ann"].map(String::from);
    /// assert_eq!(Names::new(&twins, Theme::Hotels).player(Seat::new(0).unwrap()), "Ann (seat 0)");
    /// ```
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        let Some(name) = self.players.get(seat.index()) else {
            return format!("seat {seat}");
        };
        let shown = display_name(name.trim());
        match self.players.iter().filter(|other| *other == name).count() {
            _ if shown.is_empty() => format!("seat {seat}"),
            1 => shown,
            _ => format!("{shown} (seat {seat})"),
        }
    }

    /// Whether a player has a name.
    ///
    /// ```
    /// use mergemaker_engine::{Seat, Theme};
    /// use mergemaker_record::Names;
    /// assert!(!Names::new(&[], Theme::Hotels).knows(Seat::new(0).unwrap()));
    /// ```
    #[must_use]
    pub fn knows(&self, seat: Seat) -> bool {
        self.players.get(seat.index()).is_some_and(|name| !name.trim().is_empty())
    }

    /// What a chain is called.
    ///
    /// ```
    /// use mergemaker_engine::{Chain, Theme};
    /// use mergemaker_record::Names;
    /// assert_eq!(Names::new(&[], Theme::Hotels).chain(Chain::Luxor), "Luxor");
    /// ```
    #[must_use]
    pub const fn chain(&self, chain: Chain) -> &'static str {
        self.theme.face(chain).name
    }
}

/// `a`, `a and b`, `a, b and c`.
///
/// ```
/// assert_eq!(mergemaker_record::and_list(&["a".into(), "b".into(), "c".into()]), "a, b and c");
/// ```
#[must_use]
pub fn and_list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// `1 tile`, `2 tiles`.
///
/// ```
/// assert_eq!(mergemaker_record::plural(2, "tile"), "2 tiles");
/// ```
#[must_use]
pub fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Tiles by name, in the order given.
pub(crate) fn tile_list(tiles: impl IntoIterator<Item = Tile>) -> String {
    let names: Vec<String> = tiles.into_iter().map(|tile| tile.to_string()).collect();
    if names.is_empty() { "nothing".to_string() } else { names.join(" ") }
}

/// A message made of parts of the input: one line, not too long, safe to show.
pub(crate) fn plain_line(message: &str) -> String {
    const MOST: usize = 300;
    let line = display_name(message);
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
