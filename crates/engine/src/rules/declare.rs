//! The macros that declare options, their values and the presets.

use super::{RulesError, RulesVersion};

/// The value of an option.
pub(super) trait Value: Copy + 'static {
    /// The ids of all values, in the order of the rulebook.
    const IDS: &'static [&'static str];
    /// What version 1 of the rules has in place of a newer value.
    const BEFORE: Self;

    /// The id in records and commands.
    fn id(self) -> &'static str;

    /// The version of the rules that introduced it.
    fn since(self) -> RulesVersion;

    /// The value with this id.
    fn parse(text: &str) -> Result<Self, RulesError>;
}

impl Value for bool {
    const IDS: &'static [&'static str] = &["no", "yes"];
    const BEFORE: bool = false;

    fn id(self) -> &'static str {
        Self::IDS[usize::from(self)]
    }

    fn since(self) -> RulesVersion {
        RulesVersion::One
    }

    fn parse(text: &str) -> Result<bool, RulesError> {
        match text {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            unknown => Err(RulesError::unknown(unknown, &["yes", "no"])),
        }
    }
}

/// Declares the values of an option, or the presets: ids, documentation, and which are new in a later version of the
/// rules. Version 1 has the first value in place of a newer one.
macro_rules! values {
    (@version) => { RulesVersion::One };
    (@version $version:ident) => { RulesVersion::$version };
    ($(#[$doc:meta])* $name:ident {
        $(#[$first_doc:meta])* $first:ident = $first_id:literal
        $(, $(#[$value_doc:meta])* $value:ident = $id:literal $(since $since:ident)?)+ $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $(#[$first_doc])* #[serde(rename = $first_id)] $first,
            $($(#[$value_doc])* #[serde(rename = $id)] $value),+
        }

        impl $name {
            /// All values, in the order of the rulebook.
            pub const ALL: &[$name] = &[$name::$first, $($name::$value),+];

            /// The id in records and commands.
            ///
            /// ```
            /// use mergemaker_engine::DeadTiles;
            /// assert_eq!(DeadTiles::ReplaceOne.id(), "replace_one");
            /// ```
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $name::$first => $first_id, $($name::$value => $id),+ }
            }
        }

        impl Value for $name {
            const IDS: &'static [&'static str] = &[$first_id, $($id),+];
            const BEFORE: $name = $name::$first;

            fn id(self) -> &'static str {
                $name::id(self)
            }

            fn since(self) -> RulesVersion {
                match self { $name::$first => RulesVersion::One, $($name::$value => values!(@version $($since)?)),+ }
            }

            fn parse(text: &str) -> Result<$name, RulesError> {
                let value = $name::ALL.iter().copied().find(|value| value.id() == text);
                value.ok_or_else(|| RulesError::unknown(text, <$name as Value>::IDS))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }

        impl FromStr for $name {
            type Err = RulesError;

            fn from_str(text: &str) -> Result<$name, RulesError> {
                Value::parse(text)
            }
        }
    };
}

/// Declares the options, one row each: what it decides, its rule, the version of the rules that introduced it, its
/// type, and its value in each preset.
macro_rules! options {
    ($($(#[doc = $about:literal])+ #[option(rule = $rule:literal, since = $since:ident)] $name:ident: $type:ty {
        $($($preset:ident)|+ => $value:expr,)* _ => $default:expr $(,)?
    })+) => {
        /// All options, not yet checked to be valid together. See [`Rules::new`](crate::Rules::new).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub struct Options {
            $($(#[doc = $about])+ pub $name: $type,)+
        }

        /// Every option, in the order of records.
        ///
        /// ```
        /// use mergemaker_engine::{OPTIONS, Options, Preset};
        /// let dead_tiles = OPTIONS.iter().find(|option| option.id == "dead_tiles").unwrap();
        /// assert_eq!(dead_tiles.rule, "T11");
        /// assert_eq!(dead_tiles.values[1], "replace_one");
        /// assert_eq!(dead_tiles.value(&Options::of(Preset::Digital)), "replace_one");
        /// ```
        pub const OPTIONS: [OptionInfo; [$($rule),+].len()] = [$(OptionInfo {
            id: stringify!($name),
            rule: $rule,
            about: concat!($($about),+),
            values: <$type as Value>::IDS,
            value: |options| Value::id(options.$name),
        }),+];

        impl Options {
            /// The options a preset sets. `Custom` starts from the default preset, `Renegade`.
            ///
            /// ```
            /// use mergemaker_engine::{DeadTiles, Options, Preset};
            /// assert_eq!(Options::of(Preset::Digital).dead_tiles, DeadTiles::ReplaceOne);
            /// ```
            #[must_use]
            pub const fn of(preset: Preset) -> Options {
                let preset = if matches!(preset, Preset::Custom) { Preset::Renegade } else { preset };
                Options { $($name: match preset { $($(Preset::$preset)|+ => $value,)* _ => $default },)+ }
            }

            /// The options a preset sets in version 1 of the rules ("Older games").
            ///
            /// ```
            /// use mergemaker_engine::{DeadTileExchange, Options, Preset};
            /// let before = Options::before(Preset::Renegade);
            /// assert_eq!(before.dead_tile_exchange, DeadTileExchange::Automatic);
            /// ```
            #[must_use]
            pub fn before(preset: Preset) -> Options {
                fn before<T: Value>(value: T) -> T {
                    if value.since() == RulesVersion::One { value } else { T::BEFORE }
                }
                let today = Options::of(preset);
                Options { $($name: before(today.$name),)+ }
            }

            /// The same options with one changed; option and value are given by id, as on a command line.
            ///
            /// ```
            /// use mergemaker_engine::{DeadTiles, Options, Preset};
            /// let options = Options::of(Preset::Classic).with("dead_tiles", "replace_one")?;
            /// assert_eq!(options.dead_tiles, DeadTiles::ReplaceOne);
            /// # Ok::<(), mergemaker_engine::RulesError>(())
            /// ```
            pub fn with(mut self, option: &str, value: &str) -> Result<Options, RulesError> {
                match option {
                    $(stringify!($name) => self.$name = Value::parse(value)?,)+
                    unknown => return Err(RulesError::unknown(unknown, &[$(stringify!($name)),+])),
                }
                Ok(self)
            }

            /// The first option whose value version 1 of the rules does not have, as `option=value`.
            pub(super) fn newer_than_version_one(&self) -> Option<String> {
                $(if self.$name.since() != RulesVersion::One {
                    return Some(format!("{}={}", stringify!($name), Value::id(self.$name)));
                })+
                None
            }
        }

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
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub struct GivenRules {
            pub(super) preset: Preset,
            $(#[serde(skip_serializing_if = "Option::is_none")] $name: Option<$type>,)+
        }

        impl GivenRules {
            /// A preset with every option that a version of the rules has.
            pub(super) fn all(preset: Preset, options: &Options, version: RulesVersion) -> GivenRules {
                GivenRules { preset, $($name: (RulesVersion::$since <= version).then_some(options.$name),)+ }
            }

            /// The options in a version of the rules.
            pub(super) fn options(&self, version: RulesVersion) -> Result<Options, RulesError> {
                let own = version.options(self.preset);
                let needs = |since| self.preset == Preset::Custom && since <= version;
                Ok(Options { $($name: match self.$name {
                    None if needs(RulesVersion::$since) => {
                        return Err(RulesError::Missing { option: stringify!($name) });
                    }
                    given => given.unwrap_or(own.$name),
                },)+ })
            }

            /// Whether exactly the options of version 1 are given, as version 1 wrote them.
            pub(super) fn is_version_one(&self) -> bool {
                $(self.$name.is_some() == (RulesVersion::$since == RulesVersion::One))&&+
            }
        }
    };
}
