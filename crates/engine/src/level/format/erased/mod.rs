//! Type-erased deserialization: all parsers drive the types of the level through one instantiation of their code.
//!
//! Serde makes a copy of the code of every type for every parser. Here a parser ([`Source`]) delivers one [`Event`] per value to a
//! [`Sink`], and both are trait objects, so a parser is compiled once for the sink, and the types once for [`Erased`]. Errors of the
//! parser pass unchanged; the places that they pass on their way out are their path. Sequences in place of structs, which serde's
//! derived code accepts, are refused.

mod parsers;
#[cfg(test)]
mod tests;
mod trail;
mod types;

use parsers::Holder;
use serde::de::{Deserialize, Deserializer, Error, Expected, Unexpected};
use std::fmt;
use trail::Trail;
use types::{Erased, Hint};

/// Deserializes a value by way of trait objects; an error comes with its path, such as `bodies[1].springs[7].b`.
pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(source: D) -> Result<T, (String, D::Error)> {
    let trail = Trail::default();
    let mut holder = Holder::new(source, &trail);
    let read = T::deserialize(Erased(&mut holder)).map_err(|failure| failure.raise(holder.error));
    read.map_err(|error| (trail.into_place(), error))
}

/// Error of a type, or the sign that the parser has failed.
#[derive(Debug)]
pub enum Failure {
    /// The parser below has the error.
    Below,
    Custom(String),
    Type(String, String),
    Value(String, String),
    Length(usize, String),
    UnknownField(String, &'static [&'static str]),
    UnknownVariant(String, &'static [&'static str]),
    MissingField(&'static str),
    DuplicateField(&'static str),
}

pub type Parsed<T = ()> = Result<T, Failure>;

impl Failure {
    /// The error in the type of the parser.
    fn raise<E: Error>(self, below: Option<E>) -> E {
        match self {
            Self::Below => below.unwrap_or_else(|| E::custom("the parser stopped")),
            Self::Custom(message) => E::custom(message),
            Self::Type(found, expected) => E::invalid_type(Unexpected::Other(&found), &expected.as_str()),
            Self::Value(found, expected) => E::invalid_value(Unexpected::Other(&found), &expected.as_str()),
            Self::Length(length, expected) => E::invalid_length(length, &expected.as_str()),
            Self::UnknownField(name, allowed) => E::unknown_field(&name, allowed),
            Self::UnknownVariant(name, allowed) => E::unknown_variant(&name, allowed),
            Self::MissingField(name) => E::missing_field(name),
            Self::DuplicateField(name) => E::duplicate_field(name),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl std::error::Error for Failure {}

impl Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Custom(message.to_string())
    }
    #[cold]
    #[inline(never)]
    fn invalid_type(found: Unexpected, expected: &dyn Expected) -> Self {
        Self::Type(found.to_string(), expected.to_string())
    }
    #[cold]
    #[inline(never)]
    fn invalid_value(found: Unexpected, expected: &dyn Expected) -> Self {
        Self::Value(found.to_string(), expected.to_string())
    }
    #[cold]
    #[inline(never)]
    fn invalid_length(length: usize, expected: &dyn Expected) -> Self {
        Self::Length(length, expected.to_string())
    }
    #[cold]
    #[inline(never)]
    fn unknown_field(name: &str, allowed: &'static [&'static str]) -> Self {
        Self::UnknownField(name.into(), allowed)
    }
    #[cold]
    #[inline(never)]
    fn unknown_variant(name: &str, allowed: &'static [&'static str]) -> Self {
        Self::UnknownVariant(name.into(), allowed)
    }
    fn missing_field(name: &'static str) -> Self {
        Self::MissingField(name)
    }
    fn duplicate_field(name: &'static str) -> Self {
        Self::DuplicateField(name)
    }
}

/// A value as the parser sees it.
pub enum Event<'a, 'de> {
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    Float(f64),
    Text(&'a str),
    Unit,
    None,
    Some(&'a mut dyn Source<'de>),
    Newtype(&'a mut dyn Source<'de>),
    Seq(&'a mut dyn SeqSource<'de>),
    Map(&'a mut dyn MapSource<'de>),
    Enum(&'a mut dyn EnumSource<'de>),
}

impl Event<'_, '_> {
    #[cold]
    fn unexpected(&self) -> Unexpected<'_> {
        match *self {
            Self::Bool(value) => Unexpected::Bool(value),
            Self::Signed(value) => Unexpected::Signed(value),
            Self::Unsigned(value) => Unexpected::Unsigned(value),
            Self::Float(value) => Unexpected::Float(value),
            Self::Text(text) => Unexpected::Str(text),
            Self::Unit => Unexpected::Unit,
            Self::None | Self::Some(_) => Unexpected::Option,
            Self::Newtype(_) => Unexpected::NewtypeStruct,
            Self::Seq(_) => Unexpected::Seq,
            Self::Map(_) => Unexpected::Map,
            Self::Enum(_) => Unexpected::Enum,
        }
    }
}

/// A parser before a value.
pub trait Source<'de> {
    fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Parsed;
}

/// A parser inside a list.
pub trait SeqSource<'de> {
    fn next(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool>;
}

/// A parser inside an object.
pub trait MapSource<'de> {
    fn next_key(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool>;
    fn next_value(&mut self, taker: &mut dyn Taker<'de>) -> Parsed;
}

/// A parser before a variant, and then before its contents.
pub trait EnumSource<'de> {
    fn variant(&mut self, taker: &mut dyn Taker<'de>) -> Parsed;
    fn unit(&mut self) -> Parsed;
    fn newtype(&mut self, taker: &mut dyn Taker<'de>) -> Parsed;
    fn tuple(&mut self, length: usize, sink: &mut dyn Sink<'de>) -> Parsed;
    fn fields(&mut self, fields: &'static [&'static str], sink: &mut dyn Sink<'de>) -> Parsed;
}

/// Receives the event of a value; a visitor.
pub trait Sink<'de> {
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result;
    fn event(&mut self, event: Event<'_, 'de>) -> Parsed;
}

/// Reads a value from a parser; a seed.
pub trait Taker<'de> {
    fn take(&mut self, source: &mut dyn Source<'de>) -> Parsed;
}
