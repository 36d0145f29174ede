//! User data of a level: named values that the engine ignores and every tool preserves bit for bit.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maximum nesting of lists and maps.
pub const MOST_NESTED: usize = 32;

/// Maximum number of values in the user data of one part: entries of maps and items of lists, at every depth.
pub const MOST_VALUES: usize = 100_000;

/// Named values in file order; names are unique.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(Vec<(String, PropertyValue)>);

/// A plain JSON value. Integers and numbers are different kinds: `1` and `1.0` are both preserved.
#[derive(Clone, Debug)]
pub enum PropertyValue {
    /// Refused in properties ([`super::format::validate`]); occurs below `editor` and in overrides.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number of 64 bits.
    Integer(i64),
    /// A finite number.
    Number(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<PropertyValue>),
    /// Named values.
    Map(Properties),
}

/// Kind of a property's value.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, JsonSchema,
)]
pub enum PropertyKind {
    /// `true` or `false`.
    Bool,
    /// A whole number of 64 bits.
    Integer,
    /// A finite number.
    #[default]
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// Named values.
    Map,
}

impl PropertyKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [Self::Bool, Self::Integer, Self::Number, Self::Text, Self::List, Self::Map];

    /// Value of a new property of this kind: false, 0, or empty.
    pub fn blank(self) -> PropertyValue {
        match self {
            Self::Bool => PropertyValue::Bool(false),
            Self::Integer => PropertyValue::Integer(0),
            Self::Number => PropertyValue::Number(0.0),
            Self::Text => PropertyValue::Text(String::new()),
            Self::List => PropertyValue::List(Vec::new()),
            Self::Map => PropertyValue::Map(Properties::default()),
        }
    }

    /// The nearest value of this kind: numbers are rounded, texts parsed; [`Self::blank`] if nothing fits.
    pub fn convert(self, value: &PropertyValue) -> PropertyValue {
        if value.kind() == Some(self) {
            return value.clone();
        }
        let number = match value {
            PropertyValue::Bool(value) => Some(f64::from(u8::from(*value))),
            PropertyValue::Integer(value) => Some(*value as f64),
            PropertyValue::Number(value) => Some(*value),
            PropertyValue::Text(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        };
        match (self, value) {
            (Self::Bool, PropertyValue::Text(text)) => {
                PropertyValue::Bool(["true", "yes", "1"].contains(&text.trim().to_lowercase().as_str()))
            }
            (Self::Bool, _) => PropertyValue::Bool(number.is_some_and(|number| number != 0.0)),
            (Self::Integer, PropertyValue::Text(text)) if text.trim().parse::<i64>().is_ok() => {
                PropertyValue::Integer(text.trim().parse().unwrap_or_default())
            }
            // The conversion saturates.
            (Self::Integer, _) => PropertyValue::Integer(number.unwrap_or_default().round() as i64),
            (Self::Number, _) => PropertyValue::Number(number.unwrap_or_default()),
            (Self::Text, PropertyValue::Null) => self.blank(),
            (Self::Text, _) => PropertyValue::Text(serde_json::Value::from(value).to_string()),
            (Self::List | Self::Map, PropertyValue::Text(text)) => {
                let parsed = serde_json::from_str(text).ok();
                parsed.filter(|value: &PropertyValue| value.kind() == Some(self)).unwrap_or_else(|| self.blank())
            }
            (Self::List, PropertyValue::Map(map)) => {
                PropertyValue::List(map.0.iter().map(|(_, v)| v.clone()).collect())
            }
            (Self::List, value) if number.is_some() => PropertyValue::List(vec![value.clone()]),
            (Self::Map, PropertyValue::List(list)) => {
                let entries = list.iter().enumerate().map(|(index, item)| (index.to_string(), item.clone()));
                PropertyValue::Map(entries.collect())
            }
            (Self::List | Self::Map, _) => self.blank(),
        }
    }
}

/// Bitwise equality: 0 and -0 differ, and a NaN equals itself.
impl PartialEq for PropertyValue {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Null, Self::Null) => true,
            (Self::Bool(a), Self::Bool(b)) => a == b,
            (Self::Integer(a), Self::Integer(b)) => a == b,
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::List(a), Self::List(b)) => a == b,
            (Self::Map(a), Self::Map(b)) => a == b,
            _ => false,
        }
    }
}

impl Properties {
    /// Heap bytes of names and values.
    pub fn heap_bytes(&self) -> usize {
        self.0.iter().map(|(name, value)| size_of::<(String, PropertyValue)>() + name.len() + value.heap_bytes()).sum()
    }

    /// True without entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&PropertyValue> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value)
    }

    /// Sets a value; a new name goes to the end. Returns the previous value.
    pub fn insert(&mut self, name: impl Into<String>, value: PropertyValue) -> Option<PropertyValue> {
        let name = name.into();
        match self.0.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => Some(std::mem::replace(own, value)),
            None => {
                self.0.push((name, value));
                None
            }
        }
    }

    /// Appends a value whose name is known to be new.
    #[cfg(feature = "authoring")]
    pub(super) fn append(&mut self, name: String, value: PropertyValue) {
        self.0.push((name, value));
    }

    /// Puts the names in the order that they have in `old`, at every depth; other names follow in their own order.
    pub(super) fn order_like(&mut self, old: &Self) {
        let places: BTreeMap<&str, usize> = old.iter().enumerate().map(|(index, (name, _))| (name, index)).collect();
        self.0.sort_by_key(|(name, _)| places.get(name.as_str()).copied().unwrap_or(usize::MAX));
        for (name, value) in &mut self.0 {
            if let Some(&index) = places.get(name.as_str()) {
                value.order_like(&old.0[index].1);
            }
        }
    }

    /// Number of values at every depth.
    pub fn count(&self) -> usize {
        self.0.iter().map(|(_, value)| 1 + value.inner_count()).sum()
    }

    /// Removes a name; the others keep their order.
    pub fn remove(&mut self, name: &str) -> Option<PropertyValue> {
        let index = self.0.iter().position(|(own, _)| own == name)?;
        Some(self.0.remove(index).1)
    }

    /// Renames an entry, which keeps its position and value; an entry with the new name is replaced. False if there is no
    /// such entry.
    pub fn rename(&mut self, name: &str, new: &str) -> bool {
        let Some(index) = self.0.iter().position(|(own, _)| own == name) else { return false };
        self.0[index].0 = new.to_owned();
        let mut at = 0;
        self.0.retain(|(own, _)| {
            at += 1;
            at - 1 == index || own != new
        });
        true
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &PropertyValue)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl PropertyValue {
    fn order_like(&mut self, old: &Self) {
        match (self, old) {
            (Self::Map(new), Self::Map(old)) => new.order_like(old),
            (Self::List(new), Self::List(old)) => new.iter_mut().zip(old).for_each(|(new, old)| new.order_like(old)),
            _ => {}
        }
    }

    /// Its kind; None for null.
    pub fn kind(&self) -> Option<PropertyKind> {
        Some(match self {
            Self::Null => return None,
            Self::Bool(_) => PropertyKind::Bool,
            Self::Integer(_) => PropertyKind::Integer,
            Self::Number(_) => PropertyKind::Number,
            Self::Text(_) => PropertyKind::Text,
            Self::List(_) => PropertyKind::List,
            Self::Map(_) => PropertyKind::Map,
        })
    }

    /// Number of values inside of a list or map, at every depth; 0 for a plain value.
    pub fn inner_count(&self) -> usize {
        match self {
            Self::List(list) => list.iter().map(|item| 1 + item.inner_count()).sum(),
            Self::Map(map) => map.count(),
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Number(_) | Self::Text(_) => 0,
        }
    }

    fn heap_bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::List(list) => list.iter().map(|item| size_of::<Self>() + item.heap_bytes()).sum(),
            Self::Map(map) => map.heap_bytes(),
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Number(_) => 0,
        }
    }
}

impl FromIterator<(String, PropertyValue)> for Properties {
    /// Later values replace earlier ones of the same name.
    fn from_iter<I: IntoIterator<Item = (String, PropertyValue)>>(entries: I) -> Self {
        let mut properties = Self::default();
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (name, value) in entries {
            match known.get(&name) {
                Some(&index) => properties.0[index].1 = value,
                None => {
                    known.insert(name.clone(), properties.0.len());
                    properties.0.push((name, value));
                }
            }
        }
        properties
    }
}

impl From<serde_json::Value> for PropertyValue {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value;
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => match number.as_i64() {
                Some(whole) => Self::Integer(whole),
                None => Self::Number(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => Self::Text(text),
            Value::Array(list) => Self::List(list.into_iter().map(Self::from).collect()),
            Value::Object(map) => Self::Map(map.into_iter().map(|(name, value)| (name, value.into())).collect()),
        }
    }
}

impl From<&PropertyValue> for serde_json::Value {
    /// A number that is not finite becomes null.
    fn from(value: &PropertyValue) -> Self {
        match value {
            PropertyValue::Null => Self::Null,
            PropertyValue::Bool(value) => Self::Bool(*value),
            PropertyValue::Integer(value) => (*value).into(),
            PropertyValue::Number(value) => (*value).into(),
            PropertyValue::Text(text) => text.as_str().into(),
            PropertyValue::List(list) => list.iter().map(Self::from).collect(),
            PropertyValue::Map(map) => {
                Self::Object(map.iter().map(|(name, value)| (name.into(), value.into())).collect())
            }
        }
    }
}

impl Serialize for Properties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for PropertyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // A unit is `()` in RON and null in JSON; both are read back.
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(value) => serializer.serialize_i64(*value),
            Self::Number(value) => serializer.serialize_f64(*value),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(list) => {
                let mut items = serializer.serialize_seq(Some(list.len()))?;
                list.iter().try_for_each(|item| items.serialize_element(item))?;
                items.end()
            }
            Self::Map(map) => map.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Properties;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a map from names to values")
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Properties, A::Error> {
                entries(map)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

fn entries<'de, A: MapAccess<'de>>(mut map: A) -> Result<Properties, A::Error> {
    let mut properties = Properties::default();
    let mut names = BTreeSet::new();
    while let Some(name) = map.next_key::<String>()? {
        if !names.insert(name.clone()) {
            return Err(de::Error::custom(format_args!("`{name}` is given twice")));
        }
        properties.0.push((name, map.next_value()?));
    }
    Ok(properties)
}

impl<'de> Deserialize<'de> for PropertyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = PropertyValue;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("true, false, a number, a text, a list or a map")
    }
    fn visit_bool<E: de::Error>(self, value: bool) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Bool(value))
    }
    fn visit_i64<E: de::Error>(self, value: i64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Integer(value))
    }
    fn visit_u64<E: de::Error>(self, value: u64) -> Result<PropertyValue, E> {
        match i64::try_from(value) {
            Ok(whole) => Ok(PropertyValue::Integer(whole)),
            Err(_) => {
                Err(E::custom(format_args!("{value} is too large; a whole number has at most 64 bits with its sign")))
            }
        }
    }
    fn visit_f64<E: de::Error>(self, value: f64) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Number(value))
    }
    fn visit_str<E: de::Error>(self, text: &str) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Text(text.into()))
    }
    fn visit_string<E: de::Error>(self, text: String) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Text(text))
    }
    fn visit_unit<E: de::Error>(self) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Null)
    }
    fn visit_none<E: de::Error>(self) -> Result<PropertyValue, E> {
        Ok(PropertyValue::Null)
    }
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<PropertyValue, D::Error> {
        PropertyValue::deserialize(deserializer)
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<PropertyValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(PropertyValue::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PropertyValue, A::Error> {
        entries(map).map(PropertyValue::Map)
    }
}

impl JsonSchema for Properties {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Properties".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<PropertyValue>();
        json_schema!({ "type": "object", "additionalProperties": value })
    }
}

impl JsonSchema for PropertyValue {
    fn schema_name() -> Cow<'static, str> {
        "PropertyValue".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<PropertyValue>();
        json_schema!({
            "description": "A plain JSON value.",
            "anyOf": [
                { "type": ["boolean", "integer", "number", "string", "null"] },
                { "type": "array", "items": value },
                { "type": "object", "additionalProperties": value }
            ]
        })
    }
}
