//! Writes a level as readable, diff-friendly text: one node, spring or edge per line, short values on one line, every
//! number in the shortest form that parses to the same bits.
//!
//! The pretty printers of `ron` and `serde_json` cannot put lists on several lines and their elements on one line each.

use super::TextFormat;
use super::numbers::{push_float, push_whole};
use serde::ser::{self, Serialize};
use serde_json::Value;
use std::fmt::{Display, Write};

/// Maximum width of a struct on one line, in characters; wider ones, except list elements, get one line per field.
const WIDTH: usize = 100;

/// Writes a level as text.
pub fn write(level: &crate::level::Level, format: TextFormat) -> String {
    write_document(level, format)
}

/// Writes any document as text; keys of maps must be strings.
pub fn write_document<T: Serialize>(document: &T, format: TextFormat) -> String {
    write_erased(document, format)
}

/// A document as a value; null if it has keys that are no text. The inverse of [`super::from_value`].
pub fn to_value<T: Serialize>(document: &T) -> Value {
    serde_json::to_value(document as &dyn erased_serde::Serialize).unwrap_or_default()
}

/// A document as JSON in one line; empty if it has keys that are no text.
pub fn to_json<T: Serialize>(document: &T) -> String {
    serde_json::to_string(document as &dyn erased_serde::Serialize).unwrap_or_default()
}

/// The types of documents are compiled once for all writers, by way of trait objects.
fn write_erased(document: &dyn erased_serde::Serialize, format: TextFormat) -> String {
    let mut writer = Writer { out: String::new(), format, depth: 0, inline: false };
    // At the top a line break is always possible, so this cannot fail.
    let written = writer.lay_out(&document, Slot::Field);
    debug_assert!(written.is_ok(), "only an inline attempt can fail");
    writer.out.push('\n');
    writer.out
}

/// An inline attempt found a list, which needs several lines.
#[derive(Debug)]
struct MustBreak;

impl Display for MustBreak {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("does not fit on a line")
    }
}
impl std::error::Error for MustBreak {}
impl ser::Error for MustBreak {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Done = Result<(), MustBreak>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Field,
    Element,
}

struct Writer {
    out: String,
    format: TextFormat,
    depth: usize,
    inline: bool,
}

impl Writer {
    /// Writes on one line if possible, else on several. Each part is attempted inline at most once per enclosing level
    /// without a list, so the time is linear.
    fn lay_out<T: Serialize + ?Sized>(&mut self, value: &T, slot: Slot) -> Done {
        if self.inline {
            return value.serialize(self);
        }
        let start = self.out.len();
        self.inline = true;
        let attempt = value.serialize(&mut *self);
        self.inline = false;
        let too_wide = slot == Slot::Field
            && self.out.len() - start > WIDTH
            && matches!(self.out.as_bytes().get(start), Some(b'(' | b'{'));
        if attempt.is_ok() && !too_wide {
            return Ok(());
        }
        self.out.truncate(start);
        value.serialize(self)
    }

    fn is_ron(&self) -> bool {
        self.format == TextFormat::Ron
    }

    fn new_line(&mut self) {
        const INDENT: &str = "    ";
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str(if self.is_ron() { INDENT } else { &INDENT[..2] });
        }
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
        if text.bytes().all(is_plain) {
            self.out.push_str(text);
            self.out.push('"');
            return;
        }
        for c in text.chars() {
            match c {
                '"' | '\\' => self.out.extend(['\\', c]),
                // RON strings may span lines, which keeps long notes readable.
                '\n' if self.is_ron() => self.out.push('\n'),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                c if c.is_control() && self.is_ron() => self.push(format_args!("\\u{{{:x}}}", u32::from(c))),
                c if c.is_control() => self.push(format_args!("\\u{:04x}", u32::from(c))),
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }

    fn push(&mut self, text: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    fn float(&mut self, value: f64) {
        if value.is_finite() || self.is_ron() {
            push_float(&mut self.out, value);
        } else {
            self.out.push_str("null");
        }
    }

    /// Opens a variant with a payload: `Name(` or `{"Name": `.
    fn open_variant(&mut self, name: &str) {
        if self.is_ron() {
            self.out.push_str(name);
            self.out.push('(');
        } else {
            self.push(format_args!("{{\"{name}\": "));
        }
    }

    fn group(&mut self, open: char, close: char, spread: bool) -> Group<'_> {
        self.out.push(open);
        let spread = spread && !self.inline;
        if spread {
            self.depth += 1;
        }
        Group { writer: self, close, spread, empty: true, tail: "" }
    }

    fn fields(&mut self) -> Group<'_> {
        if self.is_ron() { self.group('(', ')', true) } else { self.group('{', '}', true) }
    }

    fn tuple(&mut self) -> Group<'_> {
        if self.is_ron() { self.group('(', ')', false) } else { self.group('[', ']', false) }
    }
}

/// A comma-separated group in brackets.
struct Group<'a> {
    writer: &'a mut Writer,
    close: char,
    /// True for one item per line.
    spread: bool,
    empty: bool,
    /// Closing text of the enclosing variant.
    tail: &'static str,
}

impl Group<'_> {
    fn item(&mut self) {
        if !self.empty {
            self.writer.out.push_str(if self.spread { "," } else { ", " });
        }
        self.empty = false;
        if self.spread {
            self.writer.new_line();
        }
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.item();
        self.writer.lay_out(value, Slot::Element)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Done {
        self.item();
        if self.writer.is_ron() {
            self.writer.out.push_str(key);
        } else {
            self.writer.string(key);
        }
        self.writer.out.push_str(": ");
        self.writer.lay_out(value, Slot::Field)
    }

    fn finish(self) -> Done {
        if self.spread {
            self.writer.depth -= 1;
            if !self.empty {
                if self.writer.is_ron() {
                    self.writer.out.push(',');
                }
                self.writer.new_line();
            }
        }
        self.writer.out.push(self.close);
        self.writer.out.push_str(self.tail);
        Ok(())
    }
}

macro_rules! plain {
    ($($method:ident: $type:ty),*) => {$(
        fn $method(self, value: $type) -> Done {
            self.push(value);
            Ok(())
        }
    )*};
}

impl<'a> ser::Serializer for &'a mut Writer {
    type Ok = ();
    type Error = MustBreak;
    type SerializeSeq = Group<'a>;
    type SerializeTuple = Group<'a>;
    type SerializeTupleStruct = Group<'a>;
    type SerializeTupleVariant = Group<'a>;
    type SerializeMap = Group<'a>;
    type SerializeStruct = Group<'a>;
    type SerializeStructVariant = Group<'a>;

    plain!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);

    fn serialize_u8(self, value: u8) -> Done {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Done {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Done {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Done {
        push_whole(&mut self.out, value);
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Done {
        self.serialize_f64(f64::from(value))
    }
    fn serialize_f64(self, value: f64) -> Done {
        self.float(value);
        Ok(())
    }
    fn serialize_char(self, value: char) -> Done {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Done {
        self.string(value);
        Ok(())
    }
    fn serialize_bytes(self, value: &[u8]) -> Done {
        value.serialize(self)
    }
    fn serialize_none(self) -> Done {
        self.out.push_str(if self.is_ron() { "None" } else { "null" });
        Ok(())
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        if !self.is_ron() {
            return value.serialize(self);
        }
        self.out.push_str("Some(");
        value.serialize(&mut *self)?;
        self.out.push(')');
        Ok(())
    }
    fn serialize_unit(self) -> Done {
        self.out.push_str(if self.is_ron() { "()" } else { "null" });
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Done {
        self.serialize_unit()
    }
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Done {
        if self.is_ron() {
            self.out.push_str(variant);
        } else {
            self.string(variant);
        }
        Ok(())
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        if !self.is_ron() {
            return value.serialize(self);
        }
        self.out.push('(');
        value.serialize(&mut *self)?;
        self.out.push(')');
        Ok(())
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Done {
        self.open_variant(variant);
        value.serialize(&mut *self)?;
        self.out.push(if self.is_ron() { ')' } else { '}' });
        Ok(())
    }
    fn serialize_seq(self, length: Option<usize>) -> Result<Group<'a>, MustBreak> {
        let empty = length == Some(0);
        if self.inline && !empty {
            return Err(MustBreak);
        }
        Ok(self.group('[', ']', !empty))
    }
    fn serialize_tuple(self, _: usize) -> Result<Group<'a>, MustBreak> {
        Ok(self.tuple())
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Group<'a>, MustBreak> {
        Ok(self.tuple())
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Group<'a>, MustBreak> {
        if self.is_ron() {
            self.out.push_str(variant);
            return Ok(self.tuple());
        }
        self.open_variant(variant);
        Ok(Group { tail: "}", ..self.tuple() })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Group<'a>, MustBreak> {
        Ok(self.group('{', '}', true))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Group<'a>, MustBreak> {
        Ok(self.fields())
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Group<'a>, MustBreak> {
        if self.is_ron() {
            self.out.push_str(variant);
            return Ok(self.fields());
        }
        self.open_variant(variant);
        Ok(Group { tail: "}", ..self.fields() })
    }
}

macro_rules! elements {
    ($($kind:ident: $method:ident),*) => {$(
        impl ser::$kind for Group<'_> {
            type Ok = ();
            type Error = MustBreak;
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
                self.element(value)
            }
            fn end(self) -> Done {
                self.finish()
            }
        }
    )*};
}
elements!(SerializeSeq: serialize_element, SerializeTuple: serialize_element,
          SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field);

macro_rules! fields {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Group<'_> {
            type Ok = ();
            type Error = MustBreak;
            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Done {
                self.field(key, value)
            }
            fn end(self) -> Done {
                self.finish()
            }
        }
    )*};
}
fields!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Group<'_> {
    type Ok = ();
    type Error = MustBreak;
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.item();
        key.serialize(&mut *self.writer)?;
        self.writer.out.push_str(": ");
        Ok(())
    }
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.writer.lay_out(value, Slot::Field)
    }
    fn end(self) -> Done {
        self.finish()
    }
}
