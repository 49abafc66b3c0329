//! Games at tables of the server, with several browsers.

use mergemaker_server::{Config, Server};

use crate::driver::Page;
use crate::play::{asked, decide_by_mouse};
use crate::{Folder, Visit};

/// Says a name where the page asks for one.
pub(crate) async fn introduce(page: &mut Page, name: &str) {
    page.wait_for("#guest-name").await;
    let script = format!(
        "(() => {{ const field = document.querySelector('#guest-name'); field.value = '{name}'; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    );
    page.evaluate(&script).await;
    page.click("#introduce").await;
}

/// Whether a page waits for its own player, or has come to the end.
const IS_ASKED: &str = "document.querySelector('.ask.mine, #again') !== null";

/// Two people meet at a table by its link and play to the end; one of them loads the page anew in the middle, and the
/// server is started again in the middle, and nothing is lost.
#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_through_the_server() {
    let mut visit = Visit::start().await;
    let folder = Folder::new("tables");
    let config = |addr| Config {
        addr,
        data: folder.0.clone(),
        database: None,
        origins: Vec::new(),
        behind_proxy: false,
    };
    let mut server = Server::start(config("127.0.0.1:0".parse().unwrap())).await.unwrap();
    let addr = server.addr();
    let home = format!("http://{addr}");
    let mut ann = visit.browser.page(&home).await;
    let mut bob = visit.browser.page(&home).await;
    for page in [&mut ann, &mut bob] {
        page.prepare("localStorage.setItem('language', 'en')").await;
        page.resize(crate::driver::DESKTOP).await;
    }
    ann.open("/").await;
    ann.click("#new-table").await;
    introduce(&mut ann, "Ann").await;
    ann.click("#create").await;
    ann.wait_for("#link").await;
    let link = ann.evaluate("document.querySelector('#link').value").await;
    let path = link.as_str().unwrap().strip_prefix(&home).expect("the link leads here").to_owned();
    ann.shot("lobby").await;
    bob.open(&path).await;
    introduce(&mut bob, "Bob").await;
    bob.click("[data-join]").await;
    ann.wait_until("!document.querySelector('#start').disabled").await;
    ann.click("#start").await;
    ann.wait_for(".board").await;
    bob.wait_for(".board").await;
    bob.shot("table").await;

    for turn in 0.. {
        if turn == 20 {
            bob.reload().await;
        }
        if turn == 30 {
            server.end().await.unwrap();
            server = Server::start(config(addr)).await.unwrap();
        }
        // One of the two is asked.
        let mut is_anns = false;
        for _ in 0..600 {
            is_anns = ann.evaluate(IS_ASKED).await == true;
            if is_anns || bob.evaluate(IS_ASKED).await == true {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let page = if is_anns { &mut ann } else { &mut bob };
        let what = asked(page).await;
        if what == "over" {
            break;
        }
        let before = page.evaluate("document.querySelector('.game').dataset.number").await;
        decide_by_mouse(page, &what, turn).await;
        // What was decided is known once the server has kept it.
        page.wait_until(&format!("document.querySelector('.game').dataset.number !== {before}")).await;
        assert!(turn < 600, "a game ends");
    }
    for page in [&mut ann, &mut bob] {
        page.wait_for("#again").await;
        assert!(page.text(".outcome h2").await.contains('$'), "who won is told");
    }
    ann.shot("result").await;
    ann.click("#review").await;
    ann.wait_for("#slider").await;
    ann.click("#first").await;
    ann.click("#forth").await;
    assert!(ann.text("output").await.starts_with("2 /"));
    ann.shot("review").await;
    // A link leads to this moment of the game.
    assert!(ann.has("#share-moment").await);
    let here = ann.evaluate("location.pathname").await;
    ann.open(&format!("{}#5", here.as_str().unwrap())).await;
    ann.wait_until("document.querySelector('output')?.textContent.startsWith('5 /')").await;
    // A rematch seats who asks for it, and the other is led there.
    bob.click("#again").await;
    bob.wait_for("#link").await;
    server.end().await.unwrap();
}
