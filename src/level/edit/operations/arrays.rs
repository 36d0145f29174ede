//! Linear and circular arrays of the selected parts.

use super::copies::{Copy, MOST_COPIES, add};
use super::{Handle, Operation, Settings, coordinate, parameter};
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::places::Made;
use crate::level::parameter::{Kind, Parameter};
use crate::level::{Level, Place};

/// Copies in a row.
pub(super) static LINEAR: Operation = Operation {
    id: "linear-array",
    title: "Linear array",
    verb: "Linear array",
    explanation: "Repeats the selected parts in a row, with the links among them. Copies get names and ids of their own.",
    parameters: linear_parameters,
    handles: &[Handle { name: "First copy", ids: ["dx", "dy"], is_offset: true }],
    apply: linear,
};

/// Copies around a centre.
pub(super) static CIRCULAR: Operation = Operation {
    id: "circular-array",
    title: "Circular array",
    verb: "Circular array",
    explanation: "Repeats the selected parts around a centre, with the links among them. Copies get names and ids of their own.",
    parameters: circular_parameters,
    handles: &[Handle { name: "Centre", ids: ["x", "y"], is_offset: false }],
    apply: circular,
};

/// Default radius of a circle, in sizes of the selection.
const RADIUS: f64 = 1.5;
/// Gap between copies, as a fraction of the width of the selection.
const GAP: f64 = 0.25;

fn count(default: f64) -> Parameter {
    let words = ["count", "Count", "Number of parts in the array, the selected one included", ""];
    parameter(words, Kind::Whole(2.0, MOST_COPIES), default)
}

fn linear_parameters(_: &Level, _: &[Place], bounds: Aabb) -> Vec<Parameter> {
    let width = if bounds.size().x > 0.0 { bounds.size().x * (1.0 + GAP) } else { 1.0 };
    vec![
        count(5.0),
        coordinate(["dx", "Spacing x", "Distance from one part to the next, to the right"], width),
        coordinate(["dy", "Spacing y", "Distance from one part to the next, upwards"], 0.0),
    ]
}

fn linear(level: &mut Level, places: &[Place], settings: &Settings) -> Result<Made, String> {
    let step = DVec2::new(settings.number("dx"), settings.number("dy"));
    if step == DVec2::ZERO {
        return Err("the spacing is 0, so that all copies would lie on each other".to_owned());
    }
    let copies = (1..settings.count("count")).map(|k| Copy { angle_rad: 0.0, offset: step * k as f64 });
    add(level, places, settings.bounds, &copies.collect::<Vec<_>>())
}

fn circular_parameters(_: &Level, _: &[Place], bounds: Aabb) -> Vec<Parameter> {
    let size = if bounds.size().max_element() > 0.0 { bounds.size().max_element() } else { 1.0 };
    let words = ["turn", "Turn the copies", "Each copy is turned with its direction from the centre", ""];
    let angle =
        ["angle", "Total angle", "From the first part to the last; 360 is a full circle. Negative: clockwise", "°"];
    vec![
        count(6.0),
        parameter(angle, Kind::Number(-360.0, 360.0), 360.0),
        coordinate(["x", "Centre x", "The point that the copies surround"], bounds.center().x),
        coordinate(["y", "Centre y", "The point that the copies surround"], bounds.center().y - RADIUS * size),
        parameter(words, Kind::Switch, 1.0),
    ]
}

fn circular(level: &mut Level, places: &[Place], settings: &Settings) -> Result<Made, String> {
    let (count, total, turns) = (settings.count("count"), settings.number("angle"), settings.is_on("turn"));
    let center = DVec2::new(settings.number("x"), settings.number("y"));
    let arm = settings.bounds.center() - center;
    if total == 0.0 || (arm == DVec2::ZERO && !turns) {
        return Err("all copies would lie on each other".to_owned());
    }
    // At 360° the last part would lie on the first one.
    let steps = if total.abs() == 360.0 { count } else { count - 1 };
    let copies = (1..count).map(|k| {
        let angle_rad = (total * k as f64 / steps as f64).to_radians();
        let (sin, cos) = (libm::sin(angle_rad), libm::cos(angle_rad));
        let offset = DVec2::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y) - arm;
        Copy { angle_rad: if turns { angle_rad } else { 0.0 }, offset }
    });
    add(level, places, settings.bounds, &copies.collect::<Vec<_>>())
}
