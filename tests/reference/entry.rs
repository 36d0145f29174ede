//! When, within a substep, a node crossed a moving edge inwards.
//!
//! Must never know: other edges, what is done with the answer.

use super::{Node, cross};

/// What rounding may add to a time. A contact leaves M on its edge, but for rounding: when it is pushed in again, it
/// has entered at time 0 and not before the substep.
const SLACK: f64 = 1e-9;

/// The latest time in 0..=1 at which M comes from the right of AB to its left through the edge itself, everything
/// moving linearly from `old` to `x`.
pub fn time(m: &Node, a: &Node, b: &Node) -> Option<f64> {
    let edge_start = b.old - a.old;
    let edge_change = (b.x - a.x) - edge_start;
    let arm_start = m.old - a.old;
    let arm_change = (m.x - a.x) - arm_start;
    // cross(edge(t), arm(t)) = constant + linear t + quadratic t²
    let constant = cross(edge_start, arm_start);
    let linear = cross(edge_start, arm_change) + cross(edge_change, arm_start);
    let quadratic = cross(edge_change, arm_change);
    let mut latest = None;
    for t in roots(constant, linear, quadratic) {
        let rises = linear + 2.0 * quadratic * t > 0.0;
        if !(-SLACK..=1.0 + SLACK).contains(&t) || !rises {
            continue;
        }
        let t = t.clamp(0.0, 1.0);
        let edge = edge_start + edge_change * t;
        let arm = arm_start + arm_change * t;
        let along = edge.dot(arm);
        if 0.0 <= along && along <= edge.length_squared() && latest.is_none_or(|before| t > before) {
            latest = Some(t);
        }
    }
    latest
}

/// Real roots of c + b t + a t²; none of the zero polynomial.
fn roots(c: f64, b: f64, a: f64) -> Vec<f64> {
    if a == 0.0 {
        return if b == 0.0 { Vec::new() } else { vec![-c / b] };
    }
    let discriminant = b * b - 4.0 * a * c;
    if discriminant < 0.0 {
        return Vec::new();
    }
    // The form without cancellation.
    let q = -0.5 * (b + discriminant.sqrt().copysign(b));
    if q == 0.0 { vec![0.0] } else { vec![q / a, c / q] }
}
