//! Fast path: parses RON in the layout of our own writer in one pass, directly into the types and without error positions.
//! It gives up at anything else (block comments, raw strings, omitted `Some`, other number forms, any error); the strict
//! parser then reads the text again. Invariant: it accepts only what `ron` accepts, with the same result.

mod words;

use super::erased;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use words::{GaveUp, Read, TokenReader};

/// Parses a whole text; None if it needs the strict parser.
pub(super) fn parse<'de, T: Deserialize<'de>>(text: &'de str) -> Option<T> {
    let mut reader = TokenReader::new(text);
    reader.skip_space();
    let value = erased::deserialize(&mut reader).ok()?;
    reader.skip_space();
    reader.is_at_end().then_some(value)
}

impl<'de> TokenReader<'de> {
    /// True before `(name:`.
    fn is_at_struct(&self) -> bool {
        let mut ahead = *self;
        let is_named = ahead.take(b'(').is_ok_and(|()| {
            ahead.skip_space();
            ahead.word().is_ok()
        });
        ahead.skip_space();
        is_named && ahead.peek() == Some(b':')
    }

    /// Parses the items between brackets.
    #[inline]
    fn inside<T>(&mut self, open: u8, close: u8, read: impl FnOnce(CommaSequence<'_, 'de>) -> Read<T>) -> Read<T> {
        self.take(open)?;
        self.skip_space();
        let value = read(CommaSequence { reader: self, close, may_go_on: true })?;
        self.take(close)?;
        Ok(value)
    }
}

macro_rules! wholes {
    ($($method:ident: $visit:ident),*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
            visitor.$visit(self.whole()?.try_into().map_err(|_| GaveUp)?)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut TokenReader<'de> {
    type Error = GaveUp;

    wholes!(deserialize_u8: visit_u8, deserialize_u16: visit_u16, deserialize_u32: visit_u32, deserialize_u64: visit_u64);

    /// Lists, strings and structs are known by their beginning; any other value of unknown type needs the strict parser.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.peek() {
            Some(b'[') => self.deserialize_seq(visitor),
            Some(b'"') => self.string(visitor),
            Some(b'(') if self.is_at_struct() => self.deserialize_struct("", &[], visitor),
            _ => Err(GaveUp),
        }
    }
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.word()? {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(GaveUp),
        }
    }
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        let is_negative = self.eat(b'-');
        let size: i64 = self.whole()?.try_into().map_err(|_| GaveUp)?;
        visitor.visit_i32((if is_negative { -size } else { size }).try_into().map_err(|_| GaveUp)?)
    }
    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        visitor.visit_f64(self.float()?)
    }
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.string(visitor)
    }
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.string(visitor)
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        match self.word()? {
            "None" => visitor.visit_none(),
            "Some" => {
                self.take(b'(')?;
                self.skip_space();
                let value = visitor.visit_some(&mut *self)?;
                self.take_end()?;
                Ok(value)
            }
            _ => Err(GaveUp),
        }
    }
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Read<V::Value> {
        self.inside(b'[', b']', |items| visitor.visit_seq(items))
    }
    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Read<V::Value> {
        self.inside(b'(', b')', |items| visitor.visit_seq(items))
    }
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        self.inside(b'(', b')', |items| visitor.visit_map(items))
    }
    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Read<V::Value> {
        visitor.visit_enum(self)
    }

    forward_to_deserialize_any! {
        i8 i16 i64 i128 u128 f32 char bytes byte_buf unit unit_struct newtype_struct tuple_struct map identifier
        ignored_any
    }
}

/// Comma-separated items.
struct CommaSequence<'a, 'de> {
    reader: &'a mut TokenReader<'de>,
    close: u8,
    /// True at the start and after a comma.
    may_go_on: bool,
}

impl CommaSequence<'_, '_> {
    #[inline]
    fn has_next(&self) -> Read<bool> {
        if self.reader.peek() == Some(self.close) {
            return Ok(false);
        }
        if self.may_go_on { Ok(true) } else { Err(GaveUp) }
    }
}

impl<'de> de::SeqAccess<'de> for CommaSequence<'_, 'de> {
    type Error = GaveUp;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        if !self.has_next()? {
            return Ok(None);
        }
        let value = seed.deserialize(&mut *self.reader)?;
        self.may_go_on = self.reader.eat_comma();
        Ok(Some(value))
    }
}

impl<'de> de::MapAccess<'de> for CommaSequence<'_, 'de> {
    type Error = GaveUp;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<Option<S::Value>> {
        if !self.has_next()? {
            return Ok(None);
        }
        let name = self.reader.word()?;
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Read<S::Value> {
        self.reader.skip_space();
        self.reader.take(b':')?;
        self.reader.skip_space();
        let value = seed.deserialize(&mut *self.reader)?;
        self.may_go_on = self.reader.eat_comma();
        Ok(value)
    }
}

impl<'de> de::EnumAccess<'de> for &mut TokenReader<'de> {
    type Error = GaveUp;
    type Variant = Self;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<(S::Value, Self)> {
        let name = self.word()?;
        Ok((seed.deserialize(BorrowedStrDeserializer::<GaveUp>::new(name))?, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut TokenReader<'de> {
    type Error = GaveUp;

    fn unit_variant(self) -> Read<()> {
        Ok(())
    }
    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Read<S::Value> {
        self.take(b'(')?;
        self.skip_space();
        let value = seed.deserialize(&mut *self)?;
        self.take_end()?;
        Ok(value)
    }
    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Read<V::Value> {
        self.deserialize_tuple(length, visitor)
    }
    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Read<V::Value> {
        self.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::ron, parse};
    use crate::level::Level;

    /// Every level of the gallery without properties and overrides, whose types are open, takes the fast path, with the same
    /// result as the strict parser.
    #[test]
    fn quick_parser_reads_what_the_editor_writes() {
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels")).expect("the gallery");
        let mut count = 0;
        for path in folder.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
            let text = std::fs::read_to_string(&path).expect("a level");
            let strict = ron::parse_strict::<Level>(&text).expect("a level");
            let Some(quick) = parse::<Level>(&text) else {
                let is_open = text.contains("properties: {") || text.contains("overrides: {");
                assert!(is_open, "gave up at {}", path.display());
                continue;
            };
            assert_eq!(format!("{quick:?}"), format!("{strict:?}"), "{}", path.display());
            count += 1;
        }
        assert!(count > 50, "{count} levels");
    }

    #[test]
    fn quick_parser_reads_numbers_with_the_bits_of_rust() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..200_000u32 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let any = f64::from_bits(bits);
            let places = (round % 23) as usize;
            let text = match round % 4 {
                0 if any.is_finite() => format!("{any:?}"),
                1 if any.is_finite() => format!("{any:e}"),
                2 => format!("{:.places$}", (bits >> 12) as f64 / 1e9),
                _ => format!("-{}.{:0>places$}", bits >> (round % 64), bits >> 40, places = places + 1),
            };
            let expected: f64 = text.parse().expect("a number");
            assert_eq!(parse::<f64>(&text).map(f64::to_bits), Some(expected.to_bits()), "{text}");
        }
        for text in ["", "-", ".5", "1.", "+1", "1e", "1e+", "0x1", "1_0", "1.0f64", "inf", "NaN", "1 2", "--1", "1..2"]
        {
            assert_eq!(parse::<f64>(text), None, "{text}");
        }
        for (text, expected) in
            [("18446744073709551615", None), ("9999999999999999999", Some(9_999_999_999_999_999_999))]
        {
            assert_eq!(parse::<u64>(text), expected, "twenty digits may be too many");
        }
        assert_eq!(parse::<u8>("256"), None);
    }

    #[test]
    fn quick_parser_reads_strings_and_spaces() {
        let read = |text| parse::<String>(text);
        assert_eq!(read(" // a comment\n \"a\nb\" // another").as_deref(), Some("a\nb"));
        assert_eq!(read(r#""\"\\\'\n\r\t\u{e9}é""#).as_deref(), Some("\"\\'\n\r\téé"));
        for text in [
            r#""\x41""#,
            r#""\u{d800}""#,
            r#""\u{}""#,
            r#""\u{0000000}""#,
            r#""\u{+1}""#,
            "r\"\"",
            "\"",
            "\"\\",
            "/* */\"\"",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
