//! One finding of a detector: place, moment and measured numbers.

use super::Detector;
use crate::level::{Level, Place};
use blobsmith_engine::probes::{Finding, Problem};
use serde_json::{Map, Value};

/// What a detector reports of a substep. The examiner adds frame, substep and problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Detection {
    pub place: Place,
    pub other: Option<Place>,
    pub gravity: f64,
    pub numbers: [f64; Finding::NUMBERS],
}

impl Detection {
    /// A detection of a part, with gravity 1 and no numbers.
    pub fn of(place: Place) -> Self {
        Self { place, other: None, gravity: 1.0, numbers: [0.0; Finding::NUMBERS] }
    }

    /// Adds the other part involved.
    pub fn with(self, other: Place) -> Self {
        Self { other: Some(other), ..self }
    }

    /// Sets gravity and measured values. Infinities and NaN become the largest finite number.
    pub fn measuring<const N: usize>(self, gravity: f64, measured: [f64; N]) -> Self {
        let mut numbers = self.numbers;
        numbers.iter_mut().zip(measured).for_each(|(number, measured)| *number = finite(measured));
        Self { gravity: finite(gravity), numbers, ..self }
    }

    pub fn at(self, frame: u64, substep: u32, problem: Problem) -> Finding {
        let Self { place, other, gravity, numbers } = self;
        Finding { frame, substep, problem, place, other, gravity, numbers }
    }
}

fn finite(number: f64) -> f64 {
    if number.is_nan() { f64::MAX } else { number.clamp(-f64::MAX, f64::MAX) }
}

/// One sentence for the UI, with the names of the bodies.
pub fn describe(finding: &Finding, level: &Level) -> String {
    (Detector::of(finding.problem).describe)(finding, level)
}

/// JSON object for the command line.
pub fn finding_json(finding: &Finding, level: &Level) -> Value {
    let names = Detector::of(finding.problem).numbers;
    let numbers = names.iter().zip(finding.numbers).map(|(name, number)| ((*name).to_owned(), Value::from(number)));
    serde_json::json!({
        "frame": finding.frame,
        "substep": finding.substep,
        "place": finding.place.to_string(),
        "other": finding.other.map(|other| other.to_string()),
        "gravity": finding.gravity,
        "numbers": Value::Object(numbers.collect::<Map<_, _>>()),
        "text": describe(finding, level),
    })
}

/// A part in a sentence, with the name of its body: `node 3 of “left”`. Compares the names of all bodies.
pub fn who(level: &Level, place: Place) -> String {
    titled(level, place, |body| level.quoted_body(body))
}

/// As [`who`] for a label, without quotation marks.
pub fn part_title(level: &Level, place: Place) -> String {
    titled(level, place, |body| level.body_title(body))
}

/// As [`who`], with titles of bodies from a function.
pub fn titled(level: &Level, place: Place, body_title: impl Fn(usize) -> String) -> String {
    let of = |what: &str, index: usize, body: usize| format!("{what} {index} of {}", body_title(body));
    let named = |what: &str, index: usize, name: Option<&String>| match name {
        Some(name) if !name.is_empty() => format!("{what} {index} ({name})"),
        _ => format!("{what} {index}"),
    };
    match place {
        Place::Level | Place::World => "the level".to_owned(),
        Place::Body(body) => body_title(body),
        Place::Node(body, node) => of("node", node, body),
        Place::Spring(body, spring) => of("spring", spring, body),
        Place::Stick(body, stick) => of("stick", stick, body),
        Place::HullEdge(body, edge) => of("edge", edge, body),
        Place::Triangle(body, triangle) => of("triangle", triangle, body),
        Place::Disc(disc) => named("disc", disc, level.discs.get(disc).map(|disc| &disc.name)),
        Place::Obstacle(index) => named("obstacle", index, level.obstacles.get(index).map(|obstacle| &obstacle.name)),
        Place::Link(index) => named("link", index, level.links.get(index).map(|link| &link.id)),
        Place::Marker(index) => named("marker", index, level.markers.get(index).map(|marker| &marker.name)),
        Place::Instance(index) => named("instance", index, level.instances.get(index).map(|instance| &instance.id)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn report_clamps_infinite_and_nan_values() {
        let detection = Detection::of(Place::Level).measuring(f64::NAN, [f64::INFINITY, -1.0]);
        assert_eq!((detection.gravity, detection.numbers), (f64::MAX, [f64::MAX, -1.0, 0.0, 0.0]));
    }
}
