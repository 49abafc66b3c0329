//! The narrator, which turns data into sentences, and the parts all sentences share.

use mergemaker_engine::{Bonuses, Bundle, Chain, Money, Seat, Tile};

use crate::{Names, Words, money};

/// Writes sentences about one game in one language. It addresses the player whose name is
/// [`Language::you`](crate::Language::you), the reader, and uses the third person for everyone else.
pub struct Narrator<'a> {
    /// The language.
    pub words: &'a Words,
    /// The names of players and chains.
    pub names: Names,
    /// The kind of bonuses.
    pub bonuses: Bonuses,
    /// Whether others' holdings are hidden, in which case reasons do not mention them.
    pub hides: bool,
}

impl<'a> Narrator<'a> {
    /// A narrator of a game with classic bonuses and open holdings.
    ///
    /// ```
    /// use mergemaker_engine::{Bonuses, Theme};
    /// use mergemaker_voice::{Language, Names, Narrator, Words};
    /// let words = Words::new(Language::English);
    /// let narrator = Narrator::new(&words, Names::ready(vec![], Theme::Hotels));
    /// assert_eq!((narrator.bonuses, narrator.hides), (Bonuses::Classic, false));
    /// ```
    #[must_use]
    pub const fn new(words: &'a Words, names: Names) -> Narrator<'a> {
        Narrator { words, names, bonuses: Bonuses::Classic, hides: false }
    }

    /// The name of a player, for the start of a sentence.
    #[must_use]
    pub fn player(&self, seat: Seat) -> String {
        self.names.player(seat).to_owned()
    }

    /// The name of a chain.
    #[must_use]
    pub fn chain(&self, chain: Chain) -> &'static str {
        self.names.chain(chain)
    }

    /// Tiles as a list.
    #[must_use]
    pub fn tiles(&self, tiles: impl IntoIterator<Item = Tile>) -> String {
        let tiles: Vec<String> = tiles.into_iter().map(|tile| tile.to_string()).collect();
        if tiles.is_empty() { self.words.say("nothing") } else { self.words.list(&tiles) }
    }

    /// Chains as a list.
    pub(crate) fn chains(&self, chains: impl IntoIterator<Item = Chain>) -> String {
        let names: Vec<String> = chains.into_iter().map(|chain| self.chain(chain).to_owned()).collect();
        self.words.list(&names)
    }

    /// Money and shares: `$500 and 2 Tower`.
    #[must_use]
    pub fn bundle(&self, bundle: &Bundle) -> String {
        let cash = (bundle.cash > Money::ZERO).then(|| money(bundle.cash));
        let shares = bundle.shares.iter().map(|(chain, count)| format!("{count} {}", self.chain(chain)));
        let parts: Vec<String> = cash.into_iter().chain(shares).collect();
        if parts.is_empty() { self.words.say("nothing") } else { self.words.list(&parts) }
    }
}
