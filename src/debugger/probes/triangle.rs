//! What is measured of a triangle.

use super::{Probe, Sample, Scope, found, truth};
use crate::debugger::diagnosis::Illness;
use crate::geometry::{DVec2, polygon};
use std::ops::Range;

/// See the module.
pub(super) const PROBES: &[Probe] = &[
    Probe::number(
        Scope::Triangle,
        "area",
        "Area",
        "Its signed area: negative when it is turned inside out (clockwise).",
        |look, index| doubled_area(look, index) * 0.5,
    ),
    Probe::number(
        Scope::Triangle,
        "area_ratio",
        "Area against the start",
        "Its area as a part of its area in the level; below 0 when it is flipped.",
        |look, index| doubled_area(look, index) / doubled_area_at_start(look, index),
    ),
    Probe::number(
        Scope::Triangle,
        "flips",
        "Turning over",
        "Whether its signed area was positive before the substep that led here, and is not after it.",
        |look, index| truth(found::is_about(look, Illness::Flip, Scope::Triangle, index)),
    )
    .truth()
    .found(),
];

fn doubled_area(look: &Sample, index: usize) -> f64 {
    let [a, b, c] = look.world.layout().triangles[index].map(|node| look.world.position(node as usize));
    polygon::doubled_triangle_area(a, b, c)
}

fn doubled_area_at_start(look: &Sample, index: usize) -> f64 {
    let layout = look.world.layout();
    let [a, b, c] = layout.triangles[index].map(|node| {
        let (body, node) = layout.body_of(node as usize);
        DVec2::from(look.level.bodies[body].nodes[node].position)
    });
    polygon::doubled_triangle_area(a, b, c)
}

/// How many of these have a signed area that is not above 0.
pub(super) fn flipped(look: &Sample, range: Range<usize>) -> f64 {
    range.filter(|&index| doubled_area(look, index) <= 0.0).count() as f64
}
