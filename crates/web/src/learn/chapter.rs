//! The rules in chapters, each with boards to try them on.

use super::sandbox::Sandbox;

/// A chapter of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chapter {
    /// Tiles, and what touches what.
    Tiles,
    /// How a chain is founded.
    Founding,
    /// Shares and their prices.
    Stock,
    /// Mergers and bonuses.
    Mergers,
    /// Safe chains, and tiles that cannot be played.
    Safety,
    /// How a game ends.
    End,
    /// Other ways to play.
    Variants,
}

/// A playable position of a chapter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveBoard {
    /// Its name in the ids of texts.
    pub id: &'static str,
    /// The position.
    pub position: &'static str,
    /// The next tiles to be drawn.
    draws: &'static [&'static str],
}

impl Chapter {
    /// All chapters, in reading order.
    pub const ALL: [Chapter; 7] = [
        Chapter::Tiles,
        Chapter::Founding,
        Chapter::Stock,
        Chapter::Mergers,
        Chapter::Safety,
        Chapter::End,
        Chapter::Variants,
    ];

    /// Its name in addresses and the ids of texts.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::chapter::Chapter::Mergers.id(), "mergers");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Chapter::Tiles => "tiles",
            Chapter::Founding => "founding",
            Chapter::Stock => "stock",
            Chapter::Mergers => "mergers",
            Chapter::Safety => "safety",
            Chapter::End => "end",
            Chapter::Variants => "variants",
        }
    }

    /// The chapter with an id.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert_eq!(Chapter::of_id("stock"), Some(Chapter::Stock));
    /// ```
    #[must_use]
    pub fn of_id(id: &str) -> Option<Chapter> {
        Chapter::ALL.into_iter().find(|chapter| chapter.id() == id)
    }

    /// The previous chapter.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert_eq!(Chapter::Founding.previous(), Some(Chapter::Tiles));
    /// ```
    #[must_use]
    pub fn previous(self) -> Option<Chapter> {
        Chapter::ALL.into_iter().take_while(|&other| other != self).last()
    }

    /// The next chapter.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert_eq!(Chapter::Variants.next(), None);
    /// ```
    #[must_use]
    pub fn next(self) -> Option<Chapter> {
        Chapter::ALL.into_iter().skip_while(|&other| other != self).nth(1)
    }

    /// The number of points it makes.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::chapter::Chapter::Tiles.points(), 3);
    /// ```
    #[must_use]
    pub const fn points(self) -> usize {
        match self {
            Chapter::Tiles | Chapter::Founding | Chapter::Safety | Chapter::End => 3,
            Chapter::Stock | Chapter::Mergers => 4,
            Chapter::Variants => 5,
        }
    }

    /// Its boards.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// assert!(Chapter::ALL.into_iter().all(|chapter| !chapter.boards().is_empty()));
    /// ```
    #[must_use]
    pub const fn boards(self) -> &'static [LiveBoard] {
        match self {
            Chapter::Tiles => &[
                LiveBoard {
                    id: "touch",
                    position: "12/12/3TT7/12/12/8o3/12/12/12 \
                               6000:T2:3B,6C,6D;6000:T1:12I;6000:-:1I 0:tile classic",
                    draws: &[],
                },
                LiveBoard {
                    id: "join",
                    position: "12/12/12/2TT1o6/5o6/12/12/12/12 \
                               6000:T3:5D,4F,9G;6000:T1:12I;6000:-:1I 0:tile classic",
                    draws: &[],
                },
            ],
            Chapter::Founding => &[
                LiveBoard {
                    id: "found",
                    position: "12/12/12/4o7/12/8o3/12/12/12 \
                               6000:-:6D,5E,9E;6000:-:12I;6000:-:1I 0:tile classic",
                    draws: &[],
                },
                LiveBoard {
                    id: "eighth",
                    position: "LL1TT1AA4/12/WW1FF1II4/12/CC4o5/12/12/12/12 \
                               4000:L2F1:3E,7F,10H;4000:T3I2:12I;4000:A2C3:1I 0:tile classic",
                    draws: &[],
                },
            ],
            Chapter::Stock => &[LiveBoard {
                id: "buy",
                position: "12/1TTT8/12/1AAAAA6/12/1II9/12/12/12 \
                           3000:T1:5B,7D,4F;3000:A3:12I;3000:I1:1I 0:buy classic",
                draws: &[],
            }],
            Chapter::Mergers => &[
                LiveBoard {
                    id: "merge",
                    position: "12/12/12/1TTT1AAAAA2/12/12/12/12/12 \
                               2500:T5A1:5D,9G,2H;3000:T2A3:12I;3000:A2:1I 0:tile classic",
                    draws: &[],
                },
                LiveBoard {
                    id: "equal",
                    position: "12/12/12/1TTT1III4/12/12/12/12/12 \
                               2500:T3I1:5D,9G,2H;3000:T3I4:12I;3000:T1I2:1I 0:tile classic",
                    draws: &[],
                },
            ],
            Chapter::Safety => &[LiveBoard {
                id: "safety",
                position: "AAAAAAAAAAA1/12/IIIIIIIIIII1/12/1TT9/12/12/12/12 \
                           2500:T3A2:5B,2D,9G;3000:T1I4:12I;3000:A3I1:1I 0:tile classic",
                draws: &["12G", "6H"],
            }],
            Chapter::End => &[LiveBoard {
                id: "declare",
                position: "12/AAAAAAAAAAA1/12/IIIIIIIIIIII/12/8o3/12/12/12 \
                           1800:A6I2:5F,4G;2200:A4I5:12I;900:I5:1I 0:tile classic",
                draws: &[],
            }],
            Chapter::Variants => &[
                LiveBoard {
                    id: "tycoon",
                    position: "12/12/12/1TTT1AAAAA2/12/12/12/12/12 \
                               2500:T4A1:5D,9G,2H;3000:T2A3:12I;3000:T1A2:1I 0:tile tycoon",
                    draws: &[],
                },
                LiveBoard {
                    id: "bank",
                    position: "12/12/12/1TTT1AAAAA2/12/12/12/12/12 \
                               2500:T4A1:5D,9G,2H;3000:T2A3:12I 0:tile renegade",
                    draws: &["3H"],
                },
            ],
        }
    }
}

impl LiveBoard {
    /// The board as a sandbox.
    ///
    /// ```
    /// use mergemaker_web::learn::chapter::Chapter;
    /// let sandbox = Chapter::Stock.boards()[0].sandbox("you");
    /// assert_eq!(sandbox.game().phase(), mergemaker_engine::Phase::Buy);
    /// ```
    #[must_use]
    pub fn sandbox(&self, reader: &str) -> Sandbox {
        Sandbox::prepared(self.position, self.draws, reader)
    }
}

#[cfg(test)]
mod tests {
    use mergemaker_engine::{Action, Phase, Theme};

    use super::*;
    use crate::words::{Language, page};

    /// Every board can be played to the end of the turn, whatever the reader does first.
    #[test]
    fn every_board_can_be_played_every_way() {
        for board in Chapter::ALL.iter().flat_map(|chapter| chapter.boards()) {
            let sandbox = board.sandbox("you");
            assert!(sandbox.is_own_turn() && !sandbox.waits_for_other(), "{}", board.id);
            for action in &sandbox.game().legal_actions() {
                let mut sandbox = sandbox.clone();
                sandbox.decide(action).unwrap();
                for _ in 0..20 {
                    if sandbox.is_own_turn() {
                        sandbox.let_bot_decide();
                    }
                }
                assert!(!sandbox.is_own_turn(), "the turn on {} does not end after {action:?}", board.id);
            }
        }
    }

    #[test]
    fn every_chapter_has_text_in_every_language() {
        for language in Language::ALL {
            let words = page(language);
            let check = |id: String| assert_ne!(words.say(&id), id, "{language:?} lacks {id}");
            for chapter in Chapter::ALL {
                check(format!("chapter-{}", chapter.id()));
                check(format!("chapter-{}-lead", chapter.id()));
                for point in 1..=chapter.points() {
                    check(format!("chapter-{}-{point}", chapter.id()));
                }
                for board in chapter.boards() {
                    check(format!("board-{}", board.id));
                    check(format!("board-{}-try", board.id));
                }
            }
        }
    }

    /// Checks that the log of a board contains a sentence.
    #[track_caller]
    fn check(chapter: Chapter, board: usize, actions: &[Action], expect: &str) {
        let mut sandbox = chapter.boards()[board].sandbox("Ann");
        for action in actions {
            sandbox.decide(action).unwrap();
        }
        let (scene, words) = (sandbox.scene(), page(Language::English));
        let lines = scene.narrator(&words, Theme::Hotels).lines(&scene.entries);
        let log: Vec<String> =
            lines.iter().flat_map(|line| std::iter::once(&line.text).chain(&line.details)).cloned().collect();
        assert!(log.join("\n").contains(expect), "{}", log.join("\n"));
    }

    #[test]
    fn the_boards_show_what_the_chapters_explain() {
        let place = |name: &str| Action::Place { tile: name.parse().unwrap() };
        check(Chapter::Tiles, 0, &[place("6D")], "It stays on its own");
        check(Chapter::Tiles, 0, &[place("6C")], "Tower grows to 3 tiles");
        check(Chapter::Tiles, 1, &[place("5D")], "Tower grows to 5 tiles");
        check(Chapter::Mergers, 0, &[place("5D")], "Tower (3) and American (5) merge. American survives");
        check(Chapter::Mergers, 0, &[place("5D")], "Ann (5 shares): majority bonus $3,000");
        check(Chapter::Safety, 0, &[place("2D")], "Imperial survives");
        check(Chapter::Variants, 0, &[place("5D")], "Ben (1 share): tertiary bonus $1,500");
        check(Chapter::Variants, 1, &[place("5D")], "The bank draws 3H");
        let equal = Chapter::Mergers.boards()[1].sandbox("Ann");
        let mut after = equal.clone();
        after.decide(&place("5D")).unwrap();
        assert_eq!(after.game().phase(), Phase::Survivor);
        let outlook = |chapter: Chapter, board: usize, tile: &str| {
            chapter.boards()[board].sandbox("Ann").scene().outlook(tile.parse().unwrap()).id()
        };
        assert_eq!(outlook(Chapter::Founding, 1, "7F"), "not-now");
        assert_eq!(outlook(Chapter::Safety, 0, "5B"), "never");
        assert_eq!(outlook(Chapter::Founding, 0, "6D"), "found");
    }
}
