//! Strict deserialization of outside input: whole numbers in range and known names.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::Deserializer;
use serde::de::{Error, Unexpected, Visitor};

/// Reads a whole number from 0 to `most`; `expected` describes it for the error message.
pub(crate) fn parse_whole<'de, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
    most: u32,
) -> Result<u32, D::Error> {
    deserializer.deserialize_u64(Whole { expected, most })
}

/// Reads a name with its `FromStr`; `expected` lists the choices for the error message.
pub(crate) fn parse_text<'de, D: Deserializer<'de>, T: FromStr>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(Text { expected, value: PhantomData })
}

struct Whole {
    expected: &'static str,
    most: u32,
}

impl Visitor<'_> for Whole {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<u32, E> {
        match u32::try_from(value) {
            Ok(value) if value <= self.most => Ok(value),
            _ => Err(E::invalid_value(Unexpected::Unsigned(value), &self)),
        }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<u32, E> {
        match u64::try_from(value) {
            Ok(value) => self.visit_u64(value),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(value), &self)),
        }
    }
}

struct Text<T> {
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}
