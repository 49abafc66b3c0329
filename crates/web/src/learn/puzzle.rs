//! Puzzles: positions with one best decision, found by exhaustive search.

use mergemaker_engine::{Action, Game, Money};

use super::sandbox::{READER, Sandbox};
use super::solve::{Horizon, after, best_play, worth};

const FILE: &str = include_str!("puzzles.txt");

/// A puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name in the ids of texts.
    pub id: &'static str,
    /// What to maximize.
    pub counts: Counts,
    position: &'static str,
}

/// What a puzzle maximizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Cash right after the decision.
    Cash,
    /// Cash and shares right after the decision.
    Worth,
    /// Cash and shares at the end of the turn, or the final money if the game ends with it.
    Turn,
    /// The final money.
    Game,
}

impl Counts {
    /// Its name in the ids of texts.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::puzzle::Counts::Cash.id(), "cash");
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Counts::Cash => "cash",
            Counts::Worth => "worth",
            Counts::Turn => "turn",
            Counts::Game => "game",
        }
    }
}

/// A decision with its result.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The decision.
    pub action: Action,
    /// The result.
    pub money: Money,
    /// The best play of everybody that follows.
    pub rest: Vec<Action>,
}

/// All puzzles, easiest first.
///
/// ```
/// assert_eq!(mergemaker_web::learn::puzzle::all().len(), 10);
/// ```
#[must_use]
pub fn all() -> Vec<Puzzle> {
    FILE.lines().filter(|line| !line.starts_with('#')).filter_map(read).collect()
}

fn read(line: &'static str) -> Option<Puzzle> {
    let (id, rest) = line.split_once(' ')?;
    let (counts, position) = rest.split_once(' ')?;
    let counts = match counts {
        "cash" => Counts::Cash,
        "worth" => Counts::Worth,
        "turn" => Counts::Turn,
        "game" => Counts::Game,
        _ => return None,
    };
    Some(Puzzle { id, counts, position })
}

impl Puzzle {
    /// The position as a sandbox.
    ///
    /// ```
    /// assert!(mergemaker_web::learn::puzzle::all()[0].sandbox("you").is_own_turn());
    /// ```
    #[must_use]
    pub fn sandbox(&self, reader: &str) -> Sandbox {
        Sandbox::prepared(self.position, &[], reader)
    }

    /// Evaluates a decision.
    ///
    /// ```
    /// use mergemaker_engine::{Action, Money};
    /// let puzzle = mergemaker_web::learn::puzzle::all()[0];
    /// let choice = puzzle.choice(&Action::Place { tile: "6E".parse()? });
    /// assert_eq!(choice.money, Money(6_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn choice(&self, action: &Action) -> Choice {
        self.choice_in(self.sandbox("").game(), action)
    }

    fn choice_in(&self, game: &Game, action: &Action) -> Choice {
        let next = after(game, action);
        let (rest, money) = match self.counts {
            Counts::Cash => (Vec::new(), next.cash(READER)),
            Counts::Worth => (Vec::new(), worth(&next, READER)),
            // The decision ends the turn.
            Counts::Turn if next.turn() != game.turn() => (Vec::new(), worth(&next, READER)),
            Counts::Turn => best_play(&next, Horizon::Turn, READER),
            Counts::Game => best_play(&next, Horizon::Game, READER),
        };
        Choice { action: *action, money, rest }
    }

    /// All legal decisions with their results, best first.
    ///
    /// ```
    /// let choices = mergemaker_web::learn::puzzle::all()[0].choices();
    /// assert!(choices[0].money > choices[1].money);
    /// ```
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let sandbox = self.sandbox("");
        let game = sandbox.game();
        let mut choices: Vec<Choice> =
            game.legal_actions().iter().map(|action| self.choice_in(game, action)).collect();
        choices.sort_by_key(|choice| std::cmp::Reverse(choice.money));
        choices
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::words::{Language, page};

    /// Every puzzle has exactly one best answer, better by at least $100.
    #[test]
    fn every_puzzle_has_one_best_answer() {
        let mut answers = String::new();
        for puzzle in all() {
            let choices = puzzle.choices();
            let [best, second, ..] = &choices[..] else { panic!("{} leaves no choice", puzzle.id) };
            writeln!(
                answers,
                "{} ({}), better by {}:",
                puzzle.id,
                puzzle.counts.id(),
                best.money - second.money
            )
            .unwrap();
            for choice in choices.iter().take(4) {
                writeln!(answers, "  {} {:?}", choice.money, choice.action).unwrap();
            }
            assert!(best.money >= second.money + Money(100), "{answers}");
        }
        insta::assert_snapshot!(answers);
    }

    /// In the last puzzle the best answer wins the game and the second best loses it.
    #[test]
    fn the_last_puzzle_decides_the_game() {
        let puzzle = all()[9];
        let winners = |choice: &Choice| {
            let mut sandbox = puzzle.sandbox("you");
            for action in std::iter::once(&choice.action).chain(&choice.rest) {
                sandbox.decide(action).unwrap();
            }
            sandbox.game().outcome().unwrap().winners
        };
        let choices = puzzle.choices();
        assert_eq!(winners(&choices[0])[..], [READER]);
        assert!(!winners(&choices[1]).contains(&READER));
    }

    #[test]
    fn every_puzzle_has_text_in_every_language() {
        for words in Language::ALL.map(page) {
            for puzzle in all() {
                for part in ["", "-ask", "-hint", "-why"] {
                    let id = format!("puzzle-{}{part}", puzzle.id);
                    assert_ne!(words.say(&id), id, "{:?}", words.language());
                }
            }
        }
    }
}
