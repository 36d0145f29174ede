//! The side of the parsers: the only seed and the only visitor that they see.

use super::{EnumSource, Event, Failure, MapSource, Parsed, SeqSource, Sink, Taker};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use std::fmt;

/// A parser, an access or a seed of it, until it is used; and then its error.
pub struct Holder<H, E> {
    pub held: Option<H>,
    pub error: Option<E>,
}

impl<H, E> Holder<H, E> {
    pub fn new(held: H) -> Self {
        Self { held: Some(held), error: None }
    }

    /// Keeps the error on this side.
    pub fn keep<T>(&mut self, read: Result<T, E>) -> Parsed<T> {
        read.map_err(|error| {
            self.error = Some(error);
            Failure::Below
        })
    }
}

impl<'de, A: SeqAccess<'de>> SeqSource<'de> for Holder<A, A::Error> {
    fn next(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool> {
        let Some(access) = &mut self.held else { return Err(Failure::Below) };
        let read = access.next_element_seed(TakerSeed(taker)).map(|found| found.is_some());
        self.keep(read)
    }
}

impl<'de, A: MapAccess<'de>> MapSource<'de> for Holder<A, A::Error> {
    fn next_key(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool> {
        let Some(access) = &mut self.held else { return Err(Failure::Below) };
        let read = access.next_key_seed(TakerSeed(taker)).map(|found| found.is_some());
        self.keep(read)
    }
    fn next_value(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
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
    fn contents(&mut self) -> Parsed<A::Variant> {
        match self.held.take() {
            Some(Variant::After(contents)) => Ok(contents),
            _ => Err(Failure::Below),
        }
    }
}

impl<'de, A: EnumAccess<'de>> EnumSource<'de> for Holder<Variant<A, A::Variant>, A::Error> {
    fn variant(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
        let Some(Variant::Before(access)) = self.held.take() else { return Err(Failure::Below) };
        let read = access.variant_seed(TakerSeed(taker));
        let ((), contents) = self.keep(read)?;
        self.held = Some(Variant::After(contents));
        Ok(())
    }
    fn unit(&mut self) -> Parsed {
        let read = self.contents()?.unit_variant();
        self.keep(read)
    }
    fn newtype(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
        let read = self.contents()?.newtype_variant_seed(TakerSeed(taker));
        self.keep(read)
    }
    fn tuple(&mut self, length: usize, sink: &mut dyn Sink<'de>) -> Parsed {
        let read = self.contents()?.tuple_variant(length, EventVisitor(sink));
        self.keep(read)
    }
    fn fields(&mut self, fields: &'static [&'static str], sink: &mut dyn Sink<'de>) -> Parsed {
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
pub struct EventVisitor<'a, 'de>(pub &'a mut dyn Sink<'de>);

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
