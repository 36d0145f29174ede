//! Area that the triangles of a body paint at the end of a frame, for the detectors of balloons (000 §E.1).

use super::examiner::DetectorContext;
use crate::engine::{Layout, State, paint};
use crate::geometry::cover::{Cover, Fill};
use crate::geometry::polygon::doubled_triangle_area;

/// Smallest reported part of a hull's area: one pixel of a body a hundred pixels wide.
pub const NOTICED: f64 = 1e-4;

/// A body whose triangles may paint another area than its hull encloses.
#[derive(Clone, Debug, PartialEq)]
pub struct Painting {
    /// Body index.
    pub body: usize,
    /// Number of triangles that are not counter-clockwise.
    pub flipped: usize,
    /// Area that the others paint.
    pub cover: Cover,
}

/// Part of the initial area below which the body counts as flat. Flatness is a problem of its own.
const FLAT: f64 = 0.01;

/// At the end of a frame, the moving bodies whose triangles may paint another area; empty within frames. Skips bodies
/// that blew up, are flat or are inside out, which have problems of their own.
pub fn suspects<'a>(
    &DetectorContext { layout, state, .. }: &DetectorContext<'a>,
) -> impl Iterator<Item = Painting> + 'a {
    let is_last = state.substep + 1 == layout.settings.substeps;
    let bodies = 0..if is_last { layout.bodies.len() } else { 0 };
    bodies.filter_map(|body| look(layout, state, body))
}

fn look(layout: &Layout, state: &State, body: usize) -> Option<Painting> {
    let parts = &layout.bodies[body];
    if !parts.is_dynamic || state.blown_up[body] || parts.hull_edges.is_empty() || parts.triangles.is_empty() {
        return None;
    }
    let areas = layout.triangles[parts.triangles.clone()].iter().map(|corners| {
        let [a, b, c] = corners.map(|node| state.position(node as usize));
        doubled_triangle_area(a, b, c)
    });
    let (sum, flipped) = areas.fold((0.0, 0), |(sum, flipped), area| (sum + area, flipped + usize::from(area <= 0.0)));
    if sum <= FLAT * parts.initial_doubled_area {
        return None;
    }
    // Without flipped triangles, a tiling covers each point as often as the winding number of the hull. So it paints
    // nothing else unless the hull overlaps itself.
    if parts.tiles_hull && flipped == 0 {
        return None;
    }
    let cover = paint::areas(layout, state, body, Fill::Culled)?;
    let is_flat = 2.0 * cover.hull <= FLAT * parts.initial_doubled_area.max(0.0);
    (!is_flat).then_some(())?;
    Some(Painting { body, flipped, cover })
}

impl Painting {
    /// An area as a part of the hull's area.
    pub fn part(&self, area: f64) -> f64 {
        area / self.cover.hull
    }

    /// True if the area is large enough to be visible.
    pub fn is_noticed(&self, area: f64) -> bool {
        self.part(area) >= NOTICED
    }
}
