//! The page, drawn in a browser. Its logic is in the library.

// Leptos makes the properties of every component public.
#![allow(unreachable_pub)]

#[cfg(target_arch = "wasm32")]
mod view;

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    // A worker runs the same program, without a window, to compute decisions.
    if web_sys::window().is_some() {
        view::start();
    } else {
        view::worker::start();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("the page runs in a browser: start it with `cargo xtask play`");
}
