//! Notifications of the system, for those who asked for them.

use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationPermission};

use super::app::Shared;
use super::browser;

/// Asks the reader whether the page may notify them; false where it may not.
pub(crate) async fn ask() -> bool {
    if !browser::has("Notification") {
        return false;
    }
    if Notification::permission() == NotificationPermission::Default
        && let Ok(answer) = Notification::request_permission()
    {
        let _ = JsFuture::from(answer).await;
    }
    Notification::permission() == NotificationPermission::Granted
}

/// Says that the game waits for the reader, where they look elsewhere and may be told.
pub(crate) fn your_turn(shared: Shared) {
    let may_tell =
        browser::has("Notification") && Notification::permission() == NotificationPermission::Granted;
    if may_tell && browser::document().hidden() {
        // Phones have no such constructor; there the title alone says it.
        let _ = Notification::new(&format!("Mergemaker: {}", shared.fill("notice-turn", &[])));
    }
}
