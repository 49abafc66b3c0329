//! `mergemaker bots`.

use serde_json::Value;

use crate::program::printed;

#[test]
fn every_bot_is_listed_with_a_description() {
    let listing: Value = serde_json::from_str(&printed(&["bots", "--json"])).unwrap();
    let text = printed(&["bots"]);
    let bots = listing["bots"].as_array().unwrap();
    assert!(bots.len() >= 4);
    for bot in bots {
        let (name, words) = (bot["bot"].as_str().unwrap(), bot["description"].as_str().unwrap());
        let first = words.split(' ').next().unwrap();
        let is_meant = |line: &str| line.starts_with(&format!("  {name} ")) && line.contains(first);
        assert!(text.lines().any(is_meant), "{name}: {text}");
        assert!(bot["rating"].is_null() || bot["rating"].is_number(), "{bot}");
        printed(&["arena", "--bots", name, "--players", "2", "--games", "1"]);
    }
    assert!(text.contains("cmd:") && text.contains("docs/BOTS.md"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}
