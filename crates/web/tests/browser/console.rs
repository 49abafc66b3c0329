//! The browser's console must stay empty, except for what a test explicitly expects.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::Visit;
use crate::driver::PATIENCE;

/// Scripts that cause complaints, and a part of each message.
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
    // A worker cannot run a module as a classic script.
    ("new Worker('/app.js')", "SyntaxError"),
];

/// Complaints by the page, its workers and the browser are all collected, except expected ones.
#[tokio::test]
async fn every_complaint_is_collected() {
    let mut visit = Visit::start().await;
    visit.open("/").await;
    assert_eq!(visit.complaints().await, [""; 0]);
    visit.expect_refusal(404, "/api/expected");
    visit.evaluate("fetch('/api/expected').then((answer) => answer.status)").await;
    assert_eq!(visit.complaints().await, [""; 0]);
    visit.evaluate("fetch('/api/another').then((answer) => answer.status)").await;
    assert_eq!(visit.complaints().await.len(), 1, "another refusal is not expected");
    for (script, says) in COMPLAINTS {
        visit.evaluate(&format!("void ({script})")).await;
        // Both worker and page report a worker's error.
        let reports = if script.starts_with("new Worker") { 2 } else { 1 };
        let (mut complaints, started) = (Vec::<String>::new(), Instant::now());
        while complaints.len() < reports && started.elapsed() < PATIENCE {
            sleep(Duration::from_millis(20)).await;
            complaints.extend(visit.complaints().await);
        }
        assert!(complaints.iter().all(|text| text.contains(says)), "{script}: {complaints:#?}");
        assert_eq!(complaints.len(), reports, "{script}");
    }
}
