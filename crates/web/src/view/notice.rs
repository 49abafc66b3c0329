//! System notifications, for readers who opted in.

use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationPermission};

use super::app::Shared;
use super::browser;

/// Asks for permission to show notifications, and returns whether it is granted.
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

/// Notifies the reader of their turn, if they opted in and the page is hidden.
pub(crate) fn your_turn(shared: Shared) {
    let may_notify =
        browser::has("Notification") && Notification::permission() == NotificationPermission::Granted;
    if may_notify && browser::document().hidden() {
        // Phones lack this constructor: there only the title says it.
        let _ = Notification::new(&format!("Mergemaker: {}", shared.fill("notice-turn", &[])));
    }
}
