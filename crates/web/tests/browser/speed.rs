//! Waiting times. `cargo xtask measure` checks them against the targets, other runs against ten times as
//! much.

use crate::play::next_decision;
use crate::{Visit, limit};

/// The limit until a first visitor can play, in milliseconds.
const READY: f64 = 2_000.0;
/// The limit until a placed tile is on the board, in milliseconds.
const PLACED: f64 = 50.0;

/// Uses the best of three times, to ignore noise.
#[tokio::test]
async fn a_first_visitor_can_play_within_two_seconds() {
    let mut visit = Visit::start().await;
    let home = visit.home.clone();
    let mut times = Vec::new();
    for _ in 0..3 {
        let mut page = visit.browser.page(&home).await;
        let watch = "new MutationObserver((_, observer) => {
            if (document.querySelector('#play-now')) {
                window.readyAfter = performance.now();
                observer.disconnect();
            }
        }).observe(document, { childList: true, subtree: true })";
        page.prepare(watch).await;
        page.open("/").await;
        page.wait_until("window.readyAfter").await;
        times.push(page.evaluate("window.readyAfter").await.as_f64().unwrap());
    }
    println!("ready after {times:.0?} ms");
    assert!(times.iter().any(|&time| time <= limit(READY)), "{times:.0?} ms until one can play");
}

/// Uses the median of five times.
#[tokio::test]
async fn a_placed_tile_is_shown_at_once() {
    let mut visit = Visit::start().await;
    visit.prefer("light").await;
    let mut times = Vec::new();
    for _ in 0..5 {
        visit.open("/").await;
        // Remove the saved game to avoid a confirmation.
        visit.evaluate("localStorage.removeItem('game')").await;
        visit.click("#play-now").await;
        assert_eq!(next_decision(&mut visit).await, "tile");
        visit.hover(".hand .tile:not(.not-now, .never)").await;
        let watch = "(() => {
            addEventListener('click', () => { window.clickedAt = performance.now(); }, { capture: true });
            const tile = document.querySelector('.tile[aria-pressed=true]').dataset.tile;
            const square = document.querySelector(`.board [data-tile=\"${tile}\"]`);
            new MutationObserver(() => {
                if (square.matches('.lone, .chain')) window.shownAt ??= performance.now();
            }).observe(square, { attributes: true });
        })()";
        visit.wait_for(".tile[aria-pressed=true]").await;
        visit.evaluate(watch).await;
        visit.click("#place").await;
        visit.wait_until("window.shownAt").await;
        times.push(visit.evaluate("window.shownAt - window.clickedAt").await.as_f64().unwrap());
    }
    println!("shown after {times:.1?} ms");
    times.sort_by(f64::total_cmp);
    assert!(times[2] <= limit(PLACED), "{times:.1?} ms until a tile is shown");
}
