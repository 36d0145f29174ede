//! Probes of a triangle.

use super::{Probe, ProbeSample, Problem, Scope, found, truth};
use crate::geometry::{DVec2, polygon};
use std::ops::Range;

/// The probes.
pub(super) const PROBES: &[Probe] = &[
    Probe::number(
        Scope::Triangle,
        "area",
        "Signed area",
        "Its signed area: negative if it is flipped (clockwise).",
        |look, index| doubled_area(look, index) * 0.5,
    ),
    Probe::number(
        Scope::Triangle,
        "area_ratio",
        "Area ratio",
        "Its signed area divided by its initial one; negative if it is flipped.",
        |look, index| doubled_area(look, index) / doubled_area_at_start(look, index),
    ),
    Probe::number(
        Scope::Triangle,
        "flips",
        "Flips",
        "True if its signed area became 0 or less in one of the substeps since the previous moment.",
        |look, index| truth(found::is_about(look, Problem::Flip, Scope::Triangle, index)),
    )
    .truth()
    .found(),
];

fn doubled_area(look: &ProbeSample, index: usize) -> f64 {
    let [a, b, c] = look.world.layout().triangles[index].map(|node| look.world.position(node as usize));
    polygon::doubled_triangle_area(a, b, c)
}

fn doubled_area_at_start(look: &ProbeSample, index: usize) -> f64 {
    let layout = look.world.layout();
    let [a, b, c] = layout.triangles[index].map(|node| {
        let (body, node) = layout.body_of(node as usize);
        DVec2::from(look.level.bodies[body].nodes[node].position)
    });
    polygon::doubled_triangle_area(a, b, c)
}

/// Number of these triangles with a signed area of 0 or less.
pub(super) fn flipped(look: &ProbeSample, range: Range<usize>) -> f64 {
    range.filter(|&index| doubled_area(look, index) <= 0.0).count() as f64
}
