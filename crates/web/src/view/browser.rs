//! What is asked of the browser itself.

use mergemaker_record::Seed;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlElement, Storage, Window};

pub(crate) fn window() -> Window {
    web_sys::window().expect("the page runs in a window")
}

pub(crate) fn document() -> Document {
    window().document().expect("a window has a document")
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under a name.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under a name; a browser that keeps nothing is left in peace.
pub(crate) fn keep(name: &str, text: &str) {
    let _ = storage().map(|storage| storage.set_item(name, text));
}

/// The languages the reader likes, the best first.
pub(crate) fn language() -> String {
    window().navigator().language().unwrap_or_default()
}

/// The address after the host.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Goes to an address within the page.
pub(crate) fn push_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// A seed nobody knows.
pub(crate) fn random_seed() -> Seed {
    let mut bytes = [0_u8; 32];
    // Every browser that has WebAssembly has random numbers.
    let _ = getrandom::fill(&mut bytes);
    Seed::from_bytes(bytes)
}

/// Sets a variable that styles use.
pub(crate) fn set_style(name: &str, value: &str) {
    if let Some(root) = document().document_element().and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property(name, value);
    }
}

/// Lets the reader save a text as a file.
pub(crate) fn save_file(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    if let Ok(link) = document().create_element("a")
        && let Ok(link) = link.dyn_into::<web_sys::HtmlAnchorElement>()
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}

/// The whole address of a page.
pub(crate) fn address_of(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// Where the server listens for the game itself.
pub(crate) fn socket_address() -> String {
    address_of("/ws").replacen("http", "ws", 1)
}

/// Milliseconds on the page's own clock.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Puts a text where it can be pasted from.
pub(crate) fn copy(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}

/// The same, and whether it worked: a browser may forbid it, or have no such place.
pub(crate) async fn copied(text: &str) -> bool {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into()).ok();
    if clipboard.is_none_or(|clipboard| clipboard.is_undefined()) {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

/// Whether a key presses a button.
pub(crate) fn is_button(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.tag_name() == "BUTTON")
}

/// Whether a key goes into a field.
pub(crate) fn is_typing(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| ["INPUT", "SELECT", "TEXTAREA"].contains(&target.tag_name().as_str()))
}

/// What follows the `#` of the address.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// The text of a file of the reader's.
pub(crate) async fn read_file(file: &web_sys::File) -> Option<String> {
    let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?;
    text.as_string()
}
