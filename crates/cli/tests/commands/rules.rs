//! `mergemaker rules`.

use mergemaker_engine::{OPTIONS, Preset};
use serde_json::Value;

use crate::program::printed;

#[test]
fn all_rules() {
    insta::assert_snapshot!(printed(&["rules"]));
}

#[test]
fn one_preset() {
    insta::assert_snapshot!(printed(&["rules", "tycoon"]) + "\n====\n" + &printed(&["rules", "trading"]));
}

#[test]
fn the_output_fits_80_columns() {
    for preset in Preset::NAMED.iter().map(|preset| Some(preset.id())).chain([None]) {
        let args: Vec<&str> = ["rules"].into_iter().chain(preset).collect();
        for line in printed(&args).lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

#[test]
fn rules_as_json() {
    let read = |args: &[&str]| serde_json::from_str::<Value>(&printed(args)).unwrap();
    let all = read(&["rules", "--json"]);
    assert_eq!(all["options"].as_array().unwrap().len(), OPTIONS.len());
    assert_eq!(all["presets"][2]["options"]["bonuses"], "tycoon");
    assert_eq!(all["themes"][2]["chains"][0]["name"], "Sackson");
    let row = &all["prices"][4];
    assert_eq!(
        (&row["price"], &row["cheap"]["from"], &row["cheap"]["to"]),
        (&600.into(), &6.into(), &10.into())
    );
    assert_eq!(row["bonuses"]["secondary"], 4200);
    for preset in all["presets"].as_array().unwrap() {
        let one = read(&["rules", preset["preset"].as_str().unwrap(), "--json"]);
        assert_eq!(one["options"], preset["options"]);
        assert_eq!(one["prices"].as_array().unwrap().len(), 11);
    }
}
