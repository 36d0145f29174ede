//! Clip paths: what they leave visible of a shape.

use super::flatten::chains;
use super::regions::regions;
use crate::geometry::{Aabb, DVec2};
use crate::level::mesh::DrawnOutline;
use crate::level::mesh::overlay::overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use usvg::tiny_skia_path::Transform;
use usvg::{ClipPath, Group, Node};

/// Maximum number of edges that are clipped, all shapes together.
const MOST_EDGES: usize = 4_000_000;
const TOO_MANY: &str = "too many edges are clipped: apply the clip paths in the drawing program first";

/// A clip path where it is used.
pub(super) struct ClipUse<'a> {
    pub path: &'a ClipPath,
    /// Transform of the clipped group.
    pub transform: Transform,
}

/// What a drawing may still spend on clipping.
pub(super) struct ClipBudget {
    /// Near edge pairs.
    pub pairs: usize,
    edges: usize,
}

impl ClipBudget {
    pub fn new(pairs: usize) -> Self {
        Self { pairs, edges: MOST_EDGES }
    }
}

impl ClipUse<'_> {
    fn own_transform(&self) -> Transform {
        self.transform.pre_concat(self.path.transform())
    }

    /// Box around what is visible; None if that is nothing.
    pub fn bounds(&self) -> Option<Aabb> {
        let own = self.path.root().abs_bounding_box().transform(self.own_transform())?;
        let corners = [(own.left(), own.top()), (own.right(), own.bottom())];
        Some(Aabb::around(corners.map(|(x, y)| DVec2::new(x.into(), y.into()))))
    }

    /// Regions that stay visible, in the drawing's coordinates.
    ///
    /// # Errors
    /// See [`regions`].
    pub fn regions(&self, tolerance: f64, budget: &mut ClipBudget) -> Result<Vec<DrawnOutline>, &'static str> {
        visible(self.path.root(), self.own_transform(), tolerance, budget)
    }
}

/// The union of the paths in a group. The recursion is as deep as the drawing, which is bounded.
fn visible(
    group: &Group,
    base: Transform,
    tolerance: f64,
    budget: &mut ClipBudget,
) -> Result<Vec<DrawnOutline>, &'static str> {
    let mut found = Vec::new();
    for node in group.children() {
        match node {
            Node::Group(inner) => {
                let mut own = visible(inner, base, tolerance, budget)?;
                if let Some(path) = inner.clip_path() {
                    let clip = ClipUse { path, transform: base.pre_concat(inner.abs_transform()) };
                    let left = clip.regions(tolerance, budget)?;
                    own = clipped(own, &left, budget)?;
                }
                found.extend(own);
            }
            Node::Path(path) => {
                let Some(fill) = path.fill() else { continue };
                let chains = chains(path, base.pre_concat(path.abs_transform()), tolerance);
                found.extend(regions(&chains, fill.rule(), &mut budget.pairs)?);
            }
            Node::Image(_) | Node::Text(_) => {}
        }
    }
    if found.len() > 1 {
        found = overlay(&found.iter().collect::<Vec<_>>(), &[], OverlayRule::Subject);
    }
    Ok(found)
}

/// Outlines without what lies outside the regions.
///
/// # Errors
/// If the budget is exhausted.
pub(super) fn clipped(
    outlines: Vec<DrawnOutline>,
    left: &[DrawnOutline],
    budget: &mut ClipBudget,
) -> Result<Vec<DrawnOutline>, &'static str> {
    if let Some(frame) = frame(left)
        && outlines.iter().flat_map(|outline| &outline.outer).all(|&point| frame.contains(point))
    {
        return Ok(outlines);
    }
    let count = |outline: &DrawnOutline| outline.outer.len() + outline.holes.iter().map(Vec::len).sum::<usize>();
    let edges = outlines.iter().chain(left).map(count).sum();
    budget.edges = budget.edges.checked_sub(edges).ok_or(TOO_MANY)?;
    let [own, left] = [&outlines[..], left].map(|outlines| outlines.iter().collect::<Vec<_>>());
    Ok(overlay(&own, &left, OverlayRule::Intersect))
}

/// The box of a region that is an axis-aligned rectangle, which most clip paths are, with room for rounding.
fn frame(left: &[DrawnOutline]) -> Option<Aabb> {
    let [DrawnOutline { outer, holes }] = left else { return None };
    let bounds = Aabb::around(outer.iter().copied());
    let is_corner = |point: &DVec2| {
        (point.x == bounds.min.x || point.x == bounds.max.x) && (point.y == bounds.min.y || point.y == bounds.max.y)
    };
    let is_frame = holes.is_empty() && outer.len() == 4 && outer.iter().all(is_corner);
    is_frame.then(|| bounds.expanded(ROUNDING * bounds.size().max_element()))
}

/// Room for the library's single precision, as a fraction of the size.
const ROUNDING: f64 = 1e-6;
