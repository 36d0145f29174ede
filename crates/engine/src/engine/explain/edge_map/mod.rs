//! Edge map: the result of an edge-choice rule at every point of a hull, the same as that of [`World::edge_at`].
//!
//! Algorithm: branch and bound over a subdivision of the plane (a quadtree with interval bounds). For a box of points, interval bounds
//! exclude edges that no point of the box can select. Nested boxes exclude more edges, until one edge is left for all points or a few
//! edges for each point. Invariant: the margins of the bounds exceed rounding, and the functions of the step decide among the
//! remaining edges, including ties.

mod crossings;
mod distances;
mod entries;
mod side;

use super::rules::{Approach, EdgeAt, query};
use crate::engine::data::{Layout, State, World};
use crate::engine::reference::contact::edge_choice::EdgeView;
use crate::engine::reference::contact::edge_choice::Setting;
use crate::engine::reference::contact::narrow_phase;
use crate::geometry::regions::Labels;
use crate::geometry::{Aabb, DVec2};
use crate::level::EdgeChoice;
use crossings::CrossingCandidates;
use distances::DistanceCandidates;
use entries::{EntryCandidates, StraightPath};
use side::{EdgeSide, Patch};

/// The result of a rule at every point of the current hull of a body, as labels ([`Labels`]).
pub struct EdgeMap<'a> {
    layout: &'a Layout,
    state: &'a State,
    other: usize,
    setting: Setting,
    approach: Approach,
    way: StraightPath,
    /// Box of the hull.
    hull: Aabb,
    /// The hull edges, in file order.
    sides: Vec<EdgeSide>,
    /// Stack of the remaining candidates of the entered boxes, the whole plane first. Entries beyond `depth` are unused.
    boxes: Vec<Remaining>,
    depth: usize,
}

/// Remaining candidates of a box.
#[derive(Clone, Default)]
struct Remaining {
    crossings: CrossingCandidates,
    distances: DistanceCandidates,
    entries: EntryCandidates,
}

/// Greatest length, in level units, for which bounds are computed; beyond it no edge is excluded.
const LONGEST: f64 = 1e100;

impl World {
    /// Returns the edge map of a rule over the current hull of a body; none if the body does not exist.
    pub fn edge_map(&self, other: usize, setting: Setting, approach: &Approach) -> Option<EdgeMap<'_>> {
        let Self { layout, state, .. } = self;
        let edges = layout.bodies.get(other)?.hull_edges.clone();
        let sides: Vec<EdgeSide> = edges.map(|edge| EdgeSide::new(layout, state, edge)).collect();
        let hull = Aabb::around(sides.iter().flat_map(|side| [side.a, side.b]));
        // The barycentre rule and the length do not depend on the point.
        let is_barred = |side: &EdgeSide| {
            let view = EdgeView::new(layout, state, side.number, side.a);
            setting.barycentre_rule && !view.has_outside(approach.barycentre)
        };
        let counts = |&(_, side): &(usize, &EdgeSide)| side.square != 0.0 && !is_barred(side);
        let places: Vec<u32> = sides.iter().enumerate().filter(counts).map(|(place, _)| place as u32).collect();
        let entries = if setting.choice == EdgeChoice::EntryEdge { places.clone() } else { Vec::new() };
        let whole = Remaining {
            crossings: CrossingCandidates::new(sides.len()),
            distances: DistanceCandidates::new(places),
            entries: EntryCandidates::new(entries),
        };
        let (approach, way) = (*approach, StraightPath::new(approach.way));
        Some(EdgeMap { layout, state, other, setting, approach, way, hull, sides, boxes: vec![whole], depth: 0 })
    }
}

impl EdgeMap<'_> {
    /// Returns the label of all points of the innermost box; none if it is unknown or differs.
    fn of_all(&self) -> Option<EdgeAt> {
        let Remaining { crossings, distances, entries } = &self.boxes[self.depth];
        if !crossings.of_all()? {
            return Some(EdgeAt::Outside);
        }
        let only = match entries.only()? {
            None => distances.only()?,
            sure => sure,
        };
        Some(only.map_or(EdgeAt::Stuck, |place| EdgeAt::Edge(place as usize)))
    }
}

impl Labels for EdgeMap<'_> {
    type Label = EdgeAt;

    fn enter(&mut self, area: Aabb) -> Option<EdgeAt> {
        if self.boxes.len() == self.depth + 1 {
            self.boxes.push(Remaining::default());
        }
        let (outer, inner) = self.boxes.split_at_mut(self.depth + 1);
        let (outer, inner) = (&outer[self.depth], &mut inner[0]);
        self.depth += 1;
        let (sides, way) = (&self.sides[..], &self.way);
        let patch = Patch::new(area, self.hull, way.length);
        // False for NaN.
        let is_measurable = patch.reach < LONGEST;
        if !is_measurable {
            inner.clone_from(outer);
            return None;
        }
        inner.crossings.narrow(&outer.crossings, sides, &patch);
        if inner.crossings.of_all() == Some(false) {
            return Some(EdgeAt::Outside);
        }
        inner.entries.narrow(&outer.entries, sides, &patch, way);
        if inner.entries.sure.is_some() {
            // All points have crossed an edge, so the fallback does not apply.
            inner.distances.clear();
        } else {
            inner.distances.narrow(&outer.distances, sides, &patch, self.setting.choice);
        }
        self.of_all()
    }

    fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn at(&mut self, point: DVec2) -> EdgeAt {
        let Remaining { crossings, distances, entries } = &self.boxes[self.depth];
        if !crossings.is_inside(&self.sides, point) {
            return EdgeAt::Outside;
        }
        let Self { layout, state, other, setting, approach, .. } = &*self;
        let first = layout.bodies[*other].hull_edges.start;
        let query = query(state, *other, point, *setting, approach);
        let (entries, distances) = (numbers(&entries.places, first), numbers(&distances.places, first));
        let edge = narrow_phase::select_edge_among(layout, *state, &query, entries, distances);
        edge.map_or(EdgeAt::Stuck, |edge| EdgeAt::Edge(edge - first))
    }
}

/// Converts indices in a hull to indices over all hull edges.
fn numbers(places: &[u32], first: usize) -> impl Iterator<Item = usize> + '_ {
    places.iter().map(move |&place| first + place as usize)
}
