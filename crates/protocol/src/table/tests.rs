//! Requests, storage and responses share their types and a stable JSON format.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::*;

/// Checks that a message is read, and written back unchanged.
fn check<T: Serialize + DeserializeOwned>(message: &Value) -> T {
    let read: T =
        serde_json::from_value(message.clone()).unwrap_or_else(|error| panic!("{error}: {message}"));
    assert_eq!(serde_json::to_value(&read).unwrap(), *message);
    read
}

#[test]
fn a_seat_is_written_flat() {
    let person = json!({ "id": "a", "name": "Ann", "is_guest": true });
    let presence = json!({ "kind": "person", "person": person, "is_here": true, "stand_in": "steady",
        "asks_about_dead_tiles": false });
    let seat: SeatInfo = check(&presence);
    assert_eq!(seat.presence.unwrap().stand_in.as_deref(), Some("steady"));
    assert!(seat.occupant.is(&PersonId("a".into())));
    let away = json!({ "kind": "person", "person": person, "is_here": false, "stand_in": null,
        "asks_about_dead_tiles": false, "away": { "for_ms": 180_000, "vote_in_ms": 120_000, "votes": [0] } });
    assert_eq!(check::<SeatInfo>(&away).presence.unwrap().away.unwrap().for_ms, 180_000);
    let reserved = json!({ "kind": "open", "reserved": { "person": person, "for_ms": 90_000 } });
    assert_eq!(check::<SeatInfo>(&reserved).reserved.unwrap().for_ms, 90_000);
    for bare in [json!({ "kind": "open" }), json!({ "kind": "bot", "level": "novice" })] {
        assert_eq!(check::<SeatInfo>(&bare).presence, None);
        check::<Occupant>(&bare);
    }
    check::<Occupant>(&json!({ "kind": "person", "person": person }));
}

#[test]
fn a_new_table_needs_seats_and_accepts_every_setting_but_no_unknown_field() {
    let seats = json!([{ "kind": "open" }, { "kind": "bot", "level": "steady" }]);
    let least: NewTable = serde_json::from_value(json!({ "seats": seats })).unwrap();
    assert_eq!(least.settings, Settings::default());
    assert_eq!(least.visibility, Visibility::Public);
    let whole = serde_json::to_value(&least).unwrap();
    for (setting, value) in serde_json::to_value(Settings::default()).unwrap().as_object().unwrap() {
        assert_eq!(whole[setting], *value, "the default of {setting}");
    }
    check::<NewTable>(&whole);
    for wrong in [json!({ "seats": seats, "hint": true }), json!({ "seats": seats, "chat": 1 }), json!({})] {
        assert!(serde_json::from_value::<NewTable>(wrong.clone()).is_err(), "{wrong}");
    }
}
