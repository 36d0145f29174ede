//! What a filled path encloses, by its fill rule: separate outlines with holes, no two crossing.

use super::flatten::Chain;
use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use crate::level::mesh::DrawnOutline;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::simplify::SimplifyShape;
use i_overlay::float::single::SingleFloatOverlay;
use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use std::ops::ControlFlow;

/// Coordinates beyond this are no drawing; the library panics far above.
const FARTHEST: f64 = 1e12;

/// The regions that filling the chains paints; open chains are closed, as filling does. Overlaps, self-crossings and
/// nested loops are resolved as the rule says, so that a five-pointed star drawn in one stroke gets what is seen.
///
/// # Errors
/// When the chains reach too far, or when more pairs of edges are near each other than `pairs` has left, which is shared
/// by the shapes of a drawing: the library's time grows with their number.
pub(super) fn regions(
    chains: &[Chain],
    rule: usvg::FillRule,
    pairs: &mut usize,
) -> Result<Vec<DrawnOutline>, &'static str> {
    let contours: Vec<Vec<[f64; 2]>> = chains
        .iter()
        .filter(|chain| chain.points.len() >= 3)
        .map(|chain| chain.points.iter().map(|point| point.to_array()).collect())
        .collect();
    if !contours.iter().flatten().flatten().all(|number| number.abs() <= FARTHEST) {
        return Err("the shape reaches too far to calculate with");
    }
    if is_tangled(&contours, pairs) {
        return Err("the outline is too tangled: simplify it in the drawing program first");
    }
    let rule = match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    };
    Ok(contours.simplify_shape(rule).into_iter().map(outline).collect())
}

/// Whether more pairs of edges have boxes that touch than are left; takes off what there are.
fn is_tangled(contours: &[Vec<[f64; 2]>], pairs: &mut usize) -> bool {
    let edges = contours.iter().flat_map(|points| points.iter().zip(points.iter().cycle().skip(1)));
    let tree = BoxTree::new(edges.map(|(&a, &b)| Aabb::around([a, b].map(DVec2::from_array))).collect());
    let count = |_, _| match pairs.checked_sub(1) {
        Some(left) => {
            *pairs = left;
            ControlFlow::Continue(())
        }
        None => ControlFlow::Break(()),
    };
    tree.visit_pairs(count).is_break()
}

fn outline(shape: Vec<Vec<[f64; 2]>>) -> DrawnOutline {
    let mut loops = shape.into_iter().map(|points| points.into_iter().map(DVec2::from_array).collect());
    DrawnOutline { outer: loops.next().unwrap_or_default(), holes: loops.collect() }
}

/// What a rule leaves of the outlines and the others.
pub(in crate::level::import) fn overlay(
    own: &[&DrawnOutline],
    others: &[&DrawnOutline],
    rule: OverlayRule,
) -> Vec<DrawnOutline> {
    let contours = |outlines: &[&DrawnOutline]| -> Vec<Vec<[f64; 2]>> {
        outlines.iter().flat_map(|outline| turned(outline)).collect()
    };
    contours(own).overlay(&contours(others), rule, FillRule::NonZero).into_iter().map(outline).collect()
}

/// The outline grown by `margin` to all sides, holes shrunk by as much.
pub(in crate::level::import) fn grown(thin: &DrawnOutline, margin: f64) -> Vec<DrawnOutline> {
    let grown = turned(thin).outline(&OutlineStyle::new(margin).line_join(LineJoin::Bevel));
    grown.into_iter().map(outline).collect()
}

/// The loops with the outer one counter-clockwise and the holes clockwise: which way is out, the library reads from the direction.
fn turned(outline: &DrawnOutline) -> Vec<Vec<[f64; 2]>> {
    let turned = |points: &Vec<DVec2>, is_outer: bool| -> Vec<[f64; 2]> {
        let is_right = (polygon::doubled_area(points) > 0.0) == is_outer;
        let points = points.iter().map(|point| point.to_array());
        if is_right { points.collect() } else { points.rev().collect() }
    };
    std::iter::once(turned(&outline.outer, true)).chain(outline.holes.iter().map(|hole| turned(hole, false))).collect()
}

/// The outline grown by `margin` to all sides, holes shrunk by as much: closes hairline slits, and joins what touches
/// in one point. `None` if that leaves no single region.
pub(in crate::level::import) fn thickened(thin: &DrawnOutline, margin: f64) -> Option<DrawnOutline> {
    let mut grown = grown(thin, margin);
    if grown.len() == 1 { grown.pop() } else { None }
}
