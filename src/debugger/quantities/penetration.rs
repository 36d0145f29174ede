//! Quantity: how deep nodes got into other bodies before contacts pushed them out.
//!
//! Must never know: which edge was chosen.

use super::{Quantity, Series, Source};
use crate::engine::Trace;
use crate::engine::trace::Candidate;
use crate::geometry::DVec2;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "penetration",
    title: "Deepest penetration",
    explanation: "How far the deepest node inside another hull was from that hull, in any substep of the frame.",
    unit: "l",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| vec![Series::new("penetration", "deepest node", Source::Greatest(deepest))],
};

/// The greatest of all distances between a node and the nearest point of the hull that it is inside.
fn deepest(trace: &Trace) -> f64 {
    let depth = |point: DVec2, candidates: &[Candidate]| {
        candidates.iter().map(|edge| distance(point, edge.a_position, edge.b_position)).fold(f64::INFINITY, f64::min)
    };
    let depths = trace.contacts.iter().map(|contact| depth(contact.point, &contact.candidates));
    depths.filter(|depth| depth.is_finite()).fold(0.0, f64::max)
}

/// From a point to a segment.
fn distance(point: DVec2, a: DVec2, b: DVec2) -> f64 {
    let (ab, ap) = (b - a, point - a);
    let length_squared = ab.length_squared();
    let part = if length_squared > 0.0 { (ap.dot(ab) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    (ap - ab * part).length()
}
