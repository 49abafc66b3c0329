//! What is asked of the browser itself.

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

/// What was kept under a name.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text under a name; a browser that keeps nothing is left in peace.
pub(crate) fn keep(name: &str, text: &str) {
    let _ = storage().map(|storage| storage.set_item(name, text));
}

/// Whether the browser has something by this name.
pub(crate) fn has(name: &str) -> bool {
    js_sys::Reflect::has(&window(), &name.into()).unwrap_or(false)
}

/// Whether the system says that things should rather not move.
pub(crate) fn wants_less_motion() -> bool {
    fits("(prefers-reduced-motion: reduce)")
}

/// Whether the screen is as a media query has it.
pub(crate) fn fits(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|answer| answer.matches())
}

/// Whether a dialog waits for an answer: the keys of the game do nothing behind it.
pub(crate) fn has_dialog() -> bool {
    document().query_selector("dialog:modal").is_ok_and(|dialog| dialog.is_some())
}

/// Fills the whole screen with the page, or no longer.
pub(crate) fn toggle_full_screen() {
    let document = document();
    if document.fullscreen_element().is_some() {
        document.exit_fullscreen();
    } else if let Some(root) = document.document_element() {
        // Where it is not allowed, the page stays as it is.
        let _ = root.request_fullscreen();
    }
}

/// Keeps no more what was kept under a name.
pub(crate) fn forget(name: &str) {
    let _ = storage().map(|storage| storage.remove_item(name));
}

/// The language the reader likes best.
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

/// Changes the address of the page that is shown; there is no way back to the old one.
pub(crate) fn replace_path(path: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(path));
    }
}

/// A value of the address, after the question mark.
pub(crate) fn query(name: &str) -> Option<String> {
    let query = window().location().search().ok()?;
    web_sys::UrlSearchParams::new_with_str(&query).ok()?.get(name)
}

/// Loads the page anew. The service worker asks the server for it, and uses what it keeps only without a connection.
pub(crate) fn reload() {
    let _ = window().location().reload();
}

/// Shows the page from its top.
pub(crate) fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Gives the focus to something.
pub(crate) fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Takes the focus from a tile or a button of the decision panel that was clicked: the keys that follow are for the game. Whoever
/// pressed it by keyboard stays on it.
pub(crate) fn let_go(event: &MouseEvent) {
    let active = document().active_element().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(button) = active.filter(|active| active.matches(".ask button, .hand .tile").unwrap_or(false))
        && event.detail() > 0
    {
        let _ = button.blur();
    }
}

/// A day and its time, as the language writes it.
pub(crate) fn date(at_ms: i64, language: Language) -> String {
    written(at_ms, language, &[("dateStyle", "medium"), ("timeStyle", "short")])
}

/// A day, as the language writes it.
pub(crate) fn day(at_ms: i64, language: Language) -> String {
    written(at_ms, language, &[("dateStyle", "medium")])
}

#[expect(clippy::cast_precision_loss, reason = "times fit for the next hundred thousand years")]
fn written(at_ms: i64, language: Language, style: &[(&str, &str)]) -> String {
    let options = js_sys::Object::new();
    for &(name, value) in style {
        // A plain object takes every field.
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(at_ms as f64));
    date.to_locale_string(language.code(), &options).into()
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

/// The host of the page's address, with its port.
pub(crate) fn host() -> String {
    window().location().host().unwrap_or_default()
}

/// Where the server listens for the game itself.
pub(crate) fn socket_address() -> String {
    address_of(Connect::PATH).replacen("http", "ws", 1)
}

/// Milliseconds on the page's own clock.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Puts a text where it can be pasted from, and tells whether it worked: a browser may forbid it, or have no such place.
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
    let fields = "input:not([type=radio], [type=checkbox], [type=range]), select, textarea";
    target.is_some_and(|target| target.matches(fields).unwrap_or(false))
}

/// Whether a key is for the page itself: not for the browser, a field or a dialog.
pub(crate) fn is_free(event: &web_sys::KeyboardEvent) -> bool {
    let is_ours = !event.ctrl_key() && !event.meta_key() && !event.alt_key() && !event.is_composing();
    is_ours && !is_typing(event) && !has_dialog()
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
