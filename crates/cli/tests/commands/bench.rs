//! `mergemaker bench`.

use serde_json::Value;

use crate::program::{printed, run};

#[test]
fn figures_as_text() {
    let run = run(&["bench", "--seconds", "0.001"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("random games per second, 4 players"), "{}", run.stdout);
    assert!(run.stdout.contains("bytes in memory"), "{}", run.stdout);
    assert_eq!(run.stderr.contains("not a release build: run"), cfg!(debug_assertions), "{}", run.stderr);
}

#[test]
fn figures_as_json() {
    let text = printed(&["bench", "--seconds", "0.001", "--json"]);
    assert!(text.starts_with(r#"{"random_games_per_second":{"median":"#), "{text}");
    let figures: Value = serde_json::from_str(&text).unwrap();
    for name in [
        "random_games_per_second",
        "random_games_per_second_2_players",
        "random_games_per_second_6_players",
        "random_games_per_second_all_cores",
        "checked_games_per_second",
        "games_recorded_per_second",
        "records_verified_per_minute",
    ] {
        let [median, min, max] = ["median", "min", "max"].map(|part| figures[name][part].as_f64().unwrap());
        assert!(0.0 < min && min <= median && median <= max, "{name}: {}", figures[name]);
    }
    assert!(figures["game_bytes"].as_u64().unwrap() <= 512);
    assert_eq!(figures["release"], !cfg!(debug_assertions));
}
