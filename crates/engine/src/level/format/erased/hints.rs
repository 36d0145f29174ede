//! What types ask for: the calls of both sides, and which events answer them.

use super::parsers::{EventVisitor, Holder};
use super::types::Erased;
use super::{Failure, Parsed, Sink, Source};
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Kinds of events, as bits: a visitor gets only those that its hint expects, because each takes code for each type.
pub mod kinds {
    pub const BOOL: u16 = 1;
    pub const NUMBER: u16 = 1 << 1;
    pub const TEXT: u16 = 1 << 2;
    pub const OPTION: u16 = 1 << 3;
    pub const NEWTYPE: u16 = 1 << 4;
    pub const SEQ: u16 = 1 << 5;
    pub const MAP: u16 = 1 << 6;
    pub const ENUM: u16 = 1 << 7;
    pub const UNIT: u16 = 1 << 8;
    pub const ANY: u16 = u16::MAX;
}

/// Defines the kinds of values without parameters, and what depends on them.
macro_rules! hints {
    ($($hint:ident $method:ident $kinds:ident),*) => {
        /// What the type asks the parser for.
        #[derive(Clone, Copy)]
        pub enum Hint {
            $($hint,)*
            NewtypeStruct(&'static str),
            Tuple(usize),
            Struct(&'static str, &'static [&'static str]),
            Enum(&'static str, &'static [&'static str]),
        }

        impl<'de, D: Deserializer<'de>> Source<'de> for Holder<'_, D, D::Error> {
            fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Parsed {
                let Some(source) = self.held.take() else { return Err(Failure::Below) };
                let visitor = EventVisitor { sink, trail: self.trail, name: self.name.take() };
                let read = match hint {
                    $(Hint::$hint => source.$method(visitor),)*
                    Hint::NewtypeStruct(name) => source.deserialize_newtype_struct(name, visitor),
                    Hint::Tuple(length) => source.deserialize_tuple(length, visitor),
                    Hint::Struct(name, fields) => source.deserialize_struct(name, fields, visitor),
                    Hint::Enum(name, variants) => source.deserialize_enum(name, variants, visitor),
                };
                self.keep(read)
            }
        }

        impl<'de> Deserializer<'de> for Erased<'_, 'de> {
            type Error = Failure;

            $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Parsed<V::Value> {
                self.read::<V, { kinds::$kinds }>(Hint::$hint, visitor)
            })*
            fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Parsed<V::Value> {
                self.read::<V, { kinds::NEWTYPE }>(Hint::NewtypeStruct(name), visitor)
            }
            fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Parsed<V::Value> {
                self.read::<V, { kinds::SEQ }>(Hint::Tuple(length), visitor)
            }
            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Parsed<V::Value> {
                self.deserialize_string(visitor)
            }
            fn deserialize_struct<V: Visitor<'de>>(self, name: &'static str, fields: &'static [&'static str], visitor: V) -> Parsed<V::Value> {
                self.read::<V, { kinds::MAP }>(Hint::Struct(name, fields), visitor)
            }
            fn deserialize_enum<V: Visitor<'de>>(self, name: &'static str, variants: &'static [&'static str], visitor: V) -> Parsed<V::Value> {
                self.read::<V, { kinds::ENUM }>(Hint::Enum(name, variants), visitor)
            }

            // No type of the level asks for these.
            forward_to_deserialize_any! {
                i8 i16 i128 u128 char bytes byte_buf unit_struct tuple_struct
            }
        }
    };
}

hints! {
    Any deserialize_any ANY, Bool deserialize_bool BOOL, I32 deserialize_i32 NUMBER, I64 deserialize_i64 NUMBER,
    U8 deserialize_u8 NUMBER, U16 deserialize_u16 NUMBER, U32 deserialize_u32 NUMBER, U64 deserialize_u64 NUMBER,
    F32 deserialize_f32 NUMBER, F64 deserialize_f64 NUMBER, String deserialize_string TEXT, Option deserialize_option OPTION, Unit deserialize_unit UNIT,
    Seq deserialize_seq SEQ, Map deserialize_map MAP, Identifier deserialize_identifier TEXT,
    IgnoredAny deserialize_ignored_any ANY
}
