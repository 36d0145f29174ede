//! Quantities of penetration: depth and overlap of bodies.

use super::{Quantity, Series, Source};
use crate::debugger::probes::{depth, overlap};
use crate::engine::Trace;
use crate::engine::trace::Candidate;
use crate::geometry::{DVec2, polygon};

pub(super) const QUANTITY: Quantity = Quantity {
    id: "penetration",
    title: "Deepest penetration",
    explanation: "Depth of the deepest point inside another hull: at the frame, and before contacts pushed nodes out.",
    unit: "l",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        vec![
            Series::new("penetration", "deepest point at the frame", Source::state(depth::deepest)),
            Series::new("penetration.contacts", "deepest node before its contact", Source::Greatest(deepest)),
        ]
    },
};

pub(super) const OVERLAP: Quantity = Quantity {
    id: "overlap",
    title: "Largest overlap",
    explanation: "The largest overlap of two bodies at the frame, as a part of the smaller hull.",
    unit: "",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        let measure = |world: &crate::engine::World| overlap::largest_of_all(world.layout(), world.state());
        vec![Series::new("overlap", "largest share of the smaller hull", Source::state(measure))]
    },
};

/// The greatest distance of a node inside a hull to the nearest point of that hull.
fn deepest(trace: &Trace) -> f64 {
    let depth = |point: DVec2, candidates: &[Candidate]| {
        candidates
            .iter()
            .map(|edge| polygon::distance_to_segment(point, edge.a_position, edge.b_position))
            .fold(f64::INFINITY, f64::min)
    };
    let depths = trace.contacts.iter().map(|contact| depth(contact.point, &contact.candidates));
    depths.filter(|depth| depth.is_finite()).fold(0.0, f64::max)
}
