//! One description of every number field of the level: path, name, unit, range, usual value and help.
//!
//! Validation, path offers, inspectors, the panel *World* and the sides of a sweep read it. A new field is a line in
//! `model.rs` and a row here.

pub mod parts;
pub mod world;

use super::{Body, Disc, Link, Node, Obstacle, Spring, Stick, World};
use std::fmt;

/// The numbers that a field allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Any finite number.
    Any,
    /// 0 or more.
    AtLeastZero,
    /// More than 0.
    AboveZero,
    /// 0 to 1.
    Portion,
    /// Whole numbers.
    Count {
        /// The least one.
        least: u32,
        /// The greatest one.
        most: u32,
    },
}

impl Range {
    /// Why a number is not allowed, in words that follow its place; none if it is.
    pub fn refusal(self, value: f64) -> Option<String> {
        if !value.is_finite() {
            return Some(format!("{value} is not a finite number"));
        }
        match self {
            Self::AtLeastZero if value < 0.0 => Some(format!("{value} is negative; it must be 0 or more")),
            Self::AboveZero if value <= 0.0 => Some(format!("{value} is too small; it must be greater than 0")),
            Self::Portion if !(0.0..=1.0).contains(&value) => {
                Some(format!("{value} is out of range; it must lie in 0..=1"))
            }
            Self::Count { most, .. } if value > f64::from(most) => Some(format!("{value} is too many; at most {most}")),
            Self::Count { least, .. } if value < f64::from(least) => {
                Some(format!("{value} is too few; at least {least}"))
            }
            _ => None,
        }
    }
}

/// A number that parts of a kind have.
pub struct NumberField<P: 'static> {
    /// Path within its part: `stiffness`, `gravity[1]`. Empty for a number that follows from several fields.
    pub path: &'static str,
    /// Name for people; also the accessible name.
    pub name: &'static str,
    /// What it is and what is usual, in sentences.
    pub hint: &'static str,
    /// Unit in mass, length and time of the level; empty if it has none.
    pub unit: &'static str,
    /// What is allowed.
    pub range: Range,
    /// What a new part has. None if it depends on the part.
    pub usual: Option<f64>,
    /// Reads it.
    pub get: fn(&P) -> f64,
    /// Writes it.
    pub set: fn(&mut P, f64),
}

impl<P> NumberField<P> {
    /// Why the number of a part is not allowed; none if it is.
    pub fn refusal(&self, part: &P) -> Option<String> {
        self.range.refusal((self.get)(part))
    }
}

impl<P> Clone for NumberField<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for NumberField<P> {}

impl<P> fmt::Debug for NumberField<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.path)
    }
}

/// Two numbers that are a vector.
pub struct VectorField<P: 'static> {
    /// Path of the list of both.
    pub path: &'static str,
    /// Name for people.
    pub name: &'static str,
    /// First format that has it. From format 2 on, a file omits it while it has its default.
    pub format: u32,
    /// Both numbers, x first.
    pub axes: [NumberField<P>; 2],
}

impl<P> VectorField<P> {
    /// Reads both numbers.
    pub fn get(&self, part: &P) -> [f64; 2] {
        self.axes.map(|axis| (axis.get)(part))
    }

    /// Writes both numbers.
    pub fn set(&self, part: &mut P, vector: [f64; 2]) {
        self.axes.iter().zip(vector).for_each(|(axis, value)| (axis.set)(part, value));
    }
}

/// What is known of a field, whatever part it belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldFacts {
    /// Name for people.
    pub name: &'static str,
    /// What it is and what is usual, in sentences.
    pub hint: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// What is allowed.
    pub range: Range,
}

impl fmt::Display for FieldFacts {
    /// Name, unit and help, for a tooltip.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.unit {
            "" => write!(f, "{}. {}", self.name, self.hint),
            unit => write!(f, "{} ({unit}). {}", self.name, self.hint),
        }
    }
}

fn among<P>(fields: &[&NumberField<P>], path: &str) -> Option<FieldFacts> {
    let field = fields.iter().find(|field| field.path == path)?;
    let NumberField { name, hint, unit, range, .. } = **field;
    Some(FieldFacts { name, hint, unit, range })
}

/// What is known of the field at a path into the document, such as `bodies[0].springs[*].stiffness`; none for what is no
/// number field.
pub fn at(path: &str) -> Option<FieldFacts> {
    if let Some(rest) = path.strip_prefix("world.") {
        let forces = world::FORCES.iter().flat_map(|vector| &vector.axes).collect::<Vec<_>>();
        return among(&forces, rest).or_else(|| among(world::ALL, rest));
    }
    let (list, rest) = item(path)?;
    match list {
        "discs" => among::<Disc>(parts::DISC, rest),
        "obstacles" => among::<Obstacle>(parts::OBSTACLE, rest),
        "links" => among::<Link>(parts::LINK, rest),
        "bodies" => match item(rest) {
            None => among::<Body>(parts::BODY, rest),
            Some(("nodes", rest)) => among::<Node>(parts::NODE, rest),
            Some(("springs", rest)) => among::<Spring>(parts::SPRING, rest),
            Some(("sticks", rest)) => among::<Stick>(parts::STICK, rest),
            Some(_) => None,
        },
        _ => None,
    }
}

/// `list` and `rest` of `list[…].rest`.
fn item(path: &str) -> Option<(&str, &str)> {
    let (list, rest) = path.split_once('[')?;
    let (_, rest) = rest.split_once("].")?;
    (!list.contains('.')).then_some((list, rest))
}

/// First refusal among the fields of a part, with the field's path.
pub(super) fn refusal<'a, P: 'static>(
    fields: impl IntoIterator<Item = &'a NumberField<P>>,
    part: &P,
) -> Option<(&'static str, String)> {
    fields.into_iter().find_map(|field| field.refusal(part).map(|reason| (field.path, reason)))
}

/// Every number field of the world: forces first.
pub(super) fn of_world() -> impl Iterator<Item = &'static NumberField<World>> {
    world::FORCES.iter().flat_map(|vector| &vector.axes).chain(world::ALL.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{DocumentPath, Level, format};

    /// Sets a field by its description and reads it by its path, and the reverse.
    fn agrees<P: 'static>(level: &Level, prefix: &str, field: &NumberField<P>, part: fn(&mut Level) -> &mut P) {
        let text = format!("{prefix}{}", field.path);
        let path = DocumentPath::parse(&text).expect("a path");
        for value in [0.75_f64, 1.0] {
            let mut by_field = level.clone();
            let value = if matches!(field.range, Range::Count { .. }) { value.round() + 1.0 } else { value };
            (field.set)(part(&mut by_field), value);
            let found = path.get(&by_field).expect("there");
            assert_eq!(found[0].value.as_f64(), Some(value), "{text}");
            assert_eq!((field.get)(part(&mut by_field)), value, "{text}");
        }
        assert_eq!(at(&text).map(|facts| (facts.name, facts.range)), Some((field.name, field.range)), "{text}");
    }

    #[test]
    fn fields_read_and_write_what_is_at_their_path() {
        let text = "(format: 2, world: (contact: (decor: Penalty(stiffness: 1, viscosity: 1))), bodies: [(nodes: [(position: (0, 0)),
            (position: (1, 0))], springs: [(a: 0, b: 1)], sticks: [(a: 0, b: 1)])], discs: [(position: (0, 0), radius: 1)],
            obstacles: [(shape: Segment((0, 0), (1, 1)))], links: [
            (a: node((0, 0)), b: disc(0), kind: Spring(rest_length: 1, stiffness: 1, damping: 1)),
            (a: node((0, 1)), b: point((0, 3)), kind: Stick(length: 1))])";
        let level = format::read(text, format::TextFormat::Ron).expect("sound");
        of_world().for_each(|field| agrees(&level, "world.", field, |level| &mut level.world));
        parts::BODY.iter().for_each(|field| agrees(&level, "bodies[0].", field, |level| &mut level.bodies[0]));
        let [node, spring, stick] = ["nodes", "springs", "sticks"].map(|list| format!("bodies[0].{list}[0]."));
        parts::NODE.iter().for_each(|field| agrees(&level, &node, field, |level| &mut level.bodies[0].nodes[0]));
        parts::SPRING.iter().for_each(|field| agrees(&level, &spring, field, |level| &mut level.bodies[0].springs[0]));
        parts::STICK.iter().for_each(|field| agrees(&level, &stick, field, |level| &mut level.bodies[0].sticks[0]));
        parts::DISC.iter().for_each(|field| agrees(&level, "discs[0].", field, |level| &mut level.discs[0]));
        parts::OBSTACLE
            .iter()
            .for_each(|field| agrees(&level, "obstacles[0].", field, |level| &mut level.obstacles[0]));
        for (index, kind) in ["Spring", "Stick"].into_iter().enumerate() {
            let fields = parts::LINK.iter().filter(|field| field.path.contains(kind));
            let parts: [fn(&mut Level) -> &mut Link; 2] = [|level| &mut level.links[0], |level| &mut level.links[1]];
            fields.for_each(|field| agrees(&level, &format!("links[{index}]."), field, parts[index]));
        }
        assert_eq!(at("world.bounds"), None);
        assert_eq!(at("bodies[0].name"), None);
        assert_eq!(at("world.gravity[1]").map(|facts| facts.unit), Some("length/time²"));
    }

    #[test]
    fn usual_values_are_those_of_new_parts() {
        let (world, body, node) = (World::default(), Body::default(), Node::at([0.0, 0.0]));
        let decor = ["contact.decor.Penalty.stiffness", "contact.decor.Penalty.viscosity"];
        for field in of_world().filter(|field| !decor.contains(&field.path)) {
            assert_eq!(Some((field.get)(&world)), field.usual, "{field:?}");
        }
        parts::BODY.iter().for_each(|field| assert_eq!(Some((field.get)(&body)), field.usual, "{field:?}"));
        for field in parts::NODE.iter().filter(|field| field.usual.is_some()) {
            assert_eq!(Some((field.get)(&node)), field.usual, "{field:?}");
        }
    }

    #[test]
    fn ranges_refuse_what_lies_outside() {
        assert_eq!(Range::Portion.refusal(1.0), None);
        for (range, value) in [
            (Range::Any, f64::NAN),
            (Range::AtLeastZero, -1e-300),
            (Range::AboveZero, 0.0),
            (Range::Portion, 1.5),
            (Range::Count { least: 1, most: 9 }, 10.0),
            (Range::Count { least: 1, most: 9 }, 0.0),
        ] {
            assert!(range.refusal(value).is_some(), "{range:?} {value}");
        }
    }
}
