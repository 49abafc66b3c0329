//! Lists in pages: which part of a list a request asks for.

use mergemaker_protocol::{Cursor, PageQuery, RefusalCode};

use super::Problem;
use crate::store::Window;

/// The part of a list that a query asks for.
pub(super) fn window(query: &PageQuery) -> Result<Window, Problem> {
    window_after(query.before.as_ref(), query.limit)
}

/// The part of a list after a cursor.
pub(super) fn window_after(before: Option<&Cursor>, limit: Option<u8>) -> Result<Window, Problem> {
    let message = "There is no such page. Ask for 1 to 100 items, and pass the `next` of a page as `before`.";
    Window::after(before, limit).ok_or_else(|| Problem::new(RefusalCode::Invalid, message))
}

/// The first page of a list.
pub(super) fn first() -> Window {
    Window::first(mergemaker_protocol::ITEMS_PER_PAGE)
}
