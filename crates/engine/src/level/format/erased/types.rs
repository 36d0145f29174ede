//! The side of the types: the only deserializer and the only accesses that they see.

use super::hints::{Hint, kinds};
use super::{EnumSource, Event, Failure, MapSource, Parsed, SeqSource, Sink, Source, Taker};
use serde::de::{DeserializeSeed, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
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
