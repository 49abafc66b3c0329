//! Serialized rules: reading fills in missing options, and writing follows the version of the rules.

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    Bonuses, DeadTileExchange, DeadTiles, EighthChainTiles, EndDeclaration, FounderWithoutStock, Holdings,
    Options, Preset, Rules, RulesError, RulesVersion, StartTiles, StuckHand,
};

/// Rules as given in a file or message. A named preset supplies the options left out; `custom` must give them
/// all.
///
/// ```
/// use mergemaker_engine::{DeadTiles, GivenRules, RulesVersion};
/// let given: GivenRules = serde_json::from_str(r#"{"preset":"manual"}"#)?;
/// let (before, today) = (given.read(RulesVersion::One)?, given.read(RulesVersion::Two)?);
/// assert_eq!(before.options().dead_tiles, DeadTiles::ReplaceAll);
/// assert_eq!(today.options().dead_tiles, DeadTiles::DiscardThenDraw);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct GivenRules {
    preset: Preset,
    bonuses: Option<Bonuses>,
    bank_shareholder: Option<bool>,
    founder_without_stock: Option<FounderWithoutStock>,
    trading: Option<bool>,
    holdings: Option<Holdings>,
    start_tiles: Option<StartTiles>,
    dead_tiles: Option<DeadTiles>,
    dead_tile_exchange: Option<DeadTileExchange>,
    eighth_chain_tiles: Option<EighthChainTiles>,
    stuck_hand: Option<StuckHand>,
    end_declaration: Option<EndDeclaration>,
}

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
        let own = version.options(self.preset);
        let is_custom = self.preset == Preset::Custom;
        macro_rules! given_or_own {
            ($($option:ident),+; $($new:ident),+) => {
                Options {
                    $($option: match self.$option {
                        None if is_custom => return Err(RulesError::Missing { option: stringify!($option) }),
                        given => given.unwrap_or(own.$option),
                    },)+
                    $($new: match self.$new {
                        None if is_custom && version == RulesVersion::Two => {
                            return Err(RulesError::Missing { option: stringify!($new) });
                        }
                        given => given.unwrap_or(own.$new),
                    },)+
                }
            };
        }
        let options = given_or_own!(
            bonuses,
            bank_shareholder,
            founder_without_stock,
            trading,
            holdings,
            dead_tiles,
            eighth_chain_tiles,
            stuck_hand,
            end_declaration;
            start_tiles,
            dead_tile_exchange
        );
        Rules::named(version, self.preset, options)
    }

    /// Whether exactly the options of version 1 are given, as version 1 wrote them.
    fn is_version_one(&self) -> bool {
        self.bonuses.is_some()
            && self.bank_shareholder.is_some()
            && self.founder_without_stock.is_some()
            && self.trading.is_some()
            && self.holdings.is_some()
            && self.dead_tiles.is_some()
            && self.eighth_chain_tiles.is_some()
            && self.stuck_hand.is_some()
            && self.end_declaration.is_some()
            && self.start_tiles.is_none()
            && self.dead_tile_exchange.is_none()
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
        let Options {
            bonuses,
            bank_shareholder,
            founder_without_stock,
            trading,
            holdings,
            start_tiles,
            dead_tiles,
            dead_tile_exchange,
            eighth_chain_tiles,
            stuck_hand,
            end_declaration,
        } = &self.options;
        let is_new = self.version == RulesVersion::Two;
        let mut map = serializer.serialize_map(Some(if is_new { 12 } else { 10 }))?;
        map.serialize_entry("preset", &self.preset)?;
        map.serialize_entry("bonuses", bonuses)?;
        map.serialize_entry("bank_shareholder", bank_shareholder)?;
        map.serialize_entry("founder_without_stock", founder_without_stock)?;
        map.serialize_entry("trading", trading)?;
        map.serialize_entry("holdings", holdings)?;
        if is_new {
            map.serialize_entry("start_tiles", start_tiles)?;
        }
        map.serialize_entry("dead_tiles", dead_tiles)?;
        if is_new {
            map.serialize_entry("dead_tile_exchange", dead_tile_exchange)?;
        }
        map.serialize_entry("eighth_chain_tiles", eighth_chain_tiles)?;
        map.serialize_entry("stuck_hand", stuck_hand)?;
        map.serialize_entry("end_declaration", end_declaration)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
