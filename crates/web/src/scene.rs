//! A scene: a game as shown to one viewer, whether it is played in the page or at a table of the server. The
//! whole game screen is drawn from it.

use mergemaker_bots::Level;
use mergemaker_engine::{
    Action, Award, Chain, ChainSet, Event, Holder, Money, Payout, Phase, Place, Preview, Seat, SeenEvent,
    Situation, Theme, Tile, View,
};
use mergemaker_protocol::Clocks;
use mergemaker_record::{Effect, LogEntry};
use mergemaker_voice::{Names, Narrator};
use serde::{Deserialize, Serialize};

use crate::headquarters::Headquarters;
use crate::memory::Memory;
use crate::words::{Language, Words};

/// A game as shown to one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// What the viewer may know.
    pub view: View,
    /// The headquarters of the chains.
    pub headquarters: Headquarters,
    /// The log.
    pub entries: Vec<LogEntry>,
    /// The players, in seat order.
    pub players: Vec<Player>,
    /// The number of the last decision.
    pub number: u64,
    /// The players' clocks.
    pub clocks: Clocks,
    /// Whether the viewer may take back their last decision.
    pub can_take_back: bool,
    /// What the page remembers with hidden holdings. None if nothing is hidden, as in a review.
    pub memory: Option<Memory>,
    /// Whether several people share the screen.
    pub is_shared: bool,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// Whether it is a person or a bot.
    #[serde(rename = "sitter")]
    pub kind: PlayerKind,
}

/// What kind of player it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person.
    Person,
    /// A bot.
    Bot {
        /// Its level.
        level: Level,
    },
}

impl Player {
    /// A person.
    #[must_use]
    pub fn person(name: &str) -> Player {
        Player { name: name.to_owned(), kind: PlayerKind::Person }
    }

    /// A bot with a number in its name, such as `Novice 2`.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// assert_eq!(mergemaker_web::scene::Player::numbered_bot(Level::Novice, 2).name, "Novice 2");
    /// ```
    #[must_use]
    pub fn numbered_bot(level: Level, number: usize) -> Player {
        let mut letters = level.id().chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        let name: String = first.into_iter().chain(letters).collect();
        Player { name: format!("{name} {number}"), ..Player::bot(level) }
    }

    /// The name in a language: a person without a name is "you", and a bot named after its level has the
    /// level's translated name.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_web::scene::Player;
    /// use mergemaker_web::words::{Language, page};
    /// assert_eq!(Player::numbered_bot(Level::Novice, 2).name_in(&page(Language::German)), "Neuling 2");
    /// ```
    #[must_use]
    pub fn name_in(&self, words: &Words) -> String {
        match self.kind {
            PlayerKind::Person if Language::ALL.iter().any(|language| language.you() == self.name) => {
                words.language().you().to_owned()
            }
            PlayerKind::Person => self.name.clone(),
            PlayerKind::Bot { level } => {
                let number = self.name.rsplit_once(' ').and_then(|(_, number)| number.parse().ok());
                let number = number.filter(|&number| Player::numbered_bot(level, number).name == self.name);
                number.map_or(self.name.clone(), |number| format!("{} {number}", words.level(level.id())))
            }
        }
    }

    /// A bot, named after its level.
    #[must_use]
    pub fn bot(level: Level) -> Player {
        Player { name: level.id().to_owned(), kind: PlayerKind::Bot { level } }
    }
}

/// What placing a tile would do. It decides the tile's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It would touch no other tile.
    Alone,
    /// It would grow a chain.
    Grow(Chain),
    /// It would found a chain.
    Found,
    /// It would merge chains.
    Merge,
    /// It cannot be placed now: it would found an eighth chain.
    NotNow,
    /// It can never be placed: it would merge safe chains.
    Never,
}

impl Outlook {
    /// Its name in styles and the ids of texts.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Outlook::Alone => "alone",
            Outlook::Grow(_) => "grow",
            Outlook::Found => "found",
            Outlook::Merge => "merge",
            Outlook::NotNow => "not-now",
            Outlook::Never => "never",
        }
    }

    /// Whether the tile can be placed now.
    #[must_use]
    pub const fn is_playable(self) -> bool {
        !matches!(self, Outlook::NotNow | Outlook::Never)
    }
}

/// A player's holdings, as far as the viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The player.
    pub seat: Seat,
    /// The cash.
    pub cash: Option<Money>,
    /// The number of shares of each chain, and the rank they hold.
    pub shares: Vec<(Chain, Option<u8>, Option<u8>)>,
    /// Cash and shares at their price, without bonuses.
    pub worth: Option<Money>,
}

impl Scene {
    /// The viewer's seat.
    #[must_use]
    pub fn me(&self) -> Option<Seat> {
        self.view.viewer()
    }

    /// The narrator of this game.
    #[must_use]
    pub fn narrator<'a>(&self, words: &'a Words, theme: Theme) -> Narrator<'a> {
        let players = self.players.iter().map(|player| player.name.clone()).collect();
        Narrator {
            words,
            names: Names::ready(players, theme),
            bonuses: self.view.rules().options().bonuses,
            hides: self.hides_holdings(),
        }
    }

    /// The scene with players named in a language, as by [`Player::name_in`].
    #[must_use]
    pub fn localized(mut self, words: &Words) -> Scene {
        for player in &mut self.players {
            player.name = player.name_in(words);
        }
        self
    }

    /// The scene with only bots named in a language.
    #[must_use]
    pub fn with_bots_localized(mut self, words: &Words) -> Scene {
        for player in self.players.iter_mut().filter(|player| player.kind != PlayerKind::Person) {
            player.name = player.name_in(words);
        }
        self
    }

    /// Whether the viewer is to act.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.me().is_some() && self.view.to_act() == self.me()
    }

    /// What the viewer is to decide, if anything.
    #[must_use]
    pub fn asked(&self) -> Option<Phase> {
        self.is_my_turn().then(|| self.view.phase())
    }

    /// The viewer's tiles in board order, with what each would do.
    #[must_use]
    pub fn hand(&self) -> Vec<(Tile, Outlook)> {
        let mut tiles: Vec<Tile> = self.view.hand().map(|hand| hand.iter().collect()).unwrap_or_default();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        tiles.into_iter().map(|tile| (tile, self.outlook(tile))).collect()
    }

    /// What placing a tile would do.
    #[must_use]
    pub fn outlook(&self, tile: Tile) -> Outlook {
        match self.view.preview(&Action::Place { tile }) {
            Preview::Founds { .. } => Outlook::Found,
            Preview::Grows { chain, .. } => Outlook::Grow(chain),
            Preview::Merges { .. } => Outlook::Merge,
            Preview::EighthChain => Outlook::NotNow,
            Preview::Dead => Outlook::Never,
            _ => Outlook::Alone,
        }
    }

    /// The tiles out of play, in board order.
    #[must_use]
    pub fn out_of_play(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.view.set_aside().iter().collect();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        tiles
    }

    /// The tile that founds a chain still to be chosen.
    #[must_use]
    pub fn founding_tile(&self) -> Option<Tile> {
        match self.view.position().situation {
            Situation::Found { tile } => Some(tile),
            _ => None,
        }
    }

    /// The last tile placed.
    #[must_use]
    pub fn last_tile(&self) -> Option<Tile> {
        self.entries.iter().rev().find_map(|entry| match &entry.event {
            SeenEvent::Whole(Event::Place { tile, .. }) => Some(*tile),
            // A start tile with an effect (S4).
            SeenEvent::Whole(Event::StartTile { tile, .. }) if entry.effect != Effect::Nothing => Some(*tile),
            _ => None,
        })
    }

    /// The bonuses paid for the chain being dissolved.
    #[must_use]
    pub fn payout(&self) -> Option<&Payout> {
        let defunct = self.view.defunct()?;
        self.entries.iter().rev().flat_map(|entry| &entry.payouts).find(|payout| payout.chain == defunct)
    }

    /// The chains to choose from: to found, to survive, or to dissolve next.
    #[must_use]
    pub fn choices(&self) -> ChainSet {
        let mut chains = ChainSet::EMPTY;
        for action in &self.view.legal_actions() {
            if let Action::Found { chain, .. } | Action::Survivor { chain } | Action::Defunct { chain } =
                action
            {
                chains.insert(*chain);
            }
        }
        chains
    }

    /// Everybody's holdings.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let view = &self.view;
        let standing = |seat: Seat| {
            let shares = Chain::ALL
                .into_iter()
                .map(|chain| (chain, view.shares_of(seat, chain), self.place(seat, chain)));
            let worth = view.cash(seat).zip(view.shares(seat)).map(|(cash, shares)| {
                shares.iter().fold(cash, |sum, (chain, count)| sum + view.price(chain) * count)
            });
            Standing { seat, cash: view.cash(seat), shares: shares.collect(), worth }
        };
        view.seats().map(standing).collect()
    }

    /// A player's rank among the holders of an active chain: 1 for the majority.
    fn place(&self, seat: Seat, chain: Chain) -> Option<u8> {
        let view = &self.view;
        if self.hides_holdings() || !view.active().contains(chain) {
            return None;
        }
        let shares: Option<Vec<u8>> = view.seats().map(|other| view.shares_of(other, chain)).collect();
        award(view, chain, &shares?, seat).map(|(place, _)| place)
    }
}

/// A player's rank and bonus if the players held these shares of a chain.
pub(crate) fn award(view: &View, chain: Chain, shares: &[u8], seat: Seat) -> Option<(u8, Money)> {
    let payout = Payout::new(view.rules().options().bonuses, chain, view.size(chain), shares, None);
    let is_own = |award: &&Award| award.holder == Holder::Player(seat) && award.pool > Money::ZERO;
    let award = payout.awards.iter().find(is_own)?;
    match award.place {
        Place::Sole => Some((1, award.amount)),
        Place::Ranked { from, .. } => Some((from, award.amount)),
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Preset, Rules};
    use mergemaker_record::Seed;

    use super::*;
    use crate::local::{LocalGame, Setup};
    use crate::words::page;

    /// People without a name and bots named after their level are named in the language. Other names stay.
    #[test]
    fn names_are_localized() {
        let own = Player { name: "Deep Thought".to_owned(), ..Player::bot(Level::Steady) };
        let players = vec![Player::person("You"), Player::numbered_bot(Level::Novice, 2), own];
        let seed = Seed::for_simulation(1, 1);
        let setup = Setup { rules: Rules::of(Preset::Renegade), players, seed, hints: false };
        let scene = LocalGame::new(setup).unwrap().scene(None);
        for (language, expect) in [
            (Language::English, ["You", "Novice 2", "Deep Thought"]),
            (Language::German, ["Du", "Neuling 2", "Deep Thought"]),
            (Language::French, ["Vous", "Débutant 2", "Deep Thought"]),
        ] {
            let localized = scene.clone().localized(&page(language));
            let names: Vec<&str> = localized.players.iter().map(|player| player.name.as_str()).collect();
            assert_eq!(names, expect);
        }
    }
}
