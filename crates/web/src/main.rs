//! The page, drawn in a browser. What it draws is the library beside it.

// Leptos makes the properties of every component public.
#![allow(unreachable_pub)]

#[cfg(target_arch = "wasm32")]
mod view;

#[cfg(target_arch = "wasm32")]
fn main() {
    console_error_panic_hook::set_once();
    // The same program runs beside the page too, where there is no window, and thinks.
    if web_sys::window().is_some() {
        view::start();
    } else {
        view::worker::start();
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("this is the page, which runs in a browser: run `cargo xtask play`");
}
