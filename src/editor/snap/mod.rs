//! Where the pointer means to be: on a node, an edge, the grid, at a round angle. One kind of target a file.

mod angle;
mod axis;
mod edges;
mod grid;
mod midpoints;
mod nodes;
mod options;

pub use grid::step as grid_step;
pub use options::SnapOptions;

use crate::geometry::{Aabb, DVec2};
use crate::level::{Level, ObstacleShape, Place, Role};

/// What is asked: where a point should go that the pointer has brought here.
pub struct Query<'a> {
    /// The level at frame 0.
    pub level: &'a Level,
    /// Where the pointer is.
    pub at: DVec2,
    /// The point before, from which angles are measured.
    pub from: Option<DVec2>,
    /// Level units per point of the screen.
    pub unit: f64,
    /// What the user wants.
    pub options: &'a SnapOptions,
    /// Where the axis of the live mirror is.
    pub mirror: Option<f64>,
    /// What is on its way itself.
    pub ignores: &'a dyn Fn(Place) -> bool,
}

/// A line that shows why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapGuide {
    /// From one point to the other.
    Segment(DVec2, DVec2),
    /// Through a point along a direction, across the canvas.
    Line(DVec2, DVec2),
}

/// Where the point goes.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapped {
    /// The point.
    pub at: DVec2,
    /// What it lies on, if that is a part of the level.
    pub place: Option<Place>,
    /// What it snapped to, in a few words; empty where it did not.
    pub label: String,
    /// Lines that show why.
    pub guides: Vec<SnapGuide>,
}

impl Snapped {
    /// A point that snapped to nothing.
    pub fn free(at: DVec2) -> Self {
        Self { at, place: None, label: String::new(), guides: Vec::new() }
    }

    /// Whether it snapped.
    pub fn is_snapped(&self) -> bool {
        !self.label.is_empty()
    }
}

/// A kind of target: a row of [`ALL`].
pub struct SnapKind {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it does, in a sentence.
    pub explanation: &'static str,
    /// The nearest target within reach.
    find: fn(&Query) -> Option<Snapped>,
}

/// Every kind; the first that has something within reach decides.
pub const ALL: &[SnapKind] = &[nodes::KIND, midpoints::KIND, axis::KIND, edges::KIND, angle::KIND, grid::KIND];

/// The point that the pointer means.
pub fn snap(query: &Query) -> Snapped {
    let options = query.options;
    let kinds = ALL.iter().filter(|kind| options.is_on && options.has(kind.id));
    let found = kinds.filter_map(|kind| (kind.find)(query)).find(|found| found.at.is_finite());
    found.unwrap_or_else(|| Snapped::free(query.at))
}

/// The nearest of many candidates within `reach` points of the screen.
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

/// Ends of every hull edge, spring, stick and segment that the pointer may snap to; bodies that are out of reach are
/// passed over as a whole.
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
            // Most are far away, which is found out soonest.
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
}

/// Whether the box of a body's nodes is within reach.
fn is_near(query: &Query, body: usize, reach: f64) -> bool {
    let nodes = &query.level.bodies[body].nodes;
    let mut bounds = Aabb::EMPTY;
    nodes.iter().for_each(|node| bounds.include(node.position.into()));
    !bounds.is_empty() && bounds.expanded(reach).contains(query.at)
}

/// Whether a node has a place of its own: a barycentre is where the masses put it.
fn is_mass(level: &Level, body: usize, node: usize) -> bool {
    matches!(level.bodies[body].nodes[node].role, Role::Mass(_))
}

#[cfg(test)]
mod tests;
