//! Names of the parts of a level, used by findings, errors and events.

use super::Level;
use super::printable::printable;
use crate::geometry::SortCopies;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A part of a level; indices count from 0 in file order. Its text form is the path in the document,
/// `bodies[1].springs[7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The level as a whole.
    Level,
    /// Its `world` settings.
    World,
    /// A body.
    Body(usize),
    /// Body, node.
    Node(usize, usize),
    /// Body, spring.
    Spring(usize, usize),
    /// Body, stick.
    Stick(usize, usize),
    /// Body, hull edge.
    HullEdge(usize, usize),
    /// Body, triangle.
    Triangle(usize, usize),
    /// A disc.
    Disc(usize),
    /// An obstacle.
    Obstacle(usize),
    /// A link.
    Link(usize),
    /// A marker.
    Marker(usize),
    /// An instance.
    Instance(usize),
}

impl Place {
    /// Index of the body that contains the part, if any.
    pub fn body(self) -> Option<usize> {
        match self {
            Self::Body(body)
            | Self::Node(body, _)
            | Self::Spring(body, _)
            | Self::Stick(body, _)
            | Self::HullEdge(body, _)
            | Self::Triangle(body, _) => Some(body),
            Self::Level
            | Self::World
            | Self::Disc(_)
            | Self::Obstacle(_)
            | Self::Link(_)
            | Self::Marker(_)
            | Self::Instance(_) => None,
        }
    }

    /// The body that contains the part, or else the part itself.
    pub fn owner(self) -> Self {
        self.body().map_or(self, Self::Body)
    }

    /// The same part of another owner of that kind, by its index; the level and the world are their own.
    #[must_use]
    pub fn of_owner(self, index: usize) -> Self {
        match self {
            Self::Level | Self::World => self,
            Self::Body(_) => Self::Body(index),
            Self::Node(_, part) => Self::Node(index, part),
            Self::Spring(_, part) => Self::Spring(index, part),
            Self::Stick(_, part) => Self::Stick(index, part),
            Self::HullEdge(_, part) => Self::HullEdge(index, part),
            Self::Triangle(_, part) => Self::Triangle(index, part),
            Self::Disc(_) => Self::Disc(index),
            Self::Obstacle(_) => Self::Obstacle(index),
            Self::Link(_) => Self::Link(index),
            Self::Marker(_) => Self::Marker(index),
            Self::Instance(_) => Self::Instance(index),
        }
    }
}

impl Level {
    /// Display name of a body; includes its index if the name is empty or not unique.
    pub fn body_title(&self, body: usize) -> String {
        let name = |body: usize| self.bodies.get(body).map_or("", |body| body.name.as_str());
        let is_shared = (0..self.bodies.len()).any(|other| other != body && name(other) == name(body));
        match (name(body), is_shared) {
            ("", _) => format!("body {body}"),
            (own, true) => format!("{own} ({body})"),
            (own, false) => own.to_owned(),
        }
    }

    /// Name of a body in a sentence: in quotation marks if it has one, else its index.
    pub fn quoted_body(&self, body: usize) -> String {
        match self.bodies.get(body).map_or("", |body| body.name.as_str()) {
            "" => format!("body {body}"),
            name => self.body_title(body).replacen(name, &format!("“{name}”"), 1),
        }
    }

    /// Display names of all bodies, by index.
    pub fn body_titles(&self) -> Vec<String> {
        let mut counts = std::collections::BTreeMap::new();
        for body in &self.bodies {
            *counts.entry(body.name.as_str()).or_insert(0) += 1;
        }
        let title = |(index, body): (usize, &super::Body)| match (body.name.as_str(), counts[body.name.as_str()]) {
            ("", _) => format!("body {index}"),
            (own, 1) => own.to_owned(),
            (own, _) => format!("{own} ({index})"),
        };
        self.bodies.iter().enumerate().map(title).collect()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level => write!(f, "level"),
            Self::World => write!(f, "world"),
            Self::Body(body) => write!(f, "bodies[{body}]"),
            Self::Node(body, index) => write!(f, "bodies[{body}].nodes[{index}]"),
            Self::Spring(body, index) => write!(f, "bodies[{body}].springs[{index}]"),
            Self::Stick(body, index) => write!(f, "bodies[{body}].sticks[{index}]"),
            Self::HullEdge(body, index) => write!(f, "bodies[{body}].hull[{index}]"),
            Self::Triangle(body, index) => write!(f, "bodies[{body}].triangles[{index}]"),
            Self::Disc(disc) => write!(f, "discs[{disc}]"),
            Self::Obstacle(obstacle) => write!(f, "obstacles[{obstacle}]"),
            Self::Link(link) => write!(f, "links[{link}]"),
            Self::Marker(marker) => write!(f, "markers[{marker}]"),
            Self::Instance(instance) => write!(f, "instances[{instance}]"),
        }
    }
}

/// Serialized as its text form.
impl Serialize for Place {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Deserialized from its text form.
impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Place {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

/// A sorted set of places with fast lookup. In a file, a list of their text forms in any order; invalid entries are
/// ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaceSet(Vec<Place>);

impl PlaceSet {
    /// True if the place is in the set.
    pub fn contains(&self, place: Place) -> bool {
        self.0.binary_search(&place).is_ok()
    }

    /// Inserts a place; false if it was present.
    pub fn insert(&mut self, place: Place) -> bool {
        self.0.binary_search(&place).map_err(|at| self.0.insert(at, place)).is_err()
    }

    /// Removes a place; false if it was absent.
    pub fn remove(&mut self, place: Place) -> bool {
        self.0.binary_search(&place).map(|at| self.0.remove(at)).is_ok()
    }

    /// Places in order.
    pub fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().copied()
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Place> for PlaceSet {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Self {
        let mut places: Vec<Place> = places.into_iter().collect();
        places.sort_copies();
        places.dedup();
        Self(places)
    }
}

impl Serialize for PlaceSet {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de> Deserialize<'de> for PlaceSet {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        Ok(texts.iter().filter_map(|text| text.parse().ok()).collect())
    }
}

impl JsonSchema for PlaceSet {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "PlaceSet".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Place>::json_schema(generator)
    }
}

/// Parses the text form.
impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{}` names no part; parts are called `bodies[0].nodes[2]`", printable(text));
        let item = |text: &str| -> Option<(String, usize)> {
            let (list, index) = text.strip_suffix(']')?.split_once('[')?;
            // `+3` and `007` parse as integers in Rust but are not valid indices.
            let is_plain = index.bytes().all(|byte| byte.is_ascii_digit()) && (index == "0" || !index.starts_with('0'));
            Some((list.to_owned(), index.parse().ok().filter(|_| is_plain)?))
        };
        match text {
            "level" => return Ok(Self::Level),
            "world" => return Ok(Self::World),
            _ => {}
        }
        let (outer, inner) = text.split_once('.').map_or((text, None), |(outer, inner)| (outer, Some(inner)));
        let (list, index) = item(outer).ok_or_else(unknown)?;
        let inner = match inner {
            Some(inner) => Some(item(inner).ok_or_else(unknown)?),
            None => None,
        };
        let inner = inner.as_ref().map(|(list, index)| (list.as_str(), *index));
        Ok(match (list.as_str(), inner) {
            ("bodies", None) => Self::Body(index),
            ("bodies", Some(("nodes", node))) => Self::Node(index, node),
            ("bodies", Some(("springs", spring))) => Self::Spring(index, spring),
            ("bodies", Some(("sticks", stick))) => Self::Stick(index, stick),
            ("bodies", Some(("hull", edge))) => Self::HullEdge(index, edge),
            ("bodies", Some(("triangles", triangle))) => Self::Triangle(index, triangle),
            ("discs", None) => Self::Disc(index),
            ("obstacles", None) => Self::Obstacle(index),
            ("links", None) => Self::Link(index),
            ("markers", None) => Self::Marker(index),
            ("instances", None) => Self::Instance(index),
            _ => return Err(unknown()),
        })
    }
}
