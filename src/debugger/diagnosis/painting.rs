//! What the triangles of bodies paint at the end of a frame, for the detectors of balloons (000 §E.1).

use super::examiner::DetectorContext;
use crate::engine::{Layout, State, paint};
use crate::geometry::cover::{Cover, Fill};
use crate::geometry::polygon::doubled_triangle_area;

/// Part of the area of a hull that is worth telling of: a pixel of a body that is a hundred pixels across.
pub const NOTICED: f64 = 1e-4;

/// A body whose triangles may paint something else than its hull.
#[derive(Clone, Debug, PartialEq)]
pub struct Painting {
    /// Which.
    pub body: usize,
    /// Its triangles that are not counter-clockwise.
    pub flipped: usize,
    /// What the others paint.
    pub cover: Cover,
}

/// Part of the area in the level below which there is nothing left to paint: who is pressed as flat as that is ill of that.
const FLAT: f64 = 0.01;

/// At the end of a frame, every body that moves and of whose triangles that may be so; nothing between frames. Bodies that
/// blew up, and those that are flat or inside out, have illnesses of their own.
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
    // Of triangles that tile the hull, as many of the upright ones lie over a point as the hull runs round it, where none is
    // flipped: nothing else is painted, unless the hull runs over itself.
    if parts.tiles_hull && flipped == 0 {
        return None;
    }
    let cover = paint::areas(layout, state, body, Fill::Culled)?;
    let is_flat = 2.0 * cover.hull <= FLAT * parts.initial_doubled_area.max(0.0);
    (!is_flat).then_some(())?;
    Some(Painting { body, flipped, cover })
}

impl Painting {
    /// An area as a part of what the hull encloses.
    pub fn part(&self, area: f64) -> f64 {
        area / self.cover.hull
    }

    /// Whether that can be seen.
    pub fn is_noticed(&self, area: f64) -> bool {
        self.part(area) >= NOTICED
    }
}
