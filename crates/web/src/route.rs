//! The pages and their addresses.

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
    /// A game looked at again.
    Review {
        /// A table, `local` for the game in this page, or none for a record from disk.
        which: Option<String>,
    },
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
        match parts[..] {
            [] => Route::Home,
            ["play"] => Route::Local,
            ["review"] => Route::Review { which: None },
            ["review", which] => Route::Review { which: Some(which.to_owned()) },
            ["position", link] => Route::Position { link: link.to_owned() },
            ["t", table] => Route::Table { table: table.to_owned() },
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
            Route::Table { table } => format!("/t/{table}"),
            Route::Position { link } => format!("/position/{link}"),
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
        let reviews = [Route::Review { which: None }, Route::Review { which }];
        let link = "12.12+6000:-:~6".to_owned();
        for route in [Route::Home, Route::Local, Route::Table { table }, Route::Position { link }]
            .into_iter()
            .chain(reviews)
        {
            assert_eq!(Route::parse(&route.path()), route);
        }
    }
}
