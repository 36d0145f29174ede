//! Shared measurements of contacts and bodies for detectors.

use super::examiner::DetectorContext;
use crate::debugger::probes::overlap::overlap_share;
use crate::engine::{Layout, State, Touched};
use crate::geometry::{Aabb, DVec2, cross, polygon};
use crate::level::Place;

/// A contact impulse of the present phase: node M against the edge AB.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact {
    /// The node, or the disc.
    pub place: Place,
    /// The hull edge.
    pub edge: Place,
    /// Body of the node; for a disc, the body of the hull.
    pub body: usize,
    pub disc: Option<usize>,
    /// Body of the hull.
    pub other: usize,
    /// Global node indices of A and B.
    pub ends: [usize; 2],
    /// Unit normal of the edge, outwards.
    pub outward: DVec2,
    /// Position of M.
    pub at: DVec2,
    /// Speed of M away from the edge before and after the impulse.
    pub speeds: [f64; 2],
    /// Transferred momentum, always >= 0.
    pub impulse: f64,
}

impl Contact {
    /// The contact impulse of a phase. None for other phases, contacts without a hull, and edges without length.
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
        // 000 §D.2 gives A and B the same velocity change, by their common mass.
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

    /// M's body, or the disc, as a rigid whole.
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

/// A body as a rigid whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drift {
    /// 0 for fixed and driven bodies.
    pub inverse_mass: f64,
    /// Velocity before the phase.
    pub velocity: DVec2,
}

/// A body as a rigid whole, before the phase.
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

/// True if the node has mass but cannot move.
fn is_pinned(layout: &Layout, node: usize) -> bool {
    layout.mass[node] > 0.0 && layout.inverse_mass[node] == 0.0
}

/// Body of a hull edge, and the index of the edge there.
pub(super) fn edge_of(layout: &Layout, ends: [usize; 2]) -> Option<(usize, usize)> {
    let (body, _) = layout.body_of(ends[0]);
    Some((body, edge_within(layout, body, ends)?))
}

/// Index of a hull edge within its body.
pub(super) fn edge_within(layout: &Layout, body: usize, [a, b]: [usize; 2]) -> Option<usize> {
    let edges = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
    edges.iter().position(|edge| edge[0] as usize == a && edge[1] as usize == b)
}

fn node_place(sight: &DetectorContext, node: usize) -> Place {
    let body = sight.body_of(node);
    Place::Node(body, node - sight.layout.bodies[body].nodes.start)
}

/// Smallest visible motion per frame, as a part of a body's size: a picture is about a thousand pixels wide.
pub(super) const SEEN_OF_SIZE: f64 = 0.001;

/// Speed up to which a body of a given size counts as resting. The larger of two: the speed that gravity adds in a
/// frame, and the largest one that is not visible.
pub(super) fn resting_speed(layout: &Layout, size: f64) -> f64 {
    let settings = &layout.settings;
    let fallen = DVec2::from(settings.gravity).length() * settings.frame_time;
    fallen.max(SEEN_OF_SIZE * size / settings.frame_time)
}

/// Extent of each body: diagonal of the bounding box of its nodes.
pub(super) fn sizes(layout: &Layout, state: &State) -> Vec<f64> {
    let nodes = layout.bodies.iter().map(|body| body.nodes.clone());
    nodes.map(|nodes| Aabb::around(nodes.map(|node| state.position(node))).size().length()).collect()
}

/// The hull edges of a body at their present positions.
pub(super) fn hull(layout: &Layout, state: &State, body: usize) -> impl Iterator<Item = (DVec2, DVec2)> + Clone {
    let edges = layout.hull_edges[layout.bodies[body].hull_edges.clone()].iter();
    edges.map(|edge| {
        let [a, b] = edge.map(|node| state.position(node as usize));
        (a, b)
    })
}

/// Bounding box of a hull at its present position.
pub(super) fn hull_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    Aabb::around(nodes.iter().map(|&node| state.position(node as usize)))
}

/// Area that a hull encloses.
pub(super) fn hull_area(layout: &Layout, state: &State, body: usize) -> f64 {
    let origin = hull_box(layout, state, body).center();
    0.5 * polygon::doubled_area_of_edges(hull(layout, state, body), origin).abs()
}

/// Overlap of two bodies as a part of the smaller one. 0 if the boxes alone show that it is below `least`.
pub(super) fn shared_part(layout: &Layout, state: &State, bodies: [usize; 2], least: f64) -> f64 {
    let [a, b] = bodies.map(|body| hull_box(layout, state, body));
    let common = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    if common.is_empty() {
        return 0.0;
    }
    let smaller = bodies.map(|body| hull_area(layout, state, body)).into_iter().fold(f64::INFINITY, f64::min);
    let size = common.size();
    // The overlap of the boxes is an upper bound of that of the hulls.
    if smaller > 0.0 && size.x * size.y >= least * smaller {
        rounded(overlap_share(layout, state, bodies[0], bodies[1]))
    } else {
        0.0
    }
}

/// Rounds off the last digits, which depend on the unit of length.
fn rounded(share: f64) -> f64 {
    const GRID: f64 = (1_u64 << 40) as f64;
    (share * GRID).round() / GRID
}

/// True for the last substep of a frame.
pub(super) fn ends_frame(layout: &Layout, state: &State) -> bool {
    state.substep + 1 == layout.settings.substeps
}

/// Sum of a body's node masses.
pub(super) fn mass_of(layout: &Layout, body: usize) -> f64 {
    layout.bodies[body].nodes.clone().map(|node| layout.mass[node]).sum()
}

/// The free nodes of the dynamic bodies that did not blow up.
pub(super) fn free_nodes<'a>(layout: &'a Layout, state: &'a State) -> impl Iterator<Item = usize> + 'a {
    let bodies = layout.bodies.iter().zip(&state.blown_up).filter(|(_, is_blown_up)| !**is_blown_up);
    bodies.flat_map(|(body, _)| body.nodes.clone()).filter(|&node| layout.inverse_mass[node] != 0.0)
}

/// Time in 0..=1 at which M passes the line AB from right to left, and the position in 0..=1 between A and B then. Each
/// point moves linearly from its first to its second position. None if there is no passage.
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

/// Distance up to which a node counts as on an edge, as a part of the edge's length: bound for rounding.
const ON_EDGE: f64 = 1e-9;

/// The rising zero of a quadratic polynomial in 0..=1: the root with positive slope, written without cancellation.
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
    fn passage_matches_hand_calculation() {
        let still = |at: DVec2| [at, at];
        let (a, b) = (still(v(0.0, 0.0)), still(v(4.0, 0.0)));
        // From 1 below to 3 above a resting edge, on the way from x = 1 to x = 5: after a quarter, at x = 2.
        assert_eq!(passage(a, b, [v(1.0, -1.0), v(5.0, 3.0)]), Some((0.25, 0.5)));
        assert_eq!(passage(a, b, [v(1.0, 1.0), v(1.0, -1.0)]), None, "outwards");
        assert_eq!(passage(a, b, [v(1.0, -1.0), v(2.0, -1.0)]), None, "along");
        // A resting node; the edge moves down over it by 4.
        let (from, to) = ([v(0.0, 1.0), v(0.0, -3.0)], [v(4.0, 1.0), v(4.0, -3.0)]);
        assert_eq!(passage(from, to, still(v(1.0, 0.0))), Some((0.25, 0.25)));
        // From the edge inwards; slightly inside by rounding, then further in; from the edge outwards.
        assert_eq!(passage(a, b, [v(1.0, 0.0), v(1.0, 1.0)]), Some((0.0, 0.25)));
        assert_eq!(passage(a, b, [v(1.0, 1e-12), v(1.0, 1.0)]), Some((0.0, 0.25)));
        assert_eq!(passage(a, b, [v(1.0, 0.0), v(1.0, -1.0)]), None);
        assert_eq!(passage(a, b, [v(1.0, 0.1), v(1.0, 1.0)]), None, "it was inside");
        // B swings from (2, 2) to (2, -1) while M rests at (1, 0): AB passes it when B.y = 2 - 3t = 0.
        let (time, along) = passage(a, [v(2.0, 2.0), v(2.0, -1.0)], still(v(1.0, 0.0))).unwrap();
        assert!((time - 2.0 / 3.0).abs() < 1e-15 && (along - 0.5).abs() < 1e-15);
        // An edge without length, and NaN.
        assert!(passage(a, a, [v(1.0, -1.0), v(1.0, 1.0)]).is_none());
        assert!(passage(a, b, [v(f64::NAN, -1.0), v(1.0, 1.0)]).is_none());
    }

    #[test]
    fn rise_returns_the_rising_zero() {
        // (t - 1/4)(t - 3/4) = 3/16 - t + t² is below zero from 1/4 to 3/4.
        assert_eq!(rise(3.0 / 16.0, -1.0, 1.0), Some(0.75));
        assert_eq!(rise(-3.0 / 16.0, 1.0, -1.0), Some(0.25));
        assert_eq!(rise(1.0, 0.0, 1.0), None);
        assert_eq!(rise(1.0, -2.0, 1.0), None, "it only touches");
        assert_eq!(rise(-1.0, 0.5, 0.0), None, "too late");
    }
}
