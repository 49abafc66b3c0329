//! What the browser's console holds: nothing, but for what a test expects in its own words.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::Visit;
use crate::driver::PATIENCE;

/// What can be complained about, and a word of each complaint.
const COMPLAINTS: [(&str, &str); 9] = [
    ("console.error('an error')", "an error"),
    ("console.warn('a warning')", "a warning"),
    ("console.assert(false, 'not so')", "not so"),
    ("setTimeout(() => { throw new Error('thrown'); })", "thrown"),
    ("setTimeout(() => Promise.reject(new Error('rejected')))", "rejected"),
    ("fetch('/api/nothing')", "responded with a status of 404"),
    ("document.body.setAttribute('onclick', 'alert()')", "Content Security Policy"),
    (
        "(() => { const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws'); \
            socket.onopen = () => { socket.close(); socket.send('late'); }; })()",
        "already in CLOSING or CLOSED state",
    ),
    // A module is no script that a worker could run.
    ("new Worker('/app.js')", "SyntaxError"),
];

/// Whatever is complained about is heard, by the page, by its workers and by the browser about them; and what a test
/// expects is told apart.
#[tokio::test]
async fn every_complaint_is_heard() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    assert_eq!(visit.troubles().await, [""; 0]);
    visit.expect_refusal(404, "/api/expected");
    visit.evaluate("fetch('/api/expected').then((answer) => answer.status)").await;
    assert_eq!(visit.troubles().await, [""; 0]);
    visit.evaluate("fetch('/api/another').then((answer) => answer.status)").await;
    assert_eq!(visit.troubles().await.len(), 1, "another refusal is not expected");
    for (script, says) in COMPLAINTS {
        visit.evaluate(&format!("void ({script})")).await;
        let (mut heard, begun) = (Vec::new(), Instant::now());
        while !heard.iter().any(|text: &String| text.contains(says)) && begun.elapsed() < PATIENCE {
            sleep(Duration::from_millis(20)).await;
            heard.extend(visit.troubles().await);
        }
        assert!(heard.iter().all(|text| text.contains(says)), "{script}: {heard:#?}");
        assert!(!heard.is_empty(), "{script} was not heard");
    }
    // What a worker does wrong is told by the worker and by the page; what comes late belongs to it.
    sleep(Duration::from_millis(200)).await;
    visit.troubles().await;
}
