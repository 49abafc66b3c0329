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
pub enum Step {
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

impl Step {
    /// The reader's steps, in order.
    pub const ALL: [Step; 9] = [
        Step::Place,
        Step::Found,
        Step::Buy,
        Step::Grow,
        Step::BuyMore,
        Step::Merge,
        Step::Dispose,
        Step::BuyLast,
        Step::Declare,
    ];

    /// Its name in the ids of texts.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::guide::Step::BuyMore.id(), "buy-more");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Step::Place => "place",
            Step::Found => "found",
            Step::Buy => "buy",
            Step::Grow => "grow",
            Step::BuyMore => "buy-more",
            Step::Merge => "merge",
            Step::Dispose => "dispose",
            Step::BuyLast => "buy-last",
            Step::Declare => "declare",
            Step::Watch => "watch",
            Step::Over => "over",
        }
    }

    /// The CSS selector of what to point at.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::Step;
    /// assert_eq!(Step::Declare.points_to(), "#declare");
    /// ```
    #[must_use]
    pub fn points_to(self) -> String {
        match self {
            Step::Place | Step::Grow | Step::Merge => {
                let tile = self.tile().map(|tile| tile.to_string()).unwrap_or_default();
                format!(".hand [data-tile='{tile}'], .board [data-tile='{tile}']")
            }
            Step::Found | Step::Dispose | Step::BuyLast => ".ask".to_owned(),
            Step::Buy | Step::BuyMore => ".ask .chip:not(.american)".to_owned(),
            Step::Declare => "#declare".to_owned(),
            Step::Watch => ".told".to_owned(),
            Step::Over => ".payout".to_owned(),
        }
    }

    /// The tile to place.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::Step;
    /// assert_eq!(Step::Merge.tile().map(|tile| tile.to_string()), Some("6D".to_owned()));
    /// ```
    #[must_use]
    pub fn tile(self) -> Option<Tile> {
        let turn = match self {
            Step::Place => 0,
            Step::Grow => 1,
            Step::Merge => 2,
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
    /// use mergemaker_web::learn::guide::{Guide, Step};
    /// assert_eq!(Guide::new("you").step(), Step::Place);
    /// ```
    #[must_use]
    pub fn new(reader: &str) -> Guide {
        Guide { sandbox: Sandbox::prepared(POSITION, &DRAWS, reader), own: None }
    }

    /// Restores a saved game, or starts again if it cannot be read.
    ///
    /// ```
    /// use mergemaker_web::learn::guide::{Guide, Step};
    /// assert_eq!(Guide::read("no game", "you").step(), Step::Place);
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
    /// use mergemaker_web::learn::guide::{Guide, Step};
    /// assert_ne!(Guide::new("you").step(), Step::Over);
    /// ```
    #[must_use]
    pub fn step(&self) -> Step {
        let game = self.sandbox.game();
        let is_held =
            |name: &str| name.parse().is_ok_and(|tile| game.hand(READER).iter().any(|held| held == tile));
        let left = TILES.into_iter().filter(|name| is_held(name)).count();
        match (game.phase(), left) {
            (Phase::Over, _) => Step::Over,
            _ if self.sandbox.waits_for_other() => Step::Watch,
            (Phase::Tile, 3) => Step::Place,
            (Phase::Tile, 2) => Step::Grow,
            (Phase::Tile, _) => Step::Merge,
            (Phase::Found, _) => Step::Found,
            (Phase::Buy, 2) => Step::Buy,
            (Phase::Buy, 1) => Step::BuyMore,
            (Phase::Buy, _) => Step::BuyLast,
            (Phase::Dispose | Phase::Survivor | Phase::Defunct, _) => Step::Dispose,
            (Phase::Close, _) => Step::Declare,
            (Phase::Answer | Phase::Exchange | Phase::Between, _) => Step::Watch,
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
            (step @ (Step::Place | Step::Grow | Step::Merge), Action::Place { tile }) => {
                step.tile() == Some(tile)
            }
            (Step::Buy | Step::BuyMore, Action::Buy { shares }) => {
                self.own.is_some_and(|own| shares[own] == 3)
            }
            // Shares held would be worthless, since the game ends this turn.
            (Step::Dispose, Action::Dispose { sell, trade }) => {
                game.defunct().is_some_and(|chain| sell + trade == game.shares(READER)[chain])
            }
            // The reader is free to choose the chain and the last purchase.
            (Step::Found, Action::Found { .. })
            | (Step::BuyLast, Action::Buy { .. })
            | (Step::BuyLast | Step::Declare, Action::DeclareEnd) => true,
            _ => false,
        }
    }

    /// Makes a decision of the reader, or returns the current step if the guide does not accept it.
    ///
    /// ```
    /// use mergemaker_engine::Action;
    /// use mergemaker_web::learn::guide::{Guide, Step};
    /// let mut guide = Guide::new("you");
    /// assert_eq!(guide.decide(&Action::Place { tile: "1A".parse()? }), Err(Step::Place));
    /// assert_eq!(guide.decide(&Action::Place { tile: "4D".parse()? }), Ok(()));
    /// assert_eq!(guide.step(), Step::Found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&mut self, action: &Action) -> Result<(), Step> {
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
    fn play(seed: u64) -> (Guide, Vec<Step>) {
        let (mut guide, mut lcg, mut steps) = (Guide::new("you"), Lcg(seed), Vec::new());
        while guide.step() != Step::Over {
            if guide.step() == Step::Watch {
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
            let wanted: Vec<Step> =
                Step::ALL.into_iter().filter(|step| *step != Step::Declare || steps.contains(step)).collect();
            assert_eq!(steps, wanted, "seed {seed}");
            assert!(guide.sandbox().game().outcome().is_some());
        }
    }

    /// A reader who trades as many shares as possible, as the guide says, wins with any chain.
    #[test]
    fn following_the_guide_wins() {
        for chain in Chain::ALL.into_iter().filter(|&chain| chain != Guide::LARGE) {
            let mut guide = Guide::new("you");
            while guide.step() != Step::Over {
                let game = guide.sandbox().game();
                let action = match guide.step() {
                    Step::Watch => {
                        guide.let_other_decide();
                        continue;
                    }
                    Step::Found => Action::Found { chain, at: None },
                    Step::Dispose => {
                        let held = game.shares(READER)[chain];
                        Action::Dispose { sell: held % 2, trade: held - held % 2 }
                    }
                    Step::BuyLast => Action::Buy { shares: mergemaker_engine::Shares::of(Guide::LARGE, 3) },
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
            for step in Step::ALL {
                for id in [format!("first-{}", step.id()), format!("first-{}-otherwise", step.id())] {
                    assert_ne!(words.say(&id), id, "{:?}", words.language());
                }
            }
        }
    }
}
