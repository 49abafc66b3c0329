//! Path parameters.

use mergemaker_engine::Seat;

use crate::{PersonId, SessionId, TableId, TokenId};

/// A path parameter, between two slashes.
pub trait Segment: Sized {
    /// Parses the parameter; none if it is malformed. Ids that we cannot have issued are rejected without a
    /// lookup.
    fn read(text: &str) -> Option<Self>;

    /// The parameter as text, before encoding.
    fn write(&self) -> String;

    /// Its schema.
    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema;
}

/// Whether a text looks like an id of ours: letters and digits.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

macro_rules! ids {
    ($($id:ident),+) => {
        $(impl Segment for $id {
            fn read(text: &str) -> Option<$id> {
                is_id(text).then(|| $id(text.to_owned()))
            }

            fn write(&self) -> String {
                self.0.clone()
            }

            #[cfg(feature = "schema")]
            fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                generator.subschema_for::<$id>()
            }
        })+
    };
}

ids!(PersonId, SessionId, TableId, TokenId);

impl Segment for Seat {
    fn read(text: &str) -> Option<Seat> {
        text.parse().ok().and_then(Seat::new)
    }

    fn write(&self) -> String {
        self.to_string()
    }

    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<crate::describe::written::Seat>()
    }
}

impl Segment for i64 {
    fn read(text: &str) -> Option<i64> {
        text.parse().ok()
    }

    fn write(&self) -> String {
        self.to_string()
    }

    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<i64>()
    }
}

impl Segment for String {
    fn read(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn write(&self) -> String {
        self.clone()
    }

    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<String>()
    }
}
