//! Values in addresses.

use mergemaker_engine::Seat;

use crate::{PersonId, TableId, TokenId};

/// A value in an address, between two slashes.
pub trait Segment: Sized {
    /// The value; none where the text cannot be one. What we never gave away is not looked up.
    fn read(text: &str) -> Option<Self>;

    /// The value as text, not yet encoded.
    fn write(&self) -> String;

    /// What it looks like.
    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema;
}

/// An id that we could have given away: letters and digits.
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

ids!(PersonId, TableId, TokenId);

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
