//! Documents as raw JSON values, from either text format; the migration steps work on them.

use super::locate::position;
use super::refusal::Refusal;
use super::scan::{Scanner, Token};
use super::{TextFormat, json, ron};
use serde::de::IgnoredAny;
use serde_json::{Map, Number, Value};

/// RON allows `Node(...)` for `(...)`; any other name before a bracket is a variant.
const STRUCTS: [&str; 18] = [
    "Level",
    "World",
    "Contact",
    "Repositioning",
    "Bounds",
    "Path",
    "Body",
    "Node",
    "Spring",
    "Stick",
    "Disc",
    "Obstacle",
    "View",
    "Twin",
    "TwinSet",
    "Breakpoint",
    "Bookmark",
    "Expectation",
];

/// Reads a text of any version; RON variants become the JSON objects that represent them.
pub(super) fn read(text: &str, format: TextFormat) -> Result<Value, Refusal> {
    match format {
        TextFormat::Json => json::parse(text),
        TextFormat::Ron => {
            // The strict parser goes first: its errors are better, and it bounds the nesting.
            ron::parse::<IgnoredAny>(text)?;
            RawReader { text, scanner: Scanner::new(text) }.value()
        }
    }
}

struct RawReader<'a> {
    text: &'a str,
    scanner: Scanner<'a>,
}

impl<'a> RawReader<'a> {
    fn value(&mut self) -> Result<Value, Refusal> {
        let start = self.scanner.skip_space();
        match self.scanner.next() {
            (Token::Open(open), _) => self.inside(open),
            (Token::Quoted, literal) => self.literal::<String>(start, literal).map(Value::String),
            (Token::Word, name) if self.scanner.peek().0 == Token::Open(b'(') => {
                self.scanner.next();
                let named = self.is_named();
                let inner = self.inside(b'(')?;
                Ok(match inner {
                    inner if named && STRUCTS.contains(&name) => inner,
                    Value::Array(mut list) if list.len() == 1 => wrap(name, list.remove(0)),
                    inner => wrap(name, inner),
                })
            }
            (Token::Word, word) => self.word(start, word),
            _ => Err(self.refusal(start, "expected a value")),
        }
    }

    fn word(&self, start: usize, word: &str) -> Result<Value, Refusal> {
        match word {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "None" => return Ok(Value::Null),
            _ => {}
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) || matches!(word, "inf" | "NaN") {
            if let Ok(whole) = ::ron::from_str::<i64>(word) {
                return Ok(whole.into());
            }
            let number = Number::from_f64(self.literal(start, word)?);
            return number.map(Value::Number).ok_or_else(|| self.refusal(start, "not a finite number"));
        }
        Ok(Value::String(word.into()))
    }

    /// Parses the items between brackets; the opening one has been read.
    fn inside(&mut self, open: u8) -> Result<Value, Refusal> {
        let named = open == b'{' || (open == b'(' && (self.is_named()));
        let (mut fields, mut list) = (Map::new(), Vec::new());
        loop {
            let start = self.scanner.skip_space();
            if matches!(self.scanner.peek().0, Token::Close(_)) {
                self.scanner.next();
                let empty_struct = open == b'(' && list.is_empty();
                return Ok(if named || empty_struct { Value::Object(fields) } else { Value::Array(list) });
            }
            if named {
                let key = match self.scanner.next() {
                    (Token::Quoted, literal) => self.literal(start, literal)?,
                    (_, word) => word.to_owned(),
                };
                if self.scanner.next().0 != Token::Colon {
                    return Err(self.refusal(start, "expected a name and a colon"));
                }
                let value = self.value()?;
                fields.insert(key, value);
            } else {
                list.push(self.value()?);
            }
            if self.scanner.peek().0 == Token::Comma {
                self.scanner.next();
            }
        }
    }

    fn is_named(&self) -> bool {
        let mut ahead = self.scanner;
        ahead.next().0 == Token::Word && ahead.next().0 == Token::Colon
    }

    fn literal<T: serde::de::DeserializeOwned>(&self, start: usize, literal: &str) -> Result<T, Refusal> {
        ::ron::from_str(literal).map_err(|error| self.refusal(start, &error.code.to_string()))
    }

    fn refusal(&self, start: usize, reason: &str) -> Refusal {
        Refusal::at(String::new(), position(self.text, start), reason.into())
    }
}

fn wrap(variant: &str, payload: Value) -> Value {
    if variant == "Some" { payload } else { Value::Object(Map::from_iter([(variant.to_owned(), payload)])) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use serde_json::json;

    #[test]
    fn raw_read_gives_the_same_values_for_ron_and_json() {
        let text = "(format: 1, name: \"a\\n\", world: World(bounds: Some((min: (0, -1.5), max: (2, 0x10))), discs: Swept),\n\
            bodies: [(motion: Driven((points: [(0, 1)], period: 2.5)), nodes: [(role: Mass(1e-3), pinned: true)]), ()],\n\
            obstacles: [(shape: Segment((0, 0), (1, 1))), (shape: Circle(center: (0, 0), radius: 1))], editor: None)";
        let expected = json!({
            "format": 1, "name": "a\n",
            "world": {"bounds": {"min": [0, -1.5], "max": [2, 16]}, "discs": "Swept"},
            "bodies": [{"motion": {"Driven": {"points": [[0, 1]], "period": 2.5}},
                "nodes": [{"role": {"Mass": 1e-3}, "pinned": true}]}, {}],
            "obstacles": [{"shape": {"Segment": [[0, 0], [1, 1]]}}, {"shape": {"Circle": {"center": [0, 0], "radius": 1}}}],
            "editor": null
        });
        assert_eq!(read(text, TextFormat::Ron).expect("well-formed"), expected);
    }

    #[test]
    fn raw_read_refuses_what_ron_refuses() {
        assert!(read("(a: ", TextFormat::Ron).is_err());
        assert!(read("(a: NaN)", TextFormat::Ron).is_err());
        assert!(read(&"(".repeat(10_000), TextFormat::Ron).is_err());
        assert!(read("\u{1}", TextFormat::Ron).is_err());
    }

    /// A struct name that is missing here would be read as a variant in old files.
    #[test]
    fn struct_names_are_complete() {
        let schema = serde_json::to_value(schemars::schema_for!(Level)).expect("a schema is JSON");
        let objects = schema["$defs"].as_object().expect("definitions");
        for (name, definition) in objects.iter().filter(|(_, definition)| definition["type"] == "object") {
            assert!(definition["properties"].is_object());
            assert!(STRUCTS.contains(&name.as_str()) || name == "EditorExtra", "{name}");
        }
    }
}
