//! A scene: a game as the page shows it to one viewer, whether it is played in the page or at a table of the
//! server. Everything on the game screen is drawn from one.

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

/// A game for one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// What the viewer may know.
    pub view: View,
    /// Where the headquarters stand.
    pub headquarters: Headquarters,
    /// What has happened.
    pub entries: Vec<LogEntry>,
    /// Everybody, in seat order.
    pub players: Vec<Player>,
    /// The number of the last decision.
    pub number: u64,
    /// The players' time.
    pub clocks: Clocks,
    /// Whether the viewer may take back their last decision.
    pub can_take_back: bool,
    /// What the page remembers where holdings are hidden; none where nothing has to be remembered, as in a game looked
    /// at afterwards.
    pub memory: Option<Memory>,
    /// Whether several people look at it on one screen.
    pub is_shared: bool,
}

/// One who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// What sits there.
    pub sitter: Sitter,
}

/// What sits in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Sitter {
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
        Player { name: name.to_owned(), sitter: Sitter::Person }
    }

    /// A bot, told apart from the others by a number: `Novice 2`.
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

    /// The name in a language: whoever gave none is addressed in it, and a bot that is named after its level has the
    /// level's name.
    ///
    /// ```
    /// use mergemaker_bots::Level;
    /// use mergemaker_web::scene::Player;
    /// use mergemaker_web::words::{Language, page};
    /// assert_eq!(Player::numbered_bot(Level::Novice, 2).told_in(&page(Language::German)), "Neuling 2");
    /// ```
    #[must_use]
    pub fn told_in(&self, words: &Words) -> String {
        match self.sitter {
            Sitter::Person if Language::ALL.iter().any(|language| language.you() == self.name) => {
                words.language().you().to_owned()
            }
            Sitter::Person => self.name.clone(),
            Sitter::Bot { level } => {
                let number = self.name.rsplit_once(' ').and_then(|(_, number)| number.parse().ok());
                let number = number.filter(|&number| Player::numbered_bot(level, number).name == self.name);
                number.map_or(self.name.clone(), |number| format!("{} {number}", words.level(level.id())))
            }
        }
    }

    /// A bot, named after its level.
    #[must_use]
    pub fn bot(level: Level) -> Player {
        Player { name: level.id().to_owned(), sitter: Sitter::Bot { level } }
    }
}

/// What a tile of the hand would do: it is coloured by this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// It would lie alone.
    Alone,
    /// It would join a chain.
    Grow(Chain),
    /// It would found a chain.
    Found,
    /// It would merge chains.
    Merge,
    /// It cannot be played now: it would found an eighth chain.
    NotNow,
    /// It can never be played: it would merge safe chains.
    Never,
}

impl Outlook {
    /// Its name in styles and words.
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

    /// Whether the tile can be played now.
    #[must_use]
    pub const fn is_playable(self) -> bool {
        !matches!(self, Outlook::NotNow | Outlook::Never)
    }
}

/// What a player holds, as far as the viewer may know.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// Who.
    pub seat: Seat,
    /// The cash.
    pub cash: Option<Money>,
    /// Shares of each chain, and the places they hold.
    pub shares: Vec<(Chain, Option<u8>, Option<u8>)>,
    /// Cash and shares at their price; bonuses are not in it.
    pub worth: Option<Money>,
}

impl Scene {
    /// The place the page is looked at from.
    #[must_use]
    pub fn me(&self) -> Option<Seat> {
        self.view.viewer()
    }

    /// Who writes the sentences about this game.
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

    /// The same scene in the words of a language: a person who gave no name is addressed in it, and bots have the
    /// names of their levels.
    #[must_use]
    pub fn told_in(mut self, words: &Words) -> Scene {
        for player in &mut self.players {
            player.name = player.told_in(words);
        }
        self
    }

    /// The same scene with the bots that are named after their level named in a language.
    #[must_use]
    pub fn with_bots_told_in(mut self, words: &Words) -> Scene {
        for player in self.players.iter_mut().filter(|player| player.sitter != Sitter::Person) {
            player.name = player.told_in(words);
        }
        self
    }

    /// Whether the viewer is to decide.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.me().is_some() && self.view.to_act() == self.me()
    }

    /// What the viewer is to decide, if anything.
    #[must_use]
    pub fn asked(&self) -> Option<Phase> {
        self.is_my_turn().then(|| self.view.phase())
    }

    /// The viewer's tiles in board order, and what each would do.
    #[must_use]
    pub fn hand(&self) -> Vec<(Tile, Outlook)> {
        let mut tiles: Vec<Tile> = self.view.hand().map(|hand| hand.iter().collect()).unwrap_or_default();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        tiles.into_iter().map(|tile| (tile, self.outlook(tile))).collect()
    }

    /// What a tile would do.
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

    /// The tiles that are out of play, in board order.
    #[must_use]
    pub fn out_of_play(&self) -> Vec<Tile> {
        let mut tiles: Vec<Tile> = self.view.set_aside().iter().collect();
        tiles.sort_by_key(|tile| (tile.column(), tile.row()));
        tiles
    }

    /// The tile that founds the chain which is still to be chosen.
    #[must_use]
    pub fn founding_tile(&self) -> Option<Tile> {
        match self.view.position().situation {
            Situation::Found { tile } => Some(tile),
            _ => None,
        }
    }

    /// The tile placed last.
    #[must_use]
    pub fn last_tile(&self) -> Option<Tile> {
        self.entries.iter().rev().find_map(|entry| match &entry.event {
            SeenEvent::Whole(Event::Place { tile, .. }) => Some(*tile),
            // A start tile that did something beyond lying there (S4).
            SeenEvent::Whole(Event::StartTile { tile, .. }) if entry.effect != Effect::Nothing => Some(*tile),
            _ => None,
        })
    }

    /// The bonuses paid for the chain that is being dissolved.
    #[must_use]
    pub fn payout(&self) -> Option<&Payout> {
        let defunct = self.view.defunct()?;
        self.entries.iter().rev().flat_map(|entry| &entry.payouts).find(|payout| payout.chain == defunct)
    }

    /// The chains a choice is to be made of: to found, to survive, to be dissolved next.
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

    /// What everybody holds.
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

    /// The place a player has among the holders of an active chain: 1 for the majority.
    fn place(&self, seat: Seat, chain: Chain) -> Option<u8> {
        let view = &self.view;
        if self.hides_holdings() || !view.active().contains(chain) {
            return None;
        }
        let shares: Option<Vec<u8>> = view.seats().map(|other| view.shares_of(other, chain)).collect();
        award(view, chain, &shares?, seat).map(|(place, _)| place)
    }
}

/// The place a player would have among holders of so many shares of a chain, and the bonus that comes with it.
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

    /// Whoever gave no name and bots named after their level are told in the language; other names stay.
    #[test]
    fn names_are_told_in_the_language() {
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
            let told = scene.clone().told_in(&page(language));
            let names: Vec<&str> = told.players.iter().map(|player| player.name.as_str()).collect();
            assert_eq!(names, expect);
        }
    }
}
