//! Serialized rules: reading fills in missing options, and writing follows the version of the rules.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{GivenRules, Rules, RulesError, RulesVersion};

impl GivenRules {
    /// The rules in a version known from elsewhere, such as a record.
    ///
    /// ```
    /// use mergemaker_engine::{GivenRules, RulesVersion};
    /// let given: GivenRules = serde_json::from_str(r#"{"preset":"classic","trading":true}"#)?;
    /// assert!(given.read(RulesVersion::Two).is_err());
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn read(&self, version: RulesVersion) -> Result<Rules, RulesError> {
        Rules::named(version, self.preset, self.options(version)?)
    }
}

/// Rules that give exactly the options of version 1 are of that version: tables and games that began before
/// version 2 are stored like that. A preset that leaves out options is the current one.
impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        let given = GivenRules::deserialize(deserializer)?;
        match given.read(RulesVersion::One) {
            Ok(rules) if given.is_version_one() => Ok(rules),
            _ => given.read(RulesVersion::Two).map_err(serde::de::Error::custom),
        }
    }
}

/// Writes every option the version has.
impl Serialize for Rules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        GivenRules::all(self.preset, &self.options, self.version).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Holdings, Options, Preset};

    const NINE: &str = r#""bonuses":"classic","bank_shareholder":false,"founder_without_stock":"nothing",
        "trading":false,"holdings":"open","dead_tiles":"replace_all","eighth_chain_tiles":"keep",
        "stuck_hand":"pass","end_declaration":"during_turn""#;

    fn read(text: &str) -> Result<Rules, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn rules_read_back_in_both_versions() {
        for &preset in Preset::ALL {
            for version in [RulesVersion::One, RulesVersion::Two] {
                for &holdings in Holdings::ALL {
                    let options = Options { holdings, ..version.options(preset) };
                    let rules = Rules::named(version, preset, options).unwrap();
                    let text = serde_json::to_string(&rules).unwrap();
                    assert_eq!(read(&text), Ok(rules));
                    assert_eq!(serde_json::to_string(&read(&text).unwrap()).unwrap(), text);
                    assert_eq!(text.contains("start_tiles"), version == RulesVersion::Two);
                }
            }
        }
    }

    #[test]
    fn a_preset_by_name_is_todays() {
        assert_eq!(read(r#"{"preset":"manual"}"#), Ok(Rules::of(Preset::Manual)));
        let hidden = Rules::of(Preset::Classic).with_holdings(Holdings::Hidden);
        assert_eq!(read(r#"{"preset":"classic","holdings":"hidden"}"#), Ok(hidden));
    }

    #[test]
    fn the_nine_options_of_version_one_are_version_one() {
        let rules = read(&format!(r#"{{"preset":"classic",{NINE}}}"#)).unwrap();
        assert_eq!((rules.version(), rules.preset()), (RulesVersion::One, Preset::Classic));
        let custom = read(&format!(r#"{{"preset":"custom",{NINE}}}"#)).unwrap();
        assert_eq!((custom.version(), custom.options()), (RulesVersion::One, rules.options()));
    }

    #[test]
    fn version_one_has_no_options_that_came_later() {
        for (option, message) in [
            (r#""start_tiles":"lone""#, None),
            (r#""dead_tile_exchange":"automatic""#, None),
            (r#""start_tiles":"found""#, Some("`start_tiles=found` needs version 2 of the rules")),
            (
                r#""dead_tile_exchange":"choice""#,
                Some("`dead_tile_exchange=choice` needs version 2 of the rules"),
            ),
        ] {
            for preset in ["custom", "classic"] {
                let text = format!(r#"{{"preset":"{preset}",{NINE},{option}}}"#);
                let given: GivenRules = serde_json::from_str(&text).unwrap();
                let error = given.read(RulesVersion::One).err().map(|error| error.to_string());
                assert_eq!(error.as_deref(), message, "{text}");
            }
        }
    }

    #[test]
    fn invalid_combinations_are_refused() {
        let new_value = NINE.replace("replace_all", "discard_then_draw");
        for (text, message) in [
            (r#"{"preset":"custom"}"#, "`bonuses` is missing"),
            (&format!(r#"{{"preset":"custom",{new_value}}}"#), "`start_tiles` is missing"),
            (&format!(r#"{{"preset":"digital",{NINE}}}"#), "do not match the preset digital"),
            (r#"{"preset":"classic","trading":true}"#, "do not match the preset classic"),
            (r#"{"preset":"tycoon","bank_shareholder":true}"#, "(P5)"),
            (r#"{"preset":"classic","preset":"classic"}"#, "duplicate field"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }
}
