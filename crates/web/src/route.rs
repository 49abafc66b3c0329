//! The pages and their addresses.

use crate::learn;

/// How the addresses of pages begin, one to a line. The server includes this file too: at any other address it answers
/// that there is nothing.
const PAGES: &str = include_str!("pages.txt");

/// Which page is shown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Route {
    /// Where everything begins.
    #[default]
    Home,
    /// A game played wholly in the page.
    Local,
    /// A table of the server.
    Table {
        /// Which.
        table: String,
    },
    /// A table of the server on a large screen, for everybody in the room.
    Tv {
        /// Which.
        table: String,
    },
    /// A game looked at again.
    Review {
        /// A table, `local` for the game in this page, or none for a record from disk.
        which: Option<String>,
    },
    /// A page that teaches.
    Learn(learn::Page),
    /// One's own account.
    Account,
    /// Somebody's profile.
    Person {
        /// Who, by id.
        person: String,
    },
    /// The best rated people.
    Leaderboard {
        /// With how many players; none for the usual number.
        players: Option<u8>,
    },
    /// Games: one's own, running ones, finished ones.
    Games,
    /// A position somebody shares.
    Position {
        /// The position, as in a link.
        link: String,
    },
    /// Nothing is there.
    Unknown,
}

impl Route {
    /// The page at an address.
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
            ["learn", ref rest @ ..] => learn::Page::parse(rest).map_or(Route::Unknown, Route::Learn),
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

impl From<learn::Page> for Route {
    fn from(page: learn::Page) -> Route {
        Route::Learn(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_an_address_that_leads_back_to_it() {
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
        let own = [Route::Home, Route::Local, Route::Learn(learn::Page::First), Route::Position { link }];
        for route in own.into_iter().chain(tables).chain(reviews).chain(people) {
            assert_eq!(Route::parse(&route.path()), route);
        }
        assert_eq!(Route::parse("/leaderboard/7"), Route::Unknown);
    }
}
