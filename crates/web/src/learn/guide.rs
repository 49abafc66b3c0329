//! The guided first game: a real game from a prepared position, with a guide that says what to do next.

use mergemaker_engine::{Action, Chain, Phase, Tile};

use super::sandbox::{READER, Sandbox};

/// American is a chain of seven, and the reader holds the tiles to found, grow and merge a chain.
const POSITION: &str = "12/12/7AA3/2o3AAAA2/4o2A4/12/1o10/10o1/12 \
    5000:A3:4D,5D,6D,1A,12F,7H;4200:A3:10C,9E,12A,4I,12I,1E;4600:A2:11D,7C,9B,6A,9I,5H 0:tile classic";
/// The draws, chosen to let nobody found or merge a chain before the reader.
const DRAWS: [&str; 9] = ["10G", "2I", "12D", "6G", "1C", "3A", "12C", "7I", "3H"];

/// The tiles for the three turns.
const TILES: [&str; 3] = ["4D", "5D", "6D"];

/// A step of the guided game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuideStep {
    /// Place the tile that founds a chain.
    Place,
    /// Choose the chain.
    Found,
    /// Buy shares of it.
    Buy,
    /// Place the tile that grows it.
    Grow,
    /// Buy more.
    BuyMore,
    /// Place the tile that merges it into the large chain.
    Merge,
    /// Dispose of the shares.
    Dispose,
    /// Buy the last shares.
    BuyLast,
    /// Declare the end.
    Declare,
    /// Watch the others play.
    Watch,
    /// The game is over.
    Over,
}

impl GuideStep {
    /// The reader's steps, in order.
    pub const ALL: [GuideStep; 9] = [
        GuideStep::Place,
        GuideStep::Found,
        GuideStep::Buy,
        GuideStep::Grow,
        GuideStep::BuyMore,
        GuideStep::Merge,
        GuideStep::Dispose,
        GuideStep::BuyLast,
        GuideStep::Declare,
    ];

    /// Its name in the ids of texts.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::guide::GuideStep::BuyMore.id(), "buy-more");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            GuideStep::Place => "place",
            GuideStep::Found => "found",
            GuideStep::Buy => "buy",
            GuideStep::Grow => "grow",
            GuideStep::BuyMore => "buy-more",
            GuideStep::Merge => "merge",
            GuideStep::Dispose => "dispose",
            GuideStep::BuyLast => "buy-last",
            GuideStep::Declare => "declare",
            GuideStep::Watch => "watch",
            GuideStep::Over => "over",
        }
    }

    /// The CSS selector of what to point at.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::GuideStep;
    /// assert_eq!(GuideStep::Declare.points_to(), "#declare");
    /// ```
    #[must_use]
    pub fn points_to(self) -> String {
        match self {
            GuideStep::Place | GuideStep::Grow | GuideStep::Merge => {
                let tile = self.tile().map(|tile| tile.to_string()).unwrap_or_default();
                format!(".hand [data-tile='{tile}'], .board [data-tile='{tile}']")
            }
            GuideStep::Found | GuideStep::Dispose | GuideStep::BuyLast => ".ask".to_owned(),
            GuideStep::Buy | GuideStep::BuyMore => ".ask .chip:not(.american)".to_owned(),
            GuideStep::Declare => "#declare".to_owned(),
            GuideStep::Watch => ".told".to_owned(),
            GuideStep::Over => ".payout".to_owned(),
        }
    }

    /// The tile to place.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::GuideStep;
    /// assert_eq!(GuideStep::Merge.tile().map(|tile| tile.to_string()), Some("6D".to_owned()));
    /// ```
    #[must_use]
    pub fn tile(self) -> Option<Tile> {
        let turn = match self {
            GuideStep::Place => 0,
            GuideStep::Grow => 1,
            GuideStep::Merge => 2,
            _ => return None,
        };
        TILES[turn].parse().ok()
    }
}

/// The guided game.
#[derive(Clone)]
pub struct Guide {
    sandbox: Sandbox,
    own: Option<Chain>,
}

impl Guide {
    /// The large chain of the game.
    pub const LARGE: Chain = Chain::American;

    /// Starts the game.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::{Guide, GuideStep};
    /// assert_eq!(Guide::new("you").step(), GuideStep::Place);
    /// ```
    #[must_use]
    pub fn new(reader: &str) -> Guide {
        Guide { sandbox: Sandbox::prepared(POSITION, &DRAWS, reader), own: None }
    }

    /// Restores a saved game, or starts again if it cannot be read.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::{Guide, GuideStep};
    /// assert_eq!(Guide::read("no game", "you").step(), GuideStep::Place);
    /// ```
    #[must_use]
    pub fn read(text: &str, reader: &str) -> Guide {
        let decisions: Vec<Action> = serde_json::from_str(text).unwrap_or_default();
        let mut guide = Guide::new(reader);
        for action in &decisions {
            if guide.sandbox.waits_for_other() {
                if guide.sandbox.decide(action).is_err() {
                    return Guide::new(reader);
                }
            } else if guide.decide(action).is_err() {
                return Guide::new(reader);
            }
        }
        guide
    }

    /// Serializes the game for saving.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::Guide;
    /// assert_eq!(Guide::new("you").to_text(), "[]");
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self.sandbox.decisions()).unwrap_or_default()
    }

    /// The current step.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::{Guide, GuideStep};
    /// assert_ne!(Guide::new("you").step(), GuideStep::Over);
    /// ```
    #[must_use]
    pub fn step(&self) -> GuideStep {
        let game = self.sandbox.game();
        let is_held =
            |name: &str| name.parse().is_ok_and(|tile| game.hand(READER).iter().any(|held| held == tile));
        let left = TILES.into_iter().filter(|name| is_held(name)).count();
        match (game.phase(), left) {
            (Phase::Over, _) => GuideStep::Over,
            _ if self.sandbox.waits_for_other() => GuideStep::Watch,
            (Phase::Tile, 3) => GuideStep::Place,
            (Phase::Tile, 2) => GuideStep::Grow,
            (Phase::Tile, _) => GuideStep::Merge,
            (Phase::Found, _) => GuideStep::Found,
            (Phase::Buy, 2) => GuideStep::Buy,
            (Phase::Buy, 1) => GuideStep::BuyMore,
            (Phase::Buy, _) => GuideStep::BuyLast,
            (Phase::Dispose | Phase::Survivor | Phase::Defunct, _) => GuideStep::Dispose,
            (Phase::Close, _) => GuideStep::Declare,
            (Phase::Answer | Phase::Exchange | Phase::Between, _) => GuideStep::Watch,
        }
    }

    /// Whether the guide accepts a decision.
    ///
    /// ```
    /// use mergemaker_engine::Action;
    /// use mergemaker_web::learn::guide::Guide;
    /// let guide = Guide::new("you");
    /// assert!(guide.accepts(&Action::Place { tile: "4D".parse()? }));
    /// assert!(!guide.accepts(&Action::Place { tile: "1A".parse()? }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn accepts(&self, action: &Action) -> bool {
        let game = self.sandbox.game();
        match (self.step(), *action) {
            (step @ (GuideStep::Place | GuideStep::Grow | GuideStep::Merge), Action::Place { tile }) => {
                step.tile() == Some(tile)
            }
            (GuideStep::Buy | GuideStep::BuyMore, Action::Buy { shares }) => {
                self.own.is_some_and(|own| shares[own] == 3)
            }
            // Shares held would be worthless, since the game ends this turn.
            (GuideStep::Dispose, Action::Dispose { sell, trade }) => {
                game.defunct().is_some_and(|chain| sell + trade == game.shares(READER)[chain])
            }
            // The reader is free to choose the chain and the last purchase.
            (GuideStep::Found, Action::Found { .. })
            | (GuideStep::BuyLast, Action::Buy { .. })
            | (GuideStep::BuyLast | GuideStep::Declare, Action::DeclareEnd) => true,
            _ => false,
        }
    }

    /// Makes a decision of the reader, or returns the current step if the guide does not accept it.
    ///
    /// ```
    /// use mergemaker_engine::Action;
    /// use mergemaker_web::learn::guide::{Guide, GuideStep};
    /// let mut guide = Guide::new("you");
    /// assert_eq!(guide.decide(&Action::Place { tile: "1A".parse()? }), Err(GuideStep::Place));
    /// assert_eq!(guide.decide(&Action::Place { tile: "4D".parse()? }), Ok(()));
    /// assert_eq!(guide.step(), GuideStep::Found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&mut self, action: &Action) -> Result<(), GuideStep> {
        let step = self.step();
        if !self.accepts(action) || self.sandbox.decide(action).is_err() {
            return Err(step);
        }
        if let Action::Found { chain, .. } = *action {
            self.own = Some(chain);
        }
        Ok(())
    }

    /// The chain founded by the reader.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::guide::Guide::new("you").own(), None);
    /// ```
    #[must_use]
    pub fn own(&self) -> Option<Chain> {
        self.own
    }

    /// The game.
    ///
    /// ```
    /// assert!(mergemaker_web::learn::guide::Guide::new("you").sandbox().is_own_turn());
    /// ```
    #[must_use]
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Lets another player make their decision.
    ///
    /// ```
    /// let mut guide = mergemaker_web::learn::guide::Guide::new("you");
    /// guide.let_other_decide();
    /// assert!(guide.sandbox().decisions().is_empty(), "it is the reader's turn");
    /// ```
    pub fn let_other_decide(&mut self) {
        if self.sandbox.waits_for_other() {
            self.sandbox.let_bot_decide();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Language, page};

    struct Lcg(u64);

    impl Lcg {
        fn below(&mut self, count: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % count
        }
    }

    /// A random decision among those the guide accepts.
    fn follow(guide: &Guide, lcg: &mut Lcg) -> Action {
        let game = guide.sandbox().game();
        let asked: Vec<Action> =
            game.legal_actions().into_iter().filter(|action| guide.accepts(action)).collect();
        assert!(!asked.is_empty(), "the guide accepts nothing at {:?}", guide.step());
        asked[lcg.below(asked.len())]
    }

    /// Plays the game to its end. Tries every legal decision at each step: it is accepted or changes nothing.
    fn play(seed: u64) -> (Guide, Vec<GuideStep>) {
        let (mut guide, mut lcg, mut steps) = (Guide::new("you"), Lcg(seed), Vec::new());
        while guide.step() != GuideStep::Over {
            if guide.step() == GuideStep::Watch {
                guide.let_other_decide();
            } else {
                for action in &guide.sandbox().game().legal_actions() {
                    let mut other = guide.clone();
                    match other.decide(action) {
                        Ok(()) => assert!(guide.accepts(action)),
                        Err(step) => {
                            assert_eq!(step, guide.step());
                            assert_eq!(other.sandbox().game(), guide.sandbox().game());
                        }
                    }
                }
                let action = follow(&guide, &mut lcg);
                steps.push(guide.step());
                guide.decide(&action).unwrap();
            }
            let again = Guide::read(&guide.to_text(), "you");
            assert_eq!((again.sandbox().game(), again.own()), (guide.sandbox().game(), guide.own()));
            assert!(steps.len() < 20, "{steps:?}");
        }
        (guide, steps)
    }

    /// Whatever the reader chooses, exactly these steps follow in this order.
    #[test]
    fn it_ends_whatever_the_reader_chooses() {
        for seed in 0..60 {
            let (guide, mut steps) = play(seed);
            // Declaring the end before buying is followed by another purchase.
            steps.dedup();
            let wanted: Vec<GuideStep> = GuideStep::ALL
                .into_iter()
                .filter(|step| *step != GuideStep::Declare || steps.contains(step))
                .collect();
            assert_eq!(steps, wanted, "seed {seed}");
            assert!(guide.sandbox().game().outcome().is_some());
        }
    }

    /// A reader who trades as many shares as possible, as the guide says, wins with any chain.
    #[test]
    fn following_the_guide_wins() {
        for chain in Chain::ALL.into_iter().filter(|&chain| chain != Guide::LARGE) {
            let mut guide = Guide::new("you");
            while guide.step() != GuideStep::Over {
                let game = guide.sandbox().game();
                let action = match guide.step() {
                    GuideStep::Watch => {
                        guide.let_other_decide();
                        continue;
                    }
                    GuideStep::Found => Action::Found { chain, at: None },
                    GuideStep::Dispose => {
                        let held = game.shares(READER)[chain];
                        Action::Dispose { sell: held % 2, trade: held - held % 2 }
                    }
                    GuideStep::BuyLast => {
                        Action::Buy { shares: mergemaker_engine::Shares::of(Guide::LARGE, 3) }
                    }
                    _ => follow(&guide, &mut Lcg(1)),
                };
                assert!(game.check(READER, &action).is_ok(), "{action:?} for {chain}");
                guide.decide(&action).unwrap();
            }
            let outcome = guide.sandbox().game().outcome().unwrap();
            assert_eq!(outcome.winners.first(), Some(&READER), "{chain}: {outcome:?}");
        }
    }

    #[test]
    fn every_step_has_text_in_every_language() {
        for words in Language::ALL.map(page) {
            for step in GuideStep::ALL {
                for id in [format!("first-{}", step.id()), format!("first-{}-otherwise", step.id())] {
                    assert_ne!(words.say(&id), id, "{:?}", words.language());
                }
            }
        }
    }
}
