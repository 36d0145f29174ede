//! Type-erased deserialization: all parsers drive the types of the level through one instantiation of their code.
//!
//! Serde makes a copy of the code of every type for every parser. Here a parser ([`Source`]) delivers one [`Event`] per value to a
//! [`Sink`], and both are trait objects, so a parser is compiled once for the sink, and the types once for [`Erased`]. Errors of the
//! parser pass unchanged. As [`super::strict`], it refuses sequences in place of structs.
//!
//! Cost: a few dynamic calls per value; a third of the code.

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt;

/// Deserializes a value by way of trait objects.
pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
    let mut holder = Holder::new(source);
    T::deserialize(Erased(&mut holder)).map_err(|failure| failure.raise(holder.error))
}

/// Error of a type, or the sign that the parser has failed.
#[derive(Debug)]
enum Failure {
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

type Read<T = ()> = Result<T, Failure>;

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
enum Event<'a, 'de> {
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
trait Source<'de> {
    fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Read;
}

/// A parser inside a list.
trait SeqSource<'de> {
    fn next(&mut self, taker: &mut dyn Taker<'de>) -> Read<bool>;
}

/// A parser inside an object.
trait MapSource<'de> {
    fn next_key(&mut self, taker: &mut dyn Taker<'de>) -> Read<bool>;
    fn next_value(&mut self, taker: &mut dyn Taker<'de>) -> Read;
}

/// A parser before a variant, and then before its contents.
trait EnumSource<'de> {
    fn variant(&mut self, taker: &mut dyn Taker<'de>) -> Read;
    fn unit(&mut self) -> Read;
    fn newtype(&mut self, taker: &mut dyn Taker<'de>) -> Read;
    fn tuple(&mut self, length: usize, sink: &mut dyn Sink<'de>) -> Read;
    fn fields(&mut self, fields: &'static [&'static str], sink: &mut dyn Sink<'de>) -> Read;
}

/// Receives the event of a value; a visitor.
trait Sink<'de> {
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result;
    fn event(&mut self, event: Event<'_, 'de>) -> Read;
}

/// Reads a value from a parser; a seed.
trait Taker<'de> {
    fn take(&mut self, source: &mut dyn Source<'de>) -> Read;
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
        enum Hint {
            $($hint,)*
            NewtypeStruct(&'static str),
            Tuple(usize),
            Struct(&'static str, &'static [&'static str]),
            Enum(&'static str, &'static [&'static str]),
        }

        impl<'de, D: Deserializer<'de>> Source<'de> for Holder<D, D::Error> {
            fn read(&mut self, hint: Hint, sink: &mut dyn Sink<'de>) -> Read {
                let Some(source) = self.held.take() else { return Err(Failure::Below) };
                let visitor = EventVisitor(sink);
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

            $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
                self.read::<V, { kinds::$kinds }>(Hint::$hint, visitor)
            })*
            fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Read<V::Value> {
                self.read::<V, { kinds::NEWTYPE }>(Hint::NewtypeStruct(name), visitor)
            }
            fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
                self.read::<V, { kinds::SEQ }>(Hint::Tuple(length), visitor)
            }
            fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
                self.deserialize_string(visitor)
            }
            fn deserialize_struct<V: Visitor<'de>>(self, name: &'static str, fields: &'static [&'static str], visitor: V) -> Read<V::Value> {
                self.read::<V, { kinds::MAP }>(Hint::Struct(name, fields), visitor)
            }
            fn deserialize_enum<V: Visitor<'de>>(self, name: &'static str, variants: &'static [&'static str], visitor: V) -> Read<V::Value> {
                self.read::<V, { kinds::ENUM }>(Hint::Enum(name, variants), visitor)
            }

            // No type of the level asks for these.
            forward_to_deserialize_any! {
                i8 i16 i128 u128 f32 char bytes byte_buf unit_struct tuple_struct
            }
        }
    };
}

hints! {
    Any deserialize_any ANY, Bool deserialize_bool BOOL, I32 deserialize_i32 NUMBER, I64 deserialize_i64 NUMBER,
    U8 deserialize_u8 NUMBER, U16 deserialize_u16 NUMBER, U32 deserialize_u32 NUMBER, U64 deserialize_u64 NUMBER,
    F64 deserialize_f64 NUMBER, String deserialize_string TEXT, Option deserialize_option OPTION, Unit deserialize_unit UNIT,
    Seq deserialize_seq SEQ, Map deserialize_map MAP, Identifier deserialize_identifier TEXT,
    IgnoredAny deserialize_ignored_any ANY
}

// The side of the parser

/// A parser, an access or a seed of it, until it is used; and then its error.
struct Holder<H, E> {
    held: Option<H>,
    error: Option<E>,
}

impl<H, E> Holder<H, E> {
    fn new(held: H) -> Self {
        Self { held: Some(held), error: None }
    }

    /// Keeps the error on this side.
    fn keep<T>(&mut self, read: Result<T, E>) -> Read<T> {
        read.map_err(|error| {
            self.error = Some(error);
            Failure::Below
        })
    }
}

impl<'de, A: SeqAccess<'de>> SeqSource<'de> for Holder<A, A::Error> {
    fn next(&mut self, taker: &mut dyn Taker<'de>) -> Read<bool> {
        let Some(access) = &mut self.held else { return Err(Failure::Below) };
        let read = access.next_element_seed(TakerSeed(taker)).map(|found| found.is_some());
        self.keep(read)
    }
}

impl<'de, A: MapAccess<'de>> MapSource<'de> for Holder<A, A::Error> {
    fn next_key(&mut self, taker: &mut dyn Taker<'de>) -> Read<bool> {
        let Some(access) = &mut self.held else { return Err(Failure::Below) };
        let read = access.next_key_seed(TakerSeed(taker)).map(|found| found.is_some());
        self.keep(read)
    }
    fn next_value(&mut self, taker: &mut dyn Taker<'de>) -> Read {
        let Some(access) = &mut self.held else { return Err(Failure::Below) };
        let read = access.next_value_seed(TakerSeed(taker));
        self.keep(read)
    }
}

/// An enum before its variant is read, and after.
enum Variant<A, V> {
    Before(A),
    After(V),
}

impl<'de, A: EnumAccess<'de>> Holder<Variant<A, A::Variant>, A::Error> {
    fn contents(&mut self) -> Read<A::Variant> {
        match self.held.take() {
            Some(Variant::After(contents)) => Ok(contents),
            _ => Err(Failure::Below),
        }
    }
}

impl<'de, A: EnumAccess<'de>> EnumSource<'de> for Holder<Variant<A, A::Variant>, A::Error> {
    fn variant(&mut self, taker: &mut dyn Taker<'de>) -> Read {
        let Some(Variant::Before(access)) = self.held.take() else { return Err(Failure::Below) };
        let read = access.variant_seed(TakerSeed(taker));
        let ((), contents) = self.keep(read)?;
        self.held = Some(Variant::After(contents));
        Ok(())
    }
    fn unit(&mut self) -> Read {
        let read = self.contents()?.unit_variant();
        self.keep(read)
    }
    fn newtype(&mut self, taker: &mut dyn Taker<'de>) -> Read {
        let read = self.contents()?.newtype_variant_seed(TakerSeed(taker));
        self.keep(read)
    }
    fn tuple(&mut self, length: usize, sink: &mut dyn Sink<'de>) -> Read {
        let read = self.contents()?.tuple_variant(length, EventVisitor(sink));
        self.keep(read)
    }
    fn fields(&mut self, fields: &'static [&'static str], sink: &mut dyn Sink<'de>) -> Read {
        let read = self.contents()?.struct_variant(fields, EventVisitor(sink));
        self.keep(read)
    }
}

/// The only seed that parsers see.
struct TakerSeed<'a, 'de>(&'a mut dyn Taker<'de>);

impl<'de> DeserializeSeed<'de> for TakerSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        let mut holder = Holder::new(source);
        self.0.take(&mut holder).map_err(|failure| failure.raise(holder.error))
    }
}

/// The only visitor that parsers see.
struct EventVisitor<'a, 'de>(&'a mut dyn Sink<'de>);

macro_rules! scalars {
    ($($method:ident($type:ty) $event:ident),*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<(), E> {
            self.0.event(Event::$event(value)).map_err(|failure| failure.raise(None))
        }
    )*};
}

macro_rules! accesses {
    ($($method:ident($access:ident: $type:ident) $event:ident $held:expr),*) => {$(
        fn $method<A: $type<'de>>(self, $access: A) -> Result<(), A::Error> {
            let mut holder = Holder::new($held);
            self.0.event(Event::$event(&mut holder)).map_err(|failure| failure.raise(holder.error))
        }
    )*};
}

impl<'de> Visitor<'de> for EventVisitor<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.expecting(f)
    }

    scalars! {
        visit_bool(bool) Bool, visit_i64(i64) Signed, visit_u64(u64) Unsigned, visit_f64(f64) Float, visit_str(&str) Text
    }
    accesses! {
        visit_some(source: Deserializer) Some source, visit_newtype_struct(source: Deserializer) Newtype source,
        visit_seq(access: SeqAccess) Seq access, visit_map(access: MapAccess) Map access,
        visit_enum(access: EnumAccess) Enum Variant::Before(access)
    }
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.0.event(Event::Unit).map_err(|failure| failure.raise(None))
    }
    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.0.event(Event::None).map_err(|failure| failure.raise(None))
    }
}

// The side of the types

/// The only deserializer that types see.
struct Erased<'a, 'de>(&'a mut dyn Source<'de>);

impl<'de> Erased<'_, 'de> {
    fn read<V: Visitor<'de>, const KINDS: u16>(self, hint: Hint, visitor: V) -> Read<V::Value> {
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
    fn visit(visitor: V, event: Event<'_, 'de>) -> Read<V::Value> {
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

    fn event(&mut self, event: Event<'_, 'de>) -> Read {
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
    fn take(&mut self, source: &mut dyn Source<'de>) -> Read {
        let Some(seed) = self.seed.take() else { return Err(Failure::Below) };
        self.value = Some(seed.deserialize(Erased(source))?);
        Ok(())
    }
}

struct ErasedSeq<'a, 'de>(&'a mut dyn SeqSource<'de>);

impl<'de> SeqAccess<'de> for ErasedSeq<'_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let mut slot = SeedSlot::new(seed);
        self.0.next(&mut slot)?;
        Ok(slot.value)
    }
}

struct ErasedMap<'a, 'de>(&'a mut dyn MapSource<'de>);

impl<'de> MapAccess<'de> for ErasedMap<'_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        let mut slot = SeedSlot::new(seed);
        self.0.next_key(&mut slot)?;
        Ok(slot.value)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        let mut slot = SeedSlot::new(seed);
        self.0.next_value(&mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
}

struct ErasedEnum<'a, 'de>(&'a mut dyn EnumSource<'de>);

impl<'de> EnumAccess<'de> for ErasedEnum<'_, 'de> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<(S::Value, Self)> {
        let mut slot = SeedSlot::new(seed);
        self.0.variant(&mut slot)?;
        Ok((slot.value.ok_or(Failure::Below)?, self))
    }
}

impl<'de> VariantAccess<'de> for ErasedEnum<'_, 'de> {
    type Error = Failure;

    fn unit_variant(self) -> Read {
        self.0.unit()
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<S::Value> {
        let mut slot = SeedSlot::new(seed);
        self.0.newtype(&mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        let mut slot = VisitorSlot::<V, V::Value, { kinds::SEQ }> { visitor: Some(visitor), value: None };
        self.0.tuple(length, &mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Read<V::Value> {
        let mut slot = VisitorSlot::<V, V::Value, { kinds::MAP }> { visitor: Some(visitor), value: None };
        self.0.fields(fields, &mut slot)?;
        slot.value.ok_or(Failure::Below)
    }
}

#[cfg(test)]
mod tests {
    use super::super::strict::Strict;
    use super::deserialize;
    use crate::level::Level;
    use serde::Deserialize;

    fn gallery() -> impl Iterator<Item = String> {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels")).expect("the gallery");
        let files = folder.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
        files.map(|path| std::fs::read_to_string(path).expect("a level"))
    }

    /// The level or the error of the `ron` crate alone, and by way of trait objects.
    fn by_ron(text: &str) -> [Result<String, String>; 2] {
        let parser = || super::super::ron::parser(text).map_err(|refusal| refusal.reason);
        let shown =
            |read: ron::Result<Level>| read.map(|level| format!("{level:?}")).map_err(|error| error.to_string());
        let alone = parser().and_then(|mut parser| shown(Level::deserialize(&mut parser)));
        [alone, parser().and_then(|mut parser| shown(deserialize(&mut parser)))]
    }

    fn by_json(text: &str) -> [Result<String, String>; 2] {
        let parser = || serde_json::Deserializer::from_str(text);
        let shown =
            |read: serde_json::Result<Level>| read.map(|level| format!("{level:?}")).map_err(|error| error.to_string());
        [shown(Level::deserialize(Strict(&mut parser()))), shown(deserialize(&mut parser()))]
    }

    #[test]
    fn erased_types_read_the_gallery_as_the_parsers_alone() {
        let mut count = 0;
        for text in gallery() {
            let [alone, erased] = by_ron(&text);
            assert!(alone.is_ok());
            assert_eq!(erased, alone);
            let level: Level = ron::from_str(&text).expect("a level");
            let json = serde_json::to_string(&level).expect("a level as JSON");
            let [alone, erased] = by_json(&json);
            assert!(alone.is_ok());
            assert_eq!(erased, alone);
            count += 1;
        }
        assert!(count > 60, "{count} levels");
    }

    /// Texts with one byte removed or replaced, at places that a generator of Knuth chooses.
    #[test]
    fn erased_types_accept_and_refuse_damaged_texts_as_the_parsers_alone() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        let (mut accepted, mut refused) = (0, 0);
        for text in gallery().filter(|text| text.len() < 40_000) {
            let level: Level = ron::from_str(&text).expect("a level");
            let json = serde_json::to_string(&level).expect("a level as JSON");
            for round in 0..8 {
                for (text, parse) in [(&text, by_ron as fn(&str) -> _), (&json, by_json)] {
                    let at = below(text.len());
                    let with = ["", "0", "-", "(", "\"", "x", ",", "]"][below(8)];
                    let (Some(before), Some(after)) = (text.get(..at), text.get(at + 1..)) else { continue };
                    let damaged = format!("{before}{with}{after}");
                    let [alone, erased]: [Result<String, String>; 2] = parse(&damaged);
                    assert_eq!(erased.is_ok(), alone.is_ok(), "round {round}: {alone:?} {erased:?}");
                    match alone {
                        Ok(alone) => assert_eq!(erased, Ok(alone)),
                        Err(_) => refused += 1,
                    }
                    accepted += usize::from(erased.is_ok());
                }
            }
        }
        assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
    }
}
