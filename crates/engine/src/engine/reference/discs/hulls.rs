//! Discs against the hulls of bodies, as they lie at the end of the substep: a disc meets a hull edge as a node M at
//! its deepest point, by the formulas of 000 §D.2, with momentum both ways.
//!
//! What "deepest point" means, exactly, for a disc with centre C and radius r:
//!
//! * Discs in file order, for each the bodies in file order; at most one contact per disc and body in a substep, each
//!   resolved at once. Pairs of which neither can move are left out. Boxes of bodies are those of the stage `derive`.
//! * **C inside the hull** (parity, 000 §D.1.b): the level's edge choice judges C and names the edge; n is that edge's
//!   outward normal. For a particle M is C, so that it is treated as any node.
//! * **C outside**: the edge whose segment is nearest to C, first in file order of equals, if nearer than r. Where the
//!   foot of C falls on the edge, n is its outward normal. Where an end is nearest, n points from it to C, and the edge
//!   is taken as if turned about that end to stand across n: a disc that meets a corner head on is not turned aside.
//! * M = C - r·n. The response moves M to the edge's line and so takes the disc with it; v_M is the disc's velocity,
//!   its mass is the disc's, restitution and friction are the products of both.
//! * The barycentre rule does not hold: a disc is round, and its centre is no barycentre of a body that has come
//!   through. Decor pushes discs by impulse even where it pushes nodes by force: that is a replacement of stage 7.

use super::{DiscScratch, Role};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{DiscEvent, DiscImpact, HullMeeting, Nearest, Response};
use crate::engine::data::{EventKind, Layout, State, World};
use crate::engine::reference::contact::broad_phase;
use crate::engine::reference::contact::edge_choice::{EdgeView, distance};
use crate::engine::reference::contact::response;
use crate::engine::reference::contact::response::{ContactConstraint, Pushed};
use crate::engine::reference::contact::{PointQuery, narrow_phase};
use crate::geometry::{Aabb, BoxTree};
use crate::level::Place;
use glam::DVec2;

/// Hulls with more edges than this are searched by an AABB tree. Affects speed only.
const FEW_EDGES: usize = 48;

/// How a disc overlaps a hull.
enum HullOverlap {
    /// The edge that it is pushed out of.
    Edge(HitEdge),
    /// Its centre is inside, but no edge is eligible.
    NoEdge,
}

/// The edge chosen for the response, index over all hull edges.
struct HitEdge {
    edge: usize,
    /// A, or the nearest end.
    origin: DVec2,
    /// AB, or a vector of its length across the normal.
    along: DVec2,
    /// Unit outward normal.
    normal: DVec2,
}

/// AABB trees over the edges of large hulls.
#[derive(Clone, Debug, Default)]
pub(super) struct HullEdges {
    /// Per body: those of fixed bodies are built once, others at the first query of a substep.
    trees: Vec<BoxTree>,
    is_made: Vec<bool>,
}

impl HullEdges {
    /// Invalidates the trees of moving bodies, and builds those of fixed ones.
    pub fn prepare(&mut self, layout: &Layout, state: &State) {
        self.trees.resize_with(layout.bodies.len(), BoxTree::default);
        self.is_made.resize(layout.bodies.len(), false);
        for (index, body) in layout.bodies.iter().enumerate() {
            if body.is_dynamic || body.path.is_some() {
                self.is_made[index] = false;
            } else {
                self.make(layout, state, index);
            }
        }
    }

    fn make(&mut self, layout: &Layout, state: &State, body: usize) {
        let edges = layout.bodies[body].hull_edges.clone();
        if edges.len() > FEW_EDGES && !self.is_made[body] {
            self.trees[body].rebuild(edges.map(|edge| edge_box(layout, state, edge)));
            self.is_made[body] = true;
        }
    }

    /// Updates the tree after the response has moved the ends of an edge.
    fn follow(&mut self, layout: &Layout, state: &State, body: usize, ends: [usize; 2]) {
        if !self.is_made[body] || !layout.bodies[body].is_dynamic {
            return;
        }
        let edges = layout.bodies[body].hull_edges.clone();
        for edge in edges.clone() {
            if layout.hull_edges[edge].iter().any(|&node| ends.contains(&(node as usize))) {
                self.trees[body].replace(edge - edges.start, edge_box(layout, state, edge));
            }
        }
    }

    /// Calls `found` with every edge of the body whose box touches `area`, and perhaps others.
    pub fn near(&self, layout: &Layout, body: usize, area: &Aabb, mut found: impl FnMut(usize)) {
        let edges = layout.bodies[body].hull_edges.clone();
        if self.is_made[body] {
            self.trees[body].for_each(area, |edge| found(edges.start + edge));
        } else {
            edges.for_each(found);
        }
    }
}

fn edge_box(layout: &Layout, state: &State, edge: usize) -> Aabb {
    Aabb::around(layout.hull_edges[edge].map(|node| state.position(node as usize)))
}

/// Resolves all contacts of discs with hulls.
pub(super) fn resolve(world: &mut World, scratch: &mut DiscScratch, watch: &mut Watch) {
    if world.layout.bodies.is_empty() {
        return;
    }
    let mut bodies = std::mem::take(&mut scratch.list);
    for disc in 0..world.layout.discs.count() {
        let role = scratch.movers[disc].role;
        let mut is_stuck = false;
        if role != Role::Absent {
            let start = scratch.starts[disc];
            let (mut looked_from, mut last) = (None, None);
            loop {
                // A body may push the disc to one that was not nearby before.
                let position = world.state.disc_positions[disc];
                if looked_from != Some(position) {
                    nearby_bodies(world, disc, &mut bodies);
                    looked_from = Some(position);
                }
                let Some(&body) = bodies.iter().find(|&&body| last.is_none_or(|last| body > last)) else { break };
                last = Some(body);
                // A sleeping disc has no new contact with a fixed body unless something has pushed it.
                let is_lying = role == Role::Asleep && world.state.disc_asleep[disc];
                if !is_lying || is_moving(&world.layout, body) {
                    is_stuck |= resolve_pair(world, &mut scratch.edges, disc, body, start, watch);
                }
            }
            let (position, velocity) = (world.state.disc_positions[disc], world.state.disc_velocities[disc]);
            if !(position.is_finite() && velocity.is_finite()) {
                scratch.blown_up.push(disc as u32);
                world.state.disc_positions[disc] = start;
                world.state.disc_velocities[disc] = DVec2::ZERO;
            }
        }
        if is_stuck && !world.state.disc_without_edge[disc] {
            world.report(EventKind::NoEdge, Place::Disc(disc));
        }
        world.state.disc_without_edge[disc] = is_stuck;
    }
    scratch.list = bodies;
}

fn is_moving(layout: &Layout, body: usize) -> bool {
    layout.bodies[body].is_dynamic || layout.bodies[body].path.is_some()
}

/// The bodies near the disc, ascending.
fn nearby_bodies(world: &World, disc: usize, bodies: &mut Vec<usize>) {
    let bounds = Aabb::around([world.state.disc_positions[disc]]).expanded(world.layout.discs.radius[disc]);
    bodies.clear();
    broad_phase::near(world, &bounds, |body| bodies.push(body));
    bodies.sort_unstable();
}

/// Resolves the contact of a disc with a body, if there is one; true if the centre is inside without an eligible edge.
fn resolve_pair(
    world: &mut World,
    edges: &mut HullEdges,
    disc: usize,
    body: usize,
    start: DVec2,
    watch: &mut Watch,
) -> bool {
    let World { layout, state, scratch, .. } = world;
    let (discs, other) = (&layout.discs, &layout.bodies[body]);
    if !(discs.is_dynamic(disc) || other.is_dynamic) {
        return false;
    }
    let (position, radius) = (state.disc_positions[disc], discs.radius[disc]);
    if !scratch.boxes[body].expanded(radius).contains(position) {
        return false;
    }
    let old = Some(scratch.old_positions.as_slice());
    let choice = layout.settings.contact.edge_choice;
    let query =
        PointQuery { point: position, node: None, old_point: start, other: body, barycentre: None, choice, old };
    edges.make(layout, state, body);
    let hit = match find(layout, state, edges, &scratch.boxes[body], &query, radius) {
        Some(HullOverlap::Edge(hit)) => hit,
        Some(HullOverlap::NoEdge) => return true,
        None => return false,
    };
    let deepest = position - hit.normal * radius;
    let [a, b] = layout.hull_edges[hit.edge].map(|node| node as usize);
    let velocity = state.disc_velocities[disc];
    let Some(done) = response::respond(&constraint(layout, state, [disc, body], &hit, deepest)) else {
        return false;
    };
    state.contacts += 1;
    watch.next_row(PhaseKind::DiscImpact);
    watch.see(PhaseKind::Detect, Touched::Few(&[], Some(disc)), layout, state);
    if discs.is_dynamic(disc) {
        state.disc_asleep[disc] = false;
    }
    response::apply(layout, state, Pushed::Disc(disc), [a, b], &done, watch);
    edges.follow(layout, state, body, [a, b]);
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.add_impact(trace_row(layout, state, [disc, body], &hit, [position, deepest, velocity], done));
    }
    false
}

/// The contact constraint of a disc's deepest point against a hull edge.
fn constraint<'a>(
    layout: &'a Layout,
    state: &State,
    [disc, body]: [usize; 2],
    hit: &HitEdge,
    deepest: DVec2,
) -> ContactConstraint<'a> {
    let (discs, other) = (&layout.discs, &layout.bodies[body]);
    let [a, b] = layout.hull_edges[hit.edge].map(|node| node as usize);
    ContactConstraint {
        ab: hit.along,
        am: deepest - hit.origin,
        span: [state.position(b) - state.position(a), deepest - state.position(a)],
        velocity_m: state.disc_velocities[disc],
        velocity_ab: [state.live_velocity(layout, a), state.live_velocity(layout, b)],
        inverse_mass_m: discs.inverse_mass[disc],
        inverse_mass_ab: response::inverse_mass_of_edge(layout, [a, b]),
        inverse_masses: [a, b].map(|node| layout.inverse_mass[node]),
        restitution: discs.restitution[disc] * other.restitution,
        friction: discs.friction[disc] * other.friction,
        rules: &layout.settings.contact,
    }
}

/// The trace row of a resolved contact; the disc's position, deepest point and velocity are those before it.
fn trace_row(
    layout: &Layout,
    state: &State,
    [disc, body]: [usize; 2],
    hit: &HitEdge,
    [position, deepest, velocity]: [DVec2; 3],
    done: Response,
) -> DiscEvent {
    let discs = &layout.discs;
    let [a, b] = layout.hull_edges[hit.edge].map(|node| node as usize);
    DiscEvent {
        order: 0,
        kind: DiscImpact::Hull,
        disc,
        other: body,
        time: layout.substep_time,
        part: 0.0,
        position,
        other_position: None,
        point: deepest,
        normal: hit.normal,
        restitution: done.restitution,
        mass: discs.is_dynamic(disc).then_some(discs.mass[disc]),
        other_mass: (done.inverse_mass_ab != 0.0).then(|| 1.0 / done.inverse_mass_ab),
        velocity_before: velocity,
        velocity_after: state.disc_velocities[disc],
        other_velocity_before: done.velocity_a * done.shares[0] + done.velocity_b * done.shares[1],
        other_velocity_after: state.live_velocity(layout, a) * done.shares[0]
            + state.live_velocity(layout, b) * done.shares[1],
        hull: Some(HullMeeting {
            edge: hit.edge - layout.bodies[body].hull_edges.start,
            response: done,
            after: response::after(layout, state, Pushed::Disc(disc), [a, b]),
        }),
    }
}

fn find(
    layout: &Layout,
    state: &State,
    edges: &HullEdges,
    bounds: &Aabb,
    query: &PointQuery,
    radius: f64,
) -> Option<HullOverlap> {
    let body = query.other;
    if !edges.is_made[body] || is_inside(layout, state, edges, bounds, query) {
        // Without a tree, the query over all edges also decides whether the point is inside.
        if let Some(found) = narrow_phase::query(layout, state, bounds, query) {
            let Some(edge) = found.edge else { return Some(HullOverlap::NoEdge) };
            let view = EdgeView::new(layout, state, edge, query.point);
            return Some(HullOverlap::Edge(face(edge, &view)));
        }
    }
    let (mut least, mut nearest) = (radius, None);
    let area = Aabb::around([query.point]).expanded(radius);
    edges.near(layout, body, &area, |edge| {
        let view = EdgeView::new(layout, state, edge, query.point);
        // Distance to an end exactly as from the adjacent edge: otherwise rounding would choose between them.
        let distance = match distance::nearest(&view) {
            Nearest::A => view.am.length(),
            Nearest::B => view.bm.length(),
            Nearest::Q => view.cross.abs() / view.length_squared.sqrt(),
        };
        if distance < least || (distance == least && nearest.is_some_and(|first| edge < first)) {
            (least, nearest) = (distance, Some(edge));
        }
    });
    let edge = nearest?;
    let view = EdgeView::new(layout, state, edge, query.point);
    let origin = match distance::nearest(&view) {
        Nearest::Q => return Some(HullOverlap::Edge(face(edge, &view))),
        Nearest::A => view.a,
        Nearest::B => view.a + view.ab,
    };
    let normal = (query.point - origin) / least;
    Some(HullOverlap::Edge(HitEdge { edge, origin, along: normal.perp() * view.length_squared.sqrt(), normal }))
}

/// Parity as in `inside`, from the edges that a ray to the left may meet.
fn is_inside(layout: &Layout, state: &State, edges: &HullEdges, bounds: &Aabb, query: &PointQuery) -> bool {
    if !bounds.contains(query.point) {
        return false;
    }
    let mut is_inside = false;
    // By rounding, an edge slightly to the right may count as left.
    let room = (bounds.size().x + query.point.x.abs()) * 1e-9;
    let min = DVec2::new(-f64::MAX, query.point.y);
    let ray = Aabb { min, max: DVec2::new(query.point.x + room, query.point.y) };
    edges.near(layout, query.other, &ray, |edge| {
        let [a, b] = layout.hull_edges[edge].map(|node| state.position(node as usize));
        is_inside ^= narrow_phase::toggles_parity(a, b, query.point);
    });
    is_inside
}

fn face(edge: usize, view: &EdgeView) -> HitEdge {
    let normal = DVec2::new(view.ab.y, -view.ab.x) / view.length_squared.sqrt();
    HitEdge { edge, origin: view.a, along: view.ab, normal }
}
