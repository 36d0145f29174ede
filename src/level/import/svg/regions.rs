//! Regions that a filled path encloses by its fill rule: separate outlines with holes, without crossings.

use super::flatten::Chain;
use crate::geometry::{Aabb, BoxTree, DVec2};
use crate::level::mesh::DrawnOutline;
use crate::level::mesh::overlay::{FARTHEST, outline, turned};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::float::simplify::SimplifyShape;
use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use std::ops::ControlFlow;

/// Regions painted by filling the chains; open chains are closed, as in SVG. Overlaps, self-crossings and nested loops are
/// resolved by the fill rule.
///
/// # Errors
/// If the chains reach too far, or if more near edge pairs exist than `pairs` has left. The budget is shared by all shapes
/// of a drawing, since the library's time is proportional to it.
pub(in crate::level::import) fn regions(
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
        return Err("the coordinates of the shape are too large");
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

/// True if more edge pairs have touching boxes than the budget allows; subtracts them from the budget.
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

/// Outline offset outwards by `margin`; holes shrink accordingly.
pub(in crate::level::import) fn grown(thin: &DrawnOutline, margin: f64) -> Vec<DrawnOutline> {
    let grown = turned(thin).outline(&OutlineStyle::new(margin).line_join(LineJoin::Bevel));
    grown.into_iter().map(outline).collect()
}

/// Outline offset outwards by `margin`, with shrunk holes. It closes hairline slits and joins parts that touch in one
/// point. None if the result is not a single region.
pub(in crate::level::import) fn thickened(thin: &DrawnOutline, margin: f64) -> Option<DrawnOutline> {
    let mut grown = grown(thin, margin);
    if grown.len() == 1 { grown.pop() } else { None }
}
