//! The views: they draw what the library tells, and hand back what is pressed.

mod app;
mod ask;
mod board;
mod browser;
mod game;
mod hand;
mod home;
mod local;
mod log;
mod market;
mod players;
mod result;

/// Draws the page, and keeps it up to date.
pub(crate) fn start() {
    if let Some(loading) = browser::document().get_element_by_id("loading") {
        loading.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
