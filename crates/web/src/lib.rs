//! The logic of Mergemaker's page, without drawing it.
//!
//! This is plain Rust that tests run natively. The binary (`main.rs` and `view/`) draws it and needs a
//! browser.

pub mod advice;
pub mod card;
pub mod cue;
pub mod disposal;
pub mod ending;
pub mod exchange;
pub mod headquarters;
#[cfg(test)]
mod hidden;
pub mod keys;
pub mod learn;
pub mod local;
pub mod market;
pub mod memory;
pub mod motion;
pub mod offer;
pub mod open;
pub mod options;
pub mod people;
pub mod qr;
pub mod remote;
pub mod review;
pub mod route;
pub mod scene;
#[cfg(test)]
mod secrets;
pub mod settings;
pub mod share;
pub mod spectator;
pub mod spoken;
pub mod study;
pub mod think;
pub mod words;
