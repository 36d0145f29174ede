//! Contacts of discs with the hulls of bodies at the end of the substep, by the formulas of 000 §D.2.
//!
//! A disc acts on a hull edge as a node M at its deepest point; the impulse acts on both. For a disc with centre C and radius r:
//!
//! * The stage visits discs in file order, and for each disc the bodies in file order. A disc and a body have at most one contact
//!   per substep, resolved at once. Pairs of two immovable parts are skipped. Boxes of bodies are those of the stage "derived data".
//! * **C inside the hull** (even-odd rule, 000 §D.1.b): the level's edge choice selects the edge for C; n is the outward normal of
//!   that edge. For a particle M is C, so the contact is that of a node.
//! * **C outside**: the edge whose segment is nearest to C, if it is nearer than r; ties go to the first in file order. If the
//!   projection of C is on the edge, n is its outward normal. If an end is nearest, n points from that end to C, and the response
//!   uses the edge rotated about that end to be perpendicular to n. A central hit on a corner then does not deflect the disc.
//! * M = C - r·n. The response moves M to the edge's line and the disc by the same vector. v_M and the mass are those of the disc;
//!   restitution and friction are the products of both.
//! * The barycentre rule does not apply: it tests the barycentre of M's body, and a disc has no body. Decor acts on discs by impulse
//!   even if it acts on nodes by force: this replaces stage 7 for discs.

use super::{DiscScratch, Role};
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::{DiscEvent, DiscImpact, HullMeeting, Nearest, Response};
use crate::engine::data::{EventKind, Layout, State, World};
use crate::engine::reference::contact::broad_phase;
use crate::engine::reference::contact::edge_choice::{EdgeView, distance};
use crate::engine::reference::contact::response;
use crate::engine::reference::contact::response::{ContactConstraint, Pushed};
use crate::engine::reference::contact::{PointQuery, narrow_phase};
use crate::geometry::SortCopies;
use crate::geometry::{Aabb, BoxTree};
use crate::level::Place;
use glam::DVec2;

/// Hulls with more edges than this are searched by an AABB tree. Affects speed only.
const FEW_EDGES: usize = 48;

/// Overlap of a disc and a hull.
enum HullOverlap {
    /// The edge for the response.
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
    /// One tree per body. The trees of fixed bodies are built once, the others at the first query of a substep.
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
    fn update(&mut self, layout: &Layout, state: &State, body: usize, ends: [usize; 2]) {
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

    /// Calls `found` with a superset of the edges of the body whose boxes touch `area`.
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
                // A contact may push the disc towards a body that was not nearby before.
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

/// Lists the bodies near the disc, ascending.
fn nearby_bodies(world: &World, disc: usize, bodies: &mut Vec<usize>) {
    let bounds = Aabb::around([world.state.disc_positions[disc]]).expanded(world.layout.discs.radius[disc]);
    bodies.clear();
    broad_phase::near(world, &bounds, |body| bodies.push(body));
    bodies.sort_copies();
}

/// Resolves the contact of a disc with a body, if there is one. Returns true if the centre is inside and no edge is eligible.
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
    if !(discs.is_dynamic(disc) || other.is_dynamic) || !layout.filters.disc_meets_body(disc, body) {
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
    let places = [Place::Disc(disc), Place::HullEdge(body, hit.edge - other.hull_edges.start)];
    if watch.contacts.is_recording() {
        watch.contacts.add_edge(places, deepest, done.ab, done.per_length);
    }
    response::apply(layout, state, Pushed::Disc(disc), [a, b], &done, watch);
    edges.update(layout, state, body, [a, b]);
    if let Some(trace) = watch.trace.as_deref_mut() {
        trace.add_impact(trace_row(layout, state, [disc, body], &hit, [position, deepest, velocity], done));
    }
    false
}

/// Returns the contact constraint of a disc's deepest point against a hull edge.
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

/// Returns the trace row of a resolved contact. The disc's position, deepest point and velocity are those before the contact.
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
        // Without a tree, the query over all edges also tests if the point is inside.
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
        // The distance to an end must have the same bits from both adjacent edges: otherwise rounding would select one of them.
        let distance = match distance::nearest_part(&view) {
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
    let origin = match distance::nearest_part(&view) {
        Nearest::Q => return Some(HullOverlap::Edge(face(edge, &view))),
        Nearest::A => view.a,
        Nearest::B => view.a + view.ab,
    };
    let normal = (query.point - origin) / least;
    Some(HullOverlap::Edge(HitEdge { edge, origin, along: normal.perp() * view.length_squared.sqrt(), normal }))
}

/// Even-odd rule as in `narrow_phase::is_inside`, over the edges that a ray to the left may cross.
fn is_inside(layout: &Layout, state: &State, edges: &HullEdges, bounds: &Aabb, query: &PointQuery) -> bool {
    if !bounds.contains(query.point) {
        return false;
    }
    let mut is_inside = false;
    // By rounding, an edge slightly to the right may count as left.
    let margin = (bounds.size().x + query.point.x.abs()) * 1e-9;
    let min = DVec2::new(-f64::MAX, query.point.y);
    let ray = Aabb { min, max: DVec2::new(query.point.x + margin, query.point.y) };
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
