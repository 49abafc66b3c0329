//! Learning the game: the rules with live boards, a guided first game, and puzzles.

pub mod chapter;
pub mod guide;
pub mod puzzle;
pub mod sandbox;
pub mod solve;

use chapter::Chapter;

/// A page that teaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Page {
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

impl Page {
    /// Parses the address of a page below `/learn`.
    ///
    /// ```
    /// use mergemaker_web::learn::Page;
    /// assert_eq!(Page::parse(&["puzzles", "3"]), Some(Page::Puzzle(3)));
    /// assert_eq!(Page::parse(&["nowhere"]), None);
    /// ```
    #[must_use]
    pub fn parse(parts: &[&str]) -> Option<Page> {
        match parts {
            [] => Some(Page::Contents),
            ["first"] => Some(Page::First),
            ["puzzles"] => Some(Page::Puzzles),
            ["puzzles", number] => {
                let number = number.parse().ok()?;
                (1..=puzzle::all().len()).contains(&number).then_some(Page::Puzzle(number))
            }
            [id] => Chapter::of_id(id).map(Page::Chapter),
            _ => None,
        }
    }

    /// The address of the page.
    ///
    /// ```
    /// assert_eq!(mergemaker_web::learn::Page::First.path(), "/learn/first");
    /// ```
    #[must_use]
    pub fn path(self) -> String {
        match self {
            Page::Contents => "/learn".to_owned(),
            Page::Chapter(chapter) => format!("/learn/{}", chapter.id()),
            Page::First => "/learn/first".to_owned(),
            Page::Puzzles => "/learn/puzzles".to_owned(),
            Page::Puzzle(number) => format!("/learn/puzzles/{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_parses_back_to_its_page() {
        let chapters = Chapter::ALL.into_iter().map(Page::Chapter);
        let puzzles = (1..=puzzle::all().len()).map(Page::Puzzle);
        for page in [Page::Contents, Page::First, Page::Puzzles].into_iter().chain(chapters).chain(puzzles) {
            let path = page.path();
            let parts: Vec<&str> = path.split('/').skip(2).collect();
            assert_eq!(Page::parse(&parts), Some(page));
        }
        assert_eq!(Page::parse(&["puzzles", "0"]), None);
        assert_eq!(Page::parse(&["puzzles", "11"]), None);
    }
}
