//! Quantity: how many triangles are flipped.
//!
//! Must never know: what flipped triangles lead to.

use super::{Quantity, Series, Source};
use crate::engine::World;
use crate::geometry::polygon::doubled_triangle_area;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "flipped",
    title: "Flipped triangles",
    explanation: "Triangles whose signed area is not positive: they count negative in their body's area.",
    unit: "",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| vec![Series::new("flipped", "flipped triangles", Source::state(flipped))],
};

fn flipped(world: &World) -> f64 {
    let is_flipped = |corners: &&[u32; 3]| {
        let [a, b, c] = corners.map(|node| world.position(node as usize));
        doubled_triangle_area(a, b, c) <= 0.0
    };
    world.layout().triangles.iter().filter(is_flipped).count() as f64
}
