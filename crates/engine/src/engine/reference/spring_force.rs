//! Force of a damped linear spring (000 §C.2.c), of a body or between parts.

use glam::DVec2;

/// Returns the force of a spring on its first end; the second end gets the opposite force.
///
/// `d` is the vector from the first end to the second, `v` its time derivative. None if the ends are at the same point.
#[inline(always)]
pub(in crate::engine) fn on_first_end<const ELASTIC: bool, const DAMPING: bool>(
    d: DVec2,
    v: DVec2,
    rest_length: f64,
    stiffness: f64,
    damping: f64,
) -> Option<DVec2> {
    let distance = (d.x * d.x + d.y * d.y).sqrt();
    if distance == 0.0 {
        return None;
    }
    // One division and products instead of two divisions: the divider limits the throughput.
    let inverse = 1.0 / distance;
    let mut tension = 0.0;
    if DAMPING {
        tension += (v.x * d.x + v.y * d.y) * inverse * damping;
    }
    if ELASTIC {
        tension += (distance - rest_length) * stiffness;
    }
    let per_length = tension * inverse;
    Some(DVec2::new(per_length * d.x, per_length * d.y))
}
