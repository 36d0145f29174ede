//! What several detectors want to know of contacts and bodies.

use super::examiner::DetectorContext;
use crate::debugger::probes::overlap::overlap_share;
use crate::engine::{Layout, State, Touched};
use crate::geometry::{Aabb, DVec2, cross, polygon};
use crate::level::Place;

/// An impulse that a contact has just given: M against the edge AB.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// The node, or the disc.
    pub place: Place,
    /// The hull edge.
    pub edge: Place,
    /// Body of the node; that of the hull for a disc.
    pub body: usize,
    pub disc: Option<usize>,
    /// Body of the hull.
    pub other: usize,
    /// A and B, global numbering.
    pub ends: [usize; 2],
    /// Unit normal of the edge, outwards.
    pub outward: DVec2,
    /// Where M is.
    pub at: DVec2,
    /// How fast M left the edge before the impulse, and after it.
    pub speeds: [f64; 2],
    /// Momentum that went over, always >= 0.
    pub impulse: f64,
}

impl Contact {
    /// Of what the phase of an impulse touched; none of what is no contact with a hull, or of an edge without length.
    pub fn of(touched: Touched<'_>, sight: &DetectorContext) -> Option<Self> {
        let DetectorContext { layout, state, before, .. } = *sight;
        let (a, b, at, place, disc, [old, new], mass) = match touched {
            Touched::Few(&[a, b, node], None) => {
                let velocities = [before.velocities[node], sight.velocity(node)];
                let mass = if layout.inverse_mass[node] == 0.0 { None } else { Some(layout.mass[node]) };
                (a, b, state.position(node), node_place(sight, node), None, velocities, mass)
            }
            Touched::Few(&[a, b], Some(disc)) => {
                let velocities = [before.disc_velocities[disc], state.disc_velocities[disc]];
                let mass = layout.discs.is_dynamic(disc).then(|| layout.discs.mass[disc]);
                (a, b, state.disc_positions[disc], Place::Disc(disc), Some(disc), velocities, mass)
            }
            _ => return None,
        };
        let ab = state.position(b) - state.position(a);
        let length = ab.length();
        let outward = DVec2::new(ab.y, -ab.x) / length;
        let middle = |velocities: [DVec2; 2]| (velocities[0] + velocities[1]) * 0.5;
        let edge_before = middle([before.velocities[a], before.velocities[b]]);
        let edge_after = middle([sight.velocity(a), sight.velocity(b)]);
        // 000 §D.2 gives A and B the same change, that of both masses together.
        let edge_mass = layout.mass[a] + layout.mass[b];
        let impulse = match mass {
            Some(mass) => mass * (new - old).length(),
            None => edge_mass * (edge_after - edge_before).length(),
        };
        let other = sight.body_of(a);
        let local = edge_within(layout, other, [a, b])?;
        (length > 0.0).then_some(Self {
            place,
            edge: Place::HullEdge(other, local),
            body: place.body().unwrap_or(other),
            disc,
            other,
            ends: [a, b],
            outward,
            at,
            speeds: [(old - edge_before).dot(outward), (new - edge_after).dot(outward)],
            impulse,
        })
    }

    /// M's body, or the disc, as a whole.
    pub fn own(&self, sight: &DetectorContext) -> Drift {
        match self.disc {
            Some(disc) => Drift {
                inverse_mass: sight.layout.discs.inverse_mass[disc],
                velocity: sight.before.disc_velocities[disc],
            },
            None => drift(sight, self.body),
        }
    }
}

/// A body as a whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drift {
    /// 0 for what nothing moves.
    pub inverse_mass: f64,
    /// Before the phase.
    pub velocity: DVec2,
}

/// A body as a whole, before the phase.
pub(super) fn drift(sight: &DetectorContext, body: usize) -> Drift {
    let DetectorContext { layout, before, .. } = *sight;
    let nodes = layout.bodies[body].nodes.clone();
    let is_held = !layout.bodies[body].is_dynamic || nodes.clone().any(|node| is_pinned(layout, node));
    let (mut momentum, mut mass) = (DVec2::ZERO, 0.0);
    for node in nodes {
        momentum += before.velocities[node] * layout.mass[node];
        mass += layout.mass[node];
    }
    let velocity = if mass > 0.0 { momentum / mass } else { DVec2::ZERO };
    Drift { inverse_mass: if is_held || mass == 0.0 { 0.0 } else { 1.0 / mass }, velocity }
}

/// Whether it is a mass that does not move.
fn is_pinned(layout: &Layout, node: usize) -> bool {
    layout.mass[node] > 0.0 && layout.inverse_mass[node] == 0.0
}

/// The body of a hull edge, and its index there.
pub(super) fn edge_of(layout: &Layout, ends: [usize; 2]) -> Option<(usize, usize)> {
    let (body, _) = layout.body_of(ends[0]);
    Some((body, edge_within(layout, body, ends)?))
}

/// The index of a hull edge within its body.
pub(super) fn edge_within(layout: &Layout, body: usize, [a, b]: [usize; 2]) -> Option<usize> {
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    edges.iter().position(|edge| edge[0] as usize == a && edge[1] as usize == b)
}

fn node_place(sight: &DetectorContext, node: usize) -> Place {
    let body = sight.body_of(node);
    Place::Node(body, node - sight.layout.bodies[body].nodes.start)
}

/// What is seen of a motion, as a part of a body's size in a frame: a picture of it is hardly a thousand points wide.
pub(super) const SEEN_OF_SIZE: f64 = 0.001;

/// The speed up to which something counts as resting, where its body is so large: the one that gravity gives in a frame, which
/// all that lies on something has again and again, and the one that would not be seen.
pub(super) fn resting_speed(layout: &Layout, size: f64) -> f64 {
    let settings = &layout.settings;
    let fallen = DVec2::from(settings.gravity).length() * settings.frame_time;
    fallen.max(SEEN_OF_SIZE * size / settings.frame_time)
}

/// The extent of each body: the diagonal of the box around its nodes.
pub(super) fn sizes(layout: &Layout, state: &State) -> Vec<f64> {
    let nodes = layout.bodies.iter().map(|body| body.nodes.clone());
    nodes.map(|nodes| Aabb::around(nodes.map(|node| state.position(node))).size().length()).collect()
}

/// The hull edges of a body as they are.
pub(super) fn hull(layout: &Layout, state: &State, body: usize) -> impl Iterator<Item = (DVec2, DVec2)> + Clone {
    let edges = layout.hull_edges[layout.bodies[body].hull_edges.clone()].iter();
    edges.map(|edge| {
        let [a, b] = edge.map(|node| state.position(node as usize));
        (a, b)
    })
}

/// The box around a body's hull as it is.
pub(super) fn hull_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    Aabb::around(nodes.iter().map(|&node| state.position(node as usize)))
}

/// The area that a hull encloses.
pub(super) fn hull_area(layout: &Layout, state: &State, body: usize) -> f64 {
    let origin = hull_box(layout, state, body).center();
    0.5 * polygon::doubled_area_of_edges(hull(layout, state, body), origin).abs()
}

/// The part of the smaller of two bodies that lies in the other one; 0 where their boxes alone show that it is less than `least`.
pub(super) fn shared_part(layout: &Layout, state: &State, bodies: [usize; 2], least: f64) -> f64 {
    let [a, b] = bodies.map(|body| hull_box(layout, state, body));
    let common = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    if common.is_empty() {
        return 0.0;
    }
    let smaller = bodies.map(|body| hull_area(layout, state, body)).into_iter().fold(f64::INFINITY, f64::min);
    let size = common.size();
    // The common part of the boxes is at least as large as that of the hulls.
    if smaller > 0.0 && size.x * size.y >= least * smaller {
        rounded(overlap_share(layout, state, bodies[0], bodies[1]))
    } else {
        0.0
    }
}

/// Without the last digits, which depend on the unit of length.
fn rounded(share: f64) -> f64 {
    const GRID: f64 = (1_u64 << 40) as f64;
    (share * GRID).round() / GRID
}

/// Whether a substep is the last of its frame.
pub(super) fn ends_frame(layout: &Layout, state: &State) -> bool {
    state.substep + 1 == layout.settings.substeps
}

/// The mass of a body's masses.
pub(super) fn mass_of(layout: &Layout, body: usize) -> f64 {
    layout.bodies[body].nodes.clone().map(|node| layout.mass[node]).sum()
}

/// The free nodes of the dynamic bodies that are well.
pub(super) fn free_nodes<'a>(layout: &'a Layout, state: &'a State) -> impl Iterator<Item = usize> + 'a {
    let bodies = layout.bodies.iter().zip(&state.blown_up).filter(|(_, is_blown_up)| !**is_blown_up);
    bodies.flat_map(|(body, _)| body.nodes.clone()).filter(|&node| layout.inverse_mass[node] != 0.0)
}

/// When, 0..=1, M passed the line AB from its right to its left, and which part of the way from A to B it was then; each
/// moves evenly from the first to the second of its positions.
pub(super) fn passage(a: [DVec2; 2], b: [DVec2; 2], m: [DVec2; 2]) -> Option<(f64, f64)> {
    let (ab, am) = (b[0] - a[0], m[0] - a[0]);
    let (ab_change, am_change) = (b[1] - a[1] - ab, m[1] - a[1] - am);
    // cross(AB, AM) at time t is start + linear*t + quadratic*t².
    let start = cross(ab, am);
    let linear = cross(ab, am_change) + cross(ab_change, am);
    let quadratic = cross(ab_change, am_change);
    let end = start + linear + quadratic;
    let time = if start.abs() <= ON_EDGE * ab.length_squared() && end > start && end > 0.0 {
        0.0
    } else {
        rise(start, linear, quadratic)?
    };
    let (ab, am) = (ab + ab_change * time, am + am_change * time);
    Some((time, ab.dot(am) / ab.length_squared()))
}

/// A node so near to an edge is on it: the part of the edge's length that rounding may come to.
const ON_EDGE: f64 = 1e-9;

/// Where within 0..=1 the polynomial goes from below zero to above it. Of its two zeros that is the one whose slope is the
/// root of the discriminant and not minus that; of the two ways to write it, the one in which nothing cancels.
fn rise(constant: f64, linear: f64, quadratic: f64) -> Option<f64> {
    let discriminant = linear * linear - 4.0 * quadratic * constant;
    if discriminant.is_nan() || discriminant <= 0.0 {
        return None;
    }
    let slope = discriminant.sqrt();
    let time = if linear > 0.0 { -2.0 * constant / (linear + slope) } else { (slope - linear) / (2.0 * quadratic) };
    (0.0..=1.0).contains(&time).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    #[test]
    fn passages_by_hand() {
        let still = |at: DVec2| [at, at];
        let (a, b) = (still(v(0.0, 0.0)), still(v(4.0, 0.0)));
        // From 1 below to 3 above a resting edge, on the way from x = 1 to x = 5: after a quarter, at x = 2.
        assert_eq!(passage(a, b, [v(1.0, -1.0), v(5.0, 3.0)]), Some((0.25, 0.5)));
        assert_eq!(passage(a, b, [v(1.0, 1.0), v(1.0, -1.0)]), None, "outwards");
        assert_eq!(passage(a, b, [v(1.0, -1.0), v(2.0, -1.0)]), None, "along");
        // A resting node, the edge comes down over it by 4.
        let (from, to) = ([v(0.0, 1.0), v(0.0, -3.0)], [v(4.0, 1.0), v(4.0, -3.0)]);
        assert_eq!(passage(from, to, still(v(1.0, 0.0))), Some((0.25, 0.25)));
        // On the edge, and in; a little inside by rounding, and farther in; on the edge, and out.
        assert_eq!(passage(a, b, [v(1.0, 0.0), v(1.0, 1.0)]), Some((0.0, 0.25)));
        assert_eq!(passage(a, b, [v(1.0, 1e-12), v(1.0, 1.0)]), Some((0.0, 0.25)));
        assert_eq!(passage(a, b, [v(1.0, 0.0), v(1.0, -1.0)]), None);
        assert_eq!(passage(a, b, [v(1.0, 0.1), v(1.0, 1.0)]), None, "it was inside");
        // B swings from (2, 2) to (2, -1) while M rests at (1, 0): AB passes it when B.y = 2 - 3t = 0.
        let (time, along) = passage(a, [v(2.0, 2.0), v(2.0, -1.0)], still(v(1.0, 0.0))).unwrap();
        assert!((time - 2.0 / 3.0).abs() < 1e-15 && (along - 0.5).abs() < 1e-15);
        // An edge without length, and numbers that are none.
        assert!(passage(a, a, [v(1.0, -1.0), v(1.0, 1.0)]).is_none());
        assert!(passage(a, b, [v(f64::NAN, -1.0), v(1.0, 1.0)]).is_none());
    }

    #[test]
    fn what_rises_and_falls_is_passed_where_it_rises() {
        // (t - 1/4)(t - 3/4) = 3/16 - t + t² is below zero from 1/4 to 3/4.
        assert_eq!(rise(3.0 / 16.0, -1.0, 1.0), Some(0.75));
        assert_eq!(rise(-3.0 / 16.0, 1.0, -1.0), Some(0.25));
        assert_eq!(rise(1.0, 0.0, 1.0), None);
        assert_eq!(rise(1.0, -2.0, 1.0), None, "it only touches");
        assert_eq!(rise(-1.0, 0.5, 0.0), None, "too late");
    }
}
