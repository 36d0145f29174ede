//! The side of the types: the only deserializer and the only accesses that they see, and what types expect ([`Hint`]).

use super::parsers::{EventVisitor, Holder};
use super::{EnumSource, Event, Failure, MapSource, Parsed, SeqSource, Sink, Source, Taker};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt;

/// The only deserializer that types see.
pub struct Erased<'a, 'de>(pub &'a mut dyn Source<'de>);

impl<'de> Erased<'_, 'de> {
    pub fn read<V: Visitor<'de>, const KINDS: u16>(self, hint: Hint, visitor: V) -> Parsed<V::Value> {
        let mut slot = VisitorSlot::<V, V::Value, KINDS> { visitor: Some(visitor), value: None };
        self.0.read(hint, &mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
}

/// A visitor, and then its value.
struct VisitorSlot<V, T, const KINDS: u16> {
    visitor: Option<V>,
    value: Option<T>,
}

impl<'de, V: Visitor<'de>, const KINDS: u16> VisitorSlot<V, V::Value, KINDS> {
    fn visit(visitor: V, event: Event<'_, 'de>) -> Parsed<V::Value> {
        let expects = |kinds: u16| KINDS & kinds != 0;
        match event {
            Event::Bool(value) if expects(kinds::BOOL) => visitor.visit_bool(value),
            Event::Signed(value) if expects(kinds::NUMBER) => visitor.visit_i64(value),
            Event::Unsigned(value) if expects(kinds::NUMBER) => visitor.visit_u64(value),
            Event::Float(value) if expects(kinds::NUMBER) => visitor.visit_f64(value),
            Event::Text(text) if expects(kinds::TEXT) => visitor.visit_str(text),
            Event::Unit if expects(kinds::OPTION | kinds::UNIT) => visitor.visit_unit(),
            Event::None if expects(kinds::OPTION) => visitor.visit_none(),
            Event::Some(source) if expects(kinds::OPTION) => visitor.visit_some(Erased(source)),
            Event::Newtype(source) if expects(kinds::NEWTYPE) => visitor.visit_newtype_struct(Erased(source)),
            Event::Seq(access) if expects(kinds::SEQ) => visitor.visit_seq(ErasedSeq(access)),
            Event::Map(access) if expects(kinds::MAP) => visitor.visit_map(ErasedMap(access)),
            Event::Enum(access) if expects(kinds::ENUM) => visitor.visit_enum(ErasedEnum(access)),
            other => Err(Failure::invalid_type(other.unexpected(), &visitor)),
        }
    }
}

impl<'de, V: Visitor<'de>, const KINDS: u16> Sink<'de> for VisitorSlot<V, V::Value, KINDS> {
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.visitor.as_ref().map_or(Ok(()), |visitor| visitor.expecting(f))
    }

    fn event(&mut self, event: Event<'_, 'de>) -> Parsed {
        let Some(visitor) = self.visitor.take() else { return Err(Failure::Below) };
        self.value = Some(Self::visit(visitor, event)?);
        Ok(())
    }
}

/// A seed, and then its value.
struct SeedSlot<S, T> {
    seed: Option<S>,
    value: Option<T>,
}

impl<'de, S: DeserializeSeed<'de>> SeedSlot<S, S::Value> {
    fn new(seed: S) -> Self {
        Self { seed: Some(seed), value: None }
    }
}

impl<'de, S: DeserializeSeed<'de>> Taker<'de> for SeedSlot<S, S::Value> {
    fn take(&mut self, source: &mut dyn Source<'de>) -> Parsed {
        let Some(seed) = self.seed.take() else { return Err(Failure::Below) };
        self.value = Some(seed.deserialize(Erased(source))?);
        Ok(())
    }
}

struct ErasedSeq<'a, 'de>(&'a mut dyn SeqSource<'de>);

impl<'de> SeqAccess<'de> for ErasedSeq<'_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Parsed<Option<S::Value>> {
        let mut slot = SeedSlot::new(seed);
        self.0.next(&mut slot)?;
        Ok(slot.value)
    }
}

struct ErasedMap<'a, 'de>(&'a mut dyn MapSource<'de>);

impl<'de> MapAccess<'de> for ErasedMap<'_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Parsed<Option<S::Value>> {
        let mut slot = SeedSlot::new(seed);
        self.0.next_key(&mut slot)?;
        Ok(slot.value)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Parsed<S::Value> {
        let mut slot = SeedSlot::new(seed);
        self.0.next_value(&mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
}

struct ErasedEnum<'a, 'de>(&'a mut dyn EnumSource<'de>);

impl<'de> EnumAccess<'de> for ErasedEnum<'_, 'de> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Parsed<(S::Value, Self)> {
        let mut slot = SeedSlot::new(seed);
        self.0.variant(&mut slot)?;
        Ok((slot.value.ok_or(Failure::Below)?, self))
    }
}

impl<'de> VariantAccess<'de> for ErasedEnum<'_, 'de> {
    type Error = Failure;

    fn unit_variant(self) -> Parsed {
        self.0.unit()
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Parsed<S::Value> {
        let mut slot = SeedSlot::new(seed);
        self.0.newtype(&mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Parsed<V::Value> {
        let mut slot = VisitorSlot::<V, V::Value, { kinds::SEQ }> { visitor: Some(visitor), value: None };
        self.0.tuple(length, &mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Parsed<V::Value> {
        let mut slot = VisitorSlot::<V, V::Value, { kinds::MAP }> { visitor: Some(visitor), value: None };
        self.0.fields(fields, &mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
}

/// Kinds of events, as bits: a visitor gets only those that its hint expects, because each takes code for each type.
mod kinds {
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
