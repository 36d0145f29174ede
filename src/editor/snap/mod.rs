//! Snapping of the pointer to nodes, midpoints, the mirror axis, edges, angles and the grid. Each kind has its own
//! file.

mod angle;
mod axis;
mod edges;
pub mod grid;
mod guides;
mod midpoints;
mod nodes;
mod options;

pub use grid::step as grid_step;
pub use options::SnapOptions;

use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Place, Role};

/// Input of a snap.
pub struct Query<'a> {
    /// The level at frame 0.
    pub level: &'a Level,
    /// Pointer position in level units.
    pub at: DVec2,
    /// The previous point, from which angles are measured.
    pub from: Option<DVec2>,
    /// Level units per point of the screen.
    pub unit: f64,
    /// User options.
    pub options: &'a SnapOptions,
    /// Position of the mirror axis, if on.
    pub mirror: Option<f64>,
    /// Returns true for parts to ignore, such as those being dragged.
    pub ignores: &'a dyn Fn(Place) -> bool,
}

/// A guide line that shows the snap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapGuide {
    /// Between two points.
    Segment(DVec2, DVec2),
    /// Through a point along a direction, across the canvas.
    Line(DVec2, DVec2),
}

/// Result of a snap.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapped {
    /// The snapped point.
    pub at: DVec2,
    /// The part that it lies on, if any.
    pub place: Option<Place>,
    /// Short description; empty if nothing snapped.
    pub label: String,
    /// Guide lines.
    pub guides: Vec<SnapGuide>,
}

impl Snapped {
    /// An unsnapped point.
    pub fn free(at: DVec2) -> Self {
        Self { at, place: None, label: String::new(), guides: Vec::new() }
    }

    /// True if the point snapped.
    pub fn is_snapped(&self) -> bool {
        !self.label.is_empty()
    }
}

/// A kind of snap target; a row of [`ALL`].
pub struct SnapKind {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Display title.
    pub title: &'static str,
    /// One-sentence description.
    pub explanation: &'static str,
    /// The nearest target within reach.
    find: fn(&Query) -> Option<Snapped>,
}

/// Id of the kind that snaps to guide lines.
pub const GUIDES: &str = "guides";

/// All kinds by priority; the first with a target within reach is used.
pub const ALL: &[SnapKind] =
    &[nodes::KIND, midpoints::KIND, axis::KIND, guides::KIND, edges::KIND, angle::KIND, grid::KIND];

/// Snaps the pointer.
pub fn snap(query: &Query) -> Snapped {
    let options = query.options;
    let kinds = ALL.iter().filter(|kind| options.is_on && options.has(kind.id));
    let found = kinds.filter_map(|kind| (kind.find)(query)).find(|found| found.at.is_finite());
    found.unwrap_or_else(|| Snapped::free(query.at))
}

/// Keeps the nearest of several candidates within `reach` points.
struct Nearest<T> {
    distance: f64,
    best: Option<T>,
}

impl<T> Nearest<T> {
    fn within(query: &Query, reach: f64) -> Self {
        Self { distance: reach * query.unit, best: None }
    }

    fn offer(&mut self, distance: f64, candidate: impl FnOnce() -> T) {
        if distance < self.distance {
            (self.distance, self.best) = (distance, Some(candidate()));
        }
    }
}

/// Passes the ends of each hull edge, spring, stick, segment and line of a marker to `each`. Skips bodies out of reach by their bounding
/// box.
fn lines(query: &Query, reach: f64, mut each: impl FnMut(Place, DVec2, DVec2)) {
    let reach = reach * query.unit;
    for (index, body) in query.level.bodies.iter().enumerate() {
        if (query.ignores)(Place::Body(index)) || !is_near(query, index, reach) {
            continue;
        }
        let at = |node: usize| body.nodes.get(node).map(|node| DVec2::from(node.position));
        let hull = body.hull.iter().enumerate().map(|(i, &[a, b])| (Place::HullEdge(index, i), a, b));
        let springs = body.springs.iter().enumerate().map(|(i, s)| (Place::Spring(index, i), s.a, s.b));
        let sticks = body.sticks.iter().enumerate().map(|(i, s)| (Place::Stick(index, i), s.a, s.b));
        for (place, a, b) in hull.chain(springs).chain(sticks) {
            let is_moving = |node| (query.ignores)(Place::Node(index, node));
            // Rejects most lines by a cheap bounding test first.
            if let (Some(from), Some(to)) = (at(a), at(b))
                && Aabb::around([from, to]).expanded(reach).contains(query.at)
                && !is_moving(a)
                && !is_moving(b)
            {
                each(place, from, to);
            }
        }
    }
    for (index, obstacle) in query.level.obstacles.iter().enumerate() {
        if let ObstacleShape::Segment(a, b) = obstacle.shape
            && !(query.ignores)(Place::Obstacle(index))
        {
            each(Place::Obstacle(index), a.into(), b.into());
        }
    }
    for (index, marker) in query.level.markers.iter().enumerate() {
        if !(query.ignores)(Place::Marker(index)) {
            marker.shape.lines().into_iter().for_each(|[a, b]| each(Place::Marker(index), a.into(), b.into()));
        }
    }
}

/// True if the bounding box of a body's nodes is within reach.
fn is_near(query: &Query, body: usize, reach: f64) -> bool {
    let nodes = &query.level.bodies[body].nodes;
    let mut bounds = Aabb::EMPTY;
    nodes.iter().for_each(|node| bounds.include(node.position.into()));
    !bounds.is_empty() && bounds.expanded(reach).contains(query.at)
}

/// True if a node has mass; a barycentre node's position is computed.
fn is_mass(level: &Level, body: usize, node: usize) -> bool {
    matches!(level.bodies[body].nodes[node].role, Role::Mass(_))
}

#[cfg(test)]
mod tests;
