//! The pages and their addresses.

use crate::learn;

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
        match parts[..] {
            [] => Route::Home,
            ["play"] => Route::Local,
            ["review"] => Route::Review { which: None },
            ["review", which] => Route::Review { which: Some(which.to_owned()) },
            ["t", table] => Route::Table { table: table.to_owned() },
            ["tv", table] => Route::Tv { table: table.to_owned() },
            ["learn", ref rest @ ..] => learn::Page::parse(rest).map_or(Route::Unknown, Route::Learn),
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
            Route::Review { which: None } => "/review".to_owned(),
            Route::Review { which: Some(which) } => format!("/review/{which}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_an_address_that_leads_back_to_it() {
        let (table, which) = ("abc".to_owned(), Some("abc".to_owned()));
        let tv = Route::Tv { table: table.clone() };
        let others =
            [Route::Review { which: None }, Route::Review { which }, Route::Learn(learn::Page::First), tv];
        for route in [Route::Home, Route::Local, Route::Table { table }].into_iter().chain(others) {
            assert_eq!(Route::parse(&route.path()), route);
        }
    }
}
