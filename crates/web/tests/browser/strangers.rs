//! Tables with people one does not know: who is away, for whom seats are kept, how many tables one may open, and who runs
//! the server.

use mergemaker_server::{Limits, Site};

use crate::Visit;
use crate::driver::Page;
use crate::people::wait_for_text;
use crate::tables::{make_table, sit_down, two_at_a_table};

/// The path of the page.
async fn path(page: &mut Page) -> String {
    page.evaluate("location.pathname").await.as_str().expect("a path").to_owned()
}

/// The seats of a rematch are kept for those who played. A stranger cannot take one until its player declines.
#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_keeps_seats_for_its_players() {
    let mut visit = Visit::start().await;
    let mut pages = two_at_a_table(&mut visit, &[]).await;
    for page in &mut pages {
        page.click("#leave-seat").await;
    }
    let [ann, bob] = &mut pages;
    ann.click("#again").await;
    ann.wait_for("#link").await;
    let table = path(ann).await;
    wait_for_text(ann, ".places", "Reserved for Bob").await;
    ann.shot("reserved").await;
    let mut eve = visit.newcomer().await;
    eve.open(&table).await;
    wait_for_text(&mut eve, ".places", "Reserved for Bob").await;
    assert!(!eve.has("[data-join]").await, "it is not for strangers");
    bob.open(&table).await;
    bob.wait_for("[data-join]").await;
    bob.click("#decline").await;
    eve.wait_for("[data-join]").await;
    sit_down(&mut eve, &table, "Eve").await;
    wait_for_text(ann, ".places", "Eve").await;
}

/// Whoever hosts an open table may leave it for a new one.
#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_leaves_their_table_for_a_new_one() {
    let mut visit = Visit::with(|config| config.limits = Limits::default()).await;
    let first = make_table(&mut visit, "Ann", &[]).await;
    visit.open("/").await;
    visit.click("#new-table").await;
    visit.expect_refusal(409, "/api/tables");
    visit.click("#create").await;
    wait_for_text(&mut visit, ".trouble", "You already host an open table").await;
    visit.shot("hosts-already").await;
    visit.click("#replace-table").await;
    visit.wait_for("#link").await;
    let second = visit.evaluate("document.querySelector('#link').value").await;
    assert_ne!(second, first.as_str());
    let path = first.strip_prefix(&visit.home).expect("the link leads here").to_owned();
    visit.open(&path).await;
    wait_for_text(&mut visit, "h1", "This table was closed").await;
}

/// Every page but games has a foot with the pages of the host, which newcomers are asked to read.
#[tokio::test(flavor = "multi_thread")]
async fn the_foot_says_who_runs_the_server() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.wait_for("footer nav a").await;
    let links =
        visit.evaluate("[...document.querySelectorAll('footer nav a')].map((link) => link.href)").await;
    let club = |name: &str| format!("https://club.example/{name}");
    let expect = [club("imprint"), club("privacy"), club("terms"), "mailto:host@club.example".to_owned()];
    assert_eq!(links, serde_json::json!(expect));
    wait_for_text(&mut visit, "footer", "not affiliated with the owner").await;
    visit.click("#play-now").await;
    visit.wait_for(".board").await;
    assert!(!visit.has("footer").await, "a game fills the screen");
    visit.open("/account").await;
    visit.wait_for(".please-read a").await;

    // A host who has set nothing.
    let mut visit = Visit::with(|config| config.site = Site::default()).await;
    visit.open("/account").await;
    visit.wait_for("#new-name").await;
    wait_for_text(&mut visit, "footer", "not affiliated with the owner").await;
    assert!(!visit.has("footer nav, .please-read").await);
}
