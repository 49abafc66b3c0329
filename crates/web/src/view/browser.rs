//! Helpers for browser APIs.

use mergemaker_protocol::Endpoint;
use mergemaker_protocol::api::operations::Connect;
use mergemaker_record::Seed;
use mergemaker_web::words::Language;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlElement, MouseEvent, Storage, Window};

pub(crate) fn window() -> Window {
    web_sys::window().expect("the page runs in a window")
}

pub(crate) fn document() -> Document {
    window().document().expect("a window has a document")
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Reads a value from local storage.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Writes a value to local storage, if the browser allows it.
pub(crate) fn keep(name: &str, text: &str) {
    let _ = storage().map(|storage| storage.set_item(name, text));
}

/// Whether the browser has a global with this name.
pub(crate) fn has(name: &str) -> bool {
    js_sys::Reflect::has(&window(), &name.into()).unwrap_or(false)
}

/// Whether the system asks for reduced motion.
pub(crate) fn wants_less_motion() -> bool {
    fits("(prefers-reduced-motion: reduce)")
}

/// Whether a media query matches.
pub(crate) fn fits(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|answer| answer.matches())
}

/// Whether a modal dialog is open, which disables the keys of the game.
pub(crate) fn has_dialog() -> bool {
    document().query_selector("dialog:modal").is_ok_and(|dialog| dialog.is_some())
}

/// Enters or leaves full screen.
pub(crate) fn toggle_full_screen() {
    let document = document();
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        // Ignore it if the browser refuses.
        let _ = root.request_fullscreen();
    }
}

/// Removes a value from local storage.
pub(crate) fn forget(name: &str) {
    let _ = storage().map(|storage| storage.remove_item(name));
}

/// The reader's preferred language.
pub(crate) fn language() -> String {
    window().navigator().language().unwrap_or_default()
}

/// The path of the address.
pub(crate) fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Navigates to an address within the page.
pub(crate) fn push_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// Replaces the address without adding to the history.
pub(crate) fn replace_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// A query parameter of the address.
pub(crate) fn query(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&query).ok()?.get(name)
}

/// Reloads the page. The service worker fetches it from the server, and uses its cache only without a
/// connection.
pub(crate) fn reload() {
    let _ = window().location().reload();
}

/// Scrolls to the top.
pub(crate) fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Focuses an element.
pub(crate) fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Blurs a tile or a button of the decision panel after a click, to leave the next keys to the game. After a
/// press by keyboard it keeps the focus.
pub(crate) fn let_go(event: &MouseEvent) {
    let active = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(button) = active.filter(|active| active.matches(".ask button, .hand .tile").unwrap_or(false))
        && event.detail() > 0
    {
        let _ = button.blur();
    }
}

/// Formats a date and time for a language.
pub(crate) fn date(at_ms: i64, language: Language) -> String {
    written(at_ms, language, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// Formats a date for a language.
pub(crate) fn day(at_ms: i64, language: Language) -> String {
    written(at_ms, language, &[("dateStyle", "medium")])
}

#[expect(clippy::cast_precision_loss, reason = "times fit for the next hundred thousand years")]
fn written(at_ms: i64, language: Language, style: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for &(name, value) in style {
        // Setting a field of a plain object cannot fail.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at_ms as f64));
    date.to_locale_string(language.code(), &options).into()
}

/// A random seed.
pub(crate) fn random_seed() -> Seed {
    let mut bytes = [0_u8; 32];
    // Every browser with WebAssembly has random numbers.
    let _ = getrandom::fill(&mut bytes);
    Seed::from_bytes(bytes)
}

/// Sets a CSS variable.
pub(crate) fn set_style(name: &str, value: &str) {
    if let Some(root) = document().document_element().and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property(name, value);
    }
}

/// Offers a text as a download.
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

/// The full URL of a page.
pub(crate) fn address_of(path: &str) -> String {
    format!("{}{path}", window().location().origin().unwrap_or_default())
}

/// The host and port of the page.
pub(crate) fn host() -> String {
    window().location().host().unwrap_or_default()
}

/// The URL of the server's WebSocket.
pub(crate) fn socket_address() -> String {
    address_of(Connect::PATH).replacen("http", "ws", 1)
}

/// The page's clock in milliseconds.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Copies a text to the clipboard. Returns whether the browser supports and allows it.
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

/// Whether a key is typed into a field.
pub(crate) fn is_typing(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    let fields = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea";
    target.is_some_and(|target| target.matches(fields).unwrap_or(false))
}

/// Whether a key is for the page itself: not for the browser, a field or a dialog.
pub(crate) fn is_free(event: &web_sys::KeyboardEvent) -> bool {
    let is_ours = !event.ctrl_key() && !event.meta_key() && !event.alt_key() && !event.is_composing();
    is_ours && !is_typing(event) && !has_dialog()
}

/// The fragment of the address.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default().trim_start_matches('#').to_owned()
}

/// Reads a file as text.
pub(crate) async fn read_file(file: &web_sys::File) -> Option<String> {
    let text = wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?;
    text.as_string()
}
