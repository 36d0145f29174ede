//! Finds parts by name, tag and property: `tag:enemy hp>3`.
//!
//! A query is a list of terms between spaces; a part must match all of them. Text in double quotes may contain spaces.
//! Upper and lower case are equal. A `*` at the end of a tag, name or id stands for any further characters.
//!
//! | term | matches |
//! | --- | --- |
//! | `tag:enemy` | parts with this tag |
//! | `prop:hp` | parts with a property of this name |
//! | `hp>3`, `hp>=3`, `hp<3`, `hp<=3`, `hp=3`, `hp!=3` | parts whose property compares with the value; texts and truth values too |
//! | `id:body-0` | the part with this id |
//! | any other word | parts whose name, label or kind contains it; also `hidden` and `locked` |

use super::UserData;
use crate::level::{Level, LinkEnd, LinkKind, MarkerShape, Motion, ObstacleShape, Place, PropertyValue};
use std::cmp::Ordering;

/// A parsed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PartQuery {
    terms: Vec<QueryTerm>,
}

/// A term; texts are in lower case.
#[derive(Clone, Debug, PartialEq)]
enum QueryTerm {
    Tag(String),
    Property(String),
    Id(String),
    /// Name, operator and value.
    Compare(String, &'static str, PropertyValue),
    Word(String),
}

/// Operators, longer ones before their prefixes.
const OPERATORS: [&str; 6] = [">=", "<=", "!=", ">", "<", "="];

impl PartQuery {
    /// Parses a query; every text is one.
    pub fn parse(text: &str) -> Self {
        Self { terms: words(text).into_iter().map(|word| QueryTerm::parse(&word)).collect() }
    }

    /// True without terms; such a query matches every part.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// True if a term refers to tags, properties or ids.
    pub fn is_about_data(&self) -> bool {
        self.terms.iter().any(|term| !matches!(term, QueryTerm::Word(_)))
    }

    /// True if a part matches all terms.
    pub fn matches(&self, level: &Level, place: Place) -> bool {
        if self.terms.is_empty() {
            return true;
        }
        let Some(data) = UserData::of(level, place) else { return false };
        let is_bare = data.id.is_none() && data.tags.is_empty() && data.properties.is_empty();
        if is_bare && super::label(level, place).is_none_or(str::is_empty) {
            return false;
        }
        self.terms.iter().all(|term| term.matches(level, place, data))
    }
}

/// All parts that match a query, in document order; none for an empty query.
pub fn find(level: &Level, query: &PartQuery) -> Vec<Place> {
    if query.is_empty() {
        return Vec::new();
    }
    super::places(level).filter(|&place| query.matches(level, place)).collect()
}

/// Term that finds a tag or property, `tag:enemy`; quoted if it contains spaces.
pub fn term(kind: &str, name: &str) -> String {
    let is_plain = !name.contains(|c: char| c.is_whitespace());
    if is_plain { format!("{kind}:{name}") } else { format!("{kind}:\"{name}\"") }
}

/// Words in lower case; spaces between double quotes belong to a word.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    for c in text.to_lowercase().chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

impl QueryTerm {
    fn parse(word: &str) -> Self {
        match word.split_once(':') {
            Some(("tag", name)) => return Self::Tag(name.to_owned()),
            Some(("prop", name)) => return Self::Property(name.to_owned()),
            Some(("id", name)) => return Self::Id(name.to_owned()),
            _ => {}
        }
        let first = word.find(['>', '<', '=', '!']).filter(|at| *at > 0);
        let found = first.and_then(|at| OPERATORS.into_iter().find(|op| word[at..].starts_with(op)).map(|op| (at, op)));
        match found {
            // Without a value yet: parts that have the property.
            Some((at, op)) if at + op.len() == word.len() => Self::Property(word[..at].to_owned()),
            Some((at, op)) => Self::Compare(word[..at].to_owned(), op, value(&word[at + op.len()..])),
            None => Self::Word(word.to_owned()),
        }
    }

    fn matches(&self, level: &Level, place: Place, data: UserData) -> bool {
        match self {
            Self::Tag(name) => data.tags.iter().any(|tag| is_meant(name, tag)),
            Self::Property(name) => data.properties.iter().any(|(own, _)| is_meant(name, own)),
            Self::Id(name) => data.id.is_some_and(|id| is_meant(name, id)),
            Self::Compare(name, op, value) => {
                data.properties.iter().any(|(own, found)| is_meant(name, own) && holds(found, op, value))
            }
            Self::Word(word) => words_of(level, place).contains(word.as_str()),
        }
    }
}

/// True if a name is the wanted one, or begins with it before a `*`.
fn is_meant(wanted: &str, name: &str) -> bool {
    let name = name.to_lowercase();
    match wanted.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == wanted,
    }
}

fn value(text: &str) -> PropertyValue {
    let number = || text.parse().ok().filter(|number: &f64| number.is_finite()).map(PropertyValue::Number);
    match text {
        "true" => PropertyValue::Bool(true),
        "false" => PropertyValue::Bool(false),
        _ => {
            let whole = text.parse().ok().map(PropertyValue::Integer);
            whole.or_else(number).unwrap_or_else(|| PropertyValue::Text(text.to_owned()))
        }
    }
}

/// True if `found op wanted` holds. Values of different kinds differ, and have no order.
fn holds(found: &PropertyValue, op: &str, wanted: &PropertyValue) -> bool {
    let order = match (found, wanted) {
        (PropertyValue::Integer(a), PropertyValue::Integer(b)) => Some(a.cmp(b)),
        (PropertyValue::Integer(a), PropertyValue::Number(b)) => (*a as f64).partial_cmp(b),
        (PropertyValue::Number(a), PropertyValue::Integer(b)) => a.partial_cmp(&(*b as f64)),
        (PropertyValue::Number(a), PropertyValue::Number(b)) => a.partial_cmp(b),
        (PropertyValue::Text(a), PropertyValue::Text(b)) => Some(a.to_lowercase().cmp(b)),
        (PropertyValue::Bool(a), PropertyValue::Bool(b)) if a == b => Some(Ordering::Equal),
        _ => None,
    };
    match op {
        ">=" => order.is_some_and(Ordering::is_ge),
        "<=" => order.is_some_and(Ordering::is_le),
        ">" => order.is_some_and(Ordering::is_gt),
        "<" => order.is_some_and(Ordering::is_lt),
        "=" => order == Some(Ordering::Equal),
        _ => order != Some(Ordering::Equal),
    }
}

/// Name of a part, or kind and index if it has none.
pub fn name(level: &Level, place: Place) -> Option<String> {
    let (name, blank) = match place {
        Place::Body(i) => (&level.bodies.get(i)?.name, format!("body {i}")),
        Place::Node(b, i) => (&level.bodies.get(b)?.nodes.get(i)?.label, format!("node {i}")),
        Place::Disc(i) => (&level.discs.get(i)?.name, format!("disc {i}")),
        Place::Obstacle(i) => (&level.obstacles.get(i)?.name, format!("obstacle {i}")),
        Place::Marker(i) => (&level.markers.get(i)?.name, format!("marker {i}")),
        Place::Link(i) => {
            let link = level.links.get(i)?;
            let [a, b] = [link.a, link.b].map(|end| end_title(level, end));
            return Some(format!("link {i}: {a} to {b}"));
        }
        Place::Instance(i) => (&level.instances.get(i)?.id, format!("instance {i}")),
        _ => return None,
    };
    Some(if name.is_empty() { blank } else { name.clone() })
}

/// Name of what an end of a link holds.
fn end_title(level: &Level, end: LinkEnd) -> String {
    match end {
        LinkEnd::Node([body, _]) => level.body_title(body),
        LinkEnd::Disc(disc) => name(level, Place::Disc(disc)).unwrap_or_default(),
        LinkEnd::Point(_) => "a fixed point".to_owned(),
    }
}

/// Kind of a part in a word or two; empty for dynamic bodies.
pub fn kind(level: &Level, place: Place) -> &'static str {
    let motion = |motion: &Motion, is_sensor: bool, usual: &'static str| match (motion, is_sensor) {
        (Motion::Dynamic, false) => usual,
        (Motion::Dynamic, true) => "sensor",
        (Motion::Fixed, false) => "fixed",
        (Motion::Fixed, true) => "fixed sensor",
        (Motion::Driven(_), false) => "driven",
        (Motion::Driven(_), true) => "driven sensor",
    };
    match place {
        Place::Body(i) => level.bodies.get(i).map_or("", |body| motion(&body.motion, body.collision.sensor, "")),
        Place::Disc(i) => level.discs.get(i).map_or("", |disc| {
            let usual = if disc.radius == 0.0 { "particle" } else { "disc" };
            motion(&disc.motion, disc.collision.sensor, usual)
        }),
        Place::Obstacle(i) => level.obstacles.get(i).map_or("", |obstacle| match obstacle.shape {
            _ if obstacle.collision.sensor => "sensor",
            ObstacleShape::Segment(..) => "segment",
            ObstacleShape::Line(..) => "line",
            ObstacleShape::Circle { .. } => "circle",
        }),
        Place::Marker(i) => level.markers.get(i).map_or("", |marker| match marker.shape {
            MarkerShape::Point(_) => "point marker",
            MarkerShape::Rect(..) => "rectangle marker",
            MarkerShape::Polygon(_) => "polygon marker",
            MarkerShape::Path(_) => "path marker",
        }),
        Place::Link(i) => level.links.get(i).map_or("", |link| link_kind(link.kind)),
        Place::Instance(_) => "instance",
        _ => "",
    }
}

/// Name of a kind of link in the window: the tool that draws it.
pub fn link_kind(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Spring { .. } => "spring",
        LinkKind::Stick { .. } => "stick",
        LinkKind::Pin => "pin joint",
    }
}

/// Text in which plain words are searched: name, kind, and whether the part is hidden or locked.
fn words_of(level: &Level, place: Place) -> String {
    let sort = match place {
        Place::Body(_) => "body",
        Place::Node(..) => "node",
        Place::Disc(_) => "disc",
        Place::Link(_) => "link",
        Place::Marker(_) => "marker",
        Place::Instance(_) => "instance",
        _ => "obstacle",
    };
    let hidden = if level.is_hidden(place) { "hidden" } else { "" };
    let locked = if level.is_locked(place) { "locked" } else { "" };
    let name = match place {
        Place::Link(index) => index.to_string(),
        _ => name(level, place).unwrap_or_default(),
    };
    format!("{name} {} {sort} {hidden} {locked}", kind(level, place)).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc, Node, Properties};

    fn properties(list: &[(&str, PropertyValue)]) -> Properties {
        list.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    fn level() -> Level {
        let node = Node { label: "hand".into(), tags: vec!["grip".into()], ..Node::at([0.0, 0.0]) };
        let body = |name: &str, hp: PropertyValue| Body {
            id: name.to_lowercase().replace(' ', "-"),
            name: name.into(),
            nodes: vec![Node::at([0.0, 0.0]), node.clone()],
            tags: vec!["Enemy".into()],
            properties: properties(&[("hp", hp), ("team", PropertyValue::Text("Red Team".into()))]),
            ..Body::default()
        };
        let disc = Disc { id: "coin".into(), tags: vec!["enemies".into()], ..Disc::default() };
        let bodies = vec![body("Big Blob", PropertyValue::Integer(3)), body("Small", PropertyValue::Number(3.5))];
        Level { bodies, discs: vec![disc], ..Level::default() }
    }

    fn found(text: &str) -> Vec<Place> {
        find(&level(), &PartQuery::parse(text))
    }

    #[test]
    fn sensor_is_a_kind_of_bodies_and_discs() {
        let mut level = level();
        assert_eq!([Place::Body(0), Place::Disc(0)].map(|place| kind(&level, place)), ["", "disc"]);
        level.bodies[0].collision.sensor = true;
        level.bodies[0].motion = Motion::Fixed;
        level.discs[0].collision.sensor = true;
        assert_eq!([Place::Body(0), Place::Disc(0)].map(|place| kind(&level, place)), ["fixed sensor", "sensor"]);
        assert_eq!(find(&level, &PartQuery::parse("sensor")), [Place::Body(0), Place::Disc(0)]);
    }

    #[test]
    fn part_query_finds_tags_and_properties() {
        let (both, big, small) = (vec![Place::Body(0), Place::Body(1)], vec![Place::Body(0)], vec![Place::Body(1)]);
        assert_eq!(found("tag:enemy"), both);
        assert_eq!(found("tag:enem*"), [Place::Body(0), Place::Body(1), Place::Disc(0)]);
        assert_eq!(found("prop:hp"), both);
        assert_eq!((found("hp>3"), found("hp>=3"), found("hp=3"), found("hp!=3")), (small.clone(), both, big, small));
        assert_eq!(found("hp<3"), []);
        assert_eq!(found("team=\"red team\" hp<=3"), [Place::Body(0)]);
        assert_eq!(found("team>3"), [], "a text has no order with a number");
        assert_eq!(found("tag:grip"), [Place::Node(0, 1), Place::Node(1, 1)]);
        assert_eq!(found("id:coin"), [Place::Disc(0)]);
    }

    #[test]
    fn part_query_finds_words_in_names_labels_and_kinds() {
        assert_eq!(found("big"), [Place::Body(0)]);
        assert_eq!(found("hand"), [Place::Node(0, 1), Place::Node(1, 1)]);
        assert_eq!(found("disc"), [Place::Disc(0)]);
        assert_eq!(found(""), []);
        assert_eq!(found("tag:enemy big"), [Place::Body(0)]);
        assert!(!PartQuery::parse("big blob").is_about_data() && PartQuery::parse("hp>").is_about_data());
    }

    #[test]
    fn term_quotes_names_with_spaces() {
        assert_eq!(term("tag", "enemy"), "tag:enemy");
        assert_eq!(words(&term("tag", "red team")), ["tag:red team"]);
    }
}
