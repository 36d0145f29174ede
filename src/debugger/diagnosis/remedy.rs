//! A remedy: an edit of a level that may remove a problem, with reason and cost. Applying it returns a new level.

use crate::debugger::why::number;
use crate::geometry::{DVec2, polygon};
use crate::level::edit::{balloon, fill, split};
use crate::level::interned::{self, StaticText};
use crate::level::{Body, DocumentPath, Level, Place, Point, Spring, checks, format};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A suggested fix.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Remedy {
    /// Stable id in kebab-case. Named by its effect, not by the problem.
    #[serde(deserialize_with = "interned::read")]
    pub id: StaticText,
    /// Label of the button.
    pub label: String,
    /// Reason why it should help.
    pub why: String,
    /// Side effects.
    pub cost: String,
    /// Edits, in order of application.
    pub edits: Vec<Edit>,
}

/// One edit of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Sets a value by its path in the document.
    Set(String, Value),
    /// Replaces the triangles of a body by a fan from its barycentre.
    Fan(usize),
    /// Replaces the triangles of a body by a triangulation of its hull.
    Triangulate(usize),
    /// Inserts a node in the middle of each hull edge of a body.
    SplitHull(usize),
    /// Adds springs from each hull node to the one after next and to the opposite one. Stiffness is the mean of the
    /// body's springs; the rest length is the drawn length. Keeps existing springs.
    Brace(usize),
    /// Translates a body.
    Shift(usize, Point),
    /// Applies the fix of a check, by the rule's id, to its finding at a place.
    Fix(#[serde(deserialize_with = "interned::read")] StaticText, Place),
    /// Reorders the hull edges of a body so that none cross, and triangulates it again.
    Untangle(usize),
    /// Swaps two nodes of a body.
    Swap(usize, [usize; 2]),
}

/// Cost of a remedy without side effects.
const NO_COST: &str = "None.";

impl Remedy {
    /// Returns the edited level.
    ///
    /// # Errors
    /// A message for the UI if the edit does not apply to this level.
    pub fn apply(&self, level: &Level) -> Result<Level, String> {
        let mut changed = level.clone();
        self.edits.iter().try_for_each(|edit| edit.apply(&mut changed))?;
        format::validate(&changed).map_err(|error| error.to_string())?;
        Ok(changed)
    }

    /// Both remedies as one, this one first.
    pub fn and(&self, other: &Self) -> Self {
        Self {
            id: "two-together",
            label: format!("{} + {}", self.label, other.label),
            why: format!("{} {}", self.why, other.why),
            cost: match (self.cost.as_str(), other.cost.as_str()) {
                (NO_COST, cost) | (cost, NO_COST) => cost.to_owned(),
                (first, second) => format!("{first} {second}"),
            },
            edits: self.edits.iter().chain(&other.edits).cloned().collect(),
        }
    }

    /// True if it sets a number that another change of the level moves in the opposite direction, such as more gas against
    /// less gas.
    pub(super) fn opposes(&self, changed: &Level, level: &Level) -> bool {
        self.edits.iter().any(|edit| {
            let Edit::Set(path, value) = edit else { return false };
            let number = |level: &Level| DocumentPath::parse(path).ok()?.get(level).ok()?.first()?.value.as_f64();
            let (Some(new), Some(old), Some(changed)) = (value.as_f64(), number(level), number(changed)) else {
                return false;
            };
            (new - old) * (changed - old) < 0.0
        })
    }

    /// True if it changes nothing but the triangles of bodies.
    pub(super) fn only_triangulates(&self) -> bool {
        self.edits.iter().all(|edit| matches!(edit, Edit::Fan(_) | Edit::Triangulate(_)))
    }

    /// True if it applies to the level and changes it.
    pub fn fits(&self, level: &Level) -> bool {
        self.apply(level).is_ok_and(|changed| changed != *level)
    }
}

impl Edit {
    /// Edit that sets a value by path. Numbers are rounded to twelve digits, so that products such as 3·1.2 are short.
    pub fn set(path: impl Into<String>, value: impl Into<Value>) -> Self {
        let value: Value = value.into();
        let fraction = value.as_f64().filter(|_| value.is_f64());
        let rounded = fraction.and_then(|number| format!("{number:.11e}").parse::<f64>().ok());
        Self::Set(path.into(), rounded.map_or(value, Value::from))
    }

    /// The body, disc, obstacle or link that it changes; `None` if it changes something else, or several by `*`.
    pub fn part(&self) -> Option<Place> {
        match self {
            Self::Set(path, _) => {
                let (list, rest) = path.split_once('[')?;
                let index = rest.split_once(']')?.0.parse().ok()?;
                match list {
                    "bodies" => Some(Place::Body(index)),
                    "discs" => Some(Place::Disc(index)),
                    "obstacles" => Some(Place::Obstacle(index)),
                    "links" => Some(Place::Link(index)),
                    _ => None,
                }
            }
            Self::Fix(_, place) => Some(place.owner()),
            Self::Fan(body)
            | Self::Triangulate(body)
            | Self::SplitHull(body)
            | Self::Brace(body)
            | Self::Shift(body, _)
            | Self::Untangle(body)
            | Self::Swap(body, _) => Some(Place::Body(*body)),
        }
    }

    /// The same edit of another part of that kind.
    #[must_use]
    pub fn of_part(&self, index: usize) -> Self {
        match self {
            Self::Set(path, value) => match (path.split_once('['), path.split_once(']')) {
                (Some((list, _)), Some((_, rest))) => Self::Set(format!("{list}[{index}]{rest}"), value.clone()),
                _ => self.clone(),
            },
            Self::Fix(rule, place) => Self::Fix(rule, place.of_owner(index)),
            Self::Fan(_) => Self::Fan(index),
            Self::Triangulate(_) => Self::Triangulate(index),
            Self::SplitHull(_) => Self::SplitHull(index),
            Self::Brace(_) => Self::Brace(index),
            Self::Shift(_, by) => Self::Shift(index, *by),
            Self::Untangle(_) => Self::Untangle(index),
            Self::Swap(_, nodes) => Self::Swap(index, *nodes),
        }
    }

    /// True if both edits change the same value.
    pub(super) fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Set(own, _), Self::Set(path, _)) => own == path,
            _ => self == other,
        }
    }

    fn apply(&self, level: &mut Level) -> Result<(), String> {
        match self {
            Self::Set(path, value) => {
                let path = DocumentPath::parse(path).map_err(|error| error.to_string())?;
                path.set(level, value).map(|_| ()).map_err(|error| error.to_string())
            }
            Self::Fan(body) => balloon::balloon(body_of(level, *body)?).map(|_| ()),
            Self::Triangulate(body) => fill::fill(body_of(level, *body)?).map(|_| ()),
            Self::SplitHull(body) => {
                let count = body_of(level, *body)?.hull.len();
                // In reverse order, because each split replaces one edge by two.
                (0..count).rev().try_for_each(|edge| split(level, Place::HullEdge(*body, edge), 0.5).map(|_| ()))
            }
            Self::Brace(body) => brace(body_of(level, *body)?),
            Self::Shift(body, [x, y]) => {
                for node in &mut body_of(level, *body)?.nodes {
                    node.position = [node.position[0] + x, node.position[1] + y];
                }
                Ok(())
            }
            Self::Fix(rule, place) => fix(level, rule, *place),
            Self::Untangle(body) => untangle(body_of(level, *body)?),
            Self::Swap(body, [a, b]) => {
                let nodes = &mut body_of(level, *body)?.nodes;
                if a.max(b) >= &nodes.len() {
                    return Err("this node does not exist".to_owned());
                }
                let (first, second) = (nodes[*a].position, nodes[*b].position);
                (nodes[*a].position, nodes[*b].position) = (second, first);
                Ok(())
            }
        }
    }
}

/// Implements [`Edit::Fix`].
fn fix(level: &mut Level, id: &str, place: Place) -> Result<(), String> {
    let rule = checks::rule(id).ok_or_else(|| format!("there is no check “{id}”"))?;
    let mut findings = Vec::new();
    (rule.find)(level, &mut findings);
    let finding = findings.iter().find(|finding| finding.places.first() == Some(&place));
    let finding = finding.ok_or("the check no longer finds it")?;
    rule.fix.filter(|_| finding.fix.is_some()).ok_or("this has no automatic fix")?(level, finding).map(|_| ())
}

/// Implements [`Edit::Untangle`]. The largest loop becomes counter-clockwise; others keep their orientation. Triangles
/// that cover the interior are kept.
fn untangle(body: &mut Body) -> Result<(), String> {
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    let area = |loop_: &[usize]| polygon::doubled_area(&loop_.iter().map(|&node| at(node)).collect::<Vec<_>>());
    let mut loops = loops(body)?;
    for nodes in &mut loops {
        let is_clockwise = area(nodes) < 0.0;
        untangle_loop(nodes, at);
        if (area(nodes) < 0.0) != is_clockwise {
            nodes.reverse();
        }
    }
    let largest = loops.iter_mut().max_by(|a, b| area(a).abs().total_cmp(&area(b).abs()));
    if let Some(outer) = largest.filter(|nodes| area(nodes) < 0.0) {
        outer.reverse();
    }
    let enclosed: f64 = loops.iter().map(|nodes| area(nodes)).sum();
    let covered: f64 =
        body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum();
    let edges =
        |nodes: &Vec<usize>| (0..nodes.len()).map(|edge| [nodes[edge], nodes[(edge + 1) % nodes.len()]]).collect();
    body.hull = loops.iter().flat_map(|nodes| -> Vec<[usize; 2]> { edges(nodes) }).collect();
    if !body.triangles.is_empty() && (covered - enclosed).abs() > 1e-6 * enclosed.abs() {
        fill::fill(body)?;
    }
    Ok(())
}

/// 2-opt (Croes 1958): while two edges cross or overlap, reverses the part of the loop between them. Each step shortens
/// the loop, so it terminates.
fn untangle_loop(ring: &mut [usize], at: impl Fn(usize) -> DVec2) {
    let count = ring.len();
    for _ in 0..count * count {
        let point = |ring: &[usize], index: usize| at(ring[index % count]);
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        let crossing = pairs.into_iter().find(|&(first, second)| {
            let [a, b, c, d] = [first, first + 1, second, second + 1].map(|index| point(ring, index));
            polygon::segments_cross(a, b, c, d)
        });
        if let Some((first, second)) = crossing {
            ring[first + 1..=second].reverse();
            continue;
        }
        let folds = |&middle: &usize| {
            let [a, b, c] = [middle + count - 1, middle, middle + 1].map(|index| point(ring, index));
            polygon::folds_back(a, b, c)
        };
        let Some(middle) = (0..count).find(folds) else { return };
        // Swap with a neighbour.
        let length = |ring: &[usize]| -> f64 { (0..count).map(|i| point(ring, i).distance(point(ring, i + 1))).sum() };
        let before = length(ring);
        let tried = [middle + count - 1, middle + 1].map(|neighbour| {
            let mut swapped = ring.to_vec();
            swapped.swap(middle, neighbour % count);
            swapped
        });
        let [one, other] = tried;
        let best = if length(&one) <= length(&other) { one } else { other };
        if length(&best) >= before {
            return;
        }
        ring.copy_from_slice(&best);
    }
}

/// The closed loops of a hull, as ordered nodes.
fn loops(body: &Body) -> Result<Vec<Vec<usize>>, String> {
    let mut left: Vec<[usize; 2]> = body.hull.clone();
    let mut loops = Vec::new();
    while let Some(&[start, _]) = left.first() {
        let mut nodes: Vec<usize> = Vec::new();
        let mut at = start;
        loop {
            let edge = left.iter().position(|edge| edge[0] == at).ok_or("the hull does not consist of closed loops")?;
            nodes.push(at);
            at = left.remove(edge)[1];
            if at == start {
                break;
            }
        }
        loops.push(nodes);
    }
    if loops.is_empty() { Err("the body has no hull".to_owned()) } else { Ok(loops) }
}

/// The ordered nodes of a hull that is one closed loop.
fn ring(body: &Body) -> Result<Vec<usize>, String> {
    let mut ring = vec![body.hull.first().ok_or("the body has no hull")?[0]];
    while let Some(&[_, next]) = body.hull.iter().find(|edge| Some(&edge[0]) == ring.last()) {
        if next == ring[0] {
            break;
        }
        if ring.contains(&next) {
            return Err("the hull is not one closed loop".to_owned());
        }
        ring.push(next);
    }
    if ring.len() == body.hull.len() { Ok(ring) } else { Err("the hull is not one closed loop".to_owned()) }
}

fn body_of(level: &mut Level, body: usize) -> Result<&mut Body, String> {
    level.bodies.get_mut(body).ok_or_else(|| format!("there is no body {body}"))
}

/// Implements [`Edit::Brace`].
fn brace(body: &mut Body) -> Result<(), String> {
    let count = body.springs.len() as f64;
    let [stiffness, damping] = [|spring: &Spring| spring.stiffness, |spring: &Spring| spring.damping]
        .map(|of| body.springs.iter().map(of).sum::<f64>() / count);
    let ring = ring(body)?;
    if count == 0.0 {
        return Err("the body has no springs".to_owned());
    }
    for (index, &a) in ring.iter().enumerate() {
        for span in [2, ring.len() / 2] {
            let b = ring[(index + span) % ring.len()];
            let is_there =
                body.springs.iter().any(|spring| [spring.a, spring.b] == [a, b] || [spring.b, spring.a] == [a, b]);
            if a != b && !is_there {
                let [from, to] = [a, b].map(|node| DVec2::from(body.nodes[node].position));
                body.springs.push(Spring { a, b, rest_length: (to - from).length(), stiffness, damping });
            }
        }
    }
    Ok(())
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(path, Value::String(name)) => write!(f, "{path}={name}"),
            Self::Set(path, value) => write!(f, "{path}={value}"),
            Self::Fan(body) => write!(f, "the triangles of body {body} as a fan from its barycentre"),
            Self::Triangulate(body) => write!(f, "the triangles of body {body} from its hull"),
            Self::Brace(body) => write!(f, "springs across the hull of body {body}"),
            Self::Shift(body, [x, y]) => write!(f, "body {body} moved by ({}, {})", number(*x), number(*y)),
            Self::Fix(rule, place) => write!(f, "the fix of the check {rule} at {place}"),
            Self::Untangle(body) => write!(f, "the hull of body {body} in an order without crossings"),
            Self::Swap(body, [a, b]) => write!(f, "nodes {a} and {b} of body {body} swapped"),
            Self::SplitHull(body) => write!(f, "every hull edge of body {body} split in two"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_round_numbers_to_twelve_digits() {
        assert_ne!(3.0 * 1.2, 3.6);
        assert_eq!(Edit::set("bodies[0].gas", 3.0 * 1.2), Edit::Set("bodies[0].gas".to_owned(), Value::from(3.6)));
        assert_eq!(Edit::set("world.substeps", 32), Edit::Set("world.substeps".to_owned(), Value::from(32)));
    }
}
