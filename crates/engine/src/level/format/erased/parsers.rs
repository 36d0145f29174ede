//! The side of the parsers: the only seed and the only visitor that they see.

use super::trail::Trail;
use super::{EnumSource, Event, Failure, MapSource, Parsed, SeqSource, Sink, Taker};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};
use std::fmt;

/// A parser, an access or a seed of it, until it is used; and then its error.
pub struct Holder<'t, H, E> {
    pub held: Option<H>,
    pub error: Option<E>,
    pub trail: &'t Trail,
    /// Receives the next text: the parser is before a key or a variant.
    pub name: Option<&'t mut String>,
}

impl<'t, H, E> Holder<'t, H, E> {
    pub fn new(held: H, trail: &'t Trail) -> Self {
        Self { held: Some(held), error: None, trail, name: None }
    }

    /// Keeps the error on this side.
    pub fn keep<T>(&mut self, read: Result<T, E>) -> Parsed<T> {
        read.map_err(|error| {
            self.error = Some(error);
            Failure::Below
        })
    }
}

/// A parser inside a list, with the index of the next element.
struct ListHolder<'t, A, E>(Holder<'t, A, E>, usize);

impl<'de, A: SeqAccess<'de>> SeqSource<'de> for ListHolder<'_, A, A::Error> {
    fn next(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool> {
        let Some(access) = &mut self.0.held else { return Err(Failure::Below) };
        let seed = TakerSeed { taker, trail: self.0.trail, name: None };
        let read = access.next_element_seed(seed).map(|found| found.is_some());
        if read.is_err() {
            self.0.trail.leave_element(self.1);
        }
        self.1 += 1;
        self.0.keep(read)
    }
}

/// A parser inside an object, with the last key; empty if that is no text.
struct ObjectHolder<'t, A, E>(Holder<'t, A, E>, String);

impl<'de, A: MapAccess<'de>> ObjectHolder<'_, A, A::Error> {
    fn keep<T>(&mut self, read: Result<T, A::Error>) -> Parsed<T> {
        if read.is_err() {
            self.0.trail.leave_named(&self.1);
        }
        self.0.keep(read)
    }
}

impl<'de, A: MapAccess<'de>> MapSource<'de> for ObjectHolder<'_, A, A::Error> {
    fn next_key(&mut self, taker: &mut dyn Taker<'de>) -> Parsed<bool> {
        let Some(access) = &mut self.0.held else { return Err(Failure::Below) };
        self.1.clear();
        let seed = TakerSeed { taker, trail: self.0.trail, name: Some(&mut self.1) };
        let read = access.next_key_seed(seed).map(|found| found.is_some());
        self.keep(read)
    }
    fn next_value(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
        let Some(access) = &mut self.0.held else { return Err(Failure::Below) };
        let read = access.next_value_seed(TakerSeed { taker, trail: self.0.trail, name: None });
        self.keep(read)
    }
}

/// An enum before its variant is read, and after.
enum Variant<A, V> {
    Before(A),
    After(V),
}

/// A parser at an enum, with the name of the variant.
struct EnumHolder<'t, 'de, A: EnumAccess<'de>>(Holder<'t, Variant<A, A::Variant>, A::Error>, String);

impl<'de, A: EnumAccess<'de>> EnumHolder<'_, 'de, A> {
    fn contents(&mut self) -> Parsed<A::Variant> {
        match self.0.held.take() {
            Some(Variant::After(contents)) => Ok(contents),
            _ => Err(Failure::Below),
        }
    }

    fn keep<T>(&mut self, read: Result<T, A::Error>) -> Parsed<T> {
        if read.is_err() {
            self.0.trail.leave_named(&self.1);
        }
        self.0.keep(read)
    }
}

impl<'de, A: EnumAccess<'de>> EnumSource<'de> for EnumHolder<'_, 'de, A> {
    fn variant(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
        let Some(Variant::Before(access)) = self.0.held.take() else { return Err(Failure::Below) };
        let read = access.variant_seed(TakerSeed { taker, trail: self.0.trail, name: Some(&mut self.1) });
        let ((), contents) = self.0.keep(read)?;
        self.0.held = Some(Variant::After(contents));
        Ok(())
    }
    fn unit(&mut self) -> Parsed {
        let read = self.contents()?.unit_variant();
        self.keep(read)
    }
    fn newtype(&mut self, taker: &mut dyn Taker<'de>) -> Parsed {
        let seed = TakerSeed { taker, trail: self.0.trail, name: None };
        let read = self.contents()?.newtype_variant_seed(seed);
        self.keep(read)
    }
    fn tuple(&mut self, length: usize, sink: &mut dyn Sink<'de>) -> Parsed {
        let visitor = EventVisitor { sink, trail: self.0.trail, name: None };
        let read = self.contents()?.tuple_variant(length, visitor);
        self.keep(read)
    }
    fn fields(&mut self, fields: &'static [&'static str], sink: &mut dyn Sink<'de>) -> Parsed {
        let visitor = EventVisitor { sink, trail: self.0.trail, name: None };
        let read = self.contents()?.struct_variant(fields, visitor);
        self.keep(read)
    }
}

/// The only seed that parsers see.
struct TakerSeed<'a, 't, 'de> {
    taker: &'a mut dyn Taker<'de>,
    trail: &'t Trail,
    /// Receives the text of a key or a variant.
    name: Option<&'t mut String>,
}

impl<'de> DeserializeSeed<'de> for TakerSeed<'_, '_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        let mut holder = Holder { name: self.name, ..Holder::new(source, self.trail) };
        self.taker.take(&mut holder).map_err(|failure| failure.raise(holder.error))
    }
}

/// The only visitor that parsers see.
pub struct EventVisitor<'a, 't, 'de> {
    pub sink: &'a mut dyn Sink<'de>,
    pub trail: &'t Trail,
    pub name: Option<&'t mut String>,
}

macro_rules! scalars {
    ($($method:ident($type:ty) $event:ident),*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<(), E> {
            self.sink.event(Event::$event(value)).map_err(|failure| failure.raise(None))
        }
    )*};
}

/// Passes an access on by a holder, and its error back.
macro_rules! accesses {
    ($($method:ident($access:ident: $type:ident) $event:ident |$holder:ident, $trail:ident| $made:expr => $error:expr;)*) => {$(
        fn $method<A: $type<'de>>(self, $access: A) -> Result<(), A::Error> {
            let $trail = self.trail;
            let mut $holder = $made;
            self.sink.event(Event::$event(&mut $holder)).map_err(|failure| failure.raise($error))
        }
    )*};
}

impl<'de> Visitor<'de> for EventVisitor<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.sink.expecting(f)
    }

    scalars! {
        visit_bool(bool) Bool, visit_i64(i64) Signed, visit_u64(u64) Unsigned, visit_f64(f64) Float
    }
    accesses! {
        visit_some(source: Deserializer) Some |holder, trail| Holder::new(source, trail) => holder.error;
        visit_newtype_struct(source: Deserializer) Newtype |holder, trail| Holder::new(source, trail) => holder.error;
        visit_seq(access: SeqAccess) Seq |list, trail| ListHolder(Holder::new(access, trail), 0) => list.0.error;
        visit_map(access: MapAccess) Map |object, trail|
            ObjectHolder(Holder::new(access, trail), String::new()) => object.0.error;
        visit_enum(access: EnumAccess) Enum |variant, trail|
            EnumHolder(Holder::new(Variant::Before(access), trail), String::new()) => variant.0.error;
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        if let Some(name) = self.name {
            name.push_str(text);
        }
        self.sink.event(Event::Text(text)).map_err(|failure| failure.raise(None))
    }
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.sink.event(Event::Unit).map_err(|failure| failure.raise(None))
    }
    fn visit_none<E: Error>(self) -> Result<(), E> {
        self.sink.event(Event::None).map_err(|failure| failure.raise(None))
    }
}
