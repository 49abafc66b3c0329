//! The views: they draw what the library tells, and hand back what is pressed.

mod app;
mod ask;
mod board;
mod browser;
mod dialog;
mod game;
mod hand;
mod hint;
mod home;
mod keys;
mod lobby;
mod local;
mod log;
mod market;
mod net;
mod options;
mod players;
mod result;
mod review;
mod start;
mod table;
mod tables;
mod talk;

/// Draws the page, and keeps it up to date.
pub(crate) fn start() {
    if let Some(loading) = browser::document().get_element_by_id("loading") {
        loading.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
