//! Mergemaker's page: what it shows and does, without the drawing of it.
//!
//! Everything here is plain Rust without a browser, so that tests run natively. The binary beside it (`main.rs`
//! and `view/`) draws it and needs a browser.

pub mod disposal;
pub mod local;
pub mod log;
pub mod market;
pub mod offer;
pub mod options;
pub mod remote;
pub mod review;
pub mod route;
pub mod scene;
pub mod words;
