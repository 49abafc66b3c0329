//! Drives a browser and its pages over Chromium's `DevTools` protocol.

mod chromium;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use chromium::Chromium;

/// The timeout for anything: far longer than it should take, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);
/// The interval for polling the page.
const LOOK_AGAIN: Duration = Duration::from_millis(8);
/// The page has been drawn. Until then the browser drops input.
const IS_DRAWN: &str = "document.querySelector('main#main') && \
    performance.getEntriesByName('first-contentful-paint').length > 0";

/// A test's connection to the browser that all tests share. Its pages are closed with it.
pub(crate) struct Browser {
    link: Link,
    pages: u64,
    chromium: Chromium,
}

impl Browser {
    pub(crate) async fn start() -> Browser {
        let chromium = Chromium::join().await;
        let link = Link::open(&format!("ws://{}/{}", chromium.host, chromium.path)).await;
        Browser { link, pages: 0, chromium }
    }

    /// Opens a page for a new visitor, with its own storage.
    pub(crate) async fn page(&mut self, home: &str) -> Page {
        let context = self.link.call("Target.createBrowserContext", json!({ "disposeOnDetach": true })).await;
        let wanted = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        let target = self.link.call("Target.createTarget", wanted).await;
        let id = target["targetId"].as_str().expect("a target has an id");
        let link = Link::open(&format!("ws://{}/devtools/page/{id}", self.chromium.host)).await;
        let mut page = Page { link, home: home.to_owned(), once: Vec::new() };
        for part in ["Page", "Runtime", "Log", "Network"] {
            page.link.call(&format!("{part}.enable"), json!({})).await;
        }
        let workers = json!({ "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true });
        page.link.call("Target.setAutoAttach", workers).await;
        // Every page behaves as if it had the focus, whatever pages other tests have open.
        page.link.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await;
        self.pages += 1;
        page.prepare(&same_chance_every_time(self.pages)).await;
        page
    }
}

/// A script that makes the browser's random numbers deterministic: a test deals the same tiles every time.
fn same_chance_every_time(seed: u64) -> String {
    format!(
        "(() => {{ let state = {seed}; Crypto.prototype.getRandomValues = (array) => {{ \
             const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength); \
             for (let at = 0; at < bytes.length; at += 1) {{ \
                 state = (state + 0x9e3779b9) | 0; let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b); \
                 mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35); bytes[at] = mixed ^ (mixed >>> 16); }} \
             return array; }}; }})()"
    )
}

/// A connection to the browser or to one of its pages.
struct Link {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    last: u64,
    /// The page's unexpected complaints.
    complaints: Vec<String>,
    expected: Vec<Expected>,
}

impl Link {
    async fn open(address: &str) -> Link {
        let (socket, _) = connect_async(address).await.expect("the browser listens where it says");
        Link { socket, last: 0, complaints: Vec::new(), expected: Vec::new() }
    }

    /// Sends a command to the page or one of its workers.
    async fn send(&mut self, mut asked: Value) -> u64 {
        self.last += 1;
        asked["id"] = self.last.into();
        self.socket.send(Message::text(asked.to_string())).await.expect("the browser listens");
        self.last
    }

    /// Sends a command and waits for the response, collecting complaints meanwhile.
    async fn call(&mut self, method: &str, params: Value) -> Value {
        self.try_call(method, params).await.unwrap_or_else(|error| panic!("{error}"))
    }

    async fn try_call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        let id = self.send(json!({ "method": method, "params": params })).await;
        let answer = timeout(PATIENCE, async {
            loop {
                let message = self.socket.next().await.expect("the browser runs").expect("it answers");
                let Message::Text(text) = message else { continue };
                let message: Value = serde_json::from_str(&text).expect("it answers in JSON");
                if message["id"] == id {
                    return message;
                }
                if message["method"] == "Target.attachedToTarget" {
                    // Collect the worker's complaints too.
                    for part in ["Runtime", "Log"] {
                        let session = &message["params"]["sessionId"];
                        self.send(json!({ "method": format!("{part}.enable"), "sessionId": session })).await;
                    }
                }
                let is_expected = |text: &String| self.expected.iter().any(|expected| expected.is(text));
                self.complaints.extend(complaint(&message).filter(|text| !is_expected(text)));
            }
        });
        let answer = answer.await.unwrap_or_else(|_| panic!("no answer to {method} {params}"));
        let error = || Err(format!("{method} {params}: {}", answer["error"]));
        if answer["error"].is_null() { Ok(answer["result"].clone()) } else { error() }
    }
}

/// Extracts a complaint from a message: an error or a warning by the page, or by the browser about failed,
/// missing or forbidden resources.
fn complaint(message: &Value) -> Option<String> {
    let params = &message["params"];
    let is_grave = |kind: &Value| ["error", "warning", "assert"].iter().any(|grave| kind == grave);
    match message["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(params["exceptionDetails"].to_string()),
        "Runtime.consoleAPICalled" if is_grave(&params["type"]) => Some(params["args"].to_string()),
        "Log.entryAdded" if is_grave(&params["entry"]["level"]) => {
            Some(format!("{} {}", params["entry"]["text"], params["entry"]["url"]))
        }
        _ => None,
    }
}

/// Complaints that browsers log for normal events. A test that causes one must expect it.
enum Expected {
    /// The server refuses a request to a path with a status.
    Refusal { status: u16, path: String },
    /// The server cannot be reached.
    NoConnection,
}

impl Expected {
    /// Whether a complaint matches.
    fn is(&self, text: &str) -> bool {
        match self {
            Expected::Refusal { status, path } => {
                text.contains(&format!("responded with a status of {status} "))
                    && text.ends_with(&format!("{path}\""))
            }
            Expected::NoConnection => {
                text.contains("Failed to load resource: net::ERR_")
                    || text.contains("WebSocket connection to")
            }
        }
    }
}

/// A screen size.
#[derive(Clone, Copy)]
pub(crate) struct Screen {
    pub(crate) name: &'static str,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) is_phone: bool,
}

pub(crate) const PHONE: Screen = Screen { name: "phone", width: 390, height: 844, is_phone: true };
pub(crate) const TABLET: Screen = Screen { name: "tablet", width: 1180, height: 820, is_phone: false };
pub(crate) const DESKTOP: Screen = Screen { name: "desktop", width: 1366, height: 768, is_phone: false };

/// A page in the browser.
pub(crate) struct Page {
    link: Link,
    home: String,
    /// The scripts that run only in the next page.
    once: Vec<Value>,
}

impl Page {
    /// Opens a path on the server and waits until the page is drawn.
    pub(crate) async fn open(&mut self, path: &str) {
        self.navigate(path).await;
        self.wait_until(IS_DRAWN).await;
        for script in std::mem::take(&mut self.once) {
            let asked = json!({ "identifier": script });
            self.link.call("Page.removeScriptToEvaluateOnNewDocument", asked).await;
        }
    }

    /// Opens a path without waiting.
    pub(crate) async fn navigate(&mut self, path: &str) {
        let url = format!("{}{path}", self.home);
        self.link.call("Page.navigate", json!({ "url": url })).await;
    }

    /// Sets a value in local storage before the next page runs.
    pub(crate) async fn keep(&mut self, name: &str, value: &str) {
        self.before_next(&format!("localStorage.setItem({}, {})", quoted(name), quoted(value))).await;
    }

    /// Removes a value from local storage before the next page runs.
    pub(crate) async fn forget(&mut self, name: &str) {
        self.before_next(&format!("localStorage.removeItem({})", quoted(name))).await;
    }

    /// Runs a script in the next page before its own.
    async fn before_next(&mut self, script: &str) {
        let asked = json!({ "source": script });
        let added = self.link.call("Page.addScriptToEvaluateOnNewDocument", asked).await;
        self.once.push(added["identifier"].clone());
    }

    /// Reloads the page.
    pub(crate) async fn reload(&mut self) {
        self.evaluate("window.isOld = true").await;
        self.link.call("Page.reload", json!({})).await;
        self.wait_until(&format!("window.isOld === undefined && {IS_DRAWN}")).await;
    }

    /// Calls a `DevTools` method.
    pub(crate) async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.link.call(method, params).await
    }

    /// Evaluates an expression, awaiting a promise.
    pub(crate) async fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.link.call("Runtime.evaluate", asked).await;
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Runs a script in every page opened from now on, before its own.
    pub(crate) async fn prepare(&mut self, script: &str) {
        self.link.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Waits until an expression is true.
    pub(crate) async fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        let asked = json!({ "expression": format!("!!({expression})"), "returnByValue": true });
        loop {
            // While another page is loading, commands fail or their responses are lost.
            let answer = self.link.try_call("Runtime.evaluate", asked.clone()).await;
            if answer.is_ok_and(|answer| answer["result"]["value"] == true) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "timed out waiting for {expression}; {}", self.state().await);
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Waits until the page has drawn the effects of everything so far.
    pub(crate) async fn wait_for_frame(&mut self) {
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            .await;
    }

    /// Waits until an element exists.
    pub(crate) async fn wait_for(&mut self, selector: &str) {
        self.wait_until(&format!("document.querySelector({})", quoted(selector))).await;
    }

    /// Whether an element exists now.
    pub(crate) async fn has(&mut self, selector: &str) -> bool {
        self.evaluate(&format!("!!document.querySelector({})", quoted(selector))).await == true
    }

    /// The text of an element, once it exists.
    pub(crate) async fn text(&mut self, selector: &str) -> String {
        self.wait_for(selector).await;
        let text = self.evaluate(&format!("document.querySelector({}).textContent", quoted(selector))).await;
        text.as_str().unwrap_or_default().trim().to_owned()
    }

    /// Moves the mouse to an element, as soon as a person could.
    pub(crate) async fn hover(&mut self, selector: &str) -> (f64, f64) {
        let (x, y) = self.reach(selector).await;
        self.mouse("mouseMoved", x, y).await;
        (x, y)
    }

    /// The position of an element, once it exists, stands still and is not covered.
    async fn reach(&mut self, selector: &str) -> (f64, f64) {
        let look = format!(
            "(async () => {{
                const element = document.querySelector({});
                if (!element || element.disabled) return null;
                element.scrollIntoView({{ block: 'center', inline: 'center' }});
                const place = () => {{
                    const box = element.getBoundingClientRect();
                    return [box.x + box.width / 2, box.y + box.height / 2];
                }};
                const before = place();
                // An animated element may stand still for a while on a busy machine, but not between two frames.
                const isMoving = document.getAnimations().some((one) => one.playState === 'running');
                await new Promise((done) => isMoving ? requestAnimationFrame(done) : setTimeout(done, 4));
                const [x, y] = place();
                const isStill = x === before[0] && y === before[1];
                return isStill && element.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
            }})()",
            quoted(selector)
        );
        let asked = json!({ "expression": look, "awaitPromise": true, "returnByValue": true });
        let start = Instant::now();
        loop {
            // While another page is loading, commands fail or their responses are lost.
            if let Ok(answer) = self.link.try_call("Runtime.evaluate", asked.clone()).await {
                let place = &answer["result"]["value"];
                if let Some(place) = place[0].as_f64().zip(place[1].as_f64()) {
                    return place;
                }
            }
            assert!(
                start.elapsed() < PATIENCE,
                "timed out waiting to reach {selector}; {}",
                self.state().await
            );
            sleep(LOOK_AGAIN).await;
        }
    }

    /// Clicks an element, as soon as a person could.
    pub(crate) async fn click(&mut self, selector: &str) {
        let (x, y) = self.hover(selector).await;
        // Send both without waiting: a click needs both events on the same element.
        let pressed = mouse_event("mousePressed", x, y);
        self.link.send(json!({ "method": "Input.dispatchMouseEvent", "params": pressed })).await;
        self.mouse("mouseReleased", x, y).await;
    }

    /// Drags an element onto another with the mouse.
    pub(crate) async fn drag(&mut self, from: &str, to: &str) {
        let (x, y) = self.hover(from).await;
        let look = format!(
            "(() => {{ const box = document.querySelector({}).getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            quoted(to)
        );
        let end = self.evaluate(&look).await;
        let (end_x, end_y) = end[0].as_f64().zip(end[1].as_f64()).expect("it has a position");
        self.mouse("mousePressed", x, y).await;
        for step in 1..=5 {
            let part = f64::from(step) / 5.0;
            let (x, y) = (x + (end_x - x) * part, y + (end_y - y) * part);
            let asked = json!({ "type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1 });
            self.link.call("Input.dispatchMouseEvent", asked).await;
        }
        self.mouse("mouseReleased", end_x, end_y).await;
    }

    /// Taps an element with a finger, sending touch events.
    pub(crate) async fn tap(&mut self, selector: &str) {
        let (x, y) = self.reach(selector).await;
        let touched = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
        self.link.call("Input.dispatchTouchEvent", touched).await;
        self.link.call("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await;
    }

    /// Emulates a touch screen.
    pub(crate) async fn touch(&mut self) {
        let asked = json!({ "enabled": true, "maxTouchPoints": 1 });
        self.link.call("Emulation.setTouchEmulationEnabled", asked).await;
    }

    async fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        self.link.call("Input.dispatchMouseEvent", mouse_event(kind, x, y)).await;
    }

    /// Presses and releases a key: a letter, a digit, or a named key.
    pub(crate) async fn key(&mut self, name: &str) {
        self.hold(name, 0).await;
    }

    /// Holds a key until it has repeated this many times.
    pub(crate) async fn hold(&mut self, name: &str, repeats: usize) {
        let (number, text) = match name {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Escape" => (27, ""),
            "Backspace" => (8, ""),
            "End" => (35, ""),
            "Home" => (36, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            letter => (u32::from(letter.as_bytes()[0].to_ascii_uppercase()), letter),
        };
        for press in 0..=repeats {
            let asked = json!({
                "type": if text.is_empty() { "rawKeyDown" } else { "keyDown" },
                "key": name, "text": text, "windowsVirtualKeyCode": number, "autoRepeat": press > 0,
            });
            self.link.call("Input.dispatchKeyEvent", asked).await;
        }
        let asked = json!({ "type": "keyUp", "key": name, "windowsVirtualKeyCode": number });
        self.link.call("Input.dispatchKeyEvent", asked).await;
    }

    /// Chooses a file in a file input.
    pub(crate) async fn choose_file(&mut self, selector: &str, file: &Path) {
        self.wait_for(selector).await;
        let document = self.link.call("DOM.getDocument", json!({})).await;
        let asked = json!({ "nodeId": document["root"]["nodeId"], "selector": selector });
        let field = self.link.call("DOM.querySelector", asked).await;
        let asked = json!({ "files": [file], "nodeId": field["nodeId"] });
        self.link.call("DOM.setFileInputFiles", asked).await;
    }

    /// Moves the focus to an element with the Tab key.
    pub(crate) async fn tab_to(&mut self, selector: &str) {
        let is_there = format!("document.activeElement.matches({})", quoted(selector));
        for _ in 0..100 {
            if self.evaluate(&is_there).await == true {
                return;
            }
            self.key("Tab").await;
        }
        panic!("Tab never reaches {selector}; {}", self.state().await);
    }

    /// Sets the size of the screen.
    pub(crate) async fn resize(&mut self, screen: Screen) {
        let asked = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": screen.is_phone,
        });
        self.link.call("Emulation.setDeviceMetricsOverride", asked).await;
    }

    /// Sets the preferred colour scheme, and reduced motion for stable screenshots.
    pub(crate) async fn prefer(&mut self, scheme: &str) {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.link.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Disconnects or reconnects the network.
    pub(crate) async fn be_offline(&mut self, is_offline: bool) {
        let asked = json!({
            "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
        });
        self.link.call("Network.emulateNetworkConditions", asked).await;
    }

    /// The accessibility tree as roles and names.
    pub(crate) async fn spoken(&mut self) -> Vec<(String, String)> {
        let tree = self.link.call("Accessibility.getFullAXTree", json!({})).await;
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let exposed = nodes.iter().filter(|node| node["ignored"] != true);
        let word = |value: &Value| value["value"].as_str().unwrap_or_default().trim().to_owned();
        exposed.map(|node| (word(&node["role"]), word(&node["name"]))).collect()
    }

    /// Saves a screenshot of the whole page if `SCREENS` is set.
    pub(crate) async fn shot(&mut self, name: &str) {
        if std::env::var_os("SCREENS").is_none() {
            return;
        }
        // With a dialog, capture only the viewport, which it covers.
        let is_whole = !self.has("dialog[open]").await;
        let mut asked = json!({ "format": "png", "captureBeyondViewport": is_whole });
        if is_whole {
            let metrics = self.link.call("Page.getLayoutMetrics", json!({})).await;
            let size = &metrics["cssContentSize"];
            asked["clip"] =
                json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        }
        let shot = self.link.call("Page.captureScreenshot", asked).await;
        let bytes = BASE64.decode(shot["data"].as_str().unwrap_or_default()).expect("a picture is Base64");
        let folder = screens();
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("{name}.png")), bytes).unwrap();
    }

    /// Expects the server to refuse requests to a path with a status.
    pub(crate) fn expect_refusal(&mut self, status: u16, path: &str) {
        self.link.expected.push(Expected::Refusal { status, path: path.to_owned() });
    }

    /// Expects the server to be unreachable.
    pub(crate) fn expect_no_connection(&mut self) {
        self.link.expected.push(Expected::NoConnection);
    }

    /// Takes the unexpected complaints so far.
    pub(crate) async fn complaints(&mut self) -> Vec<String> {
        // All earlier messages arrive before this response.
        self.evaluate("1").await;
        std::mem::take(&mut self.link.complaints)
    }

    /// Describes the page for failure messages.
    async fn state(&mut self) -> String {
        let text =
            self.evaluate("location.href + ' ' + (document.body?.innerText ?? '').slice(0, 400)").await;
        format!("the page is {text}; it complained {:?}", self.link.complaints)
    }
}

fn mouse_event(kind: &str, x: f64, y: f64) -> Value {
    let button = if kind == "mouseMoved" { "none" } else { "left" };
    json!({ "type": kind, "x": x, "y": y, "button": button, "clickCount": 1 })
}

/// Every test fails if its page complained unexpectedly before the last command.
impl Drop for Page {
    fn drop(&mut self) {
        let complaints = &self.link.complaints;
        assert!(std::thread::panicking() || complaints.is_empty(), "the page complained {complaints:#?}");
    }
}

/// The folder for screenshots.
pub(crate) fn screens() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("screens")
}

/// A text as a JavaScript string literal.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
