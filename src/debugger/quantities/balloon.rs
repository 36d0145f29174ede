//! Quantities of painted areas: area outside the hull, unpainted area of the hull, and hull edges with the barycentre
//! on their outside.

use super::bodies::each;
use super::{OfState, Quantity, Series, Source};
use crate::engine::World;
use crate::geometry::cover::Fill;
use crate::level::Body;
use std::sync::Arc;

pub(super) const SPILL: Quantity = Quantity {
    id: "spill",
    title: "Spill",
    explanation: "Area that each body's triangles paint outside its hull, flipped ones culled.",
    unit: "l²",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves has a hull and triangles",
    series: |subject| each(subject, "spill", has_hull, spill),
};

pub(super) const UNPAINTED: Quantity = Quantity {
    id: "unpainted",
    title: "Unpainted",
    explanation: "Area inside each body's hull that its triangles leave unpainted, flipped ones culled.",
    unit: "l²",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves has a hull and triangles",
    series: |subject| each(subject, "unpainted", has_hull, unpainted),
};

pub(super) const HIDDEN: Quantity = Quantity {
    id: "hidden-edges",
    title: "Hidden hull edges",
    explanation: "Hull edges of each body with the barycentre on their outside. If there are any, even a fan from the \
        barycentre fails.",
    unit: "",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves has a hull and triangles",
    series: |subject| each(subject, "hidden-edges", has_hull, hidden),
};

fn has_hull(body: &Body) -> bool {
    !body.hull.is_empty()
}

fn spill(world: &World, body: usize) -> f64 {
    world.cover_areas(body, Fill::Culled).map_or(f64::NAN, |cover| cover.spill)
}

fn unpainted(world: &World, body: usize) -> f64 {
    world.cover_areas(body, Fill::Culled).map_or(f64::NAN, |cover| cover.unpainted)
}

fn hidden(world: &World, body: usize) -> f64 {
    world.hidden_edges(body).count() as f64
}

/// A measurement of one body, with the key and the name of its series.
type PaintingSeries = (&'static str, &'static str, fn(&World, usize) -> f64);

/// Series of one body: flipped triangles, spill, unpainted area, hidden edges.
pub fn of_body(body: usize) -> [Series; 4] {
    let rows: [PaintingSeries; 4] = [
        ("flipped", "flipped", super::triangles::flipped_of),
        ("spill", "spill", spill),
        ("unpainted", "unpainted", unpainted),
        ("hidden-edges", "hidden edges", hidden),
    ];
    rows.map(|(key, name, measure)| {
        let of: OfState = Arc::new(move |world: &World| measure(world, body));
        Series::new(format!("{key}.{body}"), name, Source::State(of))
    })
}
