//! Learning the game: the rules with live boards, a guided first game, and puzzles.

pub mod chapter;
pub mod guide;
pub mod puzzle;
pub mod sandbox;
pub mod solve;

use chapter::Chapter;

/// A page that teaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearnRoute {
    /// The table of contents.
    Contents,
    /// A chapter of the rules.
    Chapter(Chapter),
    /// The guided first game.
    First,
    /// All puzzles.
    Puzzles,
    /// A puzzle by its number, from 1.
    Puzzle(usize),
}

impl LearnRoute {
    /// Parses the address of a page below `/learn`.
    ///
    /// ```
    /// use mergemaker_web::learn::LearnRoute;
    /// assert_eq!(LearnRoute::parse(&["puzzles", "3"]), Some(LearnRoute::Puzzle(3)));
    /// assert_eq!(LearnRoute::parse(&["nowhere"]), None);
    /// ```
    #[must_use]
    pub fn parse(parts: &[&str]) -> Option<LearnRoute> {
        match parts {
            [] => Some(LearnRoute::Contents),
            ["first"] => Some(LearnRoute::First),
            ["puzzles"] => Some(LearnRoute::Puzzles),
            ["puzzles", number] => {
                let number = number.parse().ok()?;
                (1..=puzzle::all().len()).contains(&number).then_some(LearnRoute::Puzzle(number))
            }
            [id] => Chapter::of_id(id).map(LearnRoute::Chapter),
            _ => None,
        }
    }

    /// The address of the page.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::LearnRoute::First.path(), "/learn/first");
    /// ```
    #[must_use]
    pub fn path(self) -> String {
        match self {
            LearnRoute::Contents => "/learn".to_owned(),
            LearnRoute::Chapter(chapter) => format!("/learn/{}", chapter.id()),
            LearnRoute::First => "/learn/first".to_owned(),
            LearnRoute::Puzzles => "/learn/puzzles".to_owned(),
            LearnRoute::Puzzle(number) => format!("/learn/puzzles/{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_parses_back_to_its_page() {
        let chapters = Chapter::ALL.into_iter().map(LearnRoute::Chapter);
        let puzzles = (1..=puzzle::all().len()).map(LearnRoute::Puzzle);
        for page in [LearnRoute::Contents, LearnRoute::First, LearnRoute::Puzzles]
            .into_iter()
            .chain(chapters)
            .chain(puzzles)
        {
            let path = page.path();
            let parts: Vec<&str> = path.split('/').skip(2).collect();
            assert_eq!(LearnRoute::parse(&parts), Some(page));
        }
        assert_eq!(LearnRoute::parse(&["puzzles", "0"]), None);
        assert_eq!(LearnRoute::parse(&["puzzles", "11"]), None);
    }
}
