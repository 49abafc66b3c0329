//! The views: they draw what the library returns, and pass on what the reader does.

mod absence;
mod account;
mod app;
mod ask;
mod board;
mod browser;
mod card;
mod coach;
mod confirm;
mod copy;
mod customs;
mod dialog;
mod field;
mod footer;
mod game;
mod games;
mod hand;
mod header;
mod hint;
mod home;
mod join;
mod keys;
mod leaderboard;
mod learn;
mod link;
mod listing;
mod lobby;
mod local;
mod log;
mod mark;
mod market;
mod me;
mod motion;
mod net;
mod notice;
mod options;
mod paged;
mod players;
mod position;
mod profile;
mod result;
mod review;
mod screens;
mod senses;
mod settings;
mod sound;
mod start;
mod table;
mod tables;
mod talk;
mod tv;
pub(crate) mod worker;
mod worker_client;

/// Mounts the page.
pub(crate) fn start() {
    if let Some(loading) = browser::document().get_element_by_id("loading") {
        loading.remove();
    }
    leptos::mount::mount_to_body(app::App);
}
