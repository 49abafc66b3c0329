//! Lists in pages: every list of the REST interface is asked for and answered alike.

use serde::{Deserialize, Serialize};

/// The number of items on a page, unless the request sets a limit.
pub const ITEMS_PER_PAGE: u8 = 50;
/// The maximum number of items on a page.
pub const MOST_PER_PAGE: u8 = 100;

/// A place in a list, as a page names it. Programs pass it back unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cursor(pub String);

impl Cursor {
    /// The place of an item that is sorted by a number, then by its id.
    ///
    /// ```
    /// use mergemaker_protocol::Cursor;
    /// let cursor = Cursor::at(1_794_759_764_430, "0qjh7fp0xuuehq40");
    /// assert_eq!(cursor.place(), Some((1_794_759_764_430, "0qjh7fp0xuuehq40")));
    /// assert_eq!(Cursor("1794759764430".into()).place(), Some((1_794_759_764_430, "")), "before this time");
    /// assert_eq!(Cursor("yesterday".into()).place(), None);
    /// ```
    #[must_use]
    pub fn at(number: i64, id: &str) -> Cursor {
        Cursor(format!("{number}.{id}"))
    }

    /// The number and the id of the item; a number alone is the place before every item with that number.
    #[must_use]
    pub fn place(&self) -> Option<(i64, &str)> {
        let (number, id) = self.0.split_once('.').unwrap_or((&self.0, ""));
        Some((number.parse().ok()?, id))
    }
}

/// Which part of a list to return.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageQuery {
    /// The `next` of the page before; the first page if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Cursor>,
    /// The maximum number of items; 50 if left out.
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 100)))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
}

impl PageQuery {
    /// The page after this one; none if it is the last.
    #[must_use]
    pub fn after<T>(page: &Page<T>) -> Option<PageQuery> {
        page.next.clone().map(|next| PageQuery { before: Some(next), limit: None })
    }
}

/// A page of a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PageOf{T}"))]
pub struct Page<T> {
    /// The items.
    pub items: Vec<T>,
    /// What to pass as `before` for the next page; null on the last one.
    pub next: Option<Cursor>,
}

impl<T> Page<T> {
    /// The first `limit` of these items. There is a next page if there are more of them.
    ///
    /// ```
    /// use mergemaker_protocol::{Cursor, Page};
    /// let page = Page::cut(vec![9, 7, 4], 2, |last| Cursor::at(*last, ""));
    /// assert_eq!((page.items, page.next), (vec![9, 7], Some(Cursor("7.".into()))));
    /// ```
    #[must_use]
    pub fn cut(mut items: Vec<T>, limit: usize, place: impl FnOnce(&T) -> Cursor) -> Page<T> {
        let has_more = items.len() > limit;
        items.truncate(limit);
        Page { next: items.last().filter(|_| has_more).map(place), items }
    }

    /// The same page with other items.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Page<U> {
        Page { items: self.items.into_iter().map(change).collect(), next: self.next }
    }
}

impl<T> Default for Page<T> {
    fn default() -> Page<T> {
        Page { items: Vec::new(), next: None }
    }
}
