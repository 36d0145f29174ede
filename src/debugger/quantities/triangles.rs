//! Quantity: number of flipped triangles.

use super::{PlotSubject, Quantity, Series, Source};
use crate::engine::World;
use crate::geometry::polygon::doubled_triangle_area;
use crate::level::Place;
use std::collections::BTreeSet;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "flipped",
    title: "Flipped triangles",
    explanation: "Triangles with a signed area of 0 or less. They count negative in their body's area.",
    unit: "",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series,
};

/// Most series: more lines cannot be distinguished.
const MOST: usize = 12;

/// One series for all bodies, and one for each selected body.
fn series(subject: &PlotSubject) -> Vec<Series> {
    let mut found = vec![Series::new("flipped", "flipped triangles", Source::state(flipped))];
    let bodies: BTreeSet<usize> = subject.selection.iter().filter_map(|place| Place::body(*place)).collect();
    let has_triangles = |body: &usize| subject.level.bodies.get(*body).is_some_and(|body| !body.triangles.is_empty());
    found.extend(bodies.into_iter().filter(has_triangles).take(MOST).map(|body| {
        let source = Source::state(move |world| flipped_of(world, body));
        Series::new(format!("flipped.{body}"), subject.level.body_title(body), source)
    }));
    found
}

fn flipped(world: &World) -> f64 {
    (0..world.layout().bodies.len()).map(|body| flipped_of(world, body)).sum()
}

pub(super) fn flipped_of(world: &World, body: usize) -> f64 {
    let is_flipped = |corners: &&[u32; 3]| {
        let [a, b, c] = corners.map(|node| world.position(node as usize));
        doubled_triangle_area(a, b, c) <= 0.0
    };
    world.layout().triangles[world.layout().bodies[body].triangles.clone()].iter().filter(is_flipped).count() as f64
}
