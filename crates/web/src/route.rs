//! The pages and their addresses.

use crate::learn;

/// The first parts of the pages' addresses, one per line. The server includes this file too, and returns "not
/// found" for any other address.
const PAGES: &str = include_str!("pages.txt");

/// A page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Route {
    /// The home page.
    #[default]
    Home,
    /// A game played entirely in the page.
    Local,
    /// A table of the server.
    Table {
        /// Its id.
        table: String,
    },
    /// A table of the server on a large screen for everybody in the room.
    Tv {
        /// Its id.
        table: String,
    },
    /// The review of a game.
    Review {
        /// A table's id, `local` for the game in this page, or none for a record file.
        which: Option<String>,
    },
    /// A page that teaches.
    Learn(learn::LearnRoute),
    /// The visitor's account.
    Account,
    /// A person's profile.
    Person {
        /// The person's id.
        person: String,
    },
    /// The leaderboard.
    Leaderboard {
        /// The number of players, or none for the default.
        players: Option<u8>,
    },
    /// Games: the visitor's own, running and finished ones.
    Games,
    /// A shared position.
    Position {
        /// The position, as encoded in links.
        link: String,
    },
    /// Not a page.
    Unknown,
}

impl Route {
    /// Parses an address.
    ///
    /// ```
    /// use mergemaker_web::route::Route;
    /// assert_eq!(Route::parse("/t/k3v9"), Route::Table { table: "k3v9".into() });
    /// assert_eq!(Route::parse("/nowhere"), Route::Unknown);
    /// ```
    #[must_use]
    pub fn parse(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if !PAGES.lines().any(|page| page == *parts.first().unwrap_or(&"")) {
            return Route::Unknown;
        }
        match parts[..] {
            [] => Route::Home,
            ["play"] => Route::Local,
            ["review"] => Route::Review { which: None },
            ["review", which] => Route::Review { which: Some(which.to_owned()) },
            ["position", link] => Route::Position { link: link.to_owned() },
            ["t", table] => Route::Table { table: table.to_owned() },
            ["tv", table] => Route::Tv { table: table.to_owned() },
            ["learn", ref rest @ ..] => learn::LearnRoute::parse(rest).map_or(Route::Unknown, Route::Learn),
            ["account"] => Route::Account,
            ["people", person] => Route::Person { person: person.to_owned() },
            ["leaderboard"] => Route::Leaderboard { players: None },
            ["leaderboard", players] => match players.parse() {
                Ok(players @ 2..=6) => Route::Leaderboard { players: Some(players) },
                _ => Route::Unknown,
            },
            ["games"] => Route::Games,
            _ => Route::Unknown,
        }
    }

    /// The address of the page.
    ///
    /// ```
    /// use mergemaker_web::route::Route;
    /// assert_eq!(Route::Local.path(), "/play");
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        match self {
            Route::Home | Route::Unknown => "/".to_owned(),
            Route::Local => "/play".to_owned(),
            Route::Learn(page) => page.path(),
            Route::Table { table } => format!("/t/{table}"),
            Route::Tv { table } => format!("/tv/{table}"),
            Route::Position { link } => format!("/position/{link}"),
            Route::Review { which: None } => "/review".to_owned(),
            Route::Review { which: Some(which) } => format!("/review/{which}"),
            Route::Account => "/account".to_owned(),
            Route::Person { person } => format!("/people/{person}"),
            Route::Leaderboard { players: None } => "/leaderboard".to_owned(),
            Route::Leaderboard { players: Some(players) } => format!("/leaderboard/{players}"),
            Route::Games => "/games".to_owned(),
        }
    }
}

impl From<learn::LearnRoute> for Route {
    fn from(page: learn::LearnRoute) -> Route {
        Route::Learn(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_parses_back_to_its_page() {
        let (table, which) = ("abc".to_owned(), Some("abc".to_owned()));
        let tables = [Route::Table { table: table.clone() }, Route::Tv { table }];
        let reviews = [Route::Review { which: None }, Route::Review { which }];
        let people = [
            Route::Account,
            Route::Person { person: "abc".into() },
            Route::Leaderboard { players: None },
            Route::Leaderboard { players: Some(3) },
            Route::Games,
        ];
        let link = "12.12+6000:-:~6".to_owned();
        let own =
            [Route::Home, Route::Local, Route::Learn(learn::LearnRoute::First), Route::Position { link }];
        for route in own.into_iter().chain(tables).chain(reviews).chain(people) {
            assert_eq!(Route::parse(&route.path()), route);
        }
        assert_eq!(Route::parse("/leaderboard/7"), Route::Unknown);
    }
}
