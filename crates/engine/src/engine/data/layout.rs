//! The compiled level: masses, springs, hulls and settings in flat arrays (structure of arrays).
//!
//! A layout changes only when parts are added to a running level or removed from it (`growth.rs`). Nodes, springs, sticks, hull edges and triangles are numbered over all
//! bodies in file order, the *global numbering*.

use super::column::Column;
use super::links::{Filters, Links};
use crate::geometry::SortCopies;
use crate::geometry::{chain, cross, polygon};
use crate::level::{self, Integrator, Level, Motion, Obstacle, Path, Role};
use glam::DVec2;
use std::any::Any;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A level compiled to structure-of-arrays. Nodes, springs, sticks, hull edges and triangles are numbered over all bodies in file
/// order (the *global numbering*).
#[derive(Clone, Debug)]
pub struct Layout {
    /// One entry per body of the level.
    pub bodies: Vec<BodyLayout>,
    /// True for `Dynamic` bodies; a compact copy of [`BodyLayout::is_dynamic`].
    pub moves: Vec<bool>,
    /// Bodies with a path.
    pub driven: Vec<u32>,
    /// Bodies that have a barycentre node.
    pub centred: Vec<u32>,
    /// Number of nodes of all bodies.
    pub node_count: usize,
    /// Mass of each node; 0 for a barycentre.
    pub mass: Vec<f64>,
    /// 1/mass of a free node of a `Dynamic` body; 0 for every other node.
    pub inverse_mass: Vec<f64>,
    /// All springs.
    pub springs: Springs,
    /// All sticks.
    pub sticks: Sticks,
    /// Hull edges, start and end in the global numbering.
    pub hull_edges: Vec<[u32; 2]>,
    /// Nodes on the hull of each body, ascending.
    pub hull_nodes: Vec<u32>,
    /// For each hull node the nodes before and after it on its hull; none where hulls branch.
    pub(super) hull_sides: Vec<Option<[u32; 2]>>,
    /// Triangles in the global numbering.
    pub triangles: Vec<[u32; 3]>,
    /// Discs.
    pub discs: Discs,
    /// Links between bodies, discs and fixed points.
    pub links: Links,
    /// Which pairs collide.
    pub filters: Filters,
    /// Obstacles as in the level.
    pub obstacles: Vec<Obstacle>,
    /// Settings as in the level.
    pub settings: level::World,
    /// Length of a substep, frame_time / substeps.
    pub substep_time: f64,
    /// Frames of an earlier run that this one continues. They count for hashes and level time, not for [`State::frame`](super::State::frame).
    pub first_frame: u64,
    /// First frame with the current `frame_time`, [`Layout::first_frame`] included, and the level time at its start: (0, 0) unless it
    /// changed during the run.
    pub since: (u64, f64),
    /// Bodies whose batched sweep is compiled together, in order.
    pub(in crate::engine) segments: Vec<Segment>,
    /// Bodies removed while the level runs, ascending: they have nodes, but no other part, and no node can move.
    pub(in crate::engine) removed: Vec<u32>,
}

/// A range of bodies and the data derived from it alone, such as the schedule of their batched sweep.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Segment {
    /// Its bodies.
    pub bodies: Range<usize>,
    plan: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl Segment {
    pub fn new(bodies: Range<usize>) -> Self {
        Self { bodies, plan: OnceLock::new() }
    }

    /// The derived data. The first call computes it; worlds that share the layout share it.
    ///
    /// # Panics
    /// If two calls use different types.
    pub fn plan<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> &T {
        let plan = self.plan.get_or_init(|| Arc::new(make()));
        plan.downcast_ref().expect("one type of plan")
    }
}

/// Springs, one column per property; `a` and `b` in the global numbering.
#[derive(Clone, Debug, Default)]
pub struct Springs {
    /// First nodes.
    pub a: Vec<u32>,
    /// Second nodes.
    pub b: Vec<u32>,
    /// Rest lengths.
    pub rest_length: Vec<f64>,
    /// Force per length.
    pub stiffness: Column,
    /// Force per velocity.
    pub damping: Column,
}

/// Sticks, one column per property; `a` and `b` in the global numbering.
#[derive(Clone, Debug, Default)]
pub struct Sticks {
    /// First nodes.
    pub a: Vec<u32>,
    /// Second nodes.
    pub b: Vec<u32>,
    /// Nominal lengths.
    pub length: Vec<f64>,
}

/// Discs, one column per property.
#[derive(Clone, Debug, Default)]
pub struct Discs {
    /// Radii; 0 for a particle.
    pub radius: Vec<f64>,
    /// Masses.
    pub mass: Vec<f64>,
    /// 1/mass of a `Dynamic` disc; 0 for every other one.
    pub inverse_mass: Vec<f64>,
    /// Coefficients of restitution, dimensionless.
    pub restitution: Vec<f64>,
    /// Coefficients of friction, dimensionless.
    pub friction: Vec<f64>,
    /// Paths of the `Driven` discs.
    pub path: Vec<Option<Path>>,
    /// Centres at the start.
    pub start: Vec<DVec2>,
}

/// Ranges of a body in the flat arrays, and its properties.
#[derive(Clone, Debug)]
pub struct BodyLayout {
    /// Its nodes.
    pub nodes: Range<usize>,
    /// Its springs.
    pub springs: Range<usize>,
    /// Its sticks.
    pub sticks: Range<usize>,
    /// Its hull edges.
    pub hull_edges: Range<usize>,
    /// Its part of [`Layout::hull_nodes`].
    pub hull_nodes: Range<usize>,
    /// Its triangles.
    pub triangles: Range<usize>,
    /// Its barycentre node, global numbering, if it has one.
    pub barycentre: Option<usize>,
    /// True if it is `Dynamic`.
    pub is_dynamic: bool,
    /// Path, for a `Driven` body.
    pub path: Option<Path>,
    /// Node positions at the start, for a `Driven` body; else empty.
    pub start: Vec<DVec2>,
    /// Coefficient of restitution, dimensionless.
    pub restitution: f64,
    /// Coefficient of friction, dimensionless.
    pub friction: f64,
    /// K of P·V = K.
    pub gas: f64,
    /// True if the boundary of its triangles is its hull, edge by edge. Then the area is computed from the hull, with the same bits
    /// for every triangulation.
    pub tiles_hull: bool,
    /// True if an even number of hull edges ends at each of its nodes: then the even-odd rule has a well-defined inside.
    pub is_closed: bool,
    /// S0: twice the initial area, by [`Layout::doubled_area`].
    pub initial_doubled_area: f64,
}

impl Layout {
    /// Compiles a valid level (see [`crate::level::format::validate`]).
    pub(in crate::engine) fn new(level: &Level) -> Self {
        Self::like(level, None)
    }

    /// Compiles a valid level; reuses results from the layout of a similar level.
    pub(in crate::engine) fn like(level: &Level, old: Option<(&Level, &Self)>) -> Self {
        let mut layout = Self {
            discs: Discs::new(&level.discs),
            filters: Filters::new(level),
            obstacles: level.obstacles.clone(),
            ..Self::empty(&level.world)
        };
        layout.make_room(&level.bodies);
        for (index, body) in level.bodies.iter().enumerate() {
            let old = old.and_then(|(old, layout)| Some((old.bodies.get(index)?, layout.bodies.get(index)?)));
            let same = old.filter(|(old, _)| old.triangles == body.triangles && old.hull == body.hull);
            layout.add(body, same.map(|(_, layout)| layout.tiles_hull));
        }
        layout.links = Links::new(level, |body| layout.bodies[body].nodes.start);
        layout.separate_linked();
        layout.index_bodies();
        layout.hull_nodes.shrink_to_fit();
        layout.hull_sides.shrink_to_fit();
        layout
    }

    /// A layout without parts.
    pub(super) fn empty(settings: &level::World) -> Self {
        Self {
            bodies: Vec::new(),
            moves: Vec::new(),
            driven: Vec::new(),
            centred: Vec::new(),
            node_count: 0,
            mass: Vec::new(),
            inverse_mass: Vec::new(),
            springs: Springs::default(),
            sticks: Sticks::default(),
            hull_edges: Vec::new(),
            hull_nodes: Vec::new(),
            hull_sides: Vec::new(),
            triangles: Vec::new(),
            discs: Discs::default(),
            links: Links::default(),
            filters: Filters::default(),
            obstacles: Vec::new(),
            settings: settings.clone(),
            substep_time: settings.frame_time / f64::from(settings.substeps),
            first_frame: 0,
            since: (0, 0.0),
            segments: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// Fills in the lists that follow from the bodies, with one segment.
    pub(super) fn index_bodies(&mut self) {
        let (bodies, count) = (&self.bodies, self.bodies.len());
        let indices = |has: fn(&BodyLayout) -> bool| {
            (0..count as u32).filter(|&body| has(&bodies[body as usize])).collect::<Vec<u32>>()
        };
        self.moves = bodies.iter().map(|body| body.is_dynamic).collect();
        self.driven = indices(|body| body.path.is_some());
        self.centred = indices(|body| body.barycentre.is_some());
        self.segments = vec![Segment::new(0..count)];
    }

    /// Reserves the exact capacity of all lists, which avoids copies of growing lists in large levels.
    fn make_room(&mut self, bodies: &[level::Body]) {
        let count = |of: fn(&level::Body) -> usize| bodies.iter().map(of).sum();
        let nodes = count(|body| body.nodes.len());
        self.bodies.reserve_exact(bodies.len());
        self.mass.reserve_exact(nodes);
        self.inverse_mass.reserve_exact(nodes);
        self.springs.make_room(count(|body| body.springs.len()));
        self.sticks.make_room(count(|body| body.sticks.len()));
        self.triangles.reserve_exact(count(|body| body.triangles.len()));
        self.hull_edges.reserve_exact(count(|body| body.hull.len()));
    }

    pub(super) fn add(&mut self, body: &level::Body, tiles_hull: Option<bool>) {
        let first = self.node_count;
        let global = |index: usize| (first + index) as u32;
        let is_dynamic = body.motion == Motion::Dynamic;
        for node in &body.nodes {
            let mass = if let Role::Mass(mass) = node.role { mass } else { 0.0 };
            let is_free = is_dynamic && !node.pinned && mass > 0.0;
            self.mass.push(mass);
            self.inverse_mass.push(if is_free { 1.0 / mass } else { 0.0 });
        }
        self.node_count += body.nodes.len();
        let springs = self.springs.add(body, first);
        let sticks = self.sticks.add(body, first);
        let triangles = extend(&mut self.triangles, body.triangles.iter().map(|corners| corners.map(global)));
        let hull_edges = extend(&mut self.hull_edges, body.hull.iter().map(|ends| ends.map(global)));
        let sides: Vec<_> = hull_sides(body).collect();
        let mut on_hull: Vec<usize> = body.hull.iter().flatten().copied().collect();
        on_hull.sort_copies();
        let is_closed = on_hull.chunk_by(|node, next| node == next).all(|ends| ends.len() % 2 == 0);
        on_hull.dedup();
        self.hull_sides.extend(on_hull.iter().map(|&index| sides[index].map(|sides| sides.map(global))));
        let hull_nodes = extend(&mut self.hull_nodes, on_hull.into_iter().map(global));
        let path = if let Motion::Driven(path) = &body.motion { Some(path.clone()) } else { None };
        let position = |index: usize| DVec2::from(body.nodes[index].position);
        self.bodies.push(BodyLayout {
            nodes: first..self.node_count,
            springs,
            sticks,
            hull_edges,
            hull_nodes,
            triangles,
            barycentre: body.nodes.iter().position(|node| node.role == Role::Barycentre).map(|index| first + index),
            is_dynamic,
            start: if path.is_some() { (0..body.nodes.len()).map(position).collect() } else { Vec::new() },
            path,
            restitution: body.restitution,
            friction: body.friction,
            gas: body.gas,
            tiles_hull: false,
            is_closed,
            initial_doubled_area: 0.0,
        });
        let index = self.bodies.len() - 1;
        let parts = &self.bodies[index];
        let (triangles, hull) = (&self.triangles[parts.triangles.clone()], &self.hull_edges[parts.hull_edges.clone()]);
        self.bodies[index].tiles_hull = tiles_hull.unwrap_or_else(|| chain::tiles(triangles, hull));
        self.bodies[index].initial_doubled_area = self.doubled_area(index, |node| position(node - first));
    }

    /// Twice the signed area of a body's triangles, `S = Σ cross(AB, AC)` (000 §C.3); 0 without triangles. `at` returns the
    /// position of a node, global numbering.
    ///
    /// If the triangles tile the hull, it is the shoelace sum of the hull relative to one of its nodes. Both sums agree within
    /// rounding. The bits of the hull's sum do not depend on the triangulation, and its error does not grow with the distance from
    /// the origin.
    pub fn doubled_area(&self, body: usize, at: impl Fn(usize) -> DVec2) -> f64 {
        let parts = &self.bodies[body];
        let at = |node: u32| at(node as usize);
        if parts.tiles_hull {
            let edges = &self.hull_edges[parts.hull_edges.clone()];
            // The node with the lower number, so that a mirrored body has the same bits.
            let origin = edges.first().map_or(DVec2::ZERO, |&[a, b]| at(a.min(b)));
            // From the lower number to the higher one, for the same reason.
            let part = |low: u32, high: u32| cross(at(low) - origin, at(high) - at(low));
            return edges.iter().map(|&[a, b]| if a < b { part(a, b) } else { -part(b, a) }).sum();
        }
        let triangles = self.triangles[parts.triangles.clone()].iter();
        triangles.map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum()
    }

    /// Describes the source of a body's area for the user interface.
    pub fn area_source(&self, body: usize) -> &'static str {
        match &self.bodies[body] {
            parts if parts.triangles.is_empty() => "no triangles",
            parts if parts.tiles_hull => "the hull, which its triangles tile",
            _ => "the sum of its triangles, which do not tile its hull",
        }
    }

    /// Returns the body of a node (global numbering) and its index in the body.
    pub fn body_of(&self, node: usize) -> (usize, usize) {
        let body = self.bodies.partition_point(|body| body.nodes.end <= node);
        (body, node - self.bodies[body].nodes.start)
    }

    /// Returns the nodes before and after a node on its hull; none if it is on no hull or hulls branch there.
    pub fn hull_sides(&self, node: usize) -> Option<[u32; 2]> {
        // `hull_nodes` is ascending: the bodies are in order, and so are the nodes of each body.
        let place = self.hull_nodes.binary_search(&(node as u32)).ok()?;
        self.hull_sides[place]
    }

    /// True if the energy of a body counts: it is `Dynamic` and not a sensor.
    pub fn body_has_energy(&self, body: usize) -> bool {
        self.bodies[body].is_dynamic && !self.filters.of_body(body).sensor
    }

    /// True if the energy of a disc counts: it is `Dynamic` and not a sensor.
    pub fn disc_has_energy(&self, disc: usize) -> bool {
        self.discs.is_dynamic(disc) && !self.filters.of_disc(disc).sensor
    }

    /// True with the Verlet scheme, which stores velocities as previous positions.
    pub fn is_verlet(&self) -> bool {
        self.settings.integrator == Integrator::Verlet
    }
}

impl Discs {
    pub(super) fn new(discs: &[level::Disc]) -> Self {
        let is_dynamic = |disc: &level::Disc| disc.motion == Motion::Dynamic;
        let path = |disc: &level::Disc| if let Motion::Driven(path) = &disc.motion { Some(path.clone()) } else { None };
        Self {
            radius: discs.iter().map(|disc| disc.radius).collect(),
            mass: discs.iter().map(|disc| disc.mass).collect(),
            inverse_mass: discs.iter().map(|disc| if is_dynamic(disc) { 1.0 / disc.mass } else { 0.0 }).collect(),
            restitution: discs.iter().map(|disc| disc.restitution).collect(),
            friction: discs.iter().map(|disc| disc.friction).collect(),
            path: discs.iter().map(path).collect(),
            start: discs.iter().map(|disc| DVec2::from(disc.position)).collect(),
        }
    }

    /// Number of discs.
    pub fn count(&self) -> usize {
        self.radius.len()
    }

    /// True if a disc is `Dynamic`.
    pub fn is_dynamic(&self, disc: usize) -> bool {
        self.inverse_mass[disc] != 0.0
    }
}

impl Springs {
    fn make_room(&mut self, count: usize) {
        self.a.reserve_exact(count);
        self.b.reserve_exact(count);
        self.rest_length.reserve_exact(count);
    }

    fn add(&mut self, body: &level::Body, first: usize) -> Range<usize> {
        let start = self.a.len();
        // Column by column, in chunks that fit the cache.
        for springs in body.springs.chunks(256) {
            self.a.extend(springs.iter().map(|spring| (first + spring.a) as u32));
            self.b.extend(springs.iter().map(|spring| (first + spring.b) as u32));
            self.rest_length.extend(springs.iter().map(|spring| spring.rest_length));
            let room = self.a.capacity();
            self.stiffness.extend(springs.iter().map(|spring| spring.stiffness), room);
            self.damping.extend(springs.iter().map(|spring| spring.damping), room);
        }
        start..self.a.len()
    }
}

impl Sticks {
    fn make_room(&mut self, count: usize) {
        self.a.reserve_exact(count);
        self.b.reserve_exact(count);
        self.length.reserve_exact(count);
    }

    fn add(&mut self, body: &level::Body, first: usize) -> Range<usize> {
        let start = self.a.len();
        for stick in &body.sticks {
            self.a.push((first + stick.a) as u32);
            self.b.push((first + stick.b) as u32);
            self.length.push(stick.length);
        }
        start..self.a.len()
    }
}

/// Returns for each node of a body the nodes before and after it on the hull; none without exactly one of each.
fn hull_sides(body: &level::Body) -> impl Iterator<Item = Option<[usize; 2]>> {
    let mut sides = vec![[None, None]; body.nodes.len()];
    let mut branches = vec![false; body.nodes.len()];
    for &[a, b] in &body.hull {
        branches[a] |= sides[a][1].replace(b).is_some();
        branches[b] |= sides[b][0].replace(a).is_some();
    }
    sides.into_iter().zip(branches).map(|(sides, branches)| match sides {
        [Some(before), Some(after)] if !branches => Some([before, after]),
        _ => None,
    })
}

pub(super) fn extend<T>(list: &mut Vec<T>, items: impl IntoIterator<Item = T>) -> Range<usize> {
    let start = list.len();
    list.extend(items);
    start..list.len()
}
