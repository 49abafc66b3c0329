//! Requests are written flat into their messages, and unknown fields are rejected.

use serde_json::{Value, json};

use super::*;

fn read(message: &Value) -> Result<ToServer, serde_json::Error> {
    // From text, as in production.
    serde_json::from_str(&message.to_string())
}

#[test]
fn requests_are_written_flat() {
    let table = TableId("t".into());
    for (message, request) in [
        (
            json!({ "type": "decide", "table": "t", "number": 7, "action": { "kind": "pass" } }),
            Request::Decide { number: 7, action: Action::Pass },
        ),
        (json!({ "type": "take_back", "table": "t", "number": 7 }), Request::TakeBack { number: 7 }),
        (json!({ "type": "leave_seat", "table": "t" }), Request::LeaveSeat {}),
        (json!({ "type": "resume_seat", "table": "t" }), Request::ResumeSeat {}),
        (
            json!({ "type": "let_bot_play", "table": "t", "seat": 1, "agree": true }),
            Request::LetBotPlay { seat: Seat::new(1).unwrap(), agree: true },
        ),
        (json!({ "type": "pause", "table": "t", "paused": true }), Request::Pause { paused: true }),
        (json!({ "type": "chat", "table": "t", "text": "Hi" }), Request::Chat { text: "Hi".into() }),
    ] {
        let request = request.at(&table);
        assert_eq!(serde_json::to_value(&request).unwrap(), message);
        assert_eq!(read(&message).unwrap(), request);
        let mut more = message.clone();
        more["more"] = json!(1);
        assert!(read(&more).is_err(), "{more}");
        let mut less = message;
        less.as_object_mut().unwrap().remove("table");
        assert!(read(&less).is_err(), "{less}");
    }
}

#[test]
fn malformed_messages_are_rejected() {
    let subscribe = ToServer::Subscribe { table: TableId("t".into()), since: None, chat_since: None };
    assert_eq!(read(&json!({ "type": "subscribe", "table": "t" })).unwrap(), subscribe);
    for wrong in [
        json!({ "type": "subscribe", "table": "t", "more": 1 }),
        json!({ "type": "ping", "nonce": 1, "table": "t" }),
        json!({ "type": "unknown", "table": "t" }),
        json!({ "table": "t", "number": 7 }),
        json!([]),
    ] {
        assert!(read(&wrong).is_err(), "{wrong}");
    }
}
