//! Boolean operations on outlines.

use super::DrawnOutline;
use crate::geometry::{DVec2, polygon};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;

/// Maximum coordinate; the library panics far above it.
pub(in crate::level) const FARTHEST: f64 = 1e12;

/// Applies a boolean operation to the outlines and the others.
pub(in crate::level) fn overlay(
    own: &[&DrawnOutline],
    others: &[&DrawnOutline],
    rule: OverlayRule,
) -> Vec<DrawnOutline> {
    let contours = |outlines: &[&DrawnOutline]| -> Vec<Vec<[f64; 2]>> {
        outlines.iter().flat_map(|outline| turned(outline)).collect()
    };
    contours(own).overlay(&contours(others), rule, FillRule::NonZero).into_iter().map(outline).collect()
}

/// Outline of a shape: its first contour is the outer one.
pub(in crate::level) fn outline(shape: Vec<Vec<[f64; 2]>>) -> DrawnOutline {
    let mut loops = shape.into_iter().map(|points| points.into_iter().map(DVec2::from_array).collect());
    DrawnOutline { outer: loops.next().unwrap_or_default(), holes: loops.collect() }
}

/// Loops with the outer one counter-clockwise and the holes clockwise; the library derives the outside from the direction.
pub(in crate::level) fn turned(outline: &DrawnOutline) -> Vec<Vec<[f64; 2]>> {
    let turned = |points: &Vec<DVec2>, is_outer: bool| -> Vec<[f64; 2]> {
        let is_right = (polygon::doubled_area(points) > 0.0) == is_outer;
        let points = points.iter().map(|point| point.to_array());
        if is_right { points.collect() } else { points.rev().collect() }
    };
    std::iter::once(turned(&outline.outer, true)).chain(outline.holes.iter().map(|hole| turned(hole, false))).collect()
}
