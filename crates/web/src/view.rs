//! The views: they draw what the library tells, and hand back what is pressed.

mod app;
mod ask;
mod board;
mod browser;
mod coach;
mod dialog;
mod game;
mod hand;
mod hint;
mod home;
mod lobby;
mod local;
mod log;
mod market;
mod mind;
mod net;
mod players;
mod position;
mod result;
mod review;
mod share;
mod table;
mod tables;
mod talk;
pub(crate) mod worker;

/// Draws the page, and keeps it up to date.
pub(crate) fn start() {
    if let Some(loading) = browser::document().get_element_by_id("loading") {
        loading.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
