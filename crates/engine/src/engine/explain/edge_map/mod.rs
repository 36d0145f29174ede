//! Edge map: what a rule says all over a hull, the same at every point as [`World::edge_at`].
//!
//! Algorithm: branch and bound over a subdivision of the plane. For a box of points, interval bounds exclude edges that cannot decide
//! anywhere in it; boxes within it exclude more, until one edge is left for all points or few for each. Bounds leave more than rounding
//! between, and the functions of the step decide in the end, ties included.

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

/// One rule over one hull as it stands: a label for every point ([`Labels`]), the same as [`World::edge_at`].
pub struct EdgeMap<'a> {
    layout: &'a Layout,
    state: &'a State,
    other: usize,
    setting: Setting,
    approach: Approach,
    way: StraightPath,
    /// Box of the hull.
    hull: Aabb,
    /// By place in the hull.
    sides: Vec<EdgeSide>,
    /// What is left to ask in the boxes that it is in, the plane first; beyond `depth` are old ones.
    boxes: Vec<Remaining>,
    depth: usize,
}

/// What is left to ask.
#[derive(Clone, Default)]
struct Remaining {
    crossings: CrossingCandidates,
    distances: DistanceCandidates,
    entries: EntryCandidates,
}

/// Beyond such lengths nothing is ruled out.
const LONGEST: f64 = 1e100;

impl World {
    /// What a rule says of all points and a body's hull as it stands. None for a body that is not there.
    pub fn edge_map(&self, other: usize, setting: Setting, approach: &Approach) -> Option<EdgeMap<'_>> {
        let Self { layout, state, .. } = self;
        let edges = layout.bodies.get(other)?.hull_edges.clone();
        let sides: Vec<EdgeSide> = edges.map(|edge| EdgeSide::new(layout, state, edge)).collect();
        let hull = Aabb::around(sides.iter().flat_map(|side| [side.a, side.b]));
        // Whether the barycentre is on the outside, and the length, are the same for every point.
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
    /// The label of all points of the innermost box, where that is known.
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
        // Also false where it is no number.
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
            // The fallback is not needed.
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

/// Indices over all hull edges of places in a hull.
fn numbers(places: &[u32], first: usize) -> impl Iterator<Item = usize> + '_ {
    places.iter().map(move |&place| first + place as usize)
}
