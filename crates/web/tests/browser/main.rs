//! Tests of the page in a real browser, from the real server.
//!
//! They use the page built by `cargo xtask web`, which `cargo xtask test` runs first.

mod console;
mod driver;
mod edition;
mod hidden;
#[path = "../../../server/tests/all/layout.rs"]
mod layout;
mod learn;
mod look;
mod measured;
mod networks;
mod outside;
mod people;
mod play;
#[path = "../../../server/src/course/tests/question.rs"]
#[expect(dead_code, reason = "the server's tests use more of it")]
mod question;
mod rules;
mod screen;
#[path = "../../src/secrets.rs"]
mod secrets;
mod senses;
mod speed;
mod strangers;
mod study;
mod tables;
mod variants;

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use mergemaker_server::{Config, Limits, Server, Site};
// `secrets.rs` expects it here.
use mergemaker_web::words;

use driver::{Browser, Page};

/// A temporary folder, deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let name = format!("mergemaker-browser-{name}-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Whether to measure times, on an idle machine (`cargo xtask measure`).
fn is_measured() -> bool {
    std::env::var_os("MEASURE").is_some()
}

/// The limit for a time: its target if times are measured, otherwise ten times as much.
fn limit(target: f64) -> f64 {
    if is_measured() { target } else { 10.0 * target }
}

/// A server, a browser, and a page of the server in the browser.
struct Visit {
    page: Page,
    browser: Browser,
    server: Option<Server>,
    home: String,
    _folder: Folder,
}

impl Visit {
    async fn start() -> Visit {
        Visit::with(|_| {}).await
    }

    /// The same with a change of the server's configuration.
    async fn with(change: impl FnOnce(&mut Config)) -> Visit {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist/index.html");
        assert!(dist.exists(), "the page has not been built: run `cargo xtask web`");
        let folder = Folder::new("data");
        let mut config = Config::new("127.0.0.1:0".parse().unwrap(), &folder.0);
        // One visitor opens several tables in a test, and nobody waits for players who are away.
        config.limits = Limits { open_tables_per_person: 20, away_seconds: 0, ..Limits::default() };
        let page = |name: &str| Some(format!("https://club.example/{name}"));
        config.site = Site {
            imprint: page("imprint"),
            privacy: page("privacy"),
            terms: page("terms"),
            contact: Some("mailto:host@club.example".to_owned()),
            ..Site::default()
        };
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let home = format!("http://{}", server.addr());
        let mut browser = Browser::start().await;
        let mut page = browser.page(&home).await;
        // Bots play without pauses and with little work.
        let fast = "localStorage.setItem('pace', 'fast'); localStorage.setItem('work', localStorage.getItem('work') ?? '8')";
        page.prepare(&format!("{fast}; localStorage.setItem('language', 'en')")).await;
        page.resize(driver::DESKTOP).await;
        Visit { page, browser, server: Some(server), home, _folder: folder }
    }

    /// Opens a page for a new visitor with default settings, in English.
    async fn newcomer(&mut self) -> Page {
        let home = self.home.clone();
        self.newcomer_at(&home).await
    }

    /// The same for another server.
    async fn newcomer_at(&mut self, home: &str) -> Page {
        let mut page = self.browser.page(home).await;
        page.prepare("localStorage.setItem('language', 'en')").await;
        page.resize(driver::DESKTOP).await;
        page
    }
}

impl Deref for Visit {
    type Target = Page;

    fn deref(&self) -> &Page {
        &self.page
    }
}

impl DerefMut for Visit {
    fn deref_mut(&mut self) -> &mut Page {
        &mut self.page
    }
}
