//! Reloading the page and losing the connection.

use serde_json::Value;

use crate::Visit;
use crate::driver::Page;
use crate::play::{decide_by_mouse, next_decision, saved_game};

/// All text of the game.
async fn shown(page: &mut Page) -> Value {
    page.evaluate("document.querySelector('.game').innerText").await
}

#[tokio::test]
async fn a_game_continues_after_a_reload_and_without_a_connection() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    visit.evaluate("navigator.serviceWorker.ready.then((worker) => worker.active.state)").await;
    visit.wait_until("navigator.serviceWorker.controller?.state === 'activated'").await;
    visit.click("#play-now").await;
    for turn in 0..12 {
        let asked = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    next_decision(&mut visit).await;
    let (before, text) = (shown(&mut visit).await, saved_game(&mut visit).await.to_text());

    visit.reload().await;
    next_decision(&mut visit).await;
    assert_eq!(shown(&mut visit).await, before);
    assert_eq!(saved_game(&mut visit).await.to_text(), text);
    assert_eq!(visit.complaints().await, [""; 0]);

    // Disconnect the page, and stop the server to disconnect its service worker too.
    visit.expect_no_connection();
    visit.be_offline(true).await;
    visit.server.take().expect("it runs").end().await.unwrap();
    visit.reload().await;
    next_decision(&mut visit).await;
    assert_eq!(shown(&mut visit).await, before);
    // The worker is cached too.
    visit.click("#hint").await;
    visit.wait_for(".hint b").await;
    for turn in 0..6 {
        let asked = next_decision(&mut visit).await;
        decide_by_mouse(&mut visit, &asked, turn).await;
    }
    assert_ne!(saved_game(&mut visit).await.to_text(), text, "the game continues");
    visit.open("/").await;
    visit.click("#continue").await;
    visit.wait_for(".board").await;
}
